"""The tables of sinpi and cospi: python3 src/math/sinpi/generate.py writes sinpi_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from fitting import *

h = header("src/math/sinpi/generate.py")
high, low = double_double(mpmath.pi)
h.constant("pi_high", high)
h.constant("pi_low", low)
high, low = double_double(1 / mpmath.pi)
h.constant("one_over_pi_high", high)
h.constant("one_over_pi_low", low)
h.comment("For floats: sin(pi f) / f for |f| <= 1/2, in powers of f^2.")
of = lambda t: mpmath.sin(mpmath.pi * mpmath.sqrt(t)) / mpmath.sqrt(t)
c, error = fit(of, range(7), 0, mpf(1) / 4, weight=lambda t: 1 / of(t))
h.array("sinpif_polynomial", c)
print("sinpif_polynomial: relative error", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
h.write(here.parent / "sinpi_table.hpp")
