"""Exact sums of xarray objects, on NumPy or on dask: the same bits for every chunking.

Importing this gives every DataArray and Dataset the accessor `isobit`. NaN is left out of floats unless
`skipna=False`, as in xarray.

>>> import xarray as xr, isobit.xarray
>>> a = xr.DataArray([[1e16, 1.0], [1.0, 2.0], [-1e16, 3.0]], dims=("time", "x"))
>>> print(a.isobit.sum("time").values)
[1. 6.]
>>> print(a.chunk(time=1).isobit.sum("time").values)
[1. 6.]
"""
from functools import partial

import numpy as np
import xarray as xr

from . import _reductions

__all__ = ["mean", "std", "sum", "var"]


def sum(obj, dim=None, *, skipna=None, keep_attrs=None):
    """The exact sum over these dimensions, rounded once; of a DataArray, a Dataset or the groups of one."""
    return _reduced(obj, dim, skipna, keep_attrs, "sum")


def mean(obj, dim=None, *, skipna=None, keep_attrs=None):
    """The exact mean over these dimensions, rounded once."""
    return _reduced(obj, dim, skipna, keep_attrs, "mean")


def var(obj, dim=None, *, ddof=0, skipna=None, keep_attrs=None):
    """The exact variance over these dimensions, rounded once."""
    return _reduced(obj, dim, skipna, keep_attrs, "var", ddof=ddof)


def std(obj, dim=None, *, ddof=0, skipna=None, keep_attrs=None):
    """The square root of the exact variance over these dimensions, rounded once."""
    return _reduced(obj, dim, skipna, keep_attrs, "std", ddof=ddof)


def _reduced(obj, dim, skipna, keep_attrs, kind, **how):
    function = partial(_of_array, kind=kind, skipna=skipna is None or skipna, how=how)
    return obj.reduce(function, dim=dim, keep_attrs=keep_attrs)


def _of_array(x, axis=None, *, kind, skipna, how):
    """Of what lies in a variable: an array of NumPy or of dask."""
    if hasattr(x, "dask"):
        from . import dask

        return getattr(dask, kind)(x, axis, skipna=skipna and x.dtype.kind == "f", **how)
    if not skipna or x.dtype.kind != "f":
        return getattr(_reductions, kind)(x, axis, **how)
    there = ~np.isnan(x)
    return getattr(_reductions, kind)(x, axis, where=True if there.all() else there, **how)


class _Accessor:
    """`obj.isobit`: exact reductions, rounded once."""

    def __init__(self, obj):
        self._obj = obj

    def sum(self, dim=None, **options):
        return sum(self._obj, dim, **options)

    def mean(self, dim=None, **options):
        return mean(self._obj, dim, **options)

    def var(self, dim=None, **options):
        return var(self._obj, dim, **options)

    def std(self, dim=None, **options):
        return std(self._obj, dim, **options)


xr.register_dataarray_accessor("isobit")(type("DataArrayAccessor", (_Accessor,), {}))
xr.register_dataset_accessor("isobit")(type("DatasetAccessor", (_Accessor,), {}))
