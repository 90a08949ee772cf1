"""Names in a body that the call does not know are refused: a misspelt one would otherwise be lost without a word.

A body whose model states ``extra`` decides for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import wraps
from typing import Any

import orjson
from django.http import HttpRequest
from django.utils.translation import gettext as _
from pydantic import BaseModel

from planfront.kernel.errors import FieldError, FieldErrors

View = Callable[..., Any]


def refuse_unknown_names(view: View) -> View:
    """Wrap an operation, after its parameters were validated. Raises FieldErrors with one item per unknown name."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **values: Any) -> Any:
        body = values.get("body")
        if isinstance(body, BaseModel):
            unknown = [
                FieldError(path, _suggest_name(name, fields))
                for path, name, fields in _find_unknown_names(body, _parse_body(request))
            ]
            if unknown:
                raise FieldErrors(unknown)
        return view(request, *args, **values)

    return checked


def _parse_body(request: HttpRequest) -> Any:
    return orjson.loads(request.body) if request.body else {}


def _find_unknown_names(body: Any, sent: Any, path: str = "") -> Iterator[tuple[str, str, list[str]]]:
    """Yield dotted path, name and the names known in its place for each name that ``body`` did not take."""
    if isinstance(body, list) and isinstance(sent, list):
        for index, (item, sent_item) in enumerate(zip(body, sent, strict=False)):
            yield from _find_unknown_names(item, sent_item, f"{path}{index}.")
    if not isinstance(body, BaseModel) or not isinstance(sent, dict):
        return
    fields = {_wire_name(name, field): name for name, field in type(body).model_fields.items()}
    for name, value in sent.items():
        if name in fields:
            yield from _find_unknown_names(getattr(body, fields[name]), value, f"{path}{name}.")
        elif "extra" not in type(body).model_config:  # a body that says so itself takes others along
            yield f"{path}{name}", name, list(fields)


def _wire_name(name: str, field: Any) -> str:
    return field.validation_alias if isinstance(field.validation_alias, str) else field.alias or name


def _suggest_name(name: str, known: list[str]) -> str:
    close = get_close_matches(name, known, n=1)
    if close:
        return _("This name is not known here. Did you mean “%(name)s”?") % {"name": close[0]}
    return _("This name is not known here.")
