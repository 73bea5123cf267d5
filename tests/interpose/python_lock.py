"""A thread of a Python program calls what cannot be repeated, while another frees a request and has the interpreter's lock.

The first is to be named in a message, for which isobit needs that lock: it must not keep the other waiting meanwhile.
"""

import ctypes
import sys
import threading
import time

from mpi4py import MPI

world = MPI.COMM_WORLD
request_free = ctypes.PyDLL(None).MPI_Request_free  # keeps the lock, as extensions do that do not let it go
sys.setswitchinterval(1000)  # whoever has the lock keeps it until it waits

request = world.Isend(bytearray(1), dest=0)
persistent = threading.Thread(target=lambda: world.Recv_init(bytearray(1), source=MPI.ANY_SOURCE).Free())
persistent.start()
start = time.monotonic()
while time.monotonic() < start + 0.3:  # not sleep: that gives the lock away
    pass
request_free(ctypes.c_void_p(MPI._addressof(request)))
persistent.join()
world.Recv(bytearray(1), source=0)
print("done")
