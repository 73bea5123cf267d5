"""Exact sums of pandas objects: the same bits whether a column is summed whole, in groups or in any order of rows.

Importing this gives every Series and DataFrame the accessor `isobit`. Missing values are left out, as in pandas.

>>> import pandas as pd, isobit.pandas
>>> frame = pd.DataFrame({"key": ["a", "b", "a", "a"], "x": [1e16, 0.5, 1.0, -1e16]})
>>> print(frame["x"].isobit.sum())
1.5
>>> print(isobit.pandas.sum(frame.groupby("key")["x"]).to_dict())
{'a': 1.0, 'b': 0.5}
"""
import numpy as np
import pandas as pd

from . import _missing
from ._groups import bincount
from ._products import dot
from ._reductions import norm
from ._scans import cumsum

__all__ = ["sum"]


def sum(grouped):
    """The exact sums of the groups of a Series or of the numeric columns of a DataFrame: those that
    ``grouped.agg(isobit.exact_sum)`` finds, all at once.
    """
    if not grouped.as_index:
        raise ValueError("isobit.pandas.sum: group with as_index=True, then reset_index() the result")
    rows = grouped.ngroup().fillna(-1).to_numpy(np.int64)  # rows without a key have no number
    if isinstance(grouped.obj, pd.Series):
        index = grouped.size().index
        return pd.Series(_group_sums(grouped.obj, rows, len(index)), index, name=grouped.obj.name)
    plain = grouped.sum(numeric_only=True)  # which knows the groups and the columns
    sums = {name: _group_sums(grouped.obj[name], rows, len(plain)) for name in plain}
    return pd.DataFrame(sums, plain.index, columns=plain.columns)


def _group_sums(values, rows, count):
    there = values.notna().to_numpy() & (rows >= 0)
    return bincount(rows[there], values[there].to_numpy(), minlength=count)


@pd.api.extensions.register_series_accessor("isobit")
class SeriesAccessor:
    """`series.isobit`: exact reductions of a Series, rounded once."""

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
        """The exact dot product with a Series of the same index, or an array of the same length."""
        if isinstance(other, pd.Series):
            if not self._series.index.equals(other.index):
                raise ValueError("isobit: the indices differ; align the series first")
            other = other.to_numpy()
        return dot(self._series.to_numpy(), other)

    def cumsum(self):
        """Every prefix summed exactly and rounded once. Nothing may be missing."""
        if self._series.isna().any():
            raise ValueError("isobit: values are missing; fill or drop them first")
        return pd.Series(cumsum(self._series.to_numpy()), self._series.index, name=self._series.name)


@pd.api.extensions.register_dataframe_accessor("isobit")
class DataFrameAccessor:
    """`frame.isobit`: exact reductions of the numeric columns, or of the rows, of a DataFrame."""

    def __init__(self, frame):
        self._frame = frame

    def sum(self, axis=0):
        return self._reduced(_missing.exact_sum, axis)

    def mean(self, axis=0):
        return self._reduced(_missing.exact_mean, axis)

    def var(self, axis=0, ddof=1):
        return self._reduced(lambda values: _missing.exact_var(values, ddof), axis)

    def std(self, axis=0, ddof=1):
        return self._reduced(lambda values: _missing.exact_std(values, ddof), axis)

    def _reduced(self, function, axis):
        numbers = self._frame.select_dtypes("number")
        if axis in (0, "index"):
            return pd.Series({name: function(numbers[name]) for name in numbers}, index=numbers.columns)
        if axis not in (1, "columns"):
            raise ValueError("isobit: axis is 0 ('index') or 1 ('columns')")
        rows = numbers.to_numpy(dtype=np.float64, na_value=np.nan)
        return pd.Series([function(row) for row in rows], self._frame.index)
