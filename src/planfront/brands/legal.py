"""The legal pages of a brand: privacy, terms, licenses, what is no insurance, accessibility, cookies.

Each is a text per brand and language in versions. A brand's own text comes before one for all brands, that before the
product's. What has been in force never changes again: the next version replaces it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import translation

from planfront.brands import selectors
from planfront.brands.hours import local_hours
from planfront.brands.legal_texts import SHIPPED
from planfront.brands.models import LegalKey, LegalText
from planfront.brands.services import brands_changed
from planfront.kernel import clock
from planfront.kernel.errors import Conflict
from planfront.kernel.text.parse import show_phone

if TYPE_CHECKING:
    from planfront.brands.models import Brand

WORDS = ("head", "body")
NAMES = ("brand", "phone", "email", "hours", "site")
"""Values for the names in braces."""
_BRACES = re.compile(r"\{([A-Za-z_]+)\}")


@dataclass(frozen=True)
class LegalPage:
    """A text as people read it. ``body`` has the marks of long texts; ``in_force_since`` None: as the product ships it.

    ``language`` is the one it is in, which is English where there is no Spanish. ``replaced``: a newer one is in force.
    """

    key: str
    version: int
    head: str
    body: str
    language: str
    in_force_since: date | None = None
    replaced: bool = False

    @property
    def href(self) -> str:
        return f"/legal/{self.key}"


def legal_pages(brand: Brand, language: str) -> list[LegalPage]:
    """Return the pages in force today, in the order of their links."""
    begun = _in_force_or_before(brand.pk)
    return [_page(brand, key, texts[-1] if texts else None, language) for key, texts in begun.items()]


def legal_page(brand: Brand, key: str, language: str, version: int | None = None) -> LegalPage | None:
    """Return the page in force, or an earlier ``version``; None for one that never was in force here."""
    if key not in LegalKey.values:
        return None
    begun = _in_force_or_before(brand.pk)[key]
    current = _page(brand, key, begun[-1] if begun else None, language)
    if version is None or version == current.version:
        return current
    earlier = next((text for text in begun if text.version == version), None)
    if earlier is None:
        return None
    return _page(brand, key, earlier, language, replaced=True)


def legal_versions(brand: Brand, key: str) -> list[int]:
    """Return the versions that are or were in force, newest first."""
    begun = [text.version for text in _in_force_or_before(brand.pk)[key]]
    return list(reversed(begun)) or [SHIPPED[key].version]


def legal_links(brand: Brand) -> list[dict[str, str]]:
    """Return path and titles in both languages, for pages and mails."""
    english, spanish = legal_pages(brand, "en"), legal_pages(brand, "es")
    return [{"href": en.href, "en": en.head, "es": es.head} for en, es in zip(english, spanish, strict=True)]


def count_drafts(brand: Brand) -> int:
    """Return how many texts of the brand's own aren't published yet."""
    return LegalText.objects.filter(brand=brand, published_at=None).count()


def is_locked(text: LegalText, today: date) -> bool:
    """Return whether the text was published and its day has come, so that people may have read it."""
    return text.published_at is not None and _first_day(text) <= today


@transaction.atomic
def publish_legal_text(*, text: LegalText) -> LegalText:
    """Put a draft in force from its day on. Raises Conflict when an older version would begin later."""
    text.published_at = clock.now()
    text.effective_from = text.effective_from or clock.today()
    later = LegalText.objects.filter(
        brand=text.brand, key=text.key, version__lt=text.version, effective_from__gt=text.effective_from
    )
    if later.exists():
        raise Conflict("An earlier version begins after this one.")
    text.save()
    brands_changed()
    return text


@transaction.atomic
def start_legal_text(*, key: str, brand: Brand | None) -> LegalText:
    """Make a draft from the newest text there is. Raises Conflict when there is a draft already."""
    newest = LegalText.objects.filter(brand=brand, key=key).order_by("-version").first()
    if newest is None:
        shipped = SHIPPED[key]
        return LegalText.objects.create(
            brand=brand,
            key=key,
            version=shipped.version + 1,
            head=shipped.head,
            body=shipped.body,
            i18n={"es": {"head": shipped.head_es, "body": shipped.body_es}},
        )
    if newest.published_at is None:
        raise Conflict(f"Version {newest.version} is a draft already.")
    copied = {name: getattr(newest, name) for name in ("head", "body", "i18n")}
    return LegalText.objects.create(brand=brand, key=key, version=newest.version + 1, **copied)


@transaction.atomic
def copy_legal_texts(*, source: Brand, brand: Brand) -> None:
    """Make drafts from the source's own texts that are in force, for another brand to review. Names in braces take the
    place of the source's name, contacts and address."""
    for key, texts in _in_force_or_before(source.pk).items():
        newest = texts[-1] if texts else None
        if newest is None or newest.brand_id != source.pk:
            continue
        LegalText.objects.create(
            brand=brand,
            key=key,
            version=SHIPPED[key].version + 1,
            head=newest.head,
            body=_name_in_braces(source, newest.body),
            i18n={
                language: {**own, "body": _name_in_braces(source, own.get("body", ""))}
                for language, own in (newest.i18n or {}).items()
            },
        )


