"""The state of a database: its server's version, the migrations it has had, and the rows of each table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class State:
    version: str
    migrations: list[str]
    tables: dict[str, int]

    def differences(self, other: State) -> list[str]:
        """Return a line for each table whose rows differ from another state's."""
        return [
            f"{table}: {self.tables.get(table, 'no table')} here, {other.tables.get(table, 'no table')} in the backup"
            for table in sorted(self.tables.keys() | other.tables.keys())
            if self.tables.get(table) != other.tables.get(table)
        ]


MIGRATIONS = "SELECT app || '.' || name FROM django_migrations ORDER BY app, name"
