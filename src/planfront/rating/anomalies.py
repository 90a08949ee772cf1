"""Suspicious rates in a table: bands that leave ages out, rates that fall or jump with age, tobacco users who pay less,
families who pay less than one person. Pure: rows in, findings out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from decimal import Decimal
from functools import partial
from itertools import pairwise
from typing import NamedTuple

FALL_PCT, LEAP_PCT = Decimal(5), Decimal(50)
ADULT = 18  # children's rates often fall when a child turns adult: that is how dental plans are filed
# The federal age curve steps from one band of children to adults: 0.635 to 1 until 2017.
LAST_CHILD, CHILD_STEP_PCT = 20, Decimal(60)
OLDEST = 120


class Rate(NamedTuple):
    """A row without its ids; "" and None fit everyone."""

    component: str
    role: str
    tier: str
    kids_lo: int | None
    kids_hi: int | None
    area: str
    age_lo: int | None
    age_hi: int | None
    sex: str
    tobacco: bool | None
    option: str
    rate: Decimal

    @property
    def keys(self) -> tuple[object, ...]:
        """All values but the rate."""
        return self[:-1]


class Finding(NamedTuple):
    """Something to look at. The text may wait until somebody reads it: there can be a million of them.

    Findings of a plan with an equal ``same`` differ by area and table only, and are reported once.
    """

    code: str
    text: str | Callable[[], str]
    area: str = ""
    same: Hashable = None


def describe_rate(rate: Rate) -> str:
    """The keys of a row in words: `area TX-8, family with 2 children, age 30, tobacco`."""
    parts = []
    if rate.component != "BASE":
        parts.append(f"part {rate.component}")
    if rate.option:
        parts.append(rate.option)
    if rate.area:
        parts.append(f"area {rate.area}")
    if rate.tier or rate.role:
        parts.append(_WHO.get(rate.tier or rate.role, "") + _describe_children(rate))
    if rate.age_lo is not None or rate.age_hi is not None:
        parts.append(f"age {describe_band(rate.age_lo, rate.age_hi)}")
    if rate.sex:
        parts.append({"F": "women", "M": "men"}[rate.sex])
    if rate.tobacco is not None:
        parts.append("tobacco" if rate.tobacco else "no tobacco")
    return ", ".join(parts) or "everyone"


_WHO = {
    "IO": "member only",
    "IS": "member and spouse",
    "IC": "member and children",
    "IF": "family",
    "SELF": "applicant",
    "SPOUSE": "spouse",
    "CHILD": "child",
}


def _describe_children(rate: Rate) -> str:
    low, high = rate.kids_lo, rate.kids_hi
    if low is None and high is None:
        return ""
    if high is None:
        return f" ({low} or more)"
    return f" ({low})" if low == high else f" ({low or 0} to {high})"


def describe_band(low: int | None, high: int | None) -> str:
    """`30`, `0-14`, `64 and over`."""
    if high is None:
        return f"{low} and over"
    return str(high) if low == high else f"{low or 0}-{high}"


def find_anomalies(rows: Iterable[Rate]) -> Iterator[Finding]:
    """Yield the suspicious rates of one table."""
    by_age: dict[tuple[object, ...], list[Rate]] = {}
    by_tobacco: dict[tuple[object, ...], dict[bool, Rate]] = {}
    by_tier: dict[tuple[object, ...], dict[str, list[Rate]]] = {}
    for row in rows:
        if row.age_lo is not None or row.age_hi is not None:
            by_age.setdefault((*row[:6], *row[8:11]), []).append(row)
        if row.tobacco is not None:
            by_tobacco.setdefault((*row[:9], row.option), {})[row.tobacco] = row
        if row.tier:
            by_tier.setdefault((row[0], row[1], *row[5:11]), {}).setdefault(row.tier, []).append(row)
    for bands in by_age.values():
        yield from _check_ages(sorted(bands, key=lambda rate: rate.age_lo or 0))
    for pair in by_tobacco.values():
        yield from _check_tobacco(pair)
    for tiers in by_tier.values():
        yield from _check_tiers(tiers)


def _check_ages(bands: list[Rate]) -> Iterator[Finding]:
    """Neighbouring bands of otherwise equal keys."""
    for band, other in pairwise(bands):
        reached = OLDEST if band.age_hi is None else band.age_hi
        low = other.age_lo or 0
        if low > reached + 1:
            missing = describe_band(reached + 1, low - 1)
            yield _make_finding("ageGap", other, partial(_no_age, missing))
            continue
        change = (other.rate - band.rate) * 100 / band.rate
        if _is_first_adult(band, low) and change <= CHILD_STEP_PCT:
            continue
        if (change < -FALL_PCT and low > ADULT) or change > LEAP_PCT:
            same = (band.age_lo, band.age_hi, round(change, 1))
            yield _make_finding("ageAnomaly", other, partial(_describe_change, band, change), same)


def _no_age(missing: str, rate: Rate) -> str:
    return f"{describe_rate(rate)}: no rate at age {missing}"


def _is_first_adult(rate: Rate, low: int) -> bool:
    """Return whether the previous band is the one that covers all children."""
    return not rate.age_lo and low <= LAST_CHILD + 1


def _make_finding(code: str, rate: Rate, say: Callable[[Rate], str], same: Hashable = None) -> Finding:
    """A finding of a row that may come again in other areas: its text doesn't name the area."""
    row = rate._replace(area="")
    return Finding(code, partial(say, row), rate.area, (row.keys, same))


def _describe_change(rate: Rate, change: Decimal, other: Rate) -> str:
    verb = "falls" if change < 0 else "rises"
    band = describe_band(rate.age_lo, rate.age_hi)
    return f"{describe_rate(other)}: the rate {verb} by {abs(change):.1f} % from age {band}"


def _check_tobacco(pair: dict[bool, Rate]) -> Iterator[Finding]:
    if len(pair) == 2 and pair[True].rate < pair[False].rate:
        yield _make_finding("tobaccoCheaper", pair[True], partial(_describe_lower_rate, "without tobacco"))


def _check_tiers(tiers: dict[str, list[Rate]]) -> Iterator[Finding]:
    """A tier that covers more people costs no less; neither does one more child."""
    alone = min((rate.rate for rate in tiers.get("IO", ())), default=None)
    for tier in ("IS", "IC", "IF"):
        rows = sorted(tiers.get(tier, ()), key=lambda rate: rate.kids_lo or 0)
        yield from _check_children(rows)
        least = min(rows, key=lambda rate: rate.rate, default=None)
        if least is not None and alone is not None and least.rate < alone:
            yield _make_finding("familyCheaper", least, partial(_describe_lower_rate, "the member alone"), "alone")


def _check_children(rows: list[Rate]) -> Iterator[Finding]:
    for row, other in pairwise(rows):
        if other.rate < row.rate:
            yield _make_finding(
                "familyCheaper", other, partial(_describe_lower_rate, "with fewer children"), "children"
            )
        if row.kids_hi is not None and (other.kids_lo or 0) > row.kids_hi + 1:
            missing = describe_band(row.kids_hi + 1, (other.kids_lo or 0) - 1)
            say = partial(_no_children, missing)
            yield _make_finding("missingTier", other, say)


def _no_children(missing: str, rate: Rate) -> str:
    return f"{describe_rate(rate)}: no rate with {missing} children"


def _describe_lower_rate(than: str, rate: Rate) -> str:
    return f"{describe_rate(rate)}: {rate.rate:f} is less than {than}"
