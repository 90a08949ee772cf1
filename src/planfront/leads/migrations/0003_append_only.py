"""Refuse in the database itself that anybody changes what people agreed to or took back. Old rows may be deleted."""

from django.db import migrations

FIXED = {
    "leads_consent": "lead_id, enquiry_id, purpose, version, text, page, ip, at",
    "leads_consentrevocation": "lead_id, enquiry_id, purpose, version, how, at",
    # The session is let go when it ends.
    "leads_locationconsent": "device_id, allowed, version, text, page, ip, how, at",
}
FUNCTION = """CREATE FUNCTION leads_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'consents are append-only'; END $$"""


def forward(apps, schema_editor):
    postgres = schema_editor.connection.vendor == "postgresql"
    does = "EXECUTE FUNCTION leads_append_only()" if postgres else "BEGIN SELECT RAISE(ABORT, 'consents are append-only'); END"
    if postgres:
        schema_editor.execute(FUNCTION)
    for table, columns in FIXED.items():
        schema_editor.execute(f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OF {columns} ON {table} FOR EACH ROW {does}")


def backward(apps, schema_editor):
    postgres = schema_editor.connection.vendor == "postgresql"
    for table in FIXED:
        schema_editor.execute(f"DROP TRIGGER {table}_no_change" + (f" ON {table}" if postgres else ""))
    if postgres:
        schema_editor.execute("DROP FUNCTION leads_append_only()")


class Migration(migrations.Migration):
    dependencies = [("leads", "0002_revocations")]
    operations = [migrations.RunPython(forward, backward)]
