"""No two approved tables of one plan share a day: kept by the database itself. Tables and areas count up the rates."""

from django.db import migrations

from planfront.catalog.migrations._revisions import watching
from planfront.kernel.database.operations import run_sql

# On ranges, so no extension is needed.
POSTGRES = [
    """ALTER TABLE rating_ratetable ADD CONSTRAINT rating_table_no_overlap EXCLUDE USING gist (
    int8range(plan_id, plan_id, '[]') WITH &&, daterange(eff_from, eff_to, '[]') WITH &&
) WHERE (status = 'approved') DEFERRABLE INITIALLY IMMEDIATE"""
]
SQLITE = [
    f"""CREATE TRIGGER rating_table_no_overlap_{event} BEFORE {event} ON rating_ratetable
WHEN NEW.status = 'approved' AND EXISTS (
    SELECT 1 FROM rating_ratetable AS other
    WHERE other.plan_id = NEW.plan_id AND other.status = 'approved' AND other.id <> NEW.id
    AND other.eff_from <= COALESCE(NEW.eff_to, '9999-12-31')
    AND NEW.eff_from <= COALESCE(other.eff_to, '9999-12-31')
)
BEGIN SELECT RAISE(ABORT, 'rating_table_no_overlap'); END"""
    for event in ("INSERT", "UPDATE")
]


class Migration(migrations.Migration):
    dependencies = [("rating", "0001_initial"), ("catalog", "0002_revisions")]
    operations = [
        run_sql(postgres=POSTGRES, sqlite=SQLITE),
        watching("rates", "rating_ratetable", "rating_areamap"),
    ]
