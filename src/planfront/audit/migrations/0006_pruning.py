"""Old events may be deleted while there is a permit; changes stay refused."""

from django.db import migrations, models

REFUSE = "BEGIN SELECT RAISE(ABORT, 'audit events are append-only'); END"
SQLITE = [
    "DROP TRIGGER audit_event_no_delete",
    f"""CREATE TRIGGER audit_event_no_delete BEFORE DELETE ON audit_auditevent
       WHEN NOT EXISTS (SELECT 1 FROM audit_eventpermit WHERE OLD.at <= until) {REFUSE}""",
]
SQLITE_BACK = [
    "DROP TRIGGER audit_event_no_delete",
    f"CREATE TRIGGER audit_event_no_delete BEFORE DELETE ON audit_auditevent {REFUSE}",
]
FUNCTION = """CREATE OR REPLACE FUNCTION audit_event_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN {} RAISE EXCEPTION 'audit events are append-only'; END $$"""
PERMITTED = """
    IF TG_OP = 'DELETE' THEN
        IF EXISTS (SELECT 1 FROM audit_eventpermit WHERE OLD.at <= until) THEN RETURN OLD; END IF;
    END IF;"""


def forward(apps, schema_editor):
    postgres = schema_editor.connection.vendor == "postgresql"
    for sql in [FUNCTION.format(PERMITTED)] if postgres else SQLITE:
        schema_editor.execute(sql)


def backward(apps, schema_editor):
    postgres = schema_editor.connection.vendor == "postgresql"
    for sql in [FUNCTION.format("")] if postgres else SQLITE_BACK:
        schema_editor.execute(sql)


class Migration(migrations.Migration):
    dependencies = [("audit", "0005_names")]
    operations = [
        migrations.CreateModel(
            name="EventPermit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("until", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="HeldRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table", models.CharField(max_length=80)),
                ("key", models.CharField(max_length=64)),
                ("hold", models.UUIDField(db_index=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("table", "key", "hold"), name="audit_held_once"),
                ],
            },
        ),
        migrations.RunPython(forward, backward),
    ]
