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
h.write(here.parent / "gamma_table.hpp")
