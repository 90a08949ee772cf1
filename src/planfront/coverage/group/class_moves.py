"""Several people of a group moved to another class from one day on: each as on their own page, previewed and saved
together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from planfront.coverage.fees import read_fees
from planfront.coverage.group import schemas, work
from planfront.coverage.group.amounts import add_people
from planfront.coverage.withdrawals import withdraw_reported
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.kernel.security.crypto import hash_content
from planfront.kernel.text import texts
from planfront.kernel.text.parse import show_date, us_date
from planfront.members.group_people import people_by_id
from planfront.members.selectors import CLASS, facts_of_members
from planfront.members.services import hold_member
from planfront.parties.groups.selectors import terms_of_id

if TYPE_CHECKING:
    from planfront.audit.services import Origin
    from planfront.coverage.authors import Author
    from planfront.coverage.group.work import Effect, WorkChange
    from planfront.members.group_people import GroupPerson
    from planfront.members.selectors import MemberFacts
    from planfront.parties.groups.selectors import GroupFacts
    from planfront.parties.groups.terms import ClassTerm, GroupTerms


@dataclass(frozen=True)
class Move:
    """A person and what moving them does. ``problem``: why they can't move; then they stay as they are."""

    person: GroupPerson
    change: WorkChange
    effects: Sequence[Effect] = ()
    problem: str = ""


@dataclass(frozen=True)
class _Order:
    """People and where they move. ``members`` and ``people``: by id, all of the group."""

    terms: GroupTerms
    own: ClassTerm
    day: date
    members: dict[int, MemberFacts]
    people: dict[int, GroupPerson]


def preview(group: GroupFacts, brand_id: int, body: schemas.ClassMove, author: Author) -> schemas.ClassMovePreview:
    """Return what moving people to a class does to each of them. Raises FieldErrors, and NotFound for somebody who is
    not in the group."""
    order = _read_order(group, brand_id, body)
    return _describe(order, _work_out(order, author))


@transaction.atomic
def move(
    group: GroupFacts, brand_id: int, body: schemas.ConfirmedClassMove, author: Author, origin: Origin
) -> schemas.ClassMoveDone:
    """Move the people who can, as it was previewed. Raises FieldErrors, NotFound, and BusinessError ``changeDiffers``
    with the preview as it would be now."""
    order = _read_order(group, brand_id, body)
    for member_id in sorted(order.people):
        if hold_member(member_id).pk != member_id:
            raise NotFound
    moves = _work_out(order, author, lock=True)
    if _digest_of(order, moves) != body.digest:
        raise BusinessError("changeDiffers", work.MOVED_ON, {"preview": _describe(order, moves).model_dump()})
    return schemas.ClassMoveDone(
        moves=[
            schemas.PersonMove(
                member_id=row.person.id, order_id=UUID(work.write_effects(row.change, row.effects, origin))
            )
            for row in moves
            if not row.problem
        ]
    )


@transaction.atomic
def take_back(
    group: GroupFacts, brand_id: int, body: schemas.ClassMoveDone, author: Author, origin: Origin
) -> schemas.ClassMoveUndone:
    """Take back moves of people, each by the rules of their own page. Those that can't be are named. Raises
    NotFound."""
    orders = {row.member_id: row.order_id for row in body.moves}
    members, names = _members_of(group, brand_id, orders)
    stuck = []
    for member_id in sorted(orders):
        try:
            with transaction.atomic():
                withdraw_reported(members[member_id], orders[member_id], author, origin)
        except (BusinessError, NotFound):
            stuck.append(names[member_id].name)
    return schemas.ClassMoveUndone(undone=len(orders) - len(stuck), stuck=stuck)


def _members_of(
    group: GroupFacts, brand_id: int, member_ids: Collection[int]
) -> tuple[dict[int, MemberFacts], dict[int, GroupPerson]]:
    """Return people of the group, all that were named. Raises NotFound."""
    people, members = people_by_id(group.id, member_ids), facts_of_members(member_ids)
    if any(key not in people or key not in members or members[key].brand_id != brand_id for key in member_ids):
        raise NotFound
    return members, people


def _read_order(group: GroupFacts, brand_id: int, body: schemas.ClassMove) -> _Order:
    members, people = _members_of(group, brand_id, body.member_ids)
    terms, day = terms_of_id(group.id), us_date(body.day) if body.day else work.list_first_days()[0]
    if day not in work.list_first_days():
        raise FieldErrors.single("day", texts.CHOICE)
    own = next((row for row in terms.classes if row.id == body.class_id), None)
    if own is None:
        raise FieldErrors.single("class_id", texts.CHOICE)
    return _Order(terms, own, day, members, people)


def _work_out(order: _Order, author: Author, *, lock: bool = False) -> list[Move]:
    """Return the moves of people, by name, in as many queries as of one."""
    moves = []
    for person in sorted(order.people.values(), key=lambda person: (person.name, person.id)):
        facts = {CLASS: order.own.id}
        change = work.WorkChange(order.members[person.id], person, order.terms, order.day, facts)
        moves.append(Move(person, change, problem=_find_problem(order, person)))
    worked = work.work_out_all([row.change for row in moves if not row.problem], author, lock=lock)
    return [row if row.problem else _with_effects(row, worked) for row in moves]


def _find_problem(order: _Order, person: GroupPerson) -> str:
    if person.left_on is not None and person.left_on < order.day:
        return _("Leaves before %(day)s.") % {"day": show_date(order.day)}
    if order.terms.class_of(person.class_id) == order.own:
        return _("Already in %(class)s.") % {"class": order.own.named(get_language() or "en")}
    return ""


def _with_effects(row: Move, worked: work.Worked) -> Move:
    try:
        return replace(row, effects=work.effects_of(row.change, worked))
    except BusinessError as refused:
        return replace(row, problem=str(refused.message))


def _digest_of(order: _Order, moves: Sequence[Move]) -> str:
    rows = [
        [row.person.id, bool(row.problem), "" if row.problem else work.digest_of(row.change, row.effects)]
        for row in moves
    ]
    return hash_content([order.own.id, order.day.isoformat(), rows])


def _describe(order: _Order, moves: Sequence[Move]) -> schemas.ClassMovePreview:
    fees = read_fees(effect.policy.pk for row in moves for effect in row.effects)
    amounts = {row.person.id: work.add_up(row.change, row.effects, fees) for row in moves}
    language = get_language() or "en"
    return schemas.ClassMovePreview(
        digest=_digest_of(order, moves),
        day=show_date(order.day),
        days=[show_date(day) for day in work.list_first_days()],
        class_name=order.own.named(language),
        people=sum(not row.problem for row in moves),
        before=schemas.MonthSplit.build(add_people([before for before, _after in amounts.values()])),
        after=schemas.MonthSplit.build(add_people([after for _before, after in amounts.values()])),
        rows=[
            schemas.ClassMoveRow(
                member_id=row.person.id,
                name=row.person.name,
                class_name=row.change.before.named(language) if row.change.before else "",
                problem=row.problem,
                before=schemas.MonthSplit.build(amounts[row.person.id][0]),
                after=schemas.MonthSplit.build(amounts[row.person.id][1]),
                notes=[] if row.problem else work.explain(row.change, row.effects),
            )
            for row in moves
        ],
    )
