"""Policies from before the book, for the migrations that carry them over.

In batches, each in a transaction of its own. A migration that was stopped goes on where it was: rows that are carried
already are known by their keys, and a step that has changed tables is left out (``Once``).
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, TypeVar
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import OperationalError, connection, connections, models, transaction
from django.utils import timezone

from planfront.kernel.ids import new_uuid

BATCH = 1000
DAY = timedelta(days=1)
NOWHERE = {"state": "", "zip": "", "county_fips": ""}
_TOLD_SECONDS = 5.0
_LOCK_MILLISECONDS = 500
"""How long a step waits for its tables, and everybody else for it. Less than the second after which PostgreSQL looks
for deadlocks, so that what is given up is the step and never somebody's transaction."""
_PAUSE_SECONDS, _PATIENCE_SECONDS = 0.5, 600.0
_TRY_AGAIN = ("55P03", "57014", "40P01")
"""PostgreSQL's codes: a lock wasn't had in time, a statement took too long, a deadlock."""
_log = logging.getLogger("planfront.migrations")
T = TypeVar("T")


def keys_in_batches(rows: Any) -> Iterator[list[Any]]:
    """Keys of rows in their order. Each batch is read when the one before is done."""
    keys, last = rows.order_by("pk").values_list("pk", flat=True), None
    while batch := list((keys if last is None else keys.filter(pk__gt=last))[:BATCH]):
        last = batch[-1]
        yield batch


class Progress:
    """Tells the log every few seconds how far a migration has come."""

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total, self.done, self.told = what, total, 0, time.monotonic()

    def add(self, count: int) -> None:
        self.done += count
        if (now := time.monotonic()) > self.told + _TOLD_SECONDS:
            self.told = now
            _log.info("%s: %s of %s carried over", self.what, f"{self.done:,}", f"{self.total:,}")


class Once:
    """A step of a migration without a transaction, in one of its own with the statements that it would leave for the
    end. A migration that was stopped after it begins again: ``is_done`` says whether there is nothing left to do.

    ``tables``: all that it changes, and those that their foreign keys lead to. It takes them at once before it begins,
    or lets go and tries again.
    """

    tables: tuple[str, ...] = ()

    def is_done(self, connection: Any, to_state: Any) -> bool:
        raise NotImplementedError

    def catch_up(self, apps: Any) -> None:
        """What is better done before the tables are taken."""

    def prepare(self, apps: Any, schema_editor: Any) -> None:
        """What belongs into the same transaction, before the step."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if self.is_done(schema_editor.connection, to_state):
            return
        self.catch_up(from_state.apps)
        keep_trying(lambda: self._step(app_label, schema_editor, from_state, to_state), ", ".join(self.tables))

    def _step(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        schema_editor.deferred_sql.clear()
        with transaction.atomic(using=schema_editor.connection.alias):
            take_tables(schema_editor.connection, self.tables)
            self.prepare(from_state.apps, schema_editor)
            super().database_forwards(app_label, schema_editor, from_state, to_state)  # type: ignore[misc]
            for statement in schema_editor.deferred_sql:
                schema_editor.execute(statement, None)
            schema_editor.deferred_sql.clear()


def keep_trying(step: Callable[[], T], tables: str) -> T:
    """Do a transaction that may have to give way to a running store, again and again for ten minutes."""
    until, told = time.monotonic() + _PATIENCE_SECONDS, 0.0
    while True:
        try:
            return step()
        except OperationalError as error:
            now = time.monotonic()
            if getattr(error.__cause__, "sqlstate", None) not in _TRY_AGAIN or now > until:
                raise
            if now > told + _TOLD_SECONDS:
                told = now
                _log.info("%s are in use; trying again until they are free", tables)
        time.sleep(_PAUSE_SECONDS)


def take_tables(connection: Any, names: Sequence[str]) -> None:
    """Keep tables to this transaction: all at once, or none. On SQLite nobody else writes while one is open.

    Nothing waits for a lock any longer than this until the transaction ends.
    """
    if connection.vendor != "postgresql" or not names:
        return
    tables = ", ".join(connection.ops.quote_name(name) for name in names)
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL statement_timeout = {_LOCK_MILLISECONDS}")
        cursor.execute(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE")
        cursor.execute("SET LOCAL statement_timeout TO DEFAULT")
        cursor.execute(f"SET LOCAL lock_timeout = {_LOCK_MILLISECONDS}")


def has_table(connection: Any, name: str) -> bool:
    with connection.cursor() as cursor:
        return name in connection.introspection.table_names(cursor)


def check_constraints_now(connection: Any) -> None:
    """PostgreSQL changes no table while a row that was just written is still to be checked."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def insert_rows(model: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add rows, each with the values of its columns by attribute name ("policy_id"); what a row doesn't say has its
    default. By COPY on PostgreSQL, which takes a third of the time of INSERT."""
    if not rows:
        return
    said = rows[0].keys()
    columns = [c for c in model._meta.concrete_fields if c.attname in said or not isinstance(c, models.AutoField)]
    database = connections[connection.alias]  # not by way of the proxy, which would be asked for each value
    names = ", ".join(database.ops.quote_name(column.column) for column in columns)
    table = database.ops.quote_name(model._meta.db_table)
    with database.cursor() as cursor:
        if database.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                writers = [(column, _copied(column)) for column in columns]
                copy.write("".join(["\t".join([write(_value(c, row)) for c, write in writers]) + "\n" for row in rows]))
            return
        values = ", ".join(["%s"] * len(columns))
        cursor.executemany(
            f"INSERT INTO {table} ({names}) VALUES ({values})",  # noqa: S608
            [[column.get_db_prep_save(_value(column, row), database) for column in columns] for row in rows],
        )


def _value(column: Any, row: Mapping[str, Any]) -> Any:
    return row[column.attname] if column.attname in row else column.get_default()


_SPECIAL = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def _copied(column: Any) -> Callable[[Any], str]:
    """How COPY reads the values of a column."""
    if isinstance(column, models.JSONField):
        return lambda value: json.dumps(value, cls=column.encoder).translate(_SPECIAL)
    if isinstance(column, models.CharField):
        return lambda value: "\\N" if value is None else value.translate(_SPECIAL)
    return lambda value: "\\N" if value is None else str(value)


@dataclass(frozen=True)
class First:
    """A policy with what is known of its beginning. ``born`` None: it isn't known whom it covers."""

    policy: Any
    born: date | None
    place: Mapping[str, str]
    inputs: Mapping[str, Any] = field(default_factory=dict)
    proof: Mapping[str, Any] = field(default_factory=dict)


