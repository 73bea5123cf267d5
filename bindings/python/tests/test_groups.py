"""Sums of groups, segments and prefixes against the definition."""
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import isobit

from conftest import draws
from support import bits, floats, sum_oracle

rows = st.lists(st.tuples(st.integers(-3, 3), floats()), max_size=30)


def by_definition(keys, values):
    distinct = sorted(set(keys))
    return distinct, [sum_oracle([x for k, x in zip(keys, values) if k == key]) for key in distinct]


@draws(3000)
@given(rows, st.sampled_from([1, 10**12]))
def test_sum_by_key(rows, spread):
    keys, values = [k * spread for k, _ in rows], [x for _, x in rows]
    expected_keys, expected = by_definition(keys, values)
    for given_keys in (np.array(keys, np.int64), np.array(keys, float)):
        found, sums = isobit.sum_by_key(given_keys, np.array(values, float))
        assert found.tolist() == expected_keys and bits(sums) == bits(np.array(expected, float))


@draws(1000)
@given(rows)
def test_keys_of_other_kinds(rows):
    keys, values = [k for k, _ in rows], np.array([x for _, x in rows], float)
    expected_keys, expected = by_definition(keys, values)
    dates = np.array(keys, "datetime64[D]")
    found, sums = isobit.sum_by_key(dates, values)
    assert found.tolist() == np.array(expected_keys, "datetime64[D]").tolist() and bits(sums) == bits(np.array(expected, float))
    names = np.array([f"{k + 20}" for k in keys], str)
    found, sums = isobit.sum_by_key(names, values)
    assert found.tolist() == [f"{k + 20}" for k in expected_keys] and bits(sums) == bits(np.array(expected, float))
    (first, second), sums = isobit.sum_by_key((names, np.array(keys, np.int64) % 2), values)
    assert [int(x) - 20 for x in first] == expected_keys and bits(sums) == bits(np.array(expected, float))


def test_categories():
    pandas = pytest.importorskip("pandas")
    keys = pandas.Categorical(["b", "a", None, "b"], categories=["b", "a", "unused"])
    found, sums = isobit.sum_by_key(keys, [1e16, 1.0, 5.0, -1e16])
    assert found.tolist() == ["b", "a"] and sums.tolist() == [0, 1]
    found, _ = isobit.sum_by_key(pandas.Series(["x", "y", "x"]), [1.0, 2.0, 3.0])
    assert found.tolist() == ["x", "y"]


def test_rows_that_lack_a_category_of_several():
    pandas = pytest.importorskip("pandas")
    one = pandas.Categorical(["b", "a", None, "b", "a", "b"])
    other = pandas.Categorical([1, 2, 1, None, 2, 1], categories=[2, 1])
    (first, second, third), sums = isobit.sum_by_key((one, other, [7, 8, 9, 9, 8, 7]), [1e16, 1.0, 5.0, 6.0, 2.0, -1e16])
    assert (first.tolist(), second.tolist(), third.tolist(), sums.tolist()) == (["a", "b"], [2, 1], [8, 7], [3, 0])
    (first, _), sums = isobit.sum_by_key((pandas.Categorical([None, None], categories=["x"]), [1, 2]), [1.0, 2.0])
    assert first.tolist() == [] and sums.tolist() == []
    with pytest.raises(ValueError, match="lengths"):
        isobit.sum_by_key((one, [1, 2]), np.zeros(6))


def test_rows_without_a_key_are_left_out():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    values = [1e16, 5.0, 1.0, -1e16]
    for keys, expected in (
        (pandas.Series(["b", None, "b", "b"]), ["b"]),
        (pandas.Series([2.0, np.nan, 2.0, 2.0]), [2]),
        # Beside a missing one these would be two floats of one value.
        (pandas.Series([2**60, None, 2**60, 2**60 + 1], dtype="Int64"), [2**60, 2**60 + 1]),
        (polars.Series([2**60, None, 2**60, 2**60 + 1]), [2**60, 2**60 + 1]),
        (polars.Series(["b", None, "b", "b"]), ["b"]),
        (np.ma.array([7, 8, 7, 7], mask=[0, 1, 0, 0]), [7]),
    ):
        found, sums = isobit.sum_by_key(keys, values)
        assert found.tolist() == expected
        assert sums.tolist() == ([1] if len(expected) == 1 else [1e16, -1e16])
        (found, ones), sums = isobit.sum_by_key((keys, [1, 1, 1, 1]), values)
        assert found.tolist() == expected and ones.tolist() == [1] * len(expected)
    with pytest.raises(ValueError):
        isobit.sum_by_key(np.ma.array([[7, 8]], mask=[[0, 1]]), [1.0, 2.0])
    with pytest.raises(TypeError):
        isobit.bincount(np.ma.array([1, 2], mask=[0, 1]), [1.0, 2.0])


