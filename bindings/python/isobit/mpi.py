"""Exact sums over the ranks of mpi4py: on every rank the bits that all numbers in one array would give.

>>> from mpi4py import MPI
>>> import isobit.mpi
>>> mine = [1e16, 1.0, -1e16] if MPI.COMM_WORLD.rank == 0 else []
>>> print(isobit.mpi.sum(mine, MPI.COMM_WORLD))
1.0

All functions are collective: every rank of the communicator calls them. Where one rank's argument is wrong, every rank
raises an exception, and none waits for ever.
"""
import numpy as np
from mpi4py import MPI

from . import _core
from ._accumulator import Accumulator
from ._operands import LETTERS
from ._partial import Partial

__all__ = ["allreduce", "dot", "mean", "scan", "sum"]


def sum(values, comm=MPI.COMM_WORLD):
    """The exact sum of the numbers of all ranks, rounded once to float64."""
    return float(_merged(comm, lambda: Accumulator(values)))


def mean(values, comm=MPI.COMM_WORLD):
    """The exact mean of the numbers of all ranks, rounded once to float64; NaN where there is none."""
    total, count = _together(comm, lambda: (Accumulator(values), np.size(values)), _added_pairs)
    return total.mean(count) if count else np.nan


def dot(x, y, comm=MPI.COMM_WORLD):
    """The exact dot product of vectors that are spread over the ranks, rounded once to float64."""

    def mine():
        total = Accumulator()
        total.add_products(x, y)
        return total

    return float(_merged(comm, mine))


def allreduce(array, comm=MPI.COMM_WORLD):
    """The exact sums of the ranks' elements at each position, rounded once: an array of the shape that all ranks have."""
    return _rounded(_together(comm, lambda: _positions(array), _merged_positions))


def scan(array, comm=MPI.COMM_WORLD):
    """The same over this rank and those before it."""
    mine = []

    def layout():
        mine.extend(_positions(array))
        return tuple(mine[:2])

    # A rank merges with those before it only, but must hear of what is wrong after it too.
    _together(comm, layout, _one_layout)
    return _rounded(_together(comm, lambda: tuple(mine), _merged_positions, comm.scan))


class _Problem(str):
    """What went wrong on some rank."""


def _together(comm, mine, merge, exchange=None):
    """What the ranks' parts merge to; a rank that has no part says why, to all."""
    try:
        part, error = mine(), None
    except Exception as problem:
        part, error = _Problem(f"{type(problem).__name__} on rank {comm.rank}: {problem}"), problem
    result = (exchange or comm.allreduce)(part, op=lambda a, b: _merged_or_problem(a, b, merge))
    if error is not None:
        raise error
    if isinstance(result, _Problem):
        raise RuntimeError(f"isobit.mpi: {result}")
    return result


def _merged_or_problem(a, b, merge):
    for part in (a, b):
        if isinstance(part, _Problem):
            return part
    try:
        return merge(a, b)
    except Exception as problem:
        return _Problem(f"{type(problem).__name__}: {problem}")


def _merged(comm, mine):
    return _together(comm, mine, lambda a, b: a + b)


def _added_pairs(a, b):
    return a[0] + b[0], a[1] + b[1]


def _positions(array):
    """The element of each position as an exact sum of its own, and the type of the results."""
    array = np.asarray(array)
    dtype = array.dtype if array.dtype in LETTERS else np.dtype(np.float64)
    return dtype, array.shape, Partial.of(array[..., np.newaxis], -1).sums


def _one_layout(a, b):
    """The type and shape that both have."""
    if a != b:
        raise ValueError(f"isobit.mpi: arrays of {a[0]}, shape {a[1]}, and of {b[0]}, shape {b[1]}")
    return a


def _merged_positions(a, b):
    return *_one_layout(a[:2], b[:2]), _core.merge_packed([a[2], b[2]])


def _rounded(positions):
    dtype, shape, sums = positions
    result = np.empty(shape, dtype)
    _core.round_packed(sums, result, LETTERS[dtype])
    return result
