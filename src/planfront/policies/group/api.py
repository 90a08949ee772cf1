"""A group's people, for its administrator: who has what, who joins and who leaves."""

from __future__ import annotations

from typing import Annotated

from ninja import Query, Router

from planfront.kernel import clock, texts
from planfront.kernel.envelope import Answer, ok, responses
from planfront.kernel.errors import FieldErrors
from planfront.kernel.http import ApiRequest
from planfront.kernel.parse import us_date
from planfront.policies.coverage.orders import author_of
from planfront.policies.group import people, schemas
from planfront.sponsors.access import access_administered_group

router = Router(tags=["group"])


@router.get("/get-group-people", response=responses(schemas.GroupPeople), operation_id="get_group_people")
def get_group_people(request: ApiRequest, query: Annotated[schemas.PeopleQuery, Query()]) -> Answer:
    """People of the caller's group as of a day: what they have, and who pays how much of it."""
    group = access_administered_group(request)
    day = us_date(query.day) if query.day else clock.today()
    if day is None:
        raise FieldErrors.single("day", texts.DATE)
    return ok(people.read_people(group, request.brand.id, query, day, author_of(request)))
