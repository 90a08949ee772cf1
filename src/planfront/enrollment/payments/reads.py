"""Reading how a member's enrollments are paid: the account, the next payment, and what was charged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils.translation import gettext as _

from planfront.billing import selectors as billing
from planfront.catalog.selectors import catalog
from planfront.catalog.wording import language, pick
from planfront.coverage.fee_wording import name_fee
from planfront.coverage.fees import read_fees
from planfront.coverage.ledger import Ledger, load_ledgers
from planfront.coverage.owed_fees import OwedFee
from planfront.coverage.selectors import policies_of_member
from planfront.coverage.states import OVER
from planfront.coverage.timeline import find_terms, monthly_of
from planfront.kernel import clock
from planfront.kernel.days.banking import banking_days_until
from planfront.kernel.money import ZERO
from planfront.sales.member_plans import confirmations_of
from planfront.sales.selectors import deduction_line, policies_sold

if TYPE_CHECKING:
    from planfront.billing.models import Instrument
    from planfront.coverage.models import Policy
    from planfront.members.selectors import MemberFacts
    from planfront.sales.models import Confirmation
    from planfront.shopping.models import Quote

_DAY = timedelta(days=1)
_CHARGES = 60
AHEAD = 2
"""Banking days before a payment on which the account for it no longer changes."""


@dataclass(frozen=True)
class Line:
    name: str
    amount: Decimal


@dataclass(frozen=True)
class Paying:
    """The payment of an enrollment with something in force.

    ``number``: of the confirmation; of the policy for what was enrolled in before this store. ``instrument`` is charged
    next; ``planned`` was agreed on and is charged from a later payment on. ``charge``: the
    next payment; None where no account is charged, or the price isn't on record. ``billed``: who pays instead of the
    member, in a sentence.
    """

    quote: Quote
    number: str
    plan_ids: frozenset[int]
    lines: Sequence[Line]
    instrument: Instrument | None
    planned: Instrument | None
    since: date
    charge: billing.NextCharge | None
    billed: str

    @property
    def is_charged(self) -> bool:
        return self.charge is not None and self.instrument is not None

    @property
    def day(self) -> int:
        """Return the day of the month on which it is charged; 0 where it isn't."""
        return getattr(self.instrument, "bill_date", 0)

    def starts_on(self, today: date) -> date | None:
        """Return the first payment that another account can still be charged with."""
        if self.charge is None:
            return None
        if not self.charge.first and banking_days_until(today, self.charge.on) > AHEAD:
            return self.charge.on
        return billing.first_monthly(self.charge.on + _DAY, self.day)


def load_paying(member: MemberFacts) -> list[Paying]:
    """Return how a member's enrollments with something in force are paid, the next payment first. In a constant number
    of queries."""
    today = clock.today()
    rows = {row.enrollment_id: row for row in confirmations_of(member)}
    quotes = {
        quote.pk: quote for quote in (*(row.enrollment for row in rows.values()), *billing.enrolled_before(member.id))
    }
    held = _hold(policies_of_member(member.id), rows.values(), quotes.values(), today)
    ledgers = {record.policy.pk: record for record in load_ledgers([policy for own in held.values() for policy in own])}
    fees = read_fees(ledgers)
    instruments = billing.instruments_of(held)
    listed = [
        _describe(
            quotes[pk], rows.get(pk), [ledgers[policy.pk] for policy in policies], fees, instruments.get(pk, ()), today
        )
        for pk, policies in held.items()
    ]
    return sorted(listed, key=lambda paying: (paying.charge is None, paying.charge.on if paying.charge else today))


def _hold(
    policies: Iterable[Policy], rows: Iterable[Confirmation], quotes: Iterable[Quote], today: date
) -> Mapping[UUID, list[Policy]]:
    """Return the policies that aren't over by the enrollment they, or the first one before them, were sold with."""
    by_id = {policy.pk: policy for policy in policies}
    enrollments = {row.pk: row.enrollment_id for row in rows}
    sold = {policy: enrollments[confirmation] for policy, confirmation in policies_sold(enrollments).items()}
    older = {quote.policy_id: quote.pk for quote in quotes if quote.policy_id}
    held: dict[UUID, list[Policy]] = defaultdict(list)
    for policy in by_id.values():
        first = policy
        while first.pk not in sold and first.predecessor_id in by_id:
            first = by_id[first.predecessor_id]
        enrollment = sold.get(first.pk) or older.get(first.number)
        if enrollment is not None and policy.state_on(today) not in OVER:
            held[enrollment].append(policy)
    return held


