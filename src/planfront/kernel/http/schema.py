"""Types of inputs that many operations take, bounded so that no value can overflow a column."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, Field

from planfront.kernel import clock
from planfront.kernel.days.period import start_of
from planfront.kernel.text.parse import MOST_OF_DATE

if TYPE_CHECKING:
    from typing import Self

    from planfront.kernel.http.paging import Cut

Row = TypeVar("Row")

# Fits PostgreSQL's integer; larger numbers are refused with a field error instead of failing in the database.
Id = Annotated[int, Field(ge=1, le=2_147_483_647)]
# Codes that open something to their holder: of a rep, a group or a referral.
Code = Annotated[str, Field(max_length=40)]
# Opaque ids such as enrollment_id.
Token = Annotated[str, Field(min_length=1, max_length=64)]
DateText = Annotated[str, Field(max_length=MOST_OF_DATE)]
Short = Annotated[str, Field(max_length=80)]
Line = Annotated[str, Field(max_length=200)]
Block = Annotated[str, Field(max_length=5000)]
PageNumber = Annotated[int, Field(ge=1, le=1_000_000)]
PageSize = Annotated[int, Field(ge=1, le=100)]


def _blank_is_none(value: Any) -> Any:
    return None if isinstance(value, str) and not value.strip() else value


# An id that may be left out or sent empty.
OptionalId = Annotated[Id | None, BeforeValidator(_blank_is_none)]


class PageQuery(BaseModel):
    """A page after the last one gives the last one."""

    page: PageNumber = 1
    per_page: PageSize = 10


class ListQuery(PageQuery):
    """A page of a list that is searched and narrowed to the last days."""

    search: Short = ""
    days: Literal["", "1", "7", "30", "90"] = Field(
        "", description="Only rows of the last days, today included; empty for any time.", examples=["30"]
    )

    def since(self) -> datetime | None:
        """Return the first moment of the days."""
        if not self.days:
            return None
        return start_of(clock.today() - timedelta(days=int(self.days) - 1))


class ListFile(BaseModel):
    """A whole list as a CSV file."""

    name: str = Field(description="Name to save it under.", examples=["quotes-2026-11-30.csv"])
    content: str = Field(description="The file as base64.", examples=["TmFtZSxFbWFpbA=="])
    rows: int = Field(description="Number of rows below the heading.", examples=[312])


class PageAnswer(BaseModel, Generic[Row]):
    """``result`` is one page; ``total`` counts what was found, to a bound: with ``more`` there is more than that."""

    result: list[Row]
    total: int
    more: bool
    page: int
    pages: int = Field(description="Number of pages.", examples=[3])
    per_page: int

    @classmethod
    def cut_to(cls, cut: Cut, rows: Iterable[Row], **others: Any) -> Self:
        """``others``: what a subclass adds."""
        return cls(
            result=list(rows),
            total=cut.total,
            more=cut.more,
            page=cut.page,
            pages=cut.pages,
            per_page=cut.per_page,
            **others,
        )
