"""Exact sums of parts of an array, on their way to where they are merged."""
import math

import numpy as np

from . import _core
from ._axes import lines_along, normalised_axes, shape_of_result
from ._operands import LETTERS, as_floats, operand

_NOTHING = {"d": np.float64(-0.0), "f": np.float32(-0.0), "e": np.float16(-0.0)}


class Partial:
    """The exact sums of a part along some axes, how many numbers are in each, and perhaps the sums of their squares.

    `shape` has the reduced axes with length 1, so that parts of one result have one shape.
    """

    __slots__ = ("shape", "counts", "sums", "squares")

    def __init__(self, shape, counts, sums, squares):
        self.shape, self.counts, self.sums, self.squares = shape, counts, sums, squares

    def __reduce__(self):
        return Partial, (self.shape, self.counts, self.sums, self.squares)

    @staticmethod
    def of(array, axis, squares=False, skipna=False):
        """That of an array; `skipna` leaves NaN out."""
        op = as_floats(operand(array, "sum"), "sum")
        if op.letter not in _NOTHING:
            raise TypeError(f"isobit: exact sums of parts are of real floats, not {op.array.dtype}")
        axes = normalised_axes(axis, op.array.ndim)
        shape = shape_of_result(op.array.shape, axes, True)
        values = op.array
        count = math.prod(values.shape[i] for i in axes)
        counts = np.full(math.prod(shape), count, np.uint64)
        if skipna:
            missing = np.isnan(values)
            # A negative zero changes no sum, and no sum of squares but by a zero.
            values = np.where(missing, _NOTHING[op.letter], values)
            counts = np.ascontiguousarray(np.count_nonzero(~missing, axis=axes), np.uint64).reshape(-1)
        lines = lines_along(values, axes, by_columns=False)
        packed = [_core.pack_lines(lines, op.letter, of_squares, 1) for of_squares in (False, True)[: 1 + squares]]
        return Partial(shape, counts, packed[0], packed[1] if squares else None)

    @staticmethod
    def merged(parts):
        """All parts as one."""
        first = parts[0]
        if any(part.shape != first.shape for part in parts):
            raise ValueError("isobit: parts of different results")
        squares = None if first.squares is None else _core.merge_packed([part.squares for part in parts])
        counts = np.sum([part.counts for part in parts], axis=0, dtype=np.uint64)
        return Partial(first.shape, counts, _core.merge_packed([part.sums for part in parts]), squares)

    def sum(self, dtype):
        result = self._filled(dtype, lambda out, letter: _core.round_packed(self.sums, out, letter))
        result[(self.counts == 0).reshape(self.shape)] = 0  # not the zeros that stand for what is missing
        return result

    def mean(self, dtype):
        return self._filled(dtype, lambda out, letter: _core.mean_packed(self.sums, self.counts, out, letter))

    def mean_square(self, dtype):
        return self._filled(dtype, lambda out, letter: _core.mean_packed(self.squares, self.counts, out, letter))

    def var(self, dtype, ddof=0, root=False):
        return self._filled(
            dtype,
            lambda out, letter: _core.variance_packed(self.sums, self.squares, self.counts, ddof, root, out, letter),
        )

    def _filled(self, dtype, fill):
        """Results of the shape that the sums have."""
        dtype = np.dtype(dtype)
        out = np.empty(self.shape, dtype)
        fill(out, LETTERS[dtype])
        return out
