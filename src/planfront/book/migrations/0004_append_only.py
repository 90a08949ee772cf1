"""Changes and versions are only added; they go with a policy that is being erased."""

from django.db import migrations

TABLES = ("book_change", "book_version")
REFUSE = "BEGIN SELECT RAISE(ABORT, 'the book is append-only'); END"
FUNCTION = """CREATE FUNCTION book_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            IF NOT EXISTS (SELECT 1 FROM book_policy WHERE id = OLD.policy_id AND NOT erasing) THEN
                RETURN OLD;
            END IF;
        END IF;
        RAISE EXCEPTION 'the book is append-only';
    END $$"""


def forward(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(FUNCTION)
        for table in TABLES:
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION book_append_only()"
            )
        return
    for table in TABLES:
        schema_editor.execute(f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {REFUSE}")
        schema_editor.execute(
            f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} "
            f"WHEN EXISTS (SELECT 1 FROM book_policy WHERE id = OLD.policy_id AND NOT erasing) {REFUSE}"
        )


def backward(apps, schema_editor):
    postgres = schema_editor.connection.vendor == "postgresql"
    for table in TABLES:
        for name in [f"{table}_no_change"] if postgres else [f"{table}_no_update", f"{table}_no_delete"]:
            schema_editor.execute(f"DROP TRIGGER {name}" + (f" ON {table}" if postgres else ""))
    if postgres:
        schema_editor.execute("DROP FUNCTION book_append_only()")


class Migration(migrations.Migration):
    dependencies = [("book", "0003_policies")]
    operations = [migrations.RunPython(forward, backward)]
