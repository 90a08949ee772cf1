"""Facts of people that change with an order: written on their record with the same days, and taken back with it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING
from uuid import UUID

from planfront.coverage.timeline import Kind, Role
from planfront.members.person_history import FactCause
from planfront.members.services import change_person

if TYPE_CHECKING:
    from planfront.audit.services import Origin
    from planfront.coverage.order_kinds import Order
    from planfront.members.selectors import MemberFacts

_MARITAL = {"marriage": 1, "divorce": 2}
"""The marital status that a life event brings."""


def write_order_facts(member: MemberFacts, order: Order, order_id: UUID, origin: Origin) -> None:
    """Write what an order changes on the records of people. Runs inside a transaction."""
    cause = FactCause(_cause_of(order), origin, effective=_first_day(order), order=order_id, note=order.note)
    if status := _marital_status(order):
        change_person(member.id, None, cause, marital_status=status)
    if order.facts is not None:
        change_person(member.id, order.facts.relative_id, cause, **order.facts.fields)


def _cause_of(order: Order) -> str:
    return order.event.key if order.event is not None else _CAUSES.get(order.kind, order.kind.value)


_CAUSES = {Kind.PLACE: "move"}


def _first_day(order: Order) -> date:
    """Return the day from which facts hold: the day of the event, else the first day that was chosen."""
    return order.happened_on or min(order.days.values(), default=order.reported)


def _marital_status(order: Order) -> int | None:
    if order.event is None:
        return None
    if order.person is not None and order.person.role is Role.PARTNER:
        return None
    return _MARITAL.get(order.event.key)
