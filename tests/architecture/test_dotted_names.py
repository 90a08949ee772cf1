"""Dotted names in strings, of modules and of what is in them, lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from planfront.cli.paths import ROOT

NAME = re.compile(r'"(planfront(?:_demo)?(?:\.[a-z_]\w*){2}(?:\.\w+)*)(?::(\w+))?"')
PLACES = ("src/planfront", "src/planfront_demo", "benchmarks", "tools", "tests")
MADE_UP = {
    "planted",
    "nothing_of_that_name",
    "broken",
    "household",
    "weather",
    "test_weather",
    "later_than_ever",
    "sundial",
}
"""Parts of names that tests make up, or that a newcomer's files bring."""


def read_names() -> Iterator[tuple[str, str]]:
    """Yield (where, name) of each string that is the name of a room's module, or of something in it."""
    for path in sorted(path for place in PLACES for path in (ROOT / place).rglob("*.py")):
        for match in NAME.finditer(path.read_text()):
            name = ".".join(filter(None, match.groups()))
            package, room, *rest = name.split(".")
            if (ROOT / "src" / package / room).is_dir() and MADE_UP.isdisjoint(rest):
                yield str(path.relative_to(ROOT)), name


def leads_somewhere(name: str) -> bool:
    """Return True for a module, and for a name that its source has."""
    place: Path = ROOT / "src"
    parts = name.split(".")
    while parts and (place / parts[0]).is_dir():
        place /= parts.pop(0)
    if parts and place.joinpath(f"{parts[0]}.py").is_file():
        place = place.joinpath(f"{parts.pop(0)}.py")
    elif parts:
        place /= "__init__.py"
    return not parts or (place.is_file() and re.search(rf"\b{parts[0]}\b", place.read_text()) is not None)


def test_each_dotted_name_leads_somewhere():
    assert [f"{path}: {name}" for path, name in read_names() if not leads_somewhere(name)] == []


@pytest.mark.parametrize(
    ("name", "leads"),
    [
        ("planfront.kernel.clock", True),
        ("planfront.kernel.clock.now", True),
        ("planfront.kernel.clock.later_than_ever", False),
        ("planfront.kernel.sundial", False),
        ("planfront.kernel.sundial.now", False),
    ],
)
def test_a_name_leads_to_a_module_or_to_what_is_in_it(name, leads):
    assert leads_somewhere(name) is leads
