"""Fields that the calls of several subjects take. Their length is bounded here; ``fields`` checks their texts."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field

from planfront.kernel.http.schema import Token


def _as_text(value: Any) -> Any:
    """Numbers and null may come where text is meant: the form sends both."""
    if value is None:
        return ""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


# What a form field holds: text, or a number that reads as text; null is nothing.
Word = Annotated[str, Field(max_length=80), BeforeValidator(_as_text)]


Entry = Annotated[str, Field(max_length=40), BeforeValidator(_as_text)]


County = Annotated[str, Field(max_length=60), BeforeValidator(_as_text)]


Flag = Annotated[int, Field(ge=0, le=1)]


class Basics(BaseModel):
    """The first answers of every quote. ``county`` (name or FIPS code) only when a ZIP's county matters."""

    zip: Entry = ""
    dob: Entry = ""
    gender: Entry = ""
    tier: Entry = ""
    county: County = ""


class EnrollmentRef(BaseModel):
    enrollment_id: Token
