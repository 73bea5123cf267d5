"""Sparse matrices of scipy: assembled, multiplied and solved with the same bits everywhere.

Every entry is the exact sum that defines it, rounded once; the formulas of the solvers are in BITS.md. Matrices are
scipy's sparse arrays or matrices of any format; what is returned is a `scipy.sparse.csr_array`.

>>> import numpy as np, scipy.sparse, isobit.sparse
>>> a = isobit.sparse.assemble([1e16, 1.0, -1e16, 2.0], ([0, 0, 0, 1], [0, 0, 0, 1]), shape=(2, 2))
>>> print(a.toarray())
[[1. 0.]
 [0. 2.]]
>>> x, report = isobit.sparse.cg(a, np.array([3.0, 4.0]))
>>> print(x, report.outcome)
[3. 2.] converged
"""
from typing import NamedTuple

import numpy as np
import scipy.sparse

from . import _core
from ._operands import element_type, elements, thread_count, unmasked

__all__ = ["Report", "add", "assemble", "bicgstab", "cg", "gmres", "matmul", "minres", "pipelined_cg"]


class Report(NamedTuple):
    """How an iteration went: why it ended, how many steps it took, and the norms of the residuals."""

    outcome: str  # "converged", "exhausted", "breakdown", "indefinite", "not_finite" or "stopped"
    iterations: int
    residual: float
    history: list

    @property
    def converged(self):
        return self.outcome == "converged"


def assemble(values, places, shape, *, threads=None):
    """The matrix whose entry at (i, j) is the exact sum, rounded once, of all contributions to that place.

    `places` is (rows, columns), as in ``scipy.sparse.coo_array``. Neither the order of contributions shows nor how they
    are grouped. What adds up to zero is stored.
    """
    rows, columns = places
    values, rows, columns = (unmasked(one, "sparse") for one in (values, rows, columns))
    if not (values.ndim == rows.ndim == columns.ndim == 1 and len(values) == len(rows) == len(columns)):
        raise ValueError("isobit.sparse: values, rows and columns are three vectors of one length")
    if any(index.size and index.dtype.kind not in "iu" for index in (rows, columns)):
        raise TypeError("isobit.sparse: rows and columns are integers")
    if len(shape) != 2 or min(shape) < 0:
        raise ValueError(f"isobit.sparse: a matrix has two dimensions, not the shape {tuple(shape)}")
    dtype = element_type(values.dtype, "sparse")
    values = elements(values, dtype, "sparse")
    index = _index_type(max(len(values), *shape))
    for which, size in ((rows, shape[0]), (columns, shape[1])):
        if which.size and (which.min() < 0 or which.max() >= size):
            raise ValueError(f"isobit.sparse: a place outside of a matrix of shape {tuple(shape)}")
    arrays = (np.ascontiguousarray(rows, index), np.ascontiguousarray(columns, index), np.ascontiguousarray(values))
    parts = _core.sparse_assemble(*shape, *arrays, dtype.char, thread_count(threads))
    return _matrix(parts, shape)


def matmul(a, b, *, threads=None):
    """a @ b, every entry rounded once: of a sparse matrix and a vector, a dense matrix or a sparse matrix."""
    if scipy.sparse.issparse(b):
        dtype = _common_type(a, b)
        left, right = _same_indices(_csr(a, dtype, threads), _csr(b, dtype, threads))
        if left.shape[1] != right.shape[0]:
            raise ValueError(f"isobit.sparse: matrices of shapes {left.shape} and {right.shape} have no product")
        parts = _core.sparse_product(_parts(left), _parts(right), dtype.char, thread_count(threads))
        return _matrix(parts, (left.shape[0], right.shape[1]))
    b = unmasked(b, "sparse")
    if b.ndim not in (1, 2) or a.ndim != 2 or b.shape[0] != a.shape[1]:
        raise ValueError(f"isobit.sparse: a matrix of shape {a.shape} has no product with an array of shape {b.shape}")
    dtype = _common_type(a, b)
    x = np.ascontiguousarray(elements(b, dtype, "sparse")).reshape(b.shape[0], -1)
    y = np.zeros((a.shape[0], x.shape[1]), dtype)
    if x.shape[1]:
        _core.sparse_multiply(_parts(_csr(a, dtype, threads)), x, y, dtype.char, thread_count(threads))
    return y.reshape((a.shape[0],) + b.shape[1:])


def add(a, b, *, alpha=1.0, beta=1.0, threads=None):
    """alpha * a + beta * b of sparse matrices, every entry rounded once."""
    dtype = _common_type(a, b)
    if a.shape != b.shape:
        raise ValueError(f"isobit.sparse: matrices of shapes {a.shape} and {b.shape} have no sum")
    factors = [_factor(one, dtype) for one in (alpha, beta)]
    left, right = _same_indices(_csr(a, dtype, threads), _csr(b, dtype, threads))
    parts = _core.sparse_add(factors[0], _parts(left), factors[1], _parts(right), dtype.char, thread_count(threads))
    return _matrix(parts, a.shape)


def cg(a, b, x0=None, **options):
    """Solves a @ x = b by conjugate gradients, for a symmetric positive definite matrix, or Hermitian if complex; returns
    x and a `Report`.

    Options of all solvers: `rtol` (1e-10), times the norm of b, is the norm of the residual that is aimed at; `maxiter`
    (10000); `M`, a preconditioner: "jacobi", "ssor", "ic0", "ilu0", "chebyshev" or "multigrid", or a pair of one of
    these and a dictionary of its options; `callback(iteration, residual)`, which stops the iteration by returning False;
    `threads`. No exception is raised where the iteration does not converge: look at the report.
    """
    return _solved("cg", a, b, x0, **options)


