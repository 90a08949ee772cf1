"""Reads of brands: the brand of a host, its settings and its look.

Reads go through a copy held in the process. A copy is used for ``BRANDS_HELD_SECONDS`` without asking; after that the
revision number says whether anything changed. Edits through ``services`` show at once in the same process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import Any, TypeVar, cast

from django.conf import settings
from django.contrib.staticfiles import finders

from planfront.brands import looks, night, recipes, theme, wordmark
from planfront.brands.color import to_hex
from planfront.brands.models import Asset, Brand, Domain, Revision, SiteSetting
from planfront.kernel.database.rows import get_or_none
from planfront.kernel.memory import caches

T = TypeVar("T")
_MOST_HOSTS = 2000
_PICTURES = frozenset({".svg", ".png", ".jpg"})


@dataclass(frozen=True)
class Look:
    """The brand's style sheet, its hash and its URL."""

    css: str
    hash: str

    @property
    def url(self) -> str:
        return f"/theme.{self.hash}.css"


@dataclass
class _BrandCache:
    revision: int
    checked: float
    hosts: dict[str, Brand | None]
    settings: dict[int, dict[str, str]]
    primaries: dict[int, str]
    values: dict[tuple[int, str], Any]


_lock = Lock()
_cache: _BrandCache | None = None


def forget() -> None:
    """Drop what this process holds."""
    global _cache
    with _lock:
        _cache = None


caches.CLEAR_CACHE.connect(forget, key=__name__)


def revision() -> int:
    return Revision.objects.filter(pk=1).values_list("number", flat=True).first() or 0


def _current_cache() -> _BrandCache:
    global _cache
    time_now, cache, hold = time.monotonic(), _cache, settings.BRANDS_HELD_SECONDS
    if cache is not None and time_now - cache.checked < hold:
        return cache
    if hold == 0:
        return _BrandCache(0, time_now, {}, {}, {}, {})
    number = revision()
    if cache is not None and cache.revision == number and len(cache.hosts) < _MOST_HOSTS:
        cache.checked = time_now
        return cache
    with _lock:
        _cache = _BrandCache(number, time_now, {}, {}, {}, {})
        return _cache


def brand_for_host(host: str) -> Brand | None:
    """The active brand of a host name (no port, any case). The object is shared: don't change it."""
    name = host.lower().rstrip(".")
    cache = _current_cache()
    if name not in cache.hosts:
        row = get_or_none(Domain.objects.select_related("brand").filter(host=name, brand__active=True))
        if row and row.pictures:
            row.brand.shown_pictures = row.pictures
        cache.hosts[name] = row.brand if row else None
    return cache.hosts[name]


def any_brand() -> bool:
    """Return False for an installation without any brand."""
    return hold(0, "any", lambda: Brand.objects.exists())


def public_brands() -> list[Brand]:
    """Brands that shoppers can see, by name."""
    return list(Brand.objects.filter(active=True).order_by("name"))


def site_settings(brand_id: int) -> dict[str, str]:
    """All site-dynamic values of a brand. The dict is shared: don't change it."""
    cache = _current_cache()
    if brand_id not in cache.settings:
        rows = SiteSetting.objects.filter(brand_id=brand_id).order_by("key")
        cache.settings[brand_id] = dict(rows.values_list("key", "value"))
    return cache.settings[brand_id]


def setting(brand_id: int, key: str) -> str:
    """One site-dynamic value; "" when it isn't set."""
    return site_settings(brand_id).get(key, "")


def setting_id(brand_id: int, key: str) -> int | None:
    """A site-dynamic value that names a row."""
    value = setting(brand_id, key)
    return int(value) if value.isascii() and value.isdigit() else None


def hold(brand_id: int, name: str, read: Callable[[], T]) -> T:
    """Return another thing that a brand's pages show, cached like its settings. Shared: don't change it."""
    values = _current_cache().values
    if (brand_id, name) not in values:
        values[brand_id, name] = read()
    return cast(T, values[brand_id, name])


def brand_name(brand_id: int) -> str:
    """Return a brand's name; "" for an unknown id."""
    return hold(
        brand_id, "name", lambda: Brand.objects.filter(pk=brand_id).values_list("name", flat=True).first() or ""
    )


def brand_flag(brand_id: int, name: str) -> bool:
    """Return whether a brand has one of its switches on."""
    return Brand.objects.get(pk=brand_id).flag(name)


def by_id(brand_id: int) -> Brand | None:
    """Return the brand with this id, open or not."""
    return get_or_none(Brand.objects.filter(pk=brand_id))


def by_key(key: str) -> Brand | None:
    return Brand.objects.filter(key=key).first()


