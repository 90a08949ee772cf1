"""Acme's check of phone numbers: GET /v1/phones/{number} with a key says whether it works, and what line it is."""

from __future__ import annotations

import os

from planfront.config.env import read
from planfront.integrations.phones import PhoneCheck
from planfront.integrations.ports import Adapter
from planfront.kernel.outgoing.service import Http, Service

SERVICE = Service("phone.acme", url=lambda: os.environ.get("ACME_PHONE_URL", "https://phone.acme.example"))


def key() -> str:
    """From ACME_PHONE_KEY, or the file that ACME_PHONE_KEY_FILE names; "" for none."""
    return read("ACME_PHONE_KEY", os.environ) or ""


def check(number: str) -> PhoneCheck:
    """What the port asks, about ten digits. Raises Unanswered when Acme doesn't answer."""
    return SERVICE.ask(lambda http: ask(http, number), again=True)


def ask(http: Http, number: str) -> PhoneCheck:
    answer = http.get(f"/v1/phones/{number}", headers={"X-Acme-Key": key()}).require(200).json()
    return PhoneCheck(number, valid=answer["works"], line_type=answer["line"])


def missing() -> list[str]:
    return [] if key() else ["ACME_PHONE_KEY (or ACME_PHONE_KEY_FILE)"]


ADAPTER = Adapter(check, title="Acme Phones", missing=missing, service=SERVICE)