Written = list[tuple[Any, list[dict[str, Any]]]]
"""Rows to be added by model, in the order in which they point to each other."""


def write_all(written: Written) -> None:
    """In one transaction, which is as short as can be: on SQLite nobody else writes meanwhile."""
    with transaction.atomic():
        for model, rows in written:
            insert_rows(model, rows)


def first_versions(apps: Any, firsts: Iterable[First]) -> Written:
    """The issue of policies, their first terms and their ends, where they have one, with the models as they were then.

    Whoever else they covered is not known.
    """
    people: list[dict[str, Any]] = []
    changes: list[dict[str, Any]] = []
    versions: list[dict[str, Any]] = []
    for first in firsts:
        if first.born is not None:
            people.append(_subscriber(first.policy, first.born))
        issue = _issue(first)
        changes.append(issue)
        versions.append(_first_version(first, issue))
        if first.policy.end_date is not None:
            end = _end(first.policy)
            changes.append(end)
            versions.append(_last_version(first.policy, end))
    by_name = (("CoveredPerson", people), ("Change", changes), ("Version", versions))
    return [(apps.get_model("book", name), rows) for name, rows in by_name]


def _subscriber(policy: Any, born: date) -> dict[str, Any]:
    return {
        "policy_id": policy.pk,
        "key": "self",
        "role": "subscriber",
        "birth_date": born,
        "original_date": policy.effective_date,
        "effective_date": policy.effective_date,
        "end_date": policy.end_date,
    }


def _covered(first: First) -> list[dict[str, str]]:
    if first.born is None:
        return []
    began = first.policy.effective_date.isoformat()
    return [{"key": "self", "role": "subscriber", "birth_date": first.born.isoformat(), "original_date": began}]


def _stamp(policy: Any) -> dict[str, Any]:
    return {"id": new_uuid(), "policy_id": policy.pk, "reported_on": policy.effective_date, "by": "system"}


def _issue(first: First) -> dict[str, Any]:
    policy = first.policy
    terms = {
        "plan_id": policy.plan_id,
        "tier": policy.tier,
        "place": first.place,
        "covered": _covered(first),
        "rated_on": policy.effective_date.isoformat(),
        "amount": None if policy.amount is None else str(policy.amount),
        "riders": _riders(policy),
        "inputs": first.inputs,
        "premium": None if policy.monthly is None else str(policy.monthly),
        "fees": "0",
        "proof": first.proof,
    }
    return {
        **_stamp(policy),
        "kind": "issue",
        "effective": policy.effective_date,
        "recorded": policy.created_at,
        "after": policy.monthly,
        "facts": {"terms": terms},
    }


