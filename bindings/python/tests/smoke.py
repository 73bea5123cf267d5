"""The package in a few seconds, without pytest: what `make test` runs. Status 77 where there is no NumPy."""
import doctest
import math
import pkgutil
import sys

try:
    import numpy as np
except ImportError:
    print("skipped: no NumPy")
    sys.exit(77)

import isobit

random = np.random.default_rng(22)
values = random.standard_normal((300, 200)) * 2.0 ** random.integers(-60, 60, (300, 200))
assert isobit.sum(values) == math.fsum(values.flat)
assert isobit.sum(values, axis=0).tolist() == [math.fsum(column) for column in values.T]
assert isobit.sum(values, axis=1, threads=2).tolist() == [math.fsum(row) for row in values]
failed = 0
for module in pkgutil.iter_modules(isobit.__path__):
    # _torch_rows is isobit.torch's, which the tests of hosts have.
    if module.name.startswith("_") and module.name not in ("_core", "_cuda", "_torch_rows", "__main__"):
        failed += doctest.testmod(__import__(f"isobit.{module.name}", fromlist=["_"])).failed
sys.exit(1 if failed else 0)
