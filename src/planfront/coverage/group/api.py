"""A group's people, for its administrator: who has what, who joins and who leaves."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of
from planfront.coverage.authors import author_of
from planfront.coverage.group import (
    activity,
    approvals,
    birth_dates,
    class_moves,
    joining,
    leaving,
    new_shares,
    people,
    person,
    schemas,
    work,
)
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Id, ListFile, PageQuery
from planfront.kernel.text import texts
from planfront.kernel.text.parse import us_date
from planfront.members.access import access_employee, access_member
from planfront.parties.access import access_administered_group
from planfront.parties.groups.selectors import terms_of_id

router = Router(tags=["group"])


@router.get("/get-group-people", response=responses(schemas.GroupPeople), operation_id="get_group_people")
def get_group_people(request: ApiRequest, query: Annotated[schemas.PeopleQuery, Query()]) -> Answer:
    """People of the caller's group as of a day: what they have, and who pays how much of it."""
    group = access_administered_group(request)
    day = us_date(query.day) if query.day else clock.today()
    if day is None:
        raise FieldErrors.single("day", texts.explain_date(query.day))
    return ok(people.read_people(group, request.brand.id, query, day, author_of(request)))


@router.get("/export-group-people", response=responses(ListFile, business=True), operation_id="export_group_people")
def export_group_people(request: ApiRequest, query: Annotated[schemas.PeopleFileQuery, Query()]) -> Answer:
    """Everyone whom get-group-people finds, as a CSV file; on record. errorCode: listTooLong."""
    group = access_administered_group(request)
    day = us_date(query.day) if query.day else clock.today()
    if day is None:
        raise FieldErrors.single("day", texts.explain_date(query.day))
    return ok(people.export_people(group, request.brand.id, query, day, origin_of(request)))


@router.get("/get-group-activity", response=responses(list[schemas.GroupEvent]), operation_id="get_group_activity")
def get_group_activity(request: ApiRequest) -> Answer:
    """The latest changes of the people of the caller's group, the newest first."""
    return ok(activity.list_recent(access_administered_group(request).id))


@router.get("/get-group-person", response=responses(schemas.GroupPerson), operation_id="get_group_person")
def get_group_person(request: ApiRequest, member_id: Id) -> Answer:
    """A person of a group, for its administrator, the reps who look after it, and staff."""
    return ok(person.read_person(access_employee(request, member_id), author_of(request)))


@router.post("/fix-group-person", response=responses(schemas.GroupPerson), operation_id="fix_group_person")
@does(Act.COVERAGE)
def fix_group_person(request: ApiRequest, body: schemas.PersonFix) -> Answer:
    """Put facts of a group's person right that no price depends on, or change their email or phone from today on. The
    email of someone who signs in is theirs to change."""
    member, author = access_employee(request, body.member_id), author_of(request)
    person.fix_person(member, body, origin_of(request))
    return ok(person.read_person(access_employee(request, body.member_id), author))


@router.post(
    "/preview-birth-date",
    response=responses(schemas.BirthDatePreview, business=True),
    operation_id="preview_birth_date",
)
@does(Act.READ)
def preview_birth_date(request: ApiRequest, body: schemas.BirthDateFix) -> Answer:
    """Preview another birth date of a group's person, with the amounts; nothing is written."""
    return ok(birth_dates.preview(access_employee(request, body.member_id), body, author_of(request)))


@router.post(
    "/correct-birth-date", response=responses(schemas.BirthDateDone, business=True), operation_id="correct_birth_date"
)
@does(Act.COVERAGE)
def correct_birth_date(request: ApiRequest, body: schemas.ConfirmedBirthDate) -> Answer:
    """Put a birth date right as it was previewed, or ask the store's team where it has to agree. ``changeDiffers`` with
    the new preview where anything has moved since, ``changeWaits`` while another change waits."""
    member, author = access_employee(request, body.member_id), author_of(request)
    order_id, waits_for = birth_dates.correct(member, body, author, origin_of(request))
    current = person.read_person(access_employee(request, body.member_id), author)
    return ok(schemas.BirthDateDone(order_id=order_id, waits_for=waits_for, person=current))


