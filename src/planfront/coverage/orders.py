"""What callers want to change, read from their words, previewed and sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.catalog.selectors import catalog
from planfront.coverage import engine, schemas, wording
from planfront.coverage.authors import Author, By
from planfront.coverage.buyer import find_buyer
from planfront.coverage.engine import CannotWithdraw, Order, OrderDiffers, OrderRefused, Outcome, monthly_of
from planfront.coverage.member_reads import visible_policies
from planfront.coverage.numbers import number_problem
from planfront.coverage.plan_facts import compare_facts, plan_name, rider_name
from planfront.coverage.selectors import edition_on, list_events, reason_of
from planfront.coverage.states import OVER
from planfront.coverage.timeline import Covered, Kind, Place, Role
from planfront.eligibility.births import Bound, Parents, birth_bounds
from planfront.integrations import zips
from planfront.integrations.states import Purpose, zip_problem
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, FieldError, FieldErrors, NotFound
from planfront.kernel.hooks import Hook
from planfront.kernel.money import ZERO
from planfront.kernel.text import texts
from planfront.kernel.text.folding import comparison_key, fold_text, name_key
from planfront.kernel.text.parse import dollars, person_name, person_number, show_date, us_date, zip5
from planfront.members.employment import is_todays, leaving_of, withdraw_leaving
from planfront.members.selectors import MemberFacts, RelativeFacts, family_numbers, relatives
from planfront.members.services import add_relative_once, hold_member

if TYPE_CHECKING:
    from pydantic import BaseModel

    from planfront.catalog.snapshot import PlanView
    from planfront.coverage.models import LifeEvent, Policy, Reason, RuleEdition
    from planfront.kernel.http.request import ApiRequest
    from planfront.members.models import Leaving

_REASON_USES = {Kind.END: "end", Kind.CANCEL: "cancel", Kind.REINSTATE: "reinstate"}
_BY = {"member": By.MEMBER, "group": By.GROUP, "rep": By.REP, "staff": By.STAFF}


def author_of(request: ApiRequest) -> Author:
    """In which role the caller makes changes. Raises NotFound for who has none."""
    by = _BY.get(request.actor.kind)
    if by is None:
        raise NotFound
    return Author(by, request.actor.user_id)


def list_choices(author: Author) -> list[schemas.EventChoice]:
    """The life events that the caller may report today."""
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


@dataclass(frozen=True)
class ReadOrder:
    """An order with what else its preview is told by. ``person``: who would be added, by their words."""

    order: Order
    edition: RuleEdition | None
    policies: Mapping[UUID, Policy]
    person: schemas.NewPerson | None


def read_order(member: MemberFacts, body: schemas.ChangeOrder, author: Author, *, choosing: bool = False) -> ReadOrder:
    """What the caller wants, by their words. ``choosing``: plans and riders are still to be chosen. Raises FieldErrors
    and NotFound."""
    kind = Kind(body.kind)
    event, happened = _event(body), _day(body.happened_on, "happened_on") if body.happened_on else None
    if event is not None and happened is None:
        raise FieldErrors.single("happened_on", texts.REQUIRED)
    policies = _policies(member, body, kind, author, choosing=choosing)
    by_number = {policy.number: policy for policy in policies}
    person = _new_person(body.person, policies) if kind is Kind.ADD_PERSON else None
    chooses = choosing or bool(body.plans or body.riders) or kind in (Kind.PLAN, Kind.RIDERS)
    order = Order(
        kind,
        author,
        [policy.pk for policy in policies],
        event=event,
        happened_on=happened,
        days={
            by_number[number].pk: _day(day, "effective")
            for number, day in body.effective.items()
            if number in by_number
        },
        person=_covered(member, person) if person else None,
        key=body.person_id,
        last_day=_day(body.last_day, "last_day") if kind is Kind.END and body.last_day else None,
        reason=_reason(body, kind),
        amount=_amount(body) if kind is Kind.AMOUNT else None,
        place=_place(body) if kind is Kind.PLACE else None,
        plans={by_number[number].pk: plan_id for number, plan_id in body.plans.items() if number in by_number},
        riders={by_number[number].pk: _codes(codes) for number, codes in body.riders.items() if number in by_number},
        buyer=find_buyer(member, author) if chooses else None,
        undecided=_undecided([policy.pk for policy in policies]) if chooses else frozenset(),
    )
    _check_needed(order)
    edition = edition_on(event, happened) if event is not None and happened is not None else None
    return ReadOrder(order, edition, {policy.pk: policy for policy in policies}, person)


def _undecided(policy_ids: Sequence[UUID]) -> frozenset[UUID]:
    return frozenset[UUID]().union(*(find(policy_ids) for find in UNDECIDED_AMOUNTS))


def _check_needed(order: Order) -> None:
    if order.kind is Kind.DROP_PERSON and not order.key:
        raise FieldErrors.single("person_id", texts.REQUIRED)
    if order.kind is Kind.END and order.event is None and order.last_day is None:
        raise FieldErrors.single("last_day", texts.REQUIRED)
    if order.kind is Kind.END and order.last_day and order.author.by == By.MEMBER and order.last_day < clock.today():
        raise FieldErrors.single("last_day", _("Coverage can't end before today."))


def _event(body: schemas.ChangeOrder) -> LifeEvent | None:
    if not body.event:
        return None
    event = next((event for event in list_events() if event.key == body.event), None)
    if event is None:
        raise FieldErrors.single("event", texts.CHOICE)
    return event


def _day(text: str, field: str, latest: date | None = None) -> date:
    day = us_date(text, latest)
    if day is None:
        raise FieldErrors.single(field, texts.of_date(text))
    return day


def _codes(codes: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(codes))


def _policies(
    member: MemberFacts, body: schemas.ChangeOrder, kind: Kind, author: Author, *, choosing: bool
) -> list[Policy]:
    """Those that were named, or all that could change. Of other members nothing is known here."""
    own = {policy.number: policy for policy in visible_policies(member, author)}
    chosen = {*body.plans, *body.riders}
    if not own.keys() >= chosen:
        raise NotFound
    if not body.policies and chosen and not choosing and kind in (Kind.PLAN, Kind.RIDERS):
        return [own[number] for number in sorted(chosen)]
    if not body.policies:
        today = clock.today()
        running = [policy for policy in own.values() if policy.state_on(today) not in OVER]
        return [] if kind in _REASON_USES else sorted(running, key=lambda policy: policy.number)
    if any(number not in own for number in body.policies):
        raise NotFound
    return [own[number] for number in dict.fromkeys(body.policies)]


_NAMES = {"first_name": texts.FIRST_NAME, "last_name": texts.LAST_NAME}
_MARRIED = 1


def _new_person(person: schemas.NewPerson | None, policies: Sequence[Policy]) -> schemas.NewPerson:
    """Return a person who joins, in a form that can be kept. Raises FieldErrors."""
    if person is None:
        raise FieldErrors.single("person", texts.REQUIRED)
    errors = []
    for name, wrong in _NAMES.items():
        typed = getattr(person, name)
        if person_name(typed) is None:
            errors.append(FieldError(f"person.{name}", texts.of_name(typed, wrong)))
    plans = [(policy.plan_id, policy.plan_name) for policy in policies]
    if person.ssn and (problem := number_problem(person.ssn, plans)):
        errors.append(FieldError("person.ssn", problem))
    if errors:
        raise FieldErrors(errors)
    return person.model_copy(update={name: fold_text(getattr(person, name)) for name in _NAMES})


def _covered(member: MemberFacts, person: schemas.NewPerson) -> Covered:
    """Return the person who is added. Name and birth date tell who it is, also before they are on record."""
    today = clock.today()
    born = _day(person.birth_date, "person.birth_date", today)
    bound = find_broken_bound(member, Role(person.role), born)
    if problem := texts.of_birth(born, today) or (bound and bound_text(bound)):
        raise FieldErrors.single("person.birth_date", problem)
    key = key_of(member, person, born)
    taken = family_numbers(member.id, except_relative=key) if person.ssn else ()
    if person.ssn and (problem := number_problem(person.ssn, (), taken)):
        raise FieldErrors.single("person.ssn", problem)
    return Covered(key, Role(person.role), born, born)


def find_broken_bound(member: MemberFacts, role: Role, born: date) -> Bound | None:
    """Return the first bound of today that the birth date of somebody who joins a member's family is beyond."""
    spouses = (row.birth_date for row in relatives(member.id, "dependent") if row.relationship.lower() == "spouse")
    parents = Parents(member.birth_date, next(spouses, None), spouse_unknown=member.marital_status == _MARRIED)
    bounds = birth_bounds("child" if role is Role.CHILD else "spouse", parents, clock.today())
    return next((bound for bound in bounds if not bound.allows(born)), None)


