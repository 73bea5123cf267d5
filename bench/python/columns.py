#!/usr/bin/env python3
"""columns.py [float32]: isobit.sum along axis 0 against numpy.sum, of matrices of many shapes, on one thread. Contenders
take turns; a ratio is that of the medians of the processor's time, which a shared machine changes less than the clock's.
Run it with a Python that has isobit: build/python/bin/python bench/python/columns.py (after `make python-test`).
"""
import sys

import numpy as np
from reductions import report

import isobit

ROWS = (4, 8, 12, 16, 24, 32, 48, 63, 100, 160, 400, 4000, 100_000, 1_000_000)


def main():
    dtype = np.dtype(sys.argv[1] if len(sys.argv) > 1 else float)
    random = np.random.default_rng(1)
    shapes = [(rows, 16_000_000 // rows) for rows in ROWS] + [(2_000_000, 7), (1000, 1000), (100, 1000), (100, 100)]
    print("| rows × columns | isobit, µs | numpy, µs | ratio |\n|---|--:|--:|--:|")
    for shape in shapes:
        a = random.standard_normal(shape).astype(dtype)
        report(f"{shape[0]} × {shape[1]}", lambda: isobit.sum(a, axis=0, threads=1), lambda: np.sum(a, axis=0), 5)


if __name__ == "__main__":
    main()