@router.post(
    "/preview-work-change", response=responses(schemas.WorkPreview, business=True), operation_id="preview_work_change"
)
@does(Act.READ)
def preview_work_change(request: ApiRequest, body: schemas.WorkOrder) -> Answer:
    """Preview another class, pay or hours of a group's person, with the amounts; nothing is written."""
    change = work.read_work_change(access_employee(request, body.member_id), body)
    return ok(work.describe(change, work.work_out(change, author_of(request))))


@router.post("/change-work", response=responses(schemas.WorkDone, business=True), operation_id="change_work")
@does(Act.COVERAGE)
def change_work(request: ApiRequest, body: schemas.ConfirmedWork) -> Answer:
    """Save another class, pay or hours as it was previewed. ``changeDiffers`` with the new preview where anything has
    moved since."""
    member, author = access_employee(request, body.member_id), author_of(request)
    change = work.read_work_change(member, body)
    order_id = work.write_work_change(change, body.digest, author, origin_of(request))
    current = person.read_person(access_employee(request, body.member_id), author)
    return ok(schemas.WorkDone(order_id=order_id, person=current))


@router.post("/preview-class-move", response=responses(schemas.ClassMovePreview), operation_id="preview_class_move")
@does(Act.READ)
def preview_class_move(request: ApiRequest, body: schemas.ClassMove) -> Answer:
    """Preview another class of several people of the caller's group, with the amounts of each; nothing is written."""
    group = access_administered_group(request)
    return ok(class_moves.preview(group, request.brand.id, body, author_of(request)))


@router.post("/move-class", response=responses(schemas.ClassMoveDone, business=True), operation_id="move_class")
@does(Act.GROUP)
def move_class(request: ApiRequest, body: schemas.ConfirmedClassMove) -> Answer:
    """Move the people who can to a class as it was previewed. ``changeDiffers`` with the new preview where anything has
    moved since."""
    group = access_administered_group(request)
    return ok(class_moves.move(group, request.brand.id, body, author_of(request), origin_of(request)))


@router.post("/undo-class-move", response=responses(schemas.ClassMoveUndone), operation_id="undo_class_move")
@does(Act.GROUP)
def undo_class_move(request: ApiRequest, body: schemas.ClassMoveDone) -> Answer:
    """Take back what move-class answered, until the end of its day; people whose move can't be taken back are named."""
    group = access_administered_group(request)
    return ok(class_moves.take_back(group, request.brand.id, body, author_of(request), origin_of(request)))


@router.get("/get-new-shares", response=responses(schemas.NewShares), operation_id="get_new_shares")
def get_new_shares(request: ApiRequest, query: Annotated[schemas.NewSharesQuery, Query()]) -> Answer:
    """Policies of the caller's group that its present contributions and classes would change from a day on, with the
    amounts; nothing is written."""
    group = access_administered_group(request)
    return ok(new_shares.preview(group.id, query))


@router.post(
    "/apply-new-shares", response=responses(schemas.SharesStarted, business=True), operation_id="apply_new_shares"
)
@does(Act.GROUP)
def apply_new_shares(request: ApiRequest, body: schemas.ConfirmedShares) -> Answer:
    """Write the shares of get-new-shares from their day on, in the background. ``changeDiffers`` where anything has
    moved since."""
    group = access_administered_group(request)
    return ok(new_shares.start_writing(group.id, body, author_of(request), origin_of(request)))


@router.get(
    "/get-new-shares-progress", response=responses(schemas.SharesProgress), operation_id="get_new_shares_progress"
)
def get_new_shares_progress(request: ApiRequest, order: UUID) -> Answer:
    """Count the policies that are written of what apply-new-shares started, and those that were left as they were
    because something about them has changed."""
    return ok(new_shares.count_written(access_administered_group(request).id, order))


