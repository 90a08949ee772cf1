"""Members, the parties a rep or group administrator chooses among, and reference lists about people."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router
from ninja.responses import Status
from pydantic import Field

from planfront.accounts.acts import Act, does
from planfront.audit.list_files import make_list_file
from planfront.audit.services import origin_of
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.kernel.http.envelope import Answer, Nothing, Result, ok, ok_or_nothing, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Id, ListFile, OptionalId
from planfront.kernel.text import texts
from planfront.kernel.text.parse import ADULT_AGE, MOST_OF_DATE, age_on, show_date, us_date
from planfront.members import reference
from planfront.members.access import access_member, load_member
from planfront.members.listing import Book, load_members, member_keys, member_page
from planfront.members.roster.api import router as rosters
from planfront.members.schemas import (
    MEMBERS,
    AgentMembersQuery,
    Dob,
    DobErrorAnswer,
    GroupMembersQuery,
    MemberDetails,
    MemberInfo,
    MemberQuery,
    MemberRows,
    ReferenceChoice,
    member_line,
)
from planfront.members.selectors import load_person
from planfront.parties.access import access_agent, access_group, access_own_agent, access_own_group
from planfront.parties.groups.schemas import GroupChoice, Platform
from planfront.parties.groups.selectors import groups_looked_after, groups_of_agent, portals_by_group, portals_for

router = Router(tags=["reference"])
router.add_router("", rosters)
router_v2 = Router(tags=["reference"])
root = Router(tags=["bootstrap"])

_Listed = Result[list[ReferenceChoice]]


def _list_choices(list_key: str) -> list[ReferenceChoice]:
    return [ReferenceChoice.build(choice) for choice in reference.choices(list_key)]


@router.get("/get-ethnic-category", response=responses(list[ReferenceChoice]), operation_id="get_ethnic_category")
def get_ethnic_category(request: HttpRequest) -> Answer:
    """Ethnic groups."""
    return ok(_list_choices("ethnic_category"))


@router.get("/get-average-work-week", response=responses(_Listed), operation_id="get_average_work_week")
def get_average_work_week(request: HttpRequest) -> Answer:
    """Average work week."""
    return ok({"result": _list_choices("average_work_week")})


@router.get("/get-employment-status", response=responses(_Listed), operation_id="get_employment_status")
def get_employment_status(request: HttpRequest) -> Answer:
    """Employment status; ``refused`` ones can't enroll."""
    return ok({"result": _list_choices("employment_status")})


@router.get("/get-compensation-types", response=responses(_Listed), operation_id="get_compensation_types")
def get_compensation_types(request: HttpRequest) -> Answer:
    """Compensation types."""
    return ok({"result": _list_choices("compensation_types")})


@router.get("/get-vacation-policy", response=responses(list[ReferenceChoice]), operation_id="get_vacation_policy")
def get_vacation_policy(request: HttpRequest) -> Answer:
    """Vacation policies."""
    return ok(_list_choices("vacation_policy"))


@router.get("/get-bargaining-unit", response=responses(list[ReferenceChoice]), operation_id="get_bargaining_unit")
def get_bargaining_unit(request: HttpRequest) -> Answer:
    """Bargaining unit membership."""
    return ok(_list_choices("bargaining_unit"))


@router.get("/get-holiday-policy", response=responses(list[ReferenceChoice]), operation_id="get_holiday_policy")
def get_holiday_policy(request: HttpRequest) -> Answer:
    """Holiday policy flags; ``value`` is the flag's name."""
    return ok(_list_choices("holiday_policy"))


@router.get(
    "/get-beneficiary-relationships",
    response=responses(list[ReferenceChoice]),
    operation_id="get_beneficiary_relationships",
)
def get_beneficiary_relationships(request: HttpRequest) -> Answer:
    """Relationships of a beneficiary."""
    return ok(_list_choices("beneficiary_relationships"))


@router_v2.get("/coverages", response=responses(list[str]), operation_id="coverages")
def coverages(request: HttpRequest) -> Answer:
    """Coverage names of the shopper filter."""
    return ok([choice.value for choice in reference.choices("coverages")])


@router_v2.get("/validate-dob", response={**responses(Dob), 422: DobErrorAnswer}, operation_id="validate_dob")
def validate_dob(
    request: HttpRequest, dob: Annotated[str, Field(json_schema_extra={"maxLength": MOST_OF_DATE})] = ""
) -> Answer | Status[dict[str, object]]:
    """Is this the birth date (mm/dd/yyyy) of an adult? 422 with ``errors.dob`` when not."""
    today = clock.today()
    born = us_date(dob, today)
    if born is None:
        return _dob_error(texts.explain_date(dob) if dob.strip() else texts.REQUIRED)
    if problem := texts.explain_birth_date(born, today):
        return _dob_error(problem)
    if age_on(born, today) < ADULT_AGE:
        return _dob_error(texts.ADULT)
    return ok(Dob(dob=show_date(born), age=age_on(born, today)))


def _dob_error(message: object) -> Status[dict[str, object]]:
    body: dict[str, object] = {
        "status": "error",
        "statusCode": 422,
        "message": str(FieldErrors.default),
        "data": [{"target_element": "dob", "error_message": str(message)}],
        "errors": {"dob": [str(message)]},
    }
    return Status(422, body)


