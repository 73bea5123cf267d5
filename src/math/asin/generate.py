"""The tables of asin and acos: python3 src/math/asin/generate.py writes asin_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from fitting import *

size = 91
shrink = 1 - mpf(2) ** -10  # the index of a sine n is the integer nearest to 128 n shrink
h = header("src/math/asin/generate.py")
h.comment("How many rows a quadrant has, and what its sines are multiplied by for an index.")
h.lines.append(f"inline constexpr unsigned asin_rows = {size};")
h.constant("asin_shrink", shrink)


def angle(quarters, sign, i):
    return double_double(quarters * mpmath.pi / 2 + sign * mpmath.asin(mpf(i) / 128))


h.comment("For a = asin(i/128): a, pi/2 - a, pi/2 + a and pi - a in rows i, 181 - i, 182 + i and 363 - i; and cos(a).")
up, down = range(size), range(size - 1, -1, -1)
h.rows("asin_table", [angle(0, 1, i) for i in up] + [angle(1, -1, i) for i in down] + [angle(1, 1, i) for i in up] +
       [angle(2, -1, i) for i in down])
h.rows("asin_cosines", [double_double(mpmath.sqrt(1 - (mpf(i) / 128) ** 2)) for i in range(128)])


def tail(u):
    """(asin(z) - z) / z^3 of u = z^2."""
    z = mpmath.sqrt(u)
    return (mpmath.asin(z) - z) / z ** 3


# The sine of the difference of the angles is largest at either end of a row.
reach = mpf(0)
for i in range(size):
    for n in ((i - mpf(1) / 2) / (128 * shrink), min((i + mpf(1) / 2) / (128 * shrink), mpmath.sqrt(0.5))):
        reach = max(reach, abs(mpmath.sin(mpmath.asin(n) - mpmath.asin(mpf(i) / 128))))
print("largest |z|", mpmath.nstr(reach, 5))
reach *= 1 + mpf(2) ** -20
tiny = mpf(2) ** -60
c, error = fit(tail, range(3), tiny, reach ** 2, weight=lambda u: 1 / abs(tail(u)))
h.comment("(asin(z) - z) / z^3 in powers of z^2, for the sines of differences.")
h.array("asin_polynomial", c)
print("asin_polynomial: relative error of asin(z) - z", mpmath.nstr(mpmath.log(error, 2), 5), "bits")

# The quick way: sines i/16, of which no argument has more than eleven.
quick_shrink = 1 - mpf(2) ** -8
quick_sines = [mpf(i) / 16 for i in range(16)]
h.comment("The quick way, with sines of i/16: what a sine is multiplied by for an index, their cosines and their angles.")
h.constant("asin_quick_shrink", quick_shrink)
for name, values in ("cosine", [mpmath.sqrt(1 - s * s) for s in quick_sines]), ("angle", [mpmath.asin(s) for s in quick_sines]):
    h.array(f"asin_quick_{name}_high", [double_double(v)[0] for v in values])
    h.array(f"asin_quick_{name}_low", [double_double(v)[1] for v in values])
h.comment("pi/2 and pi in two parts.")
for name, value in ("quarter", mpmath.pi / 2), ("half", mpmath.pi):
    h.constant(f"asin_{name}_turn_high", double_double(value)[0])
    h.constant(f"asin_{name}_turn_low", double_double(value)[1])
reach = mpf(0)
for i in range(12):
    for n in ((i - mpf(1) / 2) / (16 * quick_shrink), min((i + mpf(1) / 2) / (16 * quick_shrink), mpmath.sqrt(0.5))):
        reach = max(reach, abs(mpmath.sin(mpmath.asin(n) - mpmath.asin(quick_sines[i]))))
print("quick: largest |z|", mpmath.nstr(reach, 5))
reach *= 1 + mpf(2) ** -20
c, error = fit(tail, range(5), tiny, reach ** 2, weight=lambda u: 1 / abs(tail(u)))
h.comment("(asin(z) - z) / z^3 in powers of z^2.")
h.array("asin_quick_polynomial", c)
print("asin_quick_polynomial: relative error of asin(z) - z", mpmath.nstr(mpmath.log(error, 2), 5), "bits")

slope = lambda u: mpmath.asin(mpmath.sqrt(u)) / mpmath.sqrt(u)
h.comment("For floats: asin(s) / s in powers of s^2 for s <= 1/2.")
c, error = fit(slope, range(11), tiny, mpf(1) / 4, weight=lambda u: 1 / slope(u))
h.array("asinf_polynomial", c)
print("asinf_polynomial: relative error", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
h.comment("pi/2 and pi.")
h.constant("asinf_quarter", double(mpmath.pi / 2))
h.constant("asinf_half", double(mpmath.pi))
h.write(here.parent / "asin_table.hpp")
