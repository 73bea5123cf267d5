"""Sums along axes."""
import numpy as np

from . import _core


def sum(a, threads=None):
    """The exact sum, rounded once."""
    a = np.asarray(a, dtype=np.float64)
    return np.float64(_core.sum_of_all(a, "d", threads or 0))
