"""A new brand from parts of an existing one."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Any, TypeVar

from django.db import transaction

from planfront.audit.services import Origin, record
from planfront.brands import pictures, recipes, themes
from planfront.brands.legal import copy_legal_texts
from planfront.brands.marketing import write_start
from planfront.brands.models import Asset, BlockKind, Brand, MarketingBlock, SiteSetting
from planfront.brands.services import brands_changed, create_brand

Row = TypeVar("Row", Asset, MarketingBlock)
_NEW: dict[str, Any] = {"active": False, "support_hours": ""}
# How the home page is built; its voice is the other brand's.
_RECIPE = (*recipes.CHOICES, "sections", "from_place")
# What names the other brand: its own parties, letters, pictures and sites.
_NOT_COPIED = frozenset(
    {"default_portal_id", "default_group_id", "default_agent_id", "postal_address", *pictures.KINDS}
)
# What the other brand says of itself.
_OWN_WORDS = (BlockKind.ABOUT, BlockKind.FOOTER)


class Part(StrEnum):
    """A part of a brand that another one may take over."""

    LOOK = "look"
    TEXTS = "texts"
    SETTINGS = "settings"
    LEGAL = "legal"


def new_brand(*, key: str, name: str, host: str, origin: Origin, **fields: Any) -> Brand:
    """A brand that isn't public and has nothing but its name: a wordmark made from it, no phone, no hours. Raises
    FieldErrors."""
    return create_brand(
        key=key,
        name=name,
        hosts=[host],
        origin=origin,
        **_NEW | fields,
    )


@transaction.atomic
def copy_brand(
    *, source: Brand, parts: Collection[str], key: str, name: str, host: str, origin: Origin, **fields: Any
) -> Brand:
    """A brand with the ``parts`` (Part) of ``source``, and a wordmark made from its own name.

    Logos, portal, group, rep, links to other sites, postal address and About are left out: they are the source's.
    Claims of the front page are copied as inactive, legal texts as drafts. Raises FieldErrors.
    """
    like = _copy_look(source) if Part.LOOK in parts else {}
    if Part.SETTINGS in parts:
        like["flags"] = source.flags
    brand = new_brand(key=key, name=name, host=host, origin=origin, **like, **fields)
    if Part.LOOK in parts:
        # Both rows name the same file, and neither's file is ever changed or deleted with its row.
        drawn = Asset.objects.filter(brand=source).exclude(kind__in=pictures.KINDS).order_by("id")
        Asset.objects.bulk_create(_copy_row(item, brand) for item in drawn)
    if Part.SETTINGS in parts:
        copied = SiteSetting.objects.filter(brand=source).exclude(key__in=_NOT_COPIED).exclude(key__endswith="_link")
        SiteSetting.objects.bulk_create(SiteSetting(brand=brand, key=item.key, value=item.value) for item in copied)
    if Part.TEXTS in parts:
        texts = MarketingBlock.objects.filter(brand=source).exclude(kind__in=_OWN_WORDS)
        MarketingBlock.objects.bulk_create(_copy_row(item, brand) for item in texts)
    if Part.LEGAL in parts:
        copy_legal_texts(source=source, brand=brand)
    write_start(brand=brand)
    # A claim is true of who made it: it waits until this brand's owner says where it comes from.
    MarketingBlock.objects.filter(brand=brand, kind=BlockKind.PROOF).update(active=False, source="")
    meta = {"from": source.pk, "parts": sorted(parts)}
    record("brand.copied", origin=origin, subject_type="brand", subject_id=brand.pk, meta=meta)
    brands_changed()
    return brand


def _copy_look(source: Brand) -> dict[str, Any]:
    look = {item: getattr(source, item) for item in themes.LOOK}
    return {**look, "recipe": {item: source.recipe[item] for item in _RECIPE if item in source.recipe}}


def _copy_row(row: Row, brand: Brand) -> Row:
    values = {field.name: getattr(row, field.name) for field in row._meta.concrete_fields if not field.primary_key}
    return type(row)(**{**values, "brand": brand})
