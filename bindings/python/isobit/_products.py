"""Dot products and what is made of them."""
import math

import numpy as np

from . import _core, _device
from ._axes import normalised_axis
from ._operands import DTYPES, Operand, in_common, operand, thread_count, whole_steps
from ._results import Result, check_out, delivered


def dot(a, b, out=None, *, threads=None):
    """The exact dot product, rounded once. As ``numpy.dot``: of vectors a number, of matrices their product, else over
    the last axis of `a` and the last but one of `b`.

    >>> import isobit
    >>> print(isobit.dot([1e200, 1.0, -1e200], [1e200, 1.0, 1e200]))
    1.0
    """
    if _device.holds(a) or _device.holds(b):
        return _device.dot("dot", a, b, False, out)
    x, y = operand(a, "dot"), operand(b, "dot")
    if x.array.ndim == 0 or y.array.ndim == 0:
        shape = np.broadcast_shapes(x.array.shape, y.array.shape)
        lines = [one.with_array(np.broadcast_to(one.array, shape)[..., np.newaxis]) for one in (x, y)]
        return _of_lines(*lines, out, "dot", False, threads)
    if x.array.ndim == 1 and y.array.ndim == 1:
        return _of_lines(x, y, out, "dot", False, threads)
    return _contracted(x, y, (x.array.ndim - 1,), (max(y.array.ndim - 2, 0),), out, "dot", threads)


def vdot(a, b, *, threads=None):
    """The exact dot product of all elements, the first ones conjugated, rounded once. As ``numpy.vdot``.

    >>> import isobit
    >>> print(isobit.vdot([1 + 2j], [3 + 4j]))
    (11-2j)
    """
    if _device.holds(a) or _device.holds(b):
        return _device.dot("vdot", a, b, True, None)
    x, y = operand(a, "vdot"), operand(b, "vdot")
    x, y = x.with_array(x.array.reshape(-1)), y.with_array(y.array.reshape(-1))
    return _of_lines(x, y, None, "vdot", True, threads)


def inner(a, b, *, threads=None):
    """The exact dot products over both last axes, each rounded once. As ``numpy.inner``.

    >>> import isobit
    >>> print(isobit.inner([[1.0, 2.0], [3.0, 4.0]], [1.0, 1.0]))
    [3. 7.]
    """
    x, y = operand(a, "inner"), operand(b, "inner")
    if x.array.ndim < 2 and y.array.ndim < 2:
        return dot(a, b, threads=threads)
    if x.array.ndim == 0 or y.array.ndim == 0:
        return dot(a, b, threads=threads)
    return _contracted(x, y, (x.array.ndim - 1,), (y.array.ndim - 1,), None, "inner", threads)


def tensordot(a, b, axes=2, *, threads=None):
    """The exact sums of products over these axes, each rounded once. As ``numpy.tensordot``.

    >>> import numpy as np, isobit
    >>> a = np.arange(8.0).reshape(2, 2, 2)
    >>> print(isobit.tensordot(a, a, axes=([1, 2], [1, 2])))
    [[ 14.  38.]
     [ 38. 126.]]
    """
    x, y = operand(a, "tensordot"), operand(b, "tensordot")
    try:
        of_a, of_b = axes
    except TypeError:
        of_a, of_b = range(-axes, 0), range(axes)
    of_a, of_b = ([one] if np.ndim(one) == 0 else list(one) for one in (of_a, of_b))
    of_a = tuple(normalised_axis(axis, x.array.ndim) for axis in of_a)
    of_b = tuple(normalised_axis(axis, y.array.ndim) for axis in of_b)
    return _contracted(x, y, of_a, of_b, None, "tensordot", threads)


