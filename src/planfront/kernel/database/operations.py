"""Operations of migrations beside Django's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.db import migrations
from django.db.migrations.operations.base import Operation

from planfront.kernel.database.triggers import POSTGRES


class CreateModels(Operation):
    """Create several models at once.

    Django renders every model that is related to another one again after each ``CreateModel``, which takes ten times as
    long as making the tables of this many models.
    """

    reversible = True
    serialization_expand_args = ["models"]

    def __init__(self, models: Sequence[migrations.CreateModel]) -> None:
        self.models = models

    def state_forwards(self, app_label: str, state: Any) -> None:
        if "apps" in vars(state):
            del state.apps  # rendered once more when a database operation asks for it
        for model in self.models:
            model.state_forwards(app_label, state)

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for model in self.models:
            model.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for model in reversed(self.models):
            model.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create {len(self.models)} models"


class Install(Operation):
    """An operation that runs a function for objects that no model has: triggers, functions, indexes. They go with their
    tables."""

    reversible = True

    def __init__(self, install: Callable[[Any], None]) -> None:
        self.install = install

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Leave the models as they are."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        self.install(schema_editor)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Leave the database as it is."""


def run_sql(*, postgres: Iterable[str] = (), sqlite: Iterable[str] = ()) -> Install:
    """Return the operation that runs the statements of its database."""

    def install(schema_editor: Any) -> None:
        for sql in postgres if schema_editor.connection.vendor == POSTGRES else sqlite:
            schema_editor.execute(sql)

    return Install(install)


def refuse_changes(function: str, message: str, triggers: Mapping[str, tuple[str, str]]) -> Install:
    """Return the operation that makes tables append-only. ``triggers``: by name, the table and the event refused."""
    refused = f"BEGIN RAISE EXCEPTION '{message}'; END"
    events = [f"CREATE TRIGGER {name} BEFORE {event} ON {table}" for name, (table, event) in triggers.items()]
    return run_sql(
        postgres=[
            f"CREATE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$ {refused} $$",
            *(f"{event} FOR EACH ROW EXECUTE FUNCTION {function}()" for event in events),
        ],
        sqlite=[f"{event} BEGIN SELECT RAISE(ABORT, '{message}'); END" for event in events],
    )
