from collections.abc import Hashable, Iterable
from typing import Any

__all__ = ["mean", "std", "sum", "var"]

_Dimensions = Hashable | Iterable[Hashable] | None

# Of a DataArray, a Dataset, or the groups of one.
def sum(obj: Any, dim: _Dimensions = None, *, skipna: bool | None = None, keep_attrs: bool | None = None) -> Any: ...
def mean(obj: Any, dim: _Dimensions = None, *, skipna: bool | None = None, keep_attrs: bool | None = None) -> Any: ...
def var(
    obj: Any, dim: _Dimensions = None, *, ddof: int = 0, skipna: bool | None = None, keep_attrs: bool | None = None
) -> Any: ...
def std(
    obj: Any, dim: _Dimensions = None, *, ddof: int = 0, skipna: bool | None = None, keep_attrs: bool | None = None
) -> Any: ...
