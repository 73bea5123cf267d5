#!/usr/bin/env python3
"""replay.py --command isobit --library libisobit_mpi_preload.so: a solver that takes messages as they come, repeated.

MUMPS decides by what comes first what to do next, so its solutions differ from run to run. An audit must list its
receives from anybody, and ISOBIT_MPI_RECV must repeat a run. Exit codes as of audit.py.
"""

import hashlib
import json
import pathlib
import random
import sys

from application import Failure, check, execute, file, launcher

SIDE = 60
RUNS = 4


def matrix() -> str:
    """A grid of random numbers, as input of Debian's test program: the size, the entries, the right-hand side."""
    numbers = random.Random(1)
    entries = []
    for i in range(SIDE):
        for j in range(SIDE):
            here = i * SIDE + j + 1
            entries.append(f"{here} {here} {4 + numbers.random()}")
            for row, column in ((i + 1, j), (i, j + 1), (i + 1, j + 1)):
                if row < SIDE and column < SIDE:
                    there = row * SIDE + column + 1
                    entries += [f"{here} {there} {-numbers.random()}", f"{there} {here} {-numbers.random()}"]
    right = [str(numbers.random()) for _ in range(SIDE * SIDE)]
    return "\n".join([str(SIDE * SIDE), str(len(entries)), *entries, *right]) + "\n"


def solution(folder: pathlib.Path) -> str:
    """The hash of what the program printed."""
    lines = (folder / "stdout").read_text().splitlines()
    found = [line for line in lines if line.lstrip().startswith("Solution is")]
    if len(found) != 1:
        raise Failure(f"no solution, in {folder}")
    return hashlib.sha256(found[0].encode()).hexdigest()[:12]


def problem(command: pathlib.Path, library: pathlib.Path, folder: pathlib.Path) -> str:
    """What is wrong, or ""."""
    mumps = str(file("/usr/lib/mumps/dsimpletest", "mumps-test"))
    (folder / "matrix").write_text(matrix())
    ranks = ["sh", "-c", 'exec "$@" < matrix', "sh", launcher(), "-n", "4"]

    def solve(*options: str) -> str:
        execute([*ranks, *options, mumps], folder)
        return solution(folder)

    def with_order(what: str) -> str:
        return solve("-x", f"LD_PRELOAD={library}", "-x", f"ISOBIT_MPI_RECV={what}:{folder / 'order'}")

    print(f"{len({solve() for _ in range(RUNS)})} solutions of {RUNS} plain runs")
    recorded = with_order("record")
    repeated = {with_order("replay") for _ in range(RUNS)}
    if repeated != {recorded}:
        return f"{recorded} was recorded, {sorted(repeated)} were repeated"
    execute([*ranks[:4], str(command), "audit", "--library", str(library), "-o", "audit", "--", *ranks[4:], mumps], folder)
    receives = json.loads((folder / "audit" / "report.json").read_text())["receives"]
    if receives["any_source"] + receives["any_source_probe"] == 0 or not receives["sites"]:
        return f"the report knows of no receive from MPI_ANY_SOURCE: {receives}"
    return ""


if __name__ == "__main__":
    sys.exit(check(__doc__, problem))