def test_values_of_other_types():
    keys = [1, 0, 1]
    assert isobit.sum_by_key(keys, [2**62, 5, 2**61])[1].tolist() == [5, 2**62 + 2**61]
    for refused in (lambda: isobit.sum_by_key(keys, [2**62, 5, 2**62]), lambda: isobit.bincount([0, 0], [2**62, 2**62]),
                    lambda: isobit.segment_sum([2**62, 2**62], [0, 2])):
        with pytest.raises(OverflowError) as problem:
            refused()
        assert "dtype=" not in str(problem.value) and "float64" in str(problem.value)
    with pytest.raises(OverflowError, match="dtype=object"):
        isobit.cumsum([2**62, 2**62])
    assert isobit.sum_by_key(keys, np.array([1, 2, 3], np.float16))[1].dtype == np.float32
    assert isobit.sum_by_key(keys, [1j, 2, 3])[1].tolist() == [2, 3 + 1j]
    assert isobit.sum_by_key([], [])[1].shape == (0,)
    assert isobit.sum_by_key(np.array([2**64 - 1, 0], np.uint64), [1.0, 2.0])[0].tolist() == [0, 2**64 - 1]


@draws(1000)
@given(rows)
def test_places(rows):
    places, values = np.array([k + 3 for k, _ in rows], int), np.array([x for _, x in rows], float)
    expected = np.array([sum_oracle(values[places == place]) for place in range(7)])
    assert bits(isobit.bincount(places, values, minlength=7)) == bits(expected)
    sums, edges = isobit.histogram(places, bins=7, range=(0, 7), weights=values)
    assert bits(sums) == bits(expected) and np.array_equal(edges, np.arange(8))
    target = np.arange(7.0)
    isobit.scatter_add(target, places, values)
    assert bits(target) == bits([sum_oracle([place, *values[places == place]]) for place in range(7)])


def test_histogram_counts_where_numpy_does():
    random = np.random.default_rng(7)
    data, weights = random.integers(0, 50, 1000) / 10, random.integers(0, 9, 1000).astype(float)
    for bins in (10, [0.0, 0.5, 3.3, 5.0]):
        ours, theirs = isobit.histogram(data, bins, weights=weights), np.histogram(data, bins, weights=weights)
        assert np.array_equal(ours[0], theirs[0]) and np.array_equal(ours[1], theirs[1])
        ours, theirs = (histogram(data, bins, None, True, weights)[0] for histogram in (isobit.histogram, np.histogram))
        assert bits(ours) == bits(theirs)
    assert np.array_equal(isobit.histogram(data)[0], np.histogram(data)[0])
    assert bits(isobit.histogram(data, density=True)[0]) == bits(np.histogram(data, density=True)[0])
    cancelling = isobit.histogram([1, 1, 1, 4], [0, 2, 5], density=True, weights=[1e16, 1.0, -1e16, 3.0])[0]
    assert bits(cancelling) == bits(np.array([1 / 2 / 4, 3 / 3 / 4]))


@draws(1000)
@given(st.lists(floats(), min_size=1, max_size=30), st.data())
def test_segments(values, data):
    n = len(values)
    offsets = sorted(data.draw(st.lists(st.integers(0, n), min_size=1, max_size=6)))
    expected = np.array([sum_oracle(values[a:b]) for a, b in zip(offsets, offsets[1:])], float)
    assert bits(isobit.segment_sum(values, offsets)) == bits(expected)
    indices = data.draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=6))
    ends = [*indices[1:], n]
    expected = [sum_oracle(values[a:b] if b > a else [values[a]]) for a, b in zip(indices, ends)]
    assert bits(isobit.reduceat(values, indices)) == bits(expected)
    whole = np.arange(n)
    assert np.array_equal(isobit.reduceat(whole, indices), np.add.reduceat(whole, indices))


