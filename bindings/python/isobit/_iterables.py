"""Python's own iterables of numbers."""
from array import array
from itertools import islice

import numpy as np

from . import _core

_INTEGERS = (int, np.integer, np.bool_)
# Few enough to stay in a cache, and enough for the compiled part to be fast.
BLOCK = 1 << 14


def fsum(iterable):
    """The exact sum of Python's numbers, rounded once: ``math.fsum``, but infinities and NaN are values, not errors, and
    an overflow on the way is none. Integers of more than 53 bits are rounded to floats first, as there; ``isobit.sum`` of a
    list takes them exactly.

    >>> import isobit
    >>> isobit.fsum(0.1 for _ in range(10))
    1.0
    >>> isobit.fsum([1e308, 1e308, -1e308])
    1e+308
    """
    state = _core.State()
    rest = iter(iterable)
    while block := array("d", islice(rest, BLOCK)):
        state.add_array(block, "d", 1)
    return state.round("nearest")


def sumprod(p, q):
    """The exact sum of the products of two iterables, rounded once: ``math.sumprod``. Of integers alone an int; beside
    floats, those of more than 53 bits are rounded to floats first, as there.

    >>> import isobit
    >>> isobit.sumprod([1e200, 2.0, -1e200], [1e200, 0.5, 1e200])
    1.0
    >>> isobit.sumprod([1, 2], [3, 4])
    11
    """
    left, right = list(p), list(q)
    if len(left) != len(right):
        raise ValueError("isobit.sumprod: inputs are not the same length")
    if all(isinstance(x, _INTEGERS) for x in left) and all(isinstance(x, _INTEGERS) for x in right):
        return sum(int(x) * int(y) for x, y in zip(left, right))
    state = _core.State()
    state.add_product_arrays(array("d", left), array("d", right), "d", 1)
    return state.round("nearest")
