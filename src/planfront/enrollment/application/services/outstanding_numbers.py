"""Numbers that follow: kept at the submission, added by staff when they come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.catalog.selectors import plans_without_itin
from planfront.enrollment.application.listed_people import outstanding_of
from planfront.enrollment.models import Application, OutstandingNumber
from planfront.enrollment.steps.beneficiary.answers import BeneficiaryAnswers
from planfront.enrollment.steps.dependent.answers import DependentAnswers
from planfront.enrollment.steps.named import NamedPerson
from planfront.enrollment.steps.people import taken_number
from planfront.enrollment.steps.personal.answers import PersonalAnswers
from planfront.enrollment.steps.registry import BENEFICIARY, PERSONAL
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import Conflict, FieldErrors, NotFound
from planfront.kernel.text import texts
from planfront.kernel.text.parse import itin9, person_number, show_date

if TYPE_CHECKING:
    from uuid import UUID

    from planfront.enrollment.steps.base import StepContext


def keep_outstanding_numbers(application: Application, ctx: StepContext) -> None:
    """Store whose numbers are still to come."""
    for listed in outstanding_of(ctx):
        row = OutstandingNumber(
            application=application, tab=listed.tab, person_id=listed.person_id, created_at=clock.now()
        )
        row.person = {
            "name": listed.person.full_name,
            "birthdate": show_date(listed.person.birthdate),
            "relation": listed.person.relationship,
        }
        row.save(force_insert=True)


@transaction.atomic
def add_outstanding_number(*, pk: UUID, number: str, origin: Origin) -> OutstandingNumber:
    """The number that came. The frozen application stays as it was signed. The same number again changes nothing.

    Raises NotFound, FieldErrors on ``number``, and Conflict when another one was added already.
    """
    row = lock_row(OutstandingNumber.objects.filter(pk=pk))
    if row is None:
        raise NotFound
    if not number.strip():
        raise FieldErrors.single("number", texts.REQUIRED)
    clean = person_number(number)
    if clean is None:
        raise FieldErrors.single("number", texts.SSN)
    if itin9(number) and (plans := _without_itin(row)):
        raise FieldErrors.single("number", texts.NO_ITIN % {"plans": ", ".join(plans)})
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
        meta={"tab": row.tab, "person": row.person_id},
    )
    return row


def _without_itin(row: OutstandingNumber) -> list[str]:
    names: dict[str, str] = row.application.frozen.get("plans", {})
    without = plans_without_itin(map(int, names))
    return [name for plan_id, name in names.items() if int(plan_id) in without]


def _numbers_beside(row: OutstandingNumber) -> set[str]:
    """Of the others on the same list, and the applicant's: nobody has one of these as well."""
    frozen = row.application.frozen.get("answers", {})
    applicant, answers = PersonalAnswers.read(frozen.get(PERSONAL.key, {})), frozen.get(row.tab, {})
    listed: tuple[NamedPerson, ...] = DependentAnswers.read(answers).dependents
    if row.tab == BENEFICIARY.key:
        listed = BeneficiaryAnswers.read(answers).beneficiaries
    added = OutstandingNumber.objects.filter(application=row.application_id, tab=row.tab).exclude(pk=row.pk)
    return ({person.ssn for person in (applicant, *listed)} | {other.number for other in added}) - {""}
