"""The signed application as a document: made once, sealed, and chained to the documents before it."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from planfront.audit.services import SYSTEM, Origin, record, record_opened
from planfront.enrollment.application.health_access import WHY, WORKERS
from planfront.enrollment.models import Application, SignatureEvidence, SignedDocument
from planfront.enrollment.signing import document_content
from planfront.enrollment.signing.chaining import next_place
from planfront.enrollment.terms import canonical
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.files.pdf import make_pdf
from planfront.kernel.security.ids import new_uuid, read_aloud_code

if TYPE_CHECKING:
    from uuid import UUID

    from planfront.shopping.models import Quote


@dataclass(frozen=True)
class SignedFile:
    name: str
    content: bytes


def create_document(*, application_id: UUID) -> SignedDocument | None:
    """Make the document of a submitted application; the one that is there is never replaced. None for a draft.

    The document is drawn outside any transaction. Raises PdfFailed.
    """
    rows = Application.objects.select_related("enrollment__brand")
    application = rows.filter(pk=application_id, submitted_at__isnull=False).first()
    if application is None:
        return None
    existing = SignedDocument.objects.filter(application=application).first()
    signature = application.signatures.order_by("-sequence").first()
    if existing is not None or signature is None:
        return existing
    code = read_aloud_code(document_content.CODE_LENGTH)
    text = document_content.describe(application, signature, code)
    at = application.submitted_at or signature.at
    content = make_pdf(template=document_content.TEMPLATE, data=text["data"], at=at, files=text["files"])
    return _append_document(application, signature, code, SignedFile(text["name"], content))


@transaction.atomic
def _append_document(
    application: Application, signature: SignatureEvidence, code: str, signed_file: SignedFile
) -> SignedDocument:
    place = next_place(SignedDocument, "document-chain")
    existing = SignedDocument.objects.filter(application=application).first()
    if existing is not None:
        return existing
    row = SignedDocument(
        id=new_uuid(),
        application=application,
        signature=signature,
        **place,
        brand_id=application.enrollment.brand_id,
        code=code,
        language=signature.evidence.get("language", "en"),
        name=signed_file.name,
        content=base64.b64encode(signed_file.content).decode(),
        sha256=hashlib.sha256(signed_file.content).hexdigest(),
        frozen_sha256=application.frozen_sha256,
        signature_hash=signature.record_hash,
        at=clock.now(),
    )
    row.record_hash = record_hash(row)
    row.save(force_insert=True)
    record(
        "application.document_made",
        origin=SYSTEM,
        subject_type="application",
        subject_id=application.pk,
        meta={"sha256": row.sha256, "record": row.sequence},
    )
    return row


def record_hash(row: SignedDocument) -> str:
    """SHA-256 over everything a record says and the hash before it."""
    return canonical.sha256(
        canonical.text_of(
            {
                "sequence": row.sequence,
                "application": str(row.application_id),
                "code": row.code,
                "document": row.sha256,
                "frozen": row.frozen_sha256,
                "signature": row.signature_hash,
                "previous": row.previous_hash,
                "at": row.at,
            }
        )
    )


def open_document(*, quote: Quote, origin: Origin) -> SignedFile | None:
    """Return the document for a caller who may open the enrollment; None while it is being made.

    Each time is recorded; for those who work on the application for its applicant, as opening sealed values. Raise
    NotFound before the submission.
    """
    application = Application.objects.filter(enrollment=quote, submitted_at__isnull=False).first()
    if application is None:
        raise NotFound
    row = SignedDocument.objects.filter(application=application).first()
    if row is None:
        return None
    if origin.kind in WORKERS:
        record_opened(
            what=["signed_application"], why=WHY, origin=origin, subject_type="application", subject_id=application.pk
        )
    else:
        record("application.document_opened", origin=origin, subject_type="application", subject_id=application.pk)
    return file_of(row)


def file_of(row: SignedDocument) -> SignedFile:
    return SignedFile(row.name, base64.b64decode(row.content))
