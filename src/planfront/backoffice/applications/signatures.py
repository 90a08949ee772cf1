"""Rules about who may sign, and the question they answer first."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest

from planfront.backoffice.lists import conditions
from planfront.backoffice.lists.base import Page, column
from planfront.backoffice.lists.filters import by_brand
from planfront.backoffice.lists.spanish import SpanishForm, spanish_form
from planfront.enrollment.models import ClientSignature, SignerRole, VerificationKind, VerificationQuestion


class ClientSignaturePage(Page):
    """Rules by which reps and group administrators send the application to its client to sign."""

    brand_path = "brand_id"
    list_display = ("shown_conditions", "active")
    list_filter = ("active", by_brand("brand_id"), "category", "state")
    no_search = "A few rules, found by their filters."
    ordering = ("id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ClientSignature]:
        return conditions.annotate_names(super().get_queryset(request))

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
        text = (
            "Here only the applicant signs; neither a rep nor a group administrator does. Empty means any. If you "
            "choose several, all must apply."
        )
        fields = (("brand_id", "plan_id"), ("category", "state"), "active")
        return ((None, {"fields": fields, "description": text}),)

    @column("For")
    def shown_conditions(self, row: ClientSignature) -> str:
        return conditions.describe_conditions(row)


class _QuestionForm(SpanishForm):
    """Only reps have a licence and a producer number."""

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("role") != SignerRole.REP and data.get("kind") in {VerificationKind.LICENCE, VerificationKind.NPN}:
            self.add_error("kind", "Only reps have one.")
        return data


class VerificationQuestionPage(Page):
    """Questions for signers. The first of a role's rows that the person can answer is asked."""

    brand_path = "brand_id"
    list_display = ("role", "kind", "shown_brand", "text", "order", "active")
    list_filter = ("active", "role", "kind", by_brand("brand_id"))
    no_search = "A few questions, found by their filters."
    ordering = ("role", "order", "id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[VerificationQuestion]:
        return conditions.annotate_names(super().get_queryset(request))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        base = spanish_form(VerificationQuestion, "text")
        kwargs["form"] = type("QuestionForm", (_QuestionForm, base), {"brand_id": conditions.brand_field(request)})
        return super().get_form(request, obj, change, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        text = (
            "We ask the first question for the role that the person can answer. A rep without a license in the "
            "shopper's state isn't asked for it. With no questions here, reps are asked for their license and "
            "everyone else for an emailed code. We never ask for an answer that's in the same application."
        )
        fields = (("role", "kind"), "brand_id", "text", "text_es", ("order", "active"))
        return ((None, {"fields": fields, "description": text}),)

    @column("Brand")
    def shown_brand(self, row: Any) -> str:
        return row.brand_name or "Every brand"


PAGES = ((ClientSignature, ClientSignaturePage), (VerificationQuestion, VerificationQuestionPage))
