"""The United States Postal Service's address check (Addresses 3.0), with OAuth 2.0 client credentials.

The service says in ``DPVConfirmation`` whether it delivers there: Y yes; S and D without a known apartment or suite; N
no; nothing where it could not tell. A token is kept in the process until it expires, and renewed once when the service
refuses it before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from threading import Lock
from time import monotonic
from typing import Any

from django.conf import settings

from planfront.integrations.addresses import UNIT, UNKNOWN, Address, AddressCheck
from planfront.integrations.ports import Adapter
from planfront.kernel.outgoing.service import Http, Reply, Service

SERVICE = Service("address.usps", url=lambda: settings.ENV.usps_url, per_hour=lambda: settings.ENV.usps_per_hour)
_EARLY = 60.0  # seconds before its end in which a token isn't used any more
_NOTES = {"Y": "", "S": UNIT, "D": UNIT}


class _Tokens:
    """The token of this process, by the credentials that it was given for."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._tokens: dict[tuple[str, str | None, str | None], tuple[str, float]] = {}

    def get(self, http: Http, *, fresh: bool = False) -> str:
        env = settings.ENV
        key = (env.usps_url, env.usps_client_id, env.usps_client_secret)
        with self._lock:
            token, until = self._tokens.get(key, ("", 0.0))
        if token and not fresh and monotonic() < until:
            return token
        body = {
            "grant_type": "client_credentials",
            "client_id": env.usps_client_id,
            "client_secret": env.usps_client_secret,
        }
        answer = http.post("/oauth2/v3/token", json=body).require(200).json()
        token, life = str(answer["access_token"]), float(answer["expires_in"])
        with self._lock:
            self._tokens = {key: (token, monotonic() + life - _EARLY)}
        return token

    def forget(self) -> None:
        with self._lock:
            self._tokens = {}


tokens = _Tokens()


def check(address: Address) -> AddressCheck:
    """Return the address as the service has it. Raises ``outgoing.Unanswered``."""
    return SERVICE.ask(lambda http: _read(address, _ask(http, address)), again=True)


def _ask(http: Http, address: Address) -> Reply:
    query = {
        "streetAddress": address.address1,
        "secondaryAddress": address.address2,
        "city": address.city,
        "state": address.state,
        "ZIPCode": address.zip,
    }
    query = {name: value for name, value in query.items() if value}
    reply = _send(http, query, tokens.get(http))
    if reply.status == 401:
        reply = _send(http, query, tokens.get(http, fresh=True))
    # 400 and 404 are how it says that it has no such address.
    return reply.require(200, 400, 404)


def _send(http: Http, query: Mapping[str, str], token: str) -> Reply:
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
    return http.get("/addresses/v3/address", params=query, headers=headers)


def _read(typed: Address, reply: Reply) -> AddressCheck:
    """Read either shape of answer: older ones call their parts addressAdditionalInfo and addressCorrections."""
    answer = reply.json()
    if reply.status != 200:
        answer["error"]
        return AddressCheck(typed, note=UNKNOWN)
    fields: dict[str, Any] = answer["address"]
    more = answer.get("additionalInfo") or answer.get("addressAdditionalInfo") or {}
    theirs = Address(
        address1=_readable(fields["streetAddress"]),
        address2=_readable(fields.get("secondaryAddress") or ""),
        city=_readable(fields["city"]),
        state=str(fields["state"]),
        zip=_digits(fields["ZIPCode"], 5),
        zip4=_digits(fields.get("ZIPPlus4") or "", 4),
    )
    return AddressCheck(theirs, note=_NOTES.get(str(more.get("DPVConfirmation") or ""), UNKNOWN))


def _digits(text: str, count: int) -> str:
    """Return a text of so many digits, or an empty one. Raises ValueError for any other."""
    if text and not re.fullmatch(rf"\d{{{count}}}", text, re.ASCII):
        raise ValueError("digits")
    return text


_CAPITALS = {"N", "S", "E", "W", "NE", "NW", "SE", "SW", "PO", "US", "RR", "HC"}


def _readable(text: str) -> str:
    """Return the service's capitals as people write them."""
    words = str(text)[:100].split()
    return " ".join(
        word if word in _CAPITALS or re.fullmatch(r"#?[\d-]+[A-Z]?", word) else word.capitalize() for word in words
    )


def missing() -> list[str]:
    settings_by_name = {
        "USPS_CLIENT_ID": settings.ENV.usps_client_id,
        "USPS_CLIENT_SECRET": settings.ENV.usps_client_secret,
    }
    return [f"{name} (or {name}_FILE)" for name, value in settings_by_name.items() if not value]


ADAPTER = Adapter(check, title="USPS Addresses 3.0", missing=missing, service=SERVICE)
