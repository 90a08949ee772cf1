"""A new brand from an existing one."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db import transaction

from planfront.audit.services import Origin, record
from planfront.brands import themes
from planfront.brands.marketing import write_standard
from planfront.brands.models import Asset, BlockKind, Brand, MarketingBlock, SiteSetting
from planfront.brands.services import brands_changed, create_brand

Row = TypeVar("Row", Asset, MarketingBlock)
_LIKE = (*themes.LOOK, "recipe", "logo_key", "support_hours", "flags")
# What names the other brand's own parties, letters and sites.
_NOT_COPIED = frozenset({"default_group_id", "default_agent_id", "postal_address"})


@transaction.atomic
def copy_brand(*, source: Brand, key: str, name: str, host: str, origin: Origin, **fields: Any) -> Brand:
    """A brand that looks as ``source`` and has its settings, pictures and front page texts, as rows of its own.

    Group, rep and postal address are left out of the settings: they are the source's. Claims of the front page are
    copied as inactive. Raises FieldErrors.
    """
    like = {item: getattr(source, item) for item in _LIKE}
    brand = create_brand(key=key, name=name, hosts=[host], origin=origin, **like, **fields)
    copied = SiteSetting.objects.filter(brand=source).exclude(key__in=_NOT_COPIED)
    SiteSetting.objects.bulk_create(SiteSetting(brand=brand, key=item.key, value=item.value) for item in copied)
    # Both rows name the same file, and neither's file is ever changed or deleted with its row.
    Asset.objects.bulk_create(_copy(item, brand) for item in Asset.objects.filter(brand=source).order_by("id"))
    MarketingBlock.objects.bulk_create(_copy(item, brand) for item in MarketingBlock.objects.filter(brand=source))
    write_standard(brand=brand)
    # A claim is true of who made it: it waits until this brand's owner says where it comes from.
    MarketingBlock.objects.filter(brand=brand, kind=BlockKind.PROOF).update(active=False, source="")
    record("brand.copied", origin=origin, subject_type="brand", subject_id=brand.pk, meta={"from": source.pk})
    brands_changed()
    return brand


def _copy(row: Row, brand: Brand) -> Row:
    kept = {field.name: getattr(row, field.name) for field in row._meta.concrete_fields if not field.primary_key}
    return type(row)(**{**kept, "brand": brand})