def bound_text(bound: Bound) -> str:
    """Return why a birth date can't be right, of a family on record."""
    if bound.code == "older":
        return _("A child can't be older than the member. Please check the date of birth.")
    if bound.code == "generation":
        return _(
            "A child has to be at least 10 years younger than the member or the spouse. Please check the date of birth."
        )
    return bound.message


def key_of(member: MemberFacts, person: schemas.NewPerson, born: date) -> str:
    """The relative's id, or the one that whoever isn't on record yet is going to have."""
    for relative in relatives(member.id, "dependent"):
        if _names(relative) == _names(person) and relative.birth_date == born:
            return relative.id
    names = (comparison_key(person.first_name), comparison_key(person.last_name))
    return str(uuid5(NAMESPACE_OID, f"{member.id}:{names}:{born.isoformat()}"))


def _names(person: schemas.NewPerson | RelativeFacts) -> tuple[str, str]:
    return name_key(person.first_name), name_key(person.last_name)


def _reason(body: schemas.ChangeOrder, kind: Kind) -> Reason | None:
    if kind not in _REASON_USES or not body.reason:
        return None
    reason = reason_of(body.reason, _REASON_USES[kind])
    if reason is None:
        raise FieldErrors.single("reason", texts.CHOICE)
    return reason


def _amount(body: schemas.ChangeOrder) -> Decimal:
    if not body.amount.strip():
        raise FieldErrors.single("amount", texts.REQUIRED)
    amount = dollars(body.amount)
    if not amount:
        raise FieldErrors.single("amount", _("Enter an amount in dollars."))
    return amount


