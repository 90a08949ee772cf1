"""Loading the operator's tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import transaction

from planfront.integrations.banks import Bank, is_routing
from planfront.integrations.counties import key_of
from planfront.integrations.models import BankRouting, County, ZipCounty
from planfront.integrations.zips import Place


@transaction.atomic
def load_banks(*, banks: Iterable[Bank]) -> int:
    """Add or replace banks. Rows with a wrong routing number are left out. Returns how many were taken."""
    rows = [
        BankRouting(
            routing=bank.routing, name=bank.name, city=bank.city, state=bank.state, new_routing=bank.new_routing
        )
        for bank in banks
        if is_routing(bank.routing)
    ]
    BankRouting.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["routing"], update_fields=["name", "city", "state", "new_routing"]
    )
    return len(rows)


@transaction.atomic
def load_zip_counties(*, zip_code: str, places: Iterable[Place]) -> int:
    """Replace the places of one ZIP. The first place is the main one."""
    ZipCounty.objects.filter(zip=zip_code).delete()
    rows = [
        ZipCounty(zip=zip_code, state=place.state, county=place.county, fips=place.fips, city=place.city)
        for place in places
    ]
    return len(ZipCounty.objects.bulk_create(rows))


@transaction.atomic
def save_counties(*, counties: Mapping[str, tuple[str, str] | None]) -> None:
    """Set state and name of counties by FIPS code; None takes one away."""
    County.objects.filter(fips__in=[fips for fips, county in counties.items() if county is None]).delete()
    rows = [
        County(fips=fips, state=county[0], name=county[1], key=key_of(county[1]))
        for fips, county in counties.items()
        if county is not None
    ]
    County.objects.bulk_create(
        rows, batch_size=500, update_conflicts=True, unique_fields=["fips"], update_fields=["state", "name", "key"]
    )
