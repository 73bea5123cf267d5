"""Exact aggregations for flox, which groups arrays of NumPy and of dask: the same bits for every chunking and method.

`exact_sum`, `exact_mean`, and `exact_nansum`, `exact_nanmean`, which leave NaN out, go where flox takes the name of a
function. Blocks carry an exact sum for every group to where they are merged, and what comes out is rounded once.

>>> import numpy as np, isobit.flox
>>> from flox import groupby_reduce
>>> x, month = np.array([1e16, 2.0, 1.0, -1e16]), np.array([1, 2, 1, 1])
>>> print(groupby_reduce(x, month, func=isobit.flox.exact_sum)[0])
[1. 2.]
"""
from functools import partial

import numpy as np
from flox import Aggregation

from ._accumulator import Accumulator

__all__ = ["exact_mean", "exact_nanmean", "exact_nansum", "exact_sum"]


def _states(group_idx, array, *, size, skipna, axis=-1, fill_value=None, dtype=None, **_):
    """An accumulator for every group along the last axis, None where it has no members."""
    array = np.asarray(array)
    states = np.full(array.shape[:-1] + (size,), None, dtype=object)
    order = np.argsort(group_idx, kind="stable")
    groups, starts = np.unique(group_idx[order], return_index=True)
    members = np.split(order, starts[1:])
    for line in np.ndindex(array.shape[:-1]):
        for group, those in zip(groups, members):
            values = array[line][those]
            if skipna:
                values = values[~np.isnan(values)]
            if 0 <= group < size:
                states[line + (group,)] = Accumulator(values)
    return states


def _merged(states, axis, keepdims):
    """The sum of the accumulators along these axes."""
    return np.add.reduce(np.vectorize(_Sum, otypes=[object])(states), axis=axis, keepdims=keepdims)


class _Sum:
    """An accumulator, or nothing, that NumPy can add up."""

    __slots__ = ("state",)

    def __init__(self, state):
        self.state = state.state if isinstance(state, _Sum) else state if isinstance(state, Accumulator) else None

    def __add__(self, other):
        if self.state is None or other.state is None:
            return other if self.state is None else self
        return _Sum(self.state + other.state)


def _counts(group_idx, array, *, size, skipna, axis=-1, fill_value=None, dtype=None, **_):
    there = ~np.isnan(array) if skipna else np.ones(array.shape, bool)
    counts = np.zeros(array.shape[:-1] + (size,), np.int64)
    valid = (group_idx >= 0) & (group_idx < size)
    np.add.at(counts, (..., group_idx[valid]), there[..., valid])
    return counts


def _state_of(x):
    return x.state if isinstance(x, _Sum) else x


def _rounded(states, **_):
    values = [0.0 if _state_of(x) is None else float(_state_of(x)) for x in states.flat]
    return np.array(values, np.float64).reshape(states.shape)


def _means(states, counts, **_):
    values = [_state_of(x).mean(int(n)) if n else np.nan for x, n in zip(states.flat, counts.flat)]
    return np.array(values, np.float64).reshape(states.shape)


def _sums_at_once(*arguments, skipna, **options):
    return _rounded(_states(*arguments, skipna=skipna, **options))


def _means_at_once(*arguments, skipna, **options):
    states, counts = (f(*arguments, skipna=skipna, **options) for f in (_states, _counts))
    return _means(states, counts)


def _aggregation(name, *, mean, skipna):
    of_chunks, fill = [partial(_states, skipna=skipna)], [None]
    combine = [_merged]
    if mean:
        of_chunks.append(partial(_counts, skipna=skipna))
        combine.append("sum")
        fill.append(0)
    return Aggregation(
        name,
        numpy=partial(_means_at_once if mean else _sums_at_once, skipna=skipna),
        chunk=tuple(of_chunks),
        combine=tuple(combine),
        finalize=_means if mean else _rounded,
        fill_value=tuple(fill),
        final_fill_value=np.nan if mean else 0.0,
        dtypes=(np.dtype(object), np.dtype(np.int64))[: len(fill)],
        final_dtype=np.float64,
    )


exact_sum = _aggregation("exact_sum", mean=False, skipna=False)
exact_nansum = _aggregation("exact_nansum", mean=False, skipna=True)
exact_mean = _aggregation("exact_mean", mean=True, skipna=False)
exact_nanmean = _aggregation("exact_nanmean", mean=True, skipna=True)
