"""Names of a quote's columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

# By the name a column had, its name now. Sent quotes and answers are kept as they were, with their hashes.
_RENAMED = {"is_smoker": "tobacco", "working_hours": "hours", "no_of_children": "children"}


def current_columns(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return columns that were stored some time ago under their names of today."""
    return {_RENAMED.get(name, name): value for name, value in stored.items()}


def wire_names(columns: Iterable[str]) -> list[str]:
    """Return the names that calls have for columns: those that the columns had first."""
    former = {now: before for before, now in _RENAMED.items()}
    return [former.get(name, name) for name in columns]
