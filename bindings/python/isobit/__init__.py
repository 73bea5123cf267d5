"""Sums whose bits are the same everywhere: exact, and rounded once.

>>> import isobit
>>> isobit.sum([1e16, 1.0, -1e16, 0.1])
1.1
"""
from ._core import version as __version__
from ._sums import sum

__all__ = ["sum"]
