"""Ages on a day, by the three bases carriers file. A 29 February birthday falls on 1 March."""

from datetime import date

from planfront.rating.engine.codes import AgeBasis


def completed_years(dob: date, on: date) -> int:
    """Birthdays had by `on`; negative before birth."""
    return on.year - dob.year - ((on.month, on.day) < (dob.month, dob.day))


def _birthday(dob: date, year: int) -> date:
    try:
        return dob.replace(year=year)
    except ValueError:
        return date(year, 3, 1)


def nearest_age(dob: date, on: date) -> int:
    """Age at the birthday nearest to `on`; midway counts as the birthday already had."""
    years = completed_years(dob, on)
    since = on - _birthday(dob, dob.year + years)
    until = _birthday(dob, dob.year + years + 1) - on
    return years + (until < since)


def age_on(dob: date, effective: date, basis: AgeBasis) -> int | None:
    """The rating age, or None for someone not born by the effective date."""
    if dob > effective:
        return None
    if basis is AgeBasis.JAN1:
        return max(0, completed_years(dob, date(effective.year, 1, 1)))
    if basis is AgeBasis.NEAREST:
        return nearest_age(dob, effective)
    return completed_years(dob, effective)
