"""The certificate of `isobit verify`, computed without isobit: integers, and the definition of every result.

    python3 certificate.py          prints the certificate
    python3 certificate.py --list   prints what `isobit verify --list` must print
"""
import hashlib
import math
import struct
import sys

MASK = (1 << 64) - 1
SIZES = [0, 1, 2, 3, 5, 16, 33, 100, 1000, 4100]
LONG_SIZE = 20000
LONG_CLASSES = {"uniform", "wide", "cancelling", "any-finite"}
CLASSES = ["uniform", "signed-unit", "wide", "any-finite", "cancelling", "subnormal", "near-overflow", "integers", "halfway",
           "huge-and-tiny", "ascending", "outlier", "negative-zeros", "zeros", "one-infinity", "both-infinities", "one-nan"]


class Format:
    """A binary floating-point format: its fields, and rounding into it."""

    def __init__(self, name, precision, exponent_bits):
        self.name = name
        self.precision = precision
        self.stored = precision - 1
        self.max_biased = (1 << exponent_bits) - 1
        self.bias = self.max_biased >> 1
        self.unit = self.bias - 1 + self.stored  # every number is a multiple of 2^-unit
        self.sign = 1 << (self.stored + exponent_bits)
        self.infinity = self.max_biased << self.stored
        self.nan = self.infinity | 1 << (self.stored - 1)
        self.bytes = (1 + exponent_bits + self.stored) // 8

    def compose(self, negative, biased, fraction):
        return (self.sign if negative else 0) | biased << self.stored | (fraction & ((1 << self.stored) - 1))

    def integer(self, bits):
        """A finite number as a multiple of 2^-unit."""
        biased = bits >> self.stored & self.max_biased
        fraction = bits & ((1 << self.stored) - 1)
        magnitude = (fraction | 1 << self.stored) << (biased - 1) if biased else fraction
        return -magnitude if bits & self.sign else magnitude

    def is_nonfinite(self, bits):
        return bits & self.infinity == self.infinity

    def is_nan(self, bits):
        return self.is_nonfinite(bits) and bits & ((1 << self.stored) - 1) != 0

    def round(self, numerator, denominator):
        """The bits of numerator/denominator (not zero), rounded to nearest even."""
        sign = self.sign if numerator < 0 else 0
        numerator = abs(numerator)
        exponent = numerator.bit_length() - denominator.bit_length() - self.precision
        exponent = max(exponent, -self.unit)
        while True:
            scaled, divisor = (numerator << -exponent, denominator) if exponent < 0 else (numerator, denominator << exponent)
            quotient, remainder = divmod(scaled, divisor)
            if quotient >> self.precision == 0:
                break
            exponent += 1
        if 2 * remainder > divisor or (2 * remainder == divisor and quotient & 1):
            quotient += 1
        # With exponent = -unit this is the encoding; every step up adds one to the exponent field.
        encoded = quotient + ((exponent + self.unit) << self.stored)
        return sign | min(encoded, self.infinity)


F64 = Format("f64", 53, 11)
F32 = Format("f32", 24, 8)


def splitmix64(seed):
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        yield z ^ z >> 31


