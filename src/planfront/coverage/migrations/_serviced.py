"""The triggers that keep which policy a rep services (``ServicedPolicy``), for both databases.

A policy's rows are deleted and written again with whatever they hang on, so nothing has to be worked out from what was.
A migration that makes SQLite rebuild one of these tables has to call ``install`` afterwards; a test compares what is
there with what is declared here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planfront.kernel.database.triggers import Trigger, update_trigger
from planfront.kernel.database.triggers import install as install_triggers

_COPIED = ("number", "brand_id", "group_id", "member_id", "effective_date", "end_date", "monthly")
_COLUMNS = f"policy_id, agent_id, until, counts_to, guest, counts_from, {', '.join(_COPIED)}"
_NEVER = "'9999-12-31'"
_COPY = (
    f"CASE WHEN p.awaits_decision THEN {_NEVER} ELSE p.effective_date END, "
    f"{', '.join(f'p.{name}' for name in _COPIED)}"
)
_END = f"COALESCE(p.end_date, {_NEVER})"
_UNTIL = "CASE WHEN COUNT(r.end_date) = COUNT(*) THEN MAX(r.end_date) END"
_POLICY = "FROM coverage_policy p LEFT JOIN members_member m ON m.id = p.member_id"
_NEVER_ASSIGNED = "NOT EXISTS (SELECT 1 FROM coverage_repassignment r WHERE r.policy_id = p.id)"


def rows(which: str) -> str:
    """The rows of the policies ``p`` for which something holds: of reps to whom it is assigned until the last of their
    assignments, else of its seller, else of the member's rep; and of its group."""
    return (
        f"INSERT INTO coverage_servicedpolicy ({_COLUMNS}) "
        f"SELECT p.id, r.agent_id, {_UNTIL}, CASE WHEN {_UNTIL} < {_END} THEN {_UNTIL} ELSE {_END} END, "
        f"COALESCE(m.agent_id <> r.agent_id, TRUE), {_COPY} "
        f"{_POLICY} JOIN coverage_repassignment r ON r.policy_id = p.id WHERE {which} GROUP BY p.id, r.agent_id, m.agent_id "
        f"UNION ALL SELECT p.id, COALESCE(p.agent_id, m.agent_id), NULL, {_END}, FALSE, {_COPY} {_POLICY} WHERE {which} "
        f"AND (p.agent_id IS NOT NULL OR p.group_id IS NULL AND m.agent_id IS NOT NULL) AND {_NEVER_ASSIGNED} "
        f"UNION ALL SELECT p.id, NULL, NULL, {_END}, FALSE, {_COPY} "
        f"FROM coverage_policy p WHERE {which} AND p.group_id IS NOT NULL;"
    )


def _again(name: str, table: str, event: str, which: str) -> Trigger:
    return Trigger(name, table, event, "", _write(which), _lock(which))


def _write(which: str) -> str:
    return f"{_delete(which)} {rows(which)}"


def _delete(which: str) -> str:
    return f"DELETE FROM coverage_servicedpolicy WHERE policy_id IN (SELECT p.id FROM coverage_policy p WHERE {which});"


def _lock(which: str) -> str:
    return f"PERFORM 1 FROM coverage_policy p WHERE {which} ORDER BY p.id FOR NO KEY UPDATE;"


def triggers(vendor: str) -> Iterator[Trigger]:
    own, other, whose = "p.id = NEW.id", "p.id IN (OLD.policy_id, NEW.policy_id)", "p.member_id = NEW.id"
    yield Trigger("serviced_policy_insert", "coverage_policy", "INSERT", "", rows(own))
    columns = ("agent_id", "awaits_decision", *_COPIED)
    yield update_trigger("serviced_policy_update", "coverage_policy", columns, vendor, _write(own))
    gone = "DELETE FROM coverage_servicedpolicy WHERE policy_id = OLD.id;"
    yield Trigger("serviced_policy_delete", "coverage_policy", "DELETE", "", gone)
    yield _again("serviced_rep_insert", "coverage_repassignment", "INSERT", "p.id = NEW.policy_id")
    columns = ("policy_id", "agent_id", "end_date")
    yield update_trigger("serviced_rep_update", "coverage_repassignment", columns, vendor, _write(other), _lock(other))
    yield _again("serviced_rep_delete", "coverage_repassignment", "DELETE", "p.id = OLD.policy_id")
    yield update_trigger("serviced_member", "members_member", ("agent_id",), vendor, _write(whose), _lock(whose))


def install(schema_editor: Any) -> None:
    install_triggers(schema_editor, list(triggers(schema_editor.connection.vendor)))
