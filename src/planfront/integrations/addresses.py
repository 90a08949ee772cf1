"""Street addresses. Embedded: tidy the text and check that ZIP and state agree."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from planfront.integrations import zips
from planfront.integrations.ports import adapter

_SUFFIXES = {
    "street": "St",
    "avenue": "Ave",
    "boulevard": "Blvd",
    "road": "Rd",
    "drive": "Dr",
    "lane": "Ln",
    "court": "Ct",
    "place": "Pl",
    "terrace": "Ter",
    "highway": "Hwy",
    "parkway": "Pkwy",
    "circle": "Cir",
    "square": "Sq",
}


@dataclass(frozen=True)
class Address:
    address1: str
    address2: str
    city: str
    state: str
    zip: str
    zip4: str = ""
    """Four digits more, where the checker knows them."""


@dataclass(frozen=True)
class AddressCheck:
    """The tidied address; ``problem`` names the field that doesn't fit ("zip", "state", "address1") or is ""."""

    address: Address
    problem: str = ""


def check(address: Address) -> AddressCheck:
    """Raises ``ports.Unavailable`` when an outside checker doesn't answer."""
    result: AddressCheck = adapter("address")(address)
    return result


def _words(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip(" ,")


def _street(text: str) -> str:
    words = _words(text).split(" ")
    last = words[-1].rstrip(".").lower()
    return " ".join([*words[:-1], _SUFFIXES.get(last, words[-1])])


def embedded(address: Address) -> AddressCheck:
    tidy = replace(
        address,
        address1=_street(address.address1),
        address2=_words(address.address2),
        city=_words(address.city),
        state=address.state.strip().upper(),
    )
    known = zips.lookup(address.zip)
    if known is None:
        return AddressCheck(tidy, "zip")
    if tidy.state not in known.states:
        return AddressCheck(tidy, "state")
    # A house number or a box: the least a carrier can deliver to.
    if not any(ch.isdigit() for ch in tidy.address1):
        return AddressCheck(tidy, "address1")
    return AddressCheck(tidy)
