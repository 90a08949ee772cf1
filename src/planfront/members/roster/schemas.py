"""Schemas of the calls by which a group's administrator uploads a roster. Days are mm/dd/yyyy."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from planfront.kernel.http.schema import Line, PageAnswer, PageQuery, Short
from planfront.members.roster.services import MOST_CHARACTERS

MOST_CONTENT = 4_000_000
_Text = Annotated[str, Field(max_length=MOST_CHARACTERS)]
_Row = Annotated[int, Field(ge=1, le=2_147_483_647)]
_Name = Annotated[str, Field(max_length=40)]
_FieldName = Annotated[
    str, Field(max_length=40, description="A field of a person, as get-roster names them.", examples=["birth_date"])
]
State = Literal["mapping", "checking", "refused", "ready", "applying", "applied", "undoing", "undone", "discarded"]


class RosterUpload(BaseModel):
    """A CSV or XLSX file."""

    file_name: Line = Field(description="Name of the file.", examples=["roster-nov.xlsx"])
    content: Annotated[str, Field(max_length=MOST_CONTENT)] = Field(
        description="The file in base64, compressed with gzip where it is large. At most 10 MB when unpacked.",
        examples=["TGFzdCxGaXJzdCxET0IKTWFybG93ZSxEYW5hLDA0LzE3LzE5ODgK"],
    )


class RosterKey(BaseModel):
    roster_id: UUID


class RosterChoice(BaseModel):
    """A text that is sent, and the words for it."""

    value: str
    label: str


class RosterColumn(BaseModel):
    """A column of the file. ``field``: the guess or the choice, empty for one that isn't used."""

    heading: str = Field(description="Heading of the column in the file.")
    samples: list[str] = Field(
        description="The first different cells; of Social Security numbers the last digits.", examples=[["CF-1051"]]
    )
    field: str = Field(description='Field that the column or cell goes to; "" for none.')


class RosterFields(BaseModel):
    """Fields of the row's person or of someone of the family."""

    title: str
    choices: list[RosterChoice]


class RosterWord(BaseModel):
    """A word of the file. ``meaning``: one of the choices, empty where no one has said it yet."""

    key: str
    text: str
    rows: int
    meaning: str = Field(description='What a word means; "" while not said.')


class RosterQuestion(BaseModel):
    """A column whose words have to be explained; without words where there are too many to be that column's."""

    kind: str
    title: str
    words: list[RosterWord] = Field(description="Words of a column and what each means.")
    choices: list[RosterChoice]


class RosterSheet(BaseModel):
    name: str
    read: bool = Field(description="True if this sheet of the workbook was read.", examples=[True])


class RosterMapping(BaseModel):
    """The choices before the rows are checked. ``relations``: columns that look like the relationship and aren't
    used, so that everyone would become an employee."""

    columns: list[RosterColumn] = Field(description="Columns of the file, or the field that each goes to.")
    fields: list[RosterFields] = Field(description="Fields a column may go to.")
    questions: list[RosterQuestion]
    notes: list[str]
    sheets: list[RosterSheet] = Field(description="Sheets of the workbook.")
    relations: list[str] = Field(description="Words of the relation column, or how its words are understood.")
    everyone_employee: bool = Field(description="True if every row is an employee.")


class RosterCounts(BaseModel):
    """``rows`` of the file; the others count people with their families. ``skipped``: rows held back, families
    included; ``unused``: rows that are no people, come twice, or were left out. ``invited``: of those added, who has an
    email address."""

    rows: int
    added: int = Field(description="New people.")
    changed: int
    unchanged: int = Field(description="Rows that change nothing.")
    skipped: int = Field(description="Rows that were left out.")
    unused: int = Field(description="Columns that go nowhere.")
    missing: int = Field(description="People of the group who aren't in the file, or how many.")
    invited: int = Field(description="People who are invited.")
    restored: int = Field(description="People put back by Undo.")
    kept: int = Field(description="Rows that Undo left as they are, or why one was.")


class RosterPerson(BaseModel):
    member_id: int
    name: str


class RosterNote(BaseModel):
    """Something worth a look. ``where`` names the cell or row."""

    where: str = Field(description="Place in the file.")
    text: str


class Roster(BaseModel):
    """An upload of the caller's. ``mapping``: until it is applied; ``counts``: once it was checked. ``missing``: people
    of the group who aren't in the file, the first hundred. ``skipped_roster``: the upload that holds the rows that were
    left when it was applied."""

    roster_id: UUID = Field(description="Id of the uploaded roster.")
    file_name: str = Field(description="Name of the file.")
    state: State
    rows: int
    percent: int = Field(description="Percent of the work in progress that is done.", examples=[40])
    problem: str = Field(description="Reason nothing was saved; empty otherwise.", examples=[""])
    mapping: RosterMapping | None = Field(description="How columns are matched; null after that step.")
    counts: RosterCounts | None
    notes: list[RosterNote]
    missing: list[RosterPerson] = Field(description="People of the group who aren't in the file, or how many.")
    may_undo: bool = Field(description="True if the upload can still be undone.")
    skipped_roster: UUID | None = Field(description="Id of a roster made of the skipped rows; null without one.")
    is_rest: bool = Field(description="True if it holds rows that another upload skipped.", examples=[False])