def make_numbers(f, kind, n, seed):
    """The bits of the numbers that tools/isobit/verify/data.hpp makes."""
    random = splitmix64(seed)
    numbers = []
    largest = f.max_biased - 1
    spread = 200 if f is F64 else 40
    for i in range(n):
        fraction, more = next(random), next(random)
        negative = more >> 63 != 0
        zeros = more | 1 << 20
        below_one = f.bias - 1 - ((zeros & -zeros).bit_length() - 1)
        odd = i % 2 == 1
        if kind == "uniform":
            x = f.compose(False, below_one, fraction)
        elif kind == "signed-unit":
            x = f.compose(negative, below_one, fraction)
        elif kind == "wide":
            x = f.compose(negative, f.bias - spread // 2 + more % spread, fraction)
        elif kind == "any-finite":
            x = f.compose(negative, more % f.max_biased, fraction)
        elif kind == "cancelling":
            x = (numbers[-1] ^ f.sign ^ fraction & 3) if odd else f.compose(negative, f.bias + more % 30, fraction)
        elif kind == "subnormal":
            x = f.compose(negative, 0, fraction)
        elif kind == "near-overflow":
            x = f.compose(negative, largest - more % 3, fraction)
        elif kind == "integers":
            x = f.compose(negative, f.bias + 10, fraction & ~(((1 << f.stored) - 1) >> 10))
        elif kind == "halfway":
            x = f.compose(False, f.bias, fraction & 1) if i == 0 else f.compose(negative, f.bias - f.precision, 0)
        elif kind == "huge-and-tiny":
            if i + 1 == n:
                x = f.compose(negative, 0, 1)
            else:
                x = numbers[-1] ^ f.sign if odd else f.compose(negative, largest, fraction)
        elif kind == "ascending":
            x = f.compose(False, 1 + i % largest, 0)
        elif kind == "outlier":
            x = f.compose(negative, f.bias + 60 if i == n // 2 else below_one, fraction)
        elif kind == "negative-zeros":
            x = f.compose(True, 0, 0)
        elif kind == "zeros":
            x = f.compose(negative, 0, 0)
        elif kind == "one-infinity":
            x = f.compose(True, f.max_biased, 0) if i == n // 2 else f.compose(negative, below_one, fraction)
        elif kind == "both-infinities":
            x = f.compose(i == 0, f.max_biased, 0) if i in (0, n // 2) else f.compose(negative, below_one, fraction)
        else:
            x = f.compose(negative, f.max_biased if i == n // 3 else below_one, fraction | 1)
        numbers.append(x)
    return numbers


class Total:
    """An exact sum: an integer in units of 2^-unit, and the special values apart."""

    def __init__(self, f, unit):
        self.f, self.unit = f, unit
        self.value = self.nans = self.positive = self.negative = self.seen = 0

    def add(self, bits, sign=0):
        """Adds a number, its sign changed by `sign`."""
        f = self.f
        bits ^= sign
        self.seen = max(self.seen, 1 if bits == f.sign else 2)
        if not f.is_nonfinite(bits):
            self.value += f.integer(bits) << (self.unit - f.unit)
        elif f.is_nan(bits):
            self.nans += 1
        elif bits & f.sign:
            self.negative += 1
        else:
            self.positive += 1

    def add_product(self, a, b, sign=0):
        f = self.f
        sign ^= (a ^ b) & f.sign
        zero = a & ~f.sign == 0 or b & ~f.sign == 0
        if f.is_nonfinite(a) or f.is_nonfinite(b):
            self.seen = 2
            if f.is_nan(a) or f.is_nan(b) or zero:
                self.nans += 1
            elif sign:
                self.negative += 1
            else:
                self.positive += 1
            return
        self.seen = max(self.seen, 1 if zero and sign else 2)
        magnitude = f.integer(a & ~f.sign) * f.integer(b & ~f.sign) << (self.unit - 2 * f.unit)
        self.value += -magnitude if sign else magnitude

    def special(self, to):
        if self.nans or (self.positive and self.negative):
            return to.nan
        if self.positive:
            return to.infinity
        return to.infinity | to.sign if self.negative else None

    def round(self, to, count=1):
        special = self.special(to)
        if special is not None:
            return special
        if self.value == 0:
            return to.sign if self.seen == 1 else 0
        return to.round(self.value, count << self.unit)

    def square_root(self, to):
        special = self.special(to)
        if special is not None or self.value == 0:
            return special or 0
        scaled, unit = self.value, self.unit
        shift = max(0, 150 - scaled.bit_length())
        shift += (unit + shift) % 2
        scaled <<= shift
        root = math.isqrt(scaled)
        return to.round(2 * root + (root * root != scaled), 2 << (unit + shift) // 2)

    def serialise(self):
        magnitude, lowest = abs(self.value), 0
        if magnitude:
            magnitude <<= -self.unit % 32
            lowest = -((self.unit + 31) // 32)
            while magnitude & 0xFFFFFFFF == 0:
                magnitude >>= 32
                lowest += 1
        digits = (magnitude.bit_length() + 31) // 32
        counts = self.nans or self.positive or self.negative
        flags = (1 if self.value < 0 else 0) | self.seen << 1 | (8 if counts else 0)
        state = struct.pack("<3sBBBhH", b"ibe", 1, flags, 0, lowest, digits) + magnitude.to_bytes(4 * digits, "little")
        return state + (struct.pack("<3q", self.nans, self.positive, self.negative) if counts else b"")


def total(f, numbers, sign_mask=None):
    result = Total(f, f.unit)
    for x in numbers:
        result.add(x if sign_mask is None else x & ~sign_mask)
    return result


def dot(f, x, y, sign=0, into=None):
    result = into or Total(f, 2 * f.unit)
    for a, b in zip(x, y):
        result.add_product(a, b, sign)
    return result


def variance(f, sum_, squares, n, removed):
    if n <= removed or sum_.special(f) is not None or squares.special(f) is not None:
        return f.nan
    numerator = n * squares.value - sum_.value ** 2
    return f.round(numerator, n * (n - removed) << squares.unit) if numerator else 0


def results(f, x, y):
    """(operation, bits or bytes) in the order of tools/isobit/verify/certificate.cpp."""
    n = len(x)
    sum_, squares, product = total(f, x), dot(f, x, x), dot(f, x, y)
    yield "sum", sum_.round(f)
    yield "asum", total(f, x, f.sign).round(f)
    yield "squared-norm", squares.round(f)
    yield "nrm2", squares.square_root(f)
    yield "mean", sum_.round(f, n) if n else f.nan
    yield "variance", variance(f, sum_, squares, n, 1)
    yield "variance", variance(f, sum_, squares, n, 0)
    yield "dot", product.round(f)
    if n >= 2:
        yield "strided", total(f, x[0:n // 2 * 2:2]).round(f)
        yield "strided", dot(f, x[::-1], y).round(f)
    if f is F32:
        for result in (sum_.round(F64), product.round(F64), squares.square_root(F64), sum_.round(F64, n) if n else F64.nan):
            yield "to-double", struct.pack("<Q", result)
    for state in (sum_.serialise(), product.serialise()):
        yield "state", struct.pack("<Q", len(state)) + state

    prefix = Total(f, f.unit)
    inclusive, exclusive = [], []
    for value in x:
        exclusive.append(prefix.round(f))
        prefix.add(value)
        inclusive.append(prefix.round(f))
    yield from (("inclusive-scan", bits) for bits in inclusive)
    yield from (("exclusive-scan", bits) for bits in exclusive)
    for at in range(7, n + 1, 7):
        yield "segmented-sum", total(f, x[at - 7:at]).round(f)
    keys = [i * i % 13 for i in range(n)]
    for key in sorted(set(keys)):
        yield "sum-by-key", total(f, [value for k, value in zip(keys, x) if k == key]).round(f)

    m = n // 2 * 2
    re, im, re2, im2 = x[0:m:2], x[1:m:2], y[0:m:2], y[1:m:2]
    yield "complex", total(f, re).round(f)
    yield "complex", total(f, im).round(f)
    for conjugate in (False, True):
        yield "complex", dot(f, im, im2, 0 if conjugate else f.sign, dot(f, re, re2)).round(f)
        yield "complex", dot(f, im, re2, f.sign if conjugate else 0, dot(f, re, im2)).round(f)
    yield "complex", dot(f, im, im, 0, dot(f, re, re)).square_root(f)


def groups():
    """(hash, name) of every group."""
    for kind in CLASSES:
        for f in (F64, F32):
            hashes = {}
            for n in SIZES + ([LONG_SIZE] if kind in LONG_CLASSES else []):
                x, y = make_numbers(f, kind, n, 2 * n + 1), make_numbers(f, kind, n, 2 * n + 2)
                for operation, result in results(f, x, y):
                    data = result if isinstance(result, bytes) else result.to_bytes(f.bytes, "little")
                    hashes.setdefault(operation, hashlib.sha256()).update(data)
            for operation in sorted(hashes):
                yield hashes[operation].hexdigest(), f"{f.name}/{kind}/{operation}"


def certificate(all_groups):
    return hashlib.sha256("".join(f"{name} {digest}\n" for digest, name in all_groups).encode()).hexdigest()


if __name__ == "__main__":
    everything = list(groups())
    if "--list" in sys.argv[1:]:
        for digest, name in everything:
            print(digest, "", name)
    else:
        print(certificate(everything))
