"""Any part of a member's name or e-mail address, found by its three letters in a row.

PostgreSQL has an index of names and one of addresses (pg_trgm). SQLite has a table of pieces (FTS5) that holds no texts
and is kept by triggers. It has spaces around each text, so that the beginning of a word is a piece, too. A migration
that makes SQLite rebuild members_member has to call ``install_triggers`` afterwards; a test compares what is there
with what is declared here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planfront.kernel.database.triggers import POSTGRES, Trigger, install, remove, update_trigger

TABLE = "members_name_trigrams"
_COLUMNS = ("first_name", "middle_name", "last_name", "email")
_NAMES = "lower({0}first_name || ' ' || {0}middle_name || ' ' || {0}last_name)"
INDEXES = {
    "members_name_pieces": f"members_member USING gin (({_NAMES.format('')}) public.gin_trgm_ops)",
    "members_email_pieces": "members_member USING gin (lower(email) public.gin_trgm_ops)",
}


def _texts(row: str) -> str:
    return f"' ' || {_NAMES.format(row)} || '  ', ' ' || lower({row}email) || '  '"


def triggers() -> Iterator[Trigger]:
    """Of SQLite."""
    add = f"INSERT INTO {TABLE} (rowid, names, email) VALUES (NEW.id, {_texts('NEW.')});"
    take = f"INSERT INTO {TABLE} ({TABLE}, rowid, names, email) VALUES ('delete', OLD.id, {_texts('OLD.')});"
    yield Trigger("name_trigrams_insert", "members_member", "INSERT", "", add)
    yield update_trigger("name_trigrams_update", "members_member", _COLUMNS, "sqlite", f"{take} {add}")
    yield Trigger("name_trigrams_delete", "members_member", "DELETE", "", take)


def install_triggers(schema_editor: Any) -> None:
    if schema_editor.connection.vendor != POSTGRES:
        install(schema_editor, list(triggers()))


def add(schema_editor: Any) -> None:
    if schema_editor.connection.vendor == POSTGRES:
        schema_editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public")
        for name, columns in INDEXES.items():
            schema_editor.execute(f"CREATE INDEX {name} ON {columns}")
        return
    schema_editor.execute(
        f"CREATE VIRTUAL TABLE {TABLE} USING fts5 (names, email, content='', tokenize='trigram case_sensitive 1')"
    )
    schema_editor.execute(f"INSERT INTO {TABLE} (rowid, names, email) SELECT id, {_texts('')} FROM members_member")
    install_triggers(schema_editor)