def _riders(policy: Any) -> list[str]:
    return [rider["code"] for rider in policy.riders]


def _first_version(first: First, issue: Mapping[str, Any]) -> dict[str, Any]:
    policy = first.policy
    return {
        "policy_id": policy.pk,
        "change_id": issue["id"],
        "effective": policy.effective_date,
        "recorded": policy.created_at,
        "in_force": True,
        "plan_id": policy.plan_id,
        "tier": policy.tier,
        "amount": policy.amount,
        "riders": _riders(policy),
        "covered": _covered(first),
        "rated_on": policy.effective_date,
        "premium": policy.monthly,
        "inputs": first.inputs,
        "proof": first.proof,
        **first.place,
    }


def _is_cancelled(policy: Any) -> bool:
    return bool(policy.end_date < policy.effective_date)


def _end(policy: Any) -> dict[str, Any]:
    cancelled = _is_cancelled(policy)
    return {
        **_stamp(policy),
        "kind": "cancel" if cancelled else "end",
        "effective": policy.effective_date if cancelled else policy.end_date,
        "recorded": policy.created_at + timedelta(microseconds=1),
        "before": policy.monthly,
    }


def _last_version(policy: Any, end: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "policy_id": policy.pk,
        "change_id": end["id"],
        "effective": policy.effective_date if _is_cancelled(policy) else policy.end_date + DAY,
        "recorded": end["recorded"],
        "in_force": False,
    }


def carry_coverage(apps: Any, row_ids: Sequence[int]) -> int:
    """What members had on record becomes policies with their history, in one transaction. How many weren't yet."""
    policies = apps.get_model("book", "Policy")
    keys = {coverage_key(row_id): row_id for row_id in row_ids}
    done = policies.objects.filter(pk__in=keys).values_list("pk", flat=True)
    left = keys.keys() - set(done)
    rows = list(coverage_rows(apps).filter(pk__in=[keys[key] for key in left]).order_by("pk")) if left else []
    same = policies.objects.filter(number__in=[row.policy_number for row in rows])
    taken = {policy.number: policy for policy in same.only("number", "member_id")}
    firsts = []
    for row in rows:
        if _is_sold(row, taken):
            continue
        number = row.policy_number
        number = f"C-{row.pk}" if not number or number in taken else number
        taken[number] = policy = _policy_of_member(policies, row, coverage_key(row.pk), number)
        firsts.append(First(policy, row.member.birth_date, place_of(row.member)))
    write_all([(policies, [vars(first.policy) for first in firsts]), *first_versions(apps, firsts)])
    return len(firsts)


def coverage_rows(apps: Any) -> Any:
    """What members had on record, with what is carried over of the members."""
    member = [f"member__{name}" for name in ("brand", "group", "portal", "agent", "birth_date", "state", "zip")]
    own = ["plan_id", "plan_name", "category", "policy_number", "status", "effective_date", "end_date"]
    return apps.get_model("members", "Coverage").objects.select_related("member").only("member_id", *own, *member)


def coverage_key(row_id: int) -> UUID:
    """The policy of a row, always the same: what was carried over is known by it."""
    return uuid5(NAMESPACE_OID, f"members.coverage:{row_id}")


def _is_sold(row: Any, taken: Mapping[str, Any]) -> bool:
    """The row tells of a policy that was sold here."""
    policy = taken.get(row.policy_number)
    return policy is not None and policy.pk.version != 5 and policy.member_id == row.member_id


def _policy_of_member(policies: Any, row: Any, key: UUID, number: str) -> Any:
    member, today = row.member, timezone.localdate()
    ended = row.end_date
    if row.status != "ACTIVE" and (ended is None or ended >= today):
        ended = today - DAY
    return policies(
        id=key,
        number=number,
        brand_id=member.brand_id,
        member_id=member.pk,
        group_id=member.group_id,
        portal_id=member.portal_id,
        agent_id=member.agent_id,
        plan_id=row.plan_id,
        plan_name=row.plan_name,
        category=row.category,
        effective_date=row.effective_date,
        end_date=ended,
        created_at=timezone.now(),
    )


def place_of(member: Any) -> dict[str, str]:
    return {"state": member.state, "zip": member.zip, "county_fips": ""} if member else NOWHERE
