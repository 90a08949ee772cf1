"""One's own list of work: for reps, group administrators and members."""

from __future__ import annotations

from typing import Annotated

from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.kernel.http.envelope import Answer, Nothing, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.text import texts
from planfront.kernel.text.parse import us_date
from planfront.today import daily_email, schemas, services
from planfront.today.first_steps import read_steps
from planfront.today.kinds import CallOutcome
from planfront.today.listing import load_today
from planfront.today.readers import access_today

router = Router(tags=["today"])


@router.get("/get-today", response=responses(schemas.TodayAnswer), operation_id="get_today")
def get_today(request: ApiRequest, query: Annotated[schemas.TodayQuery, Query()]) -> Answer:
    """The work that waits for the signed-in rep, group administrator or member, most urgent first, and how much there
    is of each part."""
    reader = access_today(request)
    hour = clock.local(reader.business_now).hour
    return ok(schemas.TodayAnswer.build(load_today(reader, query.wanted()), reader, hour))


@router.get("/get-first-steps", response=responses(list[schemas.TodayStep]), operation_id="get_first_steps")
def get_first_steps(request: ApiRequest) -> Answer:
    """List the first steps of a new rep or group administrator and those that are done; none for a member."""
    return ok([schemas.TodayStep.build(step, done) for step, done in read_steps(access_today(request))])


@router.post("/mark-today-item", response=responses(schemas.TodayMark), operation_id="mark_today_item")
@does(Act.OWN)
def mark_today_item(request: ApiRequest, body: schemas.TodayMark) -> Answer:
    """Say that an item of one's own list is done, comes back later, or is open again."""
    until = us_date(body.until) if body.until else None
    if body.until and until is None:
        raise FieldErrors.single("until", texts.explain_date(body.until))
    services.mark_task(access_today(request), body.key, body.mark, until, origin_of(request))
    return ok(body)


@router.post("/log-call", response=responses(schemas.TodayCall), operation_id="log_call")
@does(Act.CLIENTS)
def log_call(request: ApiRequest, body: schemas.TodayCall) -> Answer:
    """Say how a call about an item of one's own list went. It leaves the list; when no one answered, until tomorrow."""
    services.log_call(access_today(request), body.key, CallOutcome(body.outcome), origin_of(request))
    return ok(body)


@router.get("/get-daily-email", response=responses(schemas.DailyEmail), operation_id="get_daily_email")
def get_daily_email(request: ApiRequest) -> Answer:
    """Tell if the signed-in rep or group administrator gets a daily email of their open tasks."""
    return ok({"on": daily_email.gets_email(access_today(request))})


@router.post("/set-daily-email", response=responses(schemas.DailyEmail), operation_id="set_daily_email")
@does(Act.OWN)
def set_daily_email(request: ApiRequest, body: schemas.DailyEmail) -> Answer:
    """Turn the own daily email on or off."""
    daily_email.switch_email(access_today(request), on=body.on, origin=origin_of(request))
    return ok(body)


@router.post("/stop-daily-email", response=responses(Nothing), operation_id="stop_daily_email")
@does(Act.OWN)
def stop_daily_email(request: ApiRequest, body: schemas.DailyEmailToken) -> Answer:
    """Turn off the daily email that has a link. Needs no sign-in."""
    daily_email.stop_by_link(brand_id=request.brand.id, token=body.token, origin=origin_of(request))
    return ok()
