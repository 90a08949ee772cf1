"""Corrections that a member asks for, of facts that only staff put right. Staff mark what they corrected, or send it
back; either way the member is emailed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.coverage.approvals.reported import record_event
from planfront.coverage.models import ApprovalState, ReportAbout, ReportedChange, WaitsFor
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.kernel.text import texts
from planfront.kernel.text.parse import person_name, us_date
from planfront.members.reference import GENDERS
from planfront.members.services import hold_member

if TYPE_CHECKING:
    from planfront.audit.services import Origin
    from planfront.coverage.authors import Author
    from planfront.coverage.schemas import Correction
    from planfront.members.selectors import MemberFacts

_LAST_DIGITS = 4


@transaction.atomic
def ask_correction(member: MemberFacts, body: Correction, author: Author, origin: Origin) -> ReportedChange:
    """Keep a correction for staff. Raises FieldErrors, and BusinessError ``correctionAsked`` while one of the same fact
    waits."""
    if hold_member(member.id).pk != member.id:
        raise NotFound
    text = " ".join(body.text.split())
    if not text:
        raise FieldErrors.single("text", texts.REQUIRED)
    if problem := _find_problem(body.fact, text):
        raise FieldErrors.single("text", problem)
    rows = ReportedChange.objects.filter(member=member.id, about=ReportAbout.FACT, state=ApprovalState.WAITING)
    if any(row.order["fact"] == body.fact for row in rows):
        raise BusinessError("correctionAsked", _("You've already asked us to correct this. We'll answer by email."))
    row = ReportedChange(
        member_id=member.id,
        about=ReportAbout.FACT,
        by=author.by,
        waits_for=WaitsFor.STAFF,
        asked_by=author.user_id,
        asked_on=clock.today(),
        asked_at=clock.business_now(),
    )
    row.order = {"kind": ReportAbout.FACT.value, "fact": body.fact, "text": text, "note": body.note.strip()}
    row.save()
    record_event("asked", row, origin)
    return row


def _find_problem(fact: str, text: str) -> str:
    """Return why a fact can't be as it was typed, "" where it can."""
    if fact == "birth_date":
        day = us_date(text)
        if day is None:
            return str(texts.explain_date(text))
        return str(texts.explain_birth_date(day, clock.today()) or "")
    if fact == "ssn":
        plain = text.isascii() and text.isdigit() and len(text) == _LAST_DIGITS
        return "" if plain else _("Enter only the last four digits.")
    if fact == "gender":
        return "" if text in (str(key.value) for key in GENDERS) else str(texts.CHOICE)
    if fact == "name" and person_name(text, len(text)) is None:
        return _("Enter the whole name.")
    return ""
