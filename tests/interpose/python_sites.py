"""Reductions from several places, by a helper and without, of arrays and of Python's objects."""

from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD


def total(x):
    result = array("d", [0])
    world.Allreduce([array("d", [x]), MPI.DOUBLE], [result, MPI.DOUBLE], op=MPI.SUM)  # helper
    return result[0]


def energy():
    return total(0.1)


for i in range(10):
    energy()
for i in range(5):
    total(0.2)
if world.Get_rank() == 0:
    for i in range(1, world.Get_size()):
        world.recv(source=MPI.ANY_SOURCE)  # receive
else:
    world.send("a message", 0)

for i in range(7):
    world.allreduce(0.1)  # objects
half = world.Split(0)
half.reduce(0.1)  # of another communicator
half.scan(0.1)  # scan

# What looks like mpi4py's own, and is the program's.
key = MPI.Comm.Create_keyval()
world.Set_attr(key, "a value")
world.Dup().Free()
world.Get_attr(key)
