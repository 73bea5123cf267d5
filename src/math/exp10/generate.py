"""The tables of exp10: python3 src/math/exp10/generate.py writes exp10_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from fitting import *

h = header("src/math/exp10/generate.py")
h.comment("step = log10(2) / 256: its inverse; the double nearest to it and the error; its first 34 bits and the rest.")
h.array("exp10_step", step_parts(mpmath.log10(2) / 256))
h.comment("The quick way: step = log10(2) / 16, its inverse, the double nearest to it and the error.")
h.array("exp10_quick_step", step_parts(mpmath.log10(2) / 16)[:3])
h.comment("log(10) as a double-double.")
high, low = double_double(mpmath.log(10))
h.constant("exp10_log_high", high)
h.constant("exp10_log_low", low)
h.comment("In floats: the step's inverse, the float nearest to it, and its error times log(10); log(10) as a sum of two.")
step = mpmath.log10(2) / 16
h.array("exp10_pair_step", [single(1 / step), single(step), single((step - single(step)) * mpmath.log(10))])
high = single(mpmath.log(10))
h.constant("exp10_pair_log_high", high)
h.constant("exp10_pair_log_low", single(mpmath.log(10) - high))

h.comment("For floats: log10(2), its inverse, and 10^f for |f| <= log10(2) / 2.")
h.constant("exp10f_step", double(mpmath.log10(2)))
h.constant("exp10f_steps", double(1 / mpmath.log10(2)))
reach = mpmath.log10(2) / 2 * (1 + mpf(2) ** -20)
c, error = fit(lambda f: mpf(10) ** f, range(10), -reach, reach, weight=lambda f: mpf(10) ** -f)
h.array("exp10f_polynomial", c)
print("exp10f_polynomial: relative error", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
h.write(here.parent / "exp10_table.hpp")
