"""Several plans of one category in a cart. They may stay; the buyer is warned."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from planfront.catalog.categories import ORDER, Category
from planfront.catalog.items import category_labels

SEVERAL = frozenset({Category.SUPPLEMENTAL, Category.LIFESTYLE, Category.PET, Category.GUARANTEED})
"""Kinds of which people buy several: their plans differ, or are for different pets or amounts."""


class Double(NamedTuple):
    """A category of which the cart has more than one plan, with the plans' names in the cart's order."""

    category: str
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        words = _(
            "Your cart has %(count)d plans under %(kind)s: %(plans)s. Most people need one, but you can keep them all."
        )
        kind = category_labels()[self.category]
        return words % {"count": len(self.names), "kind": kind, "plans": ", ".join(self.names)}


def find_doubles(plans: Iterable[tuple[str, str]]) -> list[Double]:
    """Return the categories with several plans. ``plans``: category and name of each, without memberships."""
    names: dict[str, list[str]] = defaultdict(list)
    for category, name in plans:
        if category not in SEVERAL:
            names[category].append(name)
    repeated = [Double(category, tuple(same)) for category, same in names.items() if len(same) > 1]
    return sorted(repeated, key=lambda double: ORDER[double.category])
