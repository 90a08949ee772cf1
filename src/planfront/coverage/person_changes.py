"""Facts of people that change with an order: read as they are typed, written on their record with the same days, and
taken back with it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils.translation import gettext as _

from planfront.coverage.ledger import load_ledgers
from planfront.coverage.moves import read_mailing
from planfront.coverage.people import open_policies
from planfront.coverage.pricing import Pricing
from planfront.coverage.timeline import Kind, Role, find_terms
from planfront.kernel import clock
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.money import as_text
from planfront.kernel.text import texts
from planfront.kernel.text.parse import dollars, us_phone
from planfront.members.pay import MOST
from planfront.members.person_history import FactCause, changed_facts
from planfront.members.selectors import taken_contacts
from planfront.members.services import change_person
from planfront.rating.engine import SEX_OF_GENDER

if TYPE_CHECKING:
    from planfront.audit.services import Origin
    from planfront.coverage.models import Policy
    from planfront.coverage.order_kinds import Order
    from planfront.coverage.schemas import ChangeOrder, ContactChange
    from planfront.members.selectors import MemberFacts


def rating_inputs(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts of a member, by column, as what prices depend on (pricing.INPUTS)."""
    inputs: dict[str, Any] = {}
    if "is_smoker" in facts:
        inputs["tobacco"] = facts["is_smoker"]
    if "gender" in facts:
        inputs["sex"] = SEX_OF_GENDER.get(facts["gender"])
    if "annual_salary" in facts:
        inputs["income"] = None if facts["annual_salary"] is None else as_text(facts["annual_salary"])
    if "weekly_hours" in facts:
        inputs["hours"] = None if facts["weekly_hours"] is None else int(facts["weekly_hours"])
    return inputs


def find_changed_inputs(member_id: int, day: date) -> dict[str, Any]:
    """Return what prices depend on as it is on a day, as far as it was changed or put right since the member is on
    record: policies that it made no difference to have it as it was sold."""
    return rating_inputs(changed_facts(member_id, day))


def list_policies_by_other_facts(facts: Mapping[int, Mapping[str, Any]]) -> list[Policy]:
    """Return the open policies whose price, or whose sale, hangs on facts of their members, by member and column, and
    goes by other ones."""
    by_member = {member_id: inputs for member_id, own in facts.items() if (inputs := rating_inputs(own))}
    pricing, today = Pricing(), clock.today()
    policies = []
    for held in load_ledgers(open_policies(by_member)) if by_member else ():
        inputs = by_member[held.policy.member_id or 0]
        terms = find_terms(held.versions, max(today, held.policy.effective_date))
        used = pricing.inputs_used(terms) if terms else ()
        if terms and any(name in used and terms.inputs.get(name) != value for name, value in inputs.items()):
            policies.append(held.policy)
    return policies


def read_facts(member: MemberFacts, typed: ChangeOrder) -> dict[str, Any]:
    """Return the facts of a member that were typed and aren't on record already, by column. Raises FieldErrors."""
    facts: dict[str, Any] = {}
    if typed.tobacco:
        facts["is_smoker"] = typed.tobacco == "yes"
    if typed.gender is not None:
        facts["gender"] = typed.gender
    if typed.weekly_hours.strip():
        facts["weekly_hours"] = _read_amount("weekly_hours", typed.weekly_hours)
    if typed.annual_salary.strip():
        facts["annual_salary"] = _read_amount("annual_salary", typed.annual_salary)
    if not facts:
        raise FieldErrors.single("tobacco", texts.REQUIRED)
    new = {name: value for name, value in facts.items() if getattr(member, name) != value}
    if not new:
        raise FieldErrors.single(_FIELDS[next(iter(facts))], _("This is on record already."))
    return new


def change_contact(member: MemberFacts, typed: ContactChange, origin: Origin) -> None:
    """Write the phone or the mailing address that a member typed, from today on. Raises FieldErrors."""
    errors: list[FieldError] = []
    facts = {**read_mailing(typed, errors)}
    if typed.phone.strip() or not facts:
        facts["phone"] = us_phone(typed.phone) or ""
        if not facts["phone"]:
            errors.append(FieldError("phone", texts.PHONE if typed.phone.strip() else texts.REQUIRED))
        elif taken_contacts(member.brand_id, phone=facts["phone"], except_member=member.id):
            errors.append(FieldError("phone", _("Another member has this phone number.")))
    if errors:
        raise FieldErrors(errors)
    change_person(member.id, None, FactCause("contact", origin), **facts)


_FIELDS = {"is_smoker": "tobacco", "gender": "gender", "weekly_hours": "weekly_hours", "annual_salary": "annual_salary"}


def _read_amount(field: str, text: str) -> Decimal:
    amount, most = dollars(text), MOST[field]
    if amount is None:
        raise FieldErrors.single(field, _("Enter a number."))
    if amount > most:
        raise FieldErrors.single(field, _("Enter at most %(most)s.") % {"most": f"{most:,}"})
    return amount


_MARITAL = {"marriage": 1, "divorce": 2}
"""The marital status that a life event brings."""


def write_order_facts(member: MemberFacts, order: Order, order_id: UUID, origin: Origin) -> None:
    """Write what an order changes on the records of people. Runs inside a transaction."""
    facts = order.facts
    corrects = facts is not None and facts.is_correction
    effective = None if corrects else _first_day(order)
    cause = FactCause(_cause_of(order), origin, effective, corrects, order_id, order.note)
    if status := _marital_status(order):
        change_person(member.id, None, cause, marital_status=status)
    if facts is not None:
        change_person(member.id, facts.relative_id, cause, **facts.fields)


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
