"""The list of beneficiaries: staged one by one, taken over with Next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin
from planfront.enrollment.proposals import context_for
from planfront.enrollment.services import store
from planfront.enrollment.services.proposing import propose
from planfront.enrollment.services.results import SaveResult, saved
from planfront.enrollment.steps.base import Answers, StepContext, is_mask
from planfront.enrollment.steps.registry import BENEFICIARY
from planfront.kernel.errors import Conflict, FieldErrors
from planfront.kernel.parse import show_date
from planfront.members import selectors as members

if TYPE_CHECKING:
    from planfront.enrollment.shopper import Side
    from planfront.enrollment.steps.base import Shopper
    from planfront.shopping.models import TempEnrollment


def on_record(who: Shopper) -> list[Answers]:
    """Beneficiaries on record of an existing member, in the form of the answers."""
    if not who.member_id:
        return []
    return [
        {
            "beneficiary_id": one.id, "first_name": one.first_name, "middle_name": one.middle_name,
            "last_name": one.last_name, "birthdate": show_date(one.birth_date), "ssn": one.ssn,
            "relationship": one.relationship.lower(), "beneficiary_percentage": str(one.percentage or ""),
        }
        for one in members.relatives(who.member_id, "beneficiary")
    ]  # fmt: skip


def beneficiaries_shown(ctx: StepContext) -> list[Answers]:
    """The stored list; before there is one, what is on record of the member."""
    answers = ctx.answers(BENEFICIARY.key)
    listed: list[Answers] = answers.get("beneficiaries", []) if answers else on_record(ctx.shopper)
    return [one for one in listed if one.get("beneficiary_percentage")]


def completed(ctx: StepContext, given: dict[str, Any]) -> Answers:
    """A submitted beneficiary with an id of ours, and the stored number where none (or its mask) was sent."""
    known = {one["beneficiary_id"]: one for one in beneficiaries_shown(ctx)}
    person = {name: value for name, value in given.items() if value not in ("", None)}
    # Records of existing users name the date differently.
    person.setdefault("birthdate", person.pop("dob", ""))
    before = known.get(str(person.get("beneficiary_id", "")))
    person["beneficiary_id"] = before["beneficiary_id"] if before else uuid4().hex
    sent = str(person.get("ssn", ""))
    if before and (not sent or is_mask(sent, before["ssn"])):
        person["ssn"] = before["ssn"]
    return person


def beneficiary_check(*, enrollment: TempEnrollment, person: dict[str, Any], side: Side = "client") -> Answers:
    """Check one beneficiary beside the stored others. Stores nothing; errors have bare field names."""
    ctx = context_for(enrollment, side)
    clean = BENEFICIARY.person(ctx, completed(ctx, person))
    others = [one for one in beneficiaries_shown(ctx) if one["beneficiary_id"] != clean["beneficiary_id"]]
    if clean["ssn"] in {one["ssn"] for one in others}:
        raise FieldErrors.one("ssn", _("This Social Security Number is already on the list."))
    return clean


def _checked(opened: store.Opened, listed: list[dict[str, Any]], version: int | None) -> list[Answers]:
    """The clean list. Raises Conflict when the stored one is newer than ``version`` and not the same."""
    people = BENEFICIARY.people(opened.ctx, [completed(opened.ctx, one) for one in listed])
    section = store.section_of(opened.application, BENEFICIARY.key)
    if version is not None and section.version > version and section.answers.get("beneficiaries") != people:
        raise Conflict(current={"version": section.version, "values": {}})
    return people


@transaction.atomic
def beneficiaries_stage(
    *,
    enrollment: TempEnrollment,
    listed: list[dict[str, Any]],
    version: int | None,
    origin: Origin,
    side: Side = "client",
) -> int:
    """Store the list as it stands, each person checked, whatever the shares add up to below the whole."""
    opened = store.open_draft(enrollment, side, may_propose=True)
    answers = {"beneficiaries": _checked(opened, listed, version), "confirmed": False}
    if opened.proposing:
        propose(opened, BENEFICIARY, answers, origin, staged=True)
    else:
        store.write_answers(opened, BENEFICIARY.key, answers, origin)
    return opened.application.version


@transaction.atomic
def beneficiaries_save(
    *,
    enrollment: TempEnrollment,
    listed: list[dict[str, Any]],
    version: int | None,
    origin: Origin,
    side: Side = "client",
) -> SaveResult:
    """Next: the shares must add up to exactly 100%."""
    opened = store.open_draft(enrollment, side, may_propose=True)
    people = _checked(opened, listed, version)
    BENEFICIARY.check_whole(people)
    answers = {"beneficiaries": people, "confirmed": True}
    if opened.proposing:
        return propose(opened, BENEFICIARY, answers, origin)
    store.write_answers(opened, BENEFICIARY.key, answers, origin)
    return saved(opened, BENEFICIARY)
