"""A group's roster, uploaded by its administrator: columns, rows to fix, what would change, saving and undoing.

Each upload belongs to the administrator who made it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any
from uuid import UUID

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.audit.services import Origin, origin_of, record
from planfront.kernel.errors import FieldErrors, NotFound
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.members.models import RosterImport, RosterState
from planfront.members.roster import desk, schemas, services
from planfront.members.roster.rest import held_rows
from planfront.members.roster.sent_files import unpack
from planfront.parties.access import access_administered_group

router = Router(tags=["group"])
_WAITING = (RosterState.MAPPING, RosterState.REFUSED, RosterState.READY)
_CHECKED = (RosterState.REFUSED, RosterState.READY)


def access_roster(request: ApiRequest, roster_id: UUID) -> RosterImport:
    """Return an upload that the caller made for the group they administer. Raises NotFound."""
    group = access_administered_group(request)
    rows = RosterImport.objects.filter(brand=request.brand.id, group=group.id, by_group=True)
    roster = rows.filter(pk=roster_id, created_by=request.actor.user_id).first()
    if roster is None:
        raise NotFound
    return roster


def _access_checked(request: ApiRequest, roster_id: UUID) -> RosterImport:
    """Return an upload whose rows can be fixed now. Raises NotFound."""
    roster = access_roster(request, roster_id)
    if roster.state not in _CHECKED:
        raise NotFound
    return roster


@router.post("/upload-roster", response=responses(schemas.Roster), operation_id="upload_roster")
@does(Act.GROUP)
def upload_roster(request: ApiRequest, body: schemas.RosterUpload) -> Answer:
    """Read a file of people, and guess its columns; nothing is saved of them yet."""
    group = access_administered_group(request)
    roster = services.upload_roster(
        brand_id=request.brand.id,
        group_id=group.id,
        file_name=body.file_name,
        blocks=unpack(body.content),
        by=request.actor.user_id,
        by_group=True,
        language=get_language() or "en",
        origin=origin_of(request),
    )
    return ok(desk.describe(roster))


@router.get("/get-roster", response=responses(schemas.Roster), operation_id="get_roster")
def get_roster(request: ApiRequest, roster_id: UUID) -> Answer:
    """An upload of the caller's: its columns until it is saved, what was found, and how far the work is."""
    return ok(desk.describe(access_roster(request, roster_id)))


@router.post("/preview-roster-columns", response=responses(schemas.ColumnCheck), operation_id="preview_roster_columns")
@does(Act.READ)
def preview_roster_columns(request: ApiRequest, body: schemas.ChosenColumns) -> Answer:
    """The words that would have to be explained with these columns; nothing is written."""
    roster = access_roster(request, body.roster_id)
    if roster.state not in _WAITING:
        raise NotFound
    return ok(desk.check_columns(roster, desk.mapping_of(roster, body.columns)))


@router.post("/map-roster", response=responses(schemas.Roster), operation_id="map_roster")
@does(Act.GROUP)
def map_roster(request: ApiRequest, body: schemas.ConfirmedColumns) -> Answer:
    """Confirm which column is which and what its words mean, and check every row in the background."""
    roster = access_roster(request, body.roster_id)
    words: dict[str, dict[str, str]] = {}
    for answer in body.words:
        words.setdefault(answer.kind, {})[answer.key] = answer.meaning
    chosen = [name for name in body.columns if name]
    if len(set(chosen)) < len(chosen):
        raise FieldErrors.single("columns", _("Two columns can't be the same."))
    mapping = desk.mapping_of(roster, body.columns)
    return _stepped(
        request,
        roster,
        lambda origin: services.map_roster(
            roster_id=roster.pk,
            mapping=mapping,
            words=words,
            everybody_employee=body.everyone_employee,
            origin=origin,
        ),
    )


