"""Whether birth dates of dependents can be right."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from django.utils.translation import gettext as _

from planfront.enrollment.steps import rules
from planfront.enrollment.steps.base import StepContext
from planfront.enrollment.steps.checking import Check
from planfront.enrollment.steps.dependent.answers import Dependent
from planfront.enrollment.steps.personal.answers import PersonalAnswers
from planfront.kernel.parse import show_date

CHILD_UNTIL = 26
"""Children are covered until they turn so old (45 CFR 147.120)."""
_SPOUSE_FROM = 16
_GAP = 10
_MARRIED = "1"


def years_before(day: date, years: int) -> date:
    """The same day ``years`` earlier; 29 February becomes 1 March."""
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return date(day.year - years, 3, 1)


def spouse_born(ctx: StepContext, people: Iterable[Dependent]) -> date | None:
    """The spouse's birth date: of the list, else of the quote."""
    listed = (person.birthdate for person in people if person.is_spouse)
    return next((born for born in listed if born), ctx.shopper.spouse_dob)


def birth_checks(ctx: StepContext, people: Iterable[Dependent]) -> list[Check]:
    """Rules for a dependent's birth date, given everybody ``people`` lists."""
    spouse, child = ({"field": "relationship", "eq": item} for item in ("spouse", "child"))
    youngest = show_date(years_before(ctx.today, _SPOUSE_FROM))
    oldest = show_date(years_before(ctx.today, CHILD_UNTIL) + timedelta(days=1))
    return [
        rules.not_future(ctx.today),
        Check(kind="not_after", value=youngest, only_if=spouse, message=_("A spouse has to be at least 16 years old.")),
        _younger(ctx, spouse_born(ctx, people)).model_copy(update={"only_if": child}),
        Check(
            kind="not_before",
            value=oldest,
            only_if=child,
            message=_(
                "Plans cover children until they turn 26. Please call us about an older child "
                "who depends on you because of a disability."
            ),
        ),
    ]


def _younger(ctx: StepContext, spouse: date | None) -> Check:
    """A child is a generation younger than the older parent. Who says they are married, but whose spouse isn't known,
    may bring the spouse's child: only older than oneself can't be."""
    dob = ctx.shopper.dob
    if spouse is None and ctx.read(PersonalAnswers).marital_status == _MARRIED:
        words = _("A child can't be older than the applicant. Please check the date of birth.")
        return Check(kind="not_before", value=show_date(dob + timedelta(days=1)), message=words)
    words = _(
        "A child has to be at least 10 years younger than the applicant or the spouse. Please check the date of birth."
    )
    return Check(kind="not_before", value=show_date(years_before(min(dob, spouse or dob), -_GAP)), message=words)
