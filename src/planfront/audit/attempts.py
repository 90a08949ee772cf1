"""Tries of something secret, on record: a wrong one, and one that has to wait. Neither says what was typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TypeVar

from planfront.audit.services import Origin, origin_of, record
from planfront.kernel.errors import TooManyRequests
from planfront.kernel.http import throttle
from planfront.kernel.http.networks import network_of
from planfront.kernel.http.request import ApiRequest, client_ip

Named = TypeVar("Named")
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


def find_by_guess(request: ApiRequest, scope: str, find: Callable[[], Named | None]) -> Named | None:
    """Return what ``find`` makes of a public code that somebody typed. Wrong ones are limited and on record: 30 in 15
    minutes for a visitor, 120 for a network address, which a whole office may share. Raises TooManyRequests."""
    _limit_guesses(request, scope)
    result = find()
    if result is None:
        record_wrong_attempt(scope, origin_of(request))
    else:
        _forgive_guess(request, scope)
    return result


def _limit_guesses(request: ApiRequest, scope: str) -> None:
    with watch_attempts(scope, origin_of(request)):
        throttle.check(scope, str(request.visitor.id), limit=_GUESSES_OF_DEVICE, window=_QUARTER)
        throttle.check(f"{scope}-ip", network_of(client_ip(request)), limit=_GUESSES_OF_ADDRESS, window=_QUARTER)


def _forgive_guess(request: ApiRequest, scope: str) -> None:
    """Refund a counted guess: it was right."""
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
