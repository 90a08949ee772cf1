"""Shapes of the catalog's JSON columns: what pages may rely on. Field validators, so forms check them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError

Check = Callable[[Any], bool]


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _words(value: Any) -> bool:
    return isinstance(value, str | list)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _rows_of(required: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Check:
    """A list of objects with these keys and no others."""
    checks = {**required, **(optional or {})}

    def check(value: Any) -> bool:
        return isinstance(value, list) and all(
            isinstance(row, dict)
            and set(required) <= set(row) <= set(checks)
            and all(checks[key](item) for key, item in row.items())
            for row in value
        )

    return check


_facts = _rows_of({"label": _text, "value": _text})
_benefit_rows = _rows_of({"name": _text}, {"note": _text, "values": _texts})
_parts = _rows_of({"role": _text, "label": _text, "amount": _text})


def _benefits(value: Any) -> bool:
    keys: Mapping[str, Check] = {"columns": _texts, "rows": _benefit_rows}
    return isinstance(value, dict) and all(key in keys and keys[key](item) for key, item in value.items())


def _example(value: Any) -> bool:
    keys: Mapping[str, Check] = {"title": _text, "note": _text, "parts": _parts}
    return isinstance(value, dict) and all(key in keys and keys[key](item) for key, item in value.items())


def _description(value: Any) -> bool:
    return isinstance(value, dict) and all(_text(item) for item in value.values())


_COLUMNS: Mapping[str, Check] = {
    "facts": _facts,
    "badges": _texts,
    "benefits": _benefits,
    "example": _example,
    "description": _description,
}


def _refuse(wanted: str) -> ValidationError:
    return ValidationError(f"Expected {wanted}.")


def check_facts(value: Any) -> None:
    if not _facts(value):
        raise _refuse('a list of {"label": text, "value": text}')


def check_texts(value: Any) -> None:
    if not _texts(value):
        raise _refuse("a list of texts")


def check_benefits(value: Any) -> None:
    if not _benefits(value):
        raise _refuse('{"columns": [text], "rows": [{"name": text, "note": text, "values": [text]}]}')


def check_example(value: Any) -> None:
    if not _example(value):
        raise _refuse('{"title": text, "note": text, "parts": [{"role": text, "label": text, "amount": text}]}')


def check_description(value: Any) -> None:
    if not _description(value):
        raise _refuse("an object of texts")


def check_i18n(value: Any) -> None:
    """Languages with translated columns; the translations have the columns' own shapes, others are texts or lists."""
    if not isinstance(value, dict) or not all(isinstance(texts, dict) for texts in value.values()):
        raise _refuse('{"es": {column: translation}}')
    for texts in value.values():
        for key, item in texts.items():
            if not _COLUMNS.get(key, _words)(item):
                raise _refuse(f"a translation of {key} in the shape of the column")
