"""Portals that an installation begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from planfront.parties.groups.models import Portal
from planfront.parties.groups.services import create_portal

if TYPE_CHECKING:
    from planfront.brands.models import Brand


class StartPortal(NamedTuple):
    code: str
    name: str
    name_es: str
    groups_only: bool = False


INDIVIDUAL = StartPortal("IF", "Individual & Family", "Individual y familiar")
GROUP = StartPortal("GB", "Group Benefits", "Beneficios para grupos", groups_only=True)


def write_portals(brand: Brand) -> Portal:
    """Offer both portals in the brand; returns the one of people who come without a group."""
    individual = _write(INDIVIDUAL, brand, 1)
    _write(GROUP, brand, 2)
    return individual


def _write(portal: StartPortal, brand: Brand, order: int) -> Portal:
    row = Portal.objects.filter(code=portal.code).first()
    if row is None:
        return create_portal(
            code=portal.code,
            name=portal.name,
            name_es=portal.name_es,
            brands=[brand],
            order=order,
            groups_only=portal.groups_only,
        )
    row.brands.add(brand)
    return row
