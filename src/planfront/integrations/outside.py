"""Questions to the outside service of a port about a value, and their stored answers.

A person may be waiting: a service that doesn't answer costs them seconds and a note, and the value is accepted as it
is.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import transaction

from planfront.audit.pruning import days_ago, prune
from planfront.integrations import ports
from planfront.integrations.models import KeptAnswer
from planfront.kernel import clock
from planfront.kernel.errors import TooManyRequests
from planfront.kernel.http import throttle
from planfront.kernel.observing import metrics
from planfront.kernel.outgoing import calls as outgoing
from planfront.kernel.security.crypto import keyed_hash

logger = logging.getLogger(__name__)
T = TypeVar("T")
KEPT_FOR = timedelta(days=30)
ASKED_AN_HOUR = 60
"""New values that one network address may have asked about, by port: each may cost the operator money."""


def ask(
    port: str,
    value: str,
    call: Callable[[], T],
    kind: type[T],
    *,
    asker: str = "",
    suggested: Callable[[T], str] | None = None,
) -> T | None:
    """Return the answer of the port's outside adapter about a value, from an answer that was stored or by ``call``.

    ``kind`` is a dataclass of plain values. Returns None when there is no answer. ``asker``: the network address of the
    person who asks. ``suggested``: the value that an answer has instead, "" for none. Raises RuntimeError inside of a
    transaction.
    """
    if clock.is_played():
        return None
    if outgoing.in_transaction():
        raise RuntimeError("Outside services are asked outside of transactions.")
    name, key = f"{port}.{ports.choice(port)}", key_of(port, value)
    stored = KeptAnswer.objects.filter(pk=key, kept_at__gt=clock.now() - KEPT_FOR).first()
    if stored is not None:
        metrics.OUTSIDE_CALLS.labels(name, "kept").inc()
        return kind(**stored.answer)
    if asker and not _may_ask(port, asker):
        metrics.OUTSIDE_CALLS.labels(name, "asker").inc()
        return None
    answer = _answer(name, call)
    if not isinstance(answer, kind):
        if answer is not None:
            logger.warning("%s: answered with %s, not %s", name, type(answer).__name__, kind.__name__)
        return None
    instead = suggested(answer) if suggested else ""
    row = KeptAnswer(
        key=key,
        about=about(port, value),
        suggested=about(port, instead) if instead else "",
        answer=asdict(answer),  # type: ignore[call-overload]
        kept_at=clock.now(),
    )
    _keep(row)
    return answer


def _answer(name: str, call: Callable[[], T]) -> T | None:
    try:
        return call()
    except (outgoing.Unanswered, ports.Unavailable):
        return None
    except Exception as error:
        if isinstance(error, RuntimeError):
            raise
        logger.warning("%s: failed with %s", name, type(error).__name__)
        return None


def key_of(port: str, value: str) -> str:
    """Return the key under which the answer of the port's present adapter about a value is stored."""
    return keyed_hash(f"{port}:{ports.choice(port)}:{value}", "outside-answer")


def about(port: str, value: str) -> str:
    """Return the key under which all answers about a value are found, of every adapter."""
    return keyed_hash(f"{port}:{value}", "outside-answer-about")


def _may_ask(port: str, asker: str) -> bool:
    try:
        throttle.check(f"outside-{port}", asker, limit=ASKED_AN_HOUR, window=timedelta(hours=1), announced=False)
    except TooManyRequests:
        return False
    return True


@transaction.atomic
def _keep(row: KeptAnswer) -> None:
    changed = ["about", "suggested", "answer", "kept_at"]
    KeptAnswer.objects.bulk_create([row], update_conflicts=True, unique_fields=["key"], update_fields=changed)


def prune_answers(now: datetime | None = None) -> int:
    """Delete answers that are older than thirty days. Returns how many."""
    return prune("outside_answer", KeptAnswer.objects.filter(kept_at__lte=days_ago(KEPT_FOR.days, now)))
