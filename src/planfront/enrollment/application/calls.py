"""Calls about an enrollment, written down by staff."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from planfront.audit.services import Origin, record
from planfront.enrollment.models import Application, CallNote
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.kernel.text import texts

# What a caller is asked, to be known by.
CHECKS = {"birth_date": "Birth date", "zip": "ZIP of the home address", "last4": "Last four of the number"}
ENOUGH = 2
LONGEST = 2000


@transaction.atomic
def add_call_note(*, application: Application, text: str, checked: Iterable[str], origin: Origin) -> CallNote:
    """Keep what a call was about and what the caller was asked. Raises FieldErrors for an empty or too long text."""
    note = text.strip()
    if not note:
        raise FieldErrors.single("text", texts.REQUIRED)
    if len(note) > LONGEST:
        raise FieldErrors.single("text", texts.NOT_VALID)
    checks = [name for name in CHECKS if name in set(checked)]
    row = CallNote(application=application, checked=checks, text=note, at=clock.now(), by_id=origin.user_id)
    row.save(force_insert=True)
    record(
        "application.call_noted", origin=origin, subject_type="application", subject_id=application.pk, fields=checks
    )
    return row
