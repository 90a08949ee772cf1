"""Background jobs about applications."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.utils import translation

from planfront.kernel.files.pdf import PdfFailed
from planfront.kernel.jobs.tasks import FILES, FIRST, MAIL, job


@job(retries=5, backoff=timedelta(seconds=20), retry_on=(PdfFailed,), queue=FILES)
def document_make(application_id: str) -> None:
    """Make the signed application's document, unless it is there."""
    from planfront.enrollment.signing.documents import create_document

    create_document(application_id=UUID(application_id))


@job(queue=MAIL, priority=FIRST)
def requested_code_mail(enrollment_id: str, brand_id: int, language: str) -> None:
    """Mail a code to the address on an application, if there is one to go on with."""
    from planfront.enrollment.application.resume_codes import send_requested_code

    with translation.override(language):
        send_requested_code(enrollment_id=enrollment_id, brand_id=brand_id)


@job(retries=5, queue=MAIL)
def send_reminders(group_id: int, brand_id: int, day: str, member_ids: list[int]) -> None:
    """Remind some of a group's people to enroll, as their administrator asked on a day."""
    from planfront.enrollment.worklists.reminders import send

    send(group_id, brand_id, day, member_ids)
