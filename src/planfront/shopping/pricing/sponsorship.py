"""Terms of a quote's group: whether and from when the shopper may enroll, and the group's share of prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from planfront.catalog.snapshot import PlanView
from planfront.catalog.terms import Terms
from planfront.eligibility import rules
from planfront.eligibility import texts as refusal_texts
from planfront.eligibility.rules import Refusal
from planfront.eligibility.standing import Standing, Worker, employee_standing, not_in_class
from planfront.kernel import clock, money
from planfront.kernel.text.parse import show_date
from planfront.parties.groups.deductions import Deduction
from planfront.parties.groups.schemas import PriceShare
from planfront.parties.groups.selectors import fees_paid_by, terms_of
from planfront.parties.groups.shares import Granted, Share, add_shares, grant, share_of, split, stored_share
from planfront.parties.groups.terms import ContributionTerm, GroupTerms
from planfront.shopping.quote import effective_dates
from planfront.shopping.quote.client import client_of

if TYPE_CHECKING:
    from planfront.shopping.models import Quote


@dataclass(frozen=True)
class Sponsorship:
    """A group's terms and the shopper's standing by them today."""

    terms: GroupTerms
    standing: Standing
    client: str = ""
    """The client's name in amounts that someone else reads; "" when the shopper reads them."""

    @property
    def earliest(self) -> date | None:
        """Return the first day on which coverage may start; None when the plans alone decide."""
        return self.standing.earliest

    def refusal(self, view: PlanView) -> Refusal | None:
        """Return the reason why the group doesn't offer the plan to the shopper."""
        return rules.first_refusal(self.standing.refusal, not_in_class(self.terms, self.standing.own, view.category))

    def contribution(self, view: PlanView, tier: str, on: date) -> ContributionTerm | None:
        """Return the row that counts for a plan."""
        return self.terms.contribution(
            self.standing.own,
            plan_id=view.id,
            category=view.category,
            tier=tier,
            on=on,
            is_membership=view.is_membership,
        )

    def granted(self, view: PlanView, premium: Decimal, tier: str, on: date) -> Granted | None:
        """Return the group's share of a premium; None when no row counts for the plan."""
        return grant(self.terms, self.standing.own, self.contribution(view, tier, on), premium, self.client)

    def starts(self, plans: Sequence[Terms], *, state: str, count: int = effective_dates.CHOICES) -> list[date]:
        """Return days on which all the plans can start for the shopper."""
        most = 1 if self.standing.fixed else count
        return effective_dates.start_choices(
            plans, today=clock.today(), state=state, count=most, earliest=self.earliest
        )


@dataclass(frozen=True)
class FeePayer:
    """A group that pays fees beside premiums for its people. ``pays``: which (see parties.groups.terms)."""

    group: str
    pays: frozenset[str]
    periods: int | None = None

    def grant(self, kind: str, monthly: Decimal) -> Mapping[str, Any]:
        """Return what a fee's line keeps of who pays it: all of it the group, or {} where the shopper does."""
        return stored_share(self.group, split(monthly, money.ZERO, self.periods)) if kind in self.pays else {}


def fee_payer_of(quote: Quote) -> FeePayer | None:
    """Return the group of a quote that pays fees for the shopper; None where it pays none. No query for a group that
    was read and pays none."""
    group = quote.group
    pays = fees_paid_by(group) if group else frozenset()
    sponsor = sponsorship_of(quote) if pays else None
    if sponsor is None:
        return None
    return FeePayer(sponsor.terms.name, pays, sponsor.terms.periods(sponsor.standing.own))


def sponsorship_of(quote: Quote) -> Sponsorship | None:
    """Return the terms and standing of a quote in a group; None without a group. Six queries at most."""
    group = quote.group
    if group is None:
        return None
    terms = terms_of(group)
    client = client_of(quote) if terms.contributions else ""
    return Sponsorship(terms, employee_standing(terms, _read_worker(quote), clock.today()), client)


def _read_worker(quote: Quote) -> Worker:
    """Return the person as the group's record has them, else as the quote says."""
    member = quote.member
    if member is None or member.group_id != quote.group_id:
        return Worker(hours=quote.hours)
    recorded = member.weekly_hours is not None
    hours = member.weekly_hours if recorded else quote.hours
    return Worker(member.group_class_id, hours, member.hired_on, recorded, member.left_on)


def first_pay_day(quote: Quote, on: date) -> date | None:
    """Return the shopper's first pay day on or after a day; None when the group has no pay days."""
    sponsor = sponsorship_of(quote)
    return sponsor.terms.pay_day_from(sponsor.standing.own, on) if sponsor else None


def list_start_dates(quote: Quote, plans: Sequence[Terms], *, count: int = effective_dates.CHOICES) -> list[date]:
    """Return days on which all the plans can start for the shopper, as plans and group allow."""
    sponsor = sponsorship_of(quote)
    if sponsor is not None:
        return sponsor.starts(plans, state=quote.state, count=count)
    return effective_dates.start_choices(plans, today=clock.today(), state=quote.state, count=count)


def group_note(quote: Quote) -> str:
    """Return a note for the shopper: enroll by when, coverage from when, or why not; "" when nothing limits it."""
    sponsor = sponsorship_of(quote)
    if sponsor is None:
        return ""
    standing, text = sponsor.standing, []
    if standing.refusal is not None:
        return refusal_texts.message(standing.refusal)
    if standing.until is not None:
        text.append(_("Enroll by %(date)s.") % {"date": show_date(standing.until)})
    if standing.earliest is not None and standing.earliest > effective_dates.next_first(clock.today()):
        words = _("Coverage starts on %(date)s.") if standing.fixed else _("Coverage can start from %(date)s.")
        text.append(words % {"date": show_date(standing.earliest)})
    if standing.own is not None and standing.own.min_hours is not None and quote.hours is None:
        words = _("For people who work at least %(least)s hours a week.")
        text.append(words % {"least": standing.own.min_hours})
    return " ".join(text)


def with_fees(share: Share, fees: Decimal) -> Share:
    """Return a share of a premium as a share of the price with the plan's monthly fees, which the group never pays."""
    return add_shares([share, split(money.ZERO, fees, share.periods)]) or share if fees else share


def granted_info(granted: Granted | None, fees: Decimal = money.ZERO) -> PriceShare | None:
    """Return the wire form of a share just worked out, with the plan's monthly fees."""
    return PriceShare.build(granted.group, with_fees(granted.share, fees), client=granted.client) if granted else None


def stored_info(
    stored: Mapping[str, Any], fees: Decimal = money.ZERO, *, client: str = "", deduction: Deduction | None = None
) -> PriceShare | None:
    """Return the wire form of a stored share, with the plan's monthly fees."""
    share = share_of(stored)
    if share is None:
        return None
    return PriceShare.build(stored["group"], with_fees(share, fees), client=client, deduction=deduction)


def stored_text(stored: Mapping[str, Any]) -> str:
    """Return a stored share in words; "" for none."""
    info = stored_info(stored)
    return info.text if info else ""
