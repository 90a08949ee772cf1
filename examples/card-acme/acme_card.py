"""The gateway of Acme: JSON over HTTP, fields in a frame of its own, webhooks signed by HMAC."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, TypeVar

from planfront.config.env import read
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
from planfront.kernel.outgoing import calls as outgoing
from planfront.kernel.outgoing.service import Http, Service

T = TypeVar("T")
SETTINGS = ("ACME_CARDS_URL", "ACME_CARDS_KEY", "ACME_CARDS_SECRET")
SERVICE = Service("card.acme", url=lambda: setting("ACME_CARDS_URL"), at_once=16)
CHARGE_SECONDS = 20.0  # the bank decides, and nobody waits
REMEDIES = {"no_funds": Remedy.LATER, "stolen": Remedy.CARD}
OLD = 300  # seconds


def setting(name: str) -> str:
    """From the environment, or the file that ``<name>_FILE`` names; "" for none."""
    return (read(name, os.environ) or "").rstrip("/")


class AcmeCards:
    name = "acme"

    def __init__(self) -> None:
        self.url, self.key, self.secret = map(setting, SETTINGS)
        self.hosted = HostedFields(
            script=f"{self.url}/acme.js",
            key="public",
            module=f"{self.url}/fields.js",
            scripts=(self.url,),
            frames=(self.url,),
        )

    def begin_setup(self, *, key: str, customer: str, about: str, back: str) -> Setup:
        return self._ask(self._setup, "POST", "/setups", key, customer=customer, about=about, back=back)

    def read_setup(self, reference: str) -> Setup:
        return self._ask(self._setup, "GET", f"/setups/{reference}")

    def charge(self, charge: Charge) -> Payment:
        facts = {"card": charge.token, "customer": charge.customer, "amount": str(charge.amount)}
        return self._ask(self._payment, "POST", "/charges", charge.key, **facts)

    def refund(self, *, charge: str, amount: Decimal, key: str) -> Payment:
        return self._ask(self._payment, "POST", "/refunds", key, charge=charge, amount=str(amount))

    def find_charge(self, charge: Charge, since: datetime) -> Payment | None:
        return self._find(charge.key)

    def find_refund(self, *, charge: str, key: str) -> Payment | None:
        return self._find(key)

    def delete_customer(self, customer: str) -> None:
        self._ask(bool, "DELETE", f"/customers/{customer}")

    def read_event(self, body: bytes, headers: Mapping[str, str]) -> CardEvent:
        moment, _, signature = headers.get("Acme-Signature", "").partition(".")
        expected = hmac.new(self.secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(signature, expected):
            raise WrongSignature("not signed")
        if int(moment) < time.time() - OLD:
            raise WrongSignature("too old")
        try:
            event = json.loads(body)
            return CardEvent(event["id"], event["kind"], event["setup"])
        except (ValueError, KeyError, TypeError):
            raise WrongSignature("not an event") from None

    def _find(self, key: str) -> Payment | None:
        def first(said: Any) -> Payment | None:
            return self._payment(said["payments"][0]) if said["payments"] else None

        return self._ask(first, "GET", f"/payments?key={key}")

    def _ask(self, read_it: Callable[[Any], T], method: str, path: str, key: str = "", **sent: Any) -> T:
        """What ``read_it`` makes of the answer. It may be sent again: what changes something has a key."""

        def exchange(http: Http) -> T:
            headers = {"Authorization": f"Bearer {self.key}", "Idempotency-Key": key}
            reply = http.send(method, path, json=sent or None, headers=headers).require(200, 400)
            if reply.status == 400:
                raise Refused(str(reply.json()["error"]))
            return read_it(reply.json())

        try:
            return SERVICE.ask(
                exchange, again=True, seconds=CHARGE_SECONDS if path in {"/charges", "/refunds"} else None
            )
        except outgoing.Unanswered:
            raise Unavailable from None

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


def missing() -> list[str]:
    return [f"{name} (or {name}_FILE)" for name in SETTINGS if not setting(name)]


ADAPTER = Adapter(AcmeCards, title="Acme Cards", missing=missing, service=SERVICE)
