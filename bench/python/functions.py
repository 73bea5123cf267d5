#!/usr/bin/env python3
"""functions.py [--quick]: isobit.math against NumPy's functions, of 10^4 numbers in cache, and `exp` of other sizes too, short
arrays one after the other until these are 10^4 numbers, since some have a number that takes longer; into an array that is
there. Contenders take turns; a ratio is that of the medians of the processor's time, which a shared machine
changes less than the clock's. Run it with a Python that has isobit: build/python/bin/python bench/python/functions.py (after
`make python-test`); ISOBIT_FORCE_ISA=avx2 NPY_DISABLE_CPU_FEATURES="X86_V4 AVX512_ICL AVX512_SPR" has both do without AVX-512.
"""
import sys
from functools import partial

import numpy as np
from reductions import report

import isobit.math


def of_each(function, arrays, out):
    for x in arrays:
        function(x, out)


def main():
    rounds = 5 if "--quick" in sys.argv else 31
    random = np.random.default_rng(1)
    print("| | isobit, µs | numpy, µs | ratio |\n|---|--:|--:|--:|")
    for dtype in (np.float64, np.float32):
        for function, sizes in (("exp", (16, 96, 100, 1000, 10**4, 10**5, 10**6, 10**7)), ("log", (10**4,)), ("sin", (10**4,)),
                                ("tanh", (10**4,))):
            ours, theirs = getattr(isobit.math, function), getattr(np, function)
            for size in sizes:
                arrays = list(random.uniform(0.5, 10, (max(1, 10**4 // size), size)).astype(dtype))
                out = np.empty(size, dtype)
                calls = [partial(of_each, f, arrays, out) for f in (ours, theirs)]
                report(f"{function} of {len(arrays)} × {size} {out.dtype.name}", *calls, rounds)


if __name__ == "__main__":
    main()
