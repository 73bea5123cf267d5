"""Integers, exactly: sums as Python's."""
import numpy as np

from . import _core
from ._operands import DTYPES, LETTERS

# What a caller can do who chooses the type of the result.
OBJECT_HAS_ROOM = "dtype=object has room for it"

# So many halves of 32 bits have a sum of 64 bits.
MOST = 2**30
# So many integers and their halves stay in a cache; of each line so many at least, as sums of Python's take longer.
IN_CACHE, LEAST = 2**16, 2**9


def line_sums(lines):
    """The sum of each line (the last axis) as an array of Python's integers."""
    total = np.zeros(lines.shape[:-1], dtype=object)
    at_once = max(IN_CACHE // max(total.size, 1), LEAST)
    for first in range(0, lines.shape[-1], at_once):
        total = total + block_sums(lines[..., first : first + at_once])
    return np.asarray(total, dtype=object)


def block_sums(lines):
    if lines.dtype.kind == "O":
        return lines.sum(axis=-1)
    if lines.dtype.kind == "b" or lines.dtype.itemsize < 8:
        return np.asarray(lines.sum(axis=-1, dtype=np.int64)).astype(object)
    high = np.asarray((lines >> 32).sum(axis=-1, dtype=np.int64)).astype(object)
    low = np.asarray((lines & 0xFFFFFFFF).sum(axis=-1, dtype=np.int64)).astype(object)
    return high * 2**32 + low


def segment_sums(values, starts):
    """The sums from each start to the next, of which none is empty, as Python's integers."""
    if values.dtype.kind == "O":
        return np.add.reduceat(values, starts)
    if len(values) > MOST:
        raise OverflowError("isobit: more than 2**30 integers in groups")
    if values.dtype.kind == "b" or values.dtype.itemsize < 8:
        return np.add.reduceat(values, starts, dtype=np.int64).astype(object)
    high = np.add.reduceat(values >> 32, starts, dtype=np.int64).astype(object)
    low = np.add.reduceat(values & 0xFFFFFFFF, starts, dtype=np.int64).astype(object)
    return high * 2**32 + low


def widest(dtype):
    """The type of several sums of integers of this type."""
    return np.dtype({"u": np.uint64, "O": object}.get(dtype.kind, np.int64))


def as_dtype(sums, dtype, name, advice="give the values as float64"):
    """Python's integers as an array of this type: floats are rounded once; OverflowError where an integer does not fit,
    with what the caller can do then."""
    dtype = np.dtype(dtype)
    if dtype.kind == "O":
        return sums
    if dtype.newbyteorder("=") in LETTERS:
        return rounded(sums, dtype)
    if dtype.kind not in "iu":
        raise TypeError(f"isobit.{name}: a result of {dtype}; integers, floats and object can be had")
    limits = np.iinfo(dtype)
    if sums.size and not limits.min <= min(sums.flat) <= max(sums.flat) <= limits.max:
        raise OverflowError(f"isobit.{name}: a sum does not fit {dtype}; {advice}")
    return sums.astype(dtype)


def rounded(sums, dtype):
    """Each rounded once: the real parts of complex ones."""
    letter = LETTERS[dtype.newbyteorder("=")].lower()
    result = np.empty(sums.shape, DTYPES[letter])
    _core.round_packed(_packed(sums), result, letter)
    return result.astype(dtype)


def rounded_means(sums, counts, dtype, name):
    """Each sum divided by its count and rounded once."""
    letter = LETTERS.get(dtype.newbyteorder("="), "no").lower()
    if letter not in "dfe":
        raise TypeError(f"isobit.{name}: a result of {dtype}; floating-point types can be had")
    result = np.empty(sums.shape, DTYPES[letter])
    _core.mean_packed(_packed(sums), np.ascontiguousarray(counts, np.uint64), result, letter)
    return result.astype(dtype)


def _packed(sums):
    return b"".join(_state_of(value).to_bytes() for value in sums.flat)


def _state_of(integer):
    state = _core.State()
    add_to(state, integer)
    return state


def add_to(state, integer):
    """Adds an integer of any size that floats reach, in pieces that they hold."""
    sign, rest, shift = (-1.0 if integer < 0 else 1.0), abs(int(integer)), 0
    if rest.bit_length() > 1024:
        raise OverflowError("isobit: an integer beyond what floating-point numbers reach")
    if rest == 0:
        state.add(0.0)
    while rest:
        piece = rest & (2**32 - 1)
        state.add_product(sign * piece, 2.0**shift)
        rest >>= 32
        shift += 32
