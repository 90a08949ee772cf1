"""Numbers of people, and what plans say about them.

Social Security numbers of newborns and beneficiaries may follow later, where every plan of the cart allows it. A plan
does with ``ssn_may_follow`` in its requirements; ``ssn_may_follow:90`` says how many days old a newborn may be. The
strictest plan counts. A person without a number yet has ``ssn_later`` "1" among their answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from planfront.catalog.snapshot import ITIN_ACCEPTED
from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import Answers, StepContext
from planfront.enrollment.forms.checking import Check
from planfront.enrollment.forms.named import NamedPerson
from planfront.kernel.text import texts
from planfront.kernel.text.folding import name_key
from planfront.kernel.text.parse import ITIN, show_date

if TYPE_CHECKING:
    from planfront.shopping.cart.lines import PricedLine

TOKEN = "ssn_may_follow"  # noqa: S105 - a plan's requirement
LATER = "ssn_later"
NEWBORN_DAYS = 365


def newborn_days(ctx: StepContext) -> int:
    """Up to how many days of age a number may follow; 0 where a plan wants every number at once. Memberships ask for
    none."""
    return min((_days(line.requirements) for line in _plans(ctx)), default=0)


def _plans(ctx: StepContext) -> list[PricedLine]:
    return [line for line in ctx.cart.lines if not line.is_fee and not line.is_membership]


def takes_itin(ctx: StepContext) -> bool:
    """Return whether every plan takes people with an ITIN."""
    return bool(_plans(ctx)) and all(ITIN_ACCEPTED in line.requirements for line in _plans(ctx))


def number_hint(ctx: StepContext) -> str:
    return _("No Social Security Number? Enter an ITIN.") if takes_itin(ctx) else ""


def number_checks(ctx: StepContext) -> list[Check]:
    """Return the check that names the plans without ITIN to people who type one."""
    if takes_itin(ctx):
        return []
    plans = ", ".join(line.plan_name for line in _plans(ctx) if ITIN_ACCEPTED not in line.requirements)
    message = texts.NO_ITIN % {"plans": plans}
    return [Check(kind="pattern", value=f"(?!{ITIN}$).*", message=message)]


def _days(requirements: Sequence[str]) -> int:
    token = next((requirement for requirement in requirements if requirement.partition(":")[0] == TOKEN), None)
    if token is None:
        return 0
    _name, limited, days = token.partition(":")
    if not limited:
        return NEWBORN_DAYS
    return min(int(days), NEWBORN_DAYS) if days.isascii() and days.isdigit() and len(days) < 5 else 0


def born_after(ctx: StepContext) -> date:
    """The day after which newborns are born."""
    return ctx.today - timedelta(days=newborn_days(ctx))


def is_newborn(ctx: StepContext) -> dict[str, Any]:
    """``show_if`` of what newborns are asked."""
    return {"field": "birthdate", "after": show_date(born_after(ctx))}


def prefer_number(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A number that is given counts, whatever is ticked."""
    return {name: value for name, value in data.items() if name != LATER} if rules.text(data, "ssn") else data


def settle_number(answers: Answers) -> None:
    """Complete clean answers about a person: an empty number where it follows, else no mention of that."""
    if is_later(answers):
        answers["ssn"] = ""
    else:
        answers.pop(LATER, None)


def is_later(person: Mapping[str, Any]) -> bool:
    """Return whether a person has no number yet."""
    return str(person.get(LATER) or "") == "1"


def number_shown(person: Mapping[str, Any]) -> str:
    """The number masked, or that it follows."""
    return _("Follows later") if is_later(person) else rules.ending(str(person.get("ssn") or ""))


def note_missing_number(words: str, person: NamedPerson) -> str:
    """Return the words for a person, with a note where the number follows."""
    return _("%(person)s (Social Security Number follows)") % {"person": words} if person.ssn_later else words


def same_person(person: NamedPerson, other: NamedPerson) -> bool:
    """Return whether two people, one of them without a number, have the same name and birth date."""
    return (person.ssn_later or other.ssn_later) and _known_by(person) == _known_by(other)


def _known_by(person: NamedPerson) -> tuple[str, str, date | None]:
    return name_key(person.first_name), name_key(person.last_name), person.birthdate
