"""The member of a submitted application, with the people it covers and names."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language

from planfront.audit.services import Origin
from planfront.coverage.timeline import Role
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.beneficiary.answers import ESTATE, PERSON, TRUST, Beneficiary, BeneficiaryAnswers
from planfront.enrollment.steps.contact.answers import ContactAnswers
from planfront.enrollment.steps.dependent.answers import Dependent, DependentAnswers
from planfront.enrollment.steps.personal.answers import PersonalAnswers
from planfront.members.person_facts import MAILING
from planfront.members.services import (
    Enrollee,
    create_enrollee,
    find_and_hold,
    find_or_add_relatives,
    hold_member,
)
from planfront.members.tasks import invite_enrollee
from planfront.sales.buyers import Buyer
from planfront.sales.buyers import Dependent as CoveredDependent

if TYPE_CHECKING:
    from planfront.members.models import Member
    from planfront.shopping.models import Quote

_MOST = {"address1": 80, "address2": 80, "city": 60, "state": 2, "zip": 5, "county": 60}


def hold_enrollee(quote: Quote, ctx: StepContext) -> Member | None:
    """The member who enrolls, where they are on record: they get no plan meanwhile that the application gives them, and
    no merge goes on. Runs inside the submission's transaction, before anything is decided."""
    if quote.member_id is not None:
        return hold_member(quote.member_id)
    return find_and_hold(_enrollee(quote, ctx))


def load_buyer(quote: Quote, ctx: StepContext, known: Member | None, origin: Origin) -> Buyer:
    """Return the member who enrolls, added to the record where they are new, with the application's dependents and
    beneficiaries. A new member is invited to sign in.

    The enrollment itself isn't given to a member who was found by number: anyone who typed the number could read their
    record.
    """
    member = known
    if member is None:
        member = create_enrollee(_enrollee(quote, ctx), origin)
        invite_enrollee.enqueue(member.pk, get_language() or "en")
    born = ctx.shopper.dob
    dependents = _dependents(member, ctx, may_change=quote.member_id is not None)
    return Buyer(born, member.pk, dependents, list_designated(ctx))


def _enrollee(quote: Quote, ctx: StepContext) -> Enrollee:
    applicant, contact = ctx.read(PersonalAnswers), ctx.read(ContactAnswers)
    home = ctx.answers(registry.CONTACT.key)
    fields: dict[str, Any] = {name: str(home.get(name) or "")[:most] for name, most in _MOST.items()}
    status = applicant.marital_status
    fields |= {name: str(home.get(name) or "") for name in MAILING}
    fields |= {
        "first_name": applicant.first_name,
        "middle_name": applicant.middle_name,
        "last_name": applicant.last_name,
        "suffix": applicant.suffix,
        "gender": quote.gender,
        "email": contact.email_address,
        "phone": contact.phone_number,
        "marital_status": int(status) if status.isdigit() else None,
        "is_smoker": quote.tobacco,
        "group_id": quote.group_id,
        "agent_id": quote.agent_id,
        "portal_id": quote.portal_id,
    }
    return Enrollee(quote.brand_id, ctx.shopper.dob, applicant.ssn, fields)


def _dependents(member: Member, ctx: StepContext, *, may_change: bool) -> list[CoveredDependent]:
    if not registry.DEPENDENT.required(ctx):
        return []
    people = [(person, born) for person in ctx.read(DependentAnswers).dependents if (born := person.birthdate)]
    rows = [_relative(person, born) for person, born in people]
    relatives = find_or_add_relatives(member, "dependent", rows, fill_numbers=may_change)
    return [
        CoveredDependent(str(relative.pk), Role.SPOUSE if person.is_spouse else Role.CHILD, born)
        for relative, (person, born) in zip(relatives, people, strict=True)
    ]


def _relative(person: Dependent, born: date) -> dict[str, Any]:
    gender = str(person.stored.get("gender") or "")
    return {
        "relationship": person.relationship,
        "first_name": person.first_name,
        "middle_name": person.middle_name,
        "last_name": person.last_name,
        "suffix": person.suffix,
        "birth_date": born,
        "gender": int(gender) if gender.isdigit() else None,
        "ssn": person.ssn,
    }


def list_designated(ctx: StepContext) -> list[dict[str, Any]]:
    """Return the people of a designation (see coverage.models.Designation); none where none are asked for."""
    if not registry.BENEFICIARY.required(ctx):
        return []
    return [
        {
            "name": _beneficiary_name(person),
            "relationship": person.relationship,
            "share": person.beneficiary_percentage or 0,
            **({"born": person.birthdate.isoformat()} if person.kind == PERSON and person.birthdate else {}),
        }
        for person in ctx.read(BeneficiaryAnswers).beneficiaries
    ]


def _beneficiary_name(person: Beneficiary) -> str:
    if person.kind == TRUST:
        return person.trust_name
    return "" if person.kind == ESTATE else person.full_name
