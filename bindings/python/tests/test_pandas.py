"""isobit.pandas: missing values, groups, and bits that the order of rows does not change."""
import numpy as np
import pytest
from hosts import host
from support import bits, sum_oracle

pd = host("pandas")

import isobit  # noqa: E402
import isobit.pandas  # noqa: E402

GENERATOR = np.random.default_rng(20260313)


def frame(rows=2000):
    scales = 2.0 ** GENERATOR.integers(-40, 40, rows)
    x = (GENERATOR.integers(-(2**40), 2**40, rows) * scales).astype(np.float64)
    x[GENERATOR.integers(0, rows, rows // 20)] = np.nan
    keys = GENERATOR.choice(["a", "b", "c", None], rows)
    return pd.DataFrame({"key": keys, "n": GENERATOR.integers(0, 3, rows), "x": x, "y": x[::-1]})


def test_groups_are_sums_of_what_is_there_in_any_order():
    data = frame()
    expected = {key: sum_oracle(rows["x"].dropna()) for key, rows in data.groupby("key")}
    for shuffled in (data, data.sample(frac=1, random_state=1), data.iloc[::-1]):
        for sums in (shuffled.groupby("key")["x"].agg(isobit.exact_sum), isobit.pandas.sum(shuffled.groupby("key")["x"])):
            assert {key: bits(value) for key, value in sums.items()} == {key: bits(v) for key, v in expected.items()}


def test_frames_by_several_keys():
    data = frame()
    grouped = data.groupby(["key", "n"], dropna=False)
    sums = isobit.pandas.sum(grouped)
    assert list(sums.columns) == ["x", "y"]
    pd.testing.assert_frame_equal(sums, grouped.agg({"x": isobit.exact_sum, "y": isobit.exact_sum}), check_exact=True)
    chosen = isobit.pandas.sum(data.groupby("key")[["y"]])
    assert list(chosen.columns) == ["y"]
    with pytest.raises(ValueError):
        isobit.pandas.sum(data.groupby("key", as_index=False)["x"])


def test_accessors():
    data = frame()
    x = data["x"].dropna()
    assert bits(data["x"].isobit.sum()) == bits(sum_oracle(x))
    assert bits(data["x"].isobit.mean()) == bits(isobit.mean(x.to_numpy()))
    assert bits(data["x"].isobit.std()) == bits(isobit.std(x.to_numpy(), ddof=1))
    assert bits(data["x"].isobit.var(ddof=0)) == bits(isobit.var(x.to_numpy()))
    assert bits(x.isobit.cumsum().to_numpy()) == bits(isobit.cumsum(x.to_numpy()))
    assert bits(x.isobit.dot(x)) == bits(isobit.dot(x.to_numpy(), x.to_numpy()))
    assert bits(data.isobit.sum()["x"]) == bits(data["x"].isobit.sum())
    row = data[["x", "y"]].iloc[7].dropna()
    assert bits(data[["x", "y"]].isobit.sum(axis=1)[7]) == bits(sum_oracle(row))
    with pytest.raises(ValueError):
        data["x"].isobit.cumsum()
    with pytest.raises(ValueError):
        x.isobit.dot(x.iloc[::-1])


def test_types_of_columns():
    assert pd.Series([1, 2, None], dtype="Int64").isobit.sum() == 3
    assert pd.Series([0.5, None], dtype="Float64").isobit.sum() == 0.5
    assert pd.Series([1.5, 2.5], dtype="float32").isobit.sum().dtype == np.float32
    assert pd.Series([], dtype="float64").isobit.sum() == 0
    with pytest.raises(TypeError):
        pd.Series(["a"]).isobit.sum()
