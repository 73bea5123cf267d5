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

quick_size = 32
step = mpmath.pi / quick_size
high, low = double_double(step)
h.comment("The quick way: 1 / step, and step = pi / 32 in two parts.")
h.constant("sin_quick_steps", double(1 / step))
h.constant("sin_quick_step_high", high)
h.constant("sin_quick_step_low", low)
print("sin_quick_step: low", bits(abs(low)), "bits; then left", bits(abs(step - high - low)))
reach = step / 2 * (1 + mpf(2) ** -14)


def nearest_angles(bits_of_results, offsets_of, offset_of, cost):
    """Of 32 angles, each next to i steps, sine, cosine, offset and error, relative to the sine: both are nearly numbers of
    so many bits, the offset a short one. Those of i and 16 - i are one, so that the cosine is as good as the sine.
    """
    quarter, found = quick_size // 4, {0: (mpf(0), mpf(1), mpf(0)), 2 * quick_size // 4: (mpf(1), mpf(0), mpf(0))}
    error = lambda i, s, c, offset: (abs(mpmath.sin(i * step + offset) - s) + reach * abs(mpmath.cos(i * step + offset) - c)
                                     + cost * abs(offset)) / s
    for i in range(1, quarter + 1):
        best = None
        for offset in map(offset_of, offsets_of(i)):
            s, c = (truncated(f(i * step + offset), bits_of_results) for f in (mpmath.sin, mpmath.cos))
            largest = max(error(i, s, c, offset), error(2 * quarter - i, c, s, -offset))
            if best is None or largest < best[0]:
                best = largest, s, c, offset
        found[i] = best[1:]
    for i in range(quarter + 1, 2 * quarter):
        s, c, offset = found[2 * quarter - i]
        found[i] = c, s, -offset
    for i in range(2 * quarter + 1, quick_size):
        s, c, offset = found[quick_size - i]
        found[i] = s, -c, -offset
    return [(*found[i], error(i, *found[i]) if i else mpf(0)) for i in range(quick_size)]


def around_sines(i, bits_of_results, count):
    """Offsets that make the sine of i steps a number of so many bits."""
    sine = mpmath.sin(i * step)
    unit = mpf(2) ** (mpmath.frexp(sine)[1] - bits_of_results)
    return (mpmath.asin(truncated(sine, bits_of_results) + j * unit) - i * step for j in range(-count, count + 1))


def offsets_of(i):
    if i == quick_size // 4:  # small offsets change both by as much, and their sum, which is no double, not at all
        return (j * mpf(2) ** -42 for j in range(1, 2 ** 15))
    return around_sines(i, 53, 1500)


angles = nearest_angles(53, offsets_of, lambda offset: truncated(offset, 21), 0)
h.comment("Sines and cosines of 32 angles, i step less an offset, of which both are nearly doubles; and the offsets.")
h.halves("sin_quick_sine", [a[0] for a in angles])
h.halves("sin_quick_cosine", [a[1] for a in angles])
h.halves("sin_quick_offset", [-a[2] for a in angles])
print("sin_quick: largest offset", bits(max(abs(a[2]) for a in angles)), "bits; largest error of a sine and a cosine times",
      "the reach, relative to the sine", bits(max(a[3] for a in angles)), "bits")
c, sine_error = fit(lambda t: (s_of(t) - 1) / t, range(4), 0, reach ** 2, weight=lambda t: t)
h.comment("(sin(r) - r) / r^3 and (cos(r) - 1) / r^2 for |r| <= step / 2, in powers of r^2.")
h.array("sin_quick_polynomial", c)
print("sin_quick_polynomial: relative error of sin(r)", bits(sine_error), "bits")
c, cosine_error = fit(lambda t: (c_of(t) - 1) / t, range(4), 0, reach ** 2, weight=lambda t: t)
h.array("cos_quick_polynomial", c)
print("cos_quick_polynomial: absolute error of cos(r)", bits(cosine_error), "bits")
t_of = lambda t: mpmath.tan(root(t)) / root(t)
c, error = fit(lambda t: (t_of(t) - 1) / t, range(5), 0, reach ** 2, weight=lambda t: t)
h.comment("(tan(r) - r) / r^3 for |r| <= step / 2, in powers of r^2.")
h.array("tan_quick_polynomial", c)
print("tan_quick_polynomial: relative error of tan(r)", bits(error), "bits")

