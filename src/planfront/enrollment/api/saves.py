"""Saving steps, autosave, and pictures of steps."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _
from ninja import Router

from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of
from planfront.enrollment.api import schemas
from planfront.enrollment.api.plain_steps import add_save_calls
from planfront.enrollment.api.saved import SAVED, answer_saved
from planfront.enrollment.application.visits import open_visit
from planfront.enrollment.saving import billing, drafts, screenshots, tabs
from planfront.enrollment.steps.billing import schemas as billing_schemas
from planfront.enrollment.steps.contact import schemas as contact_schemas
from planfront.enrollment.steps.employer import schemas as employer_schemas
from planfront.enrollment.steps.health import schemas as health_schemas
from planfront.enrollment.steps.personal import schemas as personal_schemas
from planfront.enrollment.steps.registry import BILLING, CONTACT, EMPLOYER, HEALTH, PERSONAL
from planfront.integrations import emails
from planfront.kernel.errors import FieldErrors
from planfront.kernel.http import throttle
from planfront.kernel.http.envelope import Answer, Nothing, ok, responses
from planfront.kernel.http.networks import network_of
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.text import texts
from planfront.members import selectors as members
from planfront.shopping.access import access_changeable, access_quote

router = Router(tags=["enrollment"])
add_save_calls(router)


@router.post("/save-enroller-code", response=SAVED, operation_id="save_enroller_code")
@does(Act.SHOP)
def save_enroller_code(request: ApiRequest, body: personal_schemas.EnrollerCodeBody) -> Answer:
    """Check the enroller's code. Groups that demand one can't save Personal Information before."""
    visit = open_visit(request, body.enrollment_id)
    result = tabs.save_enroller_code(quote=visit.quote, code=body.enrollerCode, origin=visit.origin, side=visit.side)
    return answer_saved(visit, None, PERSONAL, result)


@router.post("/save-contact-info", response=SAVED, operation_id="save_contact_info")
@does(Act.SHOP)
def save_contact_info(request: ApiRequest, body: contact_schemas.ContactBody) -> Answer:
    """Save Contact Information. ``priceChanged`` when the ZIP brings other prices: send again with accept_price 1."""
    visit = open_visit(request, body.enrollment_id)
    result = tabs.save_contact(
        quote=visit.quote,
        data=body.answers(),
        version=body.version,
        accept_price=body.accept_price == "1",
        county=body.county,
        origin=visit.origin,
        side=visit.side,
    )
    return answer_saved(visit, body, CONTACT, result)


@router.post("/save-employer-info", response=SAVED, operation_id="save_employer_info")
@does(Act.SHOP)
def save_employer_info(request: ApiRequest, body: employer_schemas.EmployerBody) -> Answer:
    """Save Employer Information. A retired applicant can't go on."""
    visit = open_visit(request, body.enrollment_id)
    result = tabs.save_employer(
        quote=visit.quote,
        data=body.answers(),
        version=body.version,
        origin=visit.origin,
        side=visit.side,
    )
    return answer_saved(visit, body, EMPLOYER, result)


@router.post("/save-primary-health-info", response=SAVED, operation_id="save_primary_health_info")
@does(Act.SHOP)
def save_primary_health_info(request: ApiRequest, body: health_schemas.HealthBody) -> Answer:
    """Save the health questions. Errors are named ``condition_questions.N.conditions.0.…`` and
    ``medication_question.medications.N.…`` by the place in what was sent."""
    visit = open_visit(request, body.enrollment_id)
    data = body.model_dump(exclude={"enrollment_id", "version", "go_to", "from_record"})
    if body.from_record == "1":
        result = drafts.take_over_health(quote=visit.quote, data=data, side=visit.side)
        return answer_saved(visit, body, HEALTH, result)
    result = tabs.save_step(
        quote=visit.quote,
        key="primary_health_info",
        data=data,
        version=body.version,
        origin=visit.origin,
        side=visit.side,
    )
    return answer_saved(visit, body, HEALTH, result)


@router.post(
    "/validate-member-email",
    response=responses(contact_schemas.EmailChecked),
    operation_id="validate_member_email",
    tags=["verification"],
)
@does(Act.READ)
def validate_member_email(request: ApiRequest, body: contact_schemas.MemberEmailBody) -> Answer:
    """May this address be used for a member? 422 on ``email`` when it is malformed or another member's. It says of any
    address whether a member has it, so a session asks seldom, and a network not much more often."""
    throttle.check("member-email", str(request.visitor.id), limit=15, window=timedelta(hours=1))
    throttle.check("member-email-network", network_of(origin_of(request).ip), limit=60, window=timedelta(days=1))
    own = access_quote(request, body.enrollment_id).member_id if body.enrollment_id else None
    address = emails.normalize(body.email)
    if address is None:
        raise FieldErrors.single("email", texts.EMAIL)
    if members.email_taken(request.brand.id, address, own):
        raise FieldErrors.single("email", _("Email Already Exists."))
    return ok({"email": address})


@router.post("/save-billing-info", response=SAVED, operation_id="save_billing_info", tags=["billing"])
@does(Act.SHOP)
def save_billing_info(request: ApiRequest, body: billing_schemas.BillingBody) -> Answer:
    """Save Billing Information. The account number is sealed at once; an empty one keeps the stored one. Of a card send
    its ``card_token``, or number, code and expiration, which go to the gateway and are dropped; none keeps the stored
    card."""
    visit = open_visit(request, body.enrollment_id)
    result = billing.save_billing(
        quote=visit.quote,
        data=body.answers(),
        version=body.version,
        origin=visit.origin,
        side=visit.side,
    )
    return answer_saved(visit, body, BILLING, result)


@router.post("/save-billing-info-existing", response=SAVED, operation_id="save_billing_info_existing", tags=["billing"])
@does(Act.SHOP)
def save_billing_info_existing(request: ApiRequest, body: billing_schemas.BillingExistingBody) -> Answer:
    """Save Billing Information with an account or a card the member pays with already."""
    visit = open_visit(request, body.enrollment_id)
    result = billing.save_existing_billing(
        quote=visit.quote,
        bank_id=body.bank_id,
        card_id=body.card_id,
        data=body.model_dump(include={"bill_date"}),
        version=body.version,
        origin=visit.origin,
        side=visit.side,
    )
    return answer_saved(visit, body, BILLING, result)


@router.post("/save-draft", response=responses(schemas.DraftSaved, business=True), operation_id="save_draft")
@does(Act.SHOP)
def save_draft(request: ApiRequest, body: schemas.DraftBody) -> Answer:
    """Autosave what was typed, unchecked. 409 with the server's values when another window changed the same fields;
    ``others`` are other fields that it changed."""
    visit = open_visit(request, body.enrollment_id)
    version, at, elsewhere = drafts.save_draft(
        quote=visit.quote,
        tab=body.tab_name,
        values=dict(body.values),
        version=body.version,
        side=visit.side,
    )
    return ok({"version": version, "saved_at": at.isoformat(), "others": elsewhere})


@router.post("/save-screenshot", response=responses(Nothing, business=True), operation_id="save_screenshot")
@does(Act.SHOP)
def save_screenshot(request: ApiRequest, body: schemas.ScreenshotBody) -> Answer:
    """Keep a masked PNG of a finished step. Never of the billing page."""
    quote = access_changeable(request, body.enrollment_id)
    screenshots.save_screenshot(quote=quote, name=body.name, image=body.image)
    return ok()
