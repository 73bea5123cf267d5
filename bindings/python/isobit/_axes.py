"""Axes, and arrays as lines along them."""
import math
import operator

import numpy as np

from ._operands import whole_steps


def normalised_axes(axis, dimensions):
    """The axes that are reduced, ascending: all for None. numpy.exceptions.AxisError for one that is not there."""
    if axis is None:
        return tuple(range(dimensions))
    if dimensions == 0 and axis in (0, -1):
        return ()  # NumPy takes a number for a vector of one
    given = axis if isinstance(axis, (tuple, list)) else (axis,)
    axes = tuple(normalised_axis(one, dimensions) for one in given)
    if len(set(axes)) != len(axes):
        raise ValueError("duplicate value in 'axis'")
    return tuple(sorted(axes))


def normalised_axis(axis, dimensions):
    index = operator.index(axis)
    if not -dimensions <= index < dimensions:
        raise np.exceptions.AxisError(index, dimensions)
    return index % dimensions


def lines_along(array, axes, by_columns):
    """The array with its other axes first and these as one, the last. No order shows in an exact sum, so the one that
    needs no copy is taken. `by_columns`: lines that lie side by side may stay so."""
    kept = [axis for axis in range(array.ndim) if axis not in axes]
    reduced = sorted(axes, key=lambda axis: -abs(array.strides[axis]))
    shape = [array.shape[axis] for axis in kept]
    length = math.prod(array.shape[axis] for axis in reduced)
    lines = whole_steps(array.transpose(kept + reduced).reshape(shape + [length]))
    if length > 1 and (lines.strides[-1] == 0 or not by_columns and side_by_side(lines)):
        lines = np.ascontiguousarray(lines)
    return lines


def side_by_side(lines):
    """Whether neighbouring lines are nearer to each other than the elements of a line are."""
    return any(n > 1 and abs(stride) < abs(lines.strides[-1]) for n, stride in zip(lines.shape[:-1], lines.strides))


def shape_of_result(shape, axes, keepdims):
    if keepdims:
        return tuple(1 if axis in axes else n for axis, n in enumerate(shape))
    return tuple(n for axis, n in enumerate(shape) if axis not in axes)
