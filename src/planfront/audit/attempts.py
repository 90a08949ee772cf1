"""Tries of something secret, on record: a wrong one, and one that has to wait. Neither says what was typed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from planfront.audit.services import Origin, origin_of, record
from planfront.kernel import throttle
from planfront.kernel.errors import TooManyRequests
from planfront.kernel.http import ApiRequest, client_ip
from planfront.kernel.networks import network_of

_ONCE = timedelta(minutes=1)
_QUARTER = timedelta(minutes=15)
_GUESSES_OF_DEVICE, _GUESSES_OF_ADDRESS = 30, 120


@contextmanager
def watch_attempts(scope: str, origin: Origin) -> Iterator[None]:
    """Around a throttle: who has to wait is recorded, once a minute for an address, and still has to wait."""
    try:
        yield
    except TooManyRequests as error:
        if _first(scope, network_of(origin.ip)):
            record(
                "tries.slowed",
                origin=origin,
                subject_type="address",
                subject_id=origin.ip,
                meta={"scope": scope, "wait": error.retry_after},
            )
        raise


def limit_guesses(request: ApiRequest, scope: str) -> None:
    """Count a guess at a public code: 30 wrong ones in 15 minutes for a visitor, 120 for a network address, which a
    whole office may share. Raises TooManyRequests."""
    with watch_attempts(scope, origin_of(request)):
        throttle.check(scope, str(request.visitor.id), limit=_GUESSES_OF_DEVICE, window=_QUARTER)
        throttle.check(f"{scope}-ip", network_of(client_ip(request)), limit=_GUESSES_OF_ADDRESS, window=_QUARTER)


def forgive_guess(request: ApiRequest, scope: str) -> None:
    """Take a counted guess back: it was right."""
    throttle.forgive(scope, str(request.visitor.id))
    throttle.forgive(f"{scope}-ip", network_of(client_ip(request)))


def record_wrong_attempt(scope: str, origin: Origin) -> None:
    """Record a wrong try, after the throttle let it through."""
    record("tries.refused", origin=origin, subject_type="address", subject_id=origin.ip, meta={"scope": scope})


def _first(scope: str, address: str) -> bool:
    try:
        throttle.check(f"told-{scope}", address, limit=1, window=_ONCE, announced=False)
    except TooManyRequests:
        return False
    return True
