"""County names and their FIPS codes, where the operator has loaded them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from planfront.integrations.models import County

_KINDS = re.compile(
    r"\s+(county|parish|borough|census area|municipality|municipio|city and borough|planning region)$", re.IGNORECASE
)
_SAINT = re.compile(r"\b(saint|sainte)\b\.?", re.IGNORECASE)


def key_of(name: str) -> str:
    """Return the key that all spellings of a county share: "St. Mary's County" and "Saint Marys" give "stmarys"."""
    bare = _KINDS.sub("", name.strip())
    bare = _SAINT.sub(lambda item: "ste" if item[1].lower() == "sainte" else "st", bare)
    return "".join(ch for ch in bare.lower() if ch.isalnum())


def names(state: str) -> dict[str, str]:
    """Return the names of a state's counties by FIPS code. One query."""
    return dict(County.objects.filter(state=state).values_list("fips", "name"))


def names_of(codes: Iterable[str]) -> dict[str, str]:
    """Return names by FIPS code. One query."""
    return dict(County.objects.filter(fips__in=list(codes)).values_list("fips", "name"))


def fips_of(state: str, name: str) -> str:
    """Return the FIPS code of a county; "" when its name is not known, or could be two. One query.

    An independent city is not the county of the same name, but "Alexandria" and "Alexandria city" are one when there is
    no other.
    """
    key = key_of(name)
    rows = County.objects.filter(state=state, key__in=[key, f"{key}city", key.removesuffix("city")])
    by_key = {row.key: row.fips for row in rows}
    if key in by_key:
        return by_key[key]
    return next(iter(by_key.values())) if len(by_key) == 1 else ""


def list_known() -> list[str]:
    """Return the FIPS codes of all counties that have a name. One query."""
    return list(County.objects.values_list("fips", flat=True))


def states_and_names(codes: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Return state and name by FIPS code. One query."""
    rows = County.objects.filter(fips__in=list(codes)).values_list("fips", "state", "name")
    return {fips: (state, name) for fips, state, name in rows}
