"""The gateway of Acme: JSON over HTTP, fields in a frame of its own, webhooks signed by HMAC."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import time
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

import requests

from planfront.integrations.cards import (
    CardEvent,
    CardFacts,
    Charge,
    HostedFields,
    Payment,
    PaymentState,
    Refused,
    Remedy,
    Setup,
    SetupState,
    WrongSignature,
)
from planfront.integrations.ports import Adapter, Unavailable
from planfront.kernel import outgoing, outgoing_http

SETTINGS = ("ACME_CARDS_URL", "ACME_CARDS_KEY", "ACME_CARDS_SECRET")
REMEDIES = {"no_funds": Remedy.LATER, "stolen": Remedy.CARD}
OLD = 300  # seconds


class AcmeCards:
    name = "acme"

    def __init__(self) -> None:
        self.url, self.key, self.secret = (os.environ.get(name, "").rstrip("/") for name in SETTINGS)
        self.hosted = HostedFields(
            script=f"{self.url}/acme.js",
            key="public",
            module=f"{self.url}/fields.js",
            scripts=(self.url,),
            frames=(self.url,),
        )

    def begin_setup(self, *, key: str, customer: str, about: str, back: str) -> Setup:
        return self._setup(self._ask("POST", "/setups", key, customer=customer, about=about, back=back))

    def read_setup(self, reference: str) -> Setup:
        return self._setup(self._ask("GET", f"/setups/{reference}"))

    def charge(self, charge: Charge) -> Payment:
        facts = {"card": charge.token, "customer": charge.customer, "amount": str(charge.amount)}
        return self._payment(self._ask("POST", "/charges", charge.key, **facts))

    def refund(self, *, charge: str, amount: Decimal, key: str) -> Payment:
        return self._payment(self._ask("POST", "/refunds", key, charge=charge, amount=str(amount)))

    def find_charge(self, charge: Charge, since: datetime) -> Payment | None:
        return self._find(charge.key)

    def find_refund(self, *, charge: str, key: str) -> Payment | None:
        return self._find(key)

    def read_event(self, body: bytes, headers: Mapping[str, str]) -> CardEvent:
        moment, _, signature = headers.get("Acme-Signature", "").partition(".")
        expected = hmac.new(self.secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(signature, expected):
            raise WrongSignature("not signed")
        if int(moment) < time.time() - OLD:
            raise WrongSignature("too old")
        event = json.loads(body)
        return CardEvent(event["id"], event["kind"], event["setup"])

    def _find(self, key: str) -> Payment | None:
        found = self._ask("GET", f"/payments?key={key}")["payments"]
        return self._payment(found[0]) if found else None

    def _ask(self, method: str, path: str, key: str = "", **sent: Any) -> Any:
        def exchange() -> Any:
            with outgoing_http.guard(requests.Session()) as session:
                headers = {"Authorization": f"Bearer {self.key}", "Idempotency-Key": key}
                body = sent if method == "POST" else None
                return session.request(method, self.url + path, json=body, headers=headers, allow_redirects=False)

        try:
            answer = outgoing.attempt(exchange, peer=self.url, at_once=16)
        except outgoing.Unanswered:
            raise Unavailable from None
        if answer.status_code >= 500:
            raise Unavailable
        if answer.status_code >= 400:
            raise Refused(str(answer.status_code))
        return answer.json()

    def _setup(self, said: Any) -> Setup:
        card = said.get("card")
        return Setup(
            said["id"],
            SetupState(said["state"]),
            customer=said["customer"],
            secret=said["secret"],
            redirect=said.get("check_at", ""),
            card=CardFacts(**card, customer=said["customer"], gateway=self.name) if card else None,
            code=said.get("code", ""),
        )

    def _payment(self, said: Any) -> Payment:
        code = said.get("code", "")
        remedy = REMEDIES.get(code, Remedy.CARD) if code else Remedy.NONE
        return Payment(said["id"], PaymentState(said["state"]), code, remedy)


ADAPTER = Adapter(AcmeCards, title="Acme", missing=lambda: [name for name in SETTINGS if not os.environ.get(name)])
