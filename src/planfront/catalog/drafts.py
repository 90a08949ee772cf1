"""A plan's unsaved texts, shown by the back office's preview in place of the saved ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from planfront.catalog.models import Plan
from planfront.catalog.snapshot import PlanView

_OF_A_ROW = ("name", "short_text", "facts", "badges")


def draft_of(plan: Plan) -> dict[str, Any]:
    """Return the texts of a plan, which may be unsaved, that a row of the list shows, in all languages."""
    i18n = {
        lang: {name: texts[name] for name in _OF_A_ROW if texts.get(name)}
        for lang, texts in plan.i18n.items()
        if isinstance(texts, dict)
    }
    return {"id": plan.pk, **{name: getattr(plan, name) for name in _OF_A_ROW}, "i18n": i18n}


def with_draft(view: PlanView, draft: Mapping[str, Any]) -> PlanView:
    """The plan with the texts of its draft."""
    i18n = {
        **view.i18n,
        **{
            lang: {**{name: text for name, text in view.i18n.get(lang, {}).items() if name not in _OF_A_ROW}, **texts}
            for lang, texts in draft["i18n"].items()
        },
    }
    return replace(
        view,
        name=draft["name"],
        short_text=draft["short_text"],
        facts=tuple(draft["facts"]),
        badges=tuple(draft["badges"]),
        i18n=i18n,
    )
