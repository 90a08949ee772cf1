"""Rows of bank directories: FedACH fixed width, or JSON lists."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from planfront.imports import tabular
from planfront.imports.errors import FileError
from planfront.imports.files import look_at
from planfront.integrations.banks import is_routing

_WIDTH = 130
_MOST_JSON = 64 << 20
_NO_NUMBER = "000000000"
_REPLACED = "2"


class BankRow(NamedTuple):
    """One routing number. ``problem`` is (column, code, message) of a row that can't be taken."""

    routing: str
    name: str = ""
    city: str = ""
    state: str = ""
    new_routing: str = ""
    problem: tuple[str, str, str] | None = None


def read(path: Path) -> Iterator[tuple[int, BankRow]]:
    """Row number and bank. Raises FileError."""
    with path.open("rb") as file:
        start = file.read(64).lstrip(b"\xef\xbb\xbf \r\n\t")
    return _json(path) if start[:1] in (b"{", b"[") else _fixed(path)


def _fixed(path: Path) -> Iterator[tuple[int, BankRow]]:
    with path.open(encoding=look_at(path).encoding) as file:
        for number, raw in enumerate(file, 1):
            line = raw.rstrip("\r\n")
            if not line.strip():
                continue
            if len(line) < _WIDTH:
                problem = (
                    "",
                    "shortLine",
                    _("A line of the directory has 155 characters; this one has %d.") % len(line),
                )
                yield number, BankRow(line[:9], problem=problem)
                continue
            new = line[26:35] if line[19] == _REPLACED else ""
            yield number, _checked(line[:9], line[35:71], line[107:127], line[127:129], new)


def _checked(routing: str, name: str, city: str, state: str, new: str) -> BankRow:
    number, other = routing.strip(), new.strip()
    other = "" if other == _NO_NUMBER else other
    problem = None
    if not is_routing(number):
        problem = ("routing_number", "badRouting", _("%s is not a routing number.") % (number or _("An empty field")))
    elif other and not is_routing(other):
        problem = ("new_routing_number", "badRouting", _("%s is not a routing number.") % other)
    elif not name.strip():
        problem = ("name", "noName", _("The bank has no name."))
    return BankRow(number, _tidy(name)[:80], _tidy(city)[:40], state.strip().upper()[:2], other, problem)


def _tidy(text: str) -> str:
    return " ".join(text.split())


def _json(path: Path) -> Iterator[tuple[int, BankRow]]:
    if path.stat().st_size > _MOST_JSON:
        raise FileError("tooLarge", _("A JSON file may have 64 MB at most."))
    try:
        data = json.loads(path.read_text(encoding=look_at(path).encoding))
    except (ValueError, RecursionError) as error:
        raise FileError("badJson", _("The JSON is broken.")) from error
    for number, entry in enumerate(_list_in(data), 1):
        if not isinstance(entry, Mapping):
            raise FileError("badJson", _("Every entry of the list must be an object."), number)
        yield number, _entry({tabular.normalise(str(key)): value for key, value in entry.items()})


def _list_in(data: Any) -> list[Any]:
    """The first list of the document: the document itself, or what its objects hold."""
    left = [data]
    while left:
        here = left.pop(0)
        if isinstance(here, list):
            return here
        if isinstance(here, Mapping):
            left.extend(here.values())
    raise FileError("badJson", _("The JSON holds no list of banks."))


def _entry(cells: Mapping[str, Any]) -> BankRow:
    def first(*names: str) -> str:
        return next((str(cells[name]) for name in names if cells.get(name) not in (None, "")), "")

    new, kind = first("newroutingnumber", "newrouting"), first("recordtypecode")
    if kind and kind != _REPLACED:
        new = ""
    return _checked(
        first("routingnumber", "routing", "rtn").zfill(9),
        first("customername", "name", "bankname"),
        first("customercity", "city"),
        first("customerstate", "state"),
        new,
    )
