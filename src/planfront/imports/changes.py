"""The base of importers of small and medium data: every change is staged as a row with its before and after."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db.models import Count
from django.utils.translation import gettext as _

from planfront.imports.errors import CanNotRollBack, Stale
from planfront.imports.models import Action, StagedChange
from planfront.imports.registry import Column, Json, Option, Sink, Template, Text
from planfront.imports.templates import blank_csv

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

SHOWN = 50
PAGE = 2_000


class ChangeImporter(ABC):
    """Subclasses give kind, title, text, columns, stage(), current_many() and apply_many().

    `current_many` and `apply_many` speak in the same JSON values as sink.change(): plain dicts, None for "not there".
    """

    kind = ""
    title: Text = ""
    text: Text = ""
    columns: Sequence[Column] = ()
    option_fields: Sequence[Option] = ()
    resumes = False
    reads_workbooks = True

    def options(self, values: Mapping[str, str]) -> Json:
        return {}

    def templates(self) -> Sequence[str]:
        return (f"{self.kind}.csv",) if self.columns else ()

    def template(self, file_name: str) -> Template:
        return blank_csv(file_name, self.columns)

    @abstractmethod
    def stage(self, run: ImportRun, path: Path, sink: Sink) -> None: ...

    @abstractmethod
    def current_many(self, subjects: Sequence[str]) -> dict[str, Json | None]:
        """Return the present state of each subject."""

    @abstractmethod
    def apply_many(self, changes: Sequence[tuple[str, Json | None]]) -> None:
        """Set each subject to its given state; None takes it away."""

    def warnings(self, run: ImportRun) -> list[dict[str, str]]:
        """Return warnings for the reviewer: [{"code", "text"}]."""
        return []

    def review(self, run: ImportRun) -> Json:
        counted = Counter(dict(run.changes.order_by().values_list("action").annotate(Count("action"))))
        counts = {action.value: counted[action.value] for action in Action}
        parts = ", ".join(f"{number} {action}" for action, number in counts.items() if number)
        return {
            "headline": parts or _("Nothing would change."),
            "counts": counts,
            "changes": [_describe_change(change) for change in run.changes.all()[:SHOWN]],
            "warnings": self.warnings(run),
        }

    def basis(self, run: ImportRun) -> str:
        """Changes remember what they change: they are as they were, or the run doesn't fit any more."""
        return ""

    def check_fits(self, run: ImportRun) -> None:
        for page in _pages(run):
            self._require_unchanged([(item.subject, item.before) for item in page], Stale)

    def go_live(self, run: ImportRun) -> Json:
        for page in _pages(run):
            self._require_unchanged([(item.subject, item.before) for item in page], Stale)
            self.apply_many([(item.subject, item.after) for item in page])
        self.after_apply(run)
        return {}

    def roll_back(self, run: ImportRun) -> None:
        for page in _pages(run):
            self._require_unchanged([(item.subject, item.after) for item in page], CanNotRollBack)
            self.apply_many([(item.subject, item.before) for item in page])
        self.after_apply(run)

    def after_apply(self, run: ImportRun) -> None:  # noqa: B027 - most kinds have nothing to do then
        """Called once in the transaction after all changes were made or taken back, for example to drop caches."""

    def discard(self, run: ImportRun) -> None:
        run.changes.all().delete()

    def _require_unchanged(self, expected: Sequence[tuple[str, Json | None]], error: type[Exception]) -> None:
        current = self.current_many([subject for subject, _state in expected])
        if any(current.get(subject) != state for subject, state in expected):
            raise error


def _pages(run: ImportRun) -> Any:
    """The run's changes in order, some thousands at a time."""
    last = 0
    while page := list(run.changes.filter(position__gt=last).order_by("position")[:PAGE]):
        yield page
        last = page[-1].position


def _describe_change(change: StagedChange) -> Json:
    """A change for people: only the values that differ, as text."""
    before, after = change.before or {}, change.after or {}
    keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    return {
        "what": f"{change.subject} ({change.action})",
        "before": _text(before, keys),
        "after": _text(after, keys),
        "percent": None,
    }


def _text(values: Json, keys: Sequence[str]) -> str:
    return "; ".join(f"{key}: {values[key]}" for key in keys if key in values)[:300]
