"""Sums as tables have them: what is missing is left out."""
import numpy as np

from ._reductions import mean, std, sum, var


def exact_sum(values):
    """The exact sum of what is not missing (None, NaN, NA), rounded once: for ``groupby.agg`` and its like.

    >>> import isobit
    >>> print(isobit.exact_sum([1e16, 1.0, float("nan"), -1e16]))
    1.0
    """
    return sum(present(values))


def exact_mean(values):
    """The exact mean of what is not missing, rounded once.

    >>> import isobit
    >>> print(isobit.exact_mean([1.0, float("nan"), 2.0]))
    1.5
    """
    return mean(present(values))


def exact_var(values, ddof=1):
    """The exact variance of what is not missing, rounded once; of a sample, as in pandas and polars.

    >>> import isobit
    >>> print(isobit.exact_var([1e9 + 1, float("nan"), 1e9 + 3]))
    2.0
    """
    return var(present(values), ddof=ddof)


def exact_std(values, ddof=1):
    """The square root of the exact variance of what is not missing, rounded once.

    >>> import isobit
    >>> print(isobit.exact_std([1e9 + 1, 1e9 + 3, 1e9 + 5]))
    2.0
    """
    return std(present(values), ddof=ddof)


def present(values):
    """The numbers that are there, as an array."""
    if hasattr(values, "dropna"):  # pandas
        values = values.dropna()
    elif hasattr(values, "drop_nulls"):  # polars
        values = values.drop_nulls()
    array = values.to_numpy() if hasattr(values, "to_numpy") else np.asarray(values)
    if array.dtype.kind in "fc":
        missing = np.isnan(array)
        return array[~missing] if missing.any() else array
    return array
