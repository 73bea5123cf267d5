from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypedDict

from numpy.typing import ArrayLike, NDArray
from typing_extensions import Unpack

__all__ = ["Report", "add", "assemble", "bicgstab", "cg", "gmres", "matmul", "minres", "pipelined_cg"]

_Outcome = Literal["converged", "exhausted", "breakdown", "indefinite", "not_finite", "stopped"]
_Preconditioner = Literal["none", "jacobi", "ssor", "ic0", "ilu0", "chebyshev", "multigrid"]

class Report(NamedTuple):
    outcome: _Outcome
    iterations: int
    residual: float
    history: list[float]
    @property
    def converged(self) -> bool: ...

class _Options(TypedDict, total=False):
    rtol: float
    maxiter: int
    M: _Preconditioner | tuple[_Preconditioner, Mapping[str, float]] | None
    callback: Callable[[int, float], object] | None
    threads: int | None

# Matrices are of scipy.sparse, which has no types of its own.
def assemble(
    values: ArrayLike, places: tuple[ArrayLike, ArrayLike], shape: tuple[int, int], *, threads: int | None = None
) -> Any: ...
def matmul(a: Any, b: Any, *, threads: int | None = None) -> Any: ...
def add(a: Any, b: Any, *, alpha: complex = 1.0, beta: complex = 1.0, threads: int | None = None) -> Any: ...
def cg(a: Any, b: ArrayLike, x0: ArrayLike | None = None, **options: Unpack[_Options]) -> tuple[NDArray[Any], Report]: ...
def pipelined_cg(
    a: Any, b: ArrayLike, x0: ArrayLike | None = None, **options: Unpack[_Options]
) -> tuple[NDArray[Any], Report]: ...
def bicgstab(
    a: Any, b: ArrayLike, x0: ArrayLike | None = None, **options: Unpack[_Options]
) -> tuple[NDArray[Any], Report]: ...
def gmres(
    a: Any, b: ArrayLike, x0: ArrayLike | None = None, *, restart: int = 30, **options: Unpack[_Options]
) -> tuple[NDArray[Any], Report]: ...
def minres(
    a: Any, b: ArrayLike, x0: ArrayLike | None = None, **options: Unpack[_Options]
) -> tuple[NDArray[Any], Report]: ...
