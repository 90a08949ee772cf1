"""Types of inputs that many operations take, bounded so that no value can overflow a column."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

# Fits PostgreSQL's integer; larger numbers are refused with a field error instead of failing in the database.
Id = Annotated[int, Field(ge=1, le=2_147_483_647)]
# Opaque ids such as enrollment_id.
Token = Annotated[str, Field(min_length=1, max_length=64)]
Short = Annotated[str, Field(max_length=80)]
Line = Annotated[str, Field(max_length=200)]
Block = Annotated[str, Field(max_length=5000)]


def _blank_is_none(value: Any) -> Any:
    return None if isinstance(value, str) and not value.strip() else value


# An id that may be left out or sent empty.
OptionalId = Annotated[Id | None, BeforeValidator(_blank_is_none)]
