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
    """``read``: what it has of an enrollment, a JSON value. ``watch`` is called before each answer."""

    read: Reader
    watch: Watcher | None = None


# By the column's name.
COLUMNS: Hook[Column] = Hook("shopping.temp_info_columns")


def notify_watchers(request: ApiRequest, enrollment: Quote, column: str) -> None:
    """Tell who wants to know that the column is read."""
    if (known := COLUMNS.get(column)) and known.watch:
        known.watch(request, enrollment)


def read(enrollment: Quote, side: Side, column: str) -> Any:
    """The column's value as a side of a hand-over sees it. Raises FieldErrors for an unknown column."""
    known = COLUMNS.get(column)
    if known is None:
        raise FieldErrors.single("column", texts.CHOICE)
    return known.read(enrollment, side)


def _flag(value: bool | None) -> int | None:
    return None if value is None else int(value)


def _counties(enrollment: Quote) -> list[dict[str, str]]:
    """Counties to choose from, where prices or plans depend on the choice."""
    info = zips.lookup(enrollment.zip)
    if info is None or not zips.county_matters(info, enrollment.brand_id):
        return []
    return [{"county": place.county, "state": place.state, "fips": place.fips} for place in info.places]


def filter_info(enrollment: Quote) -> dict[str, Any]:
    """The whole profile, as the quote forms show it."""
    return {
        "zip": enrollment.zip,
        "state": enrollment.state,
        "city": enrollment.city,
        "county": enrollment.county_name,
        "county_fips": enrollment.county_fips,
        "counties": _counties(enrollment),
        "dob": show_date(enrollment.dob),
        "gender": str(enrollment.gender),
        "tier": enrollment.tier,
        "is_smoker": _flag(enrollment.tobacco),
        "annual_income": f"{enrollment.income:.2f}" if enrollment.income is not None else "",
        "annual_incode": f"{enrollment.income:.2f}" if enrollment.income is not None else "",
        "working_hours": enrollment.hours,
        "spouse_dob": show_date(enrollment.spouse_dob),
        "no_of_children": enrollment.children,
        "effective_date": show_date(enrollment.effective_date),
        "coverage": enrollment.coverage,
        "categories": enrollment.categories,
        "user_id": enrollment.member_id,
        "version": enrollment.version,
    }


def _add_shared_column(column: str, reader: Callable[[Quote], Any]) -> None:
    """A column that reads the same for both sides."""
    COLUMNS.connect(Column(lambda enrollment, _side: reader(enrollment)), key=column)


_add_shared_column("filter_info", filter_info)
_add_shared_column("type", lambda enrollment: enrollment.enroll_type)
_add_shared_column("eprocess", lambda enrollment: enrollment.eprocess)
_add_shared_column("open_type", lambda enrollment: enrollment.open_type)
_add_shared_column("group_id", lambda enrollment: enrollment.group_id)
_add_shared_column("agent_id", lambda enrollment: enrollment.agent_id)
_add_shared_column("platform_group_id", lambda enrollment: enrollment.portal_id)
_add_shared_column("user_id", lambda enrollment: enrollment.member_id)
_add_shared_column("policy_id", lambda enrollment: enrollment.policy_id)
_add_shared_column("tier", lambda enrollment: enrollment.tier)
_add_shared_column("referral", lambda enrollment: enrollment.referral)
_add_shared_column("effective_date", lambda enrollment: show_date(enrollment.effective_date))
