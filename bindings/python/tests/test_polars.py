"""isobit.polars: expressions and groups, whatever the chunks and the order of rows."""
import numpy as np
import pytest
from hosts import host
from support import bits, sum_oracle

pl = host("polars")

import isobit  # noqa: E402
import isobit.polars  # noqa: E402

GENERATOR = np.random.default_rng(20260314)


def columns(rows=3000):
    x = GENERATOR.integers(-(2**40), 2**40, rows) * 2.0 ** GENERATOR.integers(-40, 40, rows)
    return GENERATOR.choice(["a", "b", "c"], rows), x


def test_columns_whatever_their_chunks():
    _, x = columns()
    expected = bits(sum_oracle(x))
    whole = pl.DataFrame({"x": x})
    pieces = pl.concat([whole[i : i + 700] for i in range(0, 3000, 700)], rechunk=False)
    for frame in (whole, pieces, whole.reverse(), whole.sample(fraction=1, shuffle=True, seed=1)):
        assert bits(frame.select(pl.col("x").isobit.sum()).item()) == expected
        assert bits(frame.lazy().select(pl.col("x").isobit.sum()).collect(engine="streaming").item()) == expected
        assert bits(frame["x"].isobit.sum()) == expected
    row = whole.select(
        mean=pl.col("x").isobit.mean(), std=pl.col("x").isobit.std(), dot=pl.col("x").isobit.dot(pl.col("x")),
        norm=pl.col("x").isobit.norm(), var=pl.col("x").isobit.var(ddof=0),
    ).row(0)
    wanted = (isobit.mean(x), isobit.std(x, ddof=1), isobit.dot(x, x), isobit.norm(x), isobit.var(x))
    assert bits(row) == bits(wanted)


def test_groups():
    keys, x = columns()
    expected = {key: bits(sum_oracle(x[keys == key])) for key in "abc"}
    frame = pl.DataFrame({"key": keys, "x": x})
    for rows in (frame, frame.reverse()):
        groups = rows.group_by("key").agg(pl.col("x").isobit.sum(), n=pl.len())
        assert {key: bits(total) for key, total, _ in groups.rows()} == expected
        lazily = rows.lazy().group_by("key").agg(pl.col("x").isobit.sum()).collect()
        assert {key: bits(total) for key, total in lazily.rows()} == expected
        spread = rows.with_columns(total=pl.col("x").isobit.sum().over("key"))
        assert all(bits(total) == expected[key] for key, _, total in spread.rows())


def test_what_is_missing_is_left_out():
    series = pl.Series("x", [1.0, None, float("nan"), 2.0])
    assert series.isobit.sum() == 3.0 and series.isobit.mean() == 1.5
    assert pl.DataFrame([series]).select(pl.col("x").isobit.sum()).item() == 3.0
    assert pl.Series("n", [1, 2, None]).isobit.sum() == 3
    with pytest.raises(TypeError):
        pl.Series("s", ["a"]).isobit.sum()
