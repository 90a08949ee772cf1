"""Writes of brands. Every edit goes through here, so that all processes notice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import F

from planfront.audit.services import SYSTEM, Origin, record
from planfront.brands import contrast, selectors, theme
from planfront.brands.models import Brand, Domain, Revision, SiteSetting
from planfront.kernel.errors import FieldError, FieldErrors


@transaction.atomic
def brands_changed() -> None:
    """Make every process read brands again; this one at once."""
    Revision.objects.get_or_create(pk=1)
    Revision.objects.filter(pk=1).update(number=F("number") + 1)
    transaction.on_commit(selectors.forget)


def theme_errors(brand: Brand) -> list[FieldError]:
    """Return the reasons why the brand's look can't be used; empty when it can."""
    inputs = selectors.shown_inputs(brand)
    problems = theme.find_problems(inputs) or contrast.find_problems(inputs)
    return [FieldError(name, message) for name, message in problems.items()]


@transaction.atomic
def save_brand(*, brand: Brand, origin: Origin = SYSTEM) -> Brand:
    """Write a brand whose look passes the contrast check. Raises FieldErrors."""
    if errors := theme_errors(brand):
        raise FieldErrors(errors)
    brand.save()
    record("brand.saved", origin=origin, subject_type="brand", subject_id=brand.pk)
    brands_changed()
    return brand


def create_brand(*, key: str, name: str, hosts: list[str], origin: Origin = SYSTEM, **fields: Any) -> Brand:
    """Create a brand and its hosts, the first of them primary. Raises FieldErrors for an unreadable look, and for a
    host of another brand, which keeps it."""
    with transaction.atomic():
        if Domain.objects.filter(host__in=[host.lower() for host in hosts]).exists():
            raise FieldErrors.single("host", "Another brand already uses this host.")
        brand = save_brand(brand=Brand(key=key, name=name, **fields), origin=origin)
        Domain.objects.bulk_create(
            Domain(host=host.lower(), brand=brand, primary=index == 0) for index, host in enumerate(hosts)
        )
    return brand


@transaction.atomic
def set_public(*, brand: Brand, public: bool, origin: Origin) -> None:
    """Show the brand to everyone, or take it offline. Its hosts answer as unknown meanwhile."""
    brand.active = public
    brand.save(update_fields=["active"])
    action = "brand.published" if public else "brand.taken_offline"
    record(action, origin=origin, subject_type="brand", subject_id=brand.pk)
    brands_changed()


@transaction.atomic
def save_settings(*, brand: Brand, values: Mapping[str, str]) -> None:
    """Set site-dynamic values; an empty one removes the entry."""
    for key, value in values.items():
        if value == "":
            SiteSetting.objects.filter(brand=brand, key=key).delete()
        else:
            SiteSetting.objects.update_or_create(brand=brand, key=key, defaults={"value": value})
    brands_changed()
