"""Refuse UPDATE and DELETE of audit events in the database itself."""

from django.db import migrations

SQLITE = [
    """CREATE TRIGGER audit_event_no_update BEFORE UPDATE ON audit_auditevent
       BEGIN SELECT RAISE(ABORT, 'audit events are append-only'); END""",
    """CREATE TRIGGER audit_event_no_delete BEFORE DELETE ON audit_auditevent
       BEGIN SELECT RAISE(ABORT, 'audit events are append-only'); END""",
]
POSTGRES = [
    """CREATE FUNCTION audit_event_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'audit events are append-only'; END $$""",
    """CREATE TRIGGER audit_event_no_change BEFORE UPDATE OR DELETE ON audit_auditevent
       FOR EACH ROW EXECUTE FUNCTION audit_event_append_only()""",
]


def forward(apps, schema_editor):
    for sql in POSTGRES if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(sql)


def backward(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER audit_event_no_change ON audit_auditevent")
        schema_editor.execute("DROP FUNCTION audit_event_append_only()")
    else:
        schema_editor.execute("DROP TRIGGER audit_event_no_update")
        schema_editor.execute("DROP TRIGGER audit_event_no_delete")


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]
    operations = [migrations.RunPython(forward, backward)]
