"""Reductions from Python. The first rank has 2^100, the last -2^100, all others 1: the sum is the number of the
others, and most orders of adding lose it."""

import sys
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
rank, ranks = world.Get_rank(), world.Get_size()
mine = 2.0**100 if rank == 0 else -(2.0**100) if rank == ranks - 1 else 1.0
expected = float(ranks - 2)
failures = 0


def check(what, got, right):
    global failures
    if list(got) != right:
        failures += 1
        print(f"rank {rank}: {what}: expected {right}, got {list(got)}", flush=True)


send, receive = array("d", [mine] * 3), array("d", [0] * 3)
world.Allreduce([send, MPI.DOUBLE], [receive, MPI.DOUBLE], op=MPI.SUM)
check("Allreduce", receive, [expected] * 3)

receive = array("d", send)
world.Allreduce(MPI.IN_PLACE, [receive, MPI.DOUBLE], op=MPI.SUM)
check("Allreduce in place", receive, [expected] * 3)

receive = array("d", [0] * 3)
world.Iallreduce([send, MPI.DOUBLE], [receive, MPI.DOUBLE], op=MPI.SUM).Wait()
check("Iallreduce", receive, [expected] * 3)

receive = array("d", [0] * 3)
world.Scan([send, MPI.DOUBLE], [receive, MPI.DOUBLE], op=MPI.SUM)
if rank == ranks - 1:
    check("Scan", receive, [expected] * 3)

# Objects of Python go in messages, in an order of mpi4py's own: they are not MPI's reductions.
check("allreduce of objects", [world.allreduce(rank, op=MPI.SUM)], [ranks * (ranks - 1) // 2])

worst = world.allreduce(failures, op=MPI.MAX)
if rank == 0:
    print(f"{worst} failures, sum {expected}", flush=True)
sys.exit(1 if worst else 0)
