"""Numverify's check of phone numbers, with the kind of line. Its errors come with HTTP status 200, too."""

from __future__ import annotations

import re

from django.conf import settings

from planfront.integrations.phones import PhoneCheck
from planfront.integrations.ports import Adapter
from planfront.kernel.outgoing import calls as outgoing
from planfront.kernel.outgoing.service import Http, Service, Status

SERVICE = Service(
    "phone.numverify", url=lambda: settings.ENV.numverify_url, per_hour=lambda: settings.ENV.numverify_per_hour
)
_WRONG_KEY = 101
_TOO_MANY = {104, 106}  # the month's requests are used up; too many at once


def check(number: str) -> PhoneCheck:
    """Ask the service about a number. Raises ``outgoing.Unanswered``."""
    return SERVICE.ask(lambda http: _ask(http, number), again=True)


def _ask(http: Http, number: str) -> PhoneCheck:
    query = {"access_key": settings.ENV.numverify_key, "number": number, "country_code": "US"}
    answer = http.get("/validate", params=query).require(200).json()
    if answer.get("success") is False:
        code = int(answer["error"]["code"])
        if code == _WRONG_KEY:
            raise Status(401)
        raise Status(429) if code in _TOO_MANY else outgoing.Unanswered(f"answer {code}")
    if not isinstance(answer["valid"], bool):
        raise outgoing.Unanswered("malformed")
    kind = str(answer.get("line_type") or "").lower()
    return PhoneCheck(number, answer["valid"], kind if re.fullmatch(r"[a-z_]{1,20}", kind) else "")


def missing() -> list[str]:
    return [] if settings.ENV.numverify_key else ["NUMVERIFY_KEY (or NUMVERIFY_KEY_FILE)"]


ADAPTER = Adapter(check, title="Numverify", missing=missing, service=SERVICE)