def matmul(a, b, out=None, *, threads=None):
    """The exact matrix product, every entry rounded once. As ``numpy.matmul``: stacks of matrices are broadcast.

    >>> import isobit
    >>> print(isobit.matmul([[1e16, 1.0, -1e16]], [[1.0], [1.0], [1.0]]))
    [[1.]]
    """
    x, y = operand(a, "matmul"), operand(b, "matmul")
    if x.array.ndim == 0 or y.array.ndim == 0:
        raise ValueError("isobit.matmul: numbers; multiply with * instead")
    if x.array.ndim == 1 and y.array.ndim == 1:
        return _of_lines(x, y, out, "matmul", False, threads)
    rows, columns = x.array.ndim > 1, y.array.ndim > 1
    left = x.array if rows else x.array[np.newaxis, :]
    right = y.array if columns else y.array[:, np.newaxis]
    if left.shape[-1] != right.shape[-2]:
        raise ValueError(f"isobit.matmul: shapes {x.array.shape} and {y.array.shape} do not fit")
    product = _matrix_products(x.with_array(left), y.with_array(right), "matmul", threads)
    if not columns:
        product = product[..., 0]
    if not rows:
        product = product[..., 0, :] if columns else product[..., 0]
    return delivered(product, check_out(out, "matmul"), "matmul")


def _of_lines(x, y, out, name, conjugate, threads):
    """The dot products over the last axis, which is the only one that must not be broadcast."""
    if x.array.shape[-1] != y.array.shape[-1]:
        raise ValueError(f"isobit.{name}: {x.array.shape[-1]} elements and {y.array.shape[-1]}; they must be as many")
    check_out(out, name)
    if x.is_integer and y.is_integer:
        return delivered(np.asarray(_integer_dots(x.array, y.array), dtype=object), out, name)
    x, y = in_common(x, y, name)
    result = Result(x, None, out, name)
    shape = np.broadcast_shapes(x.array.shape, y.array.shape)
    lines = [_readable(np.broadcast_to(one.array, shape)) for one in (x, y)]
    values = result.empty(shape[:-1])
    _core.dot(*lines, x.letter, values, result.letter, conjugate, thread_count(threads))
    return delivered(result.finished(values), out, name)


def _readable(array):
    """Lines that can be read as they lie."""
    if array.shape[-1] > 1 and array.strides[-1] == 0:
        return np.ascontiguousarray(array)
    return whole_steps(array)


def _integer_dots(x, y):
    return (x.astype(object) * y.astype(object)).sum(axis=-1)


def _contracted(x, y, of_x, of_y, out, name, threads):
    """Sums of products over axes of both, by way of a product of two matrices."""
    a, b = x.array, y.array
    if [a.shape[i] for i in of_x] != [b.shape[i] for i in of_y] or len(of_x) != len(of_y):
        raise ValueError(f"isobit.{name}: shapes {a.shape} and {b.shape} do not fit over axes {of_x} and {of_y}")
    rows = [i for i in range(a.ndim) if i not in of_x]
    columns = [i for i in range(b.ndim) if i not in of_y]
    length = math.prod(a.shape[i] for i in of_x)
    shape = [a.shape[i] for i in rows] + [b.shape[i] for i in columns]
    left = a.transpose(rows + list(of_x)).reshape(math.prod(a.shape[i] for i in rows), length)
    right = b.transpose(list(of_y) + columns).reshape(length, math.prod(b.shape[i] for i in columns))
    product = _matrix_products(x.with_array(left), y.with_array(right), name, threads)
    return delivered(product.reshape(shape), check_out(out, name), name)


def _matrix_products(x, y, name, threads):
    """The products of stacks of matrices."""
    if x.is_integer and y.is_integer:
        return np.matmul(x.array.astype(object), y.array.astype(object))
    x, y = in_common(x, y, name)
    if x.letter in "eE":
        rows = x.with_array(x.array[..., :, np.newaxis, :])
        columns = y.with_array(np.swapaxes(y.array, -1, -2)[..., np.newaxis, :, :])
        return np.asarray(_of_lines(rows, columns, None, name, False, threads))
    stack = np.broadcast_shapes(x.array.shape[:-2], y.array.shape[:-2])
    left = np.broadcast_to(x.array, stack + x.array.shape[-2:])
    right = np.broadcast_to(y.array, stack + y.array.shape[-2:])
    product = np.empty(stack + (left.shape[-2], right.shape[-1]), DTYPES[x.letter])
    for place in np.ndindex(*stack):
        _core.matrix_product(_matrix(left[place]), _matrix(right[place]), product[place], x.letter, thread_count(threads))
    return product


def _matrix(array):
    """A matrix as linear algebra reads it: aligned, its elements whole steps apart."""
    if not array.flags.aligned or any(stride <= 0 or stride % array.itemsize for stride in array.strides):
        return np.ascontiguousarray(array)
    return array
