"""Reading what the quote forms hold: every rule and message of the profile's fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from django.utils.translation import gettext_lazy as _

from planfront.catalog.selectors import catalog
from planfront.integrations import zips
from planfront.kernel import texts
from planfront.kernel.errors import BusinessError, FieldError, FieldErrors
from planfront.kernel.parse import age_on, us_date
from planfront.rating.selectors import areas_for
from planfront.shopping.models import EnrollType, EProcess, Tier

ADULT_AGE = 18
CHILDREN = {"IF": 8, "IC": 9}
MOST_INCOME = Decimal(99_999_999)
NOT_SOLD = _("Plans are not sold in the area of this ZIP code.")
WHICH_COUNTY = _("This ZIP code is in more than one county. Please choose yours.")
FUTURE = _("The date can't be in the future.")
CHOOSE_TIER = _("Please choose a tier")
CHOOSE_PLATFORM = _("Please choose a platform")
INCOME = _("Enter your annual income in dollars.")
HOURS = _("Enter a whole number from 1 to 100.")
CHILD_COUNT = _("Choose a number of children from the list.")
ONE_CHILD = _("Only one child is allowed with this plan.")


@dataclass(frozen=True)
class Located:
    """A ZIP and the one place in it that the shopper lives in."""

    zip: str
    state: str
    county_name: str
    county_fips: str
    city: str

    def columns(self) -> dict[str, str]:
        return dict(vars(self))


@dataclass
class Reader:
    """Collects values and the errors of fields. ``done`` raises all errors together."""

    today: date
    values: dict[str, Any] = field(default_factory=dict)
    errors: list[FieldError] = field(default_factory=list)

    def take(self, name: str, raw: str, parse: Callable[[str, Reader], Any], *, column: str = "") -> None:
        """Parse one field; a str or lazy text returned inside Problem becomes its error."""
        found = parse(raw.strip(), self)
        if isinstance(found, Problem):
            self.errors.append(FieldError(name, found.text))
        else:
            self.values[column or name] = found

    def done(self) -> dict[str, Any]:
        if self.errors:
            raise FieldErrors(self.errors)
        return self.values


@dataclass(frozen=True)
class Problem:
    """A field that can't be taken, with its message."""

    text: Any


def dob(raw: str, reader: Reader) -> date | Problem:
    """A birth date of an adult."""
    born = birth_date(raw, reader)
    if isinstance(born, date) and age_on(born, reader.today) < ADULT_AGE:
        return Problem(texts.ADULT)
    return born


def birth_date(raw: str, reader: Reader) -> date | Problem:
    """Any birth date that isn't in the future."""
    if not raw:
        return Problem(texts.REQUIRED)
    born = us_date(raw)
    if born is None:
        return Problem(texts.DATE)
    return Problem(FUTURE) if born > reader.today else born


def gender(raw: str, _reader: Reader) -> int | Problem:
    if not raw:
        return Problem(texts.REQUIRED)
    return int(raw) if raw in ("0", "1", "2") else Problem(texts.CHOICE)


def tier(raw: str, _reader: Reader) -> str | Problem:
    if not raw:
        return Problem(texts.REQUIRED)
    return raw.upper() if raw.upper() in Tier.values else Problem(texts.CHOICE)


def chosen_tier(raw: str, reader: Reader) -> str | Problem:
    """The tier of the current-member dialog, which has its own message."""
    return tier(raw, reader) if raw else Problem(CHOOSE_TIER)


def smoker(raw: str, _reader: Reader) -> bool | Problem:
    return {"1": True, "0": False}.get(raw, Problem(texts.CHOICE))


def income(raw: str, _reader: Reader) -> Decimal | Problem:
    """Dollars a year; a leading $ and commas are fine."""
    try:
        amount = Decimal(raw.replace("$", "").replace(",", "").strip())
    except InvalidOperation:
        return Problem(INCOME)
    if not amount.is_finite() or not 0 < amount <= MOST_INCOME:
        return Problem(INCOME)
    return amount.quantize(Decimal("0.01"))


