"""The constants of cbrt: python3 src/math/cbrt/generate.py writes cbrt_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from fitting import *

h = header("src/math/cbrt/generate.py")
c, error = fit(lambda m: m ** (-mpf(1) / 3), range(6), 1, 2, weight=lambda m: m ** (mpf(1) / 3))
h.comment("m^(-1/3) for 1 <= m <= 2: a first guess.")
h.array("cbrt_guess", c)
print("cbrt_guess: relative error", mpmath.nstr(mpmath.log(error, 2), 5), "bits")

c, error = fit(lambda m: m ** (-mpf(1) / 3), range(4), 1, 2, [0] * 4, weight=lambda m: m ** (mpf(1) / 3))
h.comment("The same in floats.")
h.array("cbrt_pair_guess", c)
print("cbrt_pair_guess: relative error", mpmath.nstr(mpmath.log(error, 2), 5), "bits")

root = mpf(2) ** (mpf(1) / 3)
h.comment("2^(-r/3) for r = -1, 0, 1.")
h.array("cbrt_power", [mpf(1), double((1 / root - root) / 2), double((1 / root + root) / 2 - 1)])
h.write(here.parent / "cbrt_table.hpp")
