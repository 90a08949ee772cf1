"""Recurring work of the store: what the ticker calls at intervals, and what each business day needs. Add yours here."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from datetime import timedelta
from typing import Any


@dataclass(frozen=True)
class Duty:
    """Work that one of all tickers does once in each ``interval``: ``function`` ("package.module:name", no arguments).

    ``of_the_day``: it depends on the business day, not on the instant. Where days are simulated, it is called for each
    of them, in the order of this list; only one such duty is under way at a time, anywhere. ``condition``: a function
    that says, without a lock, whether there is work; every ticker asks it. ``each_node``: every ticker does the work
    for its own node. Every duty may be called again at any time.
    """

    function: str
    interval: timedelta
    of_the_day: bool = False
    condition: str = ""
    each_node: bool = False

    @property
    def place(self) -> str:
        """Return the name of the lease under which it is done."""
        return BUSINESS_DAY if self.of_the_day or self.condition else self.function

    def run(self) -> None:
        _call(self.function)

    def has_work(self) -> bool:
        return not self.condition or bool(_call(self.condition))


def _call(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(importlib.import_module(module), name)()


def _duty(
    function: str, *, of_the_day: bool = False, condition: str = "", each_node: bool = False, **interval: float
) -> Duty:
    condition = f"planfront.{condition}" if condition else ""
    return Duty(f"planfront.{function}", timedelta(**interval), of_the_day, condition, each_node)


BUSINESS_DAY = "the business day"
DUTIES = (
    _duty("kernel.days.moving_day:advance", seconds=1, condition="kernel.days.moving_day:has_work"),
    _duty("kernel.jobs.tasks:reap", minutes=1),
    _duty("backoffice.health.watching:record_health", minutes=1, each_node=True),
    _duty("audit.day_figures:refresh", minutes=1),
    _duty("audit.pruning:prune_jobs", hours=6),
    _duty("audit.pruning:prune_events", hours=6),
    _duty("kernel.http.throttle:prune", hours=6),
    _duty("integrations.outside:prune_answers", hours=6),
    _duty("backoffice.health.own_names:queue_checks", hours=24),
    _duty("enrollment.application.pruning:prune_expired", hours=6),
    _duty("enrollment.application.pruning:prune_submitted", hours=6),
    _duty("enrollment.application.pruning:prune_health_answers", hours=6),
    _duty("billing.charging:resolve_due", minutes=5),
    _duty("billing.vault:remove_due", hours=1),
    _duty("billing.pruning:prune_card_events", hours=6),
    _duty("messaging.returned:read_mailbox", minutes=5),
    _duty("messaging.pruning:prune_mails", hours=6),
    _duty("letters.pruning:prune_letters", hours=6),
    _duty("imports.services:take_due_runs_live", minutes=1, of_the_day=True),
    _duty("enrollment.submission.activation:activate_due", minutes=10, of_the_day=True),
    _duty("coverage.age_limits:drop_due", hours=1, of_the_day=True),
    _duty("coverage.age_bands:rate_due", hours=1, of_the_day=True),
    _duty("coverage.renewal.runs:write_due_runs", minutes=1, of_the_day=True),
    _duty("coverage.ledger:refresh_due", minutes=10, of_the_day=True),
    _duty("coverage.approvals.reminders:remind_due", hours=1, of_the_day=True),
    _duty("today.daily_email:send_due_emails", minutes=1),
    _duty("members.person_history:refresh_due_people", minutes=10, of_the_day=True),
    _duty("enrollment.submission.due_documents:make_due_documents", minutes=5),
    _duty("enrollment.submission.duplicates:index_due_duplicates", minutes=10),
    _duty("enrollment.submission.search_keys:keep_due_search_keys", minutes=10),
    _duty("shopping.quoting.pruning:prune_sent_quotes", hours=6),
    _duty("leads.pruning:prune_leads", hours=6),
    _duty("accounts.services:prune_sessions", hours=6),
    _duty("members.roster.services:prune_rosters", hours=6),
    _duty("members.name_search:tidy", hours=24),
    _duty("privacy.services:refresh_holds", hours=1),
    _duty("privacy.services:prune_requests", hours=6),
    _duty("imports.tasks:clear_ended", minutes=10),
    _duty("imports.staging:prune_files", hours=6),
)