# docs/maths/sin.md#quick: the table's lines, in parts of the sine and of the cosine
u, cubic, half_square = mpf(2) ** -53, reach ** 3 / 6 + mpf(2) ** -22, reach ** 2 / 2
needed = [mpf("4.75") * u * reach ** 2 / 6 + sine_error + mpf(2) ** -73]
for s, c, offset, error in angles[1:quick_size // 2 + 1]:
    low = s * half_square + c * cubic
    total = s * (reach * mpf(2) ** -58 + mpf(2) ** -63 + reach ** 2 * mpf(2) ** -55 * mpf("1.01") + mpf(2) ** -63 + cosine_error)
    total += c * (mpf("4.75") * u * cubic + half_square * mpf(2) ** -58 + reach * sine_error)
    total += 2 * u * low * (1 + mpf(2) ** -20) + error * s + mpf(2) ** -80
    needed.append(total / (2 * s - c * reach))
h.comment("The bound of the quick way, relative to the sum of the sine in the table and the result.")
h.constant("sin_quick_error", mpmath.ldexp(mpmath.ceil(mpmath.ldexp(max(needed) * (1 + mpf(2) ** -10), 68)), -68))
print("sin_quick_error, in units of 2^-63:", " ".join(mpmath.nstr(e * 2 ** 63, 4) for e in needed))

step, u = mpmath.pi / quick_size, mpf(2) ** -24
h.comment("The quick way of floats, in pairs of them: 1 / step, and step = pi / 32 in two parts.")
high, low = single(step), single(step - single(step))
h.constant("sin_pair_steps", single(1 / step))
h.constant("sin_pair_step_high", high)
h.constant("sin_pair_step_low", low)
print("sin_pair_steps: relative error", bits(abs(single(1 / step) * step - 1)), "bits; sin_pair_step: low", bits(abs(low)),
      "bits; then left", bits(abs(step - high - low)))
reach = step / 2 * (1 + mpf(2) ** -6)

angles = nearest_angles(24, lambda i: around_sines(i, 24, 6000 if i == quick_size // 4 else 1500), single, u)
h.comment("Sines and cosines of 32 angles, i step less an offset, of which both are nearly floats; and the offsets.")
h.floats("sin_pair_sine", [a[0] for a in angles])
h.floats("sin_pair_cosine", [a[1] for a in angles])
h.floats("sin_pair_offset", [-a[2] for a in angles])
print("sin_pair: largest offset", bits(max(abs(a[2]) for a in angles)), "bits; largest |y| cosine / sine",
      mpmath.nstr(max((step / 2 * (1 + mpf(2) ** -9) + abs(a[2])) * abs(a[1]) / a[0] for a in angles[1:]), 6))
c, error = fit(lambda t: (s_of(t) - 1) / t, range(2), 0, reach ** 2, [0, 0], weight=lambda t: t / (1 - s_of(t)))
h.comment("(sin(r) - r) / r^3 for |r| <= step / 2, in powers of r^2.")
h.array("sin_pair_polynomial", c)
print("sin_pair_polynomial: relative error", bits(error), "bits")
c, error = fit(lambda t: (t_of(t) - 1) / t, range(2), 0, reach ** 2, [0, 0], weight=lambda t: t / (t_of(t) - 1))
h.comment("(tan(r) - r) / r^3, likewise.")
h.array("tan_pair_polynomial", c)
print("tan_pair_polynomial: relative error", bits(error), "bits")
c, error = fit(lambda t: (2 - 2 * c_of(t) - t) / t ** 2, range(1), 0, reach ** 2, [0], weight=lambda t: t ** 2)
h.comment("(2 - 2 cos(r) - r^2) / r^4, likewise.")
h.constant("cos_pair_fourth", c[0])
print("cos_pair_fourth: absolute error of cos(r)", bits(error / 2), "bits")
needed = max(a[3] for a in angles)
print("sin_pair: largest error of a sine, and a cosine and an offset's rounding, relative to the sine", bits(needed), "bits")
h.comment("The bound of the quick way of floats, relative to the sine in the table.")
h.constant("sin_pair_error", mpmath.ldexp(mpmath.ceil(mpmath.ldexp((needed + error / 2 + mpf(2) ** -41) * (1 + mpf(2) ** -10), 45)), -45))

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
