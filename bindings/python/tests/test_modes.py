"""Subnormal numbers where the process flushes them: no call loses one."""
import numpy as np
import pytest
from support import bits, subnormals_flushed

import isobit

SMALL = np.array([1, 5, -3, 2**23 - 1], np.float32) * np.float32(2.0**-149)
TARGET = np.array([2.0**-149, 0.0, 1.0, 2.0**-140])


def scattered():
    target = TARGET.copy()
    isobit.scatter_add(target, [0, 0, 1, 3], SMALL)
    return target


def accumulated():
    totals = isobit.AccumulatorArray(4)
    totals.add(SMALL)
    return totals.round()


def added():
    total = isobit.Accumulator()
    for x in SMALL:
        total.add(x)
    return float(total)


def into(out):
    isobit.matmul(SMALL[:, np.newaxis], np.ones((1, 1), np.float32), out=out)
    return out


CALLS = {
    "dot": lambda: isobit.dot(SMALL, np.full(4, 2.0**20)),
    "complex dot": lambda: isobit.dot(SMALL, np.full(4, 1 + 1j)),
    "cumsum": lambda: isobit.cumsum(SMALL, dtype=np.float64),
    "scatter_add": scattered,
    "AccumulatorArray": accumulated,
    "Accumulator.add": added,
    "initial": lambda: isobit.sum(np.zeros(1), initial=SMALL[0]),
    "out": lambda: into(np.empty((4, 1))),
    "norm": lambda: isobit.norm(SMALL, ord=np.inf),
}


@pytest.mark.parametrize("name", CALLS)
def test_conversions(name):
    expected = bits(CALLS[name]())
    with subnormals_flushed():
        found = bits(CALLS[name]())
    assert found == expected


@pytest.mark.parametrize("mode", ["nearest", "zero", "up", "down", "odd"])
def test_accumulators_rounded_to_float32(mode):
    tiny = [0.0, 2.0**-1074, 2.0**-150, 2.0**-149 * 0.75, 2.0**-149 * 1.5, 2.0**-127, 2.0**-126 - 2.0**-151, 2.0**-126, 1.0]
    with subnormals_flushed():
        signed = [isobit.Accumulator([x]) for x in tiny] + [isobit.Accumulator([np.negative(x)]) for x in tiny]
        found = [bits(one.round(mode, np.float32)) for one in signed]
    # Python converts between formats by itself, from bits that NumPy made in the modes that it expects.
    assert found == [bits(np.float32(one._state.round_to_float(mode))) for one in signed]