@draws(2000)
@given(st.lists(floats(special=True), max_size=20), st.sampled_from([np.float64, np.float32, np.float16]))
def test_cumsum(values, dtype):
    with np.errstate(over="ignore"):
        array = np.array(values, dtype)
    expected = np.array([sum_oracle(array[: i + 1], dtype) for i in range(len(array))], dtype)
    assert bits(isobit.cumsum(array)) == bits(expected)
    two = np.stack([array, array])
    assert bits(isobit.cumsum(two, axis=1)) == bits(np.stack([expected, expected]))
    assert bits(isobit.cumsum(two.T, axis=0).T.copy()) == bits(np.stack([expected, expected]))


def test_cumsum_of_other_types():
    assert isobit.cumsum([1, 2, 3]).tolist() == [1, 3, 6]
    assert isobit.cumsum([2**62, 2**62], dtype=object).tolist() == [2**62, 2**63]
    assert isobit.cumsum([1 + 1j, 2]).tolist() == [1 + 1j, 3 + 1j]
    assert isobit.cumsum(np.array([1, 2], np.float32), dtype=np.float64).dtype == np.float64
    with pytest.raises(TypeError):
        isobit.cumsum([1.0], dtype=np.float32)
    with pytest.raises(np.exceptions.AxisError):
        isobit.cumsum([1.0], axis=1)


def test_what_is_refused_leaves_the_target_alone():
    target = np.array([1.0, 2.0])
    for indices, values, problem in (([0, 2], [1.0, 1.0], IndexError), ([0, 1], [1.0, 2.0, 3.0], ValueError), ([0], [1j], TypeError)):
        with pytest.raises(problem):
            isobit.scatter_add(target, indices, values)
        assert target.tolist() == [1, 2]
    with pytest.raises(TypeError):
        isobit.scatter_add([1.0], [0], [1.0])
    with pytest.raises(ValueError):
        isobit.sum_by_key([1, 2], [1.0])
    with pytest.raises(ValueError):
        isobit.bincount([-1], [1.0])
    with pytest.raises(TypeError):
        isobit.bincount([0.5], [1.0])
    with pytest.raises(ValueError):
        isobit.bincount([1], [1.0], minlength=-1)
    with pytest.raises(TypeError):
        isobit.histogram([1.0, 2.0], bins="auto", weights=[1.0, 2.0])
    with pytest.raises(ValueError):
        isobit.histogram(np.ones((2, 2)), weights=np.ones(4))
    for other in (np.zeros(2, int), np.zeros(2, np.float16), np.ma.zeros(2)):
        with pytest.raises(TypeError):
            isobit.scatter_add(other, [0], [1.0])
    for offsets in ([1, 0], [0, 3], [-1, 1]):
        with pytest.raises(ValueError):
            isobit.segment_sum([1.0, 2.0], offsets)
    with pytest.raises(IndexError):
        isobit.reduceat([1.0], [1])


def test_a_million_rows_on_threads():
    random = np.random.default_rng(9)
    keys, values = random.integers(0, 1000, 10**6), random.standard_normal(10**6)
    found, sums = isobit.sum_by_key(keys, values)
    order = random.permutation(10**6)
    for threads in (1, 2, 5):
        assert bits(isobit.sum_by_key(keys[order], values[order], threads=threads)[1]) == bits(sums)
    assert found.tolist() == list(range(1000)) and sums[17] == sum_oracle(values[keys == 17])


def test_integers_are_scattered_exactly_or_not_at_all():
    target = np.array([-(2.0**53), 1.0])
    with pytest.raises(OverflowError):
        isobit.scatter_add(target, [0], [2**53 + 1])
    assert target.tolist() == [-(2.0**53), 1.0]
    isobit.scatter_add(target, [0, 1], [2**53, 2**53])
    assert target.tolist() == [0, 2.0**53]
    narrow = np.zeros(2, np.float32)
    isobit.scatter_add(narrow, [0, 0], np.array([300, -1], np.int16))
    assert narrow.tolist() == [299, 0]


def test_targets_of_other_types():
    for dtype in (np.complex128, np.complex64, ">f8", ">c8"):
        target = np.zeros(4, dtype)[::2]
        isobit.scatter_add(target, [0, 1, 0, 0], np.array([1e16, 2.0, 1.0, -1e16], np.float32 if target.itemsize == 8 else float))
        assert target.tolist() == [1, 2]
    target = np.zeros(1, complex)
    isobit.scatter_add(target, [0, 0, 0], [1e16j, 1 + 1j, -1e16j])
    assert target.tolist() == [1 + 1j]
