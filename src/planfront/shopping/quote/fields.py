"""Fields of the quote forms: every rule and message of the profile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from planfront.integrations import zips
from planfront.integrations.states import Purpose, zip_problem
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.money import cents
from planfront.kernel.text import texts
from planfront.kernel.text.parse import ADULT_AGE, age_on, dollars, plain_number, us_date, zip5
from planfront.rating.engine import Tier
from planfront.shopping.models import EnrollType, EProcess

CHILDREN = {"IF": 8, "IC": 9}
MOST_INCOME = Decimal(99_999_999)
CHOOSE_TIER = _("Please choose a tier")
CHOOSE_PLATFORM = _("Please choose a platform")
INCOME = _("Enter your annual income in dollars.")
HOURS = _("Enter a whole number from 1 to 100.")
START = _("Choose a day from tomorrow to a year from now.")
CHILD_COUNT = _("Choose a number of children from the list.")
ONE_CHILD = _("Only one child is allowed with this plan.")


@dataclass
class Reader:
    """Collects values, and the errors of fields. ``done`` raises all errors together."""

    today: date
    values: dict[str, Any] = field(default_factory=dict)
    errors: list[FieldError] = field(default_factory=list)

    def take(self, name: str, raw: str, parse: Callable[[str, Reader], Any], *, column: str = "") -> None:
        """Parse one field. A Problem becomes its error."""
        value = parse(raw.strip(), self)
        if isinstance(value, Problem):
            self.errors.append(FieldError(name, value.text))
        else:
            self.values[column or name] = value

    def done(self) -> dict[str, Any]:
        """Return the values. Raises FieldErrors with every problem."""
        if self.errors:
            raise FieldErrors(self.errors)
        return self.values


@dataclass(frozen=True)
class Problem:
    """The message of a field that can't be taken."""

    text: Any


def dob(raw: str, reader: Reader) -> date | Problem:
    """Read the birth date of an adult."""
    born = birth_date(raw, reader)
    if isinstance(born, date) and age_on(born, reader.today) < ADULT_AGE:
        return Problem(texts.ADULT)
    return born


def birth_date(raw: str, reader: Reader) -> date | Problem:
    """Read the birth date of a person alive."""
    if not raw:
        return Problem(texts.REQUIRED)
    born = us_date(raw, reader.today)
    if born is None:
        return Problem(texts.explain_date(raw))
    problem = texts.explain_birth_date(born, reader.today)
    return Problem(problem) if problem else born


def gender(raw: str, _reader: Reader) -> int | Problem:
    if not raw:
        return Problem(texts.REQUIRED)
    return int(raw) if raw in ("0", "1", "2") else Problem(texts.CHOICE)


def tier(raw: str, _reader: Reader) -> str | Problem:
    if not raw:
        return Problem(texts.REQUIRED)
    return raw.upper() if raw.upper() in set(Tier) else Problem(texts.CHOICE)


def chosen_tier(raw: str, reader: Reader) -> str | Problem:
    """Read the tier of the current-member dialog, which has its own message."""
    return tier(raw, reader) if raw else Problem(CHOOSE_TIER)


def tobacco(raw: str, _reader: Reader) -> bool | Problem:
    return {"1": True, "0": False}.get(raw, Problem(texts.CHOICE))


def income(raw: str, _reader: Reader) -> Decimal | Problem:
    """Read an income in dollars a year."""
    amount = dollars(raw)
    return cents(amount) if amount is not None and 0 < amount <= MOST_INCOME else Problem(INCOME)


def start_day(raw: str, reader: Reader) -> date | Problem:
    """Read the first day of coverage to price for. Checkout checks the days on which a cart can start."""
    day = us_date(raw)
    if day is None:
        return Problem(texts.explain_date(raw))
    return day if reader.today < day <= reader.today + timedelta(days=366) else Problem(START)


def hours(raw: str, _reader: Reader) -> int | Problem:
    """Read working hours a week."""
    number = plain_number(raw, "hours")
    return int(number) if _small(number) and 1 <= int(number) <= 100 else Problem(HOURS)


def children(raw: str, _reader: Reader) -> int | Problem:
    """Read a number of children. The tier's own limit is checked with the tier."""
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
    """Read a ZIP of an area where plans are sold."""
    if not raw:
        return Problem(texts.REQUIRED)
    code = zip5(raw)
    if code is None:
        return Problem(texts.ZIP_WIZARD)
    info = zips.lookup(code)
    problem = zip_problem(info.states if info else (), Purpose.HOME)
    return Problem(problem) if info is None or problem else info


def check_children(tier_code: str, count: int | None) -> None:
    """Raise FieldErrors when the tier doesn't take that many children."""
    most = CHILDREN.get(tier_code)
    if count is not None and most is not None and count > most:
        raise FieldErrors.single("no_of_children", CHILD_COUNT)


PARSERS: Mapping[str, tuple[str, Callable[[str, Reader], Any]]] = {
    # wire name: (column, parser)
    "dob": ("dob", dob),
    "gender": ("gender", gender),
    "tier": ("tier", tier),
    "is_smoker": ("tobacco", tobacco),
    "annual_incode": ("income", income),
    "annual_income": ("income", income),
    "working_hours": ("hours", hours),
    "spouse_dob": ("spouse_dob", birth_date),
    "no_of_children": ("children", children),
    "eprocess": ("eprocess", eprocess),
    "open_type": ("open_type", open_type),
    "effective_date": ("effective_date", start_day),
}
