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


def test_integers_beside_floats_are_not_rounded():
    data = pd.DataFrame({"n": [2**53, 1], "x": [0.5, 1.0]})
    sums = data.isobit.sum()
    assert sums["n"] == 2**53 + 1 and type(sums["n"]) is int and sums["x"] == 1.5
    assert data.assign(n=[2**53, 2]).isobit.sum().dtype == np.float64
    large = pd.DataFrame({"n": np.array([2**63 - 1, 2**63 - 1, 2**63 - 1]), "m": 1}).isobit.sum()
    assert large["n"] == 3 * (2**63 - 1) and large["m"] == 3


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


@pytest.mark.parametrize("sort", [True, False])
@pytest.mark.parametrize("observed", [True, False])
def test_categories_of_which_some_have_no_rows(sort, observed):
    data = frame(300)
    data["key"] = pd.Categorical(data["key"], categories=["c", "unused", "a", "b"])
    data["n"] = pd.Categorical(data["n"], categories=[3, 2, 1, 0])
    data["whole"] = np.arange(len(data))
    data.loc[data["key"] == "a", "n"] = 1
    for keys in ("key", ["key"], ["key", "n"], ["n", "key"]):
        for dropna in (True, False):
            grouped = data.groupby(keys, observed=observed, sort=sort, dropna=dropna)
            plain = grouped["whole"].sum()
            pd.testing.assert_series_equal(isobit.pandas.sum(grouped["whole"]), plain)
            sums = isobit.pandas.sum(grouped)
            assert list(sums.columns) == ["x", "y", "whole"]
            pd.testing.assert_series_equal(sums["whole"], plain)
            expected = grouped["x"].apply(lambda x: sum_oracle(x.dropna())).reindex(plain.index).fillna(0.0)
            assert bits(sums["x"].to_numpy()) == bits(expected.to_numpy(np.float64))


def test_columns_of_one_name():
    data = pd.DataFrame([["a", 1, 0.5, "s", 2.5], ["b", 2, 1e16, "t", 1.0], ["a", 3, 1.0, "u", 4.0]])
    data.columns = ["key", "x", "y", "x", "x"]
    sums = isobit.pandas.sum(data.groupby("key"))
    assert list(sums.columns) == ["x", "y", "x"] and sums.to_numpy().tolist() == [[4, 1.5, 6.5], [2, 1e16, 1]]
    chosen = isobit.pandas.sum(data.groupby("key")[["y", "x"]])
    assert list(chosen.columns) == list(data.groupby("key")[["y", "x"]].sum(numeric_only=True).columns)
    whole = data.isobit.sum()
    assert list(whole.index) == ["x", "y", "x"] and whole.tolist() == [6, 1e16 + 2, 7.5]
    assert data.isobit.sum(axis=1).tolist() == [4.0, 1e16 + 4, 8.0]


def test_integers_of_rows_are_not_rounded():
    rows = pd.DataFrame({"n": [2**53 + 1, 1], "x": [-(2.0**53), 0.5], "m": pd.array([1, None], "Int64")})
    with pytest.raises(OverflowError):
        rows.isobit.sum(axis=1)
    assert rows.iloc[1:].isobit.sum(axis=1).tolist() == [1.5]
    with pytest.raises(TypeError):
        pd.DataFrame({"z": [1j]}).isobit.sum(axis=1)
