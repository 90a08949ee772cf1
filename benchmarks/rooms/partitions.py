"""./run bench partitions: the largest tables as they are, and the same rows in one partition a month, on PostgreSQL.

Each has rows of three years and the indexes that the store gives it, and is asked what the store asks. A copy in
partitions can't have the keys that are unique without the month: that is what they would cost beside time.
"""

from __future__ import annotations

import os
import re
import statistics
import time
from typing import NamedTuple

from benchmarks.by_name import ROWS
from planfront.cli.console import paint, say

COUNT, RUNS, MONTHS = 1_000_000, 15, 36
_FIRST = "timestamptz '2024-01-01'"
_AT = f"{_FIRST} + i * (interval '1095 days' / %(rows)s)"
_ID = "(lpad(to_hex(i), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(i * 7919 %% 1000003), 12, '0'))::uuid"


class Table(NamedTuple):
    """``column`` divides it by months. ``values`` give each column of row ``i``; ``asks``: what the store asks of it,
    by what for; ``one``: a row that is added."""

    name: str
    column: str
    values: dict[str, str]
    asks: dict[str, str]


TABLES = (
    Table(
        "audit_auditevent",
        "at",
        {
            "id": _ID,
            "at": _AT,
            "action": "'act.' || i %% 120",
            "actor_kind": "'visitor'",
            "brand_id": "1 + i %% 4",
            "ip": "''",
            "subject_type": "'enrollment'",
            "subject_id": "'subject-' || i / 15",
            "fields": '\'["first_name", "last_name"]\'::jsonb',
            "meta": '\'{"step": "personal"}\'::jsonb',
        },
        {
            "record of one enrollment": "SELECT * FROM {t} WHERE subject_id = 'subject-20000' "
            "AND subject_type = 'enrollment' ORDER BY at DESC, id DESC",
            "newest hundred of a brand": "SELECT * FROM {t} WHERE brand_id = 2 ORDER BY at DESC, id DESC LIMIT 100",
            "an act of the last day": "SELECT * FROM {t} WHERE action = 'act.7' AND at >= timestamptz '2026-12-29'",
            "acts that there are": "SELECT DISTINCT action FROM {t}",
            "what is too old": "SELECT id FROM {t} WHERE at < timestamptz '2024-01-15'",
            "500 of that, deleted": "DELETE FROM {t} WHERE id IN (SELECT id FROM {t} ORDER BY at LIMIT 500)",
        },
    ),
    Table(
        "messaging_outboundemail",
        "created_at",
        {
            "id": _ID,
            "brand_id": "1 + i %% 4",
            "kind": "'kind' || i %% 12",
            '"to"': "'person' || i / 3 || '@mailbox.example'",
            "reply_to": "''",
            "language": "'en'",
            "subject": "'Your enrollment'",
            "html": "repeat(md5(i::text), 60)",
            "text": "repeat(md5(i::text), 20)",
            "unsubscribe": "''",
            "dedupe_key": "'receipt:' || i",
            "status": "CASE WHEN i > %(rows)s - 20 THEN 'QUEUED' ELSE 'SENT' END",
            "attempts": "1",
            "last_error": "''",
            "created_at": _AT,
            "request_id": "''",
        },
        {
            "the mail of an event": "SELECT * FROM {t} WHERE dedupe_key = 'receipt:300000'",
            "mails to an address": "SELECT * FROM {t} WHERE UPPER(\"to\") = 'PERSON20000@MAILBOX.EXAMPLE'",
            "newest of a kind": "SELECT * FROM {t} WHERE brand_id = 2 AND kind = 'kind5' "
            "ORDER BY created_at DESC LIMIT 1",
            "how many wait": "SELECT count(*) FROM {t} WHERE status = 'QUEUED'",
            "what is too old": "SELECT id FROM {t} WHERE status IN ('SENT', 'KEPT', 'FAILED') "
            "AND created_at < timestamptz '2024-01-15'",
        },
    ),
    Table(
        "django_tasks_database_dbtaskresult",
        "enqueued_at",
        {
            "id": _ID,
            "status": "CASE WHEN i > %(rows)s - 1000 THEN 'READY' ELSE 'SUCCESSFUL' END",
            "args_kwargs": "jsonb_build_object('args', jsonb_build_array('mail_send', i), 'kwargs', '{}'::jsonb)",
            "priority": "0",
            "task_path": "'planfront.kernel.jobs.tasks.run_job'",
            "queue_name": "'default'",
            "backend_name": "'default'",
            "run_after": "timestamptz '9999-01-01 00:00:00+00'",
            "enqueued_at": _AT,
            "exception_class_path": "''",
            "traceback": "''",
            "worker_ids": "'[\"w\"]'::jsonb",
        },
        {
            "the next job": "SELECT * FROM {t} WHERE status = 'READY' AND (run_after = timestamptz "
            "'9999-01-01 00:00:00+00' OR run_after <= now()) AND backend_name = 'default' "
            "AND queue_name IN ('default') ORDER BY priority DESC, run_after, enqueued_at LIMIT 1 "
            "FOR UPDATE SKIP LOCKED",
            "that job, taken": "UPDATE {t} SET status = 'RUNNING' WHERE id = (SELECT id FROM {t} WHERE "
            "status = 'READY' LIMIT 1)",
            "what is too old": "SELECT id FROM {t} WHERE status = 'SUCCESSFUL' "
            "AND enqueued_at < timestamptz '2024-01-15'",
        },
    ),
)


