"""Acme's check of email addresses: POST /v1/emails with a key; "score" says from 0 to 100 how sure it is."""

from __future__ import annotations

import os

from planfront.config.env import read
from planfront.integrations.emails import EmailCheck
from planfront.integrations.ports import Adapter
from planfront.kernel.outgoing.service import Http, Service

SERVICE = Service("email.acme", url=lambda: os.environ.get("ACME_EMAIL_URL", "https://email.acme.example"))
SURE, UNSURE = 10, 60
"""Below the first, an address takes no mail; below the second, nobody knows, and it is taken."""


def key() -> str:
    """From ACME_EMAIL_KEY, or the file that ACME_EMAIL_KEY_FILE names; "" for none."""
    return read("ACME_EMAIL_KEY", os.environ) or ""


def check(address: str) -> EmailCheck:
    """What the port asks, about an address in its normal form. Raises Unanswered when Acme doesn't answer."""
    return SERVICE.ask(lambda http: ask(http, address), again=True)


def ask(http: Http, address: str) -> EmailCheck:
    answer = http.post("/v1/emails", json={"email": address}, headers={"X-Acme-Key": key()}).require(200).json()
    score, disposable = int(answer["score"]), bool(answer["disposable"])
    return EmailCheck(
        address,
        valid=score >= SURE and not disposable,
        disposable=disposable,
        suggestion=answer["meant"] or "",
        doubt=SURE <= score < UNSURE,
    )


def missing() -> list[str]:
    return [] if key() else ["ACME_EMAIL_KEY (or ACME_EMAIL_KEY_FILE)"]


ADAPTER = Adapter(check, title="Acme Mail", missing=missing, service=SERVICE)
