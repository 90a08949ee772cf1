"""A brand's own pictures in the places of the store's drawn ones, and their texts for people who don't see them.

A place is the drawn picture's name, such as ``category/dental``.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from planfront.art.pictures import SCENES
from planfront.audit.services import Origin, record
from planfront.brands import pictures
from planfront.brands.files import Upload
from planfront.brands.models import Asset, Brand
from planfront.brands.selectors import hold
from planfront.brands.services import brands_changed
from planfront.kernel.database.locks import lock_row

Words = dict[str, str]
"""By language."""
CATEGORIES = frozenset(name.removeprefix("category/") for name in SCENES if name.startswith("category/"))


@dataclass(frozen=True)
class OwnPicture:
    """A brand's picture in a place."""

    src: str
    alt: Words


def place_of(category: str) -> str:
    return f"category/{category}"


def shown_at(brand: Brand, place: str) -> Asset | None:
    return Asset.objects.filter(brand=brand, place=place).first()


def category_pictures(brand_id: int) -> dict[str, OwnPicture]:
    """The categories whose picture is the brand's own. Shared: don't change it."""
    return hold(brand_id, "own_pictures", lambda: _read_pictures(brand_id))


def _read_pictures(brand_id: int) -> dict[str, OwnPicture]:
    rows = Asset.objects.filter(brand_id=brand_id, kind=pictures.CATEGORY.key).exclude(place="").order_by("place")
    return {row.place.rpartition("/")[2]: OwnPicture(row.address, _alt_texts(row)) for row in rows}


def words_of(brand_id: int, address: str) -> Words:
    """Return the text of the picture at an address by language; empty for a picture that only decorates. Shared: don't
    change it."""
    return hold(brand_id, "picture_words", lambda: _read_words(brand_id)).get(address, {})


def _read_words(brand_id: int) -> dict[str, Words]:
    return {row.address: _alt_texts(row) for row in Asset.objects.filter(brand_id=brand_id).exclude(alt="")}


def _alt_texts(row: Asset) -> Words:
    return {"en": row.alt, "es": str((row.i18n.get("es") or {}).get("alt") or row.alt)}


@transaction.atomic
def show_picture(*, brand: Brand, place: str, upload: Upload, alt: Words, origin: Origin) -> Asset:
    """Show a checked upload in a place; the one that stood there stays in the collection."""
    lock_row(Brand.objects.filter(pk=brand.pk))  # two people may upload at once: a place has one picture
    Asset.objects.filter(brand=brand, place=place).update(place="")
    row = add_picture(brand=brand, kind=pictures.CATEGORY.key, upload=upload, alt=alt, place=place)
    record(
        "brand.picture_shown", origin=origin, subject_type="brand", subject_id=brand.pk, meta=_audit_meta(row, place)
    )
    brands_changed()
    return row


def add_picture(*, brand: Brand, kind: str, upload: Upload, alt: Words, place: str = "") -> Asset:
    """Add a checked upload to the collection; of a photograph, its pixels alone."""
    row = Asset(brand=brand, kind=kind, alt=alt["en"], i18n={"es": {"alt": alt["es"]}}, place=place)
    put_file(row, upload)
    row.save()
    return row


def put_file(row: Asset, upload: Upload) -> None:
    """Set a new row's file as it is stored."""
    pixels = pictures.keep_pixels(row.kind, upload)
    row.file = pixels.file if pixels else upload
    if pixels:
        row.width, row.height = pixels.width, pixels.height


@transaction.atomic
def describe_picture(*, brand: Brand, place: str, alt: Words, origin: Origin) -> bool:
    """Change the text of the picture in a place. False when the picture was taken back meanwhile."""
    row = lock_row(Asset.objects.filter(brand=brand, place=place))
    if row is None:
        return False
    row.alt, row.i18n = alt["en"], {**row.i18n, "es": {"alt": alt["es"]}}
    row.save()
    record(
        "brand.picture_described",
        origin=origin,
        subject_type="brand",
        subject_id=brand.pk,
        meta=_audit_meta(row, place),
    )
    brands_changed()
    return True


@transaction.atomic
def take_back_picture(*, brand: Brand, place: str, origin: Origin) -> bool:
    """Show the store's drawn picture again. False when it is shown already."""
    row = lock_row(Asset.objects.filter(brand=brand, place=place))
    if row is None:
        return False
    Asset.objects.filter(pk=row.pk).update(place="")
    record(
        "brand.picture_taken_back",
        origin=origin,
        subject_type="brand",
        subject_id=brand.pk,
        meta=_audit_meta(row, place),
    )
    brands_changed()
    return True


def _audit_meta(row: Asset, place: str) -> dict[str, object]:
    return {"place": place, "picture": row.pk}
