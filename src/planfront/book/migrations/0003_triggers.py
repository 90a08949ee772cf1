"""Changes and versions are only added and go with a policy that is being erased; who services which policy is kept."""

from django.db import migrations

from planfront.book.migrations import _serviced
from planfront.kernel.database.operations import Install, run_sql

_TABLES = ("book_change", "book_version")
_REFUSED = "the book is append-only"
_ABORT = f"BEGIN SELECT RAISE(ABORT, '{_REFUSED}'); END"
_KEPT = "EXISTS (SELECT 1 FROM book_policy WHERE id = OLD.policy_id AND NOT erasing)"
SQLITE = [
    sql
    for table in _TABLES
    for sql in (
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {_ABORT}",
        f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} WHEN {_KEPT} {_ABORT}",
    )
]
POSTGRES = [
    f"""CREATE FUNCTION book_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            IF NOT {_KEPT} THEN RETURN OLD; END IF;
        END IF;
        RAISE EXCEPTION '{_REFUSED}';
    END $$""",
    *(
        f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION book_append_only()"
        for table in _TABLES
    ),
]


class Migration(migrations.Migration):
    dependencies = [("book", "0002_shipped_rules")]
    operations = [
        run_sql(postgres=POSTGRES, sqlite=SQLITE),
        Install(_serviced.install),
    ]
