"""Work after a submission."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from planfront.kernel.pdf import PdfFailed
from planfront.kernel.tasks import FILES, job


@job(retries=5, backoff=timedelta(seconds=20), retry_on=(PdfFailed,), queue=FILES)
def document_make(application_id: str) -> None:
    """Make the signed application's document, unless it is there."""
    from planfront.enrollment.signing.documents import create_document

    create_document(application_id=UUID(application_id))
