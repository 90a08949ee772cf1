"""Limits on tries of an account's secrets.

A browser that the account's person signed in with is counted separately. So is such a network, on top of the limit that
every network has. Tries from anywhere else count for their network, and all of them together for the account: that
limit slows strangers, and never a person on a device of their own.
"""

from __future__ import annotations

from datetime import timedelta

from planfront.accounts import trusted_devices
from planfront.audit.services import Origin, record
from planfront.kernel.errors import TooManyRequests
from planfront.kernel.http import throttle
from planfront.kernel.http.networks import network_of

_STRANGERS = throttle.Pace(free=20, first=timedelta(seconds=30), longest=timedelta(minutes=15))
Limit = tuple[str, str, throttle.Pace]


def _account_limit(scope: str, subject: str, place: str) -> Limit:
    return scope, f"{subject}|{place}", throttle.Pace.for_account()


def _limits(scope: str, subject: str, email: str, origin: Origin) -> list[Limit]:
    """Return the limits that a try counts towards, the narrowest first."""
    trusted = trusted_devices.known_keys(email, origin)
    network = network_of(origin.ip)
    if origin.browser and origin.browser in trusted:
        return [_account_limit(scope, subject, origin.browser)]
    limits = [_account_limit(scope, subject, network), (f"{scope}-ip", network, throttle.Pace.for_address())]
    if trusted_devices.network_key(origin.ip) not in trusted:
        limits.append((f"{scope}-strangers", subject, _STRANGERS))
    return limits


def slow_down(scope: str, subject: str, email: str, origin: Origin) -> None:
    """Count one try of a secret of the account with this address. Raises TooManyRequests while one has to wait."""
    for name, key, pace in _limits(scope, subject, email, origin):
        throttle.slow_down(name, key, pace)


def check_pace(scope: str, subject: str, origin: Origin) -> None:
    """Count one try for a person's address and for its network. Raises TooManyRequests.

    The refusal is logged without the person: a typed address isn't an account's.
    """
    try:
        slow_down(scope, subject, subject, origin)
    except TooManyRequests as error:
        record(
            f"session.{scope.replace('-', '_')}_slowed",
            origin=origin,
            subject_type="address",
            subject_id=origin.ip,
            meta={"wait": error.retry_after},
        )
        raise


def forget(scope: str, subject: str, email: str, origin: Origin) -> None:
    """Forget the tries that were counted with this one, since the secret was right. A network's limit gets one back."""
    for name, key, _pace in _limits(scope, subject, email, origin):
        if name.endswith("-ip"):
            throttle.forgive(name, key)
        else:
            throttle.clear(name, key)


def clear_pace(scope: str, subject: str, origin: Origin) -> None:
    """Forget the tries that ``check_pace`` counted, after a success."""
    forget(scope, subject, subject, origin)
