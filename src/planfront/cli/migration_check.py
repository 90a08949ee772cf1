"""./run migrate --check: migrations that would lock a large table, or break the code of the release before, which still
runs.

The SQL of each migration is made and not run. A statement that locks a table for a time that grows with it is refused,
and another way named; so is a new name for a table or column that older code reads, and a column that older code can't
leave out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

LARGE = 100_000
"""Rows; below, a lock is over before anybody notices."""
_CONCURRENTLY = "make it with AddIndexConcurrently, in a migration that isn't atomic"
_NOT_VALID = "add it NOT VALID (AddConstraintNotValid), and validate it in the next migration (ValidateConstraint)"
_REWRITE = "add a column beside it, fill that in batches, and drop the old one in the release after"
_IN_BATCHES = "change rows in batches, each in a transaction of its own"
_NAME = r'(?:ONLY )?"?(?:\w+"?\."?)?(?P<table>\w+)"?'
_RULES: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.DOTALL), what, instead)
    for pattern, what, instead in (
        (rf"^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON {_NAME}", "an index stops writes", _CONCURRENTLY),
        (rf"^REINDEX (?!.*CONCURRENTLY).*?TABLE {_NAME}", "an index stops writes", "REINDEX … CONCURRENTLY"),
        (
            rf"^ALTER TABLE {_NAME} ADD CONSTRAINT .*(?:CHECK|FOREIGN KEY|EXCLUDE)(?!.*NOT VALID)",
            "a constraint is checked against all rows",
            _NOT_VALID,
        ),
        (
            rf"^ALTER TABLE {_NAME} ADD CONSTRAINT \S+ UNIQUE \(",
            "a unique constraint makes its index under a lock",
            "make a unique index concurrently, and the constraint of it (UNIQUE USING INDEX)",
        ),
        (rf"^ALTER TABLE {_NAME} .*ALTER COLUMN \S+ TYPE ", "a changed type rewrites the table", _REWRITE),
        (
            rf"^ALTER TABLE {_NAME} .*ALTER COLUMN \S+ SET NOT NULL",
            "NOT NULL is checked against all rows",
            "validate a constraint CHECK (… IS NOT NULL) first: then nothing is read",
        ),
        (
            rf"^ALTER TABLE {_NAME} ADD COLUMN .*(?:GENERATED|DEFAULT (?:random|gen_random_uuid|clock_timestamp))",
            "a value that differs by row rewrites the table",
            _REWRITE,
        ),
        (
            rf"^ALTER TABLE {_NAME} ADD COLUMN .*(?: UNIQUE| REFERENCES )",
            "its index or constraint is made under a lock",
            "add the plain column, then the index concurrently and the constraint NOT VALID",
        ),
        (rf"^UPDATE {_NAME}", "every row is locked at once", _IN_BATCHES),
        (rf"^DELETE FROM {_NAME}", "every row is locked at once", _IN_BATCHES),  # noqa: S608
        (rf"^(?:LOCK TABLE|VACUUM FULL|CLUSTER) {_NAME}", "the table is locked", _IN_BATCHES),
    )
)

_OLDER_CODE: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(rf"^ALTER TABLE {_NAME} RENAME ", re.IGNORECASE),
        "code of the release before knows the old name; keep it by db_column or db_table",
    ),
    (
        # How Django adds a column that is never NULL: with a default that goes at once.
        re.compile(rf"^ALTER TABLE {_NAME} ALTER COLUMN \S+ DROP DEFAULT", re.IGNORECASE),
        "code of the release before adds rows without this column; give the field a db_default",
    ),
)


def find_breaking(statements: Iterable[str]) -> list[str]:
    """Return the changes that code of the release before can't work with, a line each."""
    return [
        f"{match['table']}: {what}."
        for statement in statements
        for pattern, what in _OLDER_CODE
        if (match := pattern.search(statement.strip())) is not None
    ]


def find_locking(statements: Iterable[str], rows: Mapping[str, int]) -> list[str]:
    """Return the faults of statements, a line each. ``rows``: about how many rows each table has."""
    result = []
    for statement in statements:
        plain = " ".join(line for line in statement.splitlines() if not line.lstrip().startswith("--")).strip()
        for pattern, what, instead in _RULES:
            match = pattern.search(plain)
            if match is not None and rows.get(match["table"], 0) >= LARGE:
                result.append(f"{match['table']} (about {rows[match['table']]:,} rows): {what}; {instead}.")
    return result


def check(connection: Any, plan: Iterable[tuple[Any, bool]] | None = None) -> list[str]:
    """Return the faults of the migrations that a PostgreSQL database lacks, or of those of ``plan``. Changes
    nothing."""
    from django.db.migrations.executor import MigrationExecutor
    from django.db.migrations.operations import RunPython

    executor = MigrationExecutor(connection)
    chosen = list(executor.migration_plan(executor.loader.graph.leaf_nodes())) if plan is None else list(plan)
    rows = _count_rows(connection)
    result = []
    state = executor.loader.project_state(list(executor.loader.applied_migrations))
    for migration, _backwards in chosen:
        name = f"{migration.app_label}.{migration.name}"
        try:
            with connection.schema_editor(collect_sql=True, atomic=migration.atomic) as editor:
                state = migration.apply(state, editor, collect_sql=True)
        except ValueError as error:
            result.append(f"{name}: what it does to the tables can't be foreseen ({error}); look at it yourself.")
            state = migration.mutate_state(state, preserve=False)
            continue
        faults = [*find_locking(editor.collected_sql, rows), *find_breaking(editor.collected_sql)]
        result += [f"{name}: {fault}" for fault in faults]
        if migration.atomic and any(isinstance(step, RunPython) for step in migration.operations):
            result += _python_on_large(name, migration, rows)
    return result


def _python_on_large(name: str, migration: Any, rows: Mapping[str, int]) -> list[str]:
    """Return the faults of Python on large tables: it may change any row of its room, and locks these until the
    migration ends."""
    large = sorted(table for table, count in rows.items() if count >= LARGE and _is_of(table, migration.app_label))
    return [f"{name}: its Python runs in one transaction, beside {', '.join(large)}; {_IN_BATCHES}."] if large else []


def _is_of(table: str, app_label: str) -> bool:
    return table.startswith(f"{app_label}_")


def _count_rows(connection: Any) -> dict[str, int]:
    """Return about how many rows each table has; where the statistics are missing, from its size."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, greatest(reltuples, pg_relation_size(oid) / 200)::bigint FROM pg_class"
            " WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace"
        )
        return dict(cursor.fetchall())
