"""Dot products and what is made of them, against rationals."""
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import isobit

from conftest import draws
from support import bits, floats, rounded

pairs = st.lists(st.tuples(floats(), floats()), max_size=25)


def exact_dot(x, y):
    return sum((Fraction(float(a)) * Fraction(float(b)) for a, b in zip(x, y)), Fraction(0))


@draws(5000)
@given(pairs)
def test_dot(pairs):
    x, y = np.array([a for a, _ in pairs]), np.array([b for _, b in pairs])
    expected = rounded(exact_dot(x, y))
    assert isobit.dot(x, y) == expected
    assert isobit.dot(x[::-1], y[::-1]) == expected
    assert isobit.sumprod(x.tolist(), y.tolist()) == expected
    assert isobit.vdot(x, y) == expected and isobit.inner(x, y) == expected
    assert isobit.matmul(x[np.newaxis], y[:, np.newaxis])[0, 0] == expected
    total = isobit.Accumulator()
    total.add_products(x, y)
    assert total.fraction() == exact_dot(x, y) and float(total) == expected


@draws(1000)
@given(st.lists(st.tuples(floats(32), floats(32)), max_size=25))
def test_dot_of_floats_and_mixed(pairs):
    x, y = (np.array(one, np.float32) for one in zip(*pairs)) if pairs else (np.zeros(0, np.float32),) * 2
    assert isobit.dot(x, y) == rounded(exact_dot(x, y), np.float32)
    assert isobit.dot(x, y.astype(np.float64)) == rounded(exact_dot(x, y))


@draws(1000)
@given(st.data())
def test_matrices(data):
    m, k, n = (data.draw(st.integers(0, 4)) for _ in range(3))
    a = data.draw(hnp.arrays(np.float64, (m, k), elements=floats()))
    b = data.draw(hnp.arrays(np.float64, (k, n), elements=floats()))
    expected = np.array([[rounded(exact_dot(row, column)) for column in b.T] for row in a]).reshape(m, n)
    for left in (a, np.asfortranarray(a), np.repeat(a, 2, axis=1)[:, ::2], a[::-1][::-1]):
        assert np.array_equal(isobit.matmul(left, b), expected)
    assert np.array_equal(isobit.dot(a, b), expected)
    assert np.array_equal(isobit.inner(a, b.T), expected)
    assert np.array_equal(isobit.tensordot(a, b, 1), expected)


def test_shapes_are_numpy_s():
    random = np.random.default_rng(5)
    whole = lambda *shape: random.integers(-9, 9, shape).astype(float)
    for left, right in [((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4)), ((5, 2, 3), (3, 4)),
                        ((5, 2, 3), (5, 3, 4)), ((5, 1, 2, 3), (6, 3, 4)), ((3,), (5, 3, 2)), ((5, 2, 3), (3,))]:
        a, b = whole(*left), whole(*right)
        assert np.array_equal(isobit.matmul(a, b), np.matmul(a, b))
        if len(left) <= 3:
            assert np.array_equal(isobit.dot(a, b), np.dot(a, b))
    a, b = whole(2, 3, 4), whole(4, 3, 5)
    assert np.array_equal(isobit.tensordot(a, b, ([1, 2], [1, 0])), np.tensordot(a, b, ([1, 2], [1, 0])))
    assert np.array_equal(isobit.inner(whole(2, 3), whole(4, 3)).shape, (2, 4))
    assert isobit.dot(2.0, [1.0, 2.0]).tolist() == [2, 4]
    out = np.empty((2, 4))
    assert isobit.matmul(whole(2, 3), whole(3, 4), out=out) is out


def test_other_types():
    z = np.array([1 + 2j, 3 - 1j])
    assert isobit.vdot(z, z) == np.vdot(z, z) and isobit.dot(z, z) == np.dot(z, z)
    assert isobit.matmul(z.reshape(2, 1), z.reshape(1, 2)).tolist() == np.outer(z, z).tolist()
    assert isobit.dot([2**40, 2**40], [2**40, 1]) == 2**80 + 2**40
    assert isobit.matmul(np.array([[1, 2]]), np.array([[3], [4]])).tolist() == [[11]]
    half = np.array([[1.0, 2.0]], np.float16)
    assert isobit.matmul(half, half.T).dtype == np.float16 and isobit.matmul(half, half.T)[0, 0] == 5
    assert isobit.dot(half[0], np.array([1, 2])).dtype == np.float64
    assert isobit.sumprod(np.array([2**60 + 1]), np.array([2])) == 2**61 + 2


@pytest.mark.parametrize("call", [isobit.dot, isobit.inner, isobit.matmul, isobit.vdot, isobit.sumprod])
def test_lengths_must_agree(call):
    with pytest.raises(ValueError):
        call([1.0, 2.0], [1.0])


def test_what_is_refused():
    with pytest.raises(ValueError):
        isobit.matmul(1.0, [1.0])
    with pytest.raises(ValueError):
        isobit.matmul(np.zeros((2, 3)), np.zeros((2, 3)))
    with pytest.raises(TypeError):
        isobit.dot(np.zeros(2, np.longdouble), np.zeros(2))
    with pytest.raises(OverflowError):
        isobit.dot([2**60 + 1], [1.0])
    out = np.full((3, 3), 7.0)
    with pytest.raises(ValueError):
        isobit.matmul(np.ones((2, 2)), np.ones((2, 2)), out=out)
    assert (out == 7).all()
