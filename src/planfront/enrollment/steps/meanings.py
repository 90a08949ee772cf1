"""Fields that steps declare, as the API reference describes them."""

from __future__ import annotations

from django.utils import translation

from planfront.enrollment.forms.step import FormStep
from planfront.enrollment.steps.registry import STEPS


def field_meanings() -> dict[str, tuple[str, str]]:
    """Return (meaning in English, example) by name on the wire."""
    forms = [step.form for step in STEPS if isinstance(step, FormStep)]
    with translation.override("en"):
        return {
            field.name: (f"{field.label}." if field.label else "Sent along by the page.", field.kind.example)
            for form in forms
            for field in form.fields
            if field.stored
        }
