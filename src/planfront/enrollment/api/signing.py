"""Signing and submitting."""

from __future__ import annotations

from ninja import Router

from planfront.accounts.acts import Act, does
from planfront.enrollment.api.saved import SAVED, answer_saved
from planfront.enrollment.api.tabs import EnrollmentId
from planfront.enrollment.application import context
from planfront.enrollment.application.visits import open_changing_visit, open_visit
from planfront.enrollment.forms import schemas as forms_schemas
from planfront.enrollment.signing import codes, signature
from planfront.enrollment.signing import services as signing_services
from planfront.enrollment.signing.services import Circumstances
from planfront.enrollment.signing.shown_texts import show_texts
from planfront.enrollment.steps.agreement import schemas
from planfront.enrollment.steps.registry import AGREEMENT, RECEIPT_PATH
from planfront.enrollment.steps.review import schemas as review_schemas
from planfront.enrollment.submission import submit
from planfront.enrollment.submission.duplicate_search import notice_after
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest

router = Router(tags=["enrollment"])


@router.get(
    "/get-agreement-texts",
    response=responses(list[schemas.AgreementTextOut], business=True),
    operation_id="get_agreement_texts",
)
@does(Act.SHOP)
def get_agreement_texts(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """The texts to accept for this cart, state and date, with amounts filled in."""
    visit = open_visit(request, enrollment_id)
    signer = visit.asker.signer
    return ok(show_texts(request, visit.quote, context.load(visit.quote, context.application_of(visit.quote), signer)))


@router.post(
    "/send-verification-code",
    response=responses(schemas.SignerCodeSent, business=True),
    operation_id="send_verification_code",
)
@does(Act.SHOP)
def send_verification_code(request: ApiRequest, body: forms_schemas.ByEnrollment) -> Answer:
    """Email a new code to the signer, from a minute after the last one. 422 on ``verification_code`` while too many
    answers were wrong. Signers with another question get no email."""
    visit = open_changing_visit(request, body.enrollment_id)
    asker = visit.asker
    codes.request_signing_code(quote=visit.quote, asker=asker, origin=visit.origin)
    ctx = context.for_signer(visit.quote, context.application_of(visit.quote), asker)
    return ok({"verification": signature.verification_out(ctx)})


@router.post("/save-agreement-info", response=SAVED, operation_id="save_agreement_info")
@does(Act.SHOP)
def save_agreement_info(request: ApiRequest, body: schemas.AgreementBody) -> Answer:
    """Sign. Every text accepted, the answer right, a signature drawn or the name of who signs typed."""
    visit = open_visit(request, body.enrollment_id)
    circumstances = Circumstances(user_agent=request.headers.get("User-Agent", ""), session_id=str(request.visitor.id))
    result = signing_services.save_agreement(
        quote=visit.quote,
        data=body.answers(),
        origin=visit.origin,
        circumstances=circumstances,
        side=visit.side,
    )
    return answer_saved(visit, body, AGREEMENT, result)


@router.post(
    "/save-review-info",
    response=responses(review_schemas.Submitted, business=True),
    operation_id="save_review_info",
)
@does(Act.SHOP)
def save_review_info(request: ApiRequest, body: review_schemas.ReviewBody) -> Answer:
    """Submit, once: the same call again gives the same confirmation. ``priceChanged`` when a price changed. With
    ``accept_duplicate`` 0, ``duplicateEnrollment`` when the same person may have applied for the same plans and the
    same day before: ask, and send 1 when it is meant."""
    visit = open_visit(request, body.enrollment_id)
    submitted = submit.submit(
        quote=visit.quote,
        data=body.answers(),
        version=body.version,
        accept_price=body.accept_price == "1",
        origin=visit.origin,
        side=visit.side,
        accept_duplicate={"0": False, "1": True}.get(body.accept_duplicate),
    )
    number = str(submitted.confirmation.number)
    return ok(
        {
            "confirmation_number": number,
            "policy_id": number,
            "receipt_href": RECEIPT_PATH,
            "version": submitted.version,
            "notices": notice_after(doubtful=submitted.doubtful),
        }
    )
