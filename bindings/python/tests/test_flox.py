"""isobit.flox: exact sums and means of groups, for every chunking and every method of flox."""
import math

import numpy as np
import pytest
from hosts import host
from support import bits

flox = host("flox")
da = host("dask.array")

import isobit.flox  # noqa: E402

GENERATOR = np.random.default_rng(20261118)
LABELS = np.arange(60) % 7


def field():
    shape = (2, 3, 60)
    values = GENERATOR.integers(-(2**20), 2**20, shape) * 2.0 ** GENERATOR.integers(-40, 40, shape)
    values[1, :, ::9] = np.nan
    return values


def expected(values, name):
    results = np.empty(values.shape[:-1] + (7,))
    for index in np.ndindex(results.shape):
        line = values[index[:-1]][LABELS == index[-1]]
        if "nan" in name:
            line = line[~np.isnan(line)]
        results[index] = math.nan if np.isnan(line).any() else math.fsum(line)
        if "mean" in name:
            results[index] = isobit.mean(line)
    return results


@pytest.mark.parametrize("name", isobit.flox.__all__)
def test_chunks_and_methods_do_not_show(name):
    func, values = getattr(isobit.flox, name), field()
    whole, groups = flox.groupby_reduce(values, LABELS, func=func)
    assert list(groups) == list(range(7))
    assert bits(whole) == bits(expected(values, name))
    for chunks in ((1, 3, 5), (2, 1, 17), (2, 3, 60)):
        for method in ("map-reduce", "cohorts"):
            result, *_ = flox.groupby_reduce(da.from_array(values, chunks=chunks), LABELS, func=func, method=method)
            assert result.dtype == np.float64
            assert bits(result.compute(scheduler="sync")) == bits(whole), (chunks, method)


def test_groups_that_are_asked_for_and_missing():
    values = da.from_array(np.array([1e16, 1.0, -1e16, 4.0]), chunks=1)
    labels = np.array([0, 0, 0, 2])
    for wanted, absent in ((isobit.flox.exact_sum, 0.0), (isobit.flox.exact_mean, np.nan)):
        result, _ = flox.groupby_reduce(values, labels, func=wanted, expected_groups=[0, 1, 2], method="map-reduce")
        whole, _ = flox.groupby_reduce(values.compute(), labels, func=wanted, expected_groups=[0, 1, 2])
        assert bits(result.compute()) == bits(whole)
        assert bits(whole[1]) == bits(np.float64(absent))


@pytest.mark.parametrize("kind", [np.int64, np.uint64, bool])
def test_integers_are_exact(kind):
    values = np.array([1, 0, 1] if kind is bool else [2**53 + 1, 2**53, 3], kind)
    result, _ = flox.groupby_reduce(values, np.array([0, 0, 1]), func=isobit.flox.exact_sum)
    expected = [1.0, 1.0] if kind is bool else [2.0**54, 3.0]
    assert result.tolist() == expected
    if kind is np.int64:
        result, _ = flox.groupby_reduce(np.array([2**53 + 1, -2**53]), np.array([0, 0]), func=isobit.flox.exact_sum)
        assert result.tolist() == [1.0]


def test_xarray():
    xr = host("xarray")
    from flox.xarray import xarray_reduce

    a = xr.DataArray(field(), dims=("y", "x", "time"), coords={"month": ("time", LABELS)})
    result = xarray_reduce(a.chunk(time=11), a.month, func=isobit.flox.exact_nansum)
    assert bits(result.values) == bits(expected(a.values, "exact_nansum"))
