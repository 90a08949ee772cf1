"""New shares of the group and its member, in the words of a letter. They are those that the group's People lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from planfront.coverage.group.amounts import Amounts, amounts_of
from planfront.coverage.timeline import Kind, find_terms
from planfront.kernel.money import display
from planfront.kernel.text.parse import show_date

if TYPE_CHECKING:
    from planfront.coverage.ledger import Ledger
    from planfront.coverage.models import Change, Policy


@dataclass(frozen=True)
class NewShare:
    """The amounts of a member and the group for a plan from a day on, and those they take the place of."""

    policy: Policy
    day: date
    before: Amounts
    after: Amounts


def are_about_shares(changes: Iterable[Change]) -> bool:
    """Return whether changes bring new shares, or take them back, and do nothing else."""
    return all(Kind.SHARES in (change.kind, change.withdraws and change.withdraws.kind) for change in changes)


def list_new_shares(record: Ledger, change: Change) -> list[NewShare]:
    """Return the days from which the member pays another share, or has another payroll deduction, by a change."""
    shares: list[NewShare] = []
    last: Any = None
    added = [version for version in record.versions if version.recorded == change.recorded]
    for version in sorted(added, key=lambda version: version.effective):
        known = find_terms(record.versions, version.effective, change.recorded - timedelta(microseconds=1))
        row = NewShare(change.policy, version.effective, amounts_of(known), amounts_of(version.terms))
        seen = _read_by_member(row.before), _read_by_member(row.after)
        if row.before.known and row.after.known and seen[0] != seen[1] and seen != last:
            shares.append(row)
        last = seen
    return shares


def _read_by_member(amounts: Amounts) -> tuple[object, ...]:
    return amounts.own, amounts.employer, amounts.each


def describe_new_shares(shares: Sequence[NewShare]) -> str:
    """Return a paragraph for each plan and day."""
    return "\n\n".join(f"{_describe_amounts(row)} {_describe_deduction(row)}".strip() for row in shares)


def _describe_amounts(row: NewShare) -> str:
    words = {
        "day": show_date(row.day),
        "plan": row.policy.plan_name,
        "policy": row.policy.number,
        "own": display(row.after.own),
        "own_before": display(row.before.own),
        "group": row.policy.group.name if row.policy.group else "",
        "employer": display(row.after.employer),
        "employer_before": display(row.before.employer),
    }
    if row.before.own == row.after.own:
        return _("From %(day)s, you still pay %(own)s a month for %(plan)s (%(policy)s).") % words
    return (
        _(
            "From %(day)s, you pay %(own)s a month for %(plan)s (%(policy)s) instead of %(own_before)s. "
            "%(group)s pays %(employer)s instead of %(employer_before)s."
        )
        % words
    )


def _describe_deduction(row: NewShare) -> str:
    """Return what is taken from each pay; "" where the group hasn't said how often it pays."""
    before, after = _each_pay(row.before), _each_pay(row.after)
    if not after or before == after:
        return ""
    if not before:
        return _("Your payroll deduction is %(after)s.") % {"after": after}
    return _("Your payroll deduction is %(after)s instead of %(before)s.") % {"after": after, "before": before}


def _each_pay(amounts: Amounts) -> str:
    return amounts.each if amounts.taken and amounts.taken.periods else ""
