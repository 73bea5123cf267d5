"""Arrays of JAX on the CPU, which come by DLPack."""
import numpy as np
import pytest
from hosts import host
from support import bits, sum_oracle

jax = host("jax")

import isobit  # noqa: E402


def values():
    generator = np.random.default_rng(20261117)
    return (generator.integers(-(2**20), 2**20, (40, 30)) * 2.0 ** generator.integers(-30, 30, (40, 30))).astype(np.float32)


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_sums(axis):
    array = jax.numpy.asarray(values())
    assert bits(isobit.sum(array, axis=axis)) == bits(isobit.sum(values(), axis=axis))
    assert bits(isobit.sum(array)) == bits(sum_oracle(values(), np.float32))
    assert bits(isobit.matmul(array, array.T)) == bits(isobit.matmul(values(), values().T))


def test_bfloat16():
    array = jax.numpy.asarray(values(), dtype=jax.numpy.bfloat16)
    # NumPy has no such type for the result: it is float32.
    assert bits(isobit.sum(array)) == bits(sum_oracle(np.asarray(array, np.float64), np.float32))


def test_integers_are_summed_exactly():
    assert isobit.sum(jax.numpy.asarray([2**31 - 1] * 5)) == 5 * (2**31 - 1)
