"""The cost of backdated changes for months that have begun, in words, in the active language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from planfront.coverage.authors import By
from planfront.coverage.models import FeePayer
from planfront.kernel import clock
from planfront.kernel.money import ZERO, display

if TYPE_CHECKING:
    from planfront.coverage.engine import Outcome
    from planfront.coverage.ledger import Entry
    from planfront.coverage.models import Adjustment, Policy


def past_texts(outcomes: Iterable[Outcome], reader: str) -> list[str]:
    """Return who owes how much for months that have begun, a sentence for each policy and payer. ``reader``: who asks;
    others than the member read of "the member"."""
    texts = []
    for outcome in outcomes:
        by_policy: dict[UUID, list[Entry]] = defaultdict(list)
        for entry in outcome.written:
            by_policy[entry.ledger.policy.pk].append(entry)
        for entries in by_policy.values():
            texts += _describe_months(entries, _group_name(outcome), reader)
    return texts


def _describe_months(entries: Sequence[Entry], group: str, reader: str) -> list[str]:
    """Return who owes how much for months that have begun, for the changes of a policy."""
    own: dict[date, Decimal] = defaultdict(Decimal)
    employer: dict[date, Decimal] = defaultdict(Decimal)
    for entry in entries:
        for row in entry.past_months(clock.today()) or ():
            own[row.month] += row.own
            employer[row.month] += row.employer
    plan = entries[0].ledger.policy.plan_name
    return _describe_policy(plan, group, list(own.values()), list(employer.values()), reader)


def describe_adjustments(policies: Iterable[Policy], rows: Iterable[Adjustment], reader: str) -> list[str]:
    """Return what rows on record say, as ``past_texts`` said it before they were written."""
    amounts: Mapping[tuple[object, str], dict[date, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
    for row in rows:
        amounts[row.policy_id, row.payer][row.month] += row.amount
    texts = []
    for policy in policies:
        own, employer = (
            [amount for _month, amount in sorted(amounts[policy.pk, payer].items())]
            for payer in (FeePayer.MEMBER, FeePayer.GROUP)
        )
        group = policy.group.name if policy.group is not None else ""
        texts += _describe_policy(policy.plan_name, group, own, employer, reader)
    return texts


def _describe_policy(
    plan: str, group: str, own: Sequence[Decimal], employer: Sequence[Decimal], reader: str
) -> list[str]:
    return [text for text in (_own_text(plan, own, reader), _group_text(plan, group, employer)) if text]


def _group_name(outcome: Outcome) -> str:
    shares = [terms.share for terms in (outcome.after, outcome.before) if terms is not None and terms.share]
    return str(shares[0]["group"]) if shares else ""


def _own_text(plan: str, amounts: Sequence[Decimal], reader: str) -> str:
    total = sum(amounts, ZERO)
    facts = {"plan": plan, "sum": sum_text(amounts)}
    if total == 0:
        return ""
    if reader == By.MEMBER:
        words = _("%(plan)s: you owe %(sum)s.") if total > 0 else _("%(plan)s: we owe you %(sum)s.")
    else:
        words = _("%(plan)s: the member owes %(sum)s.") if total > 0 else _("%(plan)s: we owe the member %(sum)s.")
    return words % facts


def _group_text(plan: str, group: str, amounts: Sequence[Decimal]) -> str:
    total = sum(amounts, ZERO)
    if total == 0:
        return ""
    words = _("%(plan)s: %(group)s owes %(sum)s.") if total > 0 else _("%(plan)s: we owe %(group)s %(sum)s.")
    return words % {"plan": plan, "group": group, "sum": sum_text(amounts)}


def sum_text(amounts: Sequence[Decimal]) -> str:
    """Return amounts of months as a sum: "2 months × $37.93 = $75.86"; the sum alone where they differ in sign."""
    total = sum(amounts, ZERO)
    differing = [amount for amount in amounts if amount]
    if any((amount > 0) != (total > 0) for amount in differing):
        return display(abs(total))
    parts = []
    for amount, same in groupby(differing):
        months = len(list(same))
        words = ngettext("%(months)s month × %(amount)s", "%(months)s months × %(amount)s", months)
        parts.append(words % {"months": months, "amount": display(abs(amount))})
    return " + ".join(parts) + (f" = {display(abs(total))}" if len(differing) > 1 else "")
