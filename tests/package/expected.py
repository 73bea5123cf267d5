#!/usr/bin/env python3
"""Prints the bits that consumer.cpp expects, by exact rational arithmetic."""

from fractions import Fraction
from math import isqrt
from struct import pack, unpack

MASK = (1 << 64) - 1
state = 1


def next_bits():
    global state
    state = (state + 0x9E3779B97F4A7C15) & MASK
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def from_bits(bits):
    return Fraction(unpack("<d", pack("<Q", bits))[0])


def next_double(lowest, binades):
    bits = next_bits()
    exponent = lowest + next_bits() % binades
    return from_bits((bits & 0x800FFFFFFFFFFFFF) | exponent << 52)


def bits(value):
    # int/int division, and so float(Fraction), is correctly rounded in Python.
    return f"0x{unpack('<Q', pack('<d', float(value)))[0]:016x}"


def square_root(value):
    # 200 bits and a sticky one: rounding that to a double is rounding the square root.
    scaled = value.numerator * value.denominator << 400
    root = isqrt(scaled)
    return Fraction(2 * root + (root * root != scaled), value.denominator << 201)


narrow = [next_double(1013, 10) for _ in range(10000)]
wide = [next_double(1, 2000) for _ in range(10000)]
tiny = [from_bits(next_bits() % 1000) for _ in range(101)]
n = len(narrow)
squares = sum(x * x for x in narrow)
results = {
    "SUM_NARROW": sum(narrow),
    "SUM_WIDE": sum(wide),
    "SUM_TINY": sum(tiny),
    "DOT": sum(x * y for x, y in zip(narrow, wide)),
    "NRM2": square_root(squares),
    "MEAN": sum(narrow) / n,
    "VARIANCE": (n * squares - sum(narrow) ** 2) / (n * (n - 1)),
}
for name, value in results.items():
    print(name, bits(value))
