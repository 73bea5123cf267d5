"""The tables of pow: python3 src/math/pow/generate.py writes pow_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from fitting import *

h = header("src/math/pow/generate.py")


def rows(index_bits):
    """The ranges of the significand, as (low, high): 2^index_bits of them in [0.707, 1.414), one of them around 1."""
    width = 2 ** (52 - index_bits)
    one = 1023 << 52
    start = (((one - 2 ** 52) + int((2 * mpmath.sqrt(mpf(0.5)) - 1) * 2 ** 52)) // width) * width + width // 2
    value = lambda b: mpmath.ldexp((b & (2 ** 52 - 1)) + 2 ** 52, (b >> 52) - 1023 - 52)
    return start, [(value(start + i * width), value(start + (i + 1) * width)) for i in range(2 ** index_bits)]


index_bits = 9
start, ranges = rows(index_bits)
ln2_high = truncated(mpmath.log(2), 42)
h.comment("Where the ranges begin, as the bits of a double, less those of 1: ranges of the table below.")
h.integer("pow_start", start - (1023 << 52))
h.comment("log(2) in two parts, the first short enough that its multiples are exact.")
h.constant("pow_ln2_high", ln2_high)
h.constant("pow_ln2_low", double(mpmath.log(2) - ln2_high))
inverses, logs, reach, ratio = [], [], mpf(0), mpf(0)
for low, high in ranges:
    step = mpf(2) ** -(index_bits + 1 if high > 1 else index_bits)
    near = max(abs(low - 1), abs(high - 1)) < mpf(2) ** -index_bits
    inverse = mpf(1) if near else mpmath.nint(2 / (low + high) / step) * step
    z = max(abs(low * inverse - 1), abs(high * inverse - 1))
    assert inverse == 1 or z < mpf(2) ** -index_bits  # low * inverse - 1 is a double
    reach = max(reach, z)
    log = -mpmath.log(inverse)
    log_high = mpmath.nint(log * mpf(2) ** 42) / mpf(2) ** 42
    assert log == 0 or abs(log_high) > z
    if inverse != 1:
        ratio = max(ratio, z / min(abs(mpmath.log(low)), abs(mpmath.log(high))))
    inverses.append((inverse,))
    logs.append((log_high, double(log - log_high)))
h.comment("1/c, a few bits, where c is near the middle of the range.")
h.rows("pow_inverse", inverses)
h.comment("log(c) in two parts, the first a multiple of 2^-42.")
h.rows("pow_log", logs)
print("ranges: |z| <=", mpmath.nstr(mpmath.log(reach, 2), 5), "bits; z / log(x) <=", mpmath.nstr(ratio, 5), "where 1/c is not 1")



def third_term(z):
    if abs(z) < mpf(2) ** -60:
        return -mpf(2) / 3 + z / 2  # no cancellation
    return (mpmath.log1p(z) - z + z * z / 2) / (-z ** 3 / 2)


c, error = fit(third_term, range(6), -reach, reach)
h.comment("(log(1 + z) - z + z^2/2) / (-z^3/2).")
h.array("pow_polynomial", c)
print("pow_polynomial: absolute error", mpmath.nstr(mpmath.log(error, 2), 5), "bits")

start, ranges = rows(6)
h.comment("For floats: the ranges; 1/c and log2(c).")
h.integer("powf_start", start - (1023 << 52))
table, reach = [], mpf(0)
for low, high in ranges:
    inverse = mpf(1) if low <= 1 <= high else truncated(2 / (low + high), 26)
    reach = max(reach, abs(low * inverse - 1), abs(high * inverse - 1))
    table.append((inverse, double(-mpmath.log(inverse, 2))))
h.rows("powf_table", table)
c, error = fit(lambda z: mpmath.log1p(z) / z / mpmath.log(2), range(7), -reach, reach)
h.comment("log2(1 + z) / z.")
h.array("powf_polynomial", c)
print("powf_polynomial: |z| <=", mpmath.nstr(mpmath.log(reach, 2), 5), "bits; absolute error",
      mpmath.nstr(mpmath.log(error, 2), 5), "bits")
c, error = fit(lambda f: mpf(2) ** f, range(10), -mpf(0.5), mpf(0.5), weight=lambda f: mpf(2) ** -f)
h.comment("2^f for |f| <= 1/2.")
h.array("powf_power", c)
print("powf_power: relative error", mpmath.nstr(mpmath.log(error, 2), 5), "bits")
h.write(here.parent / "pow_table.hpp")
