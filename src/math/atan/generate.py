"""The tables of atan and atan2: python3 src/math/atan/generate.py writes atan_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from pieces import *

bits = lambda error: mpmath.nstr(mpmath.log(error, 2), 5)

size = 128
h = header("src/math/atan/generate.py")


def angle(j):
    """The angle whose tangent or cotangent, in its octant, is the j-th multiple of 1/128 from either end."""
    octant, quarter = j // size, mpmath.pi / 2
    if octant == 0:
        return mpmath.atan(mpf(j) / size)
    if octant == 1:
        return quarter - mpmath.atan(mpf(2 * size - j) / size)
    return quarter + angle(j - 2 * size)


h.comment("Angles from 0 to pi as double-doubles: atan(i/128), pi/2 - atan(i/128), pi/2 + atan(i/128), pi - atan(i/128)")
h.comment("in rows i, 256 - i, 256 + i, 512 - i.")
h.rows("atan_table", [double_double(angle(j)) for j in range(4 * size + 1)])


def tail(u):
    """(atan(z) - z) / z^3 of u = z^2."""
    z = mpmath.sqrt(u)
    return (mpmath.atan(z) - z) / z ** 3


tiny = mpf(2) ** -60
reach = mpf(1) / (2 * size) * (1 + mpf(2) ** -20)
c, error = fit(tail, range(3), tiny, reach ** 2, weight=lambda u: 1 / abs(tail(u)))
h.comment("(atan(z) - z) / z^3 in powers of z^2, for |z| <= 1/256.")
h.array("atan_polynomial", c)
print("atan_polynomial: relative error of atan(z) - z", mpmath.nstr(mpmath.log(error, 2), 5), "bits")

slope = lambda u: mpmath.atan(mpmath.sqrt(u)) / mpmath.sqrt(u)
bend = mpmath.sqrt(2) - 1
reach = bend * (1 + mpf(2) ** -20)
h.comment("For floats: tan(pi/8), tan(3 pi/8), pi/2, pi, and atan(z) / z in powers of z^2 for |z| <= tan(pi/8).")
h.constant("atanf_bend", double(bend))
h.constant("atanf_steep", double(1 / bend))
h.constant("atanf_quarter", double(mpmath.pi / 2))
h.constant("atanf_half", double(mpmath.pi))
c, error = fit(slope, range(9), tiny, reach ** 2, weight=lambda u: 1 / slope(u))
h.array("atanf_polynomial", c)
print("atanf_polynomial: relative error", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
# The quick way: cells of a quarter of a binade from 2^-4 to 2^4, at the place of the index's lowest five bits.
quick_t, quick_angle = [None] * 32, [None] * 32
quick_reach, quick_steep = mpf(0), mpf(14)
for exponent in range(-4, 4):
    for quarter in range(4):
        low, high = ((1 + mpf(quarter + j) / 4) * mpf(2) ** exponent for j in (0, 1))
        index = (exponent + 1023) * 4 + quarter & 31
        if (exponent, quarter) == (-4, 0):
            t, angle, reach = mpf(0), mpf(0), high
        elif (exponent, quarter) == (3, 3):
            t, angle, reach = mpf(1), mpmath.pi / 2, 1 / quick_steep
        else:
            t = truncated(mpmath.tan((mpmath.atan(low) + mpmath.atan(high)) / 2), 21)
            angle = mpmath.atan(t)
            reach = max((t - low) / (1 + t * low), (high - t) / (1 + t * high))
        quick_t[index], quick_angle[index] = t, double_double(angle)
        quick_reach = max(quick_reach, reach)
h.comment("The quick way: a number in each cell of a quarter of a binade, 0 in the first, and its arc; in the last pi/2.")
h.constant("atan_quick_steep", quick_steep)
h.halves("atan_quick_tangent", quick_t)
h.halves("atan_quick_arc", [angle for angle, _ in quick_angle])
h.halves("atan_quick_rest", [truncated(rest, 21) for _, rest in quick_angle])
print("quick: largest |z|", bits(quick_reach), "bits")
c, error = fit(lambda t: (mpmath.atan(mpmath.sqrt(t)) / mpmath.sqrt(t) - 1) / t, range(7), 0, quick_reach ** 2 * (1 + mpf(2) ** -20))
h.comment("(atan(z) - z) / z^3 in powers of z^2.")
h.array("atan_quick_polynomial", c)
print("atan_quick_polynomial: error of (atan(z) - z) / z^3", bits(error), "bits")


def atan_taylor(c):
    """y' (1 + x^2) = 1."""
    slope = []
    for n in range(30):
        slope.append(((n == 0) - sum(f * slope[n - k] for k, f in ((1, 2 * c), (2, 1)) if k <= n)) / (1 + c * c))
    return [mpmath.atan(c)] + [y / (n + 1) for n, y in enumerate(slope)]


h.comment("The same for floats: atan(c + t) by pieces; in the last one of -1 / t.")
atanf = pieces(atan_taylor, 8, 24, 9)
for index, low, high in quarters_of_binades():
    if high < 16:
        atanf.add(index, low, high)
    else:
        atanf.add(index, -1 / quick_steep, 0, lambda t: [mpmath.pi / 2 + mpmath.atan(t)] + atan_taylor(t)[1:])
atanf.write(h, "atanf_pieces")
h.write(here.parent / "atan_table.hpp")
