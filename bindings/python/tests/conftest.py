"""What the tests share: how many random arrays they draw, and where the golden files are."""
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Of the random arrays that the tests name a part is drawn; ISOBIT_TEST_SCALE=1 draws them all.
SCALE = float(os.environ.get("ISOBIT_TEST_SCALE", "0.2"))

settings.register_profile("isobit", deadline=None, print_blob=True, suppress_health_check=list(HealthCheck))
settings.load_profile("isobit")


def draws(count):
    """So many random examples, scaled."""
    return settings(max_examples=max(1, int(count * SCALE)))


@pytest.fixture
def golden_folder():
    folder = Path(__file__).parents[3] / "tests" / "golden"
    if not folder.is_dir():
        pytest.skip("the golden files are in the source tree only")
    return folder
