#!/usr/bin/env python3
"""functions.py [--quick]: isobit.math against NumPy's functions, of 10^4 numbers in cache, and `exp` of other sizes too, into an
array that is there. Contenders take turns; a ratio is that of the medians of the processor's time, which a shared machine
changes less than the clock's. Run it with a Python that has isobit: build/python/bin/python bench/python/functions.py (after
`make python-test`); ISOBIT_FORCE_ISA=avx2 NPY_DISABLE_CPU_FEATURES="X86_V4 AVX512_ICL AVX512_SPR" has both do without AVX-512.
"""
import sys
import time

import numpy as np
from reductions import report

import isobit.math


def main():
    rounds = 5 if "--quick" in sys.argv else 31
    random = np.random.default_rng(1)
    print("| | isobit, µs | numpy, µs | ratio |\n|---|--:|--:|--:|")
    for dtype in (np.float64, np.float32):
        for function, sizes in (("exp", (16, 100, 1000, 10**4, 10**5, 10**6, 10**7)), ("log", (10**4,)), ("sin", (10**4,)),
                                ("tanh", (10**4,))):
            ours, theirs = getattr(isobit.math, function), getattr(np, function)
            for size in sizes:
                x = random.uniform(0.5, 10, size).astype(dtype)
                out = np.empty_like(x)
                report(f"{function}, {size} {x.dtype.name}", lambda: ours(x, out), lambda: theirs(x, out), rounds, time.process_time)


if __name__ == "__main__":
    main()
