"""Packages that isobit adds to, where they are."""
import importlib

import pytest


def host(name):
    """The package, or a test that is skipped and says so."""
    try:
        return importlib.import_module(name)
    except (ImportError, RuntimeError) as problem:  # mpi4py without an MPI raises the latter
        pytest.skip(f"SKIPPED FOR LACK OF {name}: {problem}", allow_module_level=True)
