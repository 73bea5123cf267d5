"""isobit.sum: the bits of the definition, and numpy.sum's arguments."""
import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import isobit

from conftest import draws
from support import Tensor, arrays, bits, floats, sum_of, sum_oracle


def layouts(array):
    """The same numbers, lying differently."""
    yield array
    yield np.asfortranarray(array)
    spread = np.zeros(tuple(3 * n for n in array.shape), array.dtype)[tuple(slice(None, None, 3) for _ in array.shape)]
    spread[...] = array
    yield spread
    yield np.flip(np.ascontiguousarray(np.flip(array)))
    packed = np.zeros(array.shape, np.dtype([("tag", "i1"), ("x", array.dtype)]))["x"]
    packed[...] = array
    yield packed
    odd = np.zeros(array.nbytes + 1, np.uint8)[1:].view(array.dtype).reshape(array.shape)
    odd[...] = array
    yield odd
    yield array.astype(array.dtype.newbyteorder())


@draws(20000)
@given(arrays(st.tuples(st.integers(0, 40))))
def test_arrays_are_summed_as_by_fsum(array):
    expected = sum_of(array.tolist())
    assert bits(isobit.sum(array)) == bits(expected)
    assert bits(isobit.fsum(array.tolist())) == bits(expected)


@draws(1000)
@given(st.lists(floats(), max_size=40))
def test_lists_are_summed_as_by_definition(values):
    assert bits(isobit.sum(values)) == bits(isobit.fsum(values)) == bits(sum_oracle(values))


def expected_along(array, axes):
    """The sums by definition, in the shape that numpy.sum gives them."""
    reduced = range(array.ndim) if axes is None else [a % array.ndim for a in (axes if isinstance(axes, tuple) else (axes,))]
    kept = [a for a in range(array.ndim) if a not in reduced]
    lines = array.transpose(kept + list(reduced)).reshape([array.shape[a] for a in kept] + [-1])
    return np.array([sum_of(line) for line in lines.reshape(-1, lines.shape[-1]).tolist()]).reshape(lines.shape[:-1])


@draws(20000)  # with some 35 sums of each array, at the usual scale more than 10^5 in all
@given(arrays(hnp.array_shapes(min_dims=1, max_dims=3, max_side=5), special=True), st.booleans(), st.sampled_from([None, 1, 3]))
def test_every_axis_and_layout(array, keepdims, threads):
    all_axes = tuple(range(array.ndim))
    laid_out = list(layouts(array))
    for axes in [None, *all_axes, -1, all_axes]:
        expected = expected_along(array, axes)
        shape = np.shape(np.any(array, axis=axes, keepdims=keepdims))
        for layout in laid_out:
            found = isobit.sum(layout, axis=axes, keepdims=keepdims, threads=threads)
            assert np.shape(found) == shape and bits(found) == bits(expected)


@draws(3000)
@given(st.lists(floats(32), max_size=30))
def test_float32_is_rounded_once(values):
    array = np.array(values, np.float32)
    assert bits(isobit.sum(array)) == bits(sum_oracle(array, np.float32))
    assert bits(isobit.sum(array, dtype=np.float64)) == bits(sum_oracle(array, np.float64))


@draws(3000)
@given(st.lists(floats(16), max_size=30))
def test_float16_is_rounded_once(values):
    array = np.array(values, np.float16)
    assert bits(isobit.sum(array)) == bits(sum_oracle(array, np.float16))
    assert bits(isobit.sum(array, dtype=np.float32)) == bits(sum_oracle(array, np.float32))


@draws(2000)
@given(st.lists(floats(), min_size=1, max_size=20), floats(), st.data())
def test_initial_and_where_are_part_of_the_sum(values, initial, data):
    array = np.array(values)
    where = np.array(data.draw(st.lists(st.booleans(), min_size=len(values), max_size=len(values))))
    chosen = [x for x, take in zip(values, where) if take]
    assert bits(isobit.sum(array, initial=initial, where=where)) == bits(sum_oracle([*chosen, initial]))
    assert bits(isobit.sum(array, where=where)) == bits(sum_oracle(chosen))
    two = np.stack([array, array[::-1]], axis=1)
    found = isobit.sum(two, axis=0, where=where[:, np.newaxis])
    assert bits(found[0]) == bits(sum_oracle(chosen))
    assert bits(isobit.sum(two, axis=0, where=where[:, np.newaxis], initial=initial)[0]) == bits(sum_oracle([*chosen, initial]))


