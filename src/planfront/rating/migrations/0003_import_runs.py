"""Rate tables come from runs of the imports room; rating's own record of imports goes.

SQLite rebuilds the table here, which drops its triggers: they are made again.
"""

import django.db.models.deletion
from django.db import migrations, models

SQLITE = """
CREATE TRIGGER IF NOT EXISTS rating_table_no_overlap_{event} BEFORE {event} ON rating_ratetable
WHEN NEW.status = 'approved' AND EXISTS (
    SELECT 1 FROM rating_ratetable AS other
    WHERE other.plan_id = NEW.plan_id AND other.status = 'approved' AND other.id <> NEW.id
    AND other.eff_from <= COALESCE(NEW.eff_to, '9999-12-31')
    AND NEW.eff_from <= COALESCE(other.eff_to, '9999-12-31')
)
BEGIN SELECT RAISE(ABORT, 'rating_table_no_overlap'); END
"""


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for event in ("INSERT", "UPDATE"):
            schema_editor.execute(f"DROP TRIGGER IF EXISTS rating_table_no_overlap_{event}")


def make_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for event in ("INSERT", "UPDATE"):
            schema_editor.execute(SQLITE.format(event=event))


class Migration(migrations.Migration):
    dependencies = [("imports", "0001_initial"), ("rating", "0002_no_overlap")]

    operations = [
        migrations.RunPython(drop_triggers, make_triggers),
        migrations.RemoveField("ratetable", "source"),
        migrations.DeleteModel("ImportIssue"),
        migrations.DeleteModel("RateImport"),
        migrations.AddField(
            "ratetable",
            "source",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="imports.importrun",
            ),
        ),
        migrations.RunPython(make_triggers, drop_triggers),
    ]
