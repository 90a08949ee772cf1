"""PostgreSQL finds applications by how the words of the applicant's name begin."""

from typing import Any

from django.db import migrations

ADD = "CREATE INDEX enrollment_applicant_words ON enrollment_application USING gin (to_tsvector('simple', applicant))"
REMOVE = "DROP INDEX enrollment_applicant_words"


def add_index(_apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(ADD)


def remove_index(_apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(REMOVE)


class Migration(migrations.Migration):
    dependencies = [("enrollment", "0019_resume_browsers")]

    operations = [migrations.RunPython(add_index, remove_index)]
