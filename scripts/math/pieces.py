"""Tables of the quick ways by pieces: 32 polynomials, each good for a stretch of arguments. docs/maths/quick_pieces.md"""

from fitting import *


def is_reachable(c, most):
    """Whether what the rounded sum of c and a number of at most this size lacks to c is a number itself."""
    return most < c and most <= mpf(2) ** mpmath.frexp(c - most)[1]


class pieces:
    """f by pieces, in a format of `precision` bits. `taylor(c)` gives the coefficients of f's series at c.

    A row has the coefficients of t = x - c, c, and what the first three coefficients lack. Its first `full` numbers have all
    bits, the others, of doubles, as many as the upper half of one.
    """

    def __init__(self, taylor, degree, precision, full):
        self.taylor, self.degree, self.precision, self.full = taylor, degree, precision, full
        self.short = 21 if precision == 53 else precision
        self.u = mpf(2) ** -precision
        self.rows, self.worst = [None] * 32, mpf(0)

    def add(self, index, low, high, taylor=None):
        """The stretch from low to high; the center is 0, where that is an end, or next to the middle."""
        taylor = taylor or self.taylor
        c = mpf(0) if low == 0 or high == 0 else truncated((low + high) / 2, 12)
        series, reach = taylor(c), max(high - c, c - low)
        tail, cut = economised(series[3:], reach, self.degree - 3)
        exact = series[:3] + tail
        row = [truncated(x, self.precision if i < self.full else self.short) for i, x in enumerate(exact)]
        lows = [truncated(exact[i] - row[i], self.short) for i in range(3)]

        # What is lost, in parts of the powers of t. docs/maths/quick_pieces.md#roundings
        lost = [abs(x - y - (lows[n] if n < 3 else 0)) for n, (x, y) in enumerate(zip(exact, row))]
        lost[3] += self.u * abs(row[3]) + sum(abs(x) for x in cut)
        for n in range(4, self.degree + 1):
            lost[n] += self.u * (n - 1) * abs(row[n])
        for n in range(3):
            above = sum(abs(x) * reach ** i for i, x in enumerate(row[n + 1:], 1))
            if row[n] != 0 and not is_reachable(abs(row[n]), above):
                lost[n] += self.u * above
        for i in range(-64, 65):
            t = (high - c if i > 0 else c - low) * i / 64
            if c + t != 0:
                cubic = abs(mpmath.polyval(row[:2:-1], t) * t ** 3)
                error = sum(x * abs(t) ** n for n, x in enumerate(lost)) - mpf("2.999") * self.u * cubic
                self.worst = max(self.worst, error / abs(mpmath.polyval(row[::-1], t)))
        assert self.rows[index] is None
        self.rows[index] = row + [c] + lows

    def write(self, h, name):
        columns = list(zip(*self.rows))
        if self.precision == 24:
            h.float_columns(name, columns)
        else:
            h.half_columns(name, columns, self.full)
        print(name, "relative error beside 3u |cubic|:", mpmath.nstr(mpmath.log(self.worst, 2), 5), "bits")


def quarters_of_binades():
    """The stretches from 2^-4 to 2^4, the first from 0 on: each at the lowest five bits of exponent and two bits more."""
    for exponent in range(-4, 4):
        for quarter in range(4):
            low, high = ((1 + mpf(quarter + j) / 4) * mpf(2) ** exponent for j in (0, 1))
            yield (exponent + 127) * 4 + quarter & 31, 0 if (exponent, quarter) == (-4, 0) else low, high


def parts_of_binades(bits, argument_of):
    """The stretches in which a number from 2 on begins with the same bits; `argument_of` it is the function's."""
    for index in range(32):
        low, high = (argument_of(mpmath.ldexp(1 + mpf(i % 2 ** bits) / 2 ** bits, 1 + (i >> bits))) for i in (index, index + 1))
        yield index, max(low * (1 - mpf(2) ** -20), 0), high * (1 + mpf(2) ** -20)
