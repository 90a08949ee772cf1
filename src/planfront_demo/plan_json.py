"""A plan's columns and JSON texts, made from its seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from planfront_demo.plans import Copy, PlanSeed, Words, en, es, join

Pick = Callable[[Words], str]
EXCLUSIONS: tuple[str, str] = ("Exclusions", "Exclusiones")
FAQ: tuple[str, str] = ("Frequently asked questions", "Preguntas frecuentes")


def plan_fields(seed: PlanSeed) -> dict[str, Any]:
    """Return the keyword arguments of catalog.Plan, without id, carrier and order."""
    copy = seed.texts
    return {
        "category": seed.category,
        "name": seed.name,
        "code": seed.code,
        "form_no": f"{seed.carrier[:3].upper()}-{seed.id}-26",
        "is_premier": seed.is_premier,
        "is_membership": seed.is_membership,
        "is_insurance": seed.is_insurance,
        "is_disability": seed.is_disability,
        "listed": seed.listed,
        "coverages": list(seed.coverages),
        "home_group": seed.grouping,
        "requirements": list(seed.needs),
        **_texts(copy, en),
        "description": _description(copy, en, 0),
        "i18n": {"es": {**_texts(copy, es), "description": _description(copy, es, 1)}},
    }


def _texts(copy: Copy, pick: Pick) -> dict[str, Any]:
    return {
        "short_text": pick(copy.short),
        "facts": [
            {"label": pick(label), "value": pick(value)} for label, value in zip(copy.labels, copy.facts, strict=True)
        ],
        "badges": [pick(badge) for badge in copy.badges],
        "benefits": {
            "columns": [pick(column) for column in copy.columns],
            "rows": [
                {"name": pick(row.row), "note": pick(row.note), "values": [pick(value) for value in row.values]}
                for row in copy.rows
            ],
        },
        "example": _example(copy, pick),
    }


def _example(copy: Copy, pick: Pick) -> dict[str, Any]:
    if copy.example is None:
        return {}
    return {
        "title": pick(copy.example.title),
        "note": pick(copy.example.text),
        "parts": [
            {"role": share.role, "label": pick(share.label), "amount": share.amount} for share in copy.example.parts
        ],
    }


def _description(copy: Copy, pick: Pick, language: int) -> dict[str, str]:
    return {
        "header_text": pick(copy.header),
        "body_text": pick(join(copy.body)),
        "blueBarText": pick(copy.blue_bar),
        "association_text": pick(copy.association),
        "exclusions_text_name": EXCLUSIONS[language],
        "exclusions_text": "\n".join(f"- {pick(exclusion)}" for exclusion in copy.exclusions),
        "example_text_name": pick(copy.example.title) if copy.example else "",
        "example_text": pick(copy.example.text) if copy.example else "",
        "faq_text_name": FAQ[language],
        "faq_text": pick(join(copy.faq)),
    }
