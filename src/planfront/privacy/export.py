"""A person's data, put together: for reading (numbers masked), and in full to hand over as JSON or PDF."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Field, Model
from django.utils.translation import get_language, gettext

from planfront.kernel import clock
from planfront.kernel.files.pdf import make_pdf
from planfront.kernel.security.fields import BlindIndexField
from planfront.privacy.models import PrivacyRequest
from planfront.privacy.registry import Holding, Mention, Person, holdings, mentions

_TEMPLATE = Path(__file__).with_name("pdf") / "export.typ"
_SECRET = re.compile(r"(^|_)(hash|index|password|secret|claim|sha256)$")
_NUMBER = re.compile(r"(ssn|account_number|routing_number)$|^number$")
_NINE = re.compile(r"(?<!\d)\d{3}[- ]?\d{2}[- ]?(\d{4})(?!\d)")
_LONG = 2000
_SHOWN = 4


def sections(person: Person) -> Iterator[tuple[Holding | Mention, list[dict[str, Any]]]]:
    """Yield each table with the person's rows as {field: value}, in full except secrets."""
    for holding in holdings():
        keys = person.keys.get(holding.table)
        if keys:
            yield holding, [_row(holding, row) for row in holding.rows(keys).order_by("pk")]
    for mention in mentions():
        texts = sorted(person.keys.get(mention.table, ()))
        rows = [facts for key in texts if (facts := mention.show(key)) is not None]
        if rows:
            yield mention, rows


def _row(holding: Holding, row: Model) -> dict[str, Any]:
    if holding.show is not None:
        return holding.show(row)
    return {
        column.name: _value(row, column)
        for column in row._meta.concrete_fields
        if not _hidden(holding, column) and getattr(row, column.attname) not in ("", None, {}, [])
    }


def _value(row: Model, column: Field[Any, Any]) -> Any:
    """Return a value; of a choice its words, since a code says nothing to the person."""
    if column.choices:
        return str(getattr(row, f"get_{column.name}_display")())
    return getattr(row, column.attname)


def _hidden(holding: Holding, column: Field[Any, Any]) -> bool:
    if column.name in holding.hidden or isinstance(column, BlindIndexField) or column.is_relation or column.primary_key:
        return True
    return bool(_SECRET.search(column.name))


def as_json(row: PrivacyRequest, person: Person) -> str:
    """Return the file to hand over."""
    tables = {holding.table: {"title": str(holding.title), "rows": rows} for holding, rows in sections(person)}
    facts = {"request": row.number, "made_at": clock.now(), "brand": row.brand.name, "data": tables}
    return json.dumps(facts, cls=DjangoJSONEncoder, indent=2, ensure_ascii=False)


def as_pdf(row: PrivacyRequest, person: Person) -> bytes:
    """Return the document to hand over. Pictures and documents are named in it; the JSON file has them."""
    at = clock.now()
    data = {
        "title": gettext("Your data"),
        "brand": row.brand.name,
        "made": gettext("Created on %(day)s, request %(number)s") % {"day": clock.show_day(at), "number": row.number},
        "page": gettext("Page {page} of {pages}"),
        "lang": get_language() or "en",
        "sections": [
            {"title": str(holding.title), "rows": [list(lines(each)) for each in rows]}
            for holding, rows in sections(person)
        ],
    }
    return make_pdf(template=_TEMPLATE, data=data, at=at)


def masked(person: Person) -> list[dict[str, Any]]:
    """Return the data as a page shows it: numbers cut to their last four digits, pictures and documents by name."""
    return [
        {
            "title": holding.title,
            "table": holding.table,
            "rows": [list(lines({name: mask(name, value) for name, value in each.items()})) for each in rows],
        }
        for holding, rows in sections(person)
    ]


def mask(name: str, value: Any) -> Any:
    """Mask Social Security, account and routing numbers anywhere in a value."""
    if isinstance(value, Mapping):
        return {key: mask(str(key), inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [mask(name, inner) for inner in value]
    if not isinstance(value, str):
        return value
    if _NUMBER.search(name) and sum(map(str.isdigit, value)) > _SHOWN:
        return f"•••• {value[-_SHOWN:]}"
    return _NINE.sub(r"•••-••-\1", value)


def lines(facts: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """(name, text) of each value, nested ones with their path."""
    for name, value in facts.items():
        yield from _lines(f"{path} › {_words(name)}" if path else _words(name), value)


def _lines(path: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        yield from lines(value, path)
    elif isinstance(value, list | tuple) and any(isinstance(item, Mapping | list) for item in value):
        for place, item in enumerate(value, 1):
            yield from _lines(f"{path} {place}", item)
    elif value not in ("", None, [], ()):
        yield path, _text(value)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if hasattr(value, "astimezone"):
        return f"{clock.local(value):%m/%d/%Y %H:%M}"
    text = str(value)
    return text if len(text) <= _LONG else gettext("An image or document; it's in the JSON file.")


def _words(name: Any) -> str:
    text = str(name).replace("_", " ").strip()
    return text[:1].upper() + text[1:]
