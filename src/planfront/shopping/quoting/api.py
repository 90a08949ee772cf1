"""Calls to start, change and read a quote."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, cast

from ninja import Query, Router
from pydantic import Field

from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of, record
from planfront.kernel.errors import NotFound
from planfront.kernel.http.envelope import Answer, Nothing, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Short, Token
from planfront.kernel.text.parse import show_date
from planfront.members.access import access_member
from planfront.members.selectors import member_of_user
from planfront.parties.access import access_portal
from planfront.parties.groups.schemas import GroupDefaults
from planfront.parties.groups.selectors import group_by_id
from planfront.shopping.access import access_changeable, access_lasting, access_quote, reader_side, side_of
from planfront.shopping.cart import selectors
from planfront.shopping.quote import temp_info
from planfront.shopping.quote.columns import wire_names
from planfront.shopping.quote.parties import PartyIds, check_parties, member_parties
from planfront.shopping.quote.portals import require_portal
from planfront.shopping.quote.schemas import EnrollmentRef
from planfront.shopping.quoting import renewal, schemas, services
from planfront.shopping.quoting.profile import group_parties, parties_of

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession

router = Router(tags=["filter"])
bootstrap = Router(tags=["bootstrap"])


def _visitor_session(request: ApiRequest) -> VisitorSession:
    return cast("VisitorSession", request.visitor)


@router.post(
    "/add-filter-for-new-user",
    response=responses(schemas.FilterMade, business=True),
    operation_id="add_filter_for_new_user",
)
@does(Act.SHOP)
def add_filter_for_new_user(request: ApiRequest, body: schemas.NewUserFilter) -> Answer:
    """Start a quote. A ZIP in several counties that differ answers ``countyRequired`` with data.counties."""
    ids = check_parties(
        request,
        agent_id=body.agent_id,
        group_id=body.group_id,
        portal_id=body.platform_group_id,
        referral=body.referral,
    )
    quote = services.start_quote(
        brand_id=request.brand.id,
        session=_visitor_session(request),
        raw=_text_fields(body),
        parties=ids,
        origin=origin_of(request),
    )
    return ok({"temp_enrollment_id": quote.public_id, "portal_id": quote.portal_id})


@router.post(
    "/add-filter-for-existing-user",
    response=responses(schemas.FilterMade, business=True),
    operation_id="add_filter_for_existing_user",
)
@does(Act.SHOP)
def add_filter_for_existing_user(request: ApiRequest, body: schemas.ExistingUserFilter) -> Answer:
    """Start a quote for a member of the caller's book, of the caller's group, or the caller.

    422 for a portal that the group doesn't use.
    """
    member = access_member(request, body.user_id)
    ids = member_parties(request, member, body.agent_id, body.group_id)
    if body.platform_group_id is not None:
        ids = replace(ids, portal_id=access_portal(request, body.platform_group_id).id)
        require_portal(request.brand.id, ids)
    member_quote = services.start_member_quote(
        brand_id=request.brand.id,
        session=_visitor_session(request),
        member=member,
        raw=_text_fields(body),
        parties=ids,
        origin=origin_of(request),
    )
    return ok({"temp_enrollment_id": member_quote.public_id, "portal_id": member_quote.portal_id})


@router.post(
    "/add-filter-for-member",
    response=responses(schemas.FilterMade, business=True),
    operation_id="add_filter_for_member",
)
@does(Act.SHOP)
def add_filter_for_member(request: ApiRequest, body: schemas.MemberFilter) -> Answer:
    """Start a quote for the signed-in member."""
    member = member_of_user(request.brand.id, request.actor.user_id) if request.actor.kind == "member" else None
    if member is None or body.user_id not in (None, member.id):
        raise NotFound
    member_quote = services.start_member_quote(
        brand_id=request.brand.id,
        session=_visitor_session(request),
        member=member,
        raw={"eprocess": "applicant", **_text_fields(body)},
        parties=PartyIds(member.agent_id, member.group_id, member.portal_id),
        origin=origin_of(request),
    )
    return ok({"temp_enrollment_id": member_quote.public_id, "portal_id": member_quote.portal_id})


def _text_fields(body: Any) -> dict[str, str]:
    """Return the text fields of a body; ids are handled apart."""
    return {name: value for name, value in body if isinstance(value, str)}


@router.put(
    "/change-filter-info/{enrollment_id}",
    response=responses(schemas.FilterChanged, business=True),
    operation_id="change_filter_info",
)
@does(Act.SHOP)
def change_filter_info(request: ApiRequest, enrollment_id: Token, body: schemas.FilterChange) -> Answer:
    """Change the non-empty fields and reprice the cart; ``cart_lines`` has the lines that changed."""
    quote = access_changeable(request, enrollment_id)
    value = (body.agent_id, body.group_id, body.platform_group_id)
    ids = None
    if any(value):
        ids = check_parties(request, agent_id=value[0], group_id=value[1], portal_id=value[2])
    if body.user_id not in (None, quote.member_id):
        raise NotFound
    changed = services.change_quote(quote=quote, raw=_text_fields(body), parties=ids, origin=origin_of(request))
    return ok(
        {
            "temp_enrollment_id": quote.public_id,
            "version": changed.quote.version,
            "changed": wire_names(changed.fields),
            "cart_lines": [line.wire() for line in changed.reprice.lines if line.changed],
        }
    )


@router.post(
    "/renew-quote",
    response=responses(schemas.QuoteRenewed, business=True),
    operation_id="renew_quote",
)
@does(Act.SHOP)
def renew_quote(request: ApiRequest, body: EnrollmentRef) -> Answer:
    """Start a quote with the answers and the plans of an expired one, at today's prices.

    Again it gives the same quote; one that has not expired is given as it is. Answers to health questions and the
    application stay behind.
    """
    expired = access_lasting(request, body.enrollment_id)
    renewed = renewal.renew_quote(quote=expired, session=_visitor_session(request), origin=origin_of(request))
    return ok(
        {
            "temp_enrollment_id": renewed.quote.public_id,
            "portal_id": renewed.quote.portal_id,
            "count": selectors.count_cart_lines(renewed.quote),
            "cart_lines": [line.wire() for line in renewed.reprice.lines if line.changed],
        }
    )


@router.post(
    "/update-filter-portal",
    response=responses(schemas.FilterChanged, business=True),
    operation_id="update_filter_portal",
)
@does(Act.SHOP)
def update_filter_portal(request: ApiRequest, body: schemas.PortalChange) -> Answer:
    """Choose the portal, and the group where there is one. 422 for a portal that the group doesn't use."""
    quote = access_changeable(request, body.enrollment_id)
    ids = check_parties(request, agent_id=None, group_id=body.group_id, portal_id=body.platform_group_id)
    changed = services.change_portal(quote=quote, parties=ids, direct=body.direct, origin=origin_of(request))
    return ok(
        {
            "temp_enrollment_id": quote.public_id,
            "version": changed.quote.version,
            "changed": wire_names(changed.fields),
            "cart_lines": [line.wire() for line in changed.reprice.lines if line.changed],
        }
    )


