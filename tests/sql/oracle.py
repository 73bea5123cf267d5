"""What the aggregates should give, by exact rational arithmetic, and numbers that make it hard. Knows nothing of isobit."""
import math
import struct
from fractions import Fraction

NAN = float("nan")


def bits(x):
    """The bits of a result; None stays what it is."""
    return None if x is None else struct.pack(">d", x).hex()


def rounded(value, negative_zero=False):
    """A fraction to the nearest double, ties to even: Python's division of integers is that."""
    if value == 0:
        return -0.0 if negative_zero else 0.0
    try:
        return value.numerator / value.denominator
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def root(value):
    """The square root of a fraction to the nearest double: from 64 bits or more, and whether anything is below them."""
    if value == 0:
        return 0.0
    shift = max(0, 160 - value.numerator.bit_length() + value.denominator.bit_length()) // 2 * 2
    whole, rest = divmod(value.numerator << shift, value.denominator)
    found = math.isqrt(whole)
    inexact = rest != 0 or found * found != whole
    return rounded(Fraction(2 * found + inexact, 2 << shift // 2))


def to_float(value):
    """A fraction to the nearest float, ties to even."""
    if value == 0:
        return 0.0
    exponent = max(math.floor(math.log2(abs(value))) if 2**-200 < abs(value) < 2**200 else -200, -126)
    for candidate in (exponent - 1, exponent, exponent + 1):
        if candidate >= -126 and Fraction(2) ** candidate <= abs(value) < Fraction(2) ** (candidate + 1):
            exponent = candidate
    unit = Fraction(2) ** (exponent - 23)
    result = round(value / unit) * unit
    return (math.inf if value > 0 else -math.inf) if abs(result) >= Fraction(2) ** 128 else float(result)


def special(addends):
    """The result where an addend is not finite, else None."""
    if any(math.isnan(x) for x in addends) or {math.inf, -math.inf} <= set(addends):
        return NAN
    return next((x for x in addends if math.isinf(x)), None)


def only_negative_zeros(addends):
    return all(x == 0 and math.copysign(1, x) < 0 for x in addends)


def exact_sum(values):
    if not values:
        return None
    infinite = special(values)
    return infinite if infinite is not None else rounded(sum(map(Fraction, values)), only_negative_zeros(values))


def exact_avg(values):
    if not values:
        return None
    infinite = special(values)
    if infinite is not None:
        return infinite
    return rounded(sum(map(Fraction, values)) / len(values), only_negative_zeros(values))


def variance(values):
    if any(not math.isfinite(x) for x in values):
        return None
    n, total = len(values), sum(map(Fraction, values))
    return (n * sum(Fraction(x) ** 2 for x in values) - total**2) / (n * (n - 1))


def exact_var_samp(values):
    if len(values) < 2:
        return None
    exact = variance(values)
    return NAN if exact is None else rounded(exact)


def exact_stddev(values):
    if len(values) < 2:
        return None
    exact = variance(values)
    return NAN if exact is None else root(exact)


def product_class(x, y):
    """A number of the same kind as the exact product: NaN, an infinity, a zero with its sign, or any other."""
    if not math.isfinite(x) or not math.isfinite(y):
        return x * y
    sign = math.copysign(1, x) * math.copysign(1, y)
    return math.copysign(0.0 if x == 0 or y == 0 else 1.0, sign)


def exact_dot(pairs):
    if not pairs:
        return None
    kinds = [product_class(x, y) for x, y in pairs]
    infinite = special(kinds)
    if infinite is not None:
        return infinite
    return rounded(sum(Fraction(x) * Fraction(y) for x, y in pairs), only_negative_zeros(kinds))


def state(values):
    """The bytes of a sum, as BITS.md specifies them."""
    finite = [x for x in values if math.isfinite(x)]
    total = sum(map(Fraction, finite), Fraction(0))
    seen = 0 if not values else 1 if only_negative_zeros(values) else 2
    counts = [sum(map(math.isnan, values)), values.count(math.inf), values.count(-math.inf)]
    lowest, digits = 0, []
    if total != 0:
        lowest = -40
        magnitude = abs(total) * 2 ** (32 * -lowest)
        assert magnitude.denominator == 1
        magnitude = magnitude.numerator
        while magnitude % 2**32 == 0:
            magnitude >>= 32
            lowest += 1
        while magnitude:
            digits.append(magnitude % 2**32)
            magnitude >>= 32
    flags = (total < 0) | seen << 1 | (8 if any(counts) else 0)
    packed = struct.pack("<3sBBBhH", b"ibe", 1, flags, 0, lowest, len(digits))
    packed += struct.pack(f"<{len(digits)}I", *digits)
    return packed + (struct.pack("<3q", *counts) if any(counts) else b"")


def random_double(random, lowest=-1070, highest=1020):
    significand = random.getrandbits(53) | 1 << random.randint(0, 52)
    return math.ldexp(random.choice((-1, 1)) * significand, max(random.randint(lowest, highest), -1022) - 52)


def shuffled(random, values):
    random.shuffle(values)
    return values


def random_group(random, most=40, infinities=True):
    """Values of one of many kinds: ordinary, wide, cancelling, ties, zeros, subnormal, huge, infinite."""
    size = random.randint(1, most)
    kind = random.randrange(9 if infinities else 8)
    if kind == 0:
        return [random.uniform(-1, 1) for _ in range(size)]
    if kind == 1:
        return [random_double(random) for _ in range(size)]
    if kind == 2:  # all but a tiny rest cancels
        half = [random_double(random, -300, 300) for _ in range(size)]
        return shuffled(random, half + [-x for x in half] + [random_double(random, -400, -350)])
    if kind == 3:  # a tie, decided far below or not at all
        return shuffled(random, [1.0, 2.0**-53, random.choice((0.0, 5e-324, -5e-324))] + [1e300, -1e300] * size)
    if kind == 4:
        return [random.choice((0.0, -0.0)) for _ in range(size)] if size % 2 else [-0.0] * size
    if kind == 5:
        return [random.randint(-1000, 1000) * 5e-324 for _ in range(size)]
    if kind == 6:  # beyond the largest number on the way, or at the end
        return [random.choice((-1, 1)) * 1.7e308 for _ in range(size)]
    if kind == 7:
        return [float(random.randint(-3, 3)) for _ in range(size)]
    return [random.choice((1.0, math.inf, -math.inf, NAN)) for _ in range(size)]
