"""Carriers, plans and everything about a plan that is data."""

from __future__ import annotations

from planfront.backoffice.base import Page, rows
from planfront.catalog.models import (
    Carrier,
    Plan,
    PlanBlackout,
    PlanDocument,
    PlanFee,
    PlanOffer,
    PlanOption,
    PlanQuestion,
    PlanQuestionOption,
    PlanQuestionSet,
    PlanRule,
    PlanServiceArea,
    PlanSwitch,
    PlanTier,
)


class CarrierPage(Page):
    list_display = ("name", "key", "active")
    search_fields = ("name", "key")


class PlanPage(Page):
    list_display = ("id", "name", "category", "carrier", "active", "listed")
    list_filter = ("category", "carrier", "active")
    list_select_related = ("carrier",)
    search_fields = ("=id", "name", "code", "hios_plan_id")
    autocomplete_fields = ("related",)
    inlines = (
        rows(PlanOffer),
        rows(PlanRule),
        rows(PlanTier),
        rows(PlanOption),
        rows(PlanFee),
        rows(PlanServiceArea),
        rows(PlanSwitch, fk_name="plan"),
        rows(PlanBlackout),
        rows(PlanDocument),
    )


class QuestionSetPage(Page):
    inlines = (rows(PlanQuestion),)
    filter_horizontal = ("plans",)


class QuestionPage(Page):
    search_fields = ("text",)
    inlines = (rows(PlanQuestionOption),)


PAGES = (
    (Carrier, CarrierPage),
    (Plan, PlanPage),
    (PlanQuestionSet, QuestionSetPage),
    (PlanQuestion, QuestionPage),
)
