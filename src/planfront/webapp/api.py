"""Calls that need the brand and the catalog together: menus, the footer's plan, what a visit starts with."""

from __future__ import annotations

from typing import Annotated

from django.utils.translation import gettext as _
from ninja import Router
from pydantic import BaseModel, Field

from planfront.brands import selectors as brands
from planfront.catalog import selectors as catalog
from planfront.kernel.errors import NotFound
from planfront.kernel.http.envelope import Answer, nothing_there, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Id, OptionalId
from planfront.parties.access import access_agent, access_group, access_portal
from planfront.parties.groups.selectors import benefit_store
from planfront.parties.reps.selectors import AgentFacts
from planfront.webapp.routes import landing_of

router = Router(tags=["menus"])
bootstrap = Router(tags=["bootstrap"])
Word = Annotated[str, Field(max_length=60)]


class FooterPlan(BaseModel):
    plan_id: int


class Site(BaseModel):
    """The site a visitor came from. Empty when statusCode is 204."""

    site_name: str = ""
    portal_id: int | None = None


class LandingPage(BaseModel):
    """The rep or group of a landing page. Empty when statusCode is 204."""

    type: str = ""
    id: int | None = None
    code: str = ""
    display_name: str = ""
    landing_url: str = ""


class Defaults(BaseModel):
    """The ids for a visit without rep, group or portal."""

    group_id: int | None = None
    platform_group_id: int | None = None
    agent_id: int | None = None
    benefit_store_group_id: int | None = Field(None, description="Group of the member benefit store.", examples=[1929])


@router.get("/get-common-menu", response=responses(list[str]), operation_id="get_common_menu")
def get_common_menu(
    request: ApiRequest,
    agent_id: OptionalId = None,
    group_id: OptionalId = None,
    portal_id: OptionalId = None,
    eprocess: Word = "",
    open_type: Word = "",
) -> Answer:
    """Keys of the categories on sale to this visitor, in menu order."""
    if agent_id is not None:
        access_agent(request, agent_id)
    if group_id is not None:
        access_group(request, group_id)
    if portal_id is not None:
        access_portal(request, portal_id)
    return ok(catalog.menu_categories(request.brand.id, portal_id, group_id, agent_id))


@router.get("/get-group-menu", response=responses(list[str]), operation_id="get_group_menu")
def get_group_menu(request: ApiRequest, group_id: Id, from_site: Word = "") -> Answer:
    """Keys of the categories on sale to a group; visitors from the membership site see its portal's."""
    group = access_group(request, group_id)
    portal = brands.setting_id(request.brand.id, "elevate_portal_id") if from_site == "elevate" else None
    return ok(catalog.menu_categories(request.brand.id, portal, group.id))


@router.get(
    "/get-goenroll-footer-plan",
    response=responses(FooterPlan),
    operation_id="get_goenroll_footer_plan",
    tags=["branding"],
)
def get_goenroll_footer_plan(request: ApiRequest) -> Answer:
    """The plan behind the footer's 'Click here to Learn more': the operator's choice, else the first featured."""
    chosen = brands.setting_id(request.brand.id, "footer_plan_id")
    if chosen is not None and catalog.is_sold_at(chosen, catalog.Store(request.brand.id)):
        return ok(FooterPlan(plan_id=chosen))
    featured = catalog.featured_plans(request.brand.id)
    if not featured:
        raise NotFound
    return ok(FooterPlan(plan_id=featured[0].plan_id))


@bootstrap.get("/get-external-site-infromation", response=responses(Site), operation_id="get_external_site_infromation")
def get_external_site_infromation(request: ApiRequest, site_name: Word) -> Answer:
    """A site that links here (for instance "elevate") and its portal. statusCode 204 when unknown."""
    listed = brands.setting(request.brand.id, "external_sites").split(",")
    if site_name not in {name.strip() for name in listed} - {""}:
        return nothing_there(_("This site is not known."))
    portal_id = brands.setting_id(request.brand.id, f"{site_name}_portal_id")
    return ok(Site(site_name=site_name, portal_id=portal_id))


@bootstrap.get("/validate-landing-page", response=responses(LandingPage), operation_id="validate_landing_page")
def validate_landing_page(request: ApiRequest, landing_page: Word) -> Answer:
    """Is there a rep or group with this landing URL? statusCode 204 when not."""
    result = landing_of(request.brand.id, landing_page.strip("/"))
    if result is None:
        return nothing_there(_("There is no such landing page."))
    kind = "agent" if isinstance(result, AgentFacts) else "group"
    return ok(
        LandingPage(type=kind, id=result.id, code=result.code, display_name=result.name, landing_url=result.landing_url)
    )


@bootstrap.get("/get-default-info", response=responses(Defaults), operation_id="get_default_info")
def get_default_info(request: ApiRequest) -> Answer:
    """Group, portal and rep of a visit that names none. statusCode 204 when the operator set none."""
    defaults = {
        "group_id": brands.setting_id(request.brand.id, "default_group_id"),
        "platform_group_id": brands.setting_id(request.brand.id, "default_portal_id"),
        "agent_id": brands.setting_id(request.brand.id, "default_agent_id"),
        "benefit_store_group_id": store.id if (store := benefit_store(request.brand.id)) else None,
    }
    if not any(defaults.values()):
        return nothing_there(_("This site is not configured."))
    return ok(Defaults(**defaults))
