"""The tables of lgamma and tgamma: python3 src/math/lgamma/generate.py writes gamma_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from fitting import *


def bits(x):
    return mpmath.nstr(mpmath.log(x, 2), 5)


def total(cut):
    return sum(abs(c) for c in cut)


def long_row(f, reach):
    """The first three coefficients as double-doubles, the other eight as doubles, as piece() wants them."""
    c, cut = interpolated(f, reach, 10, 24)
    assert all(abs(c[n + 1]) * reach < abs(c[n]) / 2 for n in range(2))
    row = [part for x in c[:3] for part in double_double(x)] + [double(x) for x in c[3:]]
    c3, c4, *others = [abs(x) for x in row[6:]]
    lost = reach ** 3 * (5 * c3 + 6 * c4 * reach + 9 * sum(x * reach ** n for n, x in enumerate(others, 2)))
    return row, total(cut) / abs(f(reach)), lost / abs(f(reach))


h = header("src/math/lgamma/generate.py")
h.comment("1 / gamma(1 + f) for |f| <= 1/2.")
c, cut = interpolated(lambda t: mpmath.rgamma(1 + t), mpf(1) / 2, 13)
h.array("reciprocal_gamma_polynomial", [double(x) for x in c])
print("reciprocal_gamma_polynomial: relative error", bits(total(cut) / mpmath.rgamma(mpf(1) / 2)))

h.comment("log(gamma(x)) / ((x - 1) (x - 2)), x = c + t, where c is the middle of all doubles with the exponent and first")
h.comment("four bits of one of them, from 1/2 to 8.")
rows, errors = [], []
x = mpf(1) / 2
while x < 8:
    step = mpf(2) ** (mpmath.frexp(x)[1] - 5)
    middle = x + step / 2
    quotient = lambda t: mpmath.loggamma(middle + t) / ((middle + t - 1) * (middle + t - 2))
    c, cut = interpolated(quotient, step / 2, 7, 20)
    rows.append([double(x) for x in c])
    errors.append(total(cut) / quotient(step / 4))
    x += step
h.rows("lgammaf_table", rows)
print("lgammaf_table:", len(rows), "rows, relative error", bits(max(errors)))

h.comment("a (log(gamma(a)) - (a - 1/2) log(a) + a) - a log(2 pi) / 2 for w = 1 / a^2 <= 1/64, and log(2 pi) / 2.")
stirling = lambda w: sum(mpmath.bernoulli(2 * k) / (2 * k * (2 * k - 1)) * w ** (k - 1) for k in range(1, 25))
c, error = fit(stirling, range(5), 0, mpf(1) / 64)
h.array("stirling_polynomial", c)
print("stirling_polynomial: absolute error", bits(error))
h.constant("half_log_of_two_pi", double(mpmath.log(2 * mpmath.pi) / 2))

h.comment("sin(pi f) / (pi f) in powers of f^2, for |f| <= 1/2.")
c, error = fit(lambda v: mpmath.sinc(mpmath.pi * mpmath.sqrt(v)), range(8), 0, mpf(1) / 4)
h.array("sinc_polynomial", c)
print("sinc_polynomial: absolute error", bits(error))
h.comment("The zeros z of log|gamma(x)| in (-6, -2), in two parts, how far a row reaches, and log|gamma(z + d)| / d.")
rows, errors, least = [], [], []
logarithm = lambda x: mpmath.log(abs(mpmath.gamma(x)))
for start in ["-2.457", "-2.748", "-3.144", "-3.955", "-4.039", "-4.992", "-5.008", "-5.9986"]:
    zero = mpmath.findroot(logarithm, mpf(start))
    reach = double(abs(zero - mpmath.nint(zero)) / 16)
    c, cut = interpolated(lambda d: logarithm(zero + d) / d, reach, 10, 24)
    rows.append([*double_double(zero), reach] + [double(x) for x in c])
    errors.append(total(cut) / min(abs(logarithm(zero + s * reach)) / reach for s in (-1, 1)))
    least.append(min(abs(logarithm(zero + s * reach)) / abs(zero) for s in (-1, 1)))
h.rows("lgammaf_zeros", rows)
print("lgammaf_zeros: relative error", bits(max(errors)), "least |log|gamma|| / |x| beyond the reach", bits(min(least)))

h.comment("Rows of c0, c1, c2 as double-doubles and c3 ... c10: log(gamma(1 + a)) / a for a = i/64 + t up to 1/2, then, from")
h.comment("log_gamma_first on, log(gamma(a)) / (a - 1) up to 1 and log(gamma(a)) / ((a - 1) (a - 2)) up to 16, a = c + t, where c is")
h.comment("the middle of all doubles with the exponent and first six bits of one of them, from 1/2 on.")
rows, errors, lost = [], [], []
for i in range(33):
    c = mpf(i) / 64
    quotient = lambda t: mpmath.loggamma(1 + c + t) / (c + t)
    row, error, rounding = long_row(quotient, mpf(1) / 128)
    rows.append(row), errors.append(error), lost.append(rounding)
x = mpf(1) / 2
while x < 16:
    step = mpf(2) ** (mpmath.frexp(x)[1] - 7)
    middle = x + step / 2
    quotient = lambda t: mpmath.loggamma(middle + t) / ((middle + t - 1) * (middle + t - 2 if x >= 1 else 1))
    row, error, rounding = long_row(quotient, step / 2 * (1 - mpf(2) ** -40))
    rows.append(row), errors.append(error), lost.append(rounding)
    x += step
h.lines.append("inline constexpr unsigned log_gamma_first = 33;")
h.rows("log_gamma_table", rows)
print("log_gamma_table:", len(rows), "rows, relative error", bits(max(errors)), "rounding errors", bits(max(lost)), "times u")

h.comment("a^3 times what 1 / (12 a) leaves of Stirling's series, for w = 1 / a^2 <= 1/256, and its constants.")
rest = lambda w: sum(mpmath.bernoulli(2 * k) / (2 * k * (2 * k - 1)) * w ** (k - 2) for k in range(2, 30))
c, error = fit(rest, range(8), 0, mpf(1) / 256)
h.array("long_stirling_polynomial", c)
print("long_stirling_polynomial: absolute error", bits(error))
h.array("half_log_of_two_pi_parts", double_double(mpmath.log(2 * mpmath.pi) / 2))
h.array("twelfth_parts", double_double(mpf(1) / 12))
h.array("log_of_pi_parts", double_double(mpmath.log(mpmath.pi)))
h.write(here.parent / "gamma_table.hpp")
