"""The triggers that name the days whose figures have to be counted again, for both databases.

A migration that makes SQLite rebuild one of these tables (it drops the old one, and its triggers with it) has to call
``install`` afterwards; a test compares what is there with what is declared here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from planfront.kernel.database.triggers import Trigger, update_trigger
from planfront.kernel.database.triggers import install as install_triggers


@dataclass(frozen=True)
class Watch:
    """Rows of ``table`` that count in figures.

    ``stale``: what to select for ``{row}``, the row that comes, goes or changes: name and instant. ``columns``: those
    whose change counts; none where rows don't change. ``counts``: only rows for which this holds. ``events`` beside
    a change of the columns.
    """

    table: str
    stale: tuple[str, ...]
    columns: tuple[str, ...] = ()
    counts: str = ""
    events: tuple[str, ...] = ("INSERT", "DELETE")


_OF_QUOTE = "FROM shopping_quote q WHERE q.id = {row}.enrollment_id"
_OF_APPLICATION = (
    "FROM enrollment_application a JOIN shopping_quote q ON q.id = a.enrollment_id WHERE a.id = {row}.application_id"
)
_OF_CONFIRMATION = "FROM sales_confirmation c WHERE c.id = {row}.confirmation_id"
_OF_POLICY = (
    "FROM sales_sale s JOIN sales_confirmation c ON c.id = s.confirmation_id WHERE s.policy_id = {row}.id"
)
_SALES = ("sale", "sale_by_rep")

WATCHES = (
    Watch("accounts_visitorsession", ("'visit', {row}.created_at",), ("bound", "brand_id"), "{row}.bound"),
    Watch("shopping_quote", ("'quote', {row}.created_at",), ("brand_id", "checked_out_at", "referral")),
    Watch("shopping_cartline", (f"'quote', q.created_at {_OF_QUOTE}",)),
    Watch("enrollment_application", (f"'application', q.created_at {_OF_QUOTE}", "'waiting', {row}.updated_at"), ("state",)),
    Watch(
        "enrollment_section",
        (f"'application', q.created_at {_OF_APPLICATION}", f"'waiting', a.updated_at {_OF_APPLICATION}"),
        ("saved_at",),
        "{row}.saved_at IS NOT NULL",
    ),
    Watch("sales_confirmation", ("'enrollment', {row}.created_at",), ("brand_id", "created_at")),
    Watch(
        "sales_sale",
        tuple(f"'{name}', c.created_at {_OF_CONFIRMATION}" for name in _SALES),
        ("plan_id", "category", "monthly"),
    ),
    Watch(
        "coverage_policy",
        tuple(f"'{name}', c.created_at {_OF_POLICY}" for name in _SALES),
        ("awaits_decision", "effective_date", "end_date"),
        events=(),
    ),
)
"""Whose rep an enrollment counts for changes with its quote (below), and what is no insurance with its plan."""

_REP = tuple(
    f"'{name}', c.created_at FROM sales_confirmation c WHERE c.enrollment_id = NEW.id"
    for name in ("enrollment", "sale_by_rep")
)
_MOVED = (
    "'waiting', OLD.updated_at WHERE OLD.state = 'draft'",
    "'waiting', NEW.updated_at WHERE NEW.state = 'draft'",
)
"""A draft that is changed waits on another day."""

_DRAFT = "'waiting', a.updated_at FROM enrollment_application a WHERE a.enrollment_id = NEW.id AND a.state = 'draft'"
_PLAN = (
    "INSERT INTO audit_staleday (name, day) "
    "SELECT DISTINCT name, day FROM audit_dayfigure WHERE name = 'sale_by_rep'"
)


def triggers(vendor: str) -> Iterator[Trigger]:
    for watch in WATCHES:
        for event in watch.events:
            row = "OLD" if event == "DELETE" else "NEW"
            yield Trigger(
                f"stale_{watch.table}_{event.lower()}",
                watch.table,
                event,
                watch.counts.format(row=row),
                _body(stale.format(row=row) for stale in watch.stale),
            )
        if watch.columns:
            body = _body(stale.format(row="NEW") for stale in watch.stale)
            yield _update(watch.table, "update", watch.columns, vendor, body)
    yield _update("shopping_quote", "rep", ("agent_id",), vendor, _body(_REP))
    yield _update("enrollment_application", "moved", ("updated_at",), vendor, _body(_MOVED))
    yield _update("shopping_quote", "draft", ("brand_id", "expires_at", "referral"), vendor, _body([_DRAFT]))
    yield _update("catalog_plan", "insures", ("is_insurance",), vendor, f"{_PLAN};")


def _update(table: str, name: str, columns: tuple[str, ...], vendor: str, body: str) -> Trigger:
    return update_trigger(f"stale_{table}_{name}", table, columns, vendor, body)


def _body(selected: Any) -> str:
    return " ".join(f"INSERT INTO audit_staleday (name, at) SELECT {select};" for select in selected)


def install(schema_editor: Any) -> None:
    """Create every trigger anew."""
    install_triggers(schema_editor, list(triggers(schema_editor.connection.vendor)))
