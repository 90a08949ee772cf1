"""Group enrollment codes and landing pages."""

from __future__ import annotations

from ninja import Router
from ninja.responses import Status

from planfront.audit.attempts import find_by_guess
from planfront.kernel.http.envelope import Answer, ok, ok_or_nothing, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Code, Id
from planfront.sponsors import selectors
from planfront.sponsors.access import access_group
from planfront.sponsors.schemas import GroupAbout, GroupInfo, GroupLanding, GroupValidation

router = Router(tags=["branding"])
bootstrap = Router(tags=["bootstrap"])


@router.get(
    "/validate-group",
    response={**responses(GroupValidation), 204: None},
    operation_id="validate_group",
    tags=["codes"],
)
def validate_group(request: ApiRequest, group_code: Code) -> Answer | Status[None]:
    """The group with this enrollment code; HTTP 204 when there is none. Wrong ones are limited."""
    group = find_by_guess(request, "group-code", lambda: selectors.group_by_code(request.brand.id, group_code))
    return Status(204, None) if group is None else ok(GroupValidation.build(group))


@router.get(
    "/get-group-landing-page-info",
    response=responses(GroupLanding),
    operation_id="get_group_landing_page_info",
)
def get_group_landing_page_info(request: ApiRequest, group_id: Id) -> Answer:
    """Header, banner and contact of a group's landing page."""
    return ok(GroupLanding.build(access_group(request, group_id)))


@router.get("/get-group-about-page-info", response=responses(GroupAbout), operation_id="get_group_about_page_info")
def get_group_about_page_info(request: ApiRequest, group_id: Id) -> Answer:
    """The group's About text."""
    return ok(GroupAbout(gweb_aboutus=access_group(request, group_id).about))


@bootstrap.get("/get-group-info-enroll", response=responses(GroupInfo), operation_id="get_group_info_enroll")
def get_group_info_enroll(request: ApiRequest, group_id: Id) -> Answer:
    """Name and code of the group behind a visit. statusCode 204 when unknown."""
    return ok_or_nothing(lambda: GroupInfo.build(access_group(request, group_id)))
