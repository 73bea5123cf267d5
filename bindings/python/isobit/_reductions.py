"""Sums, means, variances and norms along axes."""
import operator
from typing import SupportsFloat

import numpy as np

from . import _core, _device, _integers
from . import math as cr
from ._axes import lines_along, normalised_axes, shape_of_result
from ._operands import LETTERS, SCALARS, Operand, as_floats, converted, operand, thread_count, widened
from ._results import Result, check_out, delivered

_absent = object()
_sum_of_all = _core.sum_of_all


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=_absent, where=True, *, threads=None):
    """The exact sum of the elements over the given axes, rounded once: the same bits for every order, layout and number
    of threads. As ``numpy.sum``, but `dtype` is the type of the result alone: elements are never rounded to it.

    Integers are summed exactly: all of them to Python's int, along axes to 64 bits, with an OverflowError where these are
    too few (``dtype=object`` has room). Of a masked array the masked elements are left out.

    >>> import numpy as np, isobit
    >>> a = np.array([[1e16, 1.0], [-1e16, 2.0]])
    >>> print(isobit.sum(a))
    3.0
    >>> print(isobit.sum(a, axis=0))
    [0. 3.]
    >>> print(isobit.sum(np.array([0.1] * 10, dtype=np.float32), dtype=np.float64))
    1.0000000149011612
    >>> isobit.sum([2**62, 2**62, 2**62])
    13835058055282163712
    """
    if (
        type(a) is np.ndarray
        and dtype is None
        and out is None
        and not keepdims
        and initial is _absent
        and where is True
    ):
        letter = LETTERS.get(a.dtype)
        if axis is not None:
            lines = _lines_of_matrix(a, axis) if letter in ("d", "f") else None
            if lines is not None:
                sums = np.empty(lines.shape[:-1], a.dtype)
                _core.reduce("s", lines, letter, sums, letter, 0, None, None, 0 if threads is None else thread_count(threads))
                return sums
        # Doubles only: a narrower result would be converted twice, and lost if subnormal where the process flushes those.
        elif letter == "d" or letter == "D":
            total = _sum_of_all(a, letter, 0 if threads is None else thread_count(threads))
            if total is not None:
                return SCALARS[letter](total)
    if _device.holds(a):
        return _of_device("sum", "s", a, axis, dtype, out, keepdims, where, initial=initial is _absent)
    return _Reduction("sum", "s", a, axis, dtype, out, keepdims, where, threads).result(initial=initial)


def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True, threads=None):
    """The exact mean, rounded once. As ``numpy.mean``; of no elements NaN, without a warning.

    >>> import isobit
    >>> print(isobit.mean([1e16, 1.0, -1e16]))
    0.3333333333333333
    """
    if _device.holds(a):
        return _of_device("mean", "m", a, axis, dtype, out, keepdims, where)
    return _Reduction("mean", "m", a, axis, dtype, out, keepdims, where, threads).result()


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, threads=None):
    """The exact variance, rounded once. As ``numpy.var``: divided by the number of elements less `ddof`, an integer.

    >>> import isobit
    >>> print(isobit.var([1e9 + 1, 1e9 + 2, 1e9 + 3], ddof=1))
    1.0
    """
    if _device.holds(a):
        return _of_device("var", "v", a, axis, dtype, out, keepdims, where, ddof=_whole(ddof, "var"))
    return _Reduction("var", "v", a, axis, dtype, out, keepdims, where, threads).result(ddof=ddof)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, threads=None):
    """The square root of the exact variance, rounded once. As ``numpy.std``.

    >>> import isobit
    >>> print(isobit.std([1e9 + 1, 1e9 + 3, 1e9 + 5], ddof=1))
    2.0
    """
    if _device.holds(a):
        return _of_device("std", "d", a, axis, dtype, out, keepdims, where, ddof=_whole(ddof, "std"))
    return _Reduction("std", "d", a, axis, dtype, out, keepdims, where, threads).result(ddof=ddof)