@draws(1000)
@given(st.lists(floats(special=True), min_size=1, max_size=12), st.integers(0, 2**32 - 1), st.sampled_from([np.float64, np.float32]))
def test_columns_of_tall_arrays(pool, seed, dtype):
    random = np.random.default_rng(seed)
    with np.errstate(over="ignore"):
        array = np.array(pool).astype(dtype)[random.integers(0, len(pool), (random.integers(28, 45), 7))]
    array[:, 3] = -0.0
    expected = np.array([sum_oracle(column, dtype) for column in array.T])
    for threads in (1, 2):
        assert bits(isobit.sum(array, axis=0, threads=threads)) == bits(expected)
        assert bits(isobit.sum(array[:, :6], axis=0, threads=threads)) == bits(expected[:6])


def test_large_arrays_on_threads():
    random = np.random.default_rng(22)
    array = random.standard_normal((1500, 1000)) * 2.0 ** random.integers(-40, 40, (1500, 1000))
    expected = [math.fsum(column) for column in array.T]
    for threads in (None, 1, 2, 4):
        assert bits(isobit.sum(array, axis=0, threads=threads)) == bits(expected)
        assert bits(isobit.sum(array.T, axis=1, threads=threads)) == bits(expected)
        assert isobit.sum(array, threads=threads) == math.fsum(array.ravel())


def test_complex_numbers_by_parts():
    z = np.array([1e16 + 1j, 1 - 1e16j, -1e16 + 1e16j], np.complex128)
    assert isobit.sum(z) == 1 + 1j
    assert isobit.sum(z.astype(np.complex64)).dtype == np.complex64
    assert isobit.sum(z.reshape(3, 1), axis=0)[0] == 1 + 1j
    assert isobit.sum(np.array([1.0, 2.0]), dtype=complex) == 3 + 0j


def test_integers_exactly():
    for dtype in (np.int8, np.uint8, np.int32, np.int64, np.uint64):
        limits = np.iinfo(dtype)
        array = np.array([limits.max] * 5 + [limits.min] * 3, dtype)
        total = isobit.sum(array)
        assert type(total) is int and total == sum(int(x) for x in array)
    assert isobit.sum(np.array([True, True, False])) == 2
    assert isobit.sum(np.array([], np.int64)) == 0
    grid = np.array([[2**62, 1], [2**62, 2]])
    with pytest.raises(OverflowError):
        isobit.sum(grid, axis=0)
    assert list(isobit.sum(grid, axis=0, dtype=object)) == [2**63, 3]
    assert isobit.sum(grid, axis=1).dtype == np.int64
    assert isobit.sum(grid, initial=1) == 2**63 + 4
    # 2^24 + 1 is half way between two floats; the sum of all is beyond, which rounding twice would lose.
    once = np.float32(2.0**60 + 2.0**37)
    assert isobit.sum(np.array([2**60 + 2**36, 1]), dtype=np.float32) == once
    assert isobit.sum(np.array([2**60 + 2**36, 1]), dtype=np.complex64) == once
    assert isobit.sum(np.array([2**60 + 2**36, 1]), dtype=">f4") == once
    assert isobit.sum(np.array([2**11 + 1, 0]), dtype=np.float16) == 2**11
    assert isobit.sum(np.array([2**60, 1]), dtype=np.float16) == np.inf
    with pytest.raises(OverflowError):
        isobit.sum(np.array([1.0]), initial=np.int64(2**53 + 1))
    assert isobit.sum(np.array([1.0]), initial=np.int64(2**53)) == 2.0**53
    assert isobit.sum([1, 2], initial=None) == 3 and isobit.sum([1.5], initial=None) == 1.5


