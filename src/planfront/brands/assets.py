"""A brand's collection of pictures: finding them, and where they are shown."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.files import File

from planfront.brands.models import Asset, Brand, Domain, SiteSetting, ThemeState, ThemeVersion
from planfront.brands.pictures import FOLDER, KINDS, LANDING
from planfront.kernel.errors import NotFound


def open_picture(brand_id: int, folder: str, name: str) -> File[bytes]:
    """The file of one of the brand's pictures, to be read. Raises NotFound."""
    path = f"{FOLDER}/{folder}/{name}"
    row = Asset.objects.filter(brand_id=brand_id, file=path).first()
    if row is None:
        raise NotFound
    try:
        return row.file.storage.open(path)
    except FileNotFoundError:
        raise NotFound from None


def list_choices(brand: Brand) -> dict[str, list[tuple[str, str]]]:
    """Return the pictures that each place can show: address and name, newest first."""
    result: dict[str, list[tuple[str, str]]] = {key: [] for key in KINDS}
    for row in Asset.objects.filter(brand=brand, kind__in=KINDS).order_by("-id"):
        result[row.kind].append((row.address, str(row)))
    return result


def landing_choices(brand_ids: Iterable[int]) -> list[tuple[str, str]]:
    """Pictures for landing pages in these brands: address and name, newest first."""
    rows = Asset.objects.filter(brand_id__in=brand_ids, kind=LANDING.key).order_by("-id")
    return [(row.address, str(row)) for row in rows]


def list_uses(brand_id: int) -> dict[str, list[str]]:
    """Return the uses of each picture's address: "the store", a host, "the draft", "version 3"."""
    result: dict[str, list[str]] = {}

    def note(addresses: Iterable[str], where: str) -> None:
        for address in addresses:
            if address:
                result.setdefault(address, []).append(where)

    settings = SiteSetting.objects.filter(brand_id=brand_id, key__in=KINDS)
    note(settings.values_list("value", flat=True), "the store")
    for domain in Domain.objects.filter(brand_id=brand_id):
        note(domain.pictures.values(), domain.host)
    for version in ThemeVersion.objects.filter(brand_id=brand_id).exclude(state=ThemeState.LIVE).order_by("number"):
        where = "the draft" if version.state == ThemeState.DRAFT else f"version {version.number}"
        note(version.values["pictures"].values(), where)
    return result


def uses_of(asset: Asset) -> list[str]:
    """Return the uses of a picture, landing pages aside."""
    return list_uses(asset.brand_id).get(asset.address, [])
