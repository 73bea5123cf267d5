from collections.abc import Sequence
from typing import Any

from numpy.typing import DTypeLike

__all__ = ["exact_mean", "exact_sum", "mean", "std", "sum", "var"]

_Axes = int | Sequence[int] | None

# Arrays and aggregations are dask's, which has no types of its own.
exact_mean: Any
exact_sum: Any

def sum(
    x: Any,
    axis: _Axes = None,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
    *,
    skipna: bool = False,
    split_every: int | None = None,
) -> Any: ...
def mean(
    x: Any,
    axis: _Axes = None,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
    *,
    skipna: bool = False,
    split_every: int | None = None,
) -> Any: ...
def var(
    x: Any,
    axis: _Axes = None,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
    ddof: int = 0,
    *,
    skipna: bool = False,
    split_every: int | None = None,
) -> Any: ...
def std(
    x: Any,
    axis: _Axes = None,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
    ddof: int = 0,
    *,
    skipna: bool = False,
    split_every: int | None = None,
) -> Any: ...
