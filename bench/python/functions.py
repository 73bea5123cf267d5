#!/usr/bin/env python3
"""functions.py [--quick]: isobit.math against NumPy's functions, of 10^4 numbers in cache on one thread and of 10^7 into
an array that is there, on as many threads as the process has. Contenders take turns; a ratio is that of the medians.
Run it with a Python that has isobit: build/python/bin/python bench/python/functions.py (after `make python-test`).
"""
import sys

import numpy as np
from reductions import report

import isobit.math


def main():
    rounds = 5 if "--quick" in sys.argv else 21
    random = np.random.default_rng(1)
    print("| | isobit, µs | numpy, µs | ratio |\n|---|--:|--:|--:|")
    for dtype in (np.float64, np.float32):
        few, many = (random.uniform(0.5, 10, size).astype(dtype) for size in (10**4, 10**7))
        out, name = np.empty_like(many), np.dtype(dtype).name
        for function in ("exp", "log", "sin", "tanh"):
            ours, theirs = getattr(isobit.math, function), getattr(np, function)
            report(f"{function}, 10^4 {name}", lambda: ours(few), lambda: theirs(few), rounds)
            report(f"{function}, 10^7 {name}", lambda: ours(many, out=out), lambda: theirs(many, out=out), 5)


if __name__ == "__main__":
    main()
