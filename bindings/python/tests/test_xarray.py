"""isobit.xarray: dimensions, missing values, groups, and every chunking."""
import numpy as np
import pytest
from hosts import host
from support import bits

xr = host("xarray")

import isobit  # noqa: E402
import isobit.xarray  # noqa: E402

GENERATOR = np.random.default_rng(20260317)


def field():
    shape = (24, 5, 4)
    values = GENERATOR.integers(-(2**20), 2**20, shape) * 2.0 ** GENERATOR.integers(-30, 30, shape)
    values[::7, 1] = np.nan
    return xr.DataArray(values, dims=("time", "y", "x"), coords={"month": ("time", np.arange(24) % 12)}, name="t")


@pytest.mark.parametrize("function", ["sum", "mean", "var", "std"])
@pytest.mark.parametrize("dim", [None, "time", ("x", "y")])
def test_chunks_do_not_show(function, dim):
    host("dask.array")
    a = field()
    whole = getattr(a.isobit, function)(dim)
    assert whole.dims == getattr(a, function)(dim).dims
    for chunks in ({"time": 1}, {"time": 5, "x": 3}, {"y": 2, "x": 1}):
        assert bits(getattr(a.chunk(chunks).isobit, function)(dim).values) == bits(whole.values)


def test_missing_values_and_datasets():
    a = field()
    dense = a.fillna(-0.0)
    assert bits(a.isobit.sum("time").values) == bits(isobit.sum(dense.values, axis=0))
    assert np.isnan(a.isobit.sum("time", skipna=False).values[1]).all()
    data = xr.Dataset({"t": a, "n": ("time", np.arange(24))})
    sums = data.isobit.sum("time")
    assert bits(sums["t"].values) == bits(a.isobit.sum("time").values) and sums["n"] == 276


def test_groups():
    host("dask.array")
    a = field()
    whole = isobit.xarray.mean(a.groupby("month"), "time")
    chunked = isobit.xarray.mean(a.chunk(time=5).assign_coords(month=a.month).groupby("month"), "time")
    assert bits(whole.values) == bits(chunked.values)
    first = a.isel(time=[0, 12]).isobit.mean("time")
    assert bits(whole.sel(month=0).values) == bits(first.values)
