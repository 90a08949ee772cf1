"""Acme's address check: POST /v1/addresses with a key; 200 with the address as Acme has it, 404 where it has none."""

from __future__ import annotations

import os

from planfront.config.env import read
from planfront.integrations.addresses import UNIT, UNKNOWN, Address, AddressCheck
from planfront.integrations.ports import Adapter
from planfront.kernel.outgoing.service import Http, Service

SERVICE = Service(
    "address.acme",
    url=lambda: os.environ.get("ACME_ADDRESS_URL", "https://address.acme.example"),
    per_hour=lambda: int(os.environ.get("ACME_ADDRESS_PER_HOUR", "0")),
)


def key() -> str:
    """From ACME_ADDRESS_KEY, or the file that ACME_ADDRESS_KEY_FILE names; "" for none."""
    return read("ACME_ADDRESS_KEY", os.environ) or ""


def check(address: Address) -> AddressCheck:
    """What the port asks. Raises Unanswered when Acme doesn't answer, or not in a form that is read here."""
    return SERVICE.ask(lambda http: ask(http, address), again=True)


def ask(http: Http, address: Address) -> AddressCheck:
    body = {"street": address.address1, "unit": address.address2, "city": address.city}
    body |= {"state": address.state, "zip": address.zip}
    reply = http.post("/v1/addresses", json=body, headers={"X-Acme-Key": key()}).require(200, 404)
    if reply.status == 404:
        return AddressCheck(address, note=UNKNOWN)
    answer = reply.json()
    theirs = Address(
        address1=answer["street"],
        address2=answer["unit"],
        city=answer["city"],
        state=answer["state"],
        zip=answer["zip"],
        zip4=answer["plus4"],
    )
    return AddressCheck(theirs, note="" if answer["unit_known"] else UNIT)


def missing() -> list[str]:
    return [] if key() else ["ACME_ADDRESS_KEY (or ACME_ADDRESS_KEY_FILE)"]


ADAPTER = Adapter(check, title="Acme Addresses", missing=missing, service=SERVICE)
