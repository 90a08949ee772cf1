"""Changes and versions are only added and go with a policy that is being erased; who services which policy is kept."""

from django.db import migrations

from planfront.coverage.migrations import _serviced
from planfront.kernel.database.operations import Install, run_sql

_TABLES = ("coverage_change", "coverage_version")
_REFUSED = "coverage is append-only"
_ABORT = f"BEGIN SELECT RAISE(ABORT, '{_REFUSED}'); END"
_KEPT = "EXISTS (SELECT 1 FROM coverage_policy WHERE id = OLD.policy_id AND NOT erasing)"
SQLITE = [
    sql
    for table in _TABLES
    for sql in (
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {_ABORT}",
        f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} WHEN {_KEPT} {_ABORT}",
    )
]
POSTGRES = [
    f"""CREATE FUNCTION coverage_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            IF NOT {_KEPT} THEN RETURN OLD; END IF;
        END IF;
        RAISE EXCEPTION '{_REFUSED}';
    END $$""",
    *(
        f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION coverage_append_only()"
        for table in _TABLES
    ),
]


class Migration(migrations.Migration):
    dependencies = [("coverage", "0002_shipped_rules")]
    operations = [
        run_sql(postgres=POSTGRES, sqlite=SQLITE),
        Install(_serviced.install),
    ]
