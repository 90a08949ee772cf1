"""The texts of a brand's front page: headings, table of cover, tiles.

They are rows of the operator in English and Spanish. A brand without any shows the standard set, which the back office
also offers as a start.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction

from planfront.brands import selectors
from planfront.brands.models import BlockKind, Brand, MarketingBlock
from planfront.brands.services import brands_changed

_TEXTS = ("title", "text", "note")
LANGUAGES = ("en", "es")


def _row(kind: str, english: tuple[str, ...], spanish: tuple[str, ...], key: str = "", **more: Any) -> dict[str, Any]:
    """``english`` and ``spanish``: title, text, note."""
    texts = dict(zip(_TEXTS, english, strict=False))
    return {"kind": kind, "key": key, **texts, **more, "i18n": {"es": dict(zip(_TEXTS, spanish, strict=False))}}


STANDARD: tuple[dict[str, Any], ...] = (
    _row(
        "hero",
        (
            "Dental and Vision for Everyone",
            "Compare plans side by side, see your price to the cent, and enroll in about ten minutes.",
        ),
        (
            "Dental y visión para todos",
            "Compare planes lado a lado, vea su precio al centavo e inscríbase en unos diez minutos.",
        ),
    ),
    _row(
        "proof",
        ("Dental plans accepted by over 75% of dentists",),
        ("Planes dentales que acepta más del 75% de los dentistas",),
    ),
    _row(
        "proof",
        ("A national association with over 100,000 members",),
        ("Una asociación nacional con más de 100,000 miembros",),
    ),
    _row(
        "proof",
        ("$5 monthly membership fee, shown before you enroll",),
        ("Cuota mensual de membresía de $5, visible antes de inscribirse",),
    ),
    _row(
        "groups",
        ("Shop and compare Dental plans now", "Start from what matters to you. Every name opens the full plan."),
        (
            "Compare y compre planes dentales ahora",
            "Empiece por lo que le importa. Cada nombre abre el plan completo.",
        ),
    ),
    _row(
        "group",
        ("Low Deductible", "Coverage that starts sooner"),
        ("Deducible bajo", "Cobertura que empieza antes"),
        key="low_deductible",
    ),
    _row(
        "group",
        ("High Annual Maximum", "For crowns, bridges, and implants"),
        ("Máximo anual alto", "Para coronas, puentes e implantes"),
        key="high_annual_maximum",
    ),
    _row(
        "group",
        ("Bundled", "Dental and vision on one bill"),
        ("Combinados", "Dental y visión en una sola factura"),
        key="bundled",
    ),
    _row(
        "group",
        ("Vision", "Exams, frames, and contacts"),
        ("Visión", "Exámenes, monturas y lentes de contacto"),
        key="vision",
    ),
    _row(
        "covers",
        (
            "What do dental plans cover?",
            "Dentists sort care into four kinds. A plan pays a set share of each, up to its annual maximum.",
            "Typical in-network shares for PPO plans in this store. Each plan lists its own.",
        ),
        (
            "¿Qué cubren los planes dentales?",
            (
                "Los dentistas dividen la atención en cuatro tipos. "
                "El plan paga una parte fija de cada uno, hasta su máximo anual."
            ),
            "Partes típicas dentro de la red de los planes PPO de esta tienda. Cada plan indica las suyas.",
        ),
    ),
    _row(
        "care",
        ("Preventive", "Exams, cleanings, X-rays", "None"),
        ("Preventiva", "Exámenes, limpiezas, radiografías", "Ninguno"),
        percent=100,
    ),
    _row(
        "care",
        ("Basic", "Fillings, simple extractions, emergency pain relief", "3 months"),
        ("Básica", "Empastes, extracciones simples, alivio urgente del dolor", "3 meses"),
        percent=80,
    ),
    _row(
        "care",
        ("Major", "Crowns, bridges, dentures, root canals", "6 months"),
        ("Mayor", "Coronas, puentes, dentaduras, endodoncias", "6 meses"),
        percent=50,
    ),
    _row(
        "care",
        ("Orthodontia", "Braces and aligners for children up to age 19", "12 months"),
        ("Ortodoncia", "Frenos y alineadores para menores de hasta 19 años", "12 meses"),
        percent=50,
    ),
    _row(
        "help",
        (
            "Need help finding a plan?",
            "Answer four questions, or talk to a licensed agent. Free quotes by phone, {hours}.",
        ),
        (
            "¿Necesita ayuda para encontrar un plan?",
            "Responda cuatro preguntas o hable con un agente con licencia. Cotizaciones gratis por teléfono, {hours}.",
        ),
    ),
    _row(
        "tile",
        ("Dental", "From cleanings to crowns.", "Shop dental plans"),
        ("Dental", "De limpiezas a coronas.", "Ver planes dentales"),
        key="dental",
    ),
    _row(
        "tile",
        ("Vision", "Exams, frames, and contacts.", "Shop vision plans"),
        ("Visión", "Exámenes, monturas y lentes de contacto.", "Ver planes de visión"),
        key="vision",
    ),
    _row(
        "tile",
        ("Term life", "Income for those you love.", "Shop term life plans"),
        ("Vida a término", "Ingresos para quienes ama.", "Ver planes de vida a término"),
        key="term_life",
    ),
)

Shown = dict[str, dict[str, list[dict[str, Any]]]]


def _standard(brand: Brand) -> list[MarketingBlock]:
    return [MarketingBlock(brand=brand, position=place, **row) for place, row in enumerate(STANDARD, 1)]


@transaction.atomic
def write_standard(*, brand: Brand) -> int:
    """Write the standard set for a brand that has no texts yet, to be edited. Answers how many were written."""
    if MarketingBlock.objects.filter(brand=brand).exists():
        return 0
    result = MarketingBlock.objects.bulk_create(_standard(brand))
    brands_changed()
    return len(result)


def claims_waiting(brand: Brand) -> list[MarketingBlock]:
    """Claims of the brand that aren't shown because nobody has said where they come from."""
    rows = MarketingBlock.objects.filter(brand=brand, kind=BlockKind.PROOF, source="", active=False)
    return list(rows)


def _words(block: MarketingBlock, lang: str) -> dict[str, Any]:
    """What is there to show of a block; a text that isn't translated stays English."""
    spoken = block.i18n.get(lang) or {} if lang != "en" else {}
    texts = {name: spoken.get(name) or getattr(block, name) for name in _TEXTS}
    text = {"key": block.key, **texts, "percent": block.percent}
    return {name: value for name, value in text.items() if value not in {"", None}}


def _read(brand: Brand) -> Shown:
    rows = list(MarketingBlock.objects.filter(brand_id=brand.pk)) or _standard(brand)
    shown: Shown = {lang: {} for lang in LANGUAGES}
    for block in rows:
        for lang in LANGUAGES:
            if block.active:
                shown[lang].setdefault(block.kind, []).append(_words(block, lang))
    return shown


def marketing_blocks(brand: Brand) -> Shown:
    """Blocks by language and kind, in order. Shared: don't change it."""
    return selectors.hold(brand.pk, "marketing", lambda: _read(brand))


def heading(brand: Brand, lang: str) -> str:
    """The front page's heading: the brand's name where the operator wrote none."""
    hero = marketing_blocks(brand).get(lang, {}).get("hero", [])
    return str(hero[0].get("title", "")) if hero else brand.name