@router.get(
    "/get-enrollment-temp-info",
    response=responses(schemas.TempInfo, business=True),
    operation_id="get_enrollment_temp_info",
)
def get_enrollment_temp_info(
    request: ApiRequest,
    enrollment_id: Annotated[Token, Query()],
    column: Annotated[str, Query(max_length=40)] = "filter_info",
) -> Answer:
    """Return one column of the quote."""
    quote = access_quote(request, enrollment_id)
    temp_info.notify_watchers(request, quote, column)
    return ok({"result": temp_info.read_column(quote, side_of(request, quote), column)})


@router.get(
    "/get-group-agent-member-info",
    response=responses(schemas.EnrollmentParties, business=True),
    operation_id="get_group_agent_member_info",
)
def get_group_agent_member_info(request: ApiRequest, query: Annotated[schemas.PartiesQuery, Query()]) -> Answer:
    """Return the member, group, rep and portal of a quote; or a group with its portals."""
    if query.enrollment_id:
        quote = access_quote(request, query.enrollment_id)
        return ok(parties_of(quote, reader_side(request, quote)))
    return ok(group_parties(request, query.group_id))


@router.get(
    "/get-group-info",
    response=responses(GroupDefaults, business=True),
    operation_id="get_group_info",
    tags=["parties"],
)
def get_group_info(request: ApiRequest, enrollment_id: Annotated[Token, Query()]) -> Answer:
    """Return name, phone and address of the quote's group; empty texts without one."""
    quote = access_quote(request, enrollment_id)
    group = group_by_id(request.brand.id, quote.group_id) if quote.group_id else None
    return ok(GroupDefaults.build(group))


@router.post(
    "/store-temp-dependent-info",
    response=responses(Nothing, business=True),
    operation_id="store_temp_dependent_info",
)
@does(Act.SHOP)
def store_temp_dependent_info(request: ApiRequest, body: schemas.DependentInfo) -> Answer:
    """Save the spouse's birth date or the number of children that prices depend on."""
    quote = access_changeable(request, body.enrollment_id)
    services.store_dependents(
        quote=quote,
        plan_id=body.plan_id,
        dep_dob=body.dep_dob,
        no_of_children=body.no_of_children,
        origin=origin_of(request),
    )
    return ok()


@router.get(
    "/get-temp-dependent-info",
    response=responses(schemas.TempDependents, business=True),
    operation_id="get_temp_dependent_info",
)
def get_temp_dependent_info(request: ApiRequest, enrollment_id: Annotated[Token, Query()]) -> Answer:
    """Return what store-temp-dependent-info has saved."""
    quote = access_quote(request, enrollment_id)
    return ok({"spouse_dob": show_date(quote.spouse_dob), "no_of_children": quote.children})


class Traffic(EnrollmentRef):
    source: Short = Field("", description="Source of the visit.", examples=["mail"])


@bootstrap.post(
    "/track-elevate-traffic", response=responses(Nothing, business=True), operation_id="track_elevate_traffic"
)
@does(Act.SHOP)
def track_elevate_traffic(request: ApiRequest, body: Traffic) -> Answer:
    """Note that a quote came through the elevate host."""
    quote = access_quote(request, body.enrollment_id)
    record("traffic.elevate", origin=origin_of(request), subject_type="enrollment", subject_id=quote.pk)
    return ok()
