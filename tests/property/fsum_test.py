"""Python's math.fsum is correctly rounded too, and knows nothing of this library: both must give the same bits.

    fsum_test.py path/to/libisobit.so [vectors]
"""
import array
import ctypes
import math
import os
import random
import struct
import sys


def bits(x):
    return struct.pack(">d", x).hex()


def random_number(rng, lowest, highest):
    significand = (1 << 52) | rng.getrandbits(52)
    value = math.ldexp(significand, rng.randint(lowest, highest) - 52)
    return -value if rng.getrandbits(1) else value


def cancelling(rng, size, make):
    half = [make() for _ in range(size // 2)]
    return half + [-x for x in half]


def uniform(rng, size):
    return [rng.getrandbits(53) * 2.0**-53 for _ in range(size)]


def normal(rng, size):
    return [rng.gauss(0, 1) for _ in range(size)]


def wide(rng, size):
    return [random_number(rng, -1000, 900) for _ in range(size)]


def moderate(rng, size):
    return [random_number(rng, -60, 60) for _ in range(size)]


def cancelling_to_tiny(rng, size):
    return cancelling(rng, size, lambda: random_number(rng, -40, 40)) + [random_number(rng, -200, -60)]


def huge_pairs_and_one_tiny(rng, size):
    return cancelling(rng, size, lambda: random_number(rng, 980, 1000)) + [random_number(rng, -1000, -600)]


def exact_zero(rng, size):
    return cancelling(rng, size, lambda: random_number(rng, -300, 300))


def ties(rng, size):
    one = random_number(rng, -20, 20)
    half_a_place = math.ulp(one) / 2 * rng.choice((1, -1))
    far_below = rng.choice((0.0, math.ulp(one) * 2.0**-400, -math.ulp(one) * 2.0**-400))
    return [one, half_a_place, far_below] + [0.0] * size


def subnormals(rng, size):
    return [rng.randint(-(1 << 52), 1 << 52) * 5e-324 for _ in range(size)]


def decimal_prices(rng, size):
    return [rng.randint(-100000, 100000) / 100 for _ in range(size)]


def outliers(rng, size):
    return uniform(rng, size) + [random_number(rng, 10, 400)]


def signed_zeros(rng, size):
    return [rng.choice((0.0, -0.0)) for _ in range(size)]


CLASSES = (uniform, normal, wide, moderate, cancelling_to_tiny, huge_pairs_and_one_tiny, exact_zero, ties, subnormals,
           decimal_prices, outliers, signed_zeros)


def main():
    library = ctypes.CDLL(os.path.abspath(sys.argv[1]))
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 12000
    seed = int(os.environ.get("ISOBIT_TEST_SEED", "1"))
    library.isobit_sum_f64.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_double))
    print(f"seed {seed}, {count} vectors of {len(CLASSES)} classes")
    for i in range(count):
        kind = CLASSES[i % len(CLASSES)]
        rng = random.Random(f"{kind.__name__} {seed + i}")
        size = rng.randrange(70) if rng.randrange(10) else rng.randrange(3000)
        values = kind(rng, size)
        rng.shuffle(values)
        data = array.array("d", values)
        result = ctypes.c_double()
        status = library.isobit_sum_f64(data.buffer_info()[0], len(data), ctypes.byref(result))
        expected = math.fsum(values)
        # fsum gives +0 for an exact zero of any kind; we keep the sign of a sum of nothing but -0.
        if expected == 0 and values and all(bits(x) == bits(-0.0) for x in values):
            expected = -0.0
        if status != 0 or bits(result.value) != bits(expected):
            print(f"{kind.__name__}, seed {seed + i}, size {len(values)}: fsum {expected.hex()}, "
                  f"isobit {result.value.hex()}, status {status}")
            return 1
    print("all equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
