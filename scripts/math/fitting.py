"""Polynomials and tables for the functions in src/math: what every generate.py there uses."""

import struct

import mpmath
from mpmath import mp, mpf

mp.prec = 240


def double(x):
    """The double nearest to x, as an mpf."""
    return mpf(float(x)) if abs(x) >= mpf(2) ** -1022 or x == 0 else mpmath.ldexp(mpmath.nint(mpmath.ldexp(x, 1074)), -1074)


def single(x):
    """The float nearest to x, as an mpf."""
    return truncated(x, 24)


def lower_bits(x, amount):
    """The float whose bits, as an integer, are those of x less so much."""
    bits, = struct.unpack("<I", struct.pack("<f", float(x)))
    return mpf(struct.unpack("<f", struct.pack("<I", bits - amount))[0])


def double_double(x):
    high = double(x)
    return high, double(x - high)


def truncated(x, bits):
    """x rounded to so many significant bits."""
    if x == 0:
        return mpf(0)
    shift = bits - mpmath.frexp(x)[1]
    return mpmath.ldexp(mpmath.nint(mpmath.ldexp(x, shift)), -shift)


def step_parts(step):
    """The inverse of a step that is taken out of arguments; the double nearest to it and the error; 34 bits and the rest."""
    short = truncated(step, 34)
    return [double(1 / step), *double_double(step), short, double(step - short)]


def chebyshev_points(low, high, count):
    low, high = mpf(low), mpf(high)
    return [(low + high) / 2 - (high - low) / 2 * mpmath.cos(mpmath.pi * (2 * i + 1) / (2 * count)) for i in range(count)]


def nearest(f, powers, low, high, weight):
    """Coefficients over the given powers of x: least squares of weight * (p - f) at Chebyshev points.

    That is the minimax polynomial to within a bit, and unlike Remez' exchange works for any set of powers.
    """
    points = chebyshev_points(low, high, 3 * len(powers) + 2)
    a = mpmath.matrix(len(points), len(powers))
    b = mpmath.matrix(len(points), 1)
    for i, x in enumerate(points):
        w = weight(x)
        for j, power in enumerate(powers):
            a[i, j] = w * x ** power
        b[i] = w * f(x)
    transposed = a.T
    solution = mpmath.lu_solve(transposed * a, transposed * b)
    return [solution[j] for j in range(len(powers))]


def fit(f, powers, low, high, formats=None, weight=lambda x: mpf(1)):
    """The polynomial sum c_p x^p over `powers`, near f on [low, high] in weight(x) * |p(x) - f(x)|.

    Coefficients are floats (format 0), doubles (format 1) or double-doubles (format 2). Each in turn is rounded and the others fitted
    again, so that they make up for it. Returns the coefficients, a pair for a double-double, and the largest weighted
    error of the rounded polynomial on a fine grid.
    """
    formats = formats or [1] * len(powers)
    left = list(powers)
    fixed, value = [], {}
    rest = lambda x: f(x) - sum((c * x ** p for p, c in value.items()), mpf(0))
    for power, kind in zip(powers, formats):
        coefficient = nearest(rest, left, low, high, weight)[0]
        parts = ((single(coefficient),), (double(coefficient),), double_double(coefficient))[kind]
        fixed.append(parts if kind == 2 else parts[0])
        value[power] = sum(parts)
        left.pop(0)
    return fixed, max(weight(x) * abs(rest(x)) for x in chebyshev_points(low, high, 4000))


def cut_series(series, reach, degree):
    """The polynomial of this degree that a Chebyshev series in t / reach begins with.

    Returns the coefficients, not rounded, and what was cut: the error is at most the sum of its magnitudes.
    """
    # T_(n+1) = 2 s T_n - T_(n-1), s = t / reach
    before, now = [mpf(1)], [mpf(0), mpf(1)]
    result = [mpf(0)] * (degree + 1)
    for n in range(degree + 1):
        for power, c in enumerate(before):
            result[power] += series[n] * c / mpf(reach) ** power
        following = [mpf(0)] + [2 * c for c in now]
        for power, c in enumerate(before):
            following[power] -= c
        before, now = now, following
    return result, series[degree + 1:]


