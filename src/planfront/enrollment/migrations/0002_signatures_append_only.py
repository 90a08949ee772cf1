"""Refuse deletes of signature evidence, and changes of its plain columns, in the database itself.

The sealed columns stay writable so that ``rekey`` can seal them with a newer key.
"""

from django.db import migrations

COLUMNS = "sequence, application_id, content_sha256, previous_hash, record_hash, at"
SQLITE = [
    f"""CREATE TRIGGER signature_no_update BEFORE UPDATE OF {COLUMNS} ON enrollment_signatureevidence
       BEGIN SELECT RAISE(ABORT, 'signatures are append-only'); END""",
    """CREATE TRIGGER signature_no_delete BEFORE DELETE ON enrollment_signatureevidence
       BEGIN SELECT RAISE(ABORT, 'signatures are append-only'); END""",
]
POSTGRES = [
    """CREATE FUNCTION signature_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'signatures are append-only'; END $$""",
    f"""CREATE TRIGGER signature_no_update BEFORE UPDATE OF {COLUMNS} ON enrollment_signatureevidence
       FOR EACH ROW EXECUTE FUNCTION signature_append_only()""",
    """CREATE TRIGGER signature_no_delete BEFORE DELETE ON enrollment_signatureevidence
       FOR EACH ROW EXECUTE FUNCTION signature_append_only()""",
]


def forward(apps, schema_editor):
    for sql in POSTGRES if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(sql)


def backward(apps, schema_editor):
    postgres = schema_editor.connection.vendor == "postgresql"
    suffix = " ON enrollment_signatureevidence" if postgres else ""
    schema_editor.execute(f"DROP TRIGGER signature_no_update{suffix}")
    schema_editor.execute(f"DROP TRIGGER signature_no_delete{suffix}")
    if postgres:
        schema_editor.execute("DROP FUNCTION signature_append_only()")


class Migration(migrations.Migration):
    dependencies = [("enrollment", "0001_initial")]
    operations = [migrations.RunPython(forward, backward)]
