"""Access codes and enrollment codes, landing pages, portraits and referral links."""

from __future__ import annotations

from django.utils.translation import gettext as _
from ninja import Router
from ninja.responses import Status

from planfront.accounts.acts import Act, does
from planfront.audit.attempts import find_by_guess
from planfront.audit.services import origin_of
from planfront.kernel.http.envelope import Answer, nothing_there, ok, ok_or_nothing, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Code, Id
from planfront.parties.access import access_agent, access_group, access_signed_in_agent, find_referral
from planfront.parties.groups.api import router as group_router
from planfront.parties.groups.selectors import group_by_code
from planfront.parties.reps.selectors import agent_by_code
from planfront.parties.reps.services import choose_portrait
from planfront.parties.schemas import (
    AgentAbout,
    AgentInfo,
    AgentLanding,
    GroupAbout,
    GroupInfo,
    GroupLanding,
    GroupValidation,
    PortraitIn,
    PortraitOut,
    ReferralInfo,
    RepValidation,
)

branding = Router(tags=["branding"])
bootstrap = Router(tags=["bootstrap"])


@branding.get(
    "/validate-agent",
    response={**responses(RepValidation), 204: None},
    operation_id="validate_agent",
    tags=["codes"],
)
def validate_agent(request: ApiRequest, agent_code: Code) -> Answer | Status[None]:
    """The rep with this access code; HTTP 204 when there is none. Wrong ones are limited."""
    agent = find_by_guess(request, "agent-code", lambda: agent_by_code(request.brand.id, agent_code))
    return Status(204, None) if agent is None else ok(RepValidation.build(agent))


@branding.get(
    "/get-agent-landing-page-info",
    response=responses(AgentLanding),
    operation_id="get_agent_landing_page_info",
)
def get_agent_landing_page_info(request: ApiRequest, agent_id: Id) -> Answer:
    """Header, banner and contact of a rep's landing page."""
    return ok(AgentLanding.build(access_agent(request, agent_id)))


@branding.get("/get-agent-about-page-info", response=responses(AgentAbout), operation_id="get_agent_about_page_info")
def get_agent_about_page_info(request: ApiRequest, agent_id: Id) -> Answer:
    """The rep's About text."""
    return ok(AgentAbout(agent_bio=access_agent(request, agent_id).bio))


@branding.get("/get-portrait", response=responses(PortraitOut), operation_id="get_portrait", tags=["account"])
def get_portrait(request: ApiRequest) -> Answer:
    """The drawn portrait that the signed-in rep has."""
    return ok(PortraitOut.build(access_signed_in_agent(request)))


@branding.post("/save-portrait", response=responses(PortraitOut), operation_id="save_portrait", tags=["account"])
@does(Act.CLIENTS)
def save_portrait(request: ApiRequest, body: PortraitIn) -> Answer:
    """The signed-in rep's drawn portrait; an empty one takes it away. It is shown where there is no photograph."""
    agent = access_signed_in_agent(request)
    choose_portrait(agent_id=agent.id, portrait=body.portrait_code, origin=origin_of(request))
    return ok(PortraitOut.build(access_signed_in_agent(request)))


@bootstrap.get("/get-agent-info-enroll", response=responses(AgentInfo), operation_id="get_agent_info_enroll")
def get_agent_info_enroll(request: ApiRequest, agent_id: Id) -> Answer:
    """Name and contact of the rep behind a visit. statusCode 204 when unknown."""
    return ok_or_nothing(lambda: AgentInfo.build(access_agent(request, agent_id)))


@bootstrap.get(
    "/get-enrollment-info-referral",
    response=responses(ReferralInfo),
    operation_id="get_enrollment_info_referral",
)
def get_enrollment_info_referral(request: ApiRequest, referral_id: Code) -> Answer:
    """Return the rep who referred the visitor. statusCode 204 for an unknown referral."""
    agent = find_referral(request, referral_id)
    if agent is None:
        return nothing_there(_("This referral is not known."))
    return ok(ReferralInfo(referral_id=referral_id, referred_by=agent.name, agent_id=agent.id, agent_code=agent.code))


@branding.get(
    "/validate-group",
    response={**responses(GroupValidation), 204: None},
    operation_id="validate_group",
    tags=["codes"],
)
def validate_group(request: ApiRequest, group_code: Code) -> Answer | Status[None]:
    """The group with this enrollment code; HTTP 204 when there is none. Wrong ones are limited."""
    group = find_by_guess(request, "group-code", lambda: group_by_code(request.brand.id, group_code))
    return Status(204, None) if group is None else ok(GroupValidation.build(group))


@branding.get(
    "/get-group-landing-page-info",
    response=responses(GroupLanding),
    operation_id="get_group_landing_page_info",
)
def get_group_landing_page_info(request: ApiRequest, group_id: Id) -> Answer:
    """Header, banner and contact of a group's landing page."""
    return ok(GroupLanding.build(access_group(request, group_id)))


@branding.get("/get-group-about-page-info", response=responses(GroupAbout), operation_id="get_group_about_page_info")
def get_group_about_page_info(request: ApiRequest, group_id: Id) -> Answer:
    """The group's About text."""
    return ok(GroupAbout(gweb_aboutus=access_group(request, group_id).about))


@bootstrap.get("/get-group-info-enroll", response=responses(GroupInfo), operation_id="get_group_info_enroll")
def get_group_info_enroll(request: ApiRequest, group_id: Id) -> Answer:
    """Name and code of the group behind a visit. statusCode 204 when unknown."""
    return ok_or_nothing(lambda: GroupInfo.build(access_group(request, group_id)))


router = Router()
for _calls in (branding, group_router):
    router.add_router("", _calls)
