"""A plugin of pytest: while a test runs, NumPy's names stand for isobit's functions. test_numpy_suite.py uses it."""
from unittest import mock

import numpy as np
import pytest

import isobit
import isobit.math

REDUCTIONS = ("sum", "mean", "std", "var", "dot", "vdot", "inner", "matmul", "tensordot", "cumsum")
OTHER_NAMES = {"acos": "arccos", "acosh": "arccosh", "asin": "arcsin", "asinh": "arcsinh", "atan": "arctan",
               "atan2": "arctan2", "atanh": "arctanh"}
FUNCTIONS = [name for name in isobit.math.__all__ if name not in ("divide", "fma", "pow")]
OURS = {name: getattr(isobit, name) for name in REDUCTIONS}
OURS |= {OTHER_NAMES.get(name, name): getattr(isobit.math, name) for name in FUNCTIONS}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    known = {name: ours for name, ours in OURS.items() if hasattr(np, name)}
    in_umath = {name: ours for name, ours in known.items() if hasattr(np._core.umath, name)}
    with mock.patch.multiple(np, **known), mock.patch.multiple(np._core.umath, **in_umath):
        return (yield)
