"""isobit.linalg against its definition in rationals, and numpy.linalg's ways to call it."""
import random
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from isobit import linalg
from support import bits, rounded, rounded_root

SEED = 20260312


def matrix(rows, columns, dtype=np.float64, seed=SEED):
    """Numbers of widely different magnitude."""
    generator = random.Random(seed)
    entries = [(generator.getrandbits(20) - 2**19) * 2.0 ** generator.randrange(-30, 10) for _ in range(rows * columns)]
    return np.array(entries, dtype).reshape(rows, columns)


def defined_lu(a):
    """The factors and pivots as BITS.md defines them."""
    dtype, a, pivots = a.dtype, [[Fraction(float(x)) for x in row] for row in a], []
    for j in range(min(len(a), len(a[0]))):
        for i in range(j, len(a)):
            a[i][j] = Fraction(float(rounded(a[i][j] - sum(a[i][k] * a[k][j] for k in range(j)), dtype)))
        pivot = max(range(j, len(a)), key=lambda i: (abs(a[i][j]), -i))
        pivots.append(pivot)
        a[j], a[pivot] = a[pivot], a[j]
        for i in range(j + 1, len(a)):
            a[i][j] = Fraction(float(rounded(a[i][j] / a[j][j], dtype)))
        for k in range(j + 1, len(a[0])):
            a[j][k] = Fraction(float(rounded(a[j][k] - sum(a[j][m] * a[m][k] for m in range(j)), dtype)))
    return np.array([[float(x) for x in row] for row in a], dtype), pivots


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(1, 1), (5, 5), (7, 4), (4, 7)])
def test_lu_is_that_of_the_definition(dtype, shape):
    a = matrix(*shape, dtype)
    factors, pivots = linalg.lu_factor(a)
    expected, order = defined_lu(a)
    assert bits(factors) == bits(expected) and list(pivots) == order
    p, l, u = linalg.lu(a)
    rows, _, _ = linalg.lu(a, p_indices=True)
    assert bits(p @ l) == bits(linalg.lu(a, permute_l=True)[0]) == bits(l[rows])
    exchanged = a.copy()
    for i, pivot in enumerate(pivots):
        exchanged[[i, pivot]] = exchanged[[pivot, i]]
    assert bits(p.T @ a) == bits(exchanged)
    assert bits(u) == bits(np.triu(factors[: len(pivots)]))


def test_determinant_is_the_product_of_the_diagonal_rounded_once():
    a = matrix(6, 6)
    factors, pivots = linalg.lu_factor(a)
    product = Fraction(1)
    for i in range(6):
        product *= Fraction(float(factors[i, i])) * (1 if pivots[i] == i else -1)
    assert bits(linalg.det(a)) == bits(rounded(product))


def test_solution_by_the_definition():
    a, b = matrix(5, 5), matrix(5, 2, seed=SEED + 1)
    factors, pivots = linalg.lu_factor(a)
    x = b.copy()
    for i, pivot in enumerate(pivots):
        x[[i, pivot]] = x[[pivot, i]]
    exact = [[Fraction(float(v)) for v in row] for row in factors]
    for column in range(2):
        for i in range(5):
            x[i, column] = rounded(Fraction(float(x[i, column])) - sum(exact[i][k] * Fraction(float(x[k, column])) for k in range(i)))
        for i in reversed(range(5)):
            rest = rounded(Fraction(float(x[i, column])) - sum(exact[i][k] * Fraction(float(x[k, column])) for k in range(i + 1, 5)))
            x[i, column] = rounded(Fraction(float(rest)) / exact[i][i])
    assert bits(linalg.solve(a, b)) == bits(x)
    assert bits(linalg.lu_solve((factors, pivots), b)) == bits(x)
    assert bits(linalg.solve(a, b[:, 0])) == bits(x[:, 0])
    assert bits(linalg.inv(a)) == bits(linalg.solve(a, np.eye(5)))