def test_integers_of_any_size_are_objects():
    large = np.array([[2**70, 1], [-(2**70) + 1, True]], object)
    assert isobit.sum([2**70, 1]) == 2**70 + 1 and isobit.sum(large) == 3
    assert isobit.sum(large, axis=0).tolist() == [1, 2] and isobit.sum(large, axis=0).dtype == object
    assert isobit.sum(large, axis=0, dtype=np.int64).dtype == np.int64
    assert isobit.sum(large, where=[True, False]) == 1 and isobit.sum(np.array(2**70, object)) == 2**70
    assert isobit.sum(isobit.sum(np.array([[2**62] * 4] * 2), axis=1, dtype=object)) == 2**65
    assert isobit.mean([2**70, 0]) == 2.0**69 and isobit.cumsum([2**70, 1]).tolist() == [2**70, 2**70 + 1]
    assert isobit.dot([2**70, 1], [2**70, 3]) == 2**140 + 3
    assert isobit.sum_by_key([1, 0, 1], [2**70, 5, 1])[1].tolist() == [5, 2**70 + 1]
    assert isobit.Accumulator([2**70, 1]).fraction() == 2**70 + 1
    with pytest.raises(OverflowError):
        isobit.var([2**70, 1])


def test_out_of_integers():
    total = np.zeros((), np.int8)
    assert isobit.dot([3, 4], [5, 6], out=total) is total and total == 39
    wide = np.zeros((1, 1), np.float32)
    assert isobit.matmul([[2**24 + 1, 1]], [[1], [0]], out=wide)[0, 0] == 2.0**24
    with pytest.raises(OverflowError):
        isobit.dot([100, 1], [2, 1], out=total)
    narrow = np.full(2, 7, np.int8)
    with pytest.raises(OverflowError):
        isobit.cumsum([100, 100], out=narrow)
    assert total == 39 and narrow.tolist() == [7, 7]
    assert isobit.cumsum([100, -1], out=narrow).tolist() == [100, 99]


def test_out_and_dtype():
    array = np.array([[1.0, 2.0], [3.0, 4.0]])
    out = np.full(2, 9.0)
    assert isobit.sum(array, axis=0, out=out) is out and list(out) == [4, 6]
    narrow = np.zeros(2, np.float32)
    tie = np.array([[1.0, 1.0], [2.0**-24, 2.0**-24], [2.0**-60, 0.0]])
    isobit.sum(tie, axis=0, out=narrow)
    assert narrow[0] == np.float32(1 + 2.0**-23) and narrow[1] == 1
    for bad, problem in ((np.zeros(3), ValueError), ([0.0, 0.0], TypeError), (np.zeros(2, int), TypeError)):
        before = np.array(bad)
        with pytest.raises(problem):
            isobit.sum(array, axis=0, out=bad)
        assert np.array_equal(before, bad)
    # What was rounded to the type of the result is not rounded again.
    for again in (lambda: isobit.sum(tie, axis=0, dtype=np.float64, out=narrow), lambda: isobit.matmul(array, [1.0, 2.0], narrow),
                  lambda: isobit.mean(np.array([[2**60 + 2**36, 0], [2**60 + 2**36, 1]]), axis=1, out=narrow)):
        narrow[...] = 5
        with pytest.raises(TypeError):
            again()
        assert narrow.tolist() == [5, 5]
    fixed = np.zeros(2)
    fixed.flags.writeable = False
    with pytest.raises(ValueError):
        isobit.sum(array, axis=0, out=fixed)


def test_masked_arrays():
    array = np.ma.array([[1.0, 1e300], [2.0, 5.0]], mask=[[False, True], [False, True]])
    assert isobit.sum(array) == 3
    found = isobit.sum(array, axis=0)
    assert found[0] == 3 and found[1] is np.ma.masked
    assert isobit.sum(np.ma.array([1.0], mask=[True])) is np.ma.masked
    assert isobit.mean(array) == 1.5


