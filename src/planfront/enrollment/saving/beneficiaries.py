"""The list of beneficiaries: staged one by one, taken over with Next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.db import transaction

from planfront.audit.services import Origin
from planfront.enrollment.application import context, store
from planfront.enrollment.application.listed_people import listed_beneficiaries
from planfront.enrollment.application.proposals import context_for
from planfront.enrollment.application.proposing import propose
from planfront.enrollment.application.results import SaveResult, save_result
from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import Answers, StepContext
from planfront.enrollment.profiles.introspection import sample_context
from planfront.enrollment.saving import staged
from planfront.enrollment.steps.beneficiary.answers import PERSON, Beneficiary
from planfront.enrollment.steps.registry import BENEFICIARY
from planfront.kernel import clock

if TYPE_CHECKING:
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote


def complete_person(ctx: StepContext, values: dict[str, Any], *, by_number: bool = False) -> Answers:
    """A submitted beneficiary as they are known: with the id and the stored number."""
    # Records of existing users name the date differently.
    person = {**values, "birthdate": values.get("birthdate") or values.get("dob", "")}
    person.pop("dob", None)
    on_list = {person.beneficiary_id: person for person in listed_beneficiaries(ctx)}
    if by_number and not person.get("beneficiary_id"):
        person["beneficiary_id"] = _same_without_number(on_list, person)
    return staged.recognize_person(on_list, person, "beneficiary_id", by_number=by_number)[0]


def _same_without_number(on_list: Mapping[str, Beneficiary], values: dict[str, Any]) -> str:
    """The id of the trust or the estate that is sent again; "" for anybody else."""
    sent = (values.get("relationship"), rules.text(values, "trust_name"))
    not_people = ((key, person) for key, person in on_list.items() if person.kind != PERSON)
    return next((key for key, person in not_people if (person.relationship, person.trust_name) == sent), "")


def check_beneficiary(*, quote: Quote, person: dict[str, Any], side: Side = "client") -> Answers:
    """Check one beneficiary together with the stored others. Stores nothing; errors have bare field names."""
    ctx = context_for(quote, side, context.application_of(quote))
    clean = BENEFICIARY.person(ctx, complete_person(ctx, person))
    checked = Beneficiary.read(clean)
    rest = [other for other in listed_beneficiaries(ctx) if other.beneficiary_id != checked.beneficiary_id]
    staged.check_beside(checked, rest)
    BENEFICIARY.check_one_estate(checked, rest)
    return clean


def check_beneficiary_alone(*, person: dict[str, Any]) -> Answers:
    """Check one beneficiary without an application."""
    ctx = replace(sample_context(clock.today()), facts=context.ListFacts())
    return BENEFICIARY.person(ctx, complete_person(ctx, person))


def _clean_list(
    opened: store.OpenDraft, listed: list[dict[str, Any]], version: int | None, stamp: str
) -> list[Answers]:
    """The clean list. Raises Conflict when the stored one is another than was read."""
    people = BENEFICIARY.people(opened.ctx, [complete_person(opened.ctx, person, by_number=True) for person in listed])
    staged.check_newest(opened, BENEFICIARY, "beneficiaries", people, version=version, stamp=stamp)
    return people


@transaction.atomic
def stage_beneficiaries(
    *,
    quote: Quote,
    listed: list[dict[str, Any]],
    version: int | None,
    origin: Origin,
    stamp: str = "",
    side: Side = "client",
) -> int:
    """Store the list as it is, each person checked; the shares may still add up to less than the whole."""
    opened = store.open_draft(quote, side, may_propose=True)
    answers = {"beneficiaries": _clean_list(opened, listed, version, stamp), "confirmed": False}
    return staged.stage_list(opened, BENEFICIARY, answers, origin)


@transaction.atomic
def save_beneficiaries(
    *,
    quote: Quote,
    listed: list[dict[str, Any]],
    version: int | None,
    origin: Origin,
    stamp: str = "",
    side: Side = "client",
) -> SaveResult:
    """Next: the shares must add up to exactly 100%."""
    opened = store.open_draft(quote, side, may_propose=True)
    people = _clean_list(opened, listed, version, stamp)
    BENEFICIARY.check_whole(Beneficiary.each(people))
    answers = {"beneficiaries": people, "confirmed": True}
    if opened.proposing:
        return propose(opened, BENEFICIARY, answers, origin)
    store.write_answers(opened, BENEFICIARY.key, answers, origin)
    return save_result(opened, BENEFICIARY)
