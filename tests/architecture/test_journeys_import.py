"""What journeys and browser measurements run inside the store is there."""

import importlib
import re
from pathlib import Path

import pytest

E2E = Path(__file__).parents[2] / "frontend" / "e2e"
IMPORT = re.compile(r"from (planfront[\w.]+) import ([\w, ]+)")
IMPORTS = sorted(
    {
        (module, name.split(" as ")[0].strip())
        for path in E2E.rglob("*.ts")
        for module, names in IMPORT.findall(path.read_text())
        for name in names.split(",")
    }
)


def test_imports_are_found():
    assert len(IMPORTS) > 5


@pytest.mark.parametrize(("module", "name"), IMPORTS)
def test_what_a_journey_imports_exists(module, name):
    assert hasattr(importlib.import_module(module), name)
