"""The tables that log, log2 and log10 share the shape of. docs/maths/logarithm.md#table"""

from fitting import *


class cells:
    """[start, 2 start) cut into equal steps of the bit pattern, 1 in the middle of one of them."""

    def __init__(self, size):
        self.size = size
        self.before_one = round(size * 0.586)  # so many and a half: start is near sqrt(1/2)
        self.start = self.place(0)

    def place(self, i):
        steps = mpf(i) - self.before_one - mpf(1) / 2
        return 1 + steps / (2 * self.size) if steps < 0 else 1 + steps / self.size

    def __iter__(self):
        for i in range(self.size):
            yield self.place(i), self.place(i + 1)


def reach(cell, c):
    """The largest |m c - 1| for m in the cell."""
    return max(abs(m * c - 1) for m in cell)


def exact(cell, c, unit):
    """Whether m c - 1 is a double for all doubles m in the cell, c being a multiple of unit."""
    return reach(cell, c) < mpf(2) ** (0 if cell[0] < 1 else 1) * unit


def reciprocals(size, bits, exactly=True):
    """For each cell the number of at most so many bits that is nearest to 1/m for all m in it, m c - 1 being exact."""
    chosen = []
    for cell in cells(size):
        candidates = []
        for unit in (mpf(2) ** -bits, mpf(2) ** (1 - bits), mpf(2) ** (2 - bits)):
            middle = mpmath.nint(2 / sum(cell) / unit)
            candidates += [c for c in ((middle + i) * unit for i in (-1, 0, 1))
                           if (exact(cell, c, unit) or not exactly) and truncated(c, bits) == c]
        chosen.append(mpf(1) if cell[0] < 1 < cell[1] else min(candidates, key=lambda c: reach(cell, c)))
    return chosen


size, short = 256, 10  # rows, and bits of a reciprocal
steps, shift = mpf(2) ** 42, mpf(2) ** 32


def packed_rows(base):
    """c + 2^32 t and h for each cell: h a multiple of 2^-42, 0 <= t < 2^-42, h + t = -log_base(c)."""
    rows = []
    for c in reciprocals(size, short):
        value = -mpmath.log(c) / mpmath.log(base)
        high = mpmath.floor(value * steps) / steps
        unit = mpf(2) ** (-53 if c < 1 else -52)
        low = mpmath.nint((value - high) * shift / unit) * unit
        assert double(c + low) == c + low and 0 <= low < mpf(2) ** 43 * unit
        rows.append((c + low, high))
    return rows


def pair_columns(h, name, reciprocals_of_cells, base, places=17):
    """The same in floats, the first part a multiple of 2^-places, and log_base(2) in two such parts."""
    steps = mpf(2) ** places
    values = [-mpmath.log(c) / mpmath.log(base) for c in reciprocals_of_cells]
    high = [mpmath.nint(value * steps) / steps for value in values]
    h.floats(f"{name}_high", high)
    h.floats(f"{name}_low", [single(value - part) for value, part in zip(values, high)])
    of_two = mpmath.log(2) / mpmath.log(base)
    high = mpmath.nint(of_two * steps) / steps
    h.constant(f"{name}_of_two_high", high)
    h.constant(f"{name}_of_two_low", single(of_two - high))


def quick_columns(h, name, reciprocals_of_cells, base):
    """-log_base(c) in two parts, a column each: the first a multiple of 2^-42."""
    values = [-mpmath.log(c) / mpmath.log(base) for c in reciprocals_of_cells]
    high = [mpmath.nint(value * steps) / steps for value in values]
    h.array(f"{name}_high", high)
    h.array(f"{name}_low", [double(value - part) for value, part in zip(values, high)])