def pipelined_cg(a, b, x0=None, **options):
    """The same with one reduction an iteration, for more rounding errors. Options as of `cg`."""
    return _solved("pipelined_cg", a, b, x0, **options)


def bicgstab(a, b, x0=None, **options):
    """Stabilised biconjugate gradients, for any matrix. Options as of `cg`."""
    return _solved("bicgstab", a, b, x0, **options)


def gmres(a, b, x0=None, *, restart=30, **options):
    """Generalised minimal residuals, for any matrix, started anew after `restart` steps. Options as of `cg`."""
    return _solved("gmres", a, b, x0, restart=restart, **options)


def minres(a, b, x0=None, **options):
    """Minimal residuals, for a symmetric or Hermitian matrix, definite or not. Options as of `cg`."""
    return _solved("minres", a, b, x0, **options)


# The options of each preconditioner in the order in which the compiled part takes them.
_PRECONDITIONERS = {
    "none": {},
    "jacobi": {},
    "ssor": {"omega": 1.0},
    "ic0": {},
    "ilu0": {},
    "chebyshev": {"degree": 4, "lower": 0.0, "upper": 0.0},
    "multigrid": {"strength": 0.08, "smoothing_steps": 1, "cycles": 2, "most_levels": 30},
}


def _solved(method, a, b, x0, *, rtol=1e-10, maxiter=10000, restart=30, M=None, callback=None, threads=None):
    b = unmasked(b, "sparse")
    dtype = _common_type(a, b)
    if a.ndim != 2 or a.shape[0] != a.shape[1] or b.shape != (a.shape[0],):
        raise ValueError(f"isobit.sparse: a matrix of shape {a.shape} and a right-hand side of shape {b.shape}")
    x = np.zeros(b.shape, dtype) if x0 is None else np.array(elements(x0, dtype, "sparse"))
    if x.shape != b.shape:
        raise ValueError(f"isobit.sparse: x0 has shape {x.shape}, the right-hand side {b.shape}")
    name, numbers = _preconditioner(M)
    after_each = None if callback is None else lambda *progress: callback(*progress) is not False
    outcome = _core.sparse_solve(
        method, _parts(_csr(a, dtype, threads)), np.ascontiguousarray(elements(b, dtype, "sparse")), x, name, numbers,
        float(rtol), int(maxiter), int(restart), after_each, dtype.char, thread_count(threads),
    )
    return x, Report(*outcome)


def _preconditioner(wanted):
    name, options = wanted if isinstance(wanted, tuple) else (wanted or "none", {})
    if name not in _PRECONDITIONERS:
        raise ValueError(f"isobit.sparse: no preconditioner {name!r}; there are {', '.join(_PRECONDITIONERS)}")
    known = _PRECONDITIONERS[name]
    if unknown := set(options) - set(known):
        raise ValueError(f"isobit.sparse: {name} has no option {', '.join(sorted(unknown))}")
    return name, [float(value) for value in (known | options).values()]


def _common_type(a, b):
    return np.result_type(*(element_type(one.dtype, "sparse") for one in (a, b)))


def _factor(value, dtype):
    if dtype.kind != "c" and np.iscomplexobj(value):
        raise TypeError("isobit.sparse: a complex factor of real matrices")
    return complex(dtype.type(value))


def _index_type(largest):
    return np.dtype(np.int64 if largest > np.iinfo(np.int32).max else np.int32)


def _csr(a, dtype, threads):
    """The rows of a matrix; contributions to one place are added exactly, which scipy's own conversions do not."""
    if not scipy.sparse.issparse(a):
        raise TypeError("isobit.sparse: a matrix of scipy.sparse is needed")
    if a.ndim != 2:
        raise ValueError("isobit.sparse: a matrix has two dimensions")
    if a.format == "csc":
        a = a.tocsr()  # which moves entries, and adds none
    if a.format != "csr":
        a = a.tocoo()
        return assemble(elements(a.data, dtype, "sparse"), (a.row, a.col), a.shape, threads=threads)
    if a.dtype == dtype:
        return a
    return scipy.sparse.csr_array((elements(a.data, dtype, "sparse"), a.indices, a.indptr), a.shape)


def _same_indices(left, right):
    """Both with indices of the same type."""
    wide = any(part.dtype == np.int64 for a in (left, right) for part in (a.indices, a.indptr))
    index = np.dtype(np.int64 if wide else np.int32)
    return tuple(scipy.sparse.csr_array((a.data, a.indices.astype(index), a.indptr.astype(index)), a.shape)
                 for a in (left, right))


def _parts(a):
    index = np.dtype(np.int64 if np.int64 in (a.indices.dtype, a.indptr.dtype) else np.int32)
    arrays = (a.indptr.astype(index, copy=False), a.indices.astype(index, copy=False), a.data)
    return (*a.shape, *map(np.ascontiguousarray, arrays))


def _matrix(parts, shape):
    offsets, indices, values = parts
    result = scipy.sparse.csr_array((values, indices, offsets), tuple(shape))
    result.has_canonical_format = True
    return result
