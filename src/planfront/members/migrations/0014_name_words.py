"""PostgreSQL finds members and their families by how the words of their names begin; families by birth date."""

from typing import Any

from django.db import migrations, models

INDEXES = {
    "members_search_words": "members_member USING gin (to_tsvector('simple', search))",
    "members_relative_words": (
        "members_relative USING gin (to_tsvector('simple', first_name || ' ' || middle_name || ' ' || last_name))"
    ),
}


def add_indexes(_apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for name, columns in INDEXES.items():
            schema_editor.execute(f"CREATE INDEX {name} ON {columns}")


def remove_indexes(_apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for name in INDEXES:
            schema_editor.execute(f"DROP INDEX {name}")


class Migration(migrations.Migration):
    dependencies = [("members", "0013_twins")]

    operations = [
        migrations.AddIndex(
            model_name="relative", index=models.Index(fields=["birth_date"], name="members_relative_born")
        ),
        migrations.RunPython(add_indexes, remove_indexes),
    ]
