"""Texts of plans without Spanish, which shoppers who read Spanish see in English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import QuerySet

from planfront.catalog.models import Plan

_OWN = {
    "short_text": "short text",
    "facts": "facts",
    "badges": "badges",
    "benefits": "benefits table",
    "example": "worked example",
}
DESCRIBED = {
    "header_text": "header",
    "body_text": "about this plan",
    "blueBarText": "blue bar",
    "association_text": "about the association",
    "exclusions_text_name": "heading of the exclusions",
    "exclusions_text": "exclusions",
    "example_text_name": "heading of the example",
    "example_text": "example",
    "faq_text_name": "heading of the questions",
    "faq_text": "questions and answers",
}
# Rows of a plan: what each is called, and its texts.
_ROWS = {
    "options": ("option", ("label", "detail")),
    "fees": ("fee", ("label",)),
    "riders": ("rider", ("label", "text")),
    "blackouts": ("blackout", ("message",)),
}


def missing_spanish(plan: Plan) -> list[str]:
    """Texts without Spanish, named as on the plan's form. The plan's name needs no translation."""
    spanish: Mapping[str, Any] = plan.i18n.get("es") or {}
    described: Mapping[str, Any] = spanish.get("description") or {}
    result = [label for key, label in _OWN.items() if getattr(plan, key) and not spanish.get(key)]
    # Older translations are stored next to "description", not in it.
    result += [
        label
        for key, label in DESCRIBED.items()
        if plan.description.get(key) and not (described.get(key) or spanish.get(key))
    ]
    return [*result, *dict.fromkeys(_of_rows(plan))]


def _of_rows(plan: Plan) -> Iterator[str]:
    for relation, (name, texts) in _ROWS.items():
        for row in getattr(plan, relation).all():
            spanish = row.i18n.get("es") or {}
            if any(_has_words(getattr(row, text)) and not spanish.get(text) for text in texts):
                yield f"{name} “{row}”"


def _has_words(text: str) -> bool:
    """Amounts read the same in both languages."""
    return any(letter.isalpha() for letter in text)


def with_texts(plans: QuerySet[Plan]) -> QuerySet[Plan]:
    """The plans, read with all that `missing_spanish` looks at."""
    return plans.prefetch_related(*_ROWS)


def plans_missing_spanish() -> list[int]:
    return [plan.pk for plan in with_texts(Plan.objects.all()) if missing_spanish(plan)]
