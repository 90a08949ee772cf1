"""Social Security numbers of people whom policies cover: checked alike everywhere, and added when they come late."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.catalog.selectors import plans_without_itin
from planfront.coverage.people import open_policies
from planfront.kernel.errors import Conflict, FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.parse import itin9, person_number
from planfront.members.person_history import FactCause
from planfront.members.selectors import family_numbers
from planfront.members.services import fill_number, hold_dependent


def number_problem(number: str, plans: Collection[tuple[int, str]], taken: Iterable[str] = ()) -> str:
    """Return why a number that was typed can't be the person's, "" if it can. ``plans``: id and name of those that
    cover the person. ``taken``: numbers of the others in the family."""
    clean = person_number(number)
    if clean is None:
        return str(texts.SSN)
    without = plans_without_itin(plan_id for plan_id, _name in plans) if itin9(number) else ()
    if names := [name for plan_id, name in plans if plan_id in without]:
        return texts.NO_ITIN % {"plans": ", ".join(names)}
    if clean in taken:
        return _("Someone else in the family has this Social Security number.")
    return ""


@transaction.atomic
def add_dependent_number(relative_id: UUID, number: str, origin: Origin) -> None:
    """Add the number of a dependent on record who had none. The same number again changes nothing.

    Raises NotFound, FieldErrors on ``number``, and Conflict when another one is on record.
    """
    row = hold_dependent(relative_id)
    if not number.strip():
        raise FieldErrors.single("number", texts.REQUIRED)
    key = str(relative_id)
    plans = [(policy.plan_id, policy.plan_name) for policy in open_policies([row.member_id]).covering(key)]
    if problem := number_problem(number, plans, family_numbers(row.member_id, except_relative=key)):
        raise FieldErrors.single("number", problem)
    clean = person_number(number) or ""
    if row.ssn and row.ssn != clean:
        raise Conflict(_("A number was added already."))
    if fill_number(row.pk, clean, FactCause("number", origin)):
        meta = {"relative": key}
        record("member.number_added", origin=origin, subject_type="member", subject_id=row.member_id, meta=meta)
