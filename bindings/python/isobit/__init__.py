"""Sums, dot products and norms whose bits are the same everywhere: exact, and rounded once.

>>> import isobit
>>> print(isobit.sum([1e16, 1.0, -1e16, 0.1]))
1.1

Every function takes what NumPy can read without copying it where its layout allows that: arrays, buffers, tensors of
other packages by DLPack. `threads=` says on how many threads a call may run; it shows in no bit.
"""
from importlib import import_module as _import_module

from ._accumulator import Accumulator, AccumulatorArray
from ._core import version as __version__
from ._groups import bincount, histogram, reduceat, scatter_add, segment_sum, sum_by_key
from ._iterables import fsum, sumprod
from ._missing import exact_mean, exact_std, exact_sum, exact_var
from ._products import dot, inner, matmul, tensordot, vdot
from ._reductions import mean, norm, std, sum, var
from ._scans import cumsum

__all__ = [
    "Accumulator",
    "AccumulatorArray",
    "bincount",
    "cumsum",
    "dot",
    "exact_mean",
    "exact_std",
    "exact_sum",
    "exact_var",
    "fsum",
    "histogram",
    "inner",
    "matmul",
    "mean",
    "norm",
    "reduceat",
    "scatter_add",
    "segment_sum",
    "std",
    "sum",
    "sum_by_key",
    "sumprod",
    "tensordot",
    "var",
    "vdot",
]


def __getattr__(name):
    """Modules that take a while to import, or need another package, are imported when they are first asked for."""
    if name in ("linalg", "math", "sparse"):
        return _import_module(f"isobit.{name}")
    raise AttributeError(f"module 'isobit' has no attribute {name!r}")
