import pytest


@pytest.fixture(autouse=True)
def _brands_as_written(brands_not_held):
    """Tests of this room write rows of brands themselves."""