def _name_in_braces(source: Brand, words: str) -> str:
    names = {
        selectors.site_url(source.pk): "{site}",
        source.email: "{email}",
        show_phone(source.phone): "{phone}",
        source.name: "{brand}",
    }
    for said, name in names.items():
        words = re.sub(rf"(?<!\w){re.escape(said)}(?!\w)", name, words) if said else words
    return words


def unknown_names(words: str) -> list[str]:
    """Return the {names} in a text that nothing fills in."""
    return sorted({name for name in _BRACES.findall(words) if name not in NAMES})


def _in_force_or_before(brand_id: int) -> dict[str, list[LegalText]]:
    """Return by page the versions that are or were in force for a brand, oldest first: its own, or those for all."""
    own, shared = selectors.hold(brand_id, "legal texts", lambda: _read_published(brand_id))
    today = clock.today()
    begun: dict[str, list[LegalText]] = {}
    for key in LegalKey.values:
        own_begun = [text for text in own if text.key == key and _first_day(text) <= today]
        begun[key] = own_begun or [text for text in shared if text.key == key and _first_day(text) <= today]
    return begun


def _read_published(brand_id: int) -> tuple[list[LegalText], list[LegalText]]:
    rows = LegalText.objects.filter(published_at__isnull=False).order_by("version")
    return list(rows.filter(brand_id=brand_id)), list(rows.filter(brand__isnull=True))


def _first_day(text: LegalText) -> date:
    return text.effective_from or date.min


def _page(brand: Brand, key: str, text: LegalText | None, language: str, *, replaced: bool = False) -> LegalPage:
    if text is None:
        shipped = SHIPPED[key]
        head, body = shipped.words(language)
        return LegalPage(key, shipped.version, head, _fill_names(brand, body, language), language)
    own = {} if language == "en" else (text.i18n or {}).get(language) or {}
    complete = language == "en" or all(own.get(name) for name in WORDS)
    head, body = (own["head"], own["body"]) if own and complete else (text.head, text.body)
    shown_language = language if complete else "en"
    return LegalPage(
        key, text.version, head, _fill_names(brand, body, shown_language), shown_language, text.effective_from, replaced
    )


def _fill_names(brand: Brand, body: str, language: str) -> str:
    with translation.override(language):
        hours = local_hours(brand.support_hours)
    values = {
        "brand": brand.name,
        "phone": show_phone(brand.phone),
        "email": brand.email,
        "hours": hours,
        "site": selectors.site_url(brand.pk),
    }
    return _BRACES.sub(lambda match: values.get(match[1], match[0]), body)
