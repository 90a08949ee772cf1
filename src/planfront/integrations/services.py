"""Loading the operator's tables."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from planfront.integrations.banks import Bank, is_routing
from planfront.integrations.models import BankRouting, ZipCounty
from planfront.integrations.zips import Place


@transaction.atomic
def banks_load(*, banks: Iterable[Bank]) -> int:
    """Add or replace banks. Rows with a wrong routing number are left out. Returns how many were taken."""
    rows = [
        BankRouting(routing=bank.routing, name=bank.name, city=bank.city, state=bank.state)
        for bank in banks
        if is_routing(bank.routing)
    ]
    BankRouting.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["routing"], update_fields=["name", "city", "state"]
    )
    return len(rows)


@transaction.atomic
def zip_counties_load(*, zip_code: str, places: Iterable[Place]) -> int:
    """Replace what is known of one ZIP. The first place is the main one."""
    ZipCounty.objects.filter(zip=zip_code).delete()
    rows = [ZipCounty(zip=zip_code, state=one.state, county=one.county, fips=one.fips, city=one.city) for one in places]
    return len(ZipCounty.objects.bulk_create(rows))
