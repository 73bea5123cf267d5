"""The tables of sinh, also used by cosh: python3 src/math/sinh/generate.py writes sinh_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from fitting import *

h = header("src/math/sinh/generate.py")
# In y = r^2, from next to zero on, where the quotients lose all their digits.
reach = (mpmath.log(2) / 512 * (1 + mpf(2) ** -20)) ** 2
root = mpmath.sqrt
c, error = fit(lambda y: (mpmath.sinh(root(y)) / root(y) - 1) / y, range(2), reach / 2 ** 20, reach, weight=lambda y: y)
h.comment("(sinh(r) / r - 1) / r^2 in r^2 for |r| <= log(2) / 512.")
h.array("sinh_polynomial", c)
print("sinh_polynomial: relative error of sinh(r)", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
c, error = fit(lambda y: (mpmath.cosh(root(y)) - 1) / y, range(2), reach / 2 ** 20, reach, weight=lambda y: y)
h.comment("(cosh(r) - 1) / r^2 in r^2.")
h.array("cosh_polynomial", c)
print("cosh_polynomial: absolute error of cosh(r)", mpmath.nstr(mpmath.log(error, 2), 5), "bits")

reach = (mpmath.log(2) / 2 * (1 + mpf(2) ** -20)) ** 2
c, error = fit(lambda y: mpmath.sinh(root(y)) / root(y), range(5), reach / 2 ** 20, reach)
h.comment("For floats: sinh(r) / r and cosh(r) in r^2 for |r| <= log(2) / 2.")
h.array("sinhf_polynomial", c)
print("sinhf_polynomial: absolute error of sinh(r) / r", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
c, error = fit(lambda y: mpmath.cosh(root(y)), range(5), reach / 2 ** 20, reach)
h.array("coshf_polynomial", c)
print("coshf_polynomial: absolute error of cosh(r)", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
reach = mpmath.log(2) / 32 * (1 + mpf(2) ** -20)
quick_sine = lambda t: (mpmath.sinh(mpmath.sqrt(t)) / mpmath.sqrt(t) - 1) / t
quick_cosine = lambda t: (mpmath.cosh(mpmath.sqrt(t)) - 1) / t
c, error = fit(quick_sine, range(3), 0, reach ** 2, weight=lambda t: t)
h.comment("The quick way: (sinh(r) - r) / r^3 and (cosh(r) - 1) / r^2 for |r| <= log(2) / 32, in powers of r^2.")
h.array("sinh_quick_polynomial", c)
print("sinh_quick_polynomial: relative error of sinh(r)", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
c, error = fit(quick_cosine, range(3), 0, reach ** 2, weight=lambda t: t)
h.array("cosh_quick_polynomial", c)
print("cosh_quick_polynomial: absolute error of cosh(r)", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
h.write(here.parent / "sinh_table.hpp")
