"""The tables of expm1, also used by tanh: python3 src/math/expm1/generate.py writes expm1_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from fitting import *

h = header("src/math/expm1/generate.py")
reach = mpmath.log(2) / 512 * (1 + mpf(2) ** -20)
tail = lambda r: mpmath.expm1(r) - r - r * r / 2
c, error = fit(lambda r: tail(r) / (r * r * r / 2), range(4), -reach, reach, weight=lambda r: r * r / 2)
h.comment("(exp(r) - 1 - r - r^2 / 2) / (r^3 / 2) for |r| <= log(2) / 512.")
h.array("expm1_polynomial", c)
print("expm1_polynomial: error of exp(r) - 1 relative to r", mpmath.nstr(mpmath.log(error, 2), 5), "bits")

reach = mpmath.log(2) / 2 * (1 + mpf(2) ** -20)
c, error = fit(lambda r: mpmath.expm1(r) / r, range(9), -reach, reach)
h.comment("For floats: (exp(r) - 1) / r for |r| <= log(2) / 2.")
h.array("expm1f_polynomial", c)
print("expm1f_polynomial: absolute error", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
step = mpmath.log(2) / 16
reach = step / 2 * (1 + mpf(2) ** -20)
c, error = fit(lambda r: mpmath.expm1(r) - r, range(2, 8), -reach, reach, weight=lambda r: 1 / r ** 2)
h.comment("The quick way: (exp(r) - 1 - r) / r^2 for |r| <= log(2) / 32, to a relative error.")
h.array("expm1_quick_polynomial", c)
print("expm1_quick_polynomial: error relative to r^2", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
h.write(here.parent / "expm1_table.hpp")
