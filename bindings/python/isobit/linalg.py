"""Factorisations and solutions whose entries are correctly rounded sums of products: the same bits everywhere.

Signatures are those of `numpy.linalg` and `scipy.linalg`; all take stacks of matrices. The formula of every entry is in
BITS.md, under "Linear algebra".

>>> import isobit.linalg
>>> isobit.linalg.solve([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0])
array([0.09090909, 0.63636364])
>>> print(isobit.linalg.det([[1e16, 1.0], [1.0, 0.0]]))
-1.0
"""
import numpy as np

from . import _core
from ._operands import element_type, elements, thread_count, unmasked

__all__ = ["cholesky", "det", "inv", "lu", "lu_factor", "lu_solve", "solve"]


def lu_factor(a, *, threads=None):
    """The factors of a = P L U, and which rows were exchanged, as `scipy.linalg.lu_factor` returns them.

    Row i was exchanged with row pivots[i]. A matrix may be singular: U then has a zero on its diagonal.
    """
    factors = _matrices(a)
    rows, columns = factors.shape[-2:]
    pivots = np.zeros(factors.shape[:-2] + (min(rows, columns),), np.intp)
    _core.lu(_stack(factors), _flat(pivots, 1), _outcomes(factors), factors.dtype.char, thread_count(threads))
    return factors, pivots


def lu(a, *, permute_l=False, p_indices=False, threads=None):
    """P, L and U with a = P @ L @ U, as `scipy.linalg.lu` returns them."""
    factors, pivots = lu_factor(a, threads=threads)
    rows, columns = factors.shape[-2:]
    kept = min(rows, columns)
    lower = np.tril(factors[..., :, :kept], -1)
    lower[..., range(kept), range(kept)] = 1
    upper = np.triu(factors[..., :kept, :])
    places = _inverse_order(pivots, rows)
    if permute_l:
        return np.take_along_axis(lower, places[..., None], axis=-2), upper
    if p_indices:
        return places, lower, upper
    return np.eye(rows, dtype=factors.real.dtype)[places], lower, upper


def lu_solve(lu_and_pivots, b, *, threads=None):
    """The solution of a @ x = b from what `lu_factor(a)` returned."""
    factors, pivots = lu_and_pivots
    factors, x, vector = _system(factors, b)
    pivots = np.ascontiguousarray(pivots, np.intp)
    if pivots.shape != factors.shape[:-1] or np.any(pivots < 0) or np.any(pivots >= factors.shape[-1]):
        raise ValueError("isobit: the pivots do not belong to these factors; pass on what lu_factor returned")
    if not np.all(np.diagonal(factors, axis1=-2, axis2=-1)):
        raise np.linalg.LinAlgError("isobit: the matrix is singular")
    _core.lu_solve(_stack(factors), _flat(pivots, 1), _stack(x), x.dtype.char, thread_count(threads))
    return x[..., 0] if vector else x


def solve(a, b, *, refine=0, threads=None):
    """The solution of a @ x = b, as `numpy.linalg.solve`.

    `refine` is how often it may be improved by the solution for what is left, b - a @ x, until it no longer changes:
    a few steps bring a system that is not ill-conditioned near correct rounding.
    """
    a, x, vector = _system(a, b)
    failed = _outcomes(a)
    _core.solve(_stack(a), _stack(x), failed, _steps(refine), x.dtype.char, thread_count(threads))
    _require(not failed.any(), "the matrix is singular")
    return x[..., 0] if vector else x


def inv(a, *, refine=0, threads=None):
    """The inverse: the solution for the columns of the unit matrix."""
    inverse = _square(_matrices(a))
    failed = _outcomes(inverse)
    _core.inverse(_stack(inverse), failed, _steps(refine), inverse.dtype.char, thread_count(threads))
    _require(not failed.any(), "the matrix is singular")
    return inverse


def det(a, *, threads=None):
    """The determinant: the exact product of the diagonal of U that `lu` finds, rounded once."""
    a = _square(_matrices(a))
    result = np.ones(a.shape[:-2], a.dtype)
    if a.shape[-1]:
        _core.determinant(_stack(a), _flat(result, 0), a.dtype.char, thread_count(threads))
    return result[()]


def cholesky(a, /, *, upper=False, threads=None):
    """L with a = L @ L.conj().T for a Hermitian positive definite a, of which one half is read."""
    factor = _square(_matrices(a))
    failed = _outcomes(factor)
    _core.cholesky(_stack(factor), failed, upper, factor.dtype.char, thread_count(threads))
    _require(not failed.any(), "the matrix is not positive definite")
    return np.triu(factor) if upper else np.tril(factor)


def _matrices(a):
    """A contiguous copy of what may be factored in place."""
    a = unmasked(a, "linalg")
    if a.ndim < 2:
        raise np.linalg.LinAlgError(f"isobit: a matrix has two dimensions or more, not {a.ndim}")
    return np.array(elements(a, element_type(a.dtype, "linalg"), "linalg"), order="C")


def _square(a):
    if a.shape[-1] != a.shape[-2]:
        raise np.linalg.LinAlgError(f"isobit: the matrix must be square, not {a.shape[-2]} x {a.shape[-1]}")
    return a


def _system(a, b):
    """The matrices, a copy of the right-hand sides for each, and whether these are one vector."""
    a, b = _square(_matrices(a)), unmasked(b, "linalg")
    vector = b.ndim == 1
    if vector:
        b = b[:, None]
    if b.ndim < 2 or b.shape[-2] != a.shape[-1]:
        raise ValueError(f"isobit: a right-hand side has {a.shape[-1]} rows, as the matrix, not shape {b.shape}")
    common = np.result_type(a.dtype, element_type(b.dtype, "linalg"))
    a, b = (elements(one, common, "linalg") for one in (a, b))
    outer = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a = np.ascontiguousarray(np.broadcast_to(a, outer + a.shape[-2:]))
    return a, np.array(np.broadcast_to(b, outer + b.shape[-2:]), order="C"), vector


def _flat(a, kept):
    """All but the last `kept` dimensions as one."""
    inner = a.shape[a.ndim - kept:]
    return a.reshape((int(np.prod(a.shape[:a.ndim - kept], dtype=np.intp)),) + inner)


def _stack(a):
    return _flat(a, 2)


def _outcomes(a):
    return np.zeros(int(np.prod(a.shape[:-2], dtype=np.intp)), np.intp)


def _inverse_order(pivots, rows):
    """For each row of a matrix the row of L that it became."""
    places = np.empty(pivots.shape[:-1] + (rows,), np.intp)
    for at in np.ndindex(pivots.shape[:-1]):
        order = np.arange(rows)
        for i, pivot in enumerate(pivots[at]):
            order[[i, pivot]] = order[[pivot, i]]
        places[at][order] = np.arange(rows)
    return places


def _steps(refine):
    if refine < 0:
        raise ValueError("isobit: refine is a number of steps, 0 or more")
    return int(refine)


def _require(condition, problem):
    if not condition:
        raise np.linalg.LinAlgError(f"isobit: {problem}")