@router.get(
    "/get-agent-groups", response=responses(list[GroupChoice]), operation_id="get_agent_groups", tags=["parties"]
)
def get_agent_groups(request: ApiRequest, agent_id: Id) -> Answer:
    """Groups of the signed-in rep."""
    agent = access_own_agent(request, agent_id)
    groups = groups_of_agent(request.brand.id, agent.id)
    portals = portals_by_group(request.brand.id, agent.id, [group.id for group in groups])
    return ok([GroupChoice.build(group, portals[group.id]) for group in groups])


@router.get(
    "/get-enrollment-platforms",
    response=responses(list[Platform]),
    operation_id="get_enrollment_platforms",
    tags=["parties"],
)
def get_enrollment_platforms(request: ApiRequest, agent_id: OptionalId = None, group_id: OptionalId = None) -> Answer:
    """Enrollment portals to choose from, for a rep, a group or a visitor.

    A signed-in rep, who chooses the group next, also gets those for groups only.
    """
    if agent_id is not None:
        access_agent(request, agent_id)
    if group_id is not None:
        access_group(request, group_id)
    chooses_group = request.actor.kind in ("rep", "staff")
    result = portals_for(request.brand.id, agent_id, group_id, before_group=chooses_group)
    return ok([Platform.build(portal) for portal in result])


@router.get("/get-agent-members", response=responses(MemberRows), operation_id="get_agent_members", tags=["parties"])
def get_agent_members(request: ApiRequest, query: Annotated[AgentMembersQuery, Query()]) -> Answer:
    """Members of the signed-in rep, those of the rep's groups included."""
    agent, brand_id = access_own_agent(request, query.agent_id), request.brand.id
    groups = tuple(group.id for group in groups_looked_after(brand_id, agent.id))
    result = member_page(Book(brand_id, agent.id, groups), query.wanted(query.group_id))
    return ok(MemberRows.build(result))


@router.get("/get-group-users", response=responses(MemberRows), operation_id="get_group_users", tags=["parties"])
def get_group_users(request: ApiRequest, query: Annotated[GroupMembersQuery, Query()]) -> Answer:
    """Members of a group, for its administrator and the reps who serve it."""
    group = access_own_group(request, query.group_id)
    result = member_page(Book(request.brand.id, group_ids=(group.id,)), query.wanted())
    return ok(MemberRows.build(result))


@router.get(
    "/export-agent-members",
    response=responses(ListFile, business=True),
    operation_id="export_agent_members",
    tags=["parties"],
)
@does(Act.READ)
def export_agent_members(request: ApiRequest, query: Annotated[AgentMembersQuery, Query()]) -> Answer:
    """Return the members that ``get-agent-members`` finds, all of them, as a CSV file. errorCode: listTooLong."""
    agent, brand_id = access_own_agent(request, query.agent_id), request.brand.id
    groups = tuple(group.id for group in groups_looked_after(brand_id, agent.id))
    return ok(_member_file(request, Book(brand_id, agent.id, groups), query, query.group_id))


@router.get(
    "/export-group-users",
    response=responses(ListFile, business=True),
    operation_id="export_group_users",
    tags=["parties"],
)
@does(Act.READ)
def export_group_users(request: ApiRequest, query: Annotated[GroupMembersQuery, Query()]) -> Answer:
    """Return the members that ``get-group-users`` finds, all of them, as a CSV file. errorCode: listTooLong."""
    group = access_own_group(request, query.group_id)
    return ok(_member_file(request, Book(request.brand.id, group_ids=(group.id,)), query, None))


def _member_file(request: ApiRequest, book: Book, query: MemberQuery, group_id: int | None) -> ListFile:
    return make_list_file(
        kind=MEMBERS,
        keys=member_keys(book, query.wanted(group_id)),
        lines_of=lambda keys: map(member_line, load_members(keys)),
        filters=query.model_fields_set - {"page", "per_page", "agent_id"},
        origin=origin_of(request),
    )


@router.get("/get-member-info", response=responses(MemberInfo), operation_id="get_member_info", tags=["parties"])
def get_member_info(request: ApiRequest, user_id: Id) -> Answer:
    """A member, for the member, the member's rep or group administrator."""
    return ok(MemberInfo.build(access_member(request, user_id)))


@router.get(
    "/get-member-details", response=responses(MemberDetails), operation_id="get_member_details", tags=["parties"]
)
def get_member_details(request: ApiRequest, member_id: OptionalId = None) -> Answer:
    """The caller's own details, or a member's, for the member's rep or group administrator: what holds today and what
    is planned to be different later."""
    member = load_member(request, member_id)
    return ok(MemberDetails.build(member, load_person(member.id)))


@root.get("/get-member-info", response=responses(MemberInfo | Nothing), operation_id="get_member_info")
def find_member_info(request: ApiRequest, user_id: Id) -> Answer:
    """A member, for the member, the member's rep or group administrator. statusCode 204 for everyone else."""
    return ok_or_nothing(lambda: MemberInfo.build(access_member(request, user_id)))
