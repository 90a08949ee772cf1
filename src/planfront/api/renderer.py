"""JSON by orjson; Decimals that no schema has turned into text come out as text."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import orjson
from django.http import HttpRequest
from django.utils.functional import Promise
from ninja.renderers import BaseRenderer


def _default(value: Any) -> Any:
    if isinstance(value, Decimal | Promise):
        return str(value)
    raise TypeError(type(value).__name__)


class OrjsonRenderer(BaseRenderer):
    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        return orjson.dumps(data, default=_default)
