"""Texts of the demo brands' front pages: what any store begins with, and what these claim of themselves."""

from __future__ import annotations

from typing import Any

from planfront.brands.marketing import START, text_row

_CLAIMS: tuple[dict[str, Any], ...] = (
    text_row(
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
    text_row(
        "proof",
        ("Dental plans accepted by over 75% of dentists",),
        ("Planes dentales que acepta más del 75% de los dentistas",),
    ),
    text_row(
        "proof",
        ("A national association with over 100,000 members",),
        ("Una asociación nacional con más de 100,000 miembros",),
    ),
    text_row(
        "proof",
        ("$5 monthly membership fee, shown before you enroll",),
        ("Cuota mensual de membresía de $5, visible antes de inscribirse",),
    ),
    text_row(
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
    text_row(
        "care",
        ("Preventive", "Exams, cleanings, X-rays", "None"),
        ("Preventiva", "Exámenes, limpiezas, radiografías", "Ninguno"),
        percent=100,
    ),
    text_row(
        "care",
        ("Basic", "Fillings, simple extractions, emergency pain relief", "3 months"),
        ("Básica", "Empastes, extracciones simples, alivio urgente del dolor", "3 meses"),
        percent=80,
    ),
    text_row(
        "care",
        ("Major", "Crowns, bridges, dentures, root canals", "6 months"),
        ("Mayor", "Coronas, puentes, dentaduras, endodoncias", "6 meses"),
        percent=50,
    ),
    text_row(
        "care",
        ("Orthodontia", "Braces and aligners for children up to age 19", "12 months"),
        ("Ortodoncia", "Frenos y alineadores para menores de hasta 19 años", "12 meses"),
        percent=50,
    ),
    text_row(
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
)
_ORDER = ("hero", "proof", "groups", "group", "covers", "care", "help", "tile")
_CLAIMED = {row["kind"] for row in _CLAIMS}
FRONT_PAGE = sorted(
    (*_CLAIMS, *(row for row in START if row["kind"] not in _CLAIMED)), key=lambda row: _ORDER.index(row["kind"])
)
