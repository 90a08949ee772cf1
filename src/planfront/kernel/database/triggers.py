"""Triggers that keep rows in step with others, declared once for both databases.

A migration that makes SQLite rebuild a table drops the table's triggers: it has to call ``install`` afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

POSTGRES = "postgresql"


@dataclass(frozen=True)
class Trigger:
    """Statements that run after each row of an ``event`` such as "UPDATE OF a, b".

    ``when``: the condition of the row. ``body``: the statements, each with its semicolon. ``lock``: a statement that
    PostgreSQL runs before them, so that writers wait for each other; SQLite has one writer.
    """

    name: str
    table: str
    event: str
    when: str
    body: str
    lock: str = ""


def update_trigger(name: str, table: str, columns: Sequence[str], vendor: str, body: str, lock: str = "") -> Trigger:
    """Return the trigger for updates that change one of some columns."""
    differ = "IS DISTINCT FROM" if vendor == POSTGRES else "IS NOT"
    when = " OR ".join(f"OLD.{column} {differ} NEW.{column}" for column in columns)
    return Trigger(name, table, f"UPDATE OF {', '.join(columns)}", when, body, lock)


def install(schema_editor: Any, triggers: Sequence[Trigger]) -> None:
    """Create every trigger, in place of the one of its name."""
    remove(schema_editor, triggers)
    for trigger in triggers:
        for sql in _statements(trigger, schema_editor.connection.vendor):
            schema_editor.execute(sql)


def _statements(trigger: Trigger, vendor: str) -> Iterator[str]:
    if vendor != POSTGRES:
        when = f"WHEN {trigger.when} " if trigger.when else ""
        yield f"CREATE TRIGGER {trigger.name} AFTER {trigger.event} ON {trigger.table} {when}BEGIN {trigger.body} END"
        return
    yield (
        f"CREATE FUNCTION {trigger.name}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN {trigger.lock} {trigger.body} RETURN NULL; END $$"
    )
    when = f"WHEN ({trigger.when}) " if trigger.when else ""
    yield (
        f"CREATE TRIGGER {trigger.name} AFTER {trigger.event} ON {trigger.table} FOR EACH ROW "
        f"{when}EXECUTE FUNCTION {trigger.name}()"
    )


def remove(schema_editor: Any, triggers: Iterable[Trigger]) -> None:
    postgres = schema_editor.connection.vendor == POSTGRES
    for trigger in triggers:
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}" + (f" ON {trigger.table}" if postgres else ""))
        if postgres:
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {trigger.name}()")


def names_in(connection: Any, prefix: str) -> set[str]:
    """Return the enabled triggers of the database whose names begin so."""
    sql = (
        "SELECT tgname FROM pg_trigger WHERE tgenabled = 'O' AND NOT tgisinternal"
        if connection.vendor == POSTGRES
        else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return {name for (name,) in cursor.fetchall() if name.startswith(prefix)}
