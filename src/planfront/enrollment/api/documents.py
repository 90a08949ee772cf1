"""The signed application: to save, and to check."""

from __future__ import annotations

import base64

from ninja import Router

from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of
from planfront.enrollment.signing import document_check, documents
from planfront.enrollment.signing import document_schemas as schemas
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.shopping.access import access_quote

router = Router(tags=["enrollment"])


@router.post(
    "/signed-application",
    response=responses(schemas.SignedApplication, business=True),
    operation_id="signed_application",
)
@does(Act.READ)
def signed_application(request: ApiRequest, body: schemas.SignedApplicationBody) -> Answer:
    """The signed application as a PDF. Each time is on record. 404 before the submission."""
    document = documents.open_document(quote=access_quote(request, body.enrollment_id), origin=origin_of(request))
    if document is None:
        return ok({"state": "making"})
    return ok({"state": "ready", "name": document.name, "content": base64.b64encode(document.content).decode()})


@router.post("/verify-document", response=responses(schemas.VerifiedDocument), operation_id="verify_document")
@does(Act.READ)
def verify_document(request: ApiRequest, body: schemas.VerifyDocumentBody) -> Answer:
    """Tell whether a document of this store is genuine, by its code or the SHA-256 of the file. Tells nothing about
    people. Limited to 60 in 15 minutes."""
    return ok(
        document_check.verify_document(
            brand_id=request.brand.id, code=body.code, sha256=body.sha256, address=origin_of(request).ip
        )
    )
