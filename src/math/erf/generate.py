"""The tables of erf and erfc: python3 src/math/erf/generate.py writes erf_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from pieces import *

mp.prec = 500
terms = 40


def erf_taylor(c):
    """erf' = f, f' = -2 (c + t) f."""
    f = [2 / mpmath.sqrt(mpmath.pi) * mpmath.exp(-c * c)]
    f.append(-2 * c * f[0])
    for n in range(1, terms):
        f.append(-(2 * c * f[n] + 2 * f[n - 1]) / (n + 1))
    return [mpmath.erf(c)] + [f[n] / (n + 1) for n in range(terms)]


def erfcx_taylor(c):
    """g = exp(x^2) erfc(x): g' = 2 (c + t) g - 2 / sqrt(pi)."""
    g = [mpmath.exp(c * c) * mpmath.erfc(c)]
    g.append(2 * c * g[0] - 2 / mpmath.sqrt(mpmath.pi))
    for n in range(1, terms):
        g.append((2 * c * g[n] + 2 * g[n - 1]) / (n + 1))
    return g


def bits(x):
    return mpmath.nstr(mpmath.log(x, 2), 5)


def total(cut):
    return sum(abs(c) for c in cut)


def relative_to_t(cut, degree, reach):
    """For a row of odd powers of t, where |T_n(t / reach)| <= n |t| / reach."""
    return sum(n * abs(c) for n, c in enumerate(cut, degree + 1)) / reach


def long_row(taylor, reach):
    """The first three coefficients as double-doubles, the other eight as doubles."""
    c, cut = economised(taylor, reach, 10)
    return [part for x in c[:3] for part in double_double(x)] + [double(x) for x in c[3:]], cut


def rounding(row, reach):
    """What piece() may lose at |t| <= reach, in units of u |t|^3: docs/maths/erf.md#piece."""
    c3, c4, *others = [abs(x) for x in row[6:]]
    return 5 * c3 + 6 * c4 * reach + 9 * sum(c * reach ** n for n, c in enumerate(others, 2))


h = header("src/math/erf/generate.py")
h.comment("Rows of c0, c1, c2 as double-doubles and c3 ... c10. The first for erf(c + t), where c is i/32 up to 1 and")
h.comment("(i - 16) / 16 up to 6; the others, from erfcx_first on, for exp(x^2) erfc(x), x = c + t, where c is the middle of")
h.comment("all doubles with the exponent and first five bits of one of them, from 1.5 to 27.5.")
rows, errors, lost = [], [], []
for i in range(113):
    c = mpf(i) / 32 if i <= 32 else mpf(i - 16) / 16
    reach = mpf(1) / 64 if i < 32 else mpf(1) / 32
    row, cut = long_row(erf_taylor(c), reach)
    rows.append(row)
    errors.append(relative_to_t(cut, 10, reach) / mpf("1.12") if i == 0 else total(cut) / mpmath.erf(c - reach))
    lost.append(rounding(row, reach))
print("erf rows: rounding errors in u |t|^3: below 1", mpmath.nstr(max(lost[:32]), 4), "from 1", mpmath.nstr(max(lost[32:]), 4))
print("erf rows: relative errors: row 0", bits(errors[0]), "below 1", bits(max(errors[1:32])), "from 1", bits(max(errors[32:])))
errors, lost = [], []
x = mpf(3) / 2
while x < mpf("27.5"):
    step = mpf(2) ** (mpmath.frexp(x)[1] - 6)
    row, cut = long_row(erfcx_taylor(x + step / 2), step / 2)
    rows.append(row)
    errors.append(total(cut) / row[0])
    lost.append(rounding(row, step / 2) * (step / 2) ** 3 / (row[0] + row[2] * step / 2))
    x += step
print("erfcx rows: relative error", bits(max(errors)), "rounding errors", bits(max(lost)), "times u")
h.lines.append("inline constexpr unsigned erfcx_first = 113;")
h.rows("error_table", rows)

h.comment("For floats: erf(c + t), where c is i/16 up to 6.")
rows, errors = [], []
for i in range(97):
    c = mpf(i) / 16
    reach = mpf(1) / 32
    coefficients, cut = economised(erf_taylor(c), reach, 7)
    rows.append([double(x) for x in coefficients])
    errors.append(relative_to_t(cut, 7, reach) / mpf("1.12") if i == 0 else total(cut) / mpmath.erf(c - reach))
h.rows("erff_table", rows)
print("erff rows: relative errors: row 0", bits(errors[0]), "others", bits(max(errors[1:])))

h.comment("For floats: exp(x^2) erfc(x), x = c + t, where 1 + c is the middle of all doubles with the exponent and first")
h.comment("four bits of one of them, from 1 to 11.5.")
rows, errors = [], []
x = mpf(1)
while x < mpf("11.5"):
    step = mpf(2) ** (mpmath.frexp(x)[1] - 5)
    coefficients, cut = economised(erfcx_taylor(x + step / 2 - 1), step / 2, 7)
    rows.append([double(x) for x in coefficients])
    errors.append(total(cut) / rows[-1][0])
    x += step
h.rows("erfcxf_table", rows)
print("erfcxf rows:", len(rows), "relative error", bits(max(errors)))

h.comment("The quick way for floats, at c = i/32: erf(c) and its derivative up to 6; exp(c^2) erfc(c) and its up to 10.25.")
def largest_rest(points, coefficients, taylor, value):
    """The largest relative error of so many terms within 1/64 of the points."""
    worst = mpf(0)
    for c in points:
        left = taylor(c)[coefficients:]
        for t in (-mpf(1) / 64, mpf(1) / 64):
            if c + t > 0:
                worst = max(worst, abs(sum(x * t ** n for n, x in enumerate(left, coefficients))) / value(c + t))
    return worst


points = [mpf(i) / 32 for i in range(193)]
h.rows("erff_quick_table", [[double(x) for x in erf_taylor(c)[:2]] for c in points])
print("erff_quick: relative error", bits(largest_rest(points, 6, erf_taylor, mpmath.erf)))
points = [mpf(i) / 32 for i in range(329)]
h.rows("erfcxf_quick_table", [[double(x) for x in erfcx_taylor(c)[:2]] for c in points])
print("erfcxf_quick: relative error", bits(largest_rest(points, 6, erfcx_taylor, lambda x: mpmath.exp(x * x) * mpmath.erfc(x))))
h.write(here.parent / "erf_table.hpp")

h = header("src/math/erf/generate.py")
h.comment("The quick ways by pieces: erf in floats and in doubles, and exp(x^2) erfc(x).")
for name, quick in ("erff_pieces", pieces(erf_taylor, 7, 24, 8)), ("erf_pieces", pieces(erf_taylor, 13, 53, 11)):
    for index, low, high in parts_of_binades(4, lambda x: (x - mpf("2.0625")) * 64 / 63):
        quick.add(index, low, high)
    quick.write(h, name)
quick = pieces(erfcx_taylor, 14, 53, 12)
for index, low, high in parts_of_binades(3, lambda x: x - mpf("2.125")):
    quick.add(index, low, high)
quick.write(h, "erfcx_pieces")
h.write(here.parent / "erf_pieces.hpp")
