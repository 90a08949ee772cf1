"""A group's round of enrollment, for its administrator."""

from __future__ import annotations

from typing import Annotated

from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of
from planfront.enrollment.returning.reminding import remind
from planfront.enrollment.worklists import round_schemas as schemas
from planfront.enrollment.worklists.rounds import load_round
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.parties.access import access_administered_group

router = Router(tags=["group"])


@router.get("/get-group-enrollment", response=responses(schemas.GroupEnrollment), operation_id="get_group_enrollment")
def get_group_enrollment(request: ApiRequest, query: Annotated[schemas.RoundQuery, Query()]) -> Answer:
    """The enrollment window of the caller's group, who hasn't enrolled, and the coming days."""
    group = access_administered_group(request)
    return ok(schemas.GroupEnrollment.build(load_round(group.id, request.brand.id), query))


@router.post("/remind-group-people", response=responses(schemas.Reminded), operation_id="remind_group_people")
@does(Act.GROUP)
def remind_group_people(request: ApiRequest, body: schemas.ReminderBody) -> Answer:
    """Email people of the caller's group who haven't enrolled, in their language: some of them or everyone, each at
    most once a day. An address that emails don't reach gets none."""
    group = access_administered_group(request)
    return ok(schemas.Reminded(reminded=remind(group, request.brand.id, body.member_ids, origin_of(request))))