@router.post("/choose-roster-sheets", response=responses(schemas.Roster), operation_id="choose_roster_sheets")
@does(Act.GROUP)
def choose_roster_sheets(request: ApiRequest, body: schemas.ChosenSheets) -> Answer:
    """Read other sheets of the workbook; columns are guessed again."""
    roster = access_roster(request, body.roster_id)
    return _stepped(
        request,
        roster,
        lambda origin: services.choose_sheets(roster_id=roster.pk, names=body.names, origin=origin),
    )


@router.get("/get-held-rows", response=responses(schemas.RosterHeldRows), operation_id="get_held_rows")
def get_held_rows(request: ApiRequest, query: Annotated[schemas.RosterPage, Query()]) -> Answer:
    """A page of rows that can't be saved yet, with what is wrong and what was probably meant."""
    return ok(desk.list_held(_access_checked(request, query.roster_id), query))


@router.get("/get-roster-changes", response=responses(schemas.RosterEffects), operation_id="get_roster_changes")
def get_roster_changes(request: ApiRequest, query: Annotated[schemas.RosterChangesQuery, Query()]) -> Answer:
    """A page of the people whom an upload adds or changes, with values before and after. Saving writes just these."""
    return ok(desk.list_effects(access_roster(request, query.roster_id), query))


@router.post("/mend-roster", response=responses(schemas.Roster), operation_id="mend_roster")
@does(Act.GROUP)
def mend_roster(request: ApiRequest, body: schemas.MendedRows) -> Answer:
    """Correct cells of rows that can't be saved yet, skip rows, or confirm them; only these are checked again."""
    roster = access_roster(request, body.roster_id)
    cells: dict[int, dict[str, str]] = {}
    for cell in body.cells:
        cells.setdefault(cell.row, {})[cell.field] = cell.text
    fill = body.fill
    if fill is not None:
        return _stepped(
            request,
            roster,
            lambda origin: services.fill_roster(roster_id=roster.pk, field=fill.field, cell=fill.text, origin=origin),
        )
    return _stepped(
        request,
        roster,
        lambda origin: services.mend_roster(
            roster_id=roster.pk, cells=cells, left_out=body.left_out, confirmed=body.confirmed, origin=origin
        ),
    )


@router.post("/take-roster-step", response=responses(schemas.Roster), operation_id="take_roster_step")
@does(Act.GROUP)
def take_roster_step(request: ApiRequest, body: schemas.RosterStep) -> Answer:
    """Save what an upload changes, undo it until midnight, or drop it. Saving and undoing go on in the background."""
    roster = access_roster(request, body.roster_id)
    steps: dict[str, Callable[[Origin], Any]] = {
        "apply": lambda origin: services.start_applying_roster(roster_id=roster.pk, origin=origin),
        "undo": lambda origin: services.start_undoing_roster(roster_id=roster.pk, by_group=True, origin=origin),
        "discard": lambda origin: services.discard_roster(roster_id=roster.pk, origin=origin),
    }
    return _stepped(request, roster, steps[body.step])


def _stepped(request: ApiRequest, roster: RosterImport, step: Callable[[Origin], RosterImport]) -> Answer:
    return ok(desk.describe(step(origin_of(request))))


@router.get("/get-roster-file", response=responses(schemas.RosterFile), operation_id="get_roster_file")
def get_roster_file(request: ApiRequest, query: Annotated[schemas.RosterFileQuery, Query()]) -> Answer:
    """Rows that can't be saved yet as a file, with what is wrong. It has numbers in full, as the upload had; on
    record."""
    roster = _access_checked(request, query.roster_id)
    rows = len(held_rows(roster))
    record(
        "roster.exported",
        origin=origin_of(request),
        subject_type="roster",
        subject_id=str(roster.pk),
        meta={"rows": rows},
    )
    return ok(desk.held_file(roster, query.kind))


@router.get("/get-roster-template", response=responses(schemas.RosterFile), operation_id="get_roster_template")
def get_roster_template(request: ApiRequest, query: Annotated[schemas.TemplateQuery, Query()]) -> Answer:
    """A blank file with every column and a family as an example."""
    access_administered_group(request)
    return ok(desk.blank_file(query.kind))
