"""The tables of log: python3 src/math/log/generate.py writes log_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from logarithm_rows import *


def bits(x):
    return mpmath.nstr(mpmath.log(x, 2), 6)


h = header("src/math/log/generate.py")
h.comment("The mantissa m is taken from [logarithm_start, 2 logarithm_start), in 256 cells; 1 is the middle of one.")
h.constant("logarithm_start", cells(size).start)
h.comment("For each cell c + 2^32 t and h: c m is near 1, h + t = -log(c), h a multiple of 2^-42.")
h.rows("log_table", packed_rows(mpmath.e))
high = truncated(mpmath.log(2), 42)
h.comment("log(2) in two parts, the first a multiple of 2^-42.")
h.constant("log_of_two_high", high)
h.constant("log_of_two_low", double(mpmath.log(2) - high))

pairs = list(zip(cells(size), reciprocals(size, short)))
most = max(reach(cell, c) for cell, c in pairs)
low, high = -most * mpf("0.9"), most * mpf("0.901")  # no wider: where |r| is larger, so is the logarithm
c, _ = fit(lambda r: mpmath.log1p(r) - r + r * r / 2, range(3, 9), low, high, weight=lambda r: 1 / abs(r))
h.comment("-2 (log(1 + r) - r + r^2/2) / r^3.")
h.array("logarithm_polynomial", [-2 * x for x in c])


def relative(function):
    """The largest of function(r) / |log(m)| over 17 points m of every cell."""
    worst = mpf(0)
    for (low, high), c in pairs:
        for m in (low + (high - low) * i / 16 for i in range(17)):
            if m != 1:
                worst = max(worst, function(m * c - 1) / abs(mpmath.log(m)))
    return worst


print("largest |r|:", bits(most), "bits")
print("logarithm_polynomial: error relative to the logarithm", bits(relative(
    lambda r: abs(sum(x * r ** (i + 3) for i, x in enumerate(c)) - mpmath.log1p(r) + r - r * r / 2))), "bits")
for i in 1, 2, 3:
    print(f"largest |r|^{i} / |log|:", bits(relative(lambda r: abs(r) ** i)), "bits")

quick_size = 16
h.comment("The quick way, in 16 cells: c, and -log(c) in two parts, the first a multiple of 2^-42.")
quick_c = reciprocals(quick_size, 6)
h.constant("log_quick_start", cells(quick_size).start)
h.array("log_quick_reciprocals", quick_c)
quick_columns(h, "log_quick", quick_c, mpmath.e)
pairs = list(zip(cells(quick_size), quick_c))
most = max(reach(cell, c) for cell, c in pairs)
c, _ = fit(lambda r: mpmath.log1p(r) - r + r * r / 2, range(3, 12), -most, most * (1 + mpf(2) ** -20),
           weight=lambda r: 1 / abs(r))
h.comment("(log(1 + r) - r + r^2/2) / r^3.")
h.array("log_quick_polynomial", c)
print("quick: largest |r|:", bits(most), "bits")
print("log_quick_polynomial: error relative to the logarithm", bits(relative(
    lambda r: abs(sum(x * r ** (i + 3) for i, x in enumerate(c)) - mpmath.log1p(r) + r - r * r / 2))), "bits")
h.comment("In doubles for floats: -log(c), and (log(1 + r) - r) / r^2.")
h.array("logf_quick_starts", [double(-mpmath.log(c)) for c in quick_c])
short_c, _ = fit(lambda r: mpmath.log1p(r) - r, range(2, 7), -most, most * (1 + mpf(2) ** -20), weight=lambda r: 1 / abs(r))
h.array("logf_quick_polynomial", short_c)
print("logf_quick_polynomial: error relative to the logarithm", bits(relative(
    lambda r: abs(sum(x * r ** (i + 2) for i, x in enumerate(short_c)) - mpmath.log1p(r) + r))), "bits")
print("quick: largest |r|^3 / |log|:", bits(relative(lambda r: abs(r) ** 3)), "bits")

h.comment("The quick way for floats, in the same cells: c, -log(c) in two parts, the first a multiple of 2^-17, log(2) likewise,")
h.comment("and (log(1 + r) - r + r^2/2) / r^3, all floats.")
h.floats("log_pair_reciprocals", quick_c)
pair_columns(h, "log_pair", quick_c, mpmath.e)
c, _ = fit(lambda r: mpmath.log1p(r) - r + r * r / 2, range(3, 7), -most, most * (1 + mpf(2) ** -20), [0] * 4,
           weight=lambda r: 1 / abs(r))
h.array("log_pair_polynomial", c)
print("log_pair_polynomial: error relative to the logarithm", bits(relative(
    lambda r: abs(sum(x * r ** (i + 3) for i, x in enumerate(c)) - mpmath.log1p(r) + r - r * r / 2))), "bits")
for name, base, units, small in (("log", mpmath.e, "5.2", 5), ("log2", 2, "6.22", 7), ("log10", 10, "6.22", 3.5)):
    factor = 1 / mpmath.log(base)
    worst = max((mpf(units) * mpf(2) ** -24 * factor * abs(m * c - 1) ** 3 / 3 + (small * mpf(2) ** -43 if c != 1 else 0)) /
                (factor * abs(mpmath.log(m)))
                for (low, high), c in pairs for m in (low + (high - low) * i / 64 for i in range(65)) if m != 1)
    print(f"{name}: roundings in pairs of floats relative to the logarithm", mpmath.nstr(worst * 2 ** 33, 5), "2^-33")

h.comment("For floats, in 128 cells: c and -log(c); then (log(1 + r) - r) / r^2.")
float_size, float_short = 128, 20
h.constant("logf_start", cells(float_size).start)
float_c = reciprocals(float_size, float_short, False)
h.rows("logf_table", [(c, double(-mpmath.log(c))) for c in float_c])
pairs = list(zip(cells(float_size), float_c))
most = max(reach(cell, c) for cell, c in pairs)
c, _ = fit(lambda r: mpmath.log1p(r) - r, range(2, 6), -most, most * (1 + mpf(2) ** -20), weight=lambda r: 1 / abs(r))
h.array("logf_polynomial", c)
print("floats: largest |r|:", bits(most), "bits")
print("logf_polynomial: error relative to the logarithm", bits(relative(
    lambda r: abs(sum(x * r ** (i + 2) for i, x in enumerate(c)) - mpmath.log1p(r) + r))), "bits")
h.constant("log_of_two", double(mpmath.log(2)))
h.write(here.parent / "log_table.hpp")
