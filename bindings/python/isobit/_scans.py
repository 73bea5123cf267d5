"""Running sums."""
import itertools

import numpy as np

from . import _core, _integers
from ._axes import normalised_axis
from ._operands import operand, thread_count, widened
from ._results import Result, check_out, delivered


def cumsum(a, axis=None, dtype=None, out=None, *, threads=None):
    """Every partial sum, exact and rounded once: each is what ``sum`` gives of the elements up to there. As
    ``numpy.cumsum``; `dtype` may be wider than the elements' own.

    >>> import isobit
    >>> print(isobit.cumsum([1e16, 1.0, -1e16, 0.5]))
    [1.0e+16 1.0e+16 1.0e+00 1.5e+00]
    """
    op = operand(a, "cumsum")
    check_out(out, "cumsum")
    array = op.array.reshape(-1) if axis is None else op.array
    axis = 0 if axis is None else normalised_axis(axis, array.ndim)
    rows = np.ascontiguousarray(np.moveaxis(array, axis, -1))
    if op.is_integer:
        sums = _of_integers(rows, dtype if dtype is not None or out is None else out.dtype)
    else:
        result = Result(op, dtype, out, "cumsum")
        if np.promote_types(np.float32 if op.letter == "E" else op.array.dtype, _stored(result)) != _stored(result):
            raise TypeError(f"isobit.cumsum: {result.dtype} is narrower than the elements; round the result instead")
        sums = result.finished(_of_floats(widened(op.with_array(rows), result.letter), threads))
    return delivered(np.moveaxis(sums, -1, axis), out, "cumsum")


def _stored(result):
    return np.dtype(np.float32) if result.letter == "E" else np.dtype(result.letter)


def _of_floats(op, threads):
    rows = op.array
    if not op.is_complex:
        sums = np.empty(rows.shape, rows.dtype)
        _core.scan(rows, sums, op.letter, thread_count(threads))
        return sums
    sums = np.empty(rows.shape, rows.dtype)
    sums.real = _of_floats(_part(op, rows.real), threads)
    sums.imag = _of_floats(_part(op, rows.imag), threads)
    return sums


def _part(op, array):
    return type(op)(np.ascontiguousarray(array), op.letter.lower())


def _of_integers(rows, dtype):
    sums = np.empty(rows.shape, dtype=object)
    for place in np.ndindex(*rows.shape[:-1]):
        sums[place] = list(itertools.accumulate(int(x) for x in rows[place]))
    wanted = _integers.widest(rows.dtype) if dtype is None else dtype
    return _integers.as_dtype(sums, wanted, "cumsum", _integers.OBJECT_HAS_ROOM)