def norm(x, ord=None, axis=None, keepdims=False, *, threads=None):
    """The Euclidean norm (`ord` None or 2), rounded once and without overflow on the way; the sum of magnitudes (1), or
    the largest magnitude (infinity). As ``numpy.linalg.norm`` of vectors: along one axis, or over all elements, which for
    an `ord` have one dimension; of a matrix without one it is Frobenius's.

    >>> import isobit
    >>> print(isobit.norm([3e300, 4e300]))
    5e+300
    """
    kinds = {None: "n", 2: "n", 1: "a"}
    if ord is not None and (np.ndim(x) if axis is None else np.size(axis)) > 1:
        raise ValueError("isobit.norm: with an `ord`, norms are of vectors: choose one axis")
    if _device.holds(x):
        return _device.reduce(kinds.get(ord), "norm", x, ord=ord in kinds, axis=axis is None, keepdims=not keepdims)
    op = as_floats(operand(x, "norm"), "norm")
    if ord == np.inf:
        return _largest_magnitude(op, axis, keepdims)
    if ord not in kinds:
        raise ValueError("isobit.norm: ord is None, 2, 1 or infinity, of vectors")
    axes = normalised_axes(axis, op.array.ndim)
    shape = shape_of_result(op.array.shape, axes, keepdims)
    if op.is_complex:
        if ord == 1:
            raise TypeError("isobit.norm: the sum of magnitudes of complex numbers is a sum of rounded roots")
        parts = np.ascontiguousarray(op.array).view(op.array.real.dtype)
        op = Operand(parts.reshape(op.array.shape + (2,)), op.letter.lower())
        axes = axes + (op.array.ndim - 1,)
    result = Result(op, None, None, "norm")
    lines = lines_along(op.array, axes, by_columns=False)
    values = result.empty(lines.shape[:-1])
    _core.reduce(kinds[ord], lines, op.letter, values, result.letter, 0, None, None, thread_count(threads))
    return delivered(result.finished(values).reshape(shape), None, "norm")


def _lines_of_matrix(a, axis):
    """What `lines_along` makes of a contiguous matrix and one axis, sooner; None of anything else."""
    if type(axis) is int and a.ndim == 2 and -2 <= axis < 2 and a.flags.c_contiguous:
        return a if axis & 1 else a.T


def _of_device(name, kind, a, axis, dtype, out, keepdims, where, ddof=0, initial=True):
    over_all = axis is None or (axis in (0, -1) and a.ndim == 1)
    return _device.reduce(
        kind, name, a, dtype, ddof, axis=over_all, out=out is None, keepdims=not keepdims, where=where is True,
        initial=initial,
    )  # fmt: skip


def _largest_magnitude(op, axis, keepdims):
    """By their bits, which ascend with the magnitudes and of which no subnormal one is taken for zero."""
    if op.is_complex:
        magnitudes = np.asarray(cr.hypot(op.array.real, op.array.imag))
    else:
        magnitudes = np.asarray(np.abs(widened(op, "f").array if op.letter == "E" else op.array))
    bits = magnitudes.view(f"u{magnitudes.itemsize}")
    largest = np.array(np.max(bits, axis=axis, keepdims=keepdims)).view(magnitudes.dtype)
    largest[np.isnan(largest)] = np.nan
    return largest.astype(op.dtype)[()] if op.letter == "E" else largest[()]


