"""torch's tensors on a GPU, as rows in its memory. Everything runs on torch's current stream, without waiting."""
import math

import torch

from . import _device
from ._axes import normalised_axes

_LETTERS = {torch.float32: "f", torch.float16: "e", torch.bfloat16: "E"}

are_built = _device.compiled is not None


def reduced(function, x, axes, keepdim):
    """One number for each row along the axes."""
    rows, others, axes = _as_rows(x, axes)
    out = torch.empty(rows.shape[0], dtype=x.dtype, device=x.device)
    _call(function, rows, out)
    shape = [1 if axis in axes else size for axis, size in enumerate(x.shape)]
    return out.reshape(shape if keepdim else [x.shape[axis] for axis in others])


def mapped(function, x, axis, weight=None, bias=None, eps=0.0):
    """As many numbers as there are, each made of its row."""
    rows, others, axes = _as_rows(x, axis)
    out = torch.empty(rows.shape, dtype=x.dtype, device=x.device)
    _call(function, rows, out, weight, bias, eps)
    order = others + axes
    back = [order.index(axis) for axis in range(x.ndim)]
    return out.reshape([x.shape[axis] for axis in order]).permute(back)


def normalised(function, x, axes, weight, bias, eps):
    shape = x.shape[axes[0] :]
    return mapped(function, x, axes, _factors(weight, x, shape), _factors(bias, x, shape), eps)


def _factors(given, x, shape):
    if given is None:
        return None
    if given.dtype != x.dtype or given.device != x.device or given.shape != shape:
        raise TypeError(f"isobit.torch: on a GPU, weights and biases are of {x.dtype} on {x.device}, of shape {tuple(shape)}")
    return given.detach().contiguous()


def _as_rows(x, axis):
    """A matrix with a row for what is along the axes; the other axes, and these."""
    if x.dtype not in _LETTERS:
        raise TypeError(f"isobit.torch: on a GPU tensors are of float32, float16 or bfloat16, not {x.dtype}; copy it to the CPU first")
    axes = list(normalised_axes(axis, x.ndim))
    others = [one for one in range(x.ndim) if one not in axes]
    count, length = (math.prod(x.shape[one] for one in some) for some in (others, axes))
    rows = x.detach().resolve_neg().permute(others + axes).reshape(count, length)
    return (rows if length < 2 or rows.stride(1) == 1 else rows.contiguous()), others, axes


def _call(function, rows, out, weight=None, bias=None, eps=0.0):
    if rows.shape[0] == 0:
        return
    stream = torch.cuda.current_stream(rows.device).cuda_stream
    address = [0 if one is None else one.data_ptr() for one in (weight, bias)]
    _device.compiled.of_rows(
        function, _LETTERS[rows.dtype], rows.device.index, stream, rows.data_ptr(), out.data_ptr(), *rows.shape,
        rows.stride(0), *address, eps,
    )  # fmt: skip