@router.get("/get-leaving-choices", response=responses(schemas.LeavingChoices), operation_id="get_leaving_choices")
def get_leaving_choices(request: ApiRequest) -> Answer:
    """The events by which someone of the caller's group may leave, and the reasons."""
    access_administered_group(request)
    return ok(leaving.list_choices(author_of(request)))


@router.post(
    "/preview-leaving", response=responses(schemas.LeavingPreview, business=True), operation_id="preview_leaving"
)
@does(Act.READ)
def preview_leaving(request: ApiRequest, body: schemas.LeavingOrder) -> Answer:
    """The coverage that would end if someone of the caller's group left, with the amounts; nothing is written."""
    group, member = access_administered_group(request), access_member(request, body.member_id)
    read = leaving.read_leaving(group, member, body, author_of(request))
    return ok(leaving.describe(group, member, read, read.outcomes))


@router.post("/report-leaving", response=responses(schemas.LeavingDone, business=True), operation_id="report_leaving")
@does(Act.GROUP)
def report_leaving(request: ApiRequest, body: schemas.ConfirmedLeaving) -> Answer:
    """Report that someone leaves as it was previewed; where it reaches back further than one person alone may reach,
    the store's team is asked to agree. ``changeDiffers`` with the new preview where anything has moved since,
    ``changeWaits`` while another leaving waits."""
    group, member = access_administered_group(request), access_member(request, body.member_id)
    read = leaving.read_leaving(group, member, body, author_of(request))
    return ok(leaving.report(group, member, read, body.digest, origin_of(request)))


@router.get("/get-group-classes", response=responses(list[schemas.GroupClassChoice]), operation_id="get_group_classes")
def get_group_classes(request: ApiRequest) -> Answer:
    """Classes of the caller's group that someone can join."""
    return ok(joining.list_classes(terms_of_id(access_administered_group(request).id)))


@router.post(
    "/add-group-person", response=responses(schemas.AddedPerson, business=True), operation_id="add_group_person"
)
@does(Act.GROUP)
def add_group_person(request: ApiRequest, body: schemas.NewGroupPerson) -> Answer:
    """Put someone who joins the caller's group on record, and invite them to sign in. Who left the group before comes
    back to their record; ``alreadyThere`` for someone else of the same name and birth date."""
    group = access_administered_group(request)
    return ok(joining.add_person(group, request.brand.id, body, origin_of(request)))


@router.get("/get-approvals", response=responses(schemas.Approvals), operation_id="get_approvals")
def get_approvals(request: ApiRequest, query: Annotated[PageQuery, Query()]) -> Answer:
    """Changes that members of the caller's group reported and that wait for its agreement, the oldest first, as they
    were previewed."""
    group = access_administered_group(request)
    return ok(approvals.list_approvals(group, request.brand.id, query))


@router.get("/get-approval", response=responses(schemas.Approval), operation_id="get_approval")
def get_approval(request: ApiRequest, id: UUID) -> Answer:  # noqa: A002 - the parameter's name
    """A change that waits for the caller's group, worked out as of now."""
    group = access_administered_group(request)
    return ok(approvals.open_approval(group, request.brand.id, id))


@router.post(
    "/decide-approval", response=responses(schemas.DecidedApproval, business=True), operation_id="decide_approval"
)
@does(Act.GROUP)
def decide_approval(request: ApiRequest, body: schemas.Decision) -> Answer:
    """Agree to a change, or decline it with a reason. What reaches back further than one person alone may reach goes to
    the store's team. ``changeDiffers`` with the change as it would be now, which nothing is written of."""
    group = access_administered_group(request)
    return ok(approvals.decide(group, request.brand.id, body, origin_of(request)))


@router.get("/get-team-requests", response=responses(schemas.TeamRequests), operation_id="get_team_requests")
def get_team_requests(request: ApiRequest, query: Annotated[PageQuery, Query()]) -> Answer:
    """Changes that the caller's group asked the store's team to agree to, and the decisions of the last thirty days.
    withdraw-change takes back what the group reported and still waits."""
    group = access_administered_group(request)
    return ok(approvals.list_requests(group, request.brand.id, query))
