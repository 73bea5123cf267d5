"""While a call computes, other threads of Python run."""
import sys
import threading
import time

import numpy as np
import pytest

import isobit
import isobit.linalg
import isobit.math

VALUES = np.random.default_rng(20261119).standard_normal(1 << 21)
MATRIX = VALUES[: 300 * 300].reshape(300, 300)
KEYS = np.arange(VALUES.size) % 1000
STATE = isobit.Accumulator()
CALLS = {
    "sum": lambda: isobit.sum(VALUES, threads=1),
    "sum along an axis": lambda: isobit.sum(VALUES.reshape(-1, 64), axis=0, threads=1),
    "dot": lambda: isobit.dot(VALUES, VALUES, threads=1),
    "matmul": lambda: isobit.matmul(MATRIX, MATRIX, threads=1),
    "cumsum": lambda: isobit.cumsum(VALUES, threads=1),
    "sum_by_key": lambda: isobit.sum_by_key(KEYS, VALUES, threads=1),
    "Accumulator": lambda: STATE.add_many(VALUES, threads=1),
    "solve": lambda: isobit.linalg.solve(MATRIX, MATRIX[0], threads=1),
    "exp": lambda: isobit.math.exp(VALUES),
}


@pytest.mark.parametrize("name", CALLS)
def test_others_run(name):
    """No thread is told to make room for others, so one counts on only where a call lets it."""
    count, done = [0], threading.Event()

    def counting():
        while not done.is_set():
            count[0] += 1
            time.sleep(0)

    usual = sys.getswitchinterval()
    other = threading.Thread(target=counting)
    other.start()
    sys.setswitchinterval(1000)
    try:
        for _ in range(200):
            before = count[0]
            CALLS[name]()
            if count[0] != before:
                return
        pytest.fail("no other thread ran")
    finally:
        sys.setswitchinterval(usual)
        done.set()
        other.join()
