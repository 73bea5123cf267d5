"""The numbers that the golden hashes are of, drawn by integers as tests/support/random.hpp draws them, and the hash."""
import math

import numpy as np

WORD = 2**64


class Random:
    """xoshiro256** seeded by splitmix64."""

    def __init__(self, seed):
        self.state = [mixed((seed + i * 0x9E3779B97F4A7C15) % WORD) for i in range(1, 5)]

    def next(self):
        a, b, c, d = self.state
        result = rotated(b * 5 % WORD, 7) * 9 % WORD
        c, d = c ^ a, d ^ b
        self.state = [a ^ d, b ^ c, c ^ (b << 17) % WORD, rotated(d, 45)]
        return result

    def between(self, lowest, highest):
        return lowest + self.next() % (highest - lowest + 1)

    def coin(self):
        return self.next() >> 63 != 0


def mixed(z):
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
    return z ^ z >> 31


def rotated(x, by):
    return (x << by | x >> 64 - by) % WORD


def draws_of_arguments(random, count):
    """What `golden_argument` draws, for any range: uniform numbers, and what stands in for every fourth or so."""
    uniform, other = np.empty(count), np.full(count, np.nan)
    for i in range(count):
        uniform[i] = (random.next() >> 11) * 2.0**-53
        if random.next() % 4 == 0:
            x = math.ldexp(1 + uniform[i], random.between(-40, 10))
            other[i] = x if random.coin() else -x
    return uniform, other


def arguments(draws, low, high, dtype):
    uniform, other = draws
    return np.where(np.isnan(other), low + (high - low) * uniform, other).astype(dtype)


def number(random, dtype, lowest, highest, zeros):
    """An entry of a matrix: cut off to the type, its top bit at 2^lowest to 2^highest."""
    if np.dtype(dtype).kind == "c":
        real = np.empty(0, dtype).real.dtype
        re = number(random, real, lowest, highest, zeros)
        return complex(re, number(random, real, lowest, highest, zeros))
    if zeros and random.next() % zeros == 0:
        return 0.0
    top = random.between(lowest, highest)
    negative = random.coin()
    precision = np.finfo(dtype).nmant + 1
    significand = (random.next() | 1 << 63) >> (64 - precision)
    x = math.ldexp(significand, top + 1 - precision)
    return -x if negative else x


def hash_of(results, value=0xCBF29CE484222325):
    """Of the bits of doubles or floats."""
    results = np.ascontiguousarray(results)
    for word in results.view(f"u{results.real.itemsize}").reshape(-1).tolist():
        value = (value ^ word) * 0x9E3779B97F4A7C15 % WORD
        value ^= value >> 29
    return f"{value:016x}"
