"""Who may sign: where only the applicant does."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest

from planfront.backoffice import conditions
from planfront.backoffice.base import Page, shown
from planfront.backoffice.filters import by_brand
from planfront.enrollment.models import ClientSignature


class ClientSignaturePage(Page):
    """Where a row holds, reps and group administrators send the application to its client to sign it."""

    brand_path = "brand_id"
    list_display = ("shown_conditions", "active")
    list_filter = ("active", by_brand("brand_id"), "category", "state")
    no_search = "A few rules, found by their filters."
    ordering = ("id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ClientSignature]:
        return conditions.with_names(super().get_queryset(request))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        fields: dict[str, Any] = {
            "brand_id": conditions.brand_field(request),
            "plan_id": conditions.plan_field(),
            "category": conditions.category_field(),
            "state": conditions.state_field(),
        }
        kwargs["form"] = type("ClientSignatureForm", (forms.ModelForm,), fields)
        return super().get_form(request, obj, change, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        told = (
            "Here only the applicant signs; neither a rep nor a group administrator does. Empty means any. "
            "With several, all of them must hold."
        )
        fields = (("brand_id", "plan_id"), ("category", "state"), "active")
        return ((None, {"fields": fields, "description": told}),)

    @shown("For")
    def shown_conditions(self, row: ClientSignature) -> str:
        return conditions.said(row)


PAGES = ((ClientSignature, ClientSignaturePage),)