class _Reduction:
    """A statistic of what the arguments of NumPy's reductions choose."""

    def __init__(self, name, kind, a, axis, dtype, out, keepdims, where, threads):
        self.name, self.kind = name, kind
        self.threads = thread_count(threads)
        self.masked = isinstance(a, np.ma.MaskedArray)
        if self.masked:
            where = np.logical_and(where, ~np.ma.getmaskarray(a))
            a = np.ma.getdata(a)
        self.op = operand(a, name)
        self.out = check_out(out, name)
        self.dtype = dtype
        self.axis = axis
        self.axes = normalised_axes(axis, self.op.array.ndim)
        self.shape = shape_of_result(self.op.array.shape, self.axes, keepdims)
        self.where = None if where is True else np.broadcast_to(np.asarray(where, dtype=bool), self.op.array.shape)
        self.counts = None

    def result(self, ddof=0, initial=_absent):
        if self.kind in "vd":
            if self.op.is_complex:
                raise TypeError(f"isobit.{self.name}: complex numbers; take those of the parts")
            ddof = _whole(ddof, self.name)
        integers = self.op.is_integer and self.kind in "sm"
        values = self.of_integers(initial) if integers else self.of_floats(ddof, initial)
        if self.masked:
            values = self.with_mask(values)
            if self.out is None and values.ndim == 0:
                return np.ma.masked if values.mask else values.data[()]
        if integers and self.kind == "s" and self.axis is None and values.ndim == 0 and self.out is None:
            return values[()] if self.dtype is not None else int(values[()])
        return delivered(values, self.out, self.name)

    def lines(self, op, by_columns):
        """The elements that are wanted, as lines. Where others must stay in their place, they are negative zeros, which
        change no sum, and are not counted."""
        array = op.array
        if self.where is None:
            return lines_along(array, self.axes, by_columns)
        if len(self.axes) == array.ndim:
            return lines_along(array[self.where], (0,), by_columns)
        self.counts = np.ascontiguousarray(np.count_nonzero(self.where, axis=self.axes), dtype=np.int64)
        return lines_along(np.where(self.where, array, _nothing(op)), self.axes, by_columns)

    def of_floats(self, ddof, initial):
        op = as_floats(self.op, self.name)
        result = Result(op, self.dtype, self.out, self.name)
        if self.kind in "vd" and result.letter in "eE":
            raise TypeError(f"isobit.{self.name}: a result of 16 bits; dtype=numpy.float32 can be had")
        by_columns = self.kind == "s" and result.letter == op.letter and op.letter in "dfDF"
        by_columns = by_columns and initial is _absent and self.where is None
        lines = self.lines(op, by_columns)
        values = result.empty(lines.shape[:-1])
        start = None if initial is _absent or initial is None else complex(_addend(initial, op, self.name))
        _core.reduce(self.kind, lines, op.letter, values, result.letter, ddof, start, self.counts, self.threads)
        return result.finished(values).reshape(self.shape)

    def of_integers(self, initial):
        lines = self.lines(self.op, by_columns=True)
        sums = _integers.line_sums(lines)
        if initial is not _absent and initial is not None:
            sums = sums + operator.index(initial)
        if self.kind == "m":
            return self.integer_means(sums, lines.shape[-1])
        dtype = self.dtype
        if dtype is None:
            alone = self.axis is None and self.out is None
            dtype = object if alone else self.out.dtype if self.out is not None else _integers.widest(self.op.array.dtype)
        sums = np.asarray(sums, dtype=object)
        return _integers.as_dtype(sums, dtype, self.name, _integers.OBJECT_HAS_ROOM).reshape(self.shape)

    def integer_means(self, sums, length):
        """Python divides integers as the definition says: exactly, then rounds."""
        dtype = np.dtype(np.float64 if self.dtype is None else self.dtype)
        sums, counts = np.asarray(sums), np.broadcast_to(length if self.counts is None else self.counts, np.shape(sums))
        if dtype != np.float64:
            return _integers.rounded_means(sums, counts, dtype, self.name).reshape(self.shape)
        means = [s / int(n) if n else np.nan for s, n in zip(sums.flat, counts.flat)]
        return np.array(means, dtype=np.float64).reshape(self.shape)

    def with_mask(self, values):
        empty = ~self.where.any(axis=self.axes)
        return np.ma.array(values, mask=empty.reshape(self.shape))


def _nothing(op):
    """What stands for no element."""
    if op.letter == "E":
        return np.uint16(0x8000)
    if op.is_integer:
        return op.array.dtype.type(0)
    return op.array.dtype.type(complex(-0.0, -0.0) if op.is_complex else -0.0)


def _addend(initial, op, name):
    if isinstance(initial, (str, bytes)) or np.ndim(initial):
        raise TypeError(f"isobit.{name}: initial is one number")
    if isinstance(initial, np.longdouble):
        raise TypeError(f"isobit.{name}: initial is a longdouble; convert it to float64 first")
    if np.iscomplexobj(initial) and not op.is_complex:
        raise TypeError(f"isobit.{name}: initial is complex, the elements are not")
    if isinstance(initial, (int, np.integer)) and float(initial) != int(initial):
        raise OverflowError(f"isobit.{name}: initial is no float64")
    return converted(np.asarray(initial), "D").item() if isinstance(initial, np.inexact) else initial


def _whole(ddof, name):
    number = float(ddof) if isinstance(ddof, SupportsFloat) else operator.index(ddof)
    if not number.is_integer() or number < 0:
        raise ValueError(f"isobit.{name}: ddof must be a whole number, at least 0")
    return int(number)
