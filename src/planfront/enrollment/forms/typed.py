"""Stored answers in the types of their fields: dates as dates, numbers as numbers, ticks as booleans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from datetime import date
from types import UnionType
from typing import Any, ClassVar, Self, get_args, get_origin, get_type_hints

from planfront.kernel.text.parse import us_date


class TypedAnswers:
    """The answers of a step that the store reads. A subclass is a frozen dataclass with the form's names, each with a
    default; ``key`` is that of the step. Answers that nothing reads aren't named."""

    key: ClassVar[str] = ""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """The answers as they are stored."""
        return cls(**{name: convert(stored[name]) for name, convert in _converters(cls).items() if name in stored})

    @classmethod
    def each(cls, stored: Iterable[Mapping[str, Any]]) -> tuple[Self, ...]:
        """Those of a list."""
        return tuple(cls.read(answers) for answers in stored)


_KNOWN: dict[type[TypedAnswers], dict[str, Callable[[Any], Any]]] = {}


def _converters(kind: type[TypedAnswers]) -> dict[str, Callable[[Any], Any]]:
    if kind not in _KNOWN:
        hints = get_type_hints(kind)
        _KNOWN[kind] = {field.name: _converter(hints[field.name]) for field in fields(kind)}  # type: ignore[arg-type]
    return _KNOWN[kind]


def _converter(hint: Any) -> Callable[[Any], Any]:
    if get_origin(hint) is tuple:
        entry = get_args(hint)[0]
        if issubclass(entry, TypedAnswers):
            return lambda value: entry.each(value or ())
        return lambda value: tuple(value or ())
    options = get_args(hint) if get_origin(hint) is UnionType else (hint,)
    plain = next(option for option in options if option is not type(None))
    return _CONVERT.get(plain, lambda value: value)


def _whole(value: Any) -> int | None:
    text = str(value or "").strip()
    return int(text) if text.isascii() and text.isdigit() else None


_CONVERT: dict[Any, Callable[[Any], Any]] = {
    str: lambda value: str(value or ""),
    date: lambda value: us_date(str(value or "")),
    int: _whole,
    bool: lambda value: value is True or value == "1",
}
