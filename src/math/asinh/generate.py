"""The polynomials of asinh: python3 src/math/asinh/generate.py writes asinh_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from fitting import *

h = header("src/math/asinh/generate.py")
for name, exponent in ("asinh", -9), ("asinhf", -5):
    reach = mpf(2) ** exponent
    coefficients, error = fit(lambda x: mpmath.asinh(x) - x, (3, 5, 7), reach / 1000, reach, weight=lambda x: 1 / x)
    h.comment(f"(asinh(x) - x) / x^3 in powers of x^2, for |x| <= 2^{exponent}.")
    h.array(f"{name}_polynomial", coefficients)
    print(f"{name}_polynomial: relative error of asinh(x)", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
h.write(here.parent / "asinh_table.hpp")
