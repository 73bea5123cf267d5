"""Functions of tensors whose rows depend on nothing but themselves: not on the batch, threads or machine.

Sums are exact, functions correctly rounded; BITS.md has the formula of each result. Tensors are of float64, float32,
float16 or bfloat16; on a GPU, where the package was built with CUDA, of the last three, and all but `matmul` have the
bits of the CPU there. No gradients flow: call with `torch.no_grad()` or detached tensors.

>>> import torch, isobit.torch
>>> x = torch.tensor([[1e8, 1.0, -1e8], [0.5, 0.25, 0.25]])
>>> isobit.torch.sum(x, dim=-1)
tensor([1., 1.])
>>> isobit.torch.softmax(torch.zeros(4), dim=0)
tensor([0.2500, 0.2500, 0.2500, 0.2500])
"""
import numpy as np
import torch

from . import _device, _products, _reductions, _torch_rows
from . import math as cr
from ._operands import Operand, converted, widened
from ._partial import Partial

__all__ = ["layer_norm", "log_softmax", "logsumexp", "matmul", "mean", "rms_norm", "softmax", "sum"]

_LETTERS = {torch.float64: "d", torch.float32: "f", torch.float16: "e", torch.bfloat16: "E"}


def sum(x, dim=None, keepdim=False):
    """The exact sum, rounded once to the tensor's type."""
    if _on_gpu(x):
        return _torch_rows.reduced("sum", x, _axes(x, dim), keepdim)
    return _tensor(_reductions.sum(_array(x), _axes(x, dim), keepdims=keepdim), x.dtype)


def mean(x, dim=None, keepdim=False):
    """The exact mean, rounded once to the tensor's type."""
    if _on_gpu(x):
        return _torch_rows.reduced("mean", x, _axes(x, dim), keepdim)
    return _tensor(_reductions.mean(_array(x), _axes(x, dim), keepdims=keepdim), x.dtype)


def matmul(a, b):
    """The exact matrix product, every entry rounded once."""
    if a.dtype != b.dtype:
        raise TypeError(f"isobit.torch: tensors of {a.dtype} and {b.dtype}; convert one of them")
    return _tensor(_products.matmul(_array(a), _array(b)), a.dtype)


def logsumexp(x, dim, keepdim=False):
    """log(sum(exp(x))): m + log(s), m the largest element, s the exact sum of exp(x - m)."""
    if _on_gpu(x):
        return _torch_rows.reduced("logsumexp", x, dim, keepdim)
    shift, _, total = _exponentials(_double(x), dim)
    result = _plus(shift, cr.log(total))
    return _tensor(result if keepdim else np.squeeze(result, dim), x.dtype)


def softmax(x, dim):
    """exp(x - m) over the exact sum of these, m the largest element."""
    if _on_gpu(x):
        return _torch_rows.mapped("softmax", x, dim)
    _, exponentials, total = _exponentials(_double(x), dim)
    return _tensor(cr.divide(exponentials, total), x.dtype)


def log_softmax(x, dim):
    """The logarithm of softmax: (x - m) - log(s)."""
    if _on_gpu(x):
        return _torch_rows.mapped("log_softmax", x, dim)
    wide = _double(x)
    shift, _, total = _exponentials(wide, dim)
    return _tensor(_plus(_plus(wide, np.negative(shift)), np.negative(cr.log(total))), x.dtype)


def rms_norm(x, normalized_shape, weight=None, eps=None):
    """x / sqrt(mean(x**2) + eps) * weight, as ``torch.nn.functional.rms_norm``."""
    axes = _last_axes(x, normalized_shape)
    eps = torch.finfo(x.dtype).eps if eps is None else eps
    if _on_gpu(x):
        return _torch_rows.normalised("rms_norm", x, axes, weight, None, eps)
    wide = _double(x)
    mean_square = Partial.of(wide, axes, squares=True).mean_square(np.float64)
    scale = cr.rsqrt(_plus(mean_square, eps))
    result = _times(wide, scale)
    return _tensor(result if weight is None else _times(result, _double(weight)), x.dtype)


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    """(x - mean(x)) / sqrt(var(x) + eps) * weight + bias, as ``torch.nn.functional.layer_norm``."""
    axes = _last_axes(x, normalized_shape)
    if _on_gpu(x):
        return _torch_rows.normalised("layer_norm", x, axes, weight, bias, eps)
    wide = _double(x)
    mean_of_row = _reductions.mean(wide, axes, keepdims=True)
    scale = cr.rsqrt(_plus(_reductions.var(wide, axes, keepdims=True), eps))
    result = _times(_plus(wide, np.negative(mean_of_row)), scale)
    if weight is not None or bias is not None:
        factor = 1.0 if weight is None else _double(weight)
        result = cr.fma(result, factor, -0.0 if bias is None else _double(bias))
    return _tensor(result, x.dtype)


def _exponentials(wide, dim):
    """The largest element, or 0 where it is infinite; exp(x - m); and their exact sum."""
    largest = wide.max(axis=dim, keepdims=True)
    largest = np.where(np.isfinite(largest), largest, 0.0)
    exponentials = cr.exp(_plus(wide, np.negative(largest)))
    return largest, exponentials, _reductions.sum(exponentials, dim, keepdims=True)


# As the machine computes them, but whatever modes torch has set it to.


def _plus(a, b):
    return cr.fma(a, 1.0, b)


def _times(a, b):
    return cr.fma(a, b, -0.0)


def _on_gpu(x):
    """Whether a tensor is for the GPU that holds it."""
    _check(x)
    return x.device.type == "cuda" and _torch_rows.are_built


def _check(x):
    if not isinstance(x, torch.Tensor):
        raise TypeError(f"isobit.torch: a tensor is needed, not {type(x).__name__}")
    if x.dtype not in _LETTERS:
        raise TypeError(f"isobit.torch: tensors are of float64, float32, float16 or bfloat16, not {x.dtype}")
    if x.requires_grad and torch.is_grad_enabled():
        raise RuntimeError("isobit.torch: no gradients are computed; use torch.no_grad() or x.detach()")


def _array(x):
    """The tensor's numbers, where they are; those of bfloat16, which NumPy lacks, as their bits."""
    _check(x)
    if x.device.type != "cpu":
        raise TypeError(f"isobit.torch: the tensor lies on {x.device}; copy it to the CPU first{_or_build(x)}")
    x = x.detach().resolve_neg()
    if x.dtype == torch.bfloat16:
        return Operand(x.view(torch.int16).numpy().view(np.uint16), "E")
    return x.numpy()


def _or_build(x):
    return "" if _torch_rows.are_built or x.device.type != "cuda" else f", or {_device.BUILD}"


def _double(x):
    numbers = _array(x)
    return widened(numbers, "d").array if isinstance(numbers, Operand) else converted(numbers, "d")


def _tensor(result, dtype):
    """Rounded to the tensor's type."""
    rounded = np.array(converted(np.asarray(result), _LETTERS[dtype]), order="C")
    if dtype == torch.bfloat16:
        return torch.from_numpy(rounded.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(rounded)


def _axes(x, dim):
    """Those that are named, or all."""
    if dim is None:
        return tuple(range(x.ndim))
    return tuple(dim) if isinstance(dim, (list, tuple)) else dim


def _last_axes(x, normalized_shape):
    shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    if not shape or tuple(x.shape[-len(shape):]) != shape:
        raise ValueError(f"isobit.torch: a tensor of shape {tuple(x.shape)} does not end in {shape}")
    return tuple(range(-len(shape), 0))
