"""The interface of a kind of import, and the registered kinds. Rooms register theirs in AppConfig.ready()."""

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
    """A fact about a row (0: the whole file). Fatal issues refuse the file."""

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
    """A further input of the upload. `multiline` options may also be given as a file on the command line."""

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
    """The output of stage(). Buffers and writes in chunks; every write checks the process's claim."""

    counts: dict[str, int]
    """Numbers to keep with the run; written with the next progress."""

    fatal: int
    """Fatal issues so far."""

    def progress(self, done: int, total: int) -> None:
        """Count the rows read so far. Writes the buffer every few hundred rows and reports the progress."""

    def save(self, done: int, total: int) -> None:
        """Count the rows read so far and write at once: for a chunk's own transaction. Reports the progress when it is
        committed."""

    def issue(self, issue: Issue) -> None:
        """Note an issue. Raises TooManyIssues after the first few thousand fatal ones: let it through."""

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
        """A description of the files it takes, for the upload page."""

    @property
    def columns(self) -> Sequence[Column]:
        """Accepted headings."""

    @property
    def option_fields(self) -> Sequence[Option]:
        """The further inputs of the upload."""

    @property
    def reads_workbooks(self) -> bool:
        """Return whether people may choose which sheets of a workbook are read."""

    @property
    def resumes(self) -> bool:
        """Return whether stage() resumes at run.rows_done; otherwise it starts again with nothing staged."""

    def options(self, values: Mapping[str, str]) -> Json:
        """Validated options, kept with the run. Raises FieldErrors."""

    def templates(self) -> Sequence[str]:
        """File names of the blank templates."""

    def template(self, file_name: str) -> Template:
        """One of `templates()`."""

    def stage(self, run: ImportRun, path: Path, sink: Sink) -> None:
        """Read all of the file and report every bad row. Raises FileError."""

    def review(self, run: ImportRun) -> Json:
        """Return the effects of the run: {"headline", "counts", "changes": [{what, before, after, percent}],
        "warnings"}."""

    def basis(self, run: ImportRun) -> str:
        """Return a digest of all data in force that a review compares with. Another one makes the review stale."""

    def check_fits(self, run: ImportRun) -> None:
        """Raise Stale when the run can't go live any more."""

    def go_live(self, run: ImportRun) -> Json:
        """Put the run into force, inside a transaction. Return the data needed to roll it back."""

    def roll_back(self, run: ImportRun) -> None:
        """Restore the version before, inside a transaction. Raises CanNotRollBack."""

    def discard(self, run: ImportRun) -> None:
        """Remove the staged rows; may be called again."""


# By kind.
IMPORTERS: Hook[Importer] = Hook("imports.importers")


def importer(kind: str) -> Importer:
    """The importer of a kind. Raises NotFound."""
    kind_importer = IMPORTERS.get(kind)
    if kind_importer is None:
        raise NotFound
    return kind_importer


def kinds() -> list[Importer]:
    """All of them, by title."""
    return sorted(IMPORTERS, key=lambda importer: str(importer.title))
