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
from ._operands import elements
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
    groups = _Groups(grouped)
    if isinstance(grouped.obj, pd.Series):
        return pd.Series(groups.sums(grouped.obj), groups.index, name=grouped.obj.name)
    names = grouped.sum(numeric_only=True).columns
    columns = _columns(grouped.obj, names)
    sums = pd.DataFrame({place: groups.sums(column) for place, column in enumerate(columns)}, groups.index)
    return sums.set_axis(names, axis=1)


class _Groups:
    """The groups of a result: its index, and which of the groups that have rows each of them is."""

    def __init__(self, grouped):
        self._rows = grouped.ngroup().fillna(-1).to_numpy(np.int64)  # rows without a key have no number
        numbers = pd.Series(np.where(self._rows < 0, np.nan, self._rows), grouped.obj.index)
        grouper = grouped._grouper if hasattr(grouped, "_grouper") else grouped.grouper  # pandas before 2.2
        how = {"observed": grouped.observed, "sort": grouped.sort, "dropna": grouped.dropna}
        found = numbers.groupby(grouper, **how).min()  # of categories without rows NaN
        self.index = found.index
        self._filled = found.notna().to_numpy()
        self._numbers = found.to_numpy()[self._filled].astype(np.intp)

    def sums(self, values):
        there = values.notna().to_numpy() & (self._rows >= 0)
        sums = bincount(self._rows[there], values[there].to_numpy(), minlength=len(self._numbers))
        result = np.zeros(len(self.index), sums.dtype)
        result[self._filled] = sums[self._numbers]
        return result


def _columns(frame, names):
    """The numeric columns of these names, in this order; where a name comes again, the next column that has it."""
    rest = {}
    for name in names:
        if name not in rest:
            columns = [frame.iloc[:, place] for place in frame.columns.get_indexer_for([name])]
            rest[name] = iter([column for column in columns if pd.api.types.is_numeric_dtype(column.dtype)])
        yield next(rest[name])


def _common_type(results):
    """What pandas chooses, but for integers that would be rounded beside floats: objects then."""
    mixed = any(not isinstance(value, int) for value in results)
    return object if mixed and any(isinstance(value, int) and int(float(value)) != value for value in results) else None


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
            results = [function(numbers.iloc[:, i]) for i in range(numbers.shape[1])]
            return pd.Series(results, numbers.columns, dtype=_common_type(results))
        if axis not in (1, "columns"):
            raise ValueError("isobit: axis is 0 ('index') or 1 ('columns')")
        rows = np.full(numbers.shape, np.nan)
        for i in range(numbers.shape[1]):
            there = numbers.iloc[:, i].notna().to_numpy()
            values = numbers.iloc[there, i].to_numpy()
            if np.iscomplexobj(values):
                raise TypeError("isobit: rows with complex numbers; take those of the parts")
            rows[there, i] = elements(values, rows.dtype, "pandas")
        return pd.Series([function(row) for row in rows], self._frame.index)
