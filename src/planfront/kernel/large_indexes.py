"""Indexes that a migration adds beside a running store."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from planfront.kernel.triggers import POSTGRES


class AddIndexBeside(migrations.AddIndex):
    """An index that PostgreSQL makes while others write to the table; in a migration with ``atomic = False``."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor != POSTGRES:
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            schema_editor.add_index(model, self.index, concurrently=True)
