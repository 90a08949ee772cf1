"""Contents of a JUnit report: how many tests passed, which failed and why, which passed only at the second try."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

from defusedxml import ElementTree

_LINES = 5
_WIDTH = 200


@dataclass(frozen=True)
class Failure:
    """One failed test: its name, and the few lines that say why."""

    name: str
    lines: Sequence[str]


@dataclass(frozen=True)
class Report:
    passed: int = 0
    skipped: int = 0
    failures: Sequence[Failure] = ()
    flaky: Sequence[str] = ()
    """Tests that failed first and passed when they were tried again."""


def read(path: Path | None) -> Report:
    """Read the report of pytest, vitest or Playwright (with its retries); none is an empty one."""
    if path is None or not path.exists():
        return Report()
    passed = skipped = 0
    failures, flaky = list[Failure](), list[str]()
    for case in ElementTree.fromstring(path.read_bytes()).iter("testcase"):
        problems = case.findall("failure") + case.findall("error")
        if problems:
            failures.extend(Failure(_name(case), _essence(problem)) for problem in problems)
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
            flaky += [_name(case)] * (case.find("flakyFailure") is not None or case.find("flakyError") is not None)
    return Report(passed, skipped, failures, flaky)


def _name(case: Element) -> str:
    return f"{case.get('classname', '')} › {case.get('name', '')}"


def _essence(problem: Element) -> list[str]:
    """Return the lines of a failure that say why and where, without code and traceback."""
    lines = [line.strip() for line in (problem.text or "").splitlines() if line.strip()]
    if raised := [line for line in lines if line.startswith("E ")]:  # pytest
        return _short([*raised[:_LINES], lines[-1]])
    texts = [line for line in lines if not line.startswith(("[", "at ", "❯", "- ", "Call log"))]
    places = [line for line in lines if line.startswith(("at ", "❯")) and "node_modules" not in line]
    return _short([*(texts or [problem.get("message", "")])[:_LINES], *places[:2]])


def _short(lines: Sequence[str]) -> list[str]:
    return [line if len(line) <= _WIDTH else f"{line[:_WIDTH]} …" for line in lines]
