"""Facts of members that a roster changes: their policies follow as with a change of its own (see members.coverage)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.coverage import ledger
from planfront.coverage.authors import Author, By
from planfront.coverage.effective_days import first_of_next
from planfront.coverage.engine import OrderDiffers, Outcome, apply_orders, digest_of, preview_orders
from planfront.coverage.group import work
from planfront.coverage.group.amounts import amounts_of
from planfront.coverage.group.work import Effect, WorkChange
from planfront.coverage.models import Change, Policy
from planfront.coverage.order_kinds import Order
from planfront.coverage.orders import changed_facts
from planfront.coverage.outcome_wording import lost_sale_texts, problem_text
from planfront.coverage.person_changes import list_policies_by_other_facts
from planfront.coverage.timeline import Kind, Refused, Terms, monthly_of
from planfront.coverage.withdrawals import CannotWithdraw, withdraw_order
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, Conflict
from planfront.kernel.money import display
from planfront.kernel.text.parse import show_date
from planfront.members.coverage import FactChanges, Repriced
from planfront.members.group_people import people_by_id
from planfront.members.selectors import CLASS, facts_of_members
from planfront.parties.groups.selectors import terms_of_id

_ELSEWHERE = gettext_lazy("Change it on the policy's page.")


def policies_to_reprice(changes: FactChanges) -> list[Policy]:
    """Return the policies that hang on facts of members, by column, and go by other ones."""
    return list_policies_by_other_facts(changes)


def preview_repricing(changes: FactChanges, by_user: int | None, *, by_group: bool = False) -> dict[int, Repriced]:
    """Return what other facts of members, by column, do to the policies that hang on them, by member: only for those
    who have any."""
    author = _author(by_user, by_group)
    moves = _list_moves(changes, by_group=by_group)
    orders = {} if by_group else _list_orders(changes, author, moves)
    outcomes = preview_orders(list(orders.values())) if orders else []
    repriced = {member_id: _describe(listed) for member_id, listed in zip(orders, outcomes, strict=True)}
    for member_id, effects in work.work_out_all(list(moves.values()), author).items():
        if _hangs_on(effects):
            move = _describe_move(moves[member_id], effects)
            repriced[member_id] = _join(repriced[member_id], move) if member_id in repriced else move
    return repriced


def _join(first: Repriced, second: Repriced) -> Repriced:
    return Repriced(
        f"{first.text} {second.text}".strip(),
        is_refused=first.is_refused or second.is_refused,
        digest=f"{first.digest} {second.digest}",
    )


def reprice(
    changes: FactChanges, digests: Mapping[int, str], order: UUID, by_user: int | None, *, by_group: bool = False
) -> None:
    """Write what was previewed, as one order. Raises Conflict where it isn't the same any more. Runs inside a
    transaction."""
    author = _author(by_user, by_group)
    moves = _list_moves(changes, by_group=by_group)
    orders = {} if by_group else _list_orders(changes, author, moves)
    worked = work.work_out_all(list(moves.values()), author, lock=True, order=order)
    moving = {member_id: effects for member_id, effects in worked.items() if _hangs_on(effects)}
    if orders.keys() | moving.keys() != digests.keys():
        raise Conflict
    parts = {member_id: digest.split() for member_id, digest in digests.items()}
    if any(len(part) != (key in orders) + (key in moving) for key, part in parts.items()):
        raise Conflict
    if any(_digest_of(moves[key], effects) != parts[key][-1] for key, effects in moving.items()):
        raise Conflict
    try:
        apply_orders(list(orders.values()), [parts[member_id][0] for member_id in orders], order)
    except OrderDiffers as differs:
        raise Conflict from differs
    listed = [row for effects in moving.values() if not isinstance(effects, BusinessError) for row in effects]
    if entries := [entry for row in listed for entry in row.entries]:
        ledger.write(entries)


def _list_moves(changes: FactChanges, *, by_group: bool) -> dict[int, WorkChange]:
    """Return the changes that reach the group's policies alone, from the first of next month on, as on a person's
    page: of members who come into another class, with their other facts, and everything that a group changes."""
    members = facts_of_members(member_id for member_id, facts in changes.items() if by_group or CLASS in facts)
    day, moves = first_of_next(clock.today()), {}
    for group_id in {member.group_id for member in members.values() if member.group_id is not None}:
        terms = terms_of_id(group_id)
        for key, person in people_by_id(group_id, members).items():
            moves[key] = WorkChange(members[key], person, terms, day, changes[key])
    return moves


def _hangs_on(effects: list[Effect] | BusinessError) -> bool:
    """Return whether a policy changes with its member's class, or can't."""
    return isinstance(effects, BusinessError) or any(row.entries or row.problem for row in effects)


def _digest_of(move: WorkChange, effects: list[Effect] | BusinessError) -> str:
    return effects.error_code if isinstance(effects, BusinessError) else work.digest_of(move, effects)


def _describe_move(move: WorkChange, effects: list[Effect] | BusinessError) -> Repriced:
    digest = _digest_of(move, effects)
    if isinstance(effects, BusinessError):
        return Repriced(str(effects.message), is_refused=True, digest=digest)
    refused = [row for row in effects if row.problem]
    others = [row for row in effects if not row.problem]
    texts = [
        *(f"{_name(row.policy)}: {row.problem} {_ELSEWHERE}" for row in refused),
        *(
            _price_text(row.policy, row.before, row.after, move.day)
            for row in others
            if monthly_of(row.before) != monthly_of(row.after)
        ),
        *work.explain(move, others),
    ]
    return Repriced(" ".join(texts), is_refused=bool(refused), digest=digest)


def take_back_repricing(order: UUID, member_ids: Iterable[int], by_user: int | None) -> set[int]:
    """Take back how an order repriced policies of members, and return the members of whose policies that can't be.
    Runs inside a transaction."""
    kinds = (Kind.FACTS, Kind.SHARES)
    changed = Change.objects.filter(order=order, kind__in=kinds, policy__member__in=list(member_ids))
    stuck = set()
    for member_id in sorted(set(changed.order_by().values_list("policy__member", flat=True))):
        try:
            withdraw_order(order, Author(By.STAFF, by_user), member_id, kinds=kinds)
        except CannotWithdraw:
            stuck.add(member_id)
    return stuck


def _author(by_user: int | None, by_group: bool) -> Author:
    return Author(By.GROUP if by_group else By.STAFF, by_user)


def _list_orders(changes: FactChanges, author: Author, moves: Mapping[int, WorkChange]) -> dict[int, Order]:
    """Return an order for each member with policies that hang on the facts: from the first of next month on, as the
    life events have it. The policies that follow with a move of the member aren't among them."""
    policies: dict[int, list[Policy]] = {}
    for policy in list_policies_by_other_facts(changes):
        move = moves.get(policy.member_id or 0)
        if policy.member_id is not None and (move is None or policy.group_id != move.member.group_id):
            policies.setdefault(policy.member_id, []).append(policy)
    first, members = first_of_next(clock.today()), facts_of_members(policies)
    return {
        member_id: Order(
            Kind.FACTS,
            author,
            [policy.pk for policy in policies[member_id]],
            days={policy.pk: max(first, policy.effective_date) for policy in policies[member_id]},
            **changed_facts(member, {name: value for name, value in changes[member_id].items() if name != CLASS}),
        )
        for member_id, member in members.items()
    }


def _describe(outcomes: Sequence[Outcome]) -> Repriced:
    refused = [outcome for outcome in outcomes if not outcome.possible and outcome.problem != Refused.SAME]
    texts = [
        *(f"{_name(outcome.policy)}: {problem_text(outcome)} {_ELSEWHERE}" for outcome in refused),
        *(_price_text(row.policy, row.before, row.after, row.first) for row in outcomes if row.possible),
        *lost_sale_texts(outcomes),
    ]
    return Repriced(" ".join(texts), is_refused=bool(refused), digest=digest_of(outcomes))


def _name(policy: Policy) -> str:
    return f"{policy.plan_name} ({policy.number})"


def _price_text(policy: Policy, before: Terms | None, after: Terms | None, first: date | None) -> str:
    """Return the new price with the old one, and with both shares where the group pays a part."""
    old, new = (monthly_of(terms) for terms in (before, after))
    if old is None or new is None or old == new:
        return _("%s: the price stays.") % _name(policy)
    words = {"plan": _name(policy), "day": show_date(first), "new": display(new), "old": display(old)}
    text = _("%(plan)s: %(new)s a month from %(day)s, instead of %(old)s.") % words
    had, has = amounts_of(before), amounts_of(after)
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
