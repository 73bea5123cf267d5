#!/usr/bin/env python3
"""Times NumPy's decompositions under libisobit_blas.so against the same NumPy without it, on one thread each.

    python3 bench/linalg/lapack.py build/release/interpose/blas/libisobit_blas.so [--python /usr/bin/python3]

Two processes take turns, operation by operation; prints a table of ratios of the medians of processor time, and writes
it into docs/performance/lapack.md with --page.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from bench.page import fill, figure, table  # noqa: E402

OPERATIONS = ("svd", "eigh", "eig", "qr", "lstsq", "pinv")
SIZES = (50, 200, 500, 1000)

# Reads a line "operation n", answers with the seconds that it took, until there are no more.
WORKER = """
import sys, time
import numpy as np
linalg = np.linalg
work = {"svd": lambda a: linalg.svd(a), "eigh": lambda a: linalg.eigh(a + a.T), "eig": lambda a: linalg.eig(a),
        "qr": lambda a: linalg.qr(a), "lstsq": lambda a: linalg.lstsq(a, a[:, :10], rcond=None),
        "pinv": lambda a: linalg.pinv(a)}
for line in sys.stdin:
    name, n = line.split()
    a = np.random.default_rng(1).standard_normal((int(n), int(n)))
    start = time.process_time()
    work[name](a)
    print(time.process_time() - start, flush=True)
"""


class Worker:
    def __init__(self, python, **variables):
        environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", ISOBIT_BLAS_THREADS="1", **variables)
        self.process = subprocess.Popen([python, "-c", WORKER], env=environment, text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def seconds(self, operation, n):
        print(operation, n, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())


def ratio(ours, plain, operation, n, rounds):
    pairs = [(ours.seconds(operation, n), plain.seconds(operation, n)) for _ in range(rounds + 1)][1:]
    first, second = (statistics.median(side) for side in zip(*pairs))
    return first / second


def main():
    parser = argparse.ArgumentParser(description="times NumPy's decompositions under libisobit_blas.so")
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("--python", default="/usr/bin/python3", help="one with NumPy")
    parser.add_argument("--rounds", type=int, default=5, help="for the largest size; smaller ones get more")
    parser.add_argument("--sizes", type=lambda text: list(map(int, text.split(","))), default=SIZES)
    parser.add_argument("--page", type=pathlib.Path, help="docs/performance/lapack.md")
    arguments = parser.parse_args()

    plain = Worker(arguments.python)
    ours = Worker(arguments.python, LD_PRELOAD=str(arguments.library.resolve()))
    rows = []
    for operation in OPERATIONS:
        rows.append([operation] + [figure(ratio(ours, plain, operation, n, max(arguments.rounds, 2000 // n)))
                                   for n in arguments.sizes])
        print(*rows[-1], file=sys.stderr)
    body = table(["n ="] + list(map(str, arguments.sizes)), rows)
    if arguments.page:
        fill(arguments.page, {"tables": body})
    else:
        print(body)


if __name__ == "__main__":
    main()
