"""Street addresses. Embedded: tidy the text and check that ZIP and state agree, which is done first in any case."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from django.utils.translation import gettext as _

from planfront.integrations import outside, ports, zips
from planfront.integrations.ports import Trial, adapter

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


UNKNOWN, UNIT, DOUBT = "unknown", "unit", "doubt"


@dataclass(frozen=True)
class AddressCheck:
    """The result of checking an address.

    ``address`` is the tidied address, or the form that an outside service has. ``problem`` names the field that doesn't
    fit ("zip", "state", "address1") or is "". ``note`` is a reason to look at the address again: "unknown" (the service
    has no such address), "unit" (apartment or suite is missing or wrong), "doubt" (the service could not be asked), or
    "". ``suggestion``: the service's address in place of the typed one, or None.
    """

    address: Address
    problem: str = ""
    note: str = ""
    suggestion: Address | None = None


@dataclass(frozen=True)
class _Kept:
    """An outside service's answer, of plain values."""

    address: dict[str, str]
    note: str = ""


def check(address: Address, *, asker: str = "") -> AddressCheck:
    """Check an address. Never raises for a service that doesn't answer.

    The typed address is changed only in its form (and by a ZIP+4); anything else is a suggestion. ``asker``: the
    network address of the person who asks.
    """
    own = embedded(address)
    if ports.is_embedded("address") or own.problem:
        return own
    answer = outside.ask(
        "address",
        kept_form(own.address),
        lambda: _ask(own.address),
        _Kept,
        asker=asker,
        suggested=lambda answer: kept_form(Address(**answer.address)),
    )
    if answer is None:
        return replace(own, note=DOUBT)
    theirs = Address(**answer.address)
    if answer.note == UNKNOWN:
        return replace(own, note=UNKNOWN)
    if _plain(theirs) == _plain(own.address):
        return replace(own, address=replace(own.address, zip4=theirs.zip4 or own.address.zip4), note=answer.note)
    return replace(own, note=answer.note, suggestion=theirs)


def kept_form(address: Address) -> str:
    """Return the form under which answers about an address are stored, however the address is written."""
    street, city, state, zip_code = _plain(address)
    return "|".join((street, city, state.strip(), zip_code.strip()[:5]))


def _ask(address: Address) -> _Kept:
    result: AddressCheck = adapter("address")(address)
    return _Kept(asdict(result.address), result.note)


def words_of(note: str) -> str:
    """Return a note's text for people."""
    words = {
        UNKNOWN: _("USPS doesn't recognize this address. Please make sure it's right."),
        UNIT: _("The apartment or suite number is missing, or USPS doesn't recognize it."),
        DOUBT: _("We couldn't check this address with USPS. Please make sure it's right."),
    }
    return words.get(note, "")


def in_one_line(address: Address) -> str:
    place = f"{address.city}, {address.state} {address.zip}" + (f"-{address.zip4}" if address.zip4 else "")
    return ", ".join(part for part in (address.address1, address.address2, place) if part)


def try_it(values: Mapping[str, str]) -> Trial:
    """Ask the port's adapter, and no stored answer."""
    names = ("address1", "address2", "city", "state", "zip")
    typed = Address(**{name: values.get(name, "").strip() for name in names})
    result: AddressCheck = adapter("address")(typed)
    if result.problem:
        return Trial(True, _("This doesn't match the rest of the address."))
    match = _("Standard form: %(address)s.") % {"address": in_one_line(result.address)}
    return Trial(True, words_of(result.note) or match)


_WORDS = {
    **{name: short.lower() for name, short in _SUFFIXES.items()},
    "north": "n",
    "south": "s",
    "east": "e",
    "west": "w",
    "northeast": "ne",
    "northwest": "nw",
    "southeast": "se",
    "southwest": "sw",
    "apartment": "",
    "apt": "",
    "unit": "",
    "suite": "ste",
    "floor": "fl",
    "building": "bldg",
    "room": "rm",
    "#": "",
}


def _plain(address: Address) -> tuple[str, ...]:
    """Return an address without differences of form: case, punctuation, long and short words, the place of the unit."""
    street = re.sub(r"[^\w#\s-]", " ", f"{address.address1} {address.address2}".casefold().replace("#", " # "))
    words = (_WORDS.get(word, word) for word in street.split())
    city = re.sub(r"\W+", " ", address.city.casefold()).strip()
    return " ".join(filter(None, words)), city, address.state.upper(), address.zip


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
    info = zips.lookup(address.zip)
    if info is None:
        return AddressCheck(tidy, "zip")
    if tidy.state not in info.states:
        return AddressCheck(tidy, "state")
    # A house number or a box: the least a carrier can deliver to.
    if not any(ch.isdigit() for ch in tidy.address1):
        return AddressCheck(tidy, "address1")
    return AddressCheck(tidy)
