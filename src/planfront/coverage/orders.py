"""Orders of members, groups and reps: read from what they typed, and made as they were previewed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.coverage import engine, schemas, wording
from planfront.coverage.authors import Author, By
from planfront.coverage.buyer import find_buyer, find_holder
from planfront.coverage.effective_days import DayAnswer
from planfront.coverage.moves import read_address, read_place
from planfront.coverage.newcomers import put_on_record, read_covered, read_newcomer
from planfront.coverage.order_kinds import ORDER_KINDS, Order, PersonFacts
from planfront.coverage.people import mark_staying
from planfront.coverage.person_changes import rating_inputs, read_facts, write_order_facts
from planfront.coverage.selectors import answer_of, edition_on, list_events, reasons_for
from planfront.coverage.states import OVER
from planfront.coverage.timeline import SELF, Kind
from planfront.coverage.visible import visible_policies
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors, NotFound
from planfront.kernel.hooks import Hook
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text import texts
from planfront.kernel.text.parse import dollars, us_date
from planfront.members.selectors import relatives
from planfront.members.services import hold_member

if TYPE_CHECKING:
    from planfront.coverage.models import LifeEvent, Policy
    from planfront.members.selectors import MemberFacts


def list_reportable_events(author: Author) -> list[schemas.EventChoice]:
    """Return the life events that the caller may report today."""
    today, spanish = clock.today(), get_language() == "es"
    choices = []
    for event in list_events():
        edition = edition_on(event, today)
        if edition is None or not event.active:
            continue
        if author.by != By.STAFF and author.by not in edition.reporters:
            continue
        choices.append(
            schemas.EventChoice(
                key=event.key,
                name=wording.event_name(event),
                happened=(event.happened_es if spanish else "") or event.happened,
                opens=list(edition.opens),
                paper=(edition.paper_es if spanish else "") or edition.paper,
                paper_may_follow=edition.paper_may_follow,
            )
        )
    return choices


UNDECIDED_AMOUNTS: Hook[Callable[[Sequence[UUID]], frozenset[UUID]]] = Hook("coverage.undecided_amounts")
"""Called with policies; returns those of whose amount the insurer has yet to decide on a part."""


def read_order(member: MemberFacts, body: schemas.ChangeOrder, author: Author, *, choosing: bool = False) -> Order:
    """Return the order that the caller typed. ``choosing``: plans and riders are still to be chosen. Raises FieldErrors
    and NotFound."""
    kind = Kind(body.kind)
    event, happened = _read_event(body), _read_day(body.happened_on, "happened_on") if body.happened_on else None
    if event is not None and happened is None:
        raise FieldErrors.single("happened_on", texts.REQUIRED)
    policies = _read_policies(member, body, kind, author, choosing=choosing)
    keys = {policy.number: policy.pk for policy in policies}
    typed = Typed(member, body, policies, author, event, happened, choosing)
    chooses = choosing or bool(body.plans or body.riders) or kind in (Kind.PLAN, Kind.RIDERS)
    read = _READERS[kind](typed) if kind in _READERS else {}
    return Order(
        kind,
        author,
        list(keys.values()),
        event=event,
        happened_on=happened,
        plans={keys[number]: plan_id for number, plan_id in body.plans.items() if number in keys},
        riders={keys[number]: tuple(dict.fromkeys(codes)) for number, codes in body.riders.items() if number in keys},
        undecided=_find_undecided(list(keys.values())) if chooses else frozenset(),
        days={keys[number]: _read_day(day, "effective") for number, day in body.effective.items() if number in keys},
        **({"buyer": find_buyer(member, author) if chooses else None} | read),
    )


def _find_undecided(policy_ids: Sequence[UUID]) -> frozenset[UUID]:
    return frozenset[UUID]().union(*(find(policy_ids) for find in UNDECIDED_AMOUNTS))


def _read_event(body: schemas.ChangeOrder) -> LifeEvent | None:
    if not body.event:
        return None
    event = next((event for event in list_events() if event.key == body.event), None)
    if event is None:
        raise FieldErrors.single("event", texts.CHOICE)
    return event


def _read_day(text: str, field: str) -> date:
    day = us_date(text)
    if day is None:
        raise FieldErrors.single(field, texts.explain_date(text))
    return day


def _read_policies(
    member: MemberFacts, body: schemas.ChangeOrder, kind: Kind, author: Author, *, choosing: bool
) -> list[Policy]:
    """Return the policies that were named, or all that could change. Raises NotFound for other members' policies."""
    if kind is Kind.PLACE and body.person_id not in ("", SELF):
        return []  # prices go by where the subscriber lives
    own = {policy.number: policy for policy in visible_policies(member, author)}
    chosen = {*body.plans, *body.riders}
    if not own.keys() >= chosen:
        raise NotFound
    if not body.policies and chosen and not choosing and kind in (Kind.PLAN, Kind.RIDERS):
        return [own[number] for number in sorted(chosen)]
    if not body.policies:
        today = clock.today()
        running = [policy for policy in own.values() if policy.state_on(today) not in OVER]
        return [] if ORDER_KINDS[kind].reasons else sorted(running, key=lambda policy: policy.number)
    if any(number not in own for number in body.policies):
        raise NotFound
    return [own[number] for number in dict.fromkeys(body.policies)]


