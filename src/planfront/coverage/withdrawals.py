"""Changes taken back: by their author until the end of the day, by staff at any time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.catalog.selectors import catalog
from planfront.coverage import ledger
from planfront.coverage.authors import Author, By
from planfront.coverage.ledger import Cause, Entry, Ledger
from planfront.coverage.models import Change, Policy
from planfront.coverage.models.record import WITHDRAWAL
from planfront.coverage.names import person_of
from planfront.coverage.newcomers import take_off_record
from planfront.coverage.order_kinds import Problem
from planfront.coverage.overlaps import find_crowded, has_twice, lacks_membership, overlaps_chain, with_others
from planfront.coverage.pricing import PriceRefused, Pricing
from planfront.coverage.successors import MOVED, is_move
from planfront.coverage.timeline import ChangeRefused, Kind, Refused, Version
from planfront.coverage.visible import visible_policies
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, NotFound
from planfront.kernel.security.ids import new_uuid
from planfront.members.employment import is_todays, leaving_of, withdraw_leaving
from planfront.members.person_history import first_of_order, withdraw_facts
from planfront.members.services import hold_member

if TYPE_CHECKING:
    from planfront.members.models import Leaving
    from planfront.members.selectors import MemberFacts


NO_PRICE = "no_price"


class CannotWithdraw(BusinessError):
    """``why``: "late" (the day it was made is over, or it is somebody else's), Problem.HAS_PLAN where a plan would come
    back that the member has in another policy, Problem.NEEDS_MEMBERSHIP where one would go on without its membership,
    a problem of ``find_crowded``, NO_PRICE where what comes back has none, else a value of timeline.Refused."""

    def __init__(self, why: str) -> None:
        words = _("Something else was changed later and depends on it.")
        if why == "late":
            words = _("Only the person who sent it can undo it, until the end of that day.")
        if why == Problem.HAS_PLAN:
            words = _("Another policy has the same plan now, and the same plan can't be held twice.")
        if why == Problem.NEEDS_MEMBERSHIP:
            words = _("A plan would continue without the membership it needs. Change the membership first.")
        if why in (Problem.SECOND_SPOUSE, Problem.TIER, Problem.CHILDREN):
            words = _("The plan doesn't cover these people together with those who have joined since.")
        if why == NO_PRICE:
            words = _("There's no price for the plan as it was before. Call us, and we'll review it.")
        super().__init__("withdrawRefused", words)
        self.why = why


def may_withdraw(change: Any, author: Author) -> bool:
    """Return whether the author may take a change back: their own on the same day, an end that is still ahead for as
    long as it is, staff any at any time. An issue is cancelled instead, unless it moved a policy to another insurer."""
    if change.kind == WITHDRAWAL or (change.kind == Kind.ISSUE and not is_move(change)):
        return False
    if author.by == By.STAFF or _is_own_end_ahead(change, author):
        return True
    own = change.by == author.by and change.by_user == author.user_id
    return own and clock.local(change.recorded).date() == clock.today()


def _is_own_end_ahead(change: Any, author: Author) -> bool:
    """Return whether a change is an end to come that the author's side planned. A rep acts for the member; what staff,
    a group or the system end is theirs."""
    if change.kind != Kind.END or is_move(change) or change.effective < clock.today():
        return False
    return change.by == author.by or {change.by, author.by} == {By.MEMBER, By.REP}


def preview_withdrawal(order_id: UUID, author: Author, member_id: int | None = None) -> list[Entry]:
    """Return what ``withdraw_order`` would write. Raises CannotWithdraw."""
    policies = Policy.objects.filter(_touched_policies(order_id, member_id)).order_by("number")
    return _withdraw_changes(ledger.load_ledgers(policies), order_id, author)


@transaction.atomic
def withdraw_order(
    order_id: UUID, author: Author, member_id: int | None = None, kinds: Collection[Kind] = ()
) -> list[Entry]:
    """Take back what was changed together, of one member's policies where ``member_id`` says so, and of some ``kinds``
    alone. Does nothing where it was taken back already. Raises CannotWithdraw."""
    policies = Policy.objects.filter(_touched_policies(order_id, member_id)).values_list("pk", flat=True)
    entries = _withdraw_changes(ledger.lock_ledgers(set(policies)), order_id, author, kinds)
    ledger.write(entries)
    take_off_record(_newcomers_of(entries))
    return entries


def _newcomers_of(entries: Sequence[Entry]) -> set[UUID]:
    """Return the relatives who joined by changes that are taken back."""
    taken_back = {entry.change.withdraws_id for entry in entries}
    rows = [row for entry in entries for row in entry.ledger.rows if row.pk in taken_back]
    joining = [row for row in rows if Kind.ADD_PERSON in (row.kind, row.facts.get(MOVED))]
    return {UUID(key) for row in joining if (key := person_of(row))}


def _touched_policies(order_id: UUID, member_id: int | None) -> Q:
    """Return the policies that were changed by an order, and all others of their members."""
    rows = Q(pk__in=Change.objects.filter(order=order_id).order_by().values("policy"))
    return with_others(rows if member_id is None else rows & Q(member=member_id))


def _withdraw_changes(
    records: Sequence[Ledger], order_id: UUID, author: Author, kinds: Collection[Kind] = ()
) -> list[Entry]:
    entries, cause = [], Cause(author, order=new_uuid())
    stood = [replace(held) for held in records]
    versions_before = {held.policy.pk: held.versions for held in stood}
    meant = _choose_changes(records, order_id, author, kinds)
    for held in records:
        rows = {str(row.pk): row for row in held.rows if row in meant}
        begins = any(row.kind == Kind.ISSUE for row in rows.values())
        # The newest first, so that a policy that began with the order loses what it took along before it is gone.
        for change in [change for change in reversed(held.history) if change.id in rows]:
            row = rows[change.id]
            if not may_withdraw(row, author) and (row.kind == Kind.ISSUE or not begins):
                raise CannotWithdraw("late")
            try:
                entries.append(ledger.withdraw_change(held, change, cause=cause, compute=Pricing()))
            except ChangeRefused as refused:
                raise CannotWithdraw(Refused(refused.why)) from refused
            except PriceRefused as refused:
                raise CannotWithdraw(NO_PRICE) from refused
    for entry in entries:
        if problem := _find_problem(entry, versions_before[entry.ledger.policy.pk], records):
            raise CannotWithdraw(problem)
    if entries and _leaves_bare(stood, records):
        raise CannotWithdraw(Problem.NEEDS_MEMBERSHIP)
    return entries


def _choose_changes(records: Sequence[Ledger], order_id: UUID, author: Author, kinds: Collection[Kind]) -> list[Change]:
    """Return the changes of an order. Of a move to another insurer that isn't the author's to take back, only those of
    theirs that moved along with the policy."""
    rows = [row for held in records for row in held.rows if row.order == order_id and (not kinds or row.kind in kinds)]
    if all(may_withdraw(row, author) for row in rows if is_move(row)):
        return rows
    return [row for row in rows if may_withdraw(row, author)] or rows


def _find_problem(entry: Entry, before: Sequence[Version], records: Sequence[Ledger]) -> str:
    """Return why a policy can't be as it was before a change, "" if it can."""
    if has_twice(entry.ledger, before, records):
        return Problem.HAS_PLAN
    if overlaps_chain(entry.ledger, records):
        return Refused.FOLLOWED
    return find_crowded(entry.ledger, before, catalog().plans)


def _leaves_bare(before: Sequence[Ledger], after: Sequence[Ledger]) -> bool:
    """Return whether a plan of an association would go on without its membership, for any of the members."""
    plans = catalog().plans
    return any(
        lacks_membership(
            [held for held in before if held.policy.member_id == member_id],
            [held for held in after if held.policy.member_id == member_id],
            plans,
        )
        for member_id in {held.policy.member_id for held in after} - {None}
    )


def may_withdraw_facts(order_id: UUID, member_id: int, author: Author) -> bool:
    """Return whether the author may take back what changed a person's record alone, by the rule of ``may_withdraw``.
    Raises CannotWithdraw for another day's or person's."""
    row = first_of_order(order_id, member_id)
    if row is None or author.by == By.STAFF:
        return row is not None
    if (row.by, row.by_user) != (author.by, author.user_id) or row.recorded_on != clock.today():
        raise CannotWithdraw("late")
    return True


@transaction.atomic
def withdraw_reported(member: MemberFacts, order_id: UUID, author: Author, origin: Origin) -> None:
    """Take back what was changed together, and a last day of work that was reported with it. Staff take back a member's
    part of what was changed for several people. Raises NotFound and CannotWithdraw."""
    concerned = dict(Policy.objects.filter(changes__order=order_id).values_list("pk", "member_id"))
    if author.by != By.STAFF and not concerned.keys() <= {policy.pk for policy in visible_policies(member, author)}:
        raise NotFound
    owners = set(concerned.values())
    leaving = leaving_of(order_id, member.id)
    may_take_part = author.by == By.STAFF and member.id in owners
    alone = not owners and may_withdraw_facts(order_id, member.id, author)
    if owners != {member.id} and leaving is None and not may_take_part and not alone:
        raise NotFound
    hold_member(member.id)  # before the policies, as a merge does; nobody buys the same plan meanwhile
    entries = withdraw_order(order_id, author, member.id)
    withdrawn = False
    if not _keeps_move(entries, order_id):
        _withdraw_leaving(leaving, author, origin)
        withdrawn = withdraw_facts(order_id, member.id, origin)
    if not entries and leaving is None and not withdrawn:
        return
    record(
        "policy.change_withdrawn",
        origin=origin,
        subject_type="member",
        subject_id=member.id,
        meta={"order": str(order_id), "policies": [entry.ledger.policy.number for entry in entries]},
    )


def _keeps_move(entries: Sequence[Entry], order_id: UUID) -> bool:
    """Return whether a policy stays with the insurer to which an order moved it, so that only a part is taken back."""
    ledgers = [entry.ledger for entry in entries]
    moves = [(held, row) for held in ledgers for row in held.rows if row.order == order_id and is_move(row)]
    return any(row.pk not in held.withdrawn for held, row in moves)


def _withdraw_leaving(leaving: Leaving | None, author: Author, origin: Origin) -> None:
    if leaving is None:
        return
    if author.by != By.STAFF and not is_todays(leaving, author.user_id):
        raise CannotWithdraw("late")
    withdraw_leaving(leaving.pk, origin)
