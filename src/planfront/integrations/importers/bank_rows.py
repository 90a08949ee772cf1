"""Rows of bank directories: FedACH fixed width, or JSON lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from planfront.imports.errors import FileError
from planfront.imports.files import BLOCK, look_at
from planfront.imports.layouts import normalise
from planfront.integrations.banks import is_routing
from planfront.integrations.importers.json_list import entries
from planfront.kernel.text.parse import us_date

WIDTH = 155
_FILLER = 150
_NO_NUMBER = "000000000"
_REPLACED = "2"
_FIXED = {
    "routing": (0, 9),
    "office": (9, 10),
    "servicing_frb": (10, 19),
    "record_type": (19, 20),
    "changed_on": (20, 26),
    "new_routing": (26, 35),
    "name": (35, 71),
    "address": (71, 107),
    "city": (107, 127),
    "state": (127, 129),
    "zip": (129, 134),
    "zip_extension": (134, 138),
    "phone": (138, 148),
    "status": (148, 149),
    "data_view": (149, 150),
}
# Names as the Federal Reserve's download has them, then as programs that read it write them, without the case.
_JSON = {
    "routing": ("routingnumber", "routing", "rtn"),
    "office": ("officecode",),
    "servicing_frb": ("servicingfrbnumber",),
    "record_type": ("recordtypecode",),
    "changed_on": ("changedate", "revised"),
    "new_routing": ("newroutingnumber", "newrouting"),
    "name": ("customername", "name", "bankname"),
    "address": ("customeraddress", "address"),
    "city": ("customercity", "city"),
    "state": ("customerstate", "state"),
    "zip": ("customerzip", "postalcode", "zip"),
    "zip_extension": ("customerzipext", "postalextension"),
    "status": ("institutionstatuscode", "statuscode"),
    "data_view": ("dataviewcode", "viewcode"),
}
_PHONE = ("customerareacode", "customerphoneprefix", "customerphonesuffix")
_CODES = {"office": "OB", "record_type": "012"}
COLUMNS = (
    "name",
    "record_type",
    "new_routing",
    "office",
    "servicing_frb",
    "status",
    "address",
    "city",
    "state",
    "zip",
    "phone",
    "data_view",
    "changed_on",
)


class Problem(NamedTuple):
    column: str
    code: str
    message: str


class BankRow(NamedTuple):
    """One routing number and its COLUMNS as JSON has them. With ``problems`` the row can't be taken."""

    routing: str
    values: dict[str, str | None]
    problems: tuple[Problem, ...] = ()


def read(path: Path) -> Iterator[tuple[int, BankRow]]:
    """Yield row number and bank, one at a time. Raises FileError."""
    return _json(path) if _is_json(path) else _fixed(path)


def count(path: Path) -> int:
    """Return about how many rows there are, for a progress bar."""
    if not _is_json(path):
        return look_at(path).lines
    with path.open("rb") as file:
        return sum(block.count(b"{") for block in iter(lambda: file.read(BLOCK), b""))