class ChosenColumns(RosterKey):
    """``columns``: a field for each column, in order; empty for one that isn't used."""

    columns: Annotated[list[_Name], Field(max_length=500, description="A field for each column, in order.")]


class ColumnCheck(BaseModel):
    """The words to explain with these columns. ``relations``: see get-roster."""

    questions: list[RosterQuestion]
    relations: list[str] = Field(description="Words of the relation column, or how its words are understood.")


class WordAnswer(BaseModel):
    kind: _Name
    key: Short
    meaning: Short = Field(description='What a word means; "" while not said.')


class ConfirmedColumns(ChosenColumns):
    words: Annotated[list[WordAnswer], Field(max_length=500, description="What words of the file mean.")] = []
    everyone_employee: bool = Field(False, description="True if every row is an employee.")


class ChosenSheets(RosterKey):
    names: Annotated[list[Line], Field(max_length=200, description="Names of the sheets to read.")]


class RosterPage(PageQuery):
    roster_id: UUID = Field(description="Id of the uploaded roster.")


class RosterChangesQuery(RosterPage):
    """``effect``: people who are added or changed."""

    effect: Literal["added", "changed"] = Field("changed", description="Kind of change: new, changed, kept or held.")


class RosterDifference(BaseModel):
    """A value before and after. ``before`` is null for someone who comes to the family or changes in it."""

    label: str
    before: str | None
    after: str


class RosterEffect(BaseModel):
    """The effect on one person. ``notes``: what their policies do with it, with prices. ``member_id``: null for
    someone who isn't on record. ``kept``: why it wasn't undone, empty otherwise."""

    row: int = Field(description="Row of the file.")
    name: str
    member_id: int | None
    differences: list[RosterDifference] = Field(description="What the row changes, before and after.")
    notes: list[str]
    kept: str = Field(description="Rows that Undo left as they are, or why one was.")


class RosterEffects(PageAnswer[RosterEffect]):
    """People whom an upload adds or changes, in the order of the file."""


class RosterCell(BaseModel):
    """A cell of a row. ``likely``: what was probably meant, empty for no guess. ``choices``: of a field with few
    values. Of a Social Security number ``text`` is empty and ``hint`` has the ending: sent empty it stays."""

    field: str = Field(description='Field that the column or cell goes to; "" for none.')
    label: str
    text: str
    hint: str
    problems: list[str] = Field(description="Problems of the cell.")
    likely: str = Field(description='The likely answer; "" without one.')
    choices: list[RosterChoice]


class RosterHeldRow(BaseModel):
    """A row that can't be saved yet. ``cells`` have something wrong, ``others`` may be corrected as well. ``asks``:
    confirming says that it is right as it is."""

    row: int = Field(description="Row of the file.")
    where: str = Field(description="Place in the file.")
    name: str
    employee: str = Field(description="The employer's number, empty for none.", examples=["CF-1043"])
    notes: list[str]
    cells: list[RosterCell] = Field(description="Cells of the row.")
    others: list[RosterCell]
    asks: bool


class LackingField(BaseModel):
    """A field that several rows lack."""

    field: str = Field(description='Field that the column or cell goes to; "" for none.')
    label: str
    rows: int
    choices: list[RosterChoice]


class RosterHeldRows(PageAnswer[RosterHeldRow]):
    """A page of rows to fix, in the order of the file. ``open_words``: some words of the file can still be explained
    for all rows."""

    lacking: list[LackingField] = Field(description="Fields that many rows lack.")
    open_words: list[str] = Field(description="Words of the file that still need a meaning.", examples=[["FT", "PT"]])


class MendedCell(BaseModel):
    row: _Row = Field(description="Row of the file.")
    field: _FieldName
    text: _Text


class FilledField(BaseModel):
    field: _FieldName
    text: _Text


class MendedRows(RosterKey):
    """Corrected cells, rows to skip, and rows that are right as they are. ``fill``: one answer for every row that lacks
    a field."""

    cells: Annotated[list[MendedCell], Field(max_length=1_000, description="Corrected cells.")] = []
    left_out: Annotated[list[_Row], Field(max_length=20_000, description="Rows to skip.")] = []
    confirmed: Annotated[list[_Row], Field(max_length=1_000)] = []
    fill: FilledField | None = Field(None, description="Values for all rows that lack a field.")


class RosterStep(RosterKey):
    step: Literal["apply", "undo", "discard"] = Field(description="What to do with the roster.")


class RosterFileQuery(RosterKey):
    """``kind``: the format."""

    kind: Literal["xlsx", "csv"] = "xlsx"


class TemplateQuery(BaseModel):
    """``kind``: the format."""

    kind: Literal["xlsx", "csv"] = "xlsx"


class RosterFile(BaseModel):
    """``content`` is base64."""

    name: str
    type: str
    content: str
