"""Birth dates that relatives can have. The application, rosters and changes of coverage ask the same rule."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from django.utils.translation import gettext as _

CHILD_UNTIL = 26
"""Children are covered until they turn so old (45 CFR 147.120)."""
_SPOUSE_FROM = 16
_GAP = 10
Kind = Literal["spouse", "child"]


@dataclass(frozen=True)
class Parents:
    """Birth dates of the applicant or employee and of the spouse, as far as they are known. ``spouse_unknown``: married
    to a person whose birth date isn't known."""

    own: date | None
    spouse: date | None = None
    spouse_unknown: bool = False


@dataclass(frozen=True)
class Bound:
    """A first or last day on which a relative can be born, and the applicant's text for a birth date beyond it.
    ``code``: spouse, older, generation or until."""

    code: str
    kind: Literal["not_after", "not_before"]
    day: date
    message: str

    def allows(self, born: date) -> bool:
        return born <= self.day if self.kind == "not_after" else born >= self.day


def birth_bounds(kind: Kind, parents: Parents, on: date) -> list[Bound]:
    """Return the bounds of a spouse's or child's birth date on a day, the one to name first at the front."""
    if kind == "spouse":
        words = _("A spouse has to be at least 16 years old.")
        return [Bound("spouse", "not_after", years_before(on, _SPOUSE_FROM), words)]
    oldest = years_before(on, CHILD_UNTIL) + timedelta(days=1)
    until = _(
        "Plans cover children until they turn 26. Please call us about an older child who depends on you because of a "
        "disability."
    )
    return [*_generation(parents), Bound("until", "not_before", oldest, until)]


def _generation(parents: Parents) -> list[Bound]:
    """A child is a generation younger than the older parent. Someone married to a person whose birth date isn't known
    may bring that person's child: only a child older than oneself can't be."""
    if parents.own is None:
        return []
    if parents.spouse is None and parents.spouse_unknown:
        words = _("A child can't be older than the applicant. Please check the date of birth.")
        return [Bound("older", "not_before", parents.own + timedelta(days=1), words)]
    words = _(
        "A child has to be at least 10 years younger than the applicant or the spouse. Please check the date of birth."
    )
    day = years_before(min(parents.own, parents.spouse or parents.own), -_GAP)
    return [Bound("generation", "not_before", day, words)]


def years_before(day: date, years: int) -> date:
    """Return the same day ``years`` earlier; 29 February becomes 1 March."""
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return date(day.year - years, 3, 1)