def _is_json(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(64).lstrip(b"\xef\xbb\xbf \r\n\t")[:1] in (b"{", b"[")


def _fixed(path: Path) -> Iterator[tuple[int, BankRow]]:
    with path.open(encoding=look_at(path).encoding, errors="replace") as file:
        for number, line in enumerate(iter(lambda: file.readline(BLOCK), ""), 1):
            text = line.rstrip("\r\n\x1a")
            if text.strip():
                yield number, _line(text)


def _line(text: str) -> BankRow:
    if not _FILLER <= len(text.rstrip()) <= WIDTH:
        words = _("A line of the directory has 155 characters; this one has %d.") % len(text)
        return BankRow(text[:9], {}, (Problem("", "shortLine" if len(text) < WIDTH else "longLine", words),))
    return _checked({name: text[start:end] for name, (start, end) in _FIXED.items()})


def _json(path: Path) -> Iterator[tuple[int, BankRow]]:
    for number, entry in entries(path, look_at(path).encoding):
        if not isinstance(entry, Mapping):
            raise FileError("badJson", _("Every entry of the list must be an object."), number)
        yield number, _entry(_flat(entry))


def _flat(entry: Mapping[str, Any]) -> dict[str, str]:
    """Return values by their normalized names, those of an inner object too."""
    cells: dict[str, str] = {}
    for key, value in entry.items():
        if isinstance(value, Mapping):
            cells |= {normalise(str(name)): _cell(inner) for name, inner in value.items()}
        else:
            cells[normalise(str(key))] = _cell(value)
    return cells


def _cell(value: Any) -> str:
    return "" if value is None or isinstance(value, Mapping | list) else str(value)


def _entry(cells: Mapping[str, str]) -> BankRow:
    raw = {name: next((cells[name] for name in names if cells.get(name)), "") for name, names in _JSON.items()}
    raw["phone"] = cells.get("phonenumber") or "".join(cells.get(item, "") for item in _PHONE)
    raw["routing"] = raw["routing"].zfill(9)
    return _checked(raw)


def _checked(raw: Mapping[str, str]) -> BankRow:
    text = {name: " ".join(value.split()) for name, value in raw.items()}
    for name in ("new_routing", "servicing_frb"):
        text[name] = "" if text[name] == _NO_NUMBER else text[name]
    # A number to use instead counts only where the directory says that it is to be used.
    new = text["new_routing"] if text["record_type"] in ("", _REPLACED) else ""
    changed = _day(text["changed_on"])
    values: dict[str, str | None] = {
        "name": text["name"][:80],
        "record_type": text["record_type"],
        "new_routing": new,
        "office": text["office"],
        "servicing_frb": text["servicing_frb"],
        "status": text["status"][:1],
        "address": text["address"][:60],
        "city": text["city"][:40],
        "state": text["state"].upper(),
        "zip": _zip(text),
        "phone": _phone(text["phone"]),
        "data_view": text["data_view"][:1],
        "changed_on": changed.isoformat() if changed else None,
    }
    return BankRow(text["routing"], values, tuple(_problems(text, new, changed)))


def _problems(text: Mapping[str, str], new: str, changed: date | None) -> Iterator[Problem]:
    for name, number in (("routing", text["routing"]), ("new_routing", new), ("servicing_frb", text["servicing_frb"])):
        if not is_routing(number) and (number or name == "routing"):
            words = _("%s is not a routing number.") % (number or _("An empty field"))
            yield Problem(name, "badRouting", words)
    if new and new == text["routing"]:
        yield Problem("new_routing", "replacesItself", _("The number can't take its own place."))
    if not new and text["record_type"] == _REPLACED:
        yield Problem("new_routing", "noNewRouting", _("The number is replaced, but the new number is missing."))
    if not text["name"]:
        yield Problem("name", "noName", _("The bank has no name."))
    if text["state"] and not (len(text["state"]) == 2 and text["state"].isalpha()):
        yield Problem("state", "badState", _("%s is not a state's abbreviation.") % text["state"])
    for name, codes in _CODES.items():
        if text[name] and (len(text[name]) > 1 or text[name] not in codes):
            yield Problem(name, "badCode", _("%s is not a code of the directory.") % text[name])
    if changed is None and text["changed_on"].strip("0"):
        yield Problem("changed_on", "badDate", _("%s is not a date.") % text["changed_on"])


def _day(text: str) -> date | None:
    """Read MMDDYY as in the directory, YYYYMMDD, or a date in any other usual form."""
    form = {6: "%m%d%y", 8: "%Y%m%d"}.get(len(text)) if text.isdigit() else None
    if form is None:
        return us_date(text)
    try:
        return datetime.strptime(text, form).date()  # noqa: DTZ007 - a day, not a moment
    except ValueError:
        return None


def _zip(text: Mapping[str, str]) -> str:
    """Return the ZIP code, with an extension that isn't empty; "" for a text that is no ZIP code."""
    code, more = text["zip"], text["zip_extension"]
    if len(code) != 5 or not code.isdigit() or code == "00000":
        return ""
    return f"{code}-{more}" if len(more) == 4 and more.isdigit() and more != "0000" else code


def _phone(text: str) -> str:
    digits = "".join(char for char in text if char.isdigit())
    return digits if len(digits) == 10 and digits.strip("0") else ""