def test_cholesky_by_the_definition():
    half = matrix(4, 4) / 2.0**10
    a = half @ half.T + 2.0**12 * np.eye(4)
    a = np.tril(a) + np.tril(a, -1).T
    lower = np.zeros((4, 4))
    for j in range(4):
        for i in range(j, 4):
            rest = rounded(Fraction(float(a[i, j])) - sum(Fraction(float(lower[i, k])) * Fraction(float(lower[j, k])) for k in range(j)))
            lower[i, j] = rounded_root(Fraction(float(rest))) if i == j else rounded(Fraction(float(rest)) / Fraction(float(lower[j, j])))
    assert bits(linalg.cholesky(a)) == bits(lower)
    assert bits(linalg.cholesky(a, upper=True)) == bits(np.ascontiguousarray(lower.T))


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
def test_stacks_have_the_bits_of_each(dtype):
    stack = np.stack([matrix(4, 4, dtype, SEED + i) for i in range(6)]).reshape(2, 3, 4, 4)
    right = np.stack([matrix(4, 2, dtype, SEED + 9 + i) for i in range(3)])
    for function in (linalg.inv, linalg.det, lambda a: linalg.lu_factor(a)[0]):
        whole = function(stack)
        for at in np.ndindex(2, 3):
            assert bits(whole[at]) == bits(function(stack[at]))
            assert bits(whole[at]) == bits(function(np.asfortranarray(stack[at])))
    x = linalg.solve(stack, right, refine=3)
    for i, j in np.ndindex(2, 3):
        assert bits(x[i, j]) == bits(linalg.solve(stack[i, j], right[j], refine=3, threads=2))


def test_what_is_wrong_is_said():
    singular = np.ones((2, 2))
    for call in (lambda: linalg.solve(singular, [1.0, 2.0]), lambda: linalg.inv(singular),
                 lambda: linalg.cholesky(-singular), lambda: linalg.inv(np.ones((2, 3))), lambda: linalg.det([1.0]),
                 lambda: linalg.lu_solve(linalg.lu_factor(singular), [1.0, 2.0])):
        with pytest.raises(np.linalg.LinAlgError):
            call()
    with pytest.raises(ValueError):
        linalg.solve(np.eye(2), [1.0, 2.0, 3.0])
    with pytest.raises(ValueError):
        linalg.lu_solve((np.eye(2), [0, 7]), [1.0, 2.0])
    with pytest.raises(ValueError):
        linalg.solve(np.eye(2), [1.0, 2.0], refine=-1)
    for wrong in (np.eye(2, dtype=np.float16), np.eye(2, dtype=np.longdouble), np.eye(2, dtype=object), np.ma.array(np.eye(2))):
        with pytest.raises(TypeError):
            linalg.inv(wrong)
        with pytest.raises(TypeError):
            linalg.solve(np.eye(2), wrong)
    assert linalg.det(singular) == 0 and linalg.det(np.eye(3, dtype=int)) == 1
    assert linalg.det(np.zeros((0, 0))) == 1 and linalg.inv(np.zeros((2, 0, 0))).shape == (2, 0, 0)
    assert linalg.det(np.zeros((0, 3, 3))).shape == (0,) and linalg.solve(np.zeros((0, 3, 3)), np.ones(3)).shape == (0, 3)
    with pytest.raises(ValueError):
        linalg.inv(np.eye(2), threads=0)
    too_large = np.array([[2**53 + 1, 0], [0, 1]])
    for call in (lambda: linalg.det(too_large), lambda: linalg.solve(np.eye(2), too_large), lambda: linalg.inv(too_large)):
        with pytest.raises(OverflowError):
            call()
    assert linalg.det(too_large - [[1, 0], [0, 0]]) == 2.0**53


def test_modules_are_imported_when_they_are_named():
    program = "import isobit; print(isobit.linalg.det([[2.0]]), isobit.math.exp(0.0)); isobit.no_such_name"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "2.0 1.0\n"
    assert "AttributeError: module 'isobit' has no attribute 'no_such_name'" in done.stderr
