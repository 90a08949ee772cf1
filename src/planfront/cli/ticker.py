"""Recurring work: one small process that calls each function at its interval. Add yours to PERIODIC."""

import argparse
import importlib
import logging
import time
from dataclasses import dataclass
from datetime import timedelta

from planfront.cli.environment import setup_django

logger = logging.getLogger(__name__)
POLL = 1.0


@dataclass(frozen=True)
class Periodic:
    """`function` ("package.module:name", no arguments) is called at the start and then every `interval`."""

    function: str
    interval: timedelta


PERIODIC = (
    Periodic("planfront.kernel.tasks:reap", timedelta(minutes=1)),
    Periodic("planfront.backoffice.health.watching:record_health", timedelta(minutes=1)),
    Periodic("planfront.audit.pruning:prune_jobs", timedelta(hours=6)),
    Periodic("planfront.audit.pruning:prune_events", timedelta(hours=6)),
    Periodic("planfront.kernel.throttle:prune", timedelta(hours=6)),
    Periodic("planfront.enrollment.application.services.pruning:prune_expired", timedelta(hours=6)),
    Periodic("planfront.enrollment.application.services.pruning:prune_submitted", timedelta(hours=6)),
    Periodic("planfront.enrollment.application.services.pruning:prune_health_answers", timedelta(hours=6)),
    Periodic("planfront.messaging.pruning:prune_mails", timedelta(hours=6)),
    Periodic("planfront.enrollment.application.services.activation:activate_due", timedelta(minutes=10)),
    Periodic("planfront.enrollment.signing.documents:make_due_documents", timedelta(minutes=5)),
    Periodic("planfront.enrollment.application.services.duplicates:index_due_duplicates", timedelta(minutes=10)),
    Periodic("planfront.enrollment.application.services.search_keys:keep_due_search_keys", timedelta(minutes=10)),
    Periodic("planfront.shopping.quote.pruning:prune_sent_quotes", timedelta(hours=6)),
    Periodic("planfront.leads.pruning:prune_leads", timedelta(hours=6)),
    Periodic("planfront.accounts.services:prune_sessions", timedelta(hours=6)),
    Periodic("planfront.members.services:end_due_coverage", timedelta(minutes=10)),
    Periodic("planfront.members.roster.services:prune_rosters", timedelta(hours=6)),
    Periodic("planfront.privacy.services:refresh_holds", timedelta(hours=1)),
    Periodic("planfront.privacy.services:prune_requests", timedelta(hours=6)),
    Periodic("planfront.imports.services:take_due_runs_live", timedelta(minutes=1)),
    Periodic("planfront.imports.tasks:clear_ended", timedelta(minutes=10)),
    Periodic("planfront.imports.staging:prune_files", timedelta(hours=6)),
)


def command(_options: argparse.Namespace) -> int:
    setup_django()
    due = dict.fromkeys(PERIODIC, 0.0)
    while True:
        tick(due, time.monotonic())
        time.sleep(POLL)


def tick(due: dict[Periodic, float], now: float) -> None:
    """Call what is due and set when it is due again. A failure is logged by class name and tried again later."""
    from django.db import close_old_connections

    for periodic in [one for one, moment in due.items() if moment <= now]:
        due[periodic] = now + periodic.interval.total_seconds()
        close_old_connections()
        module, _, name = periodic.function.partition(":")
        try:
            getattr(importlib.import_module(module), name)()
        except Exception as error:  # noqa: BLE001 - one failing duty must not stop the others
            logger.error("%s failed: %s", periodic.function, type(error).__name__)  # noqa: TRY400 - texts may hold personal data
        close_old_connections()
