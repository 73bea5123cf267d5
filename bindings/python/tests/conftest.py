"""What the tests share: how many random arrays they draw, and where the golden files are."""
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How many arrays each test draws, in thousandths: ISOBIT_TEST_SCALE=10 is what the long run takes.
SCALE = float(os.environ.get("ISOBIT_TEST_SCALE", "1"))

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
