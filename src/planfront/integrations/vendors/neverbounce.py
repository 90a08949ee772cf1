"""NeverBounce's check of single email addresses (v4).

Its errors come with HTTP status 200 and a ``status`` beside "success". An address that it calls invalid or disposable
is refused. An unknown one, or one at a host that accepts everything, is accepted.
"""

from __future__ import annotations

from django.conf import settings

from planfront.integrations.emails import EmailCheck, normalize
from planfront.integrations.ports import Adapter
from planfront.kernel.outgoing import calls as outgoing
from planfront.kernel.outgoing.service import Http, Service, Status

SERVICE = Service(
    "email.neverbounce", url=lambda: settings.ENV.neverbounce_url, per_hour=lambda: settings.ENV.neverbounce_per_hour
)
_RESULTS = ("valid", "invalid", "disposable", "catchall", "unknown")
_STATUSES = {"throttle_triggered": 429, "auth_failure": 401}
"""Errors for which HTTP has a status."""
_SECONDS = 2  # for its own look at the mail server, of ours


def check(address: str) -> EmailCheck:
    """Ask the service about an address. Raises ``outgoing.Unanswered``."""
    return SERVICE.ask(lambda http: _ask(http, address), again=True)


def _ask(http: Http, address: str) -> EmailCheck:
    # In the body: addresses of requests end in logs on the way.
    data = {"key": settings.ENV.neverbounce_key, "email": address, "timeout": _SECONDS}
    answer = http.post("/v4/single/check", data=data).require(200).json()
    status = str(answer["status"])
    if status in _STATUSES:
        raise Status(_STATUSES[status])
    if status != "success":
        raise outgoing.Unanswered(f"answer {status}"[:40])
    result = answer["result"]
    result = _RESULTS[result] if isinstance(result, int) else str(result)
    if result not in _RESULTS:
        raise outgoing.Unanswered("malformed")
    return EmailCheck(
        address,
        valid=result not in {"invalid", "disposable"},
        disposable=result == "disposable",
        suggestion=_suggestion(address, str(answer.get("suggested_correction") or "")),
        doubt=result == "unknown",
    )


def _suggestion(address: str, text: str) -> str:
    meant = normalize(text) or ""
    return "" if meant == address else meant


def missing() -> list[str]:
    return [] if settings.ENV.neverbounce_key else ["NEVERBOUNCE_KEY (or NEVERBOUNCE_KEY_FILE)"]


ADAPTER = Adapter(check, title="NeverBounce", missing=missing, service=SERVICE)
