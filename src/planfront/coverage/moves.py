"""Moves: a whole address read from what was typed, as a home that prices go by and as facts of whoever moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from planfront.coverage.timeline import Place
from planfront.integrations import zips
from planfront.integrations.states import MAIL_PLACES, Purpose, zip_problem
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.parse import zip5
from planfront.members.person_facts import MAILING

if TYPE_CHECKING:
    from planfront.coverage.schemas import ChangeOrder, MailingAddress

_REQUIRED = ("address1", "city", "state", "zip")


def read_place(zip_code: str, state: str, county: str = "", brand_id: int | None = None) -> Place:
    """Return a home by its ZIP code, and by its state where the ZIP code is in several. Its county is asked for where
    prices of the brand differ by it. Raises FieldErrors."""
    code = zip5(zip_code)
    info = zips.lookup(code) if code else None
    problem = zip_problem(info.states if info else (), Purpose.HOME)
    if code is None or info is None or problem:
        raise FieldErrors.single("zip", problem)
    if state and state not in info.states:
        words = {"states": ", ".join(info.states)}
        raise FieldErrors.single("state", _("This ZIP code is in %(states)s.") % words)
    if brand_id is None or not zips.county_matters(info, brand_id):
        return Place(state or info.states[0], code)
    home = next((place for place in info.places if place.fips == county and state in ("", place.state)), None)
    if not county or home is None:
        raise FieldErrors.single("county", texts.CHOICE)
    return Place(home.state, code, home.fips)


def read_address(typed: ChangeOrder, place: Place) -> dict[str, Any]:
    """Return the columns of a whole address in a place, and of where letters go if that was said. Raises
    FieldErrors."""
    home = {name: getattr(typed, name).strip() for name in ("address1", "address2", "city")}
    errors = [FieldError(name, texts.REQUIRED) for name in ("address1", "city") if not home[name]]
    mailing = read_mailing(typed, errors)
    if errors:
        raise FieldErrors(errors)
    county = _county_name(place)
    return {**home, "state": place.state, "zip": place.zip, "county": county, **mailing}


def _county_name(place: Place) -> str:
    """Return the name of a home's county, "" where its ZIP code is in several and none was asked for."""
    info = zips.lookup(place.zip)
    places = [row for row in info.places if row.state == place.state] if info else []
    named = [row.county for row in places if len(places) == 1 or row.fips == place.county_fips != ""]
    return named[0][:60] if named else ""


def read_mailing(typed: MailingAddress, errors: list[FieldError]) -> Mapping[str, str]:
    """Return the columns of where letters go, none where that stays. Adds what is wrong to ``errors``."""
    if typed.mailing == "home":
        return dict.fromkeys(MAILING, "")
    if typed.mailing == "":
        return {}
    values = {name: getattr(typed, name).strip() for name in MAILING}
    values["mailing_state"] = values["mailing_state"].upper()
    errors += [FieldError(f"mailing_{name}", texts.REQUIRED) for name in _REQUIRED if not values[f"mailing_{name}"]]
    code, state = values["mailing_zip"], values["mailing_state"]
    states = zips.states_of(code)
    if code and (problem := zip_problem(states, Purpose.MAIL)):
        errors.append(FieldError("mailing_zip", problem))
    elif code and state and (state not in MAIL_PLACES or state not in states):
        words = {"states": ", ".join(states)}
        errors.append(FieldError("mailing_state", _("This ZIP code is in %(states)s.") % words))
    return values
