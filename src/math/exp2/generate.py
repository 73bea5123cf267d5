"""The tables of exp2: python3 src/math/exp2/generate.py writes exp2_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from fitting import *

h = header("src/math/exp2/generate.py")
h.comment("log(2) as a double-double.")
high, low = double_double(mpmath.log(2))
h.constant("exp2_log_high", high)
h.constant("exp2_log_low", low)
h.comment("log(2) as a sum of two floats.")
high = single(mpmath.log(2))
h.constant("exp2_pair_log_high", high)
h.constant("exp2_pair_log_low", single(mpmath.log(2) - high))
h.comment("For floats: 2^f for |f| <= 1/2.")
reach = mpf(1) / 2
c, error = fit(lambda f: mpf(2) ** f, range(10), -reach, reach, weight=lambda f: mpf(2) ** -f)
h.array("exp2f_polynomial", c)
print("exp2f_polynomial: relative error", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
h.write(here.parent / "exp2_table.hpp")
