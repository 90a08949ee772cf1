"""Names of insurers, plans and categories as files about reps and groups write them."""

from __future__ import annotations

from planfront.catalog.categories import Category
from planfront.catalog.models import Carrier, Plan
from planfront.parties.catalog_names import Names


def insurers() -> Names:
    """Insurers by key, name or NAIC number."""
    return [(key, tuple(names)) for key, *names in Carrier.objects.values_list("pk", "key", "name", "naic")]


def plans() -> Names:
    """Plans by number, or by a name that one alone has."""
    return [(key, (str(key), name)) for key, name in Plan.objects.order_by("pk").values_list("pk", "name")]


def categories() -> Names:
    return [(category.value, (category.value, str(category.label))) for category in Category]
