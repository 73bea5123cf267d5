"""Means, variances, deviations and norms against rationals."""
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import isobit

from conftest import draws
from support import bits, exact_sum, floats, rounded, rounded_root


def exact_variance(values, ddof):
    n, total = len(values), exact_sum(values)
    squares = sum((Fraction(float(x)) ** 2 for x in values), Fraction(0))
    return (n * squares - total**2) / (n * (n - ddof))


@draws(3000)
@given(st.lists(floats(), min_size=1, max_size=25))
def test_mean(values):
    expected = rounded(exact_sum(values) / len(values))
    assert isobit.mean(values) == expected
    assert bits(isobit.mean(np.array([values, values]), axis=1)) == bits([isobit.mean(values)] * 2)
    assert bits(isobit.mean(np.array([values, values]).T, axis=0)) == bits([isobit.mean(values)] * 2)


@draws(3000)
@given(st.lists(floats(), min_size=2, max_size=25), st.sampled_from([0, 1]))
def test_variance_and_deviation(values, ddof):
    expected = exact_variance(values, ddof)
    assert isobit.var(values, ddof=ddof) == rounded(expected)
    assert isobit.std(values, ddof=ddof) == rounded_root(expected)
    rows = np.array([values, values])
    assert bits(isobit.std(rows, axis=1, ddof=ddof)) == bits([rounded_root(expected)] * 2)
    everything = np.ones(rows.shape, bool)
    assert bits(isobit.var(rows, axis=1, ddof=ddof, where=everything)) == bits([rounded(expected)] * 2)


@draws(1000)
@given(st.lists(floats(32), min_size=2, max_size=25))
def test_of_float32(values):
    array = np.array(values, np.float32)
    assert isobit.var(array) == rounded(exact_variance(array, 0), np.float32)
    assert isobit.std(array) == rounded_root(exact_variance(array, 0), np.float32)
    assert isobit.std(array, dtype=np.float64) == rounded_root(exact_variance(array, 0))


@draws(2000)
@given(st.lists(floats(), max_size=25))
def test_norms(values):
    array = np.array(values)
    squares = sum((Fraction(x) ** 2 for x in values), Fraction(0))
    assert isobit.norm(array) == rounded_root(squares)
    assert isobit.norm(array, 1) == rounded(sum((abs(Fraction(x)) for x in values), Fraction(0)))
    assert isobit.norm(array + 1j * array[::-1]) == rounded_root(2 * squares)
    if values:
        assert isobit.norm(array, np.inf) == max(map(abs, values))
        assert bits(isobit.norm(array[np.newaxis], axis=1)) == bits([rounded_root(squares)])


def test_largest_magnitudes():
    # Of complex numbers libm's hypot, which need not round correctly, has no say.
    parts = np.random.default_rng(24).standard_normal((2000, 2))
    z = parts[:, 0] + 1j * parts[:, 1]
    for dtype in (np.complex128, np.complex64):
        for one in z.astype(dtype):
            exact = Fraction(float(one.real)) ** 2 + Fraction(float(one.imag)) ** 2
            assert bits(isobit.norm(np.array([one]), np.inf)) == bits(rounded_root(exact, one.real.dtype))
    grid = np.array([[1.0, -3.0], [math.nan, 2.0]])
    assert bits(isobit.norm(grid, np.inf, axis=1)) == bits(np.array([3.0, math.nan]))
    assert isobit.norm(grid, np.inf, axis=0, keepdims=True).shape == (1, 2)
    assert isobit.norm(np.array([-0.5, 0.25], np.float16), np.inf) == np.float16(0.5)


def test_largest_magnitude_of_bfloat16():
    types = pytest.importorskip("ml_dtypes")
    largest = isobit.norm(np.array([-3.0, 2.0, 1.0], types.bfloat16), np.inf)
    assert largest == 3 and largest.dtype == types.bfloat16


def test_where_chooses_and_counts():
    values = np.array([[1.0, 2.0, 1e300], [4.0, 5.0, 6.0]])
    where = np.array([[True, True, False], [True, False, True]])
    assert isobit.mean(values, axis=1, where=where).tolist() == [1.5, 5.0]
    assert isobit.mean(values, where=where) == 3.25
    assert isobit.var(values, axis=1, where=where).tolist() == [0.25, 1.0]
    assert math.isnan(isobit.mean(values, axis=1, where=[[False], [True]])[0])


def test_norms_with_an_ord_are_of_vectors():
    """NumPy's norm of a matrix is another number."""
    grid = np.array([[3.0, 4.0], [0.0, 12.0]])
    assert isobit.norm(grid) == isobit.norm(grid, axis=(0, 1)) == 13
    for order in (2, 1, np.inf):
        for axis in (None, (0, 1)):
            with pytest.raises(ValueError):
                isobit.norm(grid, order, axis=axis)
        assert np.array_equal(isobit.norm(grid, order, axis=1), np.linalg.norm(grid, order, axis=1))


def test_of_integers():
    assert isobit.mean([1, 2]) == 1.5
    # Half way between two floats and a little more, which rounding twice would lose.
    above = np.array([2**60 + 2**36, 2**60 + 2**36 + 2])
    assert bits(isobit.mean(above, dtype=np.float32)) == bits(np.float32(2.0**60 + 2.0**37))
    assert bits(isobit.mean(above[:1], dtype=np.float32)) == bits(np.float32(2.0**60))
    assert isobit.mean(above[:0], dtype=np.float16).dtype == np.float16
    for refused in (np.int64, np.longdouble, object):
        with pytest.raises(TypeError):
            isobit.mean(above, dtype=refused)
    assert isobit.mean(np.array([2**63 - 1, 2**63 - 1, 2**63 - 3])) == (3 * 2**63 - 5) / 3
    assert isobit.mean(np.array([[1, 2], [3, 4]]), axis=0).tolist() == [2, 3]
    assert isobit.var([1, 2, 3, 4]) == 1.25 and isobit.std(np.array([1, 3, 5], np.int8), ddof=1) == 2
    with pytest.raises(OverflowError):
        isobit.var([2**60 + 1, 1])


def test_ends_of_the_definition():
    assert math.isnan(isobit.mean([])) and math.isnan(isobit.var([])) and math.isnan(isobit.var([1.0], ddof=1))
    assert math.isnan(isobit.std([1.0, math.inf])) and isobit.std([3.0, 3.0]) == 0
    for call in (isobit.var, isobit.std):
        for ddof, problem in ((0.5, ValueError), (-1, ValueError), (math.nan, ValueError), (math.inf, ValueError), ("1", TypeError)):
            with pytest.raises(problem):
                call([1.0, 2.0], ddof=ddof)
        with pytest.raises(TypeError):
            call([1j, 2.0])
        with pytest.raises(TypeError):
            call(np.zeros(3, np.float16))
    with pytest.raises(ValueError):
        isobit.norm([1.0], 3)
    assert isobit.mean(np.array([1.0, 2.0, 3.0], np.float16)) == 2
    assert isobit.norm(np.array([3.0, 4.0], np.float16)) == 5