def _place(body: schemas.ChangeOrder) -> Place:
    code = zip5(body.zip)
    info = zips.lookup(code) if code else None
    problem = zip_problem(info.states if info else (), Purpose.HOME)
    if code is None or info is None or problem:
        raise FieldErrors.single("zip", problem)
    state = body.state or info.states[0]
    if state not in info.states:
        raise FieldErrors.single("state", texts.CHOICE)
    return Place(state, code)


def preview(read: ReadOrder) -> schemas.Preview:
    """What would happen. Raises BusinessError ``changeRefused`` where the caller may not."""
    return describe(*work_out(read))


def work_out(read: ReadOrder) -> tuple[ReadOrder, list[Outcome]]:
    """What an order does; where it reaches back too far for one person, the order by two people. Raises BusinessError
    ``changeRefused``."""
    try:
        order, outcomes = engine.preview_by_two(read.order)
    except OrderRefused as refused:
        raise refused_text(refused) from refused
    return replace(read, order=order), outcomes


def refused_text(refused: OrderRefused) -> BusinessError:
    """Why an order can't be worked out, in words."""
    words = {
        "event": _("This can't be changed for that reason. Call us, and we help."),
        "reason": _("Say why."),
        "nobody": _("None of the plans can take this change."),
    }
    return BusinessError("changeRefused", words[refused.why])


