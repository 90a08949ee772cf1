"""A plan's tables as lines that people can type: cells are parted by "|". Pure; every bad line is named.

- facts: ``Deductible | $50 / $150``
- benefits: the first line has the column headings (``Care | In network | Out of network``), the others a row each:
  ``Exams, cleanings [Preventive] | 100% | 80%``. The words in brackets are the row's small note.
- parts of the worked example: ``deductible | Deductible | 50.00``
- places: ``NY`` the whole state, ``NY 36061`` a county, ``NY 36061: 10001, 10002`` ZIPs of a county,
  ``TX: 75201-75231`` ZIPs without naming a county
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, TypeVar

from planfront.catalog.importers.areas import STATE_FIPS

ROLES = ("deductible", "you", "plan")
_NOTED = re.compile(r"^(?P<name>.*?)\s*\[(?P<note>[^\[\]]*)\]$")
_PLACE = re.compile(r"^(?P<state>[A-Za-z]{2})(?:\s+(?P<county>\d{5}))?\s*(?::\s*(?P<zips>.+))?$")
_MOST_ZIPS = 2_000
T = TypeVar("T")
Place = tuple[str, str, str]


class BadLine(ValueError):
    """A line that can't be read; its message says so to the person who typed it."""


class LineErrors(ValueError):
    """All errors of a text, line by line."""

    def __init__(self, messages: Sequence[str]) -> None:
        super().__init__("; ".join(messages))
        self.messages = list(messages)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield number, line.strip()


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def _read_each_line(text: str, read: Callable[[str], T]) -> list[T]:
    """Return every line read; raise all problems at once."""
    ts: list[T] = []
    problems: list[str] = []
    for number, line in _lines(text):
        try:
            ts.append(read(line))
        except BadLine as error:
            problems.append(f"Line {number}: {error}")
    if problems:
        raise LineErrors(problems)
    return ts


def read_texts(text: str) -> list[str]:
    """Return one text for each line."""
    return [line for _number, line in _lines(text)]


def write_texts(values: Sequence[str]) -> str:
    return "\n".join(values)


def read_facts(text: str) -> list[dict[str, str]]:
    def read(line: str) -> dict[str, str]:
        cells = _cells(line)
        if len(cells) != 2 or not all(cells):
            raise BadLine('write a label, "|" and a value, for example: Deductible | $50 / $150')
        return {"label": cells[0], "value": cells[1]}

    return _read_each_line(text, read)


def write_facts(facts: Sequence[dict[str, str]]) -> str:
    return "\n".join(f"{fact['label']} | {fact['value']}" for fact in facts)


def read_benefits(text: str) -> dict[str, Any]:
    """Return the benefits table; {} for an empty text."""
    if not text.strip():
        return {}
    lines = list(_lines(text))
    columns = _cells(lines[0][1])[1:]
    if not columns:
        raise LineErrors(["Line 1: write the headings first, for example: Care | In network | Out of network"])

    def read(line: str) -> dict[str, Any]:
        name, *values = _cells(line)
        if len(values) != len(columns):
            raise BadLine(f"{len(values)} values for {len(columns)} columns ({', '.join(columns)})")
        noted = _NOTED.match(name)
        name, note = (noted["name"], noted["note"].strip()) if noted else (name, "")
        if not name:
            raise BadLine("the row has no name")
        return {"name": name, "note": note, "values": values}

    skipped = "\n" * lines[0][0]
    rest = text.splitlines()[lines[0][0] :]
    return {"columns": columns, "rows": _read_each_line(skipped + "\n".join(rest), read)}


def write_benefits(benefits: dict[str, Any]) -> str:
    if not benefits:
        return ""
    head = " | ".join(["Care", *benefits.get("columns", [])])
    rows = [
        " | ".join([f"{row['name']} [{row['note']}]" if row.get("note") else row["name"], *row.get("values", [])])
        for row in benefits.get("rows", [])
    ]
    return "\n".join([head, *rows])


def read_parts(text: str) -> list[dict[str, str]]:
    def read(line: str) -> dict[str, str]:
        cells = _cells(line)
        if len(cells) != 3:
            raise BadLine("write a role, a label and an amount, for example: plan | Plan pays | 595.00")
        role, label, amount = cells
        if role not in ROLES:
            raise BadLine(f'"{role}" is not one of {", ".join(ROLES)}')
        return {"role": role, "label": label, "amount": _read_amount(amount)}

    return _read_each_line(text, read)


def _read_amount(text: str) -> str:
    try:
        decimal = Decimal(text.replace("$", "").replace(",", ""))
    except InvalidOperation:
        raise BadLine(f'"{text}" is not an amount') from None
    if not decimal.is_finite() or decimal < 0:
        raise BadLine(f'"{text}" is not an amount')
    return f"{decimal:.2f}"


def write_parts(parts: Sequence[dict[str, str]]) -> str:
    return "\n".join(f"{part['role']} | {part['label']} | {part['amount']}" for part in parts)


def read_places(text: str) -> list[Place]:
    """Return sorted (state, county FIPS, ZIP) without duplicates."""

    def read(line: str) -> list[Place]:
        match = _PLACE.match(line)
        if not match:
            raise BadLine("write for example NY, NY 36061, NY 36061: 10001, 10002 or TX: 75201-75231")
        state, county = match["state"].upper(), match["county"] or ""
        if state not in STATE_FIPS:
            raise BadLine(f'"{state}" is not a state')
        if county and county[:2] != STATE_FIPS[state]:
            raise BadLine(f"county {county} is not in {state}")
        return [(state, county, code) for code in (_read_zips(match["zips"]) if match["zips"] else [""])]

    return sorted({place for places in _read_each_line(text, read) for place in places})


def _read_zips(text: str) -> list[str]:
    result: list[str] = []
    for part in filter(None, (part.strip() for part in re.split(r"[,\s]+", text))):
        span = re.fullmatch(r"(\d{5})(?:-(\d{5}))?", part)
        if not span:
            raise BadLine(f'"{part}" is not a ZIP code')
        low, high = int(span[1]), int(span[2] or span[1])
        if not low <= high < low + _MOST_ZIPS:
            raise BadLine(f'"{part}" is not a usable span of ZIP codes')
        result += [f"{code:05d}" for code in range(low, high + 1)]
    return result


def write_places(places: Sequence[Place]) -> str:
    grouped: dict[tuple[str, str], list[str]] = {}
    for state, county, code in sorted(places):
        grouped.setdefault((state, county), []).append(code)
    lines = []
    for (state, county), codes in grouped.items():
        head = f"{state} {county}".strip()
        lines += [head] if "" in codes else []
        if spans := list(_join_zips([code for code in codes if code])):
            lines.append(f"{head}: {', '.join(spans)}")
    return "\n".join(lines)


def _join_zips(codes: Sequence[str]) -> Iterator[str]:
    """Yield neighboring ZIPs as "75201-75231"."""
    start = end = ""
    for code in [*codes, ""]:
        if end and code and int(code) == int(end) + 1:
            end = code
            continue
        if start:
            yield start if start == end else f"{start}-{end}"
        start = end = code
