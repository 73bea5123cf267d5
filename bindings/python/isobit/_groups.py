"""Sums of groups: by key, by place, by segment."""
import operator

import numpy as np

from . import _core, _integers
from ._keys import numbered
from ._operands import LETTERS, Operand, as_floats, operand, thread_count, unmasked, widened


def sum_by_key(keys, values, *, threads=None):
    """The distinct keys in ascending order, and the exact sum of the values of each, rounded once.

    Keys are integers, strings, dates or whatever else can be ordered, a pandas Categorical, or a tuple of several such
    columns, of which a tuple comes back. Rows whose key is masked, or missing in a column of pandas or polars, are left out.

    >>> import isobit
    >>> keys, sums = isobit.sum_by_key(["b", "a", "b", "b"], [1e16, 0.5, 1.0, -1e16])
    >>> print(keys, sums)
    ['a' 'b'] [0.5 1. ]
    >>> (city, year), sums = isobit.sum_by_key((["x", "y", "x"], [1, 1, 1]), [1.0, 2.0, 3.0])
    >>> print(city, year, sums)
    ['x' 'y'] [1 1] [4. 2.]
    """
    op = _column(values, "sum_by_key")
    found = numbered(keys)
    if found.present is not None:
        if len(found.present) != len(op.array):
            raise ValueError("isobit.sum_by_key: as many keys as values are needed")
        op = op.with_array(op.array[found.present])
    if len(found.groups) != len(op.array):
        raise ValueError("isobit.sum_by_key: as many keys as values are needed")
    count = len(found.keys[0] if isinstance(found.keys, tuple) else found.keys)
    return found.keys, _group_sums(found.groups, op, count, "sum_by_key", threads)


def bincount(x, weights=None, minlength=0, *, threads=None):
    """How often each number from 0 on is there, or the exact sum of its weights, rounded once. As ``numpy.bincount``.

    >>> import isobit
    >>> print(isobit.bincount([0, 2, 2, 2], [0.5, 1e16, 1.0, -1e16]))
    [0.5 0.  1. ]
    """
    if weights is None:
        return np.bincount(x, minlength=minlength)
    places = unmasked(x, "bincount")
    minlength = operator.index(minlength)
    if minlength < 0:
        raise ValueError("isobit.bincount: minlength is negative")
    if places.ndim != 1 or (places.size and places.dtype.kind not in "iub"):
        raise TypeError("isobit.bincount: x must be integers in one dimension")
    op = _column(weights, "bincount")
    if len(op.array) != len(places):
        raise ValueError("isobit.bincount: as many weights as numbers are needed")
    if places.size and places.min() < 0:
        raise ValueError("isobit.bincount: x has a negative number")
    count = max(int(places.max()) + 1 if places.size else 0, minlength)
    return _group_sums(_numbers(places, count), op, count, "bincount", threads)


def histogram(a, bins=10, range=None, density=None, weights=None, *, threads=None):
    """The sums of the weights in each bin, exact and rounded once, and the edges. As ``numpy.histogram``: a density is a
    sum divided by the width of the bin, then by the exact sum of all that are in bins.

    >>> import isobit
    >>> sums, edges = isobit.histogram([1, 1, 1, 4], bins=[0, 2, 5], weights=[1e16, 1.0, -1e16, 0.5])
    >>> print(sums)
    [1.  0.5]
    """
    if weights is None:
        return np.histogram(a, bins=bins, range=range, density=density)
    if isinstance(bins, str):
        raise TypeError("isobit.histogram: with weights, bins are a number or edges, not a rule")
    values, op = unmasked(a, "histogram"), operand(weights, "histogram")
    if op.array.shape != values.shape:
        raise ValueError("isobit.histogram: as many weights as values are needed, in the same shape")
    values, op = values.reshape(-1), op.with_array(op.array.reshape(-1))
    edges = np.histogram_bin_edges(values, bins=bins, range=range)
    places = np.searchsorted(edges, values, side="right") - 1
    places[values == edges[-1]] = len(edges) - 2  # the last bin has both its edges
    inside = (places >= 0) & (places < len(edges) - 1)
    groups, op = _numbers(places[inside], len(edges) - 1), op.with_array(op.array[inside])
    sums = _group_sums(groups, op, len(edges) - 1, "histogram", threads)
    if density:
        total = _group_sums(np.zeros_like(groups), op, 1, "histogram", threads)
        sums = sums / np.asarray(np.diff(edges), float) / total
    return sums, edges


def segment_sum(values, offsets, *, threads=None):
    """``sums[s]``, exact and rounded once, of ``values[offsets[s]:offsets[s + 1]]``. Offsets ascend, as in CSR.

    >>> import isobit
    >>> print(isobit.segment_sum([1e16, 1.0, -1e16, 0.5], [0, 3, 3, 4]))
    [1.  0.  0.5]
    """
    op = _column(values, "segment_sum")
    offsets = np.asarray(offsets)
    if offsets.ndim != 1 or (offsets.size and offsets.dtype.kind not in "iu"):
        raise TypeError("isobit.segment_sum: offsets must be integers in one dimension")
    if offsets.size and (offsets[0] < 0 or offsets[-1] > len(op.array) or np.any(offsets[1:] < offsets[:-1])):
        raise ValueError("isobit.segment_sum: offsets must ascend from 0 on and end within the values")
    return _segments(op, offsets, "segment_sum", threads)