def describe(read: ReadOrder, outcomes: list[Outcome]) -> schemas.Preview:
    possible, plans = [outcome for outcome in outcomes if outcome.entry is not None], catalog().plans
    costs = [(monthly_of(outcome.before), monthly_of(outcome.after)) for outcome in possible]
    known = all(before is not None and after is not None for before, after in costs)
    before = sum((cost or ZERO for cost, _after in costs), ZERO) if known else None
    after = sum((cost or ZERO for _before, cost in costs), ZERO) if known else None
    return schemas.Preview(
        digest=engine.digest_of(outcomes),
        possible=bool(possible),
        asks=bool(possible) and read.order.by_two,
        window=_window(read),
        rows=[_row(read, outcome, plans) for outcome in outcomes],
        before=wording.money_text(before),
        after=wording.money_text(after),
        difference=wording.difference_text(None if before is None or after is None else after - before),
        consequences=[
            *([wording.by_two_text()] if possible and read.order.by_two else []),
            *wording.consequences(read.order, outcomes),
        ],
    )


def _window(read: ReadOrder) -> schemas.Window | None:
    edition, happened, today = read.edition, read.order.happened_on, clock.today()
    if edition is None or happened is None:
        return None
    first, last = edition.window.first_day(happened), edition.window.last_day(happened)
    return schemas.Window(
        first_day=show_date(first),
        last_day=show_date(last),
        today=show_date(today),
        is_open=first <= today and (last is None or today <= last),
    )


def _row(read: ReadOrder, outcome: Outcome, plans: Mapping[int, PlanView]) -> schemas.PreviewRow:
    today = clock.today()
    names = read.person
    return schemas.PreviewRow(
        policy_number=outcome.policy.number,
        plan=outcome.policy.plan_name,
        category=outcome.policy.category,
        possible=outcome.entry is not None,
        problem="" if outcome.entry else wording.problem_text(outcome, read.edition, read.order, today),
        days=[
            schemas.DayChoice(
                day=show_date(choice.day), reason=wording.reason_text(choice, read.edition, read.order, today)
            )
            for choice in outcome.offered
        ],
        effective=show_date(outcome.effective),
        before=wording.money_text(monthly_of(outcome.before)) if outcome.before or outcome.entry else "",
        after=wording.money_text(monthly_of(outcome.after)) if outcome.entry else "",
        difference=wording.difference_text(outcome.difference) if outcome.entry else "",
        people_before=len(outcome.before.covered) if outcome.before else 0,
        people_after=len(outcome.after.covered) if outcome.after and outcome.entry else 0,
        tier_before=wording.tier_text(outcome.before.tier) if outcome.before else "",
        tier_after=wording.tier_text(outcome.after.tier) if outcome.after and outcome.entry else "",
        joins=names.first_name if names and outcome.entry else "",
        never_begins=outcome.never_begins,
        **_chosen(outcome, plans),
    )


def _chosen(outcome: Outcome, plans: Mapping[int, PlanView]) -> dict[str, Any]:
    """What of the plan becomes something else."""
    before, after = outcome.before, outcome.after if outcome.entry else None
    now, then = (plans.get(terms.plan_id) if terms else None for terms in (before, after))
    moves = before is not None and after is not None and before.plan_id != after.plan_id and then is not None
    had, has = (set(terms.riders) if terms else set() for terms in (before, after))
    named = {rider.code: rider_name(rider) for view in (now, then) if view for rider in view.riders}
    return {
        "new_plan": plan_name(then) if moves and then else "",
        "facts": compare_facts(now, then) if moves and then else [],
        "amount_before": wording.money_text(before.amount) if moves and before else "",
        "amount_after": wording.money_text(after.amount) if moves and after else "",
        "riders_added": [named.get(code, code) for code in sorted(has - had)] if after else [],
        "riders_dropped": [named.get(code, code) for code in sorted(had - has)] if after else [],
    }