def _describe(
    quote: Quote,
    row: Confirmation | None,
    ledgers: Sequence[Ledger],
    fees: Sequence[OwedFee],
    instruments: Sequence[Instrument],
    today: date,
) -> Paying:
    own = {record.policy.pk for record in ledgers}
    since = min(record.policy.effective_date for record in ledgers)
    charge = _find_charge(row, instruments, since, today)
    lines = _list_lines(
        ledgers, [fee for fee in fees if fee.policy_id in own], max(charge.on if charge else today, since)
    )
    if charge and not charge.first:
        amount = sum((line.amount for line in lines), ZERO) if lines is not None else ZERO
        charge = billing.NextCharge(amount, charge.on, first=False) if amount else None
    current, planned = _find_instrument(instruments, charge.on if charge else today)
    return Paying(
        quote=quote,
        number=str(row.number) if row else ledgers[0].policy.number,
        plan_ids=frozenset(record.policy.plan_id for record in ledgers),
        lines=lines or (),
        instrument=current,
        planned=planned,
        since=since,
        charge=charge,
        billed=_say_who_pays(row) if row else "",
    )


def _find_charge(
    row: Confirmation | None, instruments: Sequence[Instrument], since: date, today: date
) -> billing.NextCharge | None:
    """Return the next payment; of all but the first one the amount is still to come."""
    if not instruments:
        return None
    return billing.next_charge(
        method=instruments[-1].method,
        first=Decimal(row.receipt["first_month"]) if row else ZERO,
        monthly=ZERO,
        submitted=clock.local(row.created_at).date() if row else date.min,
        effective=since,
        day=getattr(instruments[-1], "bill_date", 0),
        today=today,
    )


def _find_instrument(rows: Sequence[Instrument], day: date) -> tuple[Instrument | None, Instrument | None]:
    """Return what is charged on a day, and what was agreed on for later; rows are in the order of agreement."""
    begun = [row for row in rows if getattr(row, "starts_on", day) <= day]
    current, newest = begun[-1] if begun else None, rows[-1] if rows else None
    return current, newest if newest is not current else None


def _say_who_pays(row: Confirmation) -> str:
    method = row.receipt["payment"]["method"]
    if line := deduction_line(row):
        return f"{line}."
    return str(billing.NOTICES[method]) if method in billing.NOTICES else ""


def _list_lines(ledgers: Iterable[Ledger], fees: Iterable[OwedFee], day: date) -> list[Line] | None:
    """Return what is charged for the month of a day: the whole price, of which a group settles its share. None where a
    price isn't on record."""
    plans, lang, lines = catalog().plans, language(), []
    for record in ledgers:
        terms = find_terms(record.versions, day)
        if terms is None:
            continue
        amount = monthly_of(terms)
        if amount is None:
            return None
        view = plans.get(terms.plan_id)
        lines.append(Line(str(pick(view.i18n, "name", view.name, lang)) if view else record.policy.plan_name, amount))
    lines.sort(key=lambda line: line.name)
    return [*lines, *(Line(name_fee(fee), fee.amount) for fee in fees if fee.owed_on(day))]


@dataclass(frozen=True)
class Charged:
    """A charge, or a refund, that is on record. ``state``: of billing.CardAttempt."""

    day: date
    kind: str
    state: str
    amount: Decimal


def list_charged(member: MemberFacts) -> list[Charged]:
    """Return the charges and refunds of a member's cards, newest first."""
    rows = billing.attempts_of(member.id, _CHARGES)
    return [Charged(clock.local(row.begun_at).date(), row.kind, row.state, row.amount) for row in rows]


def name_instrument(row: Instrument | None) -> str:
    """Return ``Harborlight Bank, checking, ending 2291`` or ``Visa ending 4242, expires 12/2030``; "" for none."""
    if row is None:
        return ""
    if row.card_brand:
        return billing.card_words(billing.card_facts(row))
    ending = _("ending %(digits)s") % {"digits": row.last4} if row.last4 else ""
    kind = str(row.get_account_type_display()).lower() if row.account_type else ""
    return ", ".join(filter(None, (row.bank_name, _translated_kind(kind), ending)))


def _translated_kind(kind: str) -> str:
    return {"checking": _("checking"), "savings": _("savings")}.get(kind, "")
