"""isobit.dask: one set of bits for every chunking and every scheduler."""
import numpy as np
import pytest
from hosts import host
from support import bits, sum_oracle

da = host("dask.array")

import isobit  # noqa: E402
import isobit.dask  # noqa: E402

GENERATOR = np.random.default_rng(20260315)
CHUNKS = [(30, 20, 10), (7, 20, 3), (1, 5, 10), (11, 6, 4)]


def numbers(dtype=np.float64):
    shape = (30, 20, 10)
    return (GENERATOR.integers(-(2**20), 2**20, shape) * 2.0 ** GENERATOR.integers(-30, 30, shape)).astype(dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), (2, 1)])
@pytest.mark.parametrize("function", ["sum", "mean", "var", "std"])
def test_every_chunking_has_the_bits_of_the_whole(dtype, axis, function):
    a = numbers(dtype)
    for keepdims in (False, True):
        expected = getattr(isobit, function)(a, axis, keepdims=keepdims)
        for chunks in CHUNKS:
            lazy = getattr(isobit.dask, function)(da.from_array(a, chunks), axis, keepdims=keepdims, split_every=3)
            assert lazy.dtype == dtype and lazy.shape == np.shape(expected) and lazy._meta.ndim == lazy.ndim
            result = lazy.compute(scheduler="synchronous")
            assert bits(result) == bits(expected)


def test_a_sum_is_that_of_the_definition_on_every_scheduler():
    a = numbers()
    expected = bits(sum_oracle(a))
    for chunks in CHUNKS:
        for scheduler in ("synchronous", "threads"):
            assert bits(isobit.dask.sum(da.from_array(a, chunks)).compute(scheduler=scheduler)) == expected


def test_distributed_on_loopback():
    distributed = host("distributed")
    a = numbers()
    frame = host("pandas").DataFrame({"key": np.arange(a.size) % 7, "x": a.reshape(-1)})
    expected = frame.groupby("key")["x"].agg(isobit.exact_sum)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as cluster, distributed.Client(cluster):
        for chunks in CHUNKS[1:3]:
            assert bits(isobit.dask.sum(da.from_array(a, chunks)).compute()) == bits(sum_oracle(a))
            assert bits(isobit.dask.std(da.from_array(a, chunks), 0).compute()) == bits(isobit.std(a, 0))
        frames = host("dask.dataframe").from_pandas(frame, npartitions=5)
        sums = frames.groupby("key").agg({"x": isobit.dask.exact_sum}).compute()["x"].sort_index()
        assert bits(sums.to_numpy()) == bits(expected.to_numpy())


def test_nan_infinities_zeros_integers_and_complex_numbers():
    x = da.from_array(np.array([1.0, np.nan, 2.0, -0.0]), 1)
    assert np.isnan(isobit.dask.sum(x).compute())
    assert isobit.dask.sum(x, skipna=True).compute() == 3.0
    assert isobit.dask.mean(x, skipna=True).compute() == 1.0
    assert bits(isobit.dask.sum(da.from_array(np.array([-0.0, -0.0]), 1)).compute()) == bits(-0.0)
    missing = da.from_array(np.array([[np.nan, np.nan], [np.nan, -0.0]]), 1)
    assert bits(isobit.dask.sum(missing, 1, skipna=True).compute()) == bits(np.array([0.0, -0.0]))
    assert np.isnan(isobit.dask.mean(missing, 1, skipna=True).compute()[0])
    assert np.isnan(isobit.dask.sum(da.from_array(np.array([np.inf, -np.inf]), 1)).compute())
    assert isobit.dask.sum(da.from_array(np.array([2**53, 1]), 1)).compute() == 2**53 + 1
    assert isobit.dask.mean(da.from_array(np.array([1, 2]), 1)).compute() == 1.5
    z = numbers() + 1j * numbers()
    assert bits(isobit.dask.sum(da.from_array(z, (7, 20, 3)), 0).compute()) == bits(isobit.sum(z, 0))
    with pytest.raises(TypeError):
        isobit.dask.var(da.from_array(z, 5))
    with pytest.raises(TypeError):
        isobit.dask.sum(da.from_array(np.ones(3, np.longdouble), 2)).compute(scheduler="synchronous")


def test_groups_of_frames_for_every_partitioning():
    dd, pd = host("dask.dataframe"), host("pandas")
    x = numbers().reshape(-1)
    x[::17] = np.nan
    frame = pd.DataFrame({"key": GENERATOR.integers(0, 9, x.size), "x": x})
    for name in ("exact_sum", "exact_mean"):
        expected = frame.groupby("key")["x"].agg(getattr(isobit, name))
        for partitions in (1, 3, 10):
            lazy = dd.from_pandas(frame.sample(frac=1, random_state=partitions), npartitions=partitions, sort=False)
            grouped = lazy.groupby("key").agg({"x": getattr(isobit.dask, name)})
            assert bits(grouped.compute(scheduler="synchronous")["x"].sort_index().to_numpy()) == bits(expected.to_numpy())


def test_integers_are_rounded_once_and_never_wrap():
    a = np.array([[2**53, 1, 1], [1, 2**62, 2**62]])
    for chunks in ((2, 3), (1, 1), (1, 2)):
        x = da.from_array(a, chunks)
        for axis in (None, 0, (0, 1), -1):
            for keepdims in (False, True):
                for dtype in (np.float64, np.float32, object):
                    lazy = isobit.dask.sum(x, axis, dtype, keepdims, split_every=2)
                    expected = np.asarray(isobit.sum(a, axis, dtype, keepdims=keepdims), dtype)
                    result = np.asarray(lazy.compute(scheduler="synchronous"), dtype)
                    assert lazy.shape == expected.shape and result.tolist() == expected.tolist()
        assert isobit.dask.sum(x, 0).compute().tolist() == [2**53 + 1, 2**62 + 1, 2**62 + 1]
        assert isobit.dask.sum(x, 0).dtype == np.int64 and isobit.dask.sum(x > 0).compute() == 6
        with pytest.raises(OverflowError, match="dtype=object"):
            isobit.dask.sum(x).compute(scheduler="synchronous")
    unsigned = da.from_array(np.array([2**63, 5], np.uint64), 1)
    assert isobit.dask.sum(unsigned).compute() == 2**63 + 5
