"""Fees beside premiums, and what a month costs with them, in the active language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from planfront.catalog.fee_names import association_name, name_plan_fee, plain_fee_name
from planfront.catalog.selectors import catalog
from planfront.coverage import schemas
from planfront.coverage.owed_fees import GROUP, MEMBER, OwedFee, sum_once, sum_owed
from planfront.coverage.states import OVER
from planfront.coverage.timeline import find_terms, monthly_of
from planfront.kernel import clock
from planfront.kernel.money import ZERO, as_text, display
from planfront.kernel.text.parse import show_date

if TYPE_CHECKING:
    from planfront.coverage.fees import DuesChange
    from planfront.coverage.ledger import Ledger


def name_fee(fee: OwedFee) -> str:
    """Return a fee's name."""
    if not fee.plan_id:
        return association_name()
    view = catalog().plans.get(fee.plan_id)
    return name_plan_fee(view, fee.code) if view else plain_fee_name(fee.code)


def explain_fee(fee: OwedFee) -> str:
    """Return when a fee is charged, and that the group pays it where it does."""
    words = _("Each month") if fee.plan_id else dues_note()
    if fee.once:
        words = _("Once, with the first month")
    return ". ".join((words, _("The group pays it."))) if fee.payer == GROUP else words


def dues_note() -> str:
    """Return the one reason shown with an association's dues."""
    return _("The same however many plans you choose")


def paid_by_group(group: str) -> str:
    """Return the group that pays a fee."""
    return _("%(group)s pays it.") % {"group": group}


def describe_dues(dues: DuesChange, *, ending: bool, with_price: bool = False) -> str:
    """Return what becomes of the association's dues, "" where nothing does. ``ending``: with an end of plans, of which
    one says too that they stay; ``with_price``: beside the price of a plan, which hasn't got them in it."""
    charged = dues.then or dues.now
    if not charged:
        return ""
    before, after = _last_day(dues.now), _last_day(dues.then)
    words = {"amount": display(charged[-1].amount), "day": show_date(after) if after else ""}
    if not dues.then:
        return _("The association membership, %(amount)s a month, isn't charged for any month.") % words
    text, payer = "", _describe_payer(dues)
    if before != after or not dues.now:
        text = _describe_days(dues)
    elif ending:
        text = _("The association membership, %(amount)s a month, stays with the other plans.")
    elif with_price and not _is_paid_by_group(dues):
        text = _("The association membership, %(amount)s a month, is charged separately.")
    elif with_price and not payer:
        text = _("The group pays the association membership, %(amount)s a month.")
    return " ".join(filter(None, (text % words, payer)))


def _describe_days(dues: DuesChange) -> str:
    """Return until when the dues are owed, and that the group pays them where they go on and it does."""
    if _last_day(dues.then) is not None:
        return _("The association membership, %(amount)s a month, ends on %(day)s with the last of the plans.")
    if _is_paid_by_group(dues):
        return _("The association membership, %(amount)s a month, continues with the plan. The group pays it.")
    return _("The association membership, %(amount)s a month, continues with the plan.")


def _is_paid_by_group(dues: DuesChange) -> bool:
    """Return whether the group pays the dues today, or once they begin."""
    today = clock.today()
    to_come = [fee for fee in dues.then if fee.last is None or fee.last >= today]
    return bool(to_come) and min(to_come, key=lambda fee: fee.first).payer == GROUP


def _describe_payer(dues: DuesChange) -> str:
    """Return from which day on somebody else pays the dues, "" where nobody does."""
    now, then = (sorted(fees, key=lambda fee: fee.first) for fees in (dues.now, dues.then))
    if not now or not then or now[-1].payer == then[-1].payer:
        return ""
    others = [fee.first for fee in then if fee.payer != then[-1].payer]
    day = min(fee.first for fee in then if not others or fee.first > max(others))
    words = _("The group pays the association membership, %(amount)s a month, from %(day)s on.")
    if then[-1].payer == MEMBER:
        words = _("From %(day)s on, the group no longer pays the association membership, %(amount)s a month.")
    return words % {"day": show_date(day), "amount": display(then[-1].amount)}


def _last_day(fees: Sequence[OwedFee]) -> date | None:
    """Return the last day of dues, None where they have no end."""
    return max(fees, key=lambda fee: fee.first).last if fees else None


def build_fee(fee: OwedFee, numbers: Mapping[object, str]) -> schemas.FeeRow:
    """Return a fee as calls answer it. ``numbers``: of policies, by id."""
    return schemas.FeeRow(
        policy_number=numbers[fee.policy_id],
        name=name_fee(fee),
        note=explain_fee(fee),
        amount=as_text(fee.amount),
        once=fee.once,
        payer=fee.payer,
        starts_on=show_date(fee.first),
        ends_on="" if fee.once else show_date(fee.last),
    )


def build_month(ledgers: Iterable[Ledger], fees: Sequence[OwedFee], today: date) -> schemas.MonthTotal | None:
    """Return what a month costs today, else once coverage begins; None where nothing is in force or to come."""
    listed = [record for record in ledgers if record.policy.state_on(today) not in OVER]
    if not listed:
        return None
    day = max(today, min(record.policy.effective_date for record in listed))
    costs = [monthly_of(find_terms(record.versions, day)) for record in listed]
    total = None if None in costs else sum((cost or ZERO for cost in costs), sum_owed(fees, day))
    first = sum_once(fee for fee in fees if fee.first >= day.replace(day=1))
    return schemas.MonthTotal(
        day=show_date(day),
        fees=[build_fee(fee, {record.policy.pk: record.policy.number for record in listed}) for fee in _due(fees, day)],
        total=as_text(total) if total is not None else "",
        first=as_text(total + first) if total is not None and first else "",
    )


def _due(fees: Iterable[OwedFee], day: date) -> list[OwedFee]:
    """Return what is charged with the month of a day."""
    return [fee for fee in fees if fee.owed_on(day) or (fee.once and fee.first >= day.replace(day=1))]
