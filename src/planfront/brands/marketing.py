"""The texts of a brand's front page: headings, table of cover, tiles.

They are rows of the operator in English and Spanish. A brand without any shows the set that a new one begins with.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from planfront.brands import recipes, selectors
from planfront.brands.models import BlockKind, Brand, MarketingBlock
from planfront.brands.services import brands_changed

_TEXTS = ("title", "text", "note")
LANGUAGES = ("en", "es")


def text_row(
    kind: str, english: tuple[str, ...], spanish: tuple[str, ...], key: str = "", **more: Any
) -> dict[str, Any]:
    """``english`` and ``spanish``: title, text, note."""
    texts = dict(zip(_TEXTS, english, strict=False))
    return {"kind": kind, "key": key, **texts, **more, "i18n": {"es": dict(zip(_TEXTS, spanish, strict=False))}}


START: tuple[dict[str, Any], ...] = (
    text_row(
        "hero",
        (
            "Plans for you and your family",
            "Compare plans side by side, see your price, and enroll online.",
        ),
        (
            "Planes para usted y su familia",
            "Compare planes lado a lado, vea su precio e inscríbase en línea.",
        ),
    ),
    text_row(
        "groups",
        ("Shop and compare plans", "Start from what matters to you. Every name opens the full plan."),
        ("Compare y compre planes", "Empiece por lo que le importa. Cada nombre abre el plan completo."),
    ),
    text_row(
        "group",
        ("Low Deductible", "Coverage that starts sooner"),
        ("Deducible bajo", "Cobertura que empieza antes"),
        key="low_deductible",
    ),
    text_row(
        "group",
        ("High Annual Maximum", "For crowns, bridges, and implants"),
        ("Máximo anual alto", "Para coronas, puentes e implantes"),
        key="high_annual_maximum",
    ),
    text_row(
        "group",
        ("Bundled", "Dental and vision on one bill"),
        ("Combinados", "Dental y visión en una sola factura"),
        key="bundled",
    ),
    text_row(
        "group",
        ("Vision", "Exams, frames, and contacts"),
        ("Visión", "Exámenes, monturas y lentes de contacto"),
        key="vision",
    ),
    text_row(
        "help",
        ("Need help finding a plan?", "Answer four questions to see plans with your price."),
        (
            "¿Necesita ayuda para encontrar un plan?",
            "Responda cuatro preguntas para ver planes con su precio.",
        ),
    ),
    text_row(
        "tile",
        ("Dental", "From cleanings to crowns.", "Shop dental plans"),
        ("Dental", "De limpiezas a coronas.", "Ver planes dentales"),
        key="dental",
    ),
    text_row(
        "tile",
        ("Vision", "Exams, frames, and contacts.", "Shop vision plans"),
        ("Visión", "Exámenes, monturas y lentes de contacto.", "Ver planes de visión"),
        key="vision",
    ),
    text_row(
        "tile",
        ("Term life", "Income for those you love.", "Shop term life plans"),
        ("Vida a término", "Ingresos para quienes ama.", "Ver planes de vida temporal"),
        key="term_life",
    ),
)
"""Texts that are true of any store: no figures, no phone, nothing that somebody has to keep."""

Shown = dict[str, dict[str, list[dict[str, Any]]]]


def _blocks(brand: Brand, texts: Iterable[dict[str, Any]]) -> list[MarketingBlock]:
    return [MarketingBlock(brand=brand, position=position, **row) for position, row in enumerate(texts, 1)]


@transaction.atomic
def write_start(*, brand: Brand, texts: Iterable[dict[str, Any]] = START) -> int:
    """Write the texts that a brand without any begins with, to be edited. Returns how many were written."""
    if MarketingBlock.objects.filter(brand=brand).exists():
        return 0
    result = MarketingBlock.objects.bulk_create(_blocks(brand, texts))
    brands_changed()
    return len(result)


def claims_waiting(brand: Brand) -> list[MarketingBlock]:
    """Return the brand's claims that aren't shown because their source is missing."""
    rows = MarketingBlock.objects.filter(brand=brand, kind=BlockKind.PROOF, source="", active=False)
    return list(rows)


def _block_texts(block: MarketingBlock, lang: str) -> dict[str, Any]:
    """Return a block's texts that aren't empty; an untranslated one stays English."""
    spoken = block.i18n.get(lang) or {} if lang != "en" else {}
    texts = {name: spoken.get(name) or getattr(block, name) for name in _TEXTS}
    text = {"key": block.key, **texts, "percent": block.percent}
    return {name: value for name, value in text.items() if value not in {"", None}}


def _read_blocks(brand: Brand) -> Shown:
    rows = list(MarketingBlock.objects.filter(brand_id=brand.pk)) or _blocks(brand, START)
    blocks: Shown = {lang: {} for lang in LANGUAGES}
    for block in rows:
        for lang in LANGUAGES:
            if block.active:
                blocks[lang].setdefault(block.kind, []).append(_block_texts(block, lang))
    return blocks


def marketing_blocks(brand: Brand) -> Shown:
    """Blocks by language and kind, in order. Shared: don't change it."""
    return selectors.hold(brand.pk, "marketing", lambda: _read_blocks(brand))


def lead(brand: Brand, lang: str) -> str:
    """Return what stands below the front page's heading: the recipe's text, else the operator's."""
    hero = marketing_blocks(brand).get(lang, {}).get("hero", [])
    return recipes.read(brand.recipe).voice("lead").get(lang, "") or (str(hero[0].get("text", "")) if hero else "")


def short_lead(brand: Brand, lang: str) -> str:
    """Return what stands there on a phone: the recipe's short text, or a lead that is as short; else ""."""
    text = lead(brand, lang)
    most = recipes.LENGTHS["short"]
    return recipes.read(brand.recipe).voice("short").get(lang, "") or (text if len(text) <= most else "")


def heading(brand: Brand, lang: str) -> str:
    """The front page's heading: the brand's name where the operator wrote none."""
    hero = marketing_blocks(brand).get(lang, {}).get("hero", [])
    return str(hero[0].get("title", "")) if hero else brand.name
