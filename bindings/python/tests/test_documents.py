"""The examples of docstrings and of the guide say what happens."""
import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import isobit

MODULES = [module.name for module in pkgutil.iter_modules(isobit.__path__) if module.name not in ("__main__", "_core")]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    try:
        module = importlib.import_module(f"isobit.{name}")
    except ImportError as missing:
        pytest.skip(str(missing))
    assert doctest.testmod(module).failed == 0


def test_every_public_name_has_an_example():
    for name in isobit.__all__:
        assert ">>>" in getattr(isobit, name).__doc__, name


def test_guide():
    page = Path(__file__).parents[3] / "docs" / "guide" / "python.md"
    if not page.exists():
        pytest.skip("the guide is in the source tree only")
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 10 and result.failed == 0
