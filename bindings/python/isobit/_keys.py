"""Keys of any kind as numbers of groups."""
import numpy as np

from . import _core
from ._operands import unmasked


class Numbered:
    """`groups[i]` is the number of key i among `keys`, which are distinct and ascending. `present` says which rows have
    a key at all, or is None where all do."""

    __slots__ = ("keys", "groups", "present")

    def __init__(self, keys, groups, present=None):
        self.keys, self.groups, self.present = keys, groups, present


def numbered(keys):
    """One column of keys, or a tuple of columns."""
    if isinstance(keys, tuple):
        return _of_columns([numbered(column) for column in keys])
    keys = getattr(keys, "array", keys)  # of a pandas Series
    if hasattr(keys, "codes") and hasattr(keys, "categories"):
        return _of_categories(keys)
    there, present = _there(keys)
    there = unmasked(there, "sum_by_key")
    if there.ndim != 1 or (present is not None and present.ndim != 1):
        raise ValueError("isobit.sum_by_key: keys are one column, or a tuple of columns")
    found = _of_array(there)
    return Numbered(found.keys, found.groups, present)


def _there(keys):
    """The keys that are not missing, and which rows have one; None for these where all do."""
    if isinstance(keys, np.ma.MaskedArray):
        present = ~np.ma.getmaskarray(keys)
        return keys.data[present], present
    for find, drop in (("isna", "dropna"), ("is_null", "drop_nulls"), ("is_null", "drop_null")):
        if hasattr(keys, find) and hasattr(keys, drop):  # of pandas, polars, pyarrow
            present = ~np.asarray(getattr(keys, find)())
            return (keys, None) if present.all() else (getattr(keys, drop)(), present)
    return keys, None


def _of_array(keys):
    if keys.dtype.kind in "iumMb" and (keys.dtype != np.uint64 or keys.size == 0 or keys.max() < 2**63):
        return _of_integers(keys)
    distinct, groups = np.unique(keys, return_inverse=True)
    return Numbered(distinct, groups.astype(np.uint32).reshape(-1))


def _of_integers(keys):
    if keys.dtype.kind in "mM":
        whole = keys.astype(keys.dtype.newbyteorder("=")).view(np.int64)
    else:
        whole = keys.astype(np.int64, copy=False)
    whole = np.ascontiguousarray(whole)
    groups = np.empty(len(whole), np.uint32)
    distinct = np.frombuffer(_core.number_keys(whole, groups), np.int64)
    if keys.dtype.kind in "mM":
        return Numbered(distinct.view(keys.dtype.newbyteorder("=")), groups)
    return Numbered(distinct.astype(keys.dtype), groups)


def _of_categories(keys):
    codes = np.asarray(keys.codes)
    present = None if codes.size == 0 or codes.min() >= 0 else codes >= 0
    found = _of_integers(codes if present is None else codes[present])
    return Numbered(np.asarray(keys.categories)[found.keys], found.groups, present)


def _of_columns(columns):
    """Rows that are equal in all columns; the keys are a tuple of columns again."""
    if not columns:
        raise ValueError("isobit.sum_by_key: no columns of keys")
    if len({len(column.groups if column.present is None else column.present) for column in columns}) != 1:
        raise ValueError("isobit.sum_by_key: columns of keys of different lengths")
    masks = [column.present for column in columns if column.present is not None]
    present = np.logical_and.reduce(masks) if masks else None
    groups = [_groups_of_rows(column, present) for column in columns]
    sizes = [len(column.keys) for column in columns]
    combined = np.zeros(len(groups[0]), np.int64)
    room = 1
    for numbers, size in zip(groups, sizes):
        room *= size
        if room >= 2**63:
            raise OverflowError("isobit.sum_by_key: more combinations of keys than can be numbered")
        combined = combined * size + numbers
    found = _of_integers(combined)
    keys, rest = [], found.keys
    for column, size in zip(reversed(columns), reversed(sizes)):
        keys.append(column.keys[rest % size] if size else column.keys)
        rest = rest // max(size, 1)
    return Numbered(tuple(reversed(keys)), found.groups, present)


def _groups_of_rows(column, present):
    """The numbers of the rows that have a key in every column."""
    if present is None:
        return column.groups
    return column.groups[present if column.present is None else present[column.present]]