@dataclass(frozen=True)
class Typed:
    """The caller's words, with the policies they concern."""

    member: MemberFacts
    body: schemas.ChangeOrder
    policies: Sequence[Policy]
    author: Author
    event: LifeEvent | None = None
    happened_on: date | None = None
    choosing: bool = False


def first_day_of(event: LifeEvent | None, happened_on: date | None) -> date:
    """Return the first day of coverage that an event's rule gives, as far as there is one."""
    if event is None or happened_on is None:
        return clock.today()
    edition = edition_on(event, happened_on)
    answer = answer_of(edition, happened_on, clock.today()) if edition else None
    return answer.day if isinstance(answer, DayAnswer) else happened_on


def _read_newcomer(typed: Typed) -> dict[str, Any]:
    newcomer = read_newcomer(typed.body.person, typed.policies)
    on = first_day_of(typed.event, typed.happened_on)
    confirmed = typed.body.confirmed
    covered = read_covered(typed.member, newcomer, on, typed.policies, confirmed)
    return {"newcomer": newcomer, "person": covered, "confirmed": tuple(confirmed)}


def _read_key(typed: Typed) -> dict[str, Any]:
    if not typed.body.person_id:
        raise FieldErrors.single("person_id", texts.REQUIRED)
    return {"key": typed.body.person_id}


def _read_amount(typed: Typed) -> dict[str, Any]:
    if not typed.body.amount.strip():
        raise FieldErrors.single("amount", texts.REQUIRED)
    amount = dollars(typed.body.amount)
    if not amount:
        raise FieldErrors.single("amount", _("Enter an amount in dollars."))
    return {"amount": amount}


def _read_place(typed: Typed) -> dict[str, Any]:
    body, member = typed.body, typed.member
    place = read_place(body.zip, body.state, body.county, member.brand_id)
    if typed.choosing:
        return {"place": place}
    key = body.person_id or SELF
    if key != SELF and all(relative.id != key for relative in relatives(member.id, "dependent")):
        raise NotFound
    return {"place": place, "facts": PersonFacts(read_address(body, place), key)}


def _read_facts(typed: Typed) -> dict[str, Any]:
    return changed_facts(typed.member, read_facts(typed.member, typed.body))


def changed_facts(member: MemberFacts, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an order says of facts of a member that become other ones."""
    return {"facts": PersonFacts(facts), "inputs": rating_inputs(facts), "buyer": find_holder(member, facts)}


def _read_reason(typed: Typed) -> dict[str, Any]:
    if not typed.body.reason:
        return {}
    use = ORDER_KINDS[Kind(typed.body.kind)].reasons
    reason = next((row for row in reasons_for(use, typed.author.by) if row.key == typed.body.reason), None)
    if reason is None:
        raise FieldErrors.single("reason", texts.CHOICE)
    return {"reason": reason}


def _read_end(typed: Typed) -> dict[str, Any]:
    last_day = _read_day(typed.body.last_day, "last_day") if typed.body.last_day else None
    fields = _read_reason(typed)
    if last_day is None and not typed.body.event:
        raise FieldErrors.single("last_day", texts.REQUIRED)
    if last_day is not None and typed.author.by == By.MEMBER and last_day < clock.today():
        raise FieldErrors.single("last_day", _("Coverage can't end before today."))
    return {"last_day": last_day, **fields}


_READERS: Mapping[Kind, Callable[[Typed], dict[str, Any]]] = {
    Kind.ADD_PERSON: _read_newcomer,
    Kind.DROP_PERSON: _read_key,
    Kind.AMOUNT: _read_amount,
    Kind.PLACE: _read_place,
    Kind.FACTS: _read_facts,
    Kind.END: _read_end,
    Kind.CANCEL: _read_reason,
    Kind.REINSTATE: _read_reason,
}
"""The fields of an Order that its kind takes from the words. Readers raise FieldErrors."""


@transaction.atomic
def submit_order(member: MemberFacts, order: Order, digest: str, origin: Origin) -> UUID:
    """Make the change. Returns the id of all that was changed together. Raises OrderDiffers where anything moved, and
    OrderRefused."""
    if order.plans or ORDER_KINDS[order.kind].concerns_others:
        hold_member(member.id)  # nobody buys the same plan meanwhile
    if order.person is not None and order.newcomer is not None:
        put_on_record(member, order.person, order.newcomer)
    entries = engine.apply_order(order, digest)
    if order.stays and order.person is not None:
        mark_staying([entry.ledger.policy.pk for entry in entries], order.person.key)
    order_id = entries[0].change.order if entries else new_uuid()
    write_order_facts(member, order, order_id, origin)
    record(
        "policy.changed",
        origin=origin,
        subject_type="member",
        subject_id=member.id,
        meta={
            "order": str(order_id),
            "kind": order.kind,
            "policies": [entry.ledger.policy.number for entry in entries],
            **({"confirmed": order.confirmed} if order.confirmed else {}),
        },
    )
    return order_id
