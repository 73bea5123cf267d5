"""The tables of atan and atan2: python3 src/math/atan/generate.py writes atan_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from fitting import *

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
h.write(here.parent / "atan_table.hpp")
