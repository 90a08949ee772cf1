"""Tries of something secret, on record: a wrong one, and one that has to wait. Neither says what was typed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from planfront.audit.services import Origin, record
from planfront.kernel import throttle
from planfront.kernel.errors import TooManyRequests

_ONCE = timedelta(minutes=1)


@contextmanager
def watched(scope: str, origin: Origin) -> Iterator[None]:
    """Around a throttle: who has to wait is recorded, once a minute for an address, and still has to wait."""
    try:
        yield
    except TooManyRequests as error:
        if _first(scope, origin.ip):
            record(
                "tries.slowed", origin=origin, subject_type="address", subject_id=origin.ip,
                meta={"scope": scope, "wait": error.retry_after},
            )  # fmt: skip
        raise


def wrong(scope: str, origin: Origin) -> None:
    """Record a wrong try, after the throttle let it through."""
    record("tries.refused", origin=origin, subject_type="address", subject_id=origin.ip, meta={"scope": scope})


def _first(scope: str, address: str) -> bool:
    try:
        throttle.check(f"told-{scope}", address, limit=1, window=_ONCE)
    except TooManyRequests:
        return False
    return True
