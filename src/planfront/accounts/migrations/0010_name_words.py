"""PostgreSQL finds accounts by how the words of their name begin."""

from typing import Any

from django.db import migrations

ADD = "CREATE INDEX accounts_name_words ON accounts_user USING gin (to_tsvector('simple', name))"
REMOVE = "DROP INDEX accounts_name_words"


def add_index(_apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(ADD)


def remove_index(_apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(REMOVE)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_known_places")]

    operations = [migrations.RunPython(add_index, remove_index)]
