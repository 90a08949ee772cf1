"""The glossary names code that is there."""

import importlib
import re
from pathlib import Path

import pytest

GLOSSARY = Path(__file__).resolve().parents[2] / "docs" / "glossary.md"
_DOTTED = re.compile(r"`(?!\w+\.py`)([a-z_]+(?:\.\w+)+)`")


def names_in_glossary() -> list[str]:
    rows = [line.split("|") for line in GLOSSARY.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return sorted({name for row in rows for name in _DOTTED.findall(row[3])})


def exists(name: str) -> bool:
    """``room.Model``, ``room.module`` or ``room.module.Name``."""
    room, *rest = name.split(".")
    for module in (f"planfront.{room}.models", f"planfront.{name}", f"planfront.{room}.{rest[0]}"):
        try:
            result = importlib.import_module(module)
        except ModuleNotFoundError:
            continue
        if module == f"planfront.{name}" or hasattr(result, rest[-1]):
            return True
    return False


@pytest.mark.parametrize("name", names_in_glossary())
def test_a_name_of_the_glossary_is_in_the_code(name):
    assert exists(name)


def test_a_name_that_is_not_there_is_noticed():
    assert len(names_in_glossary()) > 30
    assert not exists("shopping.NoSuchThing")
