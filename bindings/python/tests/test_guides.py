"""The examples of the guides to modules, some of which need a host, executed."""
import doctest
from pathlib import Path

import pytest
from hosts import host

GUIDES = Path(__file__).parents[3] / "docs" / "guide" / "python"
NEEDED = {
    "dask": ["dask.array", "dask.dataframe"],
    "linalg": [],
    "math": [],
    "mpi": ["mpi4py.MPI"],
    "pandas": ["pandas"],
    "polars": ["polars"],
    "sparse": ["scipy.sparse"],
    "torch": ["torch"],
    "xarray": ["xarray", "dask.array", "flox"],
}


def test_no_page_is_left_out():
    if not GUIDES.is_dir():
        pytest.skip("the guides are in the source tree only")
    assert sorted(NEEDED) == sorted(page.stem for page in GUIDES.glob("*.md"))


@pytest.mark.parametrize("name", NEEDED)
def test_examples(name):
    for needed in NEEDED[name]:
        host(needed)
    page = GUIDES / f"{name}.md"
    if not page.is_file():
        pytest.skip("the guides are in the source tree only")
    results = doctest.testfile(str(page), module_relative=False)
    assert results.failed == 0 and results.attempted > 0