def test_other_containers():
    from array import array

    assert isobit.sum(array("d", [1.0, 2.0])) == 3
    assert isobit.sum(memoryview(array("f", [1.0, 2.0]))) == 3
    assert isobit.sum([]) == 0 and isobit.sum(1.5) == 1.5 and isobit.sum(np.float32(2)) == 2
    assert isobit.sum(np.array([1.5, 2, True], dtype=object)) == 4.5
    assert isobit.sum(np.broadcast_to(0.1, (3, 4))) == math.fsum([0.1] * 12)
    assert bits(isobit.sum(np.array([-0.0, -0.0]))) == bits(-0.0)
    assert isobit.sum(np.zeros((0, 3)), axis=0).tolist() == [0, 0, 0]
    assert isobit.sum(np.zeros((0, 3)), axis=1).tolist() == []


def test_tensors():
    values = np.array([1e16, 1.0, -1e16])
    assert isobit.sum(Tensor(values)) == 1
    assert isobit.sum(Tensor(values[::2])) == 0
    with pytest.raises(TypeError, match="device"):
        isobit.sum(Tensor(values, device=(2, 0)))


def test_tensors_are_asked_for_a_version_of_dlpack():
    """What is not asked so warns, as pyarrow's arrays do."""
    pyarrow = pytest.importorskip("pyarrow")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert isobit.sum(pyarrow.array([1e16, 1.0, -1e16])) == 1
        warnings.simplefilter("ignore")  # NumPy asks again without a version
        with pytest.raises(TypeError):
            isobit.sum(pyarrow.array([1.0, None]))


def test_integers_beside_missing_ones_are_not_rounded():
    """Their hosts make float64 of them."""
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    for column in (pandas.Series([2**53 + 1, None], dtype="Int64"), polars.Series([2**53 + 1, None])):
        with pytest.raises(OverflowError, match="missing"):
            isobit.sum(column)
        with pytest.raises(OverflowError, match="missing"):
            isobit.sum_by_key([0, 1], column)
        assert isobit.exact_sum(column) == 2**53 + 1
    assert isobit.sum_by_key([0, 1], pandas.Series([5, None], dtype="Int64"))[1][0] == 5
    assert np.isnan(isobit.sum(pandas.Series([1.0, None], dtype="Float64")))


def test_bfloat16():
    types = pytest.importorskip("ml_dtypes")
    values = np.array([256.0, 1.0, -256.0, 0.5], types.bfloat16)
    assert isobit.sum(values) == types.bfloat16(1.5) and isobit.sum(values).dtype == types.bfloat16
    assert isobit.sum(values, dtype=np.float32) == 1.5


@pytest.mark.parametrize(
    "arguments, problem",
    [
        ((np.zeros(3), 1), np.exceptions.AxisError),
        ((np.zeros((2, 2)), (0, 0)), ValueError),
        ((np.zeros(3), 0.5), TypeError),
        ((np.zeros(3, np.longdouble),), TypeError),
        ((["a"],), TypeError),
        ((np.array([1.0, "x"], object),), TypeError),
        ((np.array([1.5, 2**60 + 1], object),), OverflowError),
        ((np.zeros(3), None, np.int64), TypeError),
        ((np.zeros(3, complex), None, np.float64), TypeError),
        ((np.zeros(3), None, None, None, False, 1j), TypeError),
        ((np.zeros(3), None, None, None, False, "1"), TypeError),
        ((np.zeros(3), None, None, None, False, [1.0]), TypeError),
        (([1, 2], None, None, None, False, 0.5), TypeError),
    ],
)
def test_what_is_refused(arguments, problem):
    with pytest.raises(problem):
        isobit.sum(*arguments)


def test_a_number_has_an_axis_as_in_numpy():
    for axis in (0, -1):
        assert isobit.sum(np.float64(3.5), axis=axis) == isobit.mean(3.5, axis=axis) == 3.5
        assert isobit.sum(3, axis=axis) == 3
    with pytest.raises(np.exceptions.AxisError):
        isobit.sum(3.5, axis=1)


def test_threads_are_counted():
    for threads, problem in ((0, ValueError), (-1, ValueError), (1.5, TypeError), ("2", TypeError)):
        with pytest.raises(problem):
            isobit.sum(np.zeros(3), threads=threads)
    assert isobit.sum(np.ones(3), threads=2**70) == 3
