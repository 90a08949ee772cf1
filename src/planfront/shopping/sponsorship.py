"""What the group of a quote grants the shopper: whether and from when they may enroll, and what it pays of prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from planfront.catalog.snapshot import PlanView
from planfront.catalog.terms import Terms
from planfront.eligibility import rules
from planfront.eligibility.rules import Refusal
from planfront.eligibility.standing import Standing, Worker, not_in_class, standing
from planfront.kernel import clock, money
from planfront.shopping import dates
from planfront.sponsors.schemas import PriceShare
from planfront.sponsors.selectors import terms_of
from planfront.sponsors.shares import Share, share
from planfront.sponsors.terms import ContributionTerm, GroupTerms

if TYPE_CHECKING:
    from planfront.shopping.models import TempEnrollment


@dataclass(frozen=True)
class Sponsorship:
    """A group's terms and where the shopper stands by them today."""

    terms: GroupTerms
    standing: Standing

    @property
    def earliest(self) -> date | None:
        """The first day on which coverage may start; None: the plans alone decide."""
        return self.standing.earliest

    def refusal(self, view: PlanView) -> Refusal | None:
        """Why the group doesn't offer the plan to the shopper."""
        return rules.first(self.standing.refusal, not_in_class(self.terms, self.standing.own, view.category))

    def contribution(self, view: PlanView, tier: str, on: date) -> ContributionTerm | None:
        """The row that counts for a plan. A membership has one only by its own name: it is no coverage."""
        own = self.standing.own
        found = self.terms.contribution(own, plan_id=view.id, category=view.category, tier=tier, on=on)
        return None if found and view.is_membership and found.plan_id is None else found

    def granted(self, view: PlanView, premium: Decimal, tier: str, on: date) -> Granted | None:
        """What the group pays of a premium; None where nothing is said of the plan."""
        own, row = self.standing.own, self.contribution(view, tier, on)
        if row is None:
            return None
        return Granted(self.terms.name, share(premium, row, self.terms.periods(own)), row, own.name if own else "")

    def starts(self, plans: Sequence[Terms], *, state: str, count: int = dates.CHOICES) -> list[date]:
        """Days on which all the plans can start for the shopper."""
        most = 1 if self.standing.fixed else count
        return dates.choices(plans, today=clock.today(), state=state, count=most, earliest=self.earliest)


@dataclass(frozen=True)
class Granted:
    """A share of a price and the row behind it."""

    group: str
    share: Share
    row: ContributionTerm
    class_name: str

    def stored(self) -> dict[str, Any]:
        """As a cart line keeps it: amounts as text, and what they came from."""
        amounts, row = self.share, self.row
        return {
            "group": self.group,
            "employer": money.as_text(amounts.employer),
            "own": money.as_text(amounts.own),
            "pay_periods": amounts.periods,
            "employer_per_pay": _text(amounts.employer_per_pay),
            "own_per_pay": _text(amounts.own_per_pay),
            "row": {
                "id": row.id,
                "class": self.class_name,
                "kind": row.kind,
                "value": money.as_text(row.value),
                "cap": _text(row.cap),
            },
        }


def _text(amount: Decimal | None) -> str | None:
    return None if amount is None else money.as_text(amount)


def sponsorship_of(enrollment: TempEnrollment) -> Sponsorship | None:
    """Of a quote in a group; None without one. Five queries at most."""
    group = enrollment.group
    if group is None:
        return None
    terms = terms_of(group)
    return Sponsorship(terms, standing(terms, _worker(enrollment), clock.today()))


def _worker(enrollment: TempEnrollment) -> Worker:
    """What the group's record says of the person, else what the quote says."""
    member = enrollment.member
    if member is None or member.group_id != enrollment.group_id:
        return Worker(hours=enrollment.working_hours)
    recorded = member.weekly_hours is not None
    hours = member.weekly_hours if recorded else enrollment.working_hours
    return Worker(member.group_class_id, hours, member.hired_on, recorded)


def starts(enrollment: TempEnrollment, plans: Sequence[Terms], *, count: int = dates.CHOICES) -> list[date]:
    """Days on which all the plans can start for the shopper, as plans and group allow."""
    sponsor = sponsorship_of(enrollment)
    if sponsor is not None:
        return sponsor.starts(plans, state=enrollment.state, count=count)
    return dates.choices(plans, today=clock.today(), state=enrollment.state, count=count)


def share_of(stored: Mapping[str, Any]) -> Share | None:
    """A stored share."""
    if not stored:
        return None
    paid, deducted = stored["employer_per_pay"], stored["own_per_pay"]
    return Share(
        Decimal(stored["employer"]),
        Decimal(stored["own"]),
        stored["pay_periods"],
        None if paid is None else Decimal(paid),
        None if deducted is None else Decimal(deducted),
    )


def share_info(group: str, amounts: Share | None) -> PriceShare | None:
    """A share on the wire, in the active language."""
    if amounts is None:
        return None
    return PriceShare(
        group_name=group,
        employer=money.as_text(amounts.employer),
        own=money.as_text(amounts.own),
        pay_periods=amounts.periods,
        employer_per_pay=_text(amounts.employer_per_pay),
        own_per_pay=_text(amounts.own_per_pay),
        pay_period=pay_period(amounts.periods),
        text=share_text(group, amounts),
    )


def granted_info(granted: Granted | None) -> PriceShare | None:
    """A share that was just worked out, on the wire."""
    return share_info(granted.group, granted.share) if granted else None


def stored_info(stored: Mapping[str, Any]) -> PriceShare | None:
    """A stored share on the wire."""
    return share_info(stored["group"], share_of(stored)) if stored else None


def pay_period(periods: int | None) -> str:
    """``every two weeks``."""
    words = {
        52: _("each week"),
        26: _("every two weeks"),
        24: _("twice a month"),
        12: pgettext("pay period", "each month"),
    }
    return words.get(periods or 0, "")


def share_text(group: str, amounts: Share) -> str:
    """Who pays how much, in two sentences."""
    facts = {
        "group": group,
        "employer": money.display(amounts.employer),
        "own": money.display(amounts.own),
        "pay": money.display(amounts.own_per_pay or amounts.own),
        "period": pay_period(amounts.periods),
    }
    if not amounts.own:
        return _("%(group)s pays all of it.") % facts
    if amounts.periods in (None, 12):
        said = _("Your share is %(own)s a month.")
    else:
        said = _("Your share is %(own)s a month: %(pay)s %(period)s.")
    paid = _("%(group)s pays %(employer)s.") if amounts.employer else ""
    return " ".join(filter(None, (said % facts, paid % facts)))
