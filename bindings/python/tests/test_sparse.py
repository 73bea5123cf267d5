"""isobit.sparse: entries by their definition, from every format of scipy, and solvers that repeat themselves."""
import random
from fractions import Fraction

import numpy as np
import pytest
from hosts import host
from support import bits, rounded

sp = host("scipy.sparse")

from isobit import sparse  # noqa: E402

SEED = 20260316


def contributions(rows, columns, count, dtype=np.float64):
    generator = random.Random(SEED)
    i = [generator.randrange(rows) for _ in range(count)]
    j = [generator.randrange(columns) for _ in range(count)]
    values = [(generator.getrandbits(20) - 2**19) * 2.0 ** generator.randrange(-30, 30) for _ in range(count)]
    return np.array(values, dtype), (np.array(i), np.array(j))


def assembled(values, places, dtype):
    sums = {}
    for value, i, j in zip(values, *places):
        sums[i, j] = sums.get((i, j), 0) + Fraction(float(value))
    return {place: rounded(total, dtype) for place, total in sums.items()}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_contributions_are_added_exactly_in_any_order(dtype):
    values, (i, j) = contributions(20, 30, 2000, dtype)
    expected = assembled(values, (i, j), dtype)
    order = np.random.default_rng(SEED).permutation(len(values))
    for at in (slice(None), order):
        a = sparse.assemble(values[at], (i[at].astype(np.int64), j[at]), (20, 30), threads=2)
        assert a.nnz == len(expected) and a.has_sorted_indices
        coo = a.tocoo()
        assert all(bits(v) == bits(expected[r, c]) for v, r, c in zip(coo.data, coo.row, coo.col))


def test_products_from_every_format():
    values, places = contributions(20, 30, 900)
    a = sparse.assemble(values, places, (20, 30))
    x = contributions(30, 1, 30)[0]
    dense = a.toarray()
    expected = np.array([rounded(sum(Fraction(float(v)) * Fraction(float(w)) for v, w in zip(row, x))) for row in dense])
    for layout in ("csr", "csc", "coo", "lil", "dok", "bsr", "dia"):
        assert bits(sparse.matmul(a.asformat(layout), x)) == bits(expected)
    assert bits(sparse.matmul(sp.csr_matrix(a), x)) == bits(expected)
    both = np.stack([x, x[::-1]], axis=1)
    assert bits(sparse.matmul(a, both)[:, 0]) == bits(expected)
    # Several contributions to a place, which scipy itself would add with rounding.
    raw = sp.coo_array((values, places), (20, 30))
    assert bits(sparse.matmul(raw, x)) == bits(expected)


def test_sums_and_products_of_sparse_matrices():
    a = sparse.assemble(*contributions(12, 12, 60), (12, 12))
    exact = [[Fraction(float(v)) for v in row] for row in a.toarray()]
    square = sparse.matmul(a, a).toarray()
    total = sparse.add(a, a.T, alpha=2.0, beta=-0.5).toarray()
    for i in range(12):
        for j in range(12):
            assert square[i, j] == rounded(sum(exact[i][k] * exact[k][j] for k in range(12)))
            assert total[i, j] == rounded(2 * exact[i][j] - exact[j][i] / 2)


def exact_complex(z):
    return Fraction(float(z.real)), Fraction(float(z.imag))


def times(a, b):
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def rounded_complex(parts, dtype):
    real = np.dtype(dtype).type(0).real.dtype
    return np.dtype(dtype).type(complex(*(float(rounded(sum(part), real)) for part in zip(*parts))))


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_complex_entries_by_their_definition(dtype):
    values, places = contributions(9, 9, 300, dtype)
    values = (values + 1j * values[::-1]).astype(dtype)
    a = sparse.assemble(values, places, (9, 9))
    assert a.dtype == dtype
    dense = a.toarray()
    exact = [[exact_complex(z) for z in row] for row in dense]
    alpha, beta = 0.5 - 2j, 1j
    square, total = sparse.matmul(a, a).toarray(), sparse.add(a, a.T, alpha=alpha, beta=beta).toarray()
    x = dense[:, 3].copy()
    product = sparse.matmul(a, x)
    by_one = sparse.matmul(a, np.ones(9, np.float32))
    for i in range(9):
        line = [times(exact[i][k], exact_complex(x[k])) for k in range(9)]
        assert product[i] == rounded_complex(line, dtype)
        assert by_one[i] == rounded_complex(exact[i], dtype)
        for j in range(9):
            here = [exact_complex(v) for v, r, c in zip(values, *places) if (r, c) == (i, j)]
            assert dense[i, j] == rounded_complex(here or [(0, 0)], dtype)
            assert square[i, j] == rounded_complex([times(exact[i][k], exact[k][j]) for k in range(9)], dtype)
            assert total[i, j] == rounded_complex(
                [times(exact_complex(alpha), exact[i][j]), times(exact_complex(beta), exact[j][i])], dtype)


def poisson(n):
    line = sp.diags_array([-1.0, 2.0, -1.0], offsets=[-1, 0, 1], shape=(n, n))
    unit = sp.eye_array(n)
    return (sp.kron(line, unit) + sp.kron(unit, line)).tocsr()


