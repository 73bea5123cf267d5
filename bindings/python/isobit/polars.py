"""Exact sums in polars: importing this gives expressions and Series the namespace `isobit`.

The bits do not depend on chunks, threads, streaming or the order of rows. Nulls and NaN are left out.

>>> import polars as pl, isobit.polars
>>> frame = pl.DataFrame({"key": ["a", "b", "a", "a"], "x": [1e16, 0.5, 1.0, -1e16]})
>>> print(frame.select(pl.col("x").isobit.sum()).item())
1.5
>>> groups = frame.group_by("key").agg(pl.col("x").isobit.sum()).sort("key")
>>> print(groups.rows())
[('a', 1.0), ('b', 0.5)]
"""
import polars as pl

from . import _missing
from ._products import dot
from ._reductions import norm

__all__ = []


@pl.api.register_expr_namespace("isobit")
class ExprNamespace:
    """`expr.isobit`: exact reductions, rounded once, of columns or of the groups of `group_by` and `over`."""

    def __init__(self, expr):
        self._expr = expr

    def sum(self):
        return self._reduced(_missing.exact_sum)

    def mean(self):
        return self._reduced(_missing.exact_mean)

    def var(self, ddof=1):
        return self._reduced(lambda values: _missing.exact_var(values, ddof))

    def std(self, ddof=1):
        return self._reduced(lambda values: _missing.exact_std(values, ddof))

    def norm(self):
        return self._reduced(lambda values: norm(_missing.present(values)))

    def dot(self, other):
        """The exact dot product with another expression. NaN where something is missing."""
        return pl.map_batches(
            [self._expr, other],
            lambda columns: float(dot(columns[0].to_numpy(), columns[1].to_numpy())),
            return_dtype=pl.Float64,
            returns_scalar=True,
        )

    def _reduced(self, function):
        return self._expr.map_batches(
            lambda values: float(function(values)), return_dtype=pl.Float64, returns_scalar=True
        )


@pl.api.register_series_namespace("isobit")
class SeriesNamespace:
    """`series.isobit`: exact reductions, rounded once."""

    def __init__(self, series):
        self._series = series

    def sum(self):
        return _missing.exact_sum(self._series)

    def mean(self):
        return _missing.exact_mean(self._series)

    def var(self, ddof=1):
        return _missing.exact_var(self._series, ddof)

    def std(self, ddof=1):
        return _missing.exact_std(self._series, ddof)

    def norm(self):
        return norm(_missing.present(self._series))

    def dot(self, other):
        return dot(self._series.to_numpy(), other.to_numpy())
