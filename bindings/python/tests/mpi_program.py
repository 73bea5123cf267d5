"""What test_mpi.py runs on several ranks."""
import sys

import numpy as np
from mpi4py import MPI

import isobit
import isobit.mpi

comm = MPI.COMM_WORLD
generator = np.random.default_rng(20260318)
values = generator.integers(-(2**40), 2**40, 1000) * 2.0 ** generator.integers(-60, 60, 1000)
others = values[::-1].copy()
mine = np.array_split(values, comm.size)[comm.rank]
same = np.array_split(others, comm.size)[comm.rank]

assert isobit.mpi.sum(mine) == isobit.sum(values)
assert isobit.mpi.mean(mine) == isobit.mean(values)
assert isobit.mpi.dot(mine, same) == isobit.dot(values, others)
assert np.isnan(isobit.mpi.mean([]))

# Every rank contributes an array of its own.
arrays = values[: 6 * comm.size].reshape(comm.size, 2, 3)
for dtype in (np.float64, np.float32):
    rows = arrays.astype(dtype)
    total = isobit.mpi.allreduce(rows[comm.rank])
    assert total.dtype == dtype and total.tobytes() == isobit.sum(rows, axis=0).tobytes()
    prefix = isobit.mpi.scan(rows[comm.rank])
    assert prefix.tobytes() == isobit.sum(rows[: comm.rank + 1], axis=0).tobytes()

# One rank's mistake is an exception on every rank.
for call in (isobit.mpi.sum, isobit.mpi.mean, isobit.mpi.allreduce, isobit.mpi.scan):
    try:
        call("wrong" if comm.rank == comm.size - 1 else [1.0])
        sys.exit("no exception")
    except (TypeError, RuntimeError, ValueError):
        pass
if comm.size > 1:
    last = comm.rank == comm.size - 1
    for array in (np.ones(2 + last), np.ones(2, np.float32 if last else np.float64)):
        for call in (isobit.mpi.allreduce, isobit.mpi.scan):
            try:
                call(array)
                sys.exit("no exception")
            except (RuntimeError, ValueError):
                pass
comm.Barrier()
if comm.rank == 0:
    print("all ranks agree")
