"""Which statements of a migration would keep a large table from those who use it, or break older code."""

import pytest
from django.db import connection, migrations, models

from planfront.cli import migration_check
from planfront.cli.migration_check import check, find_breaking, find_locking

ROWS = {"members_member": 2_000_000, "brands_brand": 12}


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ('CREATE INDEX "x" ON "members_member" ("name");', "an index stops writes"),
        ('CREATE UNIQUE INDEX "x" ON public.members_member (upper("name"))', "an index stops writes"),
        ('ALTER TABLE "members_member" ADD CONSTRAINT "x" CHECK ("age" > 0);', "checked against all rows"),
        (
            'ALTER TABLE "members_member" ADD CONSTRAINT "x" FOREIGN KEY ("a") REFERENCES "brands_brand" ("id")',
            "checked against all rows",
        ),
        ('ALTER TABLE "members_member" ADD CONSTRAINT "x" UNIQUE ("a", "b");', "under a lock"),
        ('ALTER TABLE "members_member" ALTER COLUMN "age" TYPE bigint USING "age"::bigint;', "rewrites the table"),
        ('ALTER TABLE "members_member" ALTER COLUMN "age" SET NOT NULL;', "NOT NULL is checked"),
        ('ALTER TABLE "members_member" ADD COLUMN "b" bigint NULL REFERENCES "brands_brand" ("id")', "under a lock"),
        ('UPDATE "members_member" SET "age" = 0 WHERE "age" IS NULL; SET CONSTRAINTS ALL IMMEDIATE', "at once"),
        ("-- a comment\nDELETE FROM members_member", "at once"),
    ],
)
def test_what_locks_a_large_table_is_named_with_another_way(statement, what):
    (fault,) = find_locking([statement], ROWS)
    assert fault.startswith("members_member (about 2,000,000 rows): ")
    assert what in fault
    assert find_locking([statement.replace("members_member", "brands_brand")], ROWS) == []


@pytest.mark.parametrize(
    "statement",
    [
        'CREATE INDEX CONCURRENTLY "x" ON "members_member" ("name")',
        'ALTER TABLE "members_member" ADD CONSTRAINT "x" CHECK ("age" > 0) NOT VALID',
        'ALTER TABLE "members_member" VALIDATE CONSTRAINT "x"',
        'ALTER TABLE "members_member" ADD CONSTRAINT "x" UNIQUE USING INDEX "y"',
        'ALTER TABLE "members_member" ADD COLUMN "b" integer DEFAULT 0 NOT NULL',
        'ALTER TABLE "members_member" ADD COLUMN "b" varchar(20) NULL',
        'ALTER TABLE "members_member" DROP COLUMN "b" CASCADE',
        'CREATE TABLE "members_new" ("id" bigint NOT NULL PRIMARY KEY)',
    ],
)
def test_what_is_over_at_once_is_let_through(statement):
    assert find_locking([statement], ROWS) == []


def test_older_code_finds_its_columns_and_can_leave_out_new_ones():
    (renamed,) = find_breaking(['ALTER TABLE "brands_brand" RENAME COLUMN "made" TO "order_id";'])
    assert renamed == "brands_brand: code of the release before knows the old name; keep it by db_column or db_table."
    added = 'ALTER TABLE "brands_brand" ADD COLUMN "line" varchar(160) DEFAULT \'\' NOT NULL;'
    (wanted,) = find_breaking([added, 'ALTER TABLE "brands_brand" ALTER COLUMN "line" DROP DEFAULT;'])
    assert wanted.endswith("give the field a db_default.")
    assert find_breaking([added, 'ALTER TABLE "brands_brand" DROP COLUMN "b" CASCADE;']) == []


@pytest.mark.pg
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no server")
@pytest.mark.django_db
def test_migrations_are_looked_at_and_not_run(monkeypatch):
    monkeypatch.setattr(migration_check, "LARGE", 0)
    index = migrations.Migration("9999_index", "kernel")
    index.operations = [migrations.AddIndex("throttle", models.Index(fields=["since"], name="by_since"))]
    assert [fault.partition(" (about")[0] for fault in check(connection, [(index, False)])] == [
        "kernel.9999_index: kernel_throttle"
    ]
    with connection.cursor() as cursor:
        assert "by_since" not in connection.introspection.get_constraints(cursor, "kernel_throttle")
    column = migrations.Migration("9999_column", "kernel")
    column.operations = [migrations.AddField("throttle", "more", models.IntegerField(default=0, db_default=0))]
    assert check(connection, [(column, False)]) == []
    column.operations = [migrations.AddField("throttle", "more", models.IntegerField(default=0))]
    assert len(check(connection, [(column, False)])) == 1
    assert check(connection) == []
