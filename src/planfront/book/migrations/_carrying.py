"""Policies from before the book, for the migrations that carry them over.

In batches, each in a transaction of its own. A migration that was stopped goes on where it was: rows that are carried
already are known by their keys, and a step that has changed tables is left out (``Once``).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import transaction
from django.utils import timezone

BATCH = 1000
DAY = timedelta(days=1)
NOWHERE = {"state": "", "zip": "", "county_fips": ""}
_TOLD_SECONDS = 5.0
_log = logging.getLogger("planfront.migrations")


def in_batches(rows: Any) -> Iterator[list[Any]]:
    """Rows in the order of their keys. Each batch is read when the one before is done."""
    ordered, last = rows.order_by("pk"), None
    while batch := list((ordered if last is None else ordered.filter(pk__gt=last))[:BATCH]):
        last = batch[-1].pk
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
    end. A migration that was stopped after it begins again: ``is_done`` says whether there is nothing left to do."""

    def is_done(self, connection: Any, to_state: Any) -> bool:
        raise NotImplementedError

    def prepare(self, apps: Any, schema_editor: Any) -> None:
        """What belongs into the same transaction, before the step."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if self.is_done(schema_editor.connection, to_state):
            return
        with transaction.atomic(using=schema_editor.connection.alias):
            self.prepare(from_state.apps, schema_editor)
            super().database_forwards(app_label, schema_editor, from_state, to_state)  # type: ignore[misc]
            for statement in schema_editor.deferred_sql:
                schema_editor.execute(statement, None)
            schema_editor.deferred_sql.clear()


def has_table(connection: Any, name: str) -> bool:
    with connection.cursor() as cursor:
        return name in connection.introspection.table_names(cursor)


def lock_table(connection: Any, name: str) -> None:
    """Let nobody write to a table until the transaction ends. On SQLite nobody else writes while one is open."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {connection.ops.quote_name(name)} IN SHARE ROW EXCLUSIVE MODE")


def check_constraints_now(connection: Any) -> None:
    """PostgreSQL changes no table while a row that was just written is still to be checked."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


@dataclass(frozen=True)
class First:
    """A policy with what is known of its beginning. ``born`` None: it isn't known whom it covers."""

    policy: Any
    born: date | None
    place: Mapping[str, str]
    inputs: Mapping[str, Any] = field(default_factory=dict)
    proof: Mapping[str, Any] = field(default_factory=dict)


def write_first_versions(apps: Any, firsts: Iterable[First]) -> None:
    """The issue of policies, their first terms and their ends, where they have one, with the models as they were then.

    Whoever else they covered is not known.
    """
    changes, versions, people = (apps.get_model("book", name) for name in ("Change", "Version", "CoveredPerson"))
    made: tuple[list[Any], list[Any], list[Any]] = ([], [], [])
    for first in firsts:
        if first.born is not None:
            made[0].append(_subscriber(people, first.policy, first.born))
        issue = _issue(changes, first)
        made[1].append(issue)
        made[2].append(_first_version(versions, first, issue))
        if first.policy.end_date is not None:
            end = _end(changes, first.policy)
            made[1].append(end)
            made[2].append(_last_version(versions, first.policy, end))
    for model, rows in zip((people, changes, versions), made, strict=True):
        model.objects.bulk_create(rows)


def _subscriber(people: Any, policy: Any, born: date) -> Any:
    return people(
        policy=policy,
        key="self",
        role="subscriber",
        birth_date=born,
        original_date=policy.effective_date,
        effective_date=policy.effective_date,
        end_date=policy.end_date,
    )


def _covered(first: First) -> list[dict[str, str]]:
    if first.born is None:
        return []
    began = first.policy.effective_date.isoformat()
    return [{"key": "self", "role": "subscriber", "birth_date": first.born.isoformat(), "original_date": began}]


def _stamp(policy: Any) -> dict[str, Any]:
    return {"policy": policy, "reported_on": policy.effective_date, "by": "system"}


def _issue(changes: Any, first: First) -> Any:
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
    return changes(
        kind="issue",
        effective=policy.effective_date,
        recorded=policy.created_at,
        after=policy.monthly,
        facts={"terms": terms},
        **_stamp(policy),
    )


def _riders(policy: Any) -> list[str]:
    return [rider["code"] for rider in policy.riders]


def _first_version(versions: Any, first: First, issue: Any) -> Any:
    policy = first.policy
    return versions(
        policy=policy,
        change=issue,
        effective=policy.effective_date,
        recorded=policy.created_at,
        in_force=True,
        plan_id=policy.plan_id,
        tier=policy.tier,
        amount=policy.amount,
        riders=_riders(policy),
        covered=_covered(first),
        rated_on=policy.effective_date,
        premium=policy.monthly,
        inputs=first.inputs,
        proof=first.proof,
        **first.place,
    )


def _is_cancelled(policy: Any) -> bool:
    return bool(policy.end_date < policy.effective_date)


def _end(changes: Any, policy: Any) -> Any:
    cancelled = _is_cancelled(policy)
    return changes(
        kind="cancel" if cancelled else "end",
        effective=policy.effective_date if cancelled else policy.end_date,
        recorded=policy.created_at + timedelta(microseconds=1),
        before=policy.monthly,
        facts={},
        **_stamp(policy),
    )


def _last_version(versions: Any, policy: Any, end: Any) -> Any:
    return versions(
        policy=policy,
        change=end,
        effective=policy.effective_date if _is_cancelled(policy) else policy.end_date + DAY,
        recorded=end.recorded,
        in_force=False,
    )


def carry_coverage(apps: Any, rows: list[Any]) -> int:
    """What members had on record becomes policies with their history, in one transaction. How many weren't yet."""
    policies = apps.get_model("book", "Policy")
    with transaction.atomic():
        keys = [coverage_key(row) for row in rows]
        done = set(policies.objects.filter(pk__in=keys).values_list("pk", flat=True))
        same = policies.objects.filter(number__in=[row.policy_number for row in rows])
        taken = {policy.number: policy for policy in same.only("number", "member_id")}
        firsts = []
        for row, key in zip(rows, keys, strict=True):
            if key in done or _is_sold(row, taken):
                continue
            number = row.policy_number
            number = f"C-{row.pk}" if not number or number in taken else number
            taken[number] = policy = _policy_of_member(policies, row, key, number)
            firsts.append(First(policy, row.member.birth_date, place_of(row.member)))
        policies.objects.bulk_create([first.policy for first in firsts])
        write_first_versions(apps, firsts)
    return len(firsts)


def coverage_rows(apps: Any) -> Any:
    """What members had on record, with what is carried over of the members."""
    member = [f"member__{name}" for name in ("brand", "group", "portal", "agent", "birth_date", "state", "zip")]
    own = ["plan_id", "plan_name", "category", "policy_number", "status", "effective_date", "end_date"]
    return apps.get_model("members", "Coverage").objects.select_related("member").only("member_id", *own, *member)


def coverage_key(row: Any) -> UUID:
    """The policy of a row, always the same: what was carried over is known by it."""
    return uuid5(NAMESPACE_OID, f"members.coverage:{row.pk}")


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
