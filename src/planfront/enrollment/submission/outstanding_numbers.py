"""Numbers of beneficiaries that follow: kept at the submission, added by staff when they come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.coverage.numbers import number_problem
from planfront.enrollment.application.listed_people import outstanding_of
from planfront.enrollment.models import Application, OutstandingNumber
from planfront.enrollment.steps.beneficiary.answers import BeneficiaryAnswers
from planfront.enrollment.steps.people import taken_number
from planfront.enrollment.steps.personal.answers import PersonalAnswers
from planfront.enrollment.steps.registry import BENEFICIARY, PERSONAL
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import Conflict, FieldErrors, NotFound
from planfront.kernel.text import texts
from planfront.kernel.text.parse import person_number, show_date

if TYPE_CHECKING:
    from uuid import UUID

    from planfront.enrollment.forms.base import StepContext


def keep_outstanding_numbers(application: Application, ctx: StepContext) -> None:
    """Store the beneficiaries whose numbers are still to come. Dependents are on record by now, without theirs."""
    for listed in outstanding_of(ctx):
        if listed.tab != BENEFICIARY.key:
            continue
        row = OutstandingNumber(application=application, person_id=listed.person_id, created_at=clock.now())
        row.person = {
            "name": listed.person.full_name,
            "birthdate": show_date(listed.person.birthdate),
            "relation": listed.person.relationship,
        }
        row.save(force_insert=True)


@transaction.atomic
def add_outstanding_number(*, pk: UUID, number: str, origin: Origin) -> OutstandingNumber:
    """Add the number that came. The frozen application stays as it was signed. The same number again changes nothing.

    Raises NotFound, FieldErrors on ``number``, and Conflict when another one was added already.
    """
    row = lock_row(OutstandingNumber.objects.filter(pk=pk))
    if row is None:
        raise NotFound
    if not number.strip():
        raise FieldErrors.single("number", texts.REQUIRED)
    names: dict[str, str] = row.application.frozen.get("plans", {})
    if problem := number_problem(number, [(int(plan_id), name) for plan_id, name in names.items()]):
        raise FieldErrors.single("number", problem)
    clean = person_number(number) or ""
    if row.number:
        if row.number != clean:
            raise Conflict(_("A number was added already."))
        return row
    if clean in _numbers_beside(row):
        raise FieldErrors.single("number", taken_number())
    row.number, row.added_at, row.added_by_id = clean, clock.now(), origin.user_id
    row.save(update_fields=["number", "added_at", "added_by"])
    record(
        "application.number_added",
        origin=origin,
        subject_type="application",
        subject_id=row.application_id,
        meta={"person": row.person_id},
    )
    return row


def _numbers_beside(row: OutstandingNumber) -> set[str]:
    """Return the numbers of the applicant and the other beneficiaries: each is one person's."""
    frozen = row.application.frozen.get("answers", {})
    applicant = PersonalAnswers.read(frozen.get(PERSONAL.key, {}))
    listed = BeneficiaryAnswers.read(frozen.get(BENEFICIARY.key, {})).beneficiaries
    added = OutstandingNumber.objects.filter(application=row.application_id).exclude(pk=row.pk)
    return ({person.ssn for person in (applicant, *listed)} | {other.number for other in added}) - {""}
