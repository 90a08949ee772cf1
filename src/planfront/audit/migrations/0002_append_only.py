"""The database refuses changes of audit events, and deletes but for those that a permit covers."""

from django.db import migrations

from planfront.kernel.database.operations import run_sql

_REFUSED = "audit events are append-only"
_PERMITTED = "EXISTS (SELECT 1 FROM audit_eventpermit WHERE OLD.at <= until)"
_ABORT = f"BEGIN SELECT RAISE(ABORT, '{_REFUSED}'); END"

SQLITE = [
    f"CREATE TRIGGER audit_event_no_update BEFORE UPDATE ON audit_auditevent {_ABORT}",
    f"CREATE TRIGGER audit_event_no_delete BEFORE DELETE ON audit_auditevent WHEN NOT {_PERMITTED} {_ABORT}",
]
POSTGRES = [
    f"""CREATE FUNCTION audit_event_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            IF {_PERMITTED} THEN RETURN OLD; END IF;
        END IF;
        RAISE EXCEPTION '{_REFUSED}';
    END $$""",
    """CREATE TRIGGER audit_event_no_change BEFORE UPDATE OR DELETE ON audit_auditevent
       FOR EACH ROW EXECUTE FUNCTION audit_event_append_only()""",
]


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]
    operations = [run_sql(postgres=POSTGRES, sqlite=SQLITE)]
