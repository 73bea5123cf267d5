"""Exact sums of dask's collections: one set of bits for every chunking, every scheduler and any number of workers.

Chunks carry exact sums to where they are merged, and what comes out is rounded once.

>>> import dask.array as da, isobit.dask
>>> x = da.from_array([1e16, 1.0, -1e16, 0.1], chunks=2)
>>> print(isobit.dask.sum(x).compute())
1.1
>>> import pandas as pd, dask.dataframe as dd
>>> frame = dd.from_pandas(pd.DataFrame({"key": list("abaa"), "x": [1e16, 0.5, 1.0, -1e16]}), npartitions=2)
>>> print(frame.groupby("key").agg({"x": isobit.dask.exact_sum}).compute()["x"].sort_index().tolist())
[1.0, 0.5]
"""
from functools import partial

import dask.array as da
import numpy as np

from . import _integers
from ._accumulator import Accumulator
from ._axes import lines_along, shape_of_result
from ._missing import present
from ._partial import Partial

__all__ = ["exact_mean", "exact_sum", "mean", "std", "sum", "var"]


def sum(x, axis=None, dtype=None, keepdims=False, *, skipna=False, split_every=None):
    """The exact sum of a dask array, rounded once: lazily, as ``dask.array.sum``. `skipna` leaves NaN out.

    Integers have sums of 64 bits, with an OverflowError where these are too few (``dtype=object`` has room).
    """
    if x.dtype.kind in "biu":
        dtype = np.dtype(dtype or _integers.widest(x.dtype))
        return da.reduction(
            x,
            chunk=_integer_chunk,
            combine=_integer_combine,
            aggregate=partial(_integer_aggregate, dtype=dtype),
            axis=axis,
            keepdims=keepdims,
            dtype=dtype,
            split_every=split_every,
            name="isobit-sum",
        )
    return _reduced(x, "sum", axis, dtype, keepdims, skipna, split_every)


def mean(x, axis=None, dtype=None, keepdims=False, *, skipna=False, split_every=None):
    """The exact mean of a dask array, rounded once."""
    return _reduced(x, "mean", axis, dtype, keepdims, skipna, split_every)


def var(x, axis=None, dtype=None, keepdims=False, ddof=0, *, skipna=False, split_every=None):
    """The exact variance of a dask array, rounded once."""
    return _reduced(x, "var", axis, dtype, keepdims, skipna, split_every, ddof=ddof)


def std(x, axis=None, dtype=None, keepdims=False, ddof=0, *, skipna=False, split_every=None):
    """The square root of the exact variance of a dask array, rounded once."""
    return _reduced(x, "var", axis, dtype, keepdims, skipna, split_every, ddof=ddof, root=True)


def _reduced(x, kind, axis, dtype, keepdims, skipna, split_every, **how):
    if x.dtype.kind == "c":
        if kind == "var":
            raise TypeError("isobit.dask: the variance of complex numbers; take those of the parts")
        real = None if dtype is None else np.empty(0, dtype).real.dtype
        parts = (_reduced(part, kind, axis, real, keepdims, skipna, split_every) for part in (x.real, x.imag))
        return da.map_blocks(_complex, *parts, dtype=np.result_type(x.dtype, np.complex64))
    dtype = np.dtype(dtype or (x.dtype if x.dtype.kind == "f" else np.float64))
    if dtype.char not in "efd" or (kind == "var" and dtype.char == "e"):
        raise TypeError(f"isobit.dask: {dtype} is no type for this result; float64 and float32 are")
    return da.reduction(
        x,
        chunk=partial(_chunk, squares=kind == "var", skipna=skipna),
        combine=_combine,
        aggregate=partial(_aggregate, kind=kind, dtype=dtype, how=how),
        axis=axis,
        keepdims=keepdims,
        dtype=dtype,
        split_every=split_every,
        concatenate=False,
        name=f"isobit-{kind}",
    )


# Where dask computes what a result will look like, it takes arrays for the parts.


def _chunk(x, axis, keepdims, squares, skipna, computing_meta=False):
    return x if computing_meta else Partial.of(x, axis, squares, skipna)


def _combine(parts, axis, keepdims, computing_meta=False):
    return parts if computing_meta else Partial.merged(list(_flat(parts)))


def _aggregate(parts, axis, keepdims, kind, dtype, how, computing_meta=False):
    if computing_meta:
        return np.empty((0,) * (parts.ndim if keepdims else parts.ndim - len(axis)), dtype)
    result = getattr(Partial.merged(list(_flat(parts))), kind)(dtype, **how)
    return result if keepdims else result.reshape([n for i, n in enumerate(result.shape) if i not in axis])


# Of integers the parts are arrays of Python's.


def _integer_chunk(x, axis, keepdims, computing_meta=False):
    if computing_meta:
        return x
    sums = _integers.line_sums(lines_along(x, axis, by_columns=True))
    return sums.reshape(shape_of_result(x.shape, axis, True))


def _integer_combine(parts, axis, keepdims, computing_meta=False):
    return parts if computing_meta else _integers_added(parts, axis, True)


def _integer_aggregate(parts, axis, keepdims, dtype, computing_meta=False):
    if computing_meta:
        return np.empty((0,) * (parts.ndim if keepdims else parts.ndim - len(axis)), dtype)
    return _integers.as_dtype(_integers_added(parts, axis, keepdims), dtype, "dask.sum", _integers.OBJECT_HAS_ROOM)


def _integers_added(parts, axis, keepdims):
    return np.asarray(np.sum(parts, axis=axis, keepdims=keepdims, dtype=object), dtype=object)


def _flat(parts):
    """Those in lists of lists, as deep as dask makes them."""
    if isinstance(parts, Partial):
        yield parts
    else:
        for part in parts:
            yield from _flat(part)


def _complex(real, imaginary):
    result = np.empty(real.shape, np.result_type(real.dtype, np.complex64))
    result.real, result.imag = real, imaginary
    return result


# Groups of dask.dataframe. Each partition's groups become states in bytes, which every shuffle can carry.


def _pack(values):
    return bytes(Accumulator(present(values)))


def _merge(states):
    total = Accumulator()
    for state in states:
        total.merge(Accumulator.from_bytes(state))
    return bytes(total)


def _rounded(states):
    return states.map(lambda state: float(Accumulator.from_bytes(state))).astype(np.float64)


def _means(states, counts):
    means = [Accumulator.from_bytes(s).mean(n) if n else np.nan for s, n in zip(states, counts)]
    return type(states)(means, states.index, dtype=np.float64)


def __getattr__(name):
    """`exact_sum` and `exact_mean`, aggregations for ``groupby.agg``, where dask has data frames."""
    if name not in ("exact_sum", "exact_mean"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import dask.dataframe as dd

    def packed(groups):
        return groups.agg(_pack)

    def merged(groups):
        return groups.agg(_merge)

    if name == "exact_sum":
        return dd.Aggregation("exact_sum", packed, merged, _rounded)
    return dd.Aggregation(
        "exact_mean",
        lambda groups: (packed(groups), groups.count()),
        lambda states, counts: (merged(states), counts.sum()),
        _means,
    )
