"""Wire shapes that the bodies and forms of steps share."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field

from planfront.enrollment.forms.base import FieldDef
from planfront.enrollment.forms.body import as_text
from planfront.kernel.http.schema import Token

# A 2 MB picture in base64, with its data URL prefix.
DataUrl = Annotated[str, BeforeValidator(as_text), Field(max_length=2_900_000)]


Version = Annotated[int, Field(ge=0, le=2_147_483_647)] | None


class ByEnrollment(BaseModel):
    enrollment_id: Token


class StepBody(ByEnrollment):
    """``version``: the one the page was loaded with; a newer change of the same tab answers 409."""

    version: Version = None
    go_to: str = Field(
        "",
        max_length=10,
        description="The page whose content to bring along: `next` or `review`; empty for none.",
        examples=["next"],
    )

    def answers(self) -> dict[str, Any]:
        return self.model_dump(
            exclude_unset=True,
            exclude={"enrollment_id", "version", "go_to", "accept_price", "accept_duplicate", "county"},
        )


class Form(BaseModel):
    result: list[FieldDef]
    title: str
    lead: str
    version: int
    disclaimer: str = Field("", description="Text below the form; only the dependents' form has one.", examples=[""])