@transaction.atomic
def submit(
    member: MemberFacts,
    read: ReadOrder,
    digest: str,
    origin: Origin,
    shown: Callable[[list[Outcome]], BaseModel] | None = None,
) -> UUID:
    """Make the change. Returns what names all that was changed together. Raises BusinessError ``changeDiffers`` with
    the new preview, made by ``shown``, where anything moved, and ``changeRefused``."""
    order = read.order
    if order.plans or order.kind is Kind.REINSTATE:
        hold_member(member.id)  # nobody buys the same plan meanwhile
    if order.person is not None and read.person is not None:
        _put_on_record(member, order.person, read.person)
    try:
        entries = engine.apply_order(order, digest)
    except OrderDiffers as differs:
        outcomes = list(differs.outcomes)
        raise differs_error(shown(outcomes) if shown else describe(read, outcomes)) from differs
    except OrderRefused as refused:
        raise refused_text(refused) from refused
    order_id = entries[0].change.order
    record(
        "policy.changed",
        origin=origin,
        subject_type="member",
        subject_id=member.id,
        meta={
            "order": str(order_id),
            "kind": order.kind,
            "policies": [entry.ledger.policy.number for entry in entries],
        },
    )
    return order_id


def differs_error(now: BaseModel) -> BusinessError:
    """What would happen now isn't what was previewed."""
    words = _("Something has changed since. Look at it again, then send it.")
    return BusinessError("changeDiffers", words, {"preview": now.model_dump()})


def _put_on_record(member: MemberFacts, person: Covered, new_person: schemas.NewPerson) -> None:
    add_relative_once(
        member.id,
        UUID(person.key),
        relationship="spouse" if person.role in (Role.SPOUSE, Role.PARTNER) else "child",
        first_name=new_person.first_name,
        last_name=new_person.last_name,
        suffix=new_person.suffix,
        birth_date=person.birth_date,
        gender=new_person.gender,
        ssn=person_number(new_person.ssn) or "",
    )


def _withdraw_leaving(leaving: Leaving | None, author: Author, origin: Origin) -> None:
    if leaving is None:
        return
    if author.by != By.STAFF and not is_todays(leaving, author.user_id):
        raise CannotWithdraw("late")
    withdraw_leaving(leaving.pk, origin)


def _withdrawal_problem(why: str) -> str:
    if why == "late":
        return _("It can be taken back until the end of its day only, by whoever sent it.")
    if why == engine.Problem.HAS_PLAN:
        return _("Another policy has the same plan now, and nobody has a plan twice.")
    return _("Something else was changed since and stands on it.")


@transaction.atomic
def withdraw(member: MemberFacts, order_id: UUID, author: Author, origin: Origin) -> None:
    """Take back what was changed together, and a last day of work that was reported with it; staff take a member's part
    of what was changed for several people back. Raises NotFound and BusinessError ``withdrawRefused``."""
    whole, leaving = engine.is_order_of(order_id, member.id), leaving_of(order_id, member.id)
    if not whole and leaving is None and not (author.by == By.STAFF and engine.touches(order_id, member.id)):
        raise NotFound
    hold_member(member.id)  # before the policies, as a merge does; nobody buys the same plan meanwhile
    try:
        entries = engine.withdraw_order(order_id, author, member.id)
        _withdraw_leaving(leaving, author, origin)
    except CannotWithdraw as refused:
        raise BusinessError("withdrawRefused", _withdrawal_problem(refused.why)) from refused
    if not entries and leaving is None:
        return
    record(
        "policy.change_withdrawn",
        origin=origin,
        subject_type="member",
        subject_id=member.id,
        meta={"order": str(order_id), "policies": [entry.ledger.policy.number for entry in entries]},
    )
