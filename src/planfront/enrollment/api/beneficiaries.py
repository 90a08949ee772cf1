"""The calls about beneficiaries."""

from __future__ import annotations

from ninja import Router

from planfront.accounts.acts import Act, does
from planfront.enrollment.api.saved import SAVED, answer_saved
from planfront.enrollment.api.tabs import EnrollmentId
from planfront.enrollment.application.visits import open_visit
from planfront.enrollment.pages import selectors
from planfront.enrollment.saving import beneficiaries
from planfront.enrollment.steps.beneficiary import schemas
from planfront.enrollment.steps.registry import BENEFICIARY
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest

router = Router(tags=["enrollment"])


@router.get(
    "/get-beneficiaries-existing-user-enrollment",
    response=responses(schemas.BeneficiariesResult, business=True),
    operation_id="get_beneficiaries_existing_user_enrollment",
)
def get_beneficiaries_existing_user_enrollment(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """The beneficiaries of the application; for an existing member without any yet, those on record."""
    visit = open_visit(request, enrollment_id)
    listed = selectors.beneficiaries_of(visit.quote, visit.side)
    return ok({"beneficiaries": listed["beneficiaries"], "result": listed})


@router.post(
    "/validate-single-beneficiary",
    response=responses(schemas.BeneficiaryChecked, business=True),
    operation_id="validate_single_beneficiary",
)
@does(Act.READ)
def validate_single_beneficiary(request: ApiRequest, body: schemas.SingleBeneficiaryBody) -> Answer:
    """Check one beneficiary; nothing is stored. With ``enrollment_id`` the applicant and the other beneficiaries are
    considered, too."""
    data = body.model_dump(exclude={"enrollment_id"})
    if body.enrollment_id is None:
        person = beneficiaries.check_beneficiary_alone(person=data)
    else:
        visit = open_visit(request, body.enrollment_id)
        person = beneficiaries.check_beneficiary(quote=visit.quote, person=data, side=visit.side)
    return ok({"beneficiary_id": person["beneficiary_id"]})


@router.post(
    "/save-beneficiary-info-to-temp",
    response=responses(schemas.BeneficiariesStaged, business=True),
    operation_id="save_beneficiary_info_to_temp",
)
@does(Act.SHOP)
def save_beneficiary_info_to_temp(request: ApiRequest, body: schemas.BeneficiariesBody) -> Answer:
    """Store the list as it is. save-beneficiary-info checks that the shares add up."""
    visit = open_visit(request, body.enrollment_id)
    version = beneficiaries.stage_beneficiaries(
        quote=visit.quote,
        listed=body.model_dump()["beneficiaries"],
        version=body.version,
        origin=visit.origin,
        side=visit.side,
        stamp=body.stamp,
    )
    return ok({"version": version, "result": selectors.beneficiaries_of(visit.quote, visit.side)})


@router.post("/save-beneficiary-info", response=SAVED, operation_id="save_beneficiary_info")
@does(Act.SHOP)
def save_beneficiary_info(request: ApiRequest, body: schemas.BeneficiariesBody) -> Answer:
    """Take the list over: the shares must add up to exactly 100%."""
    visit = open_visit(request, body.enrollment_id)
    result = beneficiaries.save_beneficiaries(
        quote=visit.quote,
        listed=body.model_dump()["beneficiaries"],
        version=body.version,
        origin=visit.origin,
        side=visit.side,
        stamp=body.stamp,
    )
    return answer_saved(visit, body, BENEFICIARY, result)
