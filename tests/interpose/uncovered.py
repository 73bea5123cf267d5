from array import array
from mpi4py import MPI
add = MPI.Op.Create(lambda a, b, kind: None)
MPI.COMM_WORLD.Allreduce([array("d", [1]), MPI.DOUBLE], [array("d", [0]), MPI.DOUBLE], op=add)
