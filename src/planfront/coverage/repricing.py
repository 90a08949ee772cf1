"""Facts of members that a roster changes: their policies follow as with a change of its own (see members.coverage)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.coverage.authors import Author, By
from planfront.coverage.effective_days import first_of_next
from planfront.coverage.engine import OrderDiffers, Outcome, apply_orders, digest_of, preview_orders
from planfront.coverage.group.amounts import amounts_of
from planfront.coverage.models import Change, Policy
from planfront.coverage.order_kinds import Order
from planfront.coverage.orders import changed_facts
from planfront.coverage.outcome_wording import lost_sale_texts, problem_text
from planfront.coverage.person_changes import list_policies_by_other_facts
from planfront.coverage.timeline import Kind, Refused, monthly_of
from planfront.coverage.withdrawals import CannotWithdraw, withdraw_order
from planfront.kernel import clock
from planfront.kernel.errors import Conflict
from planfront.kernel.money import display
from planfront.kernel.text.parse import show_date
from planfront.members.coverage import FactChanges, Repriced
from planfront.members.selectors import facts_of_members

_ELSEWHERE = gettext_lazy("Change it on the policy's page.")


def policies_to_reprice(changes: FactChanges) -> list[Policy]:
    """Return the policies that hang on facts of members, by column, and go by other ones."""
    return list_policies_by_other_facts(changes)


def preview_repricing(changes: FactChanges, by_user: int | None, *, by_group: bool = False) -> dict[int, Repriced]:
    """Return what other facts of members, by column, do to the policies that hang on them, by member: only for those
    who have any."""
    orders = _list_orders(changes, _author(by_user, by_group))
    outcomes = preview_orders(list(orders.values())) if orders else []
    return {member_id: _describe(listed) for member_id, listed in zip(orders, outcomes, strict=True)}


def reprice(
    changes: FactChanges, digests: Mapping[int, str], order: UUID, by_user: int | None, *, by_group: bool = False
) -> None:
    """Write what was previewed, as one order. Raises Conflict where it isn't the same any more. Runs inside a
    transaction."""
    orders = _list_orders(changes, _author(by_user, by_group))
    if orders.keys() != digests.keys():
        raise Conflict
    try:
        apply_orders(list(orders.values()), [digests[member_id] for member_id in orders], order)
    except OrderDiffers as differs:
        raise Conflict from differs


def take_back_repricing(order: UUID, member_ids: Iterable[int], by_user: int | None) -> set[int]:
    """Take back how an order repriced policies of members, and return the members of whose policies that can't be.
    Runs inside a transaction."""
    changed = Change.objects.filter(order=order, kind=Kind.FACTS, policy__member__in=list(member_ids))
    stuck = set()
    for member_id in sorted(set(changed.order_by().values_list("policy__member", flat=True))):
        try:
            withdraw_order(order, Author(By.STAFF, by_user), member_id, kinds=(Kind.FACTS,))
        except CannotWithdraw:
            stuck.add(member_id)
    return stuck


def _author(by_user: int | None, by_group: bool) -> Author:
    return Author(By.GROUP if by_group else By.STAFF, by_user)


def _list_orders(changes: FactChanges, author: Author) -> dict[int, Order]:
    """Return an order for each member with policies that hang on the facts: from the first of next month on, as the
    life events have it."""
    policies: dict[int, list[Policy]] = {}
    for policy in list_policies_by_other_facts(changes):
        if policy.member_id is not None:
            policies.setdefault(policy.member_id, []).append(policy)
    first, members = first_of_next(clock.today()), facts_of_members(policies)
    return {
        member_id: Order(
            Kind.FACTS,
            author,
            [policy.pk for policy in policies[member_id]],
            days={policy.pk: max(first, policy.effective_date) for policy in policies[member_id]},
            **changed_facts(member, changes[member_id]),
        )
        for member_id, member in members.items()
    }


def _describe(outcomes: Sequence[Outcome]) -> Repriced:
    refused = [outcome for outcome in outcomes if not outcome.possible and outcome.problem != Refused.SAME]
    texts = [
        *(f"{_name(outcome)}: {problem_text(outcome)} {_ELSEWHERE}" for outcome in refused),
        *(_price_text(outcome) for outcome in outcomes if outcome.possible),
        *lost_sale_texts(outcomes),
    ]
    return Repriced(" ".join(texts), is_refused=bool(refused), digest=digest_of(outcomes))


def _name(outcome: Outcome) -> str:
    return f"{outcome.policy.plan_name} ({outcome.policy.number})"


def _price_text(outcome: Outcome) -> str:
    """Return the new price with the old one, and with both shares where the group pays a part."""
    before, after = (monthly_of(terms) for terms in (outcome.before, outcome.after))
    if before is None or after is None or before == after:
        return _("%s: the price stays.") % _name(outcome)
    words = {"plan": _name(outcome), "day": show_date(outcome.first), "new": display(after), "old": display(before)}
    text = _("%(plan)s: %(new)s a month from %(day)s, instead of %(old)s.") % words
    had, has = amounts_of(outcome.before), amounts_of(outcome.after)
    if not (had.taken or has.taken):
        return text
    shares = {
        "group": display(has.employer),
        "group_had": display(had.employer),
        "own": display(has.own),
        "own_had": display(had.own),
    }
    more = _("The group pays %(group)s (now %(group_had)s), the person %(own)s (now %(own_had)s).") % shares
    return f"{text} {more}"
