"""Form definitions with values."""

from __future__ import annotations

from typing import Annotated, Any

from ninja import Query, Router

from planfront.enrollment import schemas, selectors
from planfront.enrollment.api.tabs import EnrollmentId
from planfront.kernel.envelope import ok, responses
from planfront.kernel.http import ApiRequest
from planfront.shopping.access import access_enrollment, side_of

router = Router(tags=["enrollment"])
_FORM = responses(schemas.Form, business=True)


def _form(request: ApiRequest, enrollment_id: str, key: str) -> Any:
    enrollment = access_enrollment(request, enrollment_id)
    return ok(selectors.form_of(enrollment, key, side_of(request, enrollment)))


@router.get("/get-form-fields-personal-info", response=_FORM, operation_id="get_form_fields_personal_info")
def get_form_fields_personal_info(request: ApiRequest, enrollment_id: EnrollmentId) -> Any:
    """Fields of Personal Information. Date of birth and gender come from the quote and are read-only."""
    return _form(request, enrollment_id, "primary_info")


@router.get("/get-form-fields-contact-info", response=_FORM, operation_id="get_form_fields_contact_info")
def get_form_fields_contact_info(request: ApiRequest, enrollment_id: EnrollmentId) -> Any:
    """Fields of Contact Information."""
    return _form(request, enrollment_id, "contact_info")


@router.get(
    "/get-form-fields-dependent-primary-info",
    response=_FORM,
    operation_id="get_form_fields_dependent_primary_info",
)
def get_form_fields_dependent_primary_info(
    request: ApiRequest,
    enrollment_id: EnrollmentId,
    relationship: Annotated[str, Query(max_length=10)] = "",  # noqa: ARG001 - part of the contract
) -> Any:
    """Fields of the form for one dependent, and the disclaimer. ``relationship``: spouse or child.

    The fields are the same for both today.
    """
    return _form(request, enrollment_id, "dependent_info")


@router.get("/get-form-fields-agreement-info", response=_FORM, operation_id="get_form_fields_agreement_info")
def get_form_fields_agreement_info(request: ApiRequest, enrollment_id: EnrollmentId) -> Any:
    """Fields of Agreement & Signature: who verifies, the question, the signature."""
    return _form(request, enrollment_id, "agreement_info")


@router.get("/get-form-fields-billing-info", response=_FORM, operation_id="get_form_fields_billing_info")
def get_form_fields_billing_info(request: ApiRequest, enrollment_id: EnrollmentId) -> Any:
    """Fields of Billing Information for the enrollment's payment method."""
    return _form(request, enrollment_id, "billing_info")
