"""Form definitions with values."""

from __future__ import annotations

from typing import Annotated

from ninja import Query, Router

from planfront.enrollment.api.plain_steps import FORM, add_form_calls
from planfront.enrollment.api.tabs import EnrollmentId
from planfront.enrollment.application import context
from planfront.enrollment.application.health_access import record_earlier_health_seen, record_health_seen
from planfront.enrollment.application.visits import open_visit
from planfront.enrollment.pages import selectors
from planfront.enrollment.signing import codes
from planfront.enrollment.steps.agreement import schemas as agreement_schemas
from planfront.enrollment.steps.health import schemas
from planfront.enrollment.steps.registry import DEPENDENT
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.shopping.access import access_quote

router = Router(tags=["enrollment"])


add_form_calls(router)


@router.get(
    "/get-health-questions-primary-health-info",
    response=responses(schemas.HealthForm, business=True),
    operation_id="get_health_questions_primary_health_info",
)
def get_health_questions_primary_health_info(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """The health questions about the applicant, with the form that asks them."""
    visit = open_visit(request, enrollment_id)
    record_health_seen(request, visit.quote)
    return ok(selectors.health_of(visit.quote, visit.side))


@router.get(
    "/get-health-questions-dependent-info",
    response=responses(schemas.HealthQuestions, business=True),
    operation_id="get_health_questions_dependent_info",
)
def get_health_questions_dependent_info(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """The health questions about each dependent; their form is part of the dependent's."""
    return ok(selectors.health_of_dependents(access_quote(request, enrollment_id)))


@router.get(
    "/get-existing-primary-health-info",
    response=responses(schemas.HealthResult, business=True),
    operation_id="get_existing_primary_health_info",
)
def get_existing_primary_health_info(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Return an existing member's answers in an earlier application."""
    quote = access_quote(request, enrollment_id)
    result = selectors.health_on_record(quote)
    record_earlier_health_seen(request, quote, shown=bool(result))
    return ok({"result": result or None})


@router.get(
    "/get-form-fields-dependent-primary-info",
    response=FORM,
    operation_id="get_form_fields_dependent_primary_info",
)
def get_form_fields_dependent_primary_info(
    request: ApiRequest,
    enrollment_id: EnrollmentId,
    relationship: Annotated[str, Query(max_length=10)] = "",
) -> Answer:
    """Fields of the form for one dependent, and the disclaimer. ``relationship``: spouse or child.

    The fields are the same for both today.
    """
    visit = open_visit(request, enrollment_id)
    return ok(selectors.form_of(visit.quote, DEPENDENT.key, visit.side))


@router.get(
    "/get-form-fields-agreement-info",
    response=responses(agreement_schemas.AgreementForm, business=True),
    operation_id="get_form_fields_agreement_info",
)
def get_form_fields_agreement_info(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Return the fields of Agreement & Signature: who verifies, the question, the signature, and in ``signature`` its
    state. Where signing takes an emailed code and none works yet, this call emails it."""
    visit = open_visit(request, enrollment_id)
    asker, application = visit.asker, context.application_of(visit.quote)
    ctx = context.for_signer(visit.quote, application, asker)
    codes.offer_signing_code(quote=visit.quote, application=application, ctx=ctx, asker=asker, origin=visit.origin)
    ctx = context.with_verification(ctx, application, asker)
    return ok(selectors.agreement_of(visit.quote, application, ctx, asker))
