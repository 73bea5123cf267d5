"""Oracles that share nothing with isobit: rationals, and what they round to."""
import contextlib
import ctypes
import ctypes.util
import math
import platform
import struct
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import strategies as st

FORMATS = {np.dtype(np.float64): (53, -1074, 1024), np.dtype(np.float32): (24, -149, 128), np.dtype(np.float16): (11, -24, 16)}


def bits(x):
    """The bytes of an array or a number: what equality is of, signs of zeros and NaN included."""
    return np.asarray(x).tobytes()


BFLOAT16 = (8, -133, 128)


def rounded(value, dtype=np.float64):
    """A rational rounded to nearest, ties to even."""
    dtype = np.dtype(dtype)
    return dtype.type(rounded_to(value, *FORMATS[dtype]))


def rounded_to(value, precision, lowest, highest):
    """The same in a format that NumPy may lack, as a float: so many bits, multiples of 2^lowest, below 2^highest."""
    if value == 0:
        return 0.0
    magnitude = abs(value)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude < Fraction(2) ** exponent:
        exponent -= 1
    unit = Fraction(2) ** max(exponent - precision + 1, lowest)
    nearest = round(magnitude / unit) * unit  # Python's round of a Fraction has ties to even
    result = math.inf if nearest >= Fraction(2) ** highest else float(nearest)
    return -result if value < 0 else result


def rounded_root(value, dtype=np.float64):
    """The square root of a rational, rounded to nearest: never a tie but where it is exact."""
    if value == 0:
        return np.dtype(dtype).type(0)
    # 200 bits of the root, and whether more follow, decide the rounding.
    shift = 2 * (200 + abs(value.denominator.bit_length() - value.numerator.bit_length()))
    scaled = value * 2**shift
    whole = math.isqrt(scaled.numerator // scaled.denominator)
    more = Fraction(whole) ** 2 != scaled
    root = (Fraction(whole) + (Fraction(1, 2) if more else 0)) / 2 ** (shift // 2)
    return rounded(root, dtype)


def exact_sum(values):
    return sum((Fraction(float(x)) for x in values), Fraction(0))


def sum_oracle(values, dtype=np.float64):
    """The sum of floats by definition."""
    values = [float(x) for x in np.asarray(values).reshape(-1)]
    dtype = np.dtype(dtype)
    if any(math.isnan(x) for x in values) or (math.inf in values and -math.inf in values):
        return np.frombuffer(canonical_nan(dtype), dtype)[0]
    for infinity in (math.inf, -math.inf):
        if infinity in values:
            return dtype.type(infinity)
    total = exact_sum(values)
    if total == 0:
        negative = bool(values) and all(x == 0 and math.copysign(1, x) < 0 for x in values)
        return dtype.type(-0.0 if negative else 0.0)
    return rounded(total, dtype)


def canonical_nan(dtype):
    return {8: struct.pack("=Q", 0x7FF8 << 48), 4: struct.pack("=I", 0x7FC0 << 16), 2: struct.pack("=H", 0x7E00)}[
        np.dtype(dtype).itemsize
    ]


def floats(width=64, special=False):
    """Floats, many of them hard: ends of the range, subnormals, neighbours of powers of two."""
    any_float = st.floats(allow_nan=special, allow_infinity=special, width=width)
    if width != 64:
        return any_float
    hard = st.builds(lambda m, e, s: math.ldexp(s * m, e), st.integers(0, 2**53), st.integers(-1074, 970), st.sampled_from([1, -1]))
    return st.one_of(any_float, hard, st.sampled_from([0.0, -0.0, 5e-324, -5e-324, 1.0, -1.0, 1e16, -1e16, 2.0**-53]))


HARD = np.array([0.0, -0.0, 5e-324, -5e-324, 1.0, -1.0, 1e16, -1e16, 2.0**-53, -(2.0**-53), 2.0**-1022, 1.7976931348623157e308])
SPECIAL = np.append(HARD, [np.inf, -np.inf, np.nan])


def doubles_of(data, special=False):
    """An array that eight bytes a number decide: any float, one of ordinary size, one with few bits, or a hard one. So many
    more are drawn in a second than by a strategy for each."""
    words = np.frombuffer(data, np.uint64)
    kind, rest = words % 4, words // 4
    sign_and_fraction, exponent = words & np.uint64(0x800FFFFFFFFFFFFF), words >> np.uint64(52) & np.uint64(0x7FF)
    few_bits = words & np.uint64(0x800F000000000000)
    any_size, ordinary = np.minimum(exponent, 0x7FE), exponent % 128 + 960
    chosen = SPECIAL if special else HARD
    return np.select(
        [kind == 0, kind == 1, kind == 2],
        [(sign_and_fraction | any_size << np.uint64(52)).view(float), (sign_and_fraction | ordinary << np.uint64(52)).view(float),
         (few_bits | ordinary << np.uint64(52)).view(float)],
        chosen[rest % len(chosen)],
    )


def arrays(shapes, special=False):
    """Arrays of doubles of these shapes."""
    return shapes.flatmap(
        lambda shape: st.binary(min_size=8 * math.prod(shape), max_size=8 * math.prod(shape)).map(
            lambda data: doubles_of(data, special).reshape(shape)))


def sum_of(values):
    """The same as `sum_oracle`, by math.fsum where that knows it."""
    try:
        total = math.fsum(values)
    except (OverflowError, ValueError):  # the former its own, in between
        return sum_oracle(values)
    return np.float64(total) if total != 0 and not math.isnan(total) else sum_oracle(values)


@contextlib.contextmanager
def subnormals_flushed():
    """The thread as -ffast-math or torch.set_flush_denormal leave it: subnormal operands and results are zeros."""
    if platform.machine() != "x86_64" or platform.libc_ver()[0] != "glibc":
        pytest.skip("SKIPPED FOR LACK OF glibc on x86-64, whose fenv_t this knows")
    library = ctypes.CDLL(ctypes.util.find_library("m"))
    before, flushing = ctypes.create_string_buffer(32), ctypes.create_string_buffer(32)
    library.fegetenv(before)
    library.fegetenv(flushing)
    control_at, flush_both = 28, 0x8040  # MXCSR, and its bits FTZ and DAZ
    control, = struct.unpack_from("=I", flushing, control_at)
    struct.pack_into("=I", flushing, control_at, control | flush_both)
    library.fesetenv(flushing)
    try:
        assert np.multiply(np.float32(2.0**-126), np.float32(0.5)) == 0
        yield
    finally:
        library.fesetenv(before)


class Tensor:
    """A tensor of another package, as far as DLPack shows it."""

    def __init__(self, array, device=(1, 0)):
        self.array, self.device = array, device

    def __dlpack__(self, **arguments):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.device
