"""Names of insurers, plans and categories as files about reps and groups write them."""

from __future__ import annotations

from collections import defaultdict

from planfront.catalog.categories import Category
from planfront.catalog.insurer_numbers import list_plan_names
from planfront.catalog.models import Carrier
from planfront.parties.catalog_names import Names


def insurers() -> Names:
    """Insurers by key, name or NAIC number."""
    return [(key, tuple(names)) for key, *names in Carrier.objects.values_list("pk", "key", "name", "naic")]


def plans() -> Names:
    """Plans by number, name or an insurer's code."""
    names: dict[int, list[str]] = defaultdict(list)
    for row in list_plan_names():
        names[row.plan_id].append(row.text)
    return [(key, tuple(some)) for key, some in sorted(names.items())]


def categories() -> Names:
    return [(category.value, (category.value, str(category.label))) for category in Category]
