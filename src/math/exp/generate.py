"""The tables of exp: python3 src/math/exp/generate.py writes exp_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from fitting import *

size = 256
h = header("src/math/exp/generate.py")
step = mpmath.log(2) / size
h.comment("step = log(2) / 256: its inverse; the double nearest to it and the error; its first 34 bits and the rest.")
h.array("exp_step", step_parts(step))
h.comment("2^(i/256) as a double-double.")
h.rows("exp_table", [double_double(mpf(2) ** (mpf(i) / size)) for i in range(size)])

reach = step / 2 * (1 + mpf(2) ** -20)
c, error = fit(lambda r: mpmath.expm1(r) - r, range(2, 6), -reach, reach)
h.comment("(exp(r) - 1 - r) / r^2 for |r| <= step / 2.")
h.array("exp_polynomial", c)
print("exp_polynomial: absolute error of exp(r)", mpmath.nstr(mpmath.log(error, 2), 5), "bits")

quick_size = 16
step = mpmath.log(2) / quick_size
h.comment("The quick way: step = log(2) / 16, its inverse, the double nearest to it and the error.")
h.array("exp_quick_step", step_parts(step)[:3])
h.comment("2^(i/16) as a double, and the logarithm of what that lacks.")
powers = [double(mpf(2) ** (mpf(i) / quick_size)) for i in range(quick_size)]
h.array("exp_quick_powers", powers)
h.array("exp_quick_rests", [double(mpmath.log(2) * i / quick_size - mpmath.log(t)) for i, t in enumerate(powers)])
reach = step / 2 * (1 + mpf(2) ** -20)
c, error = fit(lambda r: mpmath.expm1(r) - r, range(2, 8), -reach, reach)
h.comment("(exp(r) - 1 - r) / r^2 for |r| <= step / 2.")
h.array("exp_quick_polynomial", c)
print("exp_quick_polynomial: absolute error of exp(r)", mpmath.nstr(mpmath.log(error, 2), 5), "bits")

h.comment("The quick way for floats: the step's inverse, the float nearest to it and the error. 2^(i/16) as a float, its bits")
h.comment("i 2^19 too small, as k 2^19 is added, and the logarithm of what it lacks. (exp(r) - 1 - r) / r^2 in floats.")
h.array("exp_pair_step", [single(1 / step), single(step), single(step - single(step))])
powers = [single(mpf(2) ** (mpf(i) / quick_size)) for i in range(quick_size)]
h.floats("exp_pair_powers", [lower_bits(t, i << 19) for i, t in enumerate(powers)])
h.floats("exp_pair_rests", [single(mpmath.log(2) * i / quick_size - mpmath.log(t)) for i, t in enumerate(powers)])
reach = step / 2 * (1 + mpf(2) ** -11)
c, error = fit(lambda r: mpmath.expm1(r) - r, range(2, 5), -reach, reach, [0] * 3)
h.array("exp_pair_polynomial", c)
print("exp_pair_polynomial: absolute error of exp(r)", mpmath.nstr(mpmath.log(error, 2), 5), "bits")

reach = mpmath.log(2) / 2 * (1 + mpf(2) ** -20)
h.comment("For floats: log(2), its inverse, and exp(r) for |r| <= log(2) / 2.")
h.constant("expf_step", double(mpmath.log(2)))
h.constant("expf_steps", double(1 / mpmath.log(2)))
c, error = fit(mpmath.exp, range(10), -reach, reach, weight=lambda r: 1 / mpmath.exp(r))
h.array("expf_polynomial", c)
print("expf_polynomial: relative error", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
h.write(here.parent / "exp_table.hpp")
