"""The fifty states and the District of Columbia, in alphabetical order of their names, and where an address may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache

from django.utils.translation import get_language, gettext

from planfront.kernel.text import texts

_NAMES = (
    "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|"
    "DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|"
    "KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|"
    "MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|"
    "NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|"
    "SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|"
    "WV West Virginia|WI Wisconsin|WY Wyoming"
)
STATES: dict[str, str] = {entry[:2]: entry[3:] for entry in _NAMES.split("|")}


_TERRITORY_NAMES = "AS American Samoa|GU Guam|MP Northern Mariana Islands|PR Puerto Rico|VI U.S. Virgin Islands"
TERRITORIES: dict[str, str] = {entry[:2]: entry[3:] for entry in _TERRITORY_NAMES.split("|")}
MILITARY: dict[str, str] = {
    "AA": "Armed Forces Americas",
    "AE": "Armed Forces Europe",
    "AP": "Armed Forces Pacific",
}
MAIL_PLACES: dict[str, str] = {**STATES, **TERRITORIES, **MILITARY}
"""Places where the Postal Service brings mail. Plans are sold in the states only."""
# A place of birth in another country. No address has this code.
ABROAD = "FC"
_BIRTH_PLACES = {**STATES, **TERRITORIES, ABROAD: "Outside the U.S."}


def state_name(code: str) -> str:
    """Return a state's name in the active language; "" for anything else."""
    return gettext(STATES[code]) if code in STATES else ""


class Purpose(StrEnum):
    """The purpose of an address.

    A home decides about plans and prices, which are sold in the states. Mail goes wherever the Postal Service delivers:
    letters, an employer's address, a card's bill.
    """

    HOME = "home"
    MAIL = "mail"


PLACES: Mapping[Purpose, Mapping[str, str]] = {Purpose.HOME: STATES, Purpose.MAIL: MAIL_PLACES}


def mail_place_names() -> dict[str, str]:
    """Return states, territories, and military addresses, in the order of their codes."""
    return {code: gettext(MAIL_PLACES[code]) for code in sorted(MAIL_PLACES)}


def zip_problem(states: Sequence[str], purpose: Purpose) -> str:
    """Return why an address can't have a ZIP code that lies in ``states`` (none for an unknown ZIP code); "" if it
    can."""
    if not states:
        return str(texts.ZIP_BANNER)
    if any(state in PLACES[purpose] for state in states):
        return ""
    if purpose is Purpose.HOME:
        return why_not_sold(states[0])
    return gettext("Enter an address in a U.S. state or territory, or a military address (APO, FPO, or DPO).")


def why_not_sold(code: str) -> str:
    """Return the reason that no plan is sold at addresses outside the states."""
    if code in TERRITORIES:
        return gettext("We don't sell plans in %(place)s.") % {"place": gettext(TERRITORIES[code])}
    if code in MILITARY:
        return gettext(
            "This is a military address (APO, FPO, or DPO). Enter where you live; your mail can go to another address."
        )
    return gettext("Plans are not sold in the area of this ZIP code.")


def birth_place_name(code: str) -> str:
    """Return the name of a state, a territory or ABROAD in the active language; "" for anything else."""
    return gettext(_BIRTH_PLACES[code]) if code in _BIRTH_PLACES else ""


def birth_place_names() -> dict[str, str]:
    """Return places of birth by code: states and territories in the order of their names, then ABROAD."""
    return dict(_named_birth_places(get_language()))


@cache
def _named_birth_places(_language: str | None) -> list[tuple[str, str]]:
    """Return the places in the active language, which is ``_language``."""
    names = ((code, gettext(name)) for code, name in _BIRTH_PLACES.items())
    return sorted(names, key=lambda item: (item[0] == ABROAD, item[1]))


def state_names() -> dict[str, str]:
    """Return all states by code, in the order of their names in the active language."""
    return dict(sorted(((code, gettext(name)) for code, name in STATES.items()), key=lambda item: item[1]))


def is_state(code: str) -> bool:
    return code in STATES


# Federal (FIPS) codes of states and territories: the first two digits of a county's code.
_FIPS = (
    "01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD 25MA "
    "26MI 27MN 28MS 29MO 30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD 47TN 48TX "
    "49UT 50VT 51VA 53WA 54WV 55WI 56WY 60AS 66GU 69MP 72PR 78VI"
)
BY_FIPS: dict[str, str] = {entry[:2]: entry[2:] for entry in _FIPS.split()}
_BY_NAME: dict[str, str] = {name.casefold(): code for code, name in STATES.items()}


def state_of(text: str) -> str:
    """Return the two-letter code of a state given as code, name or FIPS number; "" for anything else."""
    value = text.strip()
    if value.isdigit():
        return BY_FIPS.get(value.zfill(2), "")
    return value.upper() if value.upper() in BY_FIPS.values() else _BY_NAME.get(value.casefold(), "")