def primary_host(brand_id: int) -> str:
    """The host that links in emails lead to."""
    cache = _current_cache()
    if brand_id not in cache.primaries:
        row = Domain.objects.filter(brand_id=brand_id).order_by("-primary", "id").first()
        cache.primaries[brand_id] = row.host if row else "localhost"
    return cache.primaries[brand_id]


def primary_hosts(brand_ids: Collection[int]) -> dict[int, str]:
    """Return the primary host of each brand that has one. One query."""
    rows = Domain.objects.filter(brand_id__in=brand_ids).order_by("primary", "-id")
    return dict(rows.values_list("brand_id", "host"))


def site_url(brand_id: int) -> str:
    """Return the address of a brand's primary host, without a trailing slash."""
    return host_url(primary_host(brand_id))


def host_url(host: str) -> str:
    """Return ``https://host`` or, without TLS, ``http://host:port``."""
    if settings.ENV.https:
        return f"https://{host}"
    port = "" if settings.ENV.port == 80 else f":{settings.ENV.port}"
    return f"http://{host}{port}"


def theme_inputs(brand: Brand) -> theme.Inputs:
    return theme.Inputs(
        primary=brand.primary,
        accent=brand.accent,
        tint=brand.tint,
        radius=brand.radius,
        font_display=brand.font_display,
        font_text=brand.font_text,
        display_weight=brand.display_weight,
        display_tracking=f"{brand.display_tracking.normalize():f}",
    )


def shown_inputs(brand: Brand) -> theme.Inputs:
    """The inputs as the surface of the brand's recipe has them."""
    return theme.on_surface(theme_inputs(brand), recipes.read(brand.recipe).surface)


@lru_cache(maxsize=128)
def _make_look(inputs: theme.Inputs, added: str) -> Look:
    sheet = night.css(inputs, added)
    return Look(sheet, theme.digest(sheet))


def brand_look(brand: Brand) -> Look:
    return _make_look(shown_inputs(brand), looks.css(recipes.read(brand.recipe)))


@lru_cache(maxsize=128)
def _hex(inputs: theme.Inputs) -> dict[str, str]:
    return theme.hex_roles(inputs)


def night_page(brand: Brand) -> str:
    """Return the hex color of the page by night, for the parts that a browser draws around it."""
    primary, accent, _tint = theme.colors(theme_inputs(brand))
    return to_hex(theme.night_roles(primary, accent)["page"])


def hex_roles(brand: Brand) -> dict[str, str]:
    """Colour roles resolved to hex, for mail and PDF: ``primary_fill``, ``on_primary``, ``ink`` …"""
    return dict(_hex(shown_inputs(brand)))


def art_path(brand: Brand, name: str) -> str:
    """Path of one of the brand's images, for instance ``art_path(brand, "logo.svg")``: drawn by hand, or made from its
    name."""
    if not brand.logo_key:
        return wordmark.address(brand.name, shown_inputs(brand), name)
    return f"/static/art/brand/{brand.logo_key}/{name}"


def drawn_picture(brand: Brand, name: str) -> bytes:
    """An image made from the brand's name. Raises KeyError for one there is none of."""
    return wordmark.draw(brand.name, shown_inputs(brand), name)


def picture(brand: Brand, key: str, name: str) -> str:
    """Return the path of an image that the operator may replace: the host's or a previewed draft's, else the setting
    ``key``, if it is a path of this site; else the brand's own file ``name`` ("" when it has none)."""
    own = brand.shown_pictures[key] if key in brand.shown_pictures else setting(brand.pk, key).strip()
    if own.startswith("/") and not own.startswith("//"):
        return own
    return art_path(brand, name) if name else ""


def logo_file(brand: Brand) -> tuple[str, bytes] | None:
    """Suffix and content of the brand's logo, for documents: the operator's own if it is one of the store's files or of
    the brand's pictures, else the brand's; None when there is neither."""
    addresses = [setting(brand.pk, "logo"), *([art_path(brand, "logo.svg")] if brand.logo_key else [])]
    for address in addresses:
        suffix = PurePosixPath(address).suffix
        content = _content_at(brand.pk, address) if suffix in _PICTURES else None
        if content is not None:
            return suffix, content
    return None if brand.logo_key else (".svg", drawn_picture(brand, "logo.svg"))


def _content_at(brand_id: int, address: str) -> bytes | None:
    if address.startswith(settings.STATIC_URL):
        path = finders.find(address.removeprefix(settings.STATIC_URL))
        return Path(path).read_bytes() if path else None
    asset = Asset.objects.filter(brand_id=brand_id, file=address.removeprefix("/media/")).first()
    if asset is None:
        return None
    try:
        with asset.file.storage.open(str(asset.file.name)) as file:
            return bytes(file.read())
    except FileNotFoundError:
        return None