METHODS = [sparse.cg, sparse.pipelined_cg, sparse.bicgstab, sparse.gmres, sparse.minres]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("preconditioner", [None, "jacobi", "ic0", ("ssor", {"omega": 1.2}), "chebyshev", "multigrid"])
def test_solvers_converge_with_the_same_bits_on_any_threads(method, preconditioner):
    a = poisson(12)
    b = np.arange(144) % 7 - 3.0
    x, report = method(a, b, M=preconditioner, threads=1)
    assert report.converged and len(report.history) == report.iterations + 1
    assert np.linalg.norm(a @ x - b) <= 1e-8 * np.linalg.norm(b)
    again, other = method(a.tocoo(), b, M=preconditioner, threads=2)
    assert bits(again) == bits(x) and other == report


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("preconditioner", [None, "jacobi", "ic0", ("ssor", {"omega": 1.2}), "chebyshev", "multigrid"])
def test_hermitian_systems(method, preconditioner):
    real = poisson(8)
    turned = 1j ** (np.arange(64) % 4)  # of powers of i, so that no entry is rounded
    a = (sp.diags_array(turned) @ real @ sp.diags_array(turned.conj())).tocsr()
    b = np.arange(64) % 7 - 3.0
    x, report = method(a, b, M=preconditioner, threads=1)
    assert x.dtype == np.complex128 and report.converged
    assert np.linalg.norm(a @ x - b) <= 1e-8 * np.linalg.norm(b)
    again, other = method(a.tocoo(), b, M=preconditioner, threads=2)
    assert bits(again) == bits(x) and other == report


@pytest.mark.parametrize("method", METHODS)
def test_complex_numbers_that_are_real_are_solved_as_real_ones(method):
    a, b = poisson(8), np.arange(64) % 7 - 3.0
    x, report = method(a, b, M="jacobi")
    same, other = method(a.astype(complex), b, M="jacobi")
    assert bits(same.real) == bits(x) and not same.imag.any() and other == report


def test_callbacks_and_starts():
    a, b, seen = poisson(8), np.ones(64), []
    x, report = sparse.cg(a, b, callback=lambda k, norm: seen.append(norm))
    assert seen == report.history
    _, stopped = sparse.cg(a, b, callback=lambda k, norm: k < 3)
    assert stopped.outcome == "stopped" and stopped.iterations == 3
    _, at_once = sparse.cg(a, b, x0=x, rtol=1e-9)
    assert at_once.converged and at_once.iterations == 0
    with pytest.raises(ZeroDivisionError):
        sparse.cg(a, b, callback=lambda k, norm: 1 / 0)


def test_nothing_at_all():
    empty = sparse.assemble([], ([], []), (0, 3))
    assert empty.shape == (0, 3) and sparse.matmul(empty, np.ones(3)).shape == (0,)
    assert sparse.matmul(sp.csr_array((2, 3)), np.ones((3, 0))).shape == (2, 0)
    assert bits(sparse.matmul(sp.csr_array((2, 3)), np.ones(3))) == bits(np.zeros(2))
    x, report = sparse.cg(sp.csr_array((0, 0)), np.ones(0))
    assert x.size == 0 and report.converged


def test_what_is_wrong_is_said():
    a = poisson(3)
    with pytest.raises(ValueError):
        sparse.assemble([1.0], ([5], [0]), (2, 2))
    with pytest.raises(ValueError):
        sparse.assemble([1.0, 2.0], ([0], [0]), (2, 2))
    with pytest.raises(TypeError):
        sparse.assemble([1.0], ([0.5], [0]), (2, 2))
    for shape in ((2,), (-2, 2), (2, 2, 2)):
        with pytest.raises(ValueError):
            sparse.assemble([1.0], ([0], [0]), shape)
    with pytest.raises(ValueError):
        sparse.matmul(sp.coo_array([1.0, 2.0]), np.ones(2))
    for call in (lambda: sparse.assemble(np.ma.array([1.0]), ([0], [0]), (2, 2)), lambda: sparse.matmul(a, np.ma.ones(9)),
                 lambda: sparse.cg(a, np.ma.ones(9))):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(ValueError):
        sparse.matmul(a, np.ones(4))
    with pytest.raises(ValueError):
        sparse.cg(a, np.ones(9), M="none such")
    with pytest.raises(ValueError):
        sparse.cg(a, np.ones(9), M=("ssor", {"degree": 1}))
    with pytest.raises(TypeError):
        sparse.add(a, a, alpha=1j)
    too_large = sp.coo_array(([2**53 + 1, 1], ([0, 1], [0, 1])), (2, 2))
    for call in (lambda: sparse.assemble(too_large.data, (too_large.row, too_large.col), (2, 2)),
                 lambda: sparse.matmul(too_large, np.ones(2)), lambda: sparse.matmul(too_large.tocsr(), np.ones(2)),
                 lambda: sparse.matmul(sp.eye_array(2), too_large.data), lambda: sparse.add(too_large, too_large),
                 lambda: sparse.cg(sp.eye_array(2), too_large.data)):
        with pytest.raises(OverflowError):
            call()
    damaged = a.copy()
    damaged.indices[0] = 99
    with pytest.raises(ValueError):
        sparse.matmul(damaged, np.ones(9))
