"""One database in one file and back, each kind by its own means; rows are counted in the very state that is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from planfront.cli.keeping.postgresql import PostgresCopy
from planfront.cli.keeping.sqlite import SqliteCopy
from planfront.cli.keeping.state import State


class DatabaseCopy(Protocol):
    """``file`` is the name of its part in a backup; ``engine`` the word for it in the manifest."""

    file: str
    engine: str

    def save(self, path: Path) -> State:
        """Write the database as it is at one moment, while others work in it, and return its state at that moment."""

    def is_empty(self) -> bool:
        """Return True when there is no table in the place that DATABASE_URL names."""

    def load(self, path: Path) -> None:
        """Replace the present database by the saved one, all of it or nothing."""

    def state(self) -> State:
        """Return the current state of the database."""


def copy_of(database: dict[str, Any]) -> DatabaseCopy:
    """Return the copier for Django's DATABASES entry."""
    if database["ENGINE"].endswith("sqlite3"):
        return SqliteCopy(Path(database["NAME"]))
    return PostgresCopy(database)
