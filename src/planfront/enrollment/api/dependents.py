"""The calls about dependents."""

from __future__ import annotations

from typing import Any

from ninja import Router

from planfront.audit.services import origin_of
from planfront.enrollment import schemas, selectors, services
from planfront.enrollment.api.saves import SAVED, saved
from planfront.enrollment.api.tabs import EnrollmentId
from planfront.enrollment.seen import health_seen
from planfront.enrollment.services.dependents import joined, person_check
from planfront.kernel.envelope import Nothing, ok, responses
from planfront.kernel.http import ApiRequest
from planfront.shopping.access import access_enrollment, side_of

router = Router(tags=["enrollment"])


@router.get(
    "/get-dependents-existing-user-enrollment",
    response=responses(schemas.DependentsResult, business=True),
    operation_id="get_dependents_existing_user_enrollment",
)
def get_dependents_existing_user_enrollment(request: ApiRequest, enrollment_id: EnrollmentId) -> Any:
    """The dependents of the application; for an existing member without any yet, those on record."""
    enrollment = access_enrollment(request, enrollment_id)
    health_seen(request, enrollment)
    return ok({"result": selectors.dependents_of(enrollment, side_of(request, enrollment))})


@router.post(
    "/validate-single-dependent",
    response=responses(schemas.DependentChecked, business=True),
    operation_id="validate_single_dependent",
)
def validate_single_dependent(request: ApiRequest, body: schemas.SingleDependentBody) -> Any:
    """Check one dependent; nothing is stored. Errors are named ``primary_info.…`` and ``health_info.…``."""
    enrollment = access_enrollment(request, body.enrollment_id)
    side = side_of(request, enrollment)
    person = person_check(enrollment=enrollment, person=joined(body.model_dump()), side=side)
    return ok({"dependent_id": person["dependent_id"], "relationship": person["relationship"]})


@router.post(
    "/save-dependent-info-to-temp",
    response=responses(schemas.DependentStaged, business=True),
    operation_id="save_dependent_info_to_temp",
)
def save_dependent_info_to_temp(request: ApiRequest, body: schemas.DependentsBody) -> Any:
    """Store the list as it stands (sets first_track). Whether it fits the tier is asked by save-dependent-info."""
    enrollment = access_enrollment(request, body.enrollment_id)
    side = side_of(request, enrollment)
    version = services.dependents_stage(
        enrollment=enrollment, data=body.model_dump(), version=body.version, origin=origin_of(request), side=side
    )
    health_seen(request, enrollment)
    return ok({"version": version, "result": selectors.dependents_of(enrollment, side)})


@router.post("/save-dependent-info", response=SAVED, operation_id="save_dependent_info")
def save_dependent_info(request: ApiRequest, body: schemas.DependentsBody) -> Any:
    """Take the list over. ``priceChanged`` when the spouse's birth date or the number of children changes prices."""
    enrollment = access_enrollment(request, body.enrollment_id)
    return saved(
        services.dependents_save(
            enrollment=enrollment, data=body.model_dump(), version=body.version,
            accept_price=body.accept_price == "1", origin=origin_of(request), side=side_of(request, enrollment),
        )
    )  # fmt: skip


@router.post(
    "/delete-dependent-in-IO", response=responses(Nothing, business=True), operation_id="delete_dependent_in_io"
)
def delete_dependent_in_io(request: ApiRequest, body: schemas.ByEnrollment) -> Any:
    """Forget the dependents of a Member Only enrollment."""
    enrollment = access_enrollment(request, body.enrollment_id)
    services.dependents_clear(enrollment=enrollment, origin=origin_of(request), side=side_of(request, enrollment))
    return ok()
