"""Claims of SECURITY.md and docs/asvs.md: the tests they name exist, and no requirement of the standard is left out."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "planfront"
PAPERS = ("SECURITY.md", "docs/asvs.md", "docs/protection.md")
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")
STATES = ("met", "in part", "not met", "operator", "n/a")
# How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; in every section they come first.
_COUNTS = """
1.1=2 1.2=9 1.3=11 1.4=3 1.5=2 2.1=3 2.2=3 2.3=4 2.4=1 3.2=2 3.3=4 3.4=6 3.5=5 3.7=2 4.1=3 4.2=1 4.3=2 4.4=4
5.1=1 5.2=3 5.3=2 5.4=3 6.1=3 6.2=12 6.3=4 6.4=4 6.5=5 6.6=3 6.8=4 7.1=3 7.2=4 7.3=2 7.4=5 7.5=2 7.6=2 8.1=2
8.2=3 8.3=1 8.4=1 9.1=3 9.2=4 10.1=2 10.2=2 10.3=4 10.4=11 10.5=5 10.6=2 10.7=3 11.1=2 11.2=3 11.3=3 11.4=4
11.5=1 11.6=1 12.1=3 12.2=2 12.3=4 13.1=1 13.2=5 13.3=2 13.4=5 14.1=2 14.2=4 14.3=3 15.1=3 15.2=3 15.3=7
16.1=1 16.2=5 16.3=4 16.4=3 16.5=3 17.1=1 17.2=4 17.3=2
"""
SECTIONS = {section: int(count) for section, count in (pair.split("=") for pair in _COUNTS.split())}


@cache
def functions(path: Path) -> frozenset[str]:
    return frozenset(node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef))


def missing(text: str) -> list[str]:
    """Tests that a paper names and that aren't there."""
    absent = []
    for place, name in NAMED.findall(text):
        path = ROOT / place if place.startswith("tests/") else PACKAGE / place
        if not path.is_file() or name not in functions(path):
            absent.append(f"{place}::{name}")
    return absent


@pytest.mark.parametrize("paper", PAPERS)
def test_every_test_that_a_paper_names_exists(paper):
    text = (ROOT / paper).read_text()
    assert missing(text) == []
    assert text.count("::") == len(NAMED.findall(text))


def test_a_name_that_does_not_exist_is_noticed():
    here = "tests/architecture/test_papers.py"
    assert missing(f"`{here}::test_a_name_that_does_not_exist_is_noticed`") == []
    assert missing(f"`{here}::test_x`, `kernel/tests/test_y.py::test_z`") == [
        f"{here}::test_x",
        "kernel/tests/test_y.py::test_z",
    ]


def rows() -> list[list[str]]:
    lines = (ROOT / "docs/asvs.md").read_text().splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if re.match(r"\| \d", line)]


def test_each_requirement_stands_once_with_its_state():
    stated = Counter(number for row in rows() for number in row[0].split(", "))
    assert stated == Counter(f"{section}.{at}" for section, count in SECTIONS.items() for at in range(1, count + 1))
    assert [row for row in rows() if len(row) != 4 or row[2] not in STATES] == []


def test_what_is_neither_met_nor_out_of_reach_says_why():
    assert [row[0] for row in rows() if row[2] != "met" and not row[3]] == []


def test_the_sums_are_right():
    sums = Counter(dict.fromkeys(STATES, 0))
    for row in rows():
        sums[row[2]] += len(row[0].split(", "))
    text = ", ".join(f"{sums[state]} {state}" for state in STATES)
    assert f"Of {sums.total()} requirements: {text}." in (ROOT / "docs/asvs.md").read_text()
