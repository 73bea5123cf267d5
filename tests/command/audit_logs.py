"""Writes logs of audits as interpose/mpi/log/log.hpp describes them, without any MPI."""
import json
import struct
from pathlib import Path

NAN, INFINITY, OVERFLOW, RESULT, NATIVE, NONBLOCKING, COLUMNS = (1 << i for i in range(7))
ORDINARY = RESULT | NATIVE | COLUMNS
(REPRODUCIBLE, USER_OPERATION, UNKNOWN_TYPE, REJECTED, TOO_LARGE, ONE_SIDED, ONE_RANK, SWITCHED_OFF, LOCAL,
 INTEGER_OPERATION, PYTHON_OBJECTS, ENQUEUED) = range(12)
NAMED, ANY_SOURCE, ANY_SOURCE_PROBE, ANY_REQUEST = range(4)
ALL_SITES = 2**32 - 1
SATURATED = 2**64 - 1
HEADER = struct.Struct("=8sIiQQ")
CALL = struct.Struct("=QIIQQQQQQQQdQQII")
PASSED = struct.Struct("=IIQQQ")
RECEIVE = struct.Struct("=IIQ")
MAGIC = b"isobitA6"
assert (CALL.size, PASSED.size, RECEIVE.size, HEADER.size) == (112, 32, 16, 32)


def site(call="MPI_Allreduce", kind="MPI_DOUBLE", operation="MPI_SUM", offset=4660, symbol="main", module="/no/such/app"):
    return {"kind": "reduction", "call": call, "type": kind, "operation": operation,
            "frames": [{"module": "/usr/lib/libmpi.so.40", "offset": 1, "symbol": "ompi_inside"},
                       {"module": module, "offset": offset, "symbol": symbol}]}


def receive_site(call="MPI_Recv", offset=4660, symbol="main", module="/no/such/app"):
    return {"kind": "receive", "call": call, "frames": [{"module": module, "offset": offset, "symbol": symbol}]}


def objects_site(line, module="/elsewhere/app.py"):
    """A line of Python at which mpi4py reduces objects."""
    return {"kind": "objects", "call": "mpi4py reduction", "frames": [{"module": module, "line": line, "symbol": "<module>"}]}


class Rank:
    """What one rank records; `write` makes the files."""

    def __init__(self, rank, ranks, sites, **run):
        self.rank, self.sites, self.end = rank, sites, "MPI_Finalize"
        self.run = {"rank": rank, "ranks": ranks, "mpi": "Open MPI v4.1.4, package: Debian", "program": "/no/such/app",
                    "arguments": ["-n", "7"], "mode": "exact", "host": "node1", "pid": 4711, "version": "0.1.0", **run}
        self.communicators = [{"name": "MPI_COMM_WORLD", "ranks": ranks, "group": f"all{ranks}", "ordinal": 0}]
        self.calls, self.passed, self.receives, self.sequences = [], [], [], {}
        self.lost_calls, self.lost_lines = 0, 0

    def call(self, site=0, communicator=0, sequence=None, start=None, count=1, bytes=None, input=1, result=2, native=None,
             different=0, ulps=0, condition=1.0, native_time=1000, isobit_time=1500, flags=ORDINARY):
        if sequence is None:
            sequence = self.sequences.get(communicator, 0)
        self.sequences[communicator] = sequence + 1
        self.calls.append(CALL.pack(10**18 + 10**6 * len(self.calls) if start is None else start, site, communicator, sequence,
                                    count, 8 * count if bytes is None else bytes, input, result, result if native is None else native,
                                    different, ulps, condition, native_time, isobit_time, flags, 0))
        return self

    def pass_on(self, site, why, calls=1, elements=1, bytes=8):
        self.passed.append(PASSED.pack(site, why, calls, elements, bytes))
        return self

    def receive(self, what, calls, site=ALL_SITES):
        self.receives.append(RECEIVE.pack(site, what, calls))
        return self

    def write(self, folder):
        folder = Path(folder)
        folder.mkdir(exist_ok=True)
        for kind, record, records in (("calls", CALL, self.calls), ("passed", PASSED, self.passed), ("receives", RECEIVE, self.receives)):
            header = HEADER.pack(MAGIC, record.size, self.rank, len(records), self.lost_calls if kind == "calls" else 0)
            # The logs are mapped in steps: behind the records lies unused space.
            (folder / f"rank-{self.rank:06}.{kind}").write_bytes(header + b"".join(records) + bytes(4096))
        lines = [{"run": self.run}]
        lines += [{"site": i, **each} for i, each in enumerate(self.sites)]
        lines += [{"communicator": i, **each} for i, each in enumerate(self.communicators)]
        lines += [{"end": self.end, **({"lost": self.lost_lines} if self.lost_lines else {})}] if self.end else []
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (folder / f"rank-{self.rank:06}.places").write_bytes(text.encode("utf-8", "surrogateescape"))


def write_run(folder, ranks, sites, fill, **run):
    """`fill(rank)` for every rank, then its files; all that `fill` does to a rank is written."""
    for number in range(ranks):
        rank = Rank(number, ranks, sites, **run)
        fill(rank)
        rank.write(folder)
    return str(folder)
