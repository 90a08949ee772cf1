"""Columns of ``get-enrollment-temp-info``. Rooms above connect theirs to ``COLUMNS``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from planfront.integrations import zips
from planfront.kernel.errors import FieldErrors
from planfront.kernel.hooks import Hook
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.text import texts
from planfront.kernel.text.parse import show_date
from planfront.shopping.access import Side
from planfront.shopping.models import Quote

Reader = Callable[[Quote, Side], Any]
Watcher = Callable[[ApiRequest, Quote], None]


@dataclass(frozen=True)
class Column:
    """A reader of a quote that returns a JSON value, and a ``watch`` called before each answer."""

    read: Reader
    watch: Watcher | None = None


# By the column's name.
COLUMNS: Hook[Column] = Hook("shopping.temp_info_columns")


def notify_watchers(request: ApiRequest, quote: Quote, column: str) -> None:
    """Call the column's watcher before it is read."""
    if (definition := COLUMNS.get(column)) and definition.watch:
        definition.watch(request, quote)


def read_column(quote: Quote, side: Side, column: str) -> Any:
    """Return the column's value as a side of a hand-over sees it. Raises FieldErrors for an unknown column."""
    definition = COLUMNS.get(column)
    if definition is None:
        raise FieldErrors.single("column", texts.CHOICE)
    return definition.read(quote, side)


def _flag(value: bool | None) -> int | None:
    return None if value is None else int(value)


def _list_counties(quote: Quote) -> list[dict[str, str]]:
    """Return counties to choose from, where prices or plans depend on the choice."""
    info = zips.lookup(quote.zip)
    if info is None or not zips.county_matters(info, quote.brand_id):
        return []
    return [{"county": place.county, "state": place.state, "fips": place.fips} for place in info.places]


def filter_info(quote: Quote) -> dict[str, Any]:
    """Return the whole profile, as the quote forms show it."""
    return {
        "zip": quote.zip,
        "state": quote.state,
        "city": quote.city,
        "county": quote.county_name,
        "county_fips": quote.county_fips,
        "counties": _list_counties(quote),
        "dob": show_date(quote.dob),
        "gender": str(quote.gender),
        "tier": quote.tier,
        "is_smoker": _flag(quote.tobacco),
        "annual_income": f"{quote.income:.2f}" if quote.income is not None else "",
        "annual_incode": f"{quote.income:.2f}" if quote.income is not None else "",
        "working_hours": quote.hours,
        "spouse_dob": show_date(quote.spouse_dob),
        "no_of_children": quote.children,
        "effective_date": show_date(quote.effective_date),
        "coverage": quote.coverage,
        "categories": quote.categories,
        "user_id": quote.member_id,
        "version": quote.version,
    }


def _add_shared_column(column: str, reader: Callable[[Quote], Any]) -> None:
    """Connect a column that reads the same for both sides."""
    COLUMNS.connect(Column(lambda quote, _side: reader(quote)), key=column)


_add_shared_column("filter_info", filter_info)
_add_shared_column("type", lambda quote: quote.enroll_type)
_add_shared_column("eprocess", lambda quote: quote.eprocess)
_add_shared_column("open_type", lambda quote: quote.open_type)
_add_shared_column("group_id", lambda quote: quote.group_id)
_add_shared_column("agent_id", lambda quote: quote.agent_id)
_add_shared_column("platform_group_id", lambda quote: quote.portal_id)
_add_shared_column("user_id", lambda quote: quote.member_id)
_add_shared_column("policy_id", lambda quote: quote.policy_id)
_add_shared_column("tier", lambda quote: quote.tier)
_add_shared_column("referral", lambda quote: quote.referral)
_add_shared_column("effective_date", lambda quote: show_date(quote.effective_date))
