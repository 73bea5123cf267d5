#!/usr/bin/env python3
"""reductions.py [--quick]: isobit's Python functions against NumPy's, pandas' and Python's own, with one thread, by the
processor's time, and with as many as the process has, by the clock. Contenders take turns; a ratio is that of the medians.
Run it with a Python that has isobit: build/python/bin/python bench/python/reductions.py (after `make python-test`).
"""
import math
import os
import statistics
import sys
import time
import timeit

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before NumPy loads it

import numpy as np  # noqa: E402

import isobit  # noqa: E402


def ratio(ours, theirs, rounds, timer):
    """The time of one call of each, in seconds, in turns."""
    number = max(1, int(0.002 / max(min(timeit.repeat(ours, number=1, repeat=3)), 1e-9)))
    times = ([], [])
    for _ in range(rounds):
        for call, found in zip((ours, theirs), times):
            found.append(timeit.timeit(call, number=number, timer=timer) / number)
    return tuple(statistics.median(found) for found in times)


def report(what, ours, theirs, rounds, timer=time.process_time):
    own, other = ratio(ours, theirs, rounds, timer)
    print(f"| {what} | {1e6 * own:.4g} | {1e6 * other:.4g} | {own / other:.2f} |", flush=True)


def main():
    rounds = 5 if "--quick" in sys.argv else 21
    random = np.random.default_rng(1)
    print("| | isobit, µs | other, µs | ratio |\n|---|--:|--:|--:|")
    few, many = random.standard_normal(10), random.standard_normal(10**7)
    report("sum of 10, numpy.sum", lambda: isobit.sum(few), lambda: np.sum(few), rounds)
    report("sum of 10^7, one thread, numpy.sum", lambda: isobit.sum(many, threads=1), lambda: np.sum(many), rounds)
    report("sum of 10^7, threads, numpy.sum", lambda: isobit.sum(many), lambda: np.sum(many), rounds, time.perf_counter)
    square = random.standard_normal((4000, 4000))
    for axis in (0, 1):
        for threads, name, timer in ((1, "one thread", time.process_time), (None, "threads", time.perf_counter)):
            report(f"sum of 4000 × 4000, axis {axis}, {name}, numpy.sum",
                   lambda: isobit.sum(square, axis=axis, threads=threads), lambda: np.sum(square, axis=axis), rounds, timer)
    million = many[: 10**6]
    numbers = million.tolist()
    report("sum of an array of 10^6, math.fsum of a list", lambda: isobit.sum(million, threads=1), lambda: math.fsum(numbers), 5)
    report("fsum of a list of 10^6, math.fsum", lambda: isobit.fsum(numbers), lambda: math.fsum(numbers), 5)
    report("dot of 10^6, numpy.dot", lambda: isobit.dot(million, million, threads=1), lambda: np.dot(million, million), rounds)
    try:
        import pandas
    except ImportError:
        print("skipped: no pandas to compare sum_by_key with", file=sys.stderr)
        return
    keys = random.integers(0, 10**5, 10**7)
    frame = pandas.DataFrame({"key": keys, "value": many})
    grouped = lambda: frame.groupby("key")["value"].sum()
    report("sum_by_key, 10^7 rows, 10^5 keys, one thread, pandas groupby.sum",
           lambda: isobit.sum_by_key(keys, many, threads=1), grouped, 5)
    far = keys * 10**9
    frame = pandas.DataFrame({"key": far, "value": many})
    report("the same with keys far apart", lambda: isobit.sum_by_key(far, many, threads=1), grouped, 5)


if __name__ == "__main__":
    main()