def main() -> int:
    """0: what is measured decides nothing by itself."""
    from django.core.management import call_command
    from django.db import connection

    if connection.vendor != "postgresql":
        say("SQLite has no partitions.")
        return 0
    call_command("migrate", interactive=False, verbosity=0)
    rows = int(os.environ.get(ROWS) or COUNT)
    _do("SET statement_timeout = 0")
    for table in TABLES:
        plain, parted = f"plain_{table.name}", f"parted_{table.name}"
        took = {plain: _make(table, plain, rows, parted=False), parted: _make(table, parted, rows, parted=True)}
        say(paint(f"{table.name}, {rows:,} rows, {MONTHS} months: milliseconds in one table, in partitions", "bold"))
        for what, sql in table.asks.items():
            say(f"  {what:<28}{_median(sql, plain):>10.2f}{_median(sql, parted):>10.2f}")
        say(f"  {'a thousand rows, added':<28}{took[plain] / rows * 1e6:>10.1f}{took[parted] / rows * 1e6:>10.1f}")
        _do(f"DROP TABLE {plain}; DROP TABLE {parted}")
    return 0


def _do(sql: str) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql)


def _make(table: Table, name: str, rows: int, *, parted: bool) -> float:
    """Make and fill a copy; seconds that the filling took."""
    from django.db import connection

    column = table.column
    by_month = f"PARTITION BY RANGE ({column})" if parted else ""
    _do(f"CREATE TABLE {name} (LIKE {table.name} INCLUDING DEFAULTS) {by_month}")
    for month in range(MONTHS) if parted else ():
        since, until = (f"({_FIRST} + interval '{n} months')" for n in (month, month + 1))
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {since}::text, {until}::text")
            bounds = "FROM ('{}') TO ('{}')".format(*cursor.fetchone())
        _do(f"CREATE TABLE {name}_{month} PARTITION OF {name} FOR VALUES {bounds}")
    if parted:
        _do(f"CREATE TABLE {name}_rest PARTITION OF {name} DEFAULT")
    for number, definition in enumerate(_indexes(table.name)):
        unique = "" if parted else r"\1"
        own = re.sub(
            r"^CREATE (UNIQUE )?INDEX \S+ ON (?:ONLY )?\S+",
            f"CREATE {unique}INDEX {name[:30]}_i{number} ON {name}",
            definition,
        )
        _do(own)
    columns, values = ", ".join(table.values), ", ".join(table.values.values()) % {"rows": rows}
    started = time.monotonic()
    _do(f"INSERT INTO {name} ({columns}) SELECT {values} FROM generate_series(1::bigint, {rows}) AS i")  # noqa: S608
    took = time.monotonic() - started
    _do(f"VACUUM ANALYZE {name}")
    return took


def _indexes(name: str) -> list[str]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE tablename = %s ORDER BY indexname", [name])
        return [row[0] for row in cursor.fetchall()]


def _median(sql: str, name: str) -> float:
    """Milliseconds of a statement, which is taken back."""
    from django.db import connection, transaction

    times = []
    for _run in range(RUNS):
        with transaction.atomic(), connection.cursor() as cursor:
            started = time.perf_counter()
            cursor.execute(sql.format(t=name))
            if cursor.description:
                cursor.fetchall()
            times.append((time.perf_counter() - started) * 1000)
            transaction.set_rollback(True)
    return statistics.median(times)
