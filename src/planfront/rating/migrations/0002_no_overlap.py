"""No two approved tables of one plan share a day: kept by the database itself.

PostgreSQL: an exclusion constraint on ranges, so no extension is needed. SQLite: triggers on the
table itself (a later migration that rebuilds the table must create them again).
"""

from django.db import migrations

POSTGRESQL = """
ALTER TABLE rating_ratetable ADD CONSTRAINT rating_table_no_overlap EXCLUDE USING gist (
    int8range(plan_id, plan_id, '[]') WITH &&, daterange(eff_from, eff_to, '[]') WITH &&
) WHERE (status = 'approved') DEFERRABLE INITIALLY IMMEDIATE
"""

SQLITE = """
CREATE TRIGGER rating_table_no_overlap_{event} BEFORE {event} ON rating_ratetable
WHEN NEW.status = 'approved' AND EXISTS (
    SELECT 1 FROM rating_ratetable AS other
    WHERE other.plan_id = NEW.plan_id AND other.status = 'approved' AND other.id <> NEW.id
    AND other.eff_from <= COALESCE(NEW.eff_to, '9999-12-31')
    AND NEW.eff_from <= COALESCE(other.eff_to, '9999-12-31')
)
BEGIN SELECT RAISE(ABORT, 'rating_table_no_overlap'); END
"""


def add(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL)
    else:
        for event in ("INSERT", "UPDATE"):
            schema_editor.execute(SQLITE.format(event=event))


def remove(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE rating_ratetable DROP CONSTRAINT rating_table_no_overlap")
    else:
        for event in ("INSERT", "UPDATE"):
            schema_editor.execute(f"DROP TRIGGER rating_table_no_overlap_{event}")


class Migration(migrations.Migration):
    dependencies = [("rating", "0001_initial")]

    operations = [migrations.RunPython(add, remove)]
