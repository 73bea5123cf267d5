"""The tables of sin, cos, tan and sincos: python3 src/math/sin/generate.py writes sin_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from fitting import *

bits = lambda error: mpmath.nstr(mpmath.log(error, 2), 5)
size = 512
h = header("src/math/sin/generate.py")
step = mpmath.pi / size
h.comment("1 / step, and step = pi / 512 in three parts; the second is short enough that its multiples are exact.")
h.constant("sin_steps", double(1 / step))
parts = [double(step)]
parts.append(truncated(step - parts[0], 25))
parts.append(double(step - parts[0] - parts[1]))
for part, name in zip(parts, ["high", "middle", "low"]):
    h.constant("sin_step_" + name, part)
    print(f"sin_step_{name}", bits(abs(part)), "bits; then left", bits(abs(step - sum(parts[:parts.index(part) + 1]))))
h.constant("sin_step_rest", double(step - parts[0]))

h.comment("sin(i step) and cos(i step) as double-doubles.")
exact = lambda x: mpf(0) if abs(x) < mpf(2) ** -100 else x
h.rows("sin_table", [double_double(exact(mpmath.sin(i * step))) + double_double(exact(mpmath.cos(i * step))) for i in range(size)])

root = mpmath.sqrt
s_of = lambda t: mpmath.sin(root(t)) / root(t)
c_of = lambda t: mpmath.cos(root(t))
square = lambda reach: (reach * (1 + mpf(2) ** -20)) ** 2
reach = square(step / 2)
c, error = fit(lambda t: (s_of(t) - 1) / t, range(3), 0, reach, weight=lambda t: t)
h.comment("(sin(r) - r) / r^3 and (cos(r) - 1) / r^2 for |r| <= step / 2, in powers of r^2.")
h.array("sin_polynomial", c)
print("sin_polynomial: relative error of sin(r)", bits(error), "bits")
c, error = fit(lambda t: (c_of(t) - 1) / t, range(3), 0, reach, weight=lambda t: t)
h.array("cos_polynomial", c)
print("cos_polynomial: absolute error of cos(r)", bits(error), "bits")

h.comment("For floats: 1 / pi, pi in two parts, and sin(r) / r for |r| <= pi / 2, in powers of r^2.")
high, low = double_double(mpmath.pi)
h.constant("sinf_turns", double(1 / mpmath.pi))
h.constant("sinf_turn_high", high)
h.constant("sinf_turn_low", low)
reach = square(mpmath.pi / 2)
c, error = fit(s_of, range(7), 0, reach, weight=lambda t: 1 / s_of(t))
h.array("sinf_polynomial", c)
print("sinf_polynomial: relative error", bits(error), "bits")

h.comment("For floats, where both are needed: sin(r) / r and cos(r) for |r| <= pi / 4, in powers of r^2.")
reach = square(mpmath.pi / 4)
c, error = fit(s_of, range(6), 0, reach, weight=lambda t: 1 / s_of(t))
h.array("sinf_short_polynomial", c)
print("sinf_short_polynomial: relative error", bits(error), "bits")
c, error = fit(c_of, range(6), 0, reach, weight=lambda t: 1 / c_of(t))
h.array("cosf_short_polynomial", c)
print("cosf_short_polynomial: relative error", bits(error), "bits")

h.comment("2 / pi: 64 zero bits, then the bits behind the point.")
with mpmath.workprec(1600):
    angle_two_over_pi = int(mpmath.floor(mpmath.ldexp(2 / mpmath.pi, 64 * 20)))
h.words("angle_two_over_pi", [0] + [angle_two_over_pi >> 64 * (19 - i) & 2 ** 64 - 1 for i in range(20)])
h.write(here.parent / "sin_table.hpp")
