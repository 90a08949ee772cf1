"""What a kind of import has to offer, and which kinds there are. Rooms register theirs in AppConfig.ready()."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from django.utils.functional import Promise

from planfront.kernel.errors import NotFound
from planfront.kernel.hooks import Hook

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

Text = str | Promise
Json = dict[str, Any]


@dataclass(frozen=True)
class Issue:
    """Something about a row (0: the whole file). Fatal issues refuse the file."""

    row: int
    code: str
    message: str
    column: str = ""
    fatal: bool = True


@dataclass(frozen=True)
class Column:
    """One accepted heading, for the upload page, the blank template and docs/imports.md."""

    name: str
    text: Text
    required: bool = False
    example: str = ""


@dataclass(frozen=True)
class Option:
    """One more thing to say at upload. `multiline` options may also be given as a file on the command line."""

    name: str
    label: Text
    help: Text = ""
    multiline: bool = False


@dataclass(frozen=True)
class Template:
    """A blank file to fill in."""

    file_name: str
    content_type: str
    body: bytes


class Sink(Protocol):
    """Where stage() puts what it finds. Buffers and writes in chunks; every write checks the process's claim."""

    counts: dict[str, int]
    """Numbers to keep with the run; written with the next progress."""

    fatal: int
    """Fatal issues so far."""

    def progress(self, done: int, total: int) -> None:
        """Rows read so far; writes what is buffered every few hundred rows, and tells who watches."""

    def save(self, done: int, total: int) -> None:
        """The same, written at once: for a chunk's own transaction. Tell who watches when it is over."""

    def issue(self, issue: Issue) -> None:
        """Note one. Raises TooManyIssues after the first few thousand fatal ones: let it through."""

    def change(self, subject: str, action: str, before: Json | None, after: Json | None) -> None:
        """Stage one change of small or medium data; a subject may come once."""

    def hold(self) -> None:
        """Inside a transaction: lock the run and make sure that it is still ours."""


class Importer(Protocol):
    """One kind of file. Everything it writes before go_live has no effect on what shoppers see."""

    @property
    def kind(self) -> str:
        """Its name in the database and on the command line."""

    @property
    def title(self) -> Text:
        """Its name for people."""

    @property
    def text(self) -> Text:
        """Which files it takes, for the upload page."""

    @property
    def columns(self) -> Sequence[Column]:
        """Accepted headings."""

    @property
    def option_fields(self) -> Sequence[Option]:
        """What else may be said at upload."""

    @property
    def reads_workbooks(self) -> bool:
        """Say whether people may choose which sheets of a workbook are read."""

    @property
    def resumes(self) -> bool:
        """Whether stage() resumes at run.rows_done; otherwise it starts again with nothing staged."""

    def options(self, values: Mapping[str, str]) -> Json:
        """Validated options, kept with the run. Raises FieldErrors."""

    def templates(self) -> Sequence[str]:
        """File names of the blank templates."""

    def template(self, file_name: str) -> Template:
        """One of `templates()`."""

    def stage(self, run: ImportRun, path: Path, sink: Sink) -> None:
        """Read all of the file and report every bad row. Raises FileError."""

    def review(self, run: ImportRun) -> Json:
        """What the run would do: {"headline", "counts", "changes": [{what, before, after, percent}], "warnings"}."""

    def basis(self, run: ImportRun) -> str:
        """What is in force now of all that a review compares with, in short. Another one makes the review stale."""

    def check_fits(self, run: ImportRun) -> None:
        """Raises Stale when the run could not go live any more."""

    def go_live(self, run: ImportRun) -> Json:
        """Take it into force, inside a transaction; what to remember for rolling back."""

    def roll_back(self, run: ImportRun) -> None:
        """Back to the version before, inside a transaction. Raises CanNotRollBack."""

    def discard(self, run: ImportRun) -> None:
        """Remove what was staged; may be called again."""


# By kind.
IMPORTERS: Hook[Importer] = Hook("imports.importers")


def importer(kind: str) -> Importer:
    """The importer of a kind. Raises NotFound."""
    known = IMPORTERS.get(kind)
    if known is None:
        raise NotFound
    return known


def kinds() -> list[Importer]:
    """All of them, by title."""
    return sorted(IMPORTERS, key=lambda importer: str(importer.title))
