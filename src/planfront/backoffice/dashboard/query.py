"""The dashboard's query: days, a brand, and the age from which an application is stuck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from urllib.parse import urlencode

from django.http import HttpRequest

from planfront.backoffice.lists.filters import brands_of
from planfront.backoffice.scope import brand_ids
from planfront.kernel import clock
from planfront.kernel.days.period import Period

PRESETS = (
    ("7", "7 days"),
    ("30", "30 days"),
    ("90", "90 days"),
    ("month", "This month"),
    ("last-month", "Last month"),
    ("year", "This year"),
)
STUCK = (3, 7, 14, 30)
_LONGEST = timedelta(days=5 * 366)
_DEFAULT, _DEFAULT_STUCK = "30", 7


@dataclass(frozen=True)
class DashboardQuery:
    """``brand_ids``: None for every brand. ``preset``: "" when the days were typed."""

    period: Period
    preset: str
    brand: int | None
    brands: Sequence[tuple[int, str]]
    brand_ids: frozenset[int] | None
    stuck: int
    error: str = ""

    @property
    def query(self) -> str:
        """The same question as an address has it."""
        days = (
            {"days": self.preset}
            if self.preset
            else {"from": self.period.first.isoformat(), "to": self.period.last.isoformat()}
        )
        return urlencode(days | self._filters())

    def _filters(self) -> dict[str, str]:
        brand = {"brand": str(self.brand)} if self.brand else {}
        return brand | ({"stuck": str(self.stuck)} if self.stuck != _DEFAULT_STUCK else {})

    @property
    def presets(self) -> list[tuple[str, str, bool]]:
        """Address, name and whether it is the one that is shown."""
        return [(f"?{urlencode({'days': key} | self._filters())}", title, key == self.preset) for key, title in PRESETS]

    @property
    def shown_brands(self) -> list[tuple[int, str]]:
        return [brand for brand in self.brands if self.brand in (None, brand[0])]


def read_query(request: HttpRequest) -> DashboardQuery:
    today = clock.real_today()
    brands, mine = brands_of(request), brand_ids(request)
    chosen = request.GET.get("brand", "")
    brand = next((key for key, _name in brands if str(key) == chosen), None)
    stuck = request.GET.get("stuck", "")
    period, preset, error = _period(request, today)
    return DashboardQuery(
        period=period,
        preset=preset,
        brand=brand,
        brands=brands,
        brand_ids=frozenset([brand]) if brand else mine,
        stuck=int(stuck) if stuck in {str(days) for days in STUCK} else _DEFAULT_STUCK,
        error=error,
    )


def _period(request: HttpRequest, today: date) -> tuple[Period, str, str]:
    first, last = request.GET.get("from", ""), request.GET.get("to", "")
    if first or last:
        try:
            typed = Period(date.fromisoformat(first), date.fromisoformat(last))
        except ValueError:
            return _preset(_DEFAULT, today), _DEFAULT, "Choose both days."
        if typed.last < typed.first:
            return _preset(_DEFAULT, today), _DEFAULT, "The last day is before the first."
        if typed.last - typed.first > _LONGEST or typed.first.year < 2000 or typed.last.year > today.year + 1:
            return _preset(_DEFAULT, today), _DEFAULT, "Choose five years at most."
        return typed, "", ""
    key = request.GET.get("days", _DEFAULT)
    key = key if key in dict(PRESETS) else _DEFAULT
    return _preset(key, today), key, ""


def _preset(key: str, today: date) -> Period:
    if key == "month":
        return Period(today.replace(day=1), today)
    if key == "last-month":
        last = today.replace(day=1) - timedelta(days=1)
        return Period(last.replace(day=1), last)
    if key == "year":
        return Period(today.replace(month=1, day=1), today)
    return Period(today - timedelta(days=int(key) - 1), today)
