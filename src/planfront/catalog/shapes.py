"""Shapes of the catalog's JSON columns: what pages may rely on. Field validators, so forms check them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError

Check = Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_words(value: Any) -> bool:
    return isinstance(value, str | list)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


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


_is_facts = _rows_of({"label": _is_text, "value": _is_text})
_benefit_rows = _rows_of({"name": _is_text}, {"note": _is_text, "values": _is_texts})
_parts = _rows_of({"role": _is_text, "label": _is_text, "amount": _is_text})


def _is_benefits(value: Any) -> bool:
    keys: Mapping[str, Check] = {"columns": _is_texts, "rows": _benefit_rows}
    return isinstance(value, dict) and all(key in keys and keys[key](item) for key, item in value.items())


def _is_example(value: Any) -> bool:
    keys: Mapping[str, Check] = {"title": _is_text, "note": _is_text, "parts": _parts}
    return isinstance(value, dict) and all(key in keys and keys[key](item) for key, item in value.items())


def _is_description(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_text(item) for item in value.values())


_COLUMNS: Mapping[str, Check] = {
    "facts": _is_facts,
    "badges": _is_texts,
    "benefits": _is_benefits,
    "example": _is_example,
    "description": _is_description,
}


def _refuse(wanted: str) -> ValidationError:
    return ValidationError(f"Expected {wanted}.")


def check_facts(value: Any) -> None:
    if not _is_facts(value):
        raise _refuse('a list of {"label": text, "value": text}')


def check_texts(value: Any) -> None:
    if not _is_texts(value):
        raise _refuse("a list of texts")


def check_benefits(value: Any) -> None:
    if not _is_benefits(value):
        raise _refuse('{"columns": [text], "rows": [{"name": text, "note": text, "values": [text]}]}')


def check_example(value: Any) -> None:
    if not _is_example(value):
        raise _refuse('{"title": text, "note": text, "parts": [{"role": text, "label": text, "amount": text}]}')


def check_description(value: Any) -> None:
    if not _is_description(value):
        raise _refuse("an object of texts")


def check_i18n(value: Any) -> None:
    """Languages with translated columns; the translations have the columns' own shapes, others are texts or lists."""
    if not isinstance(value, dict) or not all(isinstance(texts, dict) for texts in value.values()):
        raise _refuse('{"es": {column: translation}}')
    for texts in value.values():
        for key, item in texts.items():
            if not _COLUMNS.get(key, _is_words)(item):
                raise _refuse(f"a translation of {key} in the shape of the column")
