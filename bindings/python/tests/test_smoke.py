import math

import numpy as np

import isobit


def test_a_sum_is_exact_and_rounded_once():
    values = np.array([1e16, 1.0, -1e16, 0.1])
    assert isobit.sum(values) == math.fsum(values)
