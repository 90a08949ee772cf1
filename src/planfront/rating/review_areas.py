"""Finds rates that nobody can be quoted, because no ZIP leads to their area."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from planfront.integrations.states import is_state
from planfront.integrations.zips import reachable_counties
from planfront.rating.anomalies import Finding
from planfront.rating.rate_coverage import area_places
from planfront.rating.selectors import STATE_SCHEME

_NAMED = 4


def find_unreachable(areas: Mapping[str, Iterable[str]], on: date) -> Iterator[Finding]:
    """Areas by scheme, on a day and later, that no ZIP leads to; one finding for each state."""
    for scheme, names in areas.items():
        reached = set(filter(is_state, names)) if scheme == STATE_SCHEME else _reachable_areas(scheme, on)
        by_state: dict[str, list[str]] = defaultdict(list)
        for name in sorted(set(names) - reached):
            by_state[name.partition("-")[0]].append(name)
        for missing in by_state.values():
            names = describe_names("area", missing, named=True)
            text = f"No ZIP code belongs to {names}, so these rates can't be quoted to anyone. "
            yield Finding("unreachable", text + _suggest_remedy(scheme))


def _suggest_remedy(scheme: str) -> str:
    if scheme == STATE_SCHEME:
        return "With the scheme “state” an area is a state's two letters."
    return f"Import the rating areas of scheme “{scheme}” first; where areas are counties, ZIP codes and counties too."


def _reachable_areas(scheme: str, on: date) -> set[str]:
    """Areas with a place that a ZIP can be in."""
    places = area_places(scheme, on)
    reachable = reachable_counties({county for _area, county in places if county})
    return {area for area, county in places if not county or county in reachable}


def describe_names(word: str, names: Sequence[str], *, named: bool = False) -> str:
    """`area ME-1`, or `7 areas`; ``named``: with the first of them."""
    if len(names) < 2:
        return f"{word} {names[0]}" if names else ""
    if not named:
        return f"{len(names)} {word}s"
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{word}s {', '.join(names[:_NAMED])}{more}"