def hours(raw: str, _reader: Reader) -> int | Problem:
    """Working hours a week."""
    return int(raw) if _small(raw) and 1 <= int(raw) <= 100 else Problem(HOURS)


def children(raw: str, _reader: Reader) -> int | Problem:
    """Number of children; the tier's own limit is checked with the tier."""
    return int(raw) if _small(raw) and 1 <= int(raw) <= max(CHILDREN.values()) else Problem(CHILD_COUNT)


def _small(raw: str) -> bool:
    return raw.isascii() and raw.isdigit() and len(raw) <= 3


def eprocess(raw: str, _reader: Reader) -> str | Problem:
    return raw if raw in ("", *EProcess.values) else Problem(texts.CHOICE)


def enroll_type(raw: str, _reader: Reader) -> str | Problem:
    return raw if raw in EnrollType.values else Problem(texts.CHOICE)


def open_type(raw: str, _reader: Reader) -> str | Problem:
    return raw if len(raw) <= 10 and raw.replace("-", "").isalnum() else Problem(texts.CHOICE)


def zip_info(raw: str, _reader: Reader) -> zips.ZipInfo | Problem:
    """A ZIP of an area where plans are sold."""
    if not raw:
        return Problem(texts.REQUIRED)
    if not (raw.isascii() and raw.isdigit() and len(raw) == 5):
        return Problem(texts.ZIP_WIZARD)
    info = zips.lookup(raw)
    if info is None:
        return Problem(texts.ZIP_BANNER)
    return info if info.sold else Problem(NOT_SOLD)


def locate(info: zips.ZipInfo, county: str, today: date) -> Located:
    """The shopper's place. Raises ``countyRequired`` when the ZIP has several and it makes a difference which."""
    places = [place for place in info.places if place.state]
    wanted = county.strip().casefold()
    if wanted:
        named = [p for p in places if wanted in (p.county.casefold(), p.fips, f"{p.county}, {p.state}".casefold())]
        if len(named) != 1:
            raise _which_county(info, places)
        return _located(info, named[0])
    if len(places) > 1 and _matters(info.zip, places, today):
        raise _which_county(info, places)
    return _located(info, places[0])


def _located(info: zips.ZipInfo, place: zips.Place) -> Located:
    return Located(info.zip, place.state, place.county, place.fips, place.city)


def _matters(code: str, places: list[zips.Place], today: date) -> bool:
    """Whether the places differ in anything that prices or availability can depend on."""
    if len({place.state for place in places}) > 1:
        return True
    areas = [areas_for(state=place.state, on_date=today, county_fips=place.fips, zip_code=code) for place in places]
    return any(other != areas[0] for other in areas[1:]) or _served_differently(code, places)


def _served_differently(code: str, places: list[zips.Place]) -> bool:
    """Whether some plan's service area has one of the places but not another."""
    for terms in catalog().terms.values():
        served = {any(area.holds(place.state, place.fips, code) for area in terms.places) for place in places}
        if len(served) > 1:
            return True
    return False


def _which_county(info: zips.ZipInfo, places: list[zips.Place]) -> BusinessError:
    listed = [{"county": place.county, "state": place.state, "fips": place.fips} for place in places]
    data = {"target_element": "county", "zip": info.zip, "counties": listed}
    return BusinessError("countyRequired", WHICH_COUNTY, data)


def check_children(tier_code: str, count: int | None) -> None:
    """Raises FieldErrors when the tier doesn't take that many children."""
    most = CHILDREN.get(tier_code)
    if count is not None and most is not None and count > most:
        raise FieldErrors.one("no_of_children", CHILD_COUNT)


PARSERS: Mapping[str, tuple[str, Callable[[str, Reader], Any]]] = {
    # wire name: (column, parser)
    "dob": ("dob", dob),
    "gender": ("gender", gender),
    "tier": ("tier", tier),
    "is_smoker": ("is_smoker", smoker),
    "annual_incode": ("income", income),
    "annual_income": ("income", income),
    "working_hours": ("working_hours", hours),
    "spouse_dob": ("spouse_dob", birth_date),
    "no_of_children": ("no_of_children", children),
    "eprocess": ("eprocess", eprocess),
    "open_type": ("open_type", open_type),
}