def economised(taylor, reach, degree):
    """cut_series of sum taylor[n] t^n for |t| <= reach."""
    # t^n = (reach / 2)^n sum binomial(n, k) T_(n - 2k), and T_0 counts half.
    series = [mpf(0)] * len(taylor)
    for n, c in enumerate(taylor):
        scaled = c * mpf(reach) ** n * mpf(2) ** (1 - n)
        for k in range(n // 2 + 1):
            series[n - 2 * k] += scaled * mpmath.binomial(n, k) / (2 if n == 2 * k else 1)
    return cut_series(series, reach, degree)


def interpolated(f, reach, degree, size=32):
    """cut_series of the polynomial that is f at so many Chebyshev points of |t| <= reach."""
    angles = [mpmath.pi * (2 * i + 1) / (2 * size) for i in range(size)]
    values = [f(reach * mpmath.cos(angle)) for angle in angles]
    series = [sum(v * mpmath.cos(n * angle) for v, angle in zip(values, angles)) * 2 / size for n in range(size)]
    series[0] /= 2
    return cut_series(series, reach, degree)


def literal(x):
    """A C++ literal with exactly this value."""
    return float(x).hex().replace(".0000000000000p", "p") if x != 0 else "0.0"


class header:
    """A generated header with tables in namespace isobit::math."""

    def __init__(self, generator):
        self.lines = [f"// Generated by {generator}; do not edit.", "#pragma once", "", "#include <isobit/version.hpp>", "",
                      '#include "arithmetic/host_device.hpp"', "", "ISOBIT_NAMESPACE_BEGIN", "namespace math {", "",
                      "// clang-format off"]

    def comment(self, text):
        self.lines.append(f"/// {text}")

    def constant(self, name, value):
        self.lines.append(f"inline constexpr double {name} = {literal(value)};")

    def integer(self, name, value):
        if "#include <cstdint>" not in self.lines:
            self.lines[3:3] = ["#include <cstdint>", ""]
        self.lines.append(f"inline constexpr std::uint64_t {name} = {value % 2 ** 64:#x};")

    def array(self, name, values):
        self.lines.append(f"ISOBIT_TABLE double {name}[{len(values)}] = {{")
        self.lines += [f"    {literal(v)}," for v in values]
        self.lines.append("};")

    def floats(self, name, values):
        self.lines.append(f"ISOBIT_TABLE float {name}[{len(values)}] = {{")
        self.lines += [f"    {literal(v)}f," for v in values]
        self.lines.append("};")

    def words(self, name, values):
        self.lines.append(f"ISOBIT_TABLE unsigned long long {name}[{len(values)}] = {{")
        self.lines += [f"    {v:#018x}," for v in values]
        self.lines.append("};")

    def halves(self, name, values):
        """The lower and the upper halves of the bits of 32 doubles; the upper ones alone where the lower ones are zero."""
        patterns = [struct.unpack("<Q", struct.pack("<d", float(v)))[0] for v in values]
        for half, shift in ("lower", 0), ("upper", 32):
            words = [pattern >> shift & 2 ** 32 - 1 for pattern in patterns]
            if half == "lower" and not any(words):
                continue
            self.lines.append(f"ISOBIT_TABLE unsigned {name}_{half}[{len(words)}] = {{")
            self.lines += ["    " + " ".join(f"{w:#010x}," for w in words[i:i + 8]) for i in range(0, len(words), 8)]
            self.lines.append("};")

    def rows(self, name, rows):
        self.lines.append(f"ISOBIT_TABLE double {name}[{len(rows)}][{len(rows[0])}] = {{")
        self.lines += ["    {" + ", ".join(literal(v) for v in row) + "}," for row in rows]
        self.lines.append("};")

    def float_columns(self, name, columns):
        self.lines.append(f"ISOBIT_TABLE float {name}[{len(columns)}][{len(columns[0])}] = {{")
        for column in columns:
            words = [literal(v) + "f" for v in column]
            self.lines += ["    {" + ", ".join(words[:4]) + ","]
            self.lines += ["     " + ", ".join(words[i:i + 4]) + "," for i in range(4, len(words) - 4, 4)]
            self.lines += ["     " + ", ".join(words[-4:]) + "},"]
        self.lines.append("};")

    def half_columns(self, name, columns, full):
        """As `halves`, of many columns: the lower halves of the first `full` ones; those of the others are zero."""
        patterns = [[struct.unpack("<Q", struct.pack("<d", float(v)))[0] for v in column] for column in columns]
        assert not any(pattern & 2 ** 32 - 1 for column in patterns[full:] for pattern in column)
        for half, shift, some in ("lower", 0, patterns[:full]), ("upper", 32, patterns):
            self.lines.append(f"ISOBIT_TABLE unsigned {name}_{half}[{len(some)}][{len(some[0])}] = {{")
            for column in some:
                words = [f"{pattern >> shift & 2 ** 32 - 1:#010x}" for pattern in column]
                self.lines += ["    {" + ", ".join(words[:8]) + ","]
                self.lines += ["     " + ", ".join(words[i:i + 8]) + "," for i in range(8, len(words) - 8, 8)]
                self.lines += ["     " + ", ".join(words[-8:]) + "},"]
            self.lines.append("};")

    def write(self, path):
        with open(path, "w") as out:
            out.write("\n".join(self.lines + ["// clang-format on", "", "}  // namespace math", "ISOBIT_NAMESPACE_END"]) + "\n")