def reduceat(values, indices, *, threads=None):
    """As ``numpy.add.reduceat``: the sum from each index to the next, exact and rounded once; where the next is not
    larger, the one value there.

    >>> import isobit
    >>> print(isobit.reduceat([1e16, 1.0, -1e16, 0.5], [0, 3, 1]))
    [ 1.e+00  5.e-01 -1.e+16]
    """
    op = _column(values, "reduceat")
    starts = np.asarray(indices, dtype=np.intp)
    if starts.ndim != 1:
        raise TypeError("isobit.reduceat: indices must be integers in one dimension")
    if starts.size and (starts.min() < 0 or starts.max() >= len(op.array)):
        raise IndexError("isobit.reduceat: an index outside of the values")
    ends = np.append(starts[1:], len(op.array))[: len(starts)]
    lengths = np.where(ends > starts, ends - starts, 1)
    offsets = np.append(0, np.cumsum(lengths))
    taken = np.repeat(starts - offsets[:-1], lengths) + np.arange(offsets[-1])
    return _segments(op.with_array(op.array[taken]), offsets, "reduceat", threads)


def scatter_add(target, indices, values, *, threads=None):
    """``target[indices] += values`` with repeated indices, as ``numpy.add.at``: every element becomes the exact sum of
    what it was and of all its values, rounded once. Nothing is written where an index or a shape is wrong.

    >>> import numpy as np, isobit
    >>> target = np.array([1.0, 0.0])
    >>> isobit.scatter_add(target, [0, 0, 1], [1e16, -1e16, 2.0])
    >>> print(target)
    [1. 2.]
    """
    is_array = isinstance(target, np.ndarray) and not isinstance(target, np.ma.MaskedArray)
    letter = LETTERS.get(target.dtype.newbyteorder("=")) if is_array else None
    if letter is None or letter == "e":
        raise TypeError("isobit.scatter_add: target must be an array of float32, float64, complex64 or complex128")
    if not target.flags.writeable:
        raise ValueError("isobit.scatter_add: target is read-only")
    numbers = np.arange(target.size).reshape(target.shape)[indices]
    op = operand(values, "scatter_add")
    if not np.can_cast(op.array.dtype if op.letter != "E" else np.float32, target.dtype, "safe"):
        raise TypeError(f"isobit.scatter_add: values of {op.dtype} into {target.dtype}; round them first")
    added = np.broadcast_to(widened(as_floats(op, "scatter_add"), letter).array, numbers.shape)
    groups = _numbers(np.append(np.arange(target.size), numbers), target.size)
    column = operand(np.append(target.astype(target.dtype.newbyteorder("=")), added), "scatter_add")
    target[...] = _group_sums(groups, column, target.size, "scatter_add", threads).reshape(target.shape)


def _column(values, name):
    op = operand(values, name)
    if op.array.ndim != 1:
        raise ValueError(f"isobit.{name}: values must have one dimension")
    return op


def _numbers(places, count):
    """Places as the compiled part takes them."""
    if count >= 2**32:
        raise OverflowError("isobit: more than 2**32 groups")
    return np.ascontiguousarray(places, dtype=np.uint32)


def _group_sums(groups, op, count, name, threads):
    if op.is_integer:
        return _integer_sums(groups, op.array, count, name)
    return _by_parts(op, lambda values, sums, letter: _core.sum_groups(
        groups, values, sums, letter, thread_count(threads)), count)


def _segments(op, offsets, name, threads):
    count = max(len(offsets) - 1, 0)
    if op.is_integer:
        groups = np.repeat(np.arange(count, dtype=np.uint32), np.diff(offsets))
        values = op.array[int(offsets[0]) : int(offsets[-1])] if count else op.array[:0]
        return _integer_sums(groups, values, count, name)
    places = np.ascontiguousarray(offsets, dtype=np.uintp)
    return _by_parts(op, lambda values, sums, letter: _core.segmented_sum(
        values, places, sums, letter, thread_count(threads)), count)


def _by_parts(op, compute, count):
    """compute(values, sums, letter) of real numbers, or of both parts of complex ones. What has 16 bits has sums of 32."""
    if op.is_complex:
        sums = np.empty(count, op.array.dtype)
        for part in ("real", "imag"):
            values = Operand(getattr(op.array, part), op.letter.lower())
            setattr(sums, part, _by_parts(values, compute, count))
        return sums
    if op.letter in "eE":
        op = widened(op, "f")
    sums = np.empty(count, op.array.dtype)
    compute(np.ascontiguousarray(op.array), sums, op.letter)
    return sums


def _integer_sums(groups, values, count, name):
    order = np.argsort(groups, kind="stable")
    present, starts = np.unique(groups[order], return_index=True)
    sums = np.zeros(count, dtype=object)
    if len(values):
        sums[present] = _integers.segment_sums(values[order], starts)
    return _integers.as_dtype(sums, _integers.widest(values.dtype), name)
