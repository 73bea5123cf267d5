"""Nothing is kept that a call has used, and threads of Python may call at once."""
import gc
import pickle
import sys
import threading
import tracemalloc

import numpy as np

import isobit
import isobit.linalg
import isobit.math


def calls():
    values = np.arange(3000.0).reshape(60, 50)
    isobit.sum(values)
    isobit.sum(values[::2, ::3], axis=0)
    isobit.mean(values, axis=1)
    isobit.std(values, axis=0, where=values > 7)
    isobit.dot(values, values.T)
    isobit.cumsum(values)
    isobit.sum_by_key([1, 2, 1], [1.0, 2.0, 3.0])
    total = isobit.Accumulator(values)
    isobit.Accumulator.from_bytes(bytes(total)).fraction()
    many = isobit.AccumulatorArray(10)
    many.add(1.0)
    many.round()
    many.merge(many)
    isobit.var(values, axis=1)
    isobit.norm(values)
    isobit.matmul(values, values.T)
    isobit.histogram(values, weights=values)
    isobit.segment_sum(values[0], [0, 3, 9])
    isobit.scatter_add(np.zeros(3), [0, 2], [1.0, 2.0])
    isobit.fsum(values[0].tolist())
    isobit.sum(np.arange(5), axis=0)
    isobit.linalg.solve(np.eye(5), values[0, :5])
    isobit.linalg.det(values[:5, :5])
    isobit.math.exp(values[:, ::2])
    isobit.math.sincos(values)
    pickle.loads(pickle.dumps(total))
    for bad in (lambda: isobit.sum(values, axis=5), lambda: isobit.sum(["x"]), lambda: isobit.Accumulator.from_bytes(b"")):
        try:
            bad()
        except (ValueError, TypeError):
            pass


def test_no_leak():
    values = np.zeros(10)
    before = sys.getrefcount(values)
    for _ in range(100):
        isobit.sum(values)
        isobit.sum(values, axis=0)
    assert sys.getrefcount(values) == before
    for _ in range(20):
        calls()
    gc.collect()
    tracemalloc.start()
    for _ in range(200):  # what is kept once, by whatever keeps it, is no leak
        calls()
    gc.collect()
    first = tracemalloc.get_traced_memory()[0]
    for _ in range(200):
        calls()
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - first
    tracemalloc.stop()
    assert grown < 20000, grown


def test_no_leak_outside_of_python_s_own_memory():
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    for _ in range(300):
        calls()
    before = resident()
    for _ in range(2000):
        calls()
    assert resident() - before < 4 << 20


def test_many_threads_of_python():
    values = np.random.default_rng(3).standard_normal(200_000)
    expected, found = isobit.sum(values), []
    total, ones = isobit.Accumulator(), np.ones(3)

    def work():
        for _ in range(20):
            found.append(isobit.sum(values, threads=2))
            total.add(1.0)
            total.add_many(ones)
            total.add_products(ones, ones)
            total.copy()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert set(found) == {expected} and float(total) == 80 * 7
