"""Parts of the plan's page that aren't fields: previews, links into the stores, the list as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from planfront.backoffice.lists.export import csv_answer
from planfront.backoffice.plan_editor.benefit_words import Said, say_benefits
from planfront.backoffice.plan_editor.plan_form import typed_columns
from planfront.brands import selectors as brands
from planfront.brands.models import Brand
from planfront.catalog import richtext
from planfront.catalog.models import Plan, PlanCode
from planfront.catalog.selectors import description
from planfront.catalog.wording import pick
from planfront.kernel.files.handed_out import FileKind, Need, columns_of

HEADINGS = (
    ("exclusions_text_name", "exclusions_text", "Exclusions"),
    ("example_text_name", "example_text", "Example"),
    ("faq_text_name", "faq_text", "Questions and answers"),
    ("", "association_text", "About the association"),
)
PLANS = FileKind(
    "plans",
    _("Plans"),
    _("One line per plan that you check in the list of plans."),
    Need.INSURERS,
    columns_of(
        *("id", "name", "category", "carrier", "code", "form no.", "HIOS plan id", "insurer's codes", "on sale"),
        *(
            "listed",
            "premier",
            "estimated rate",
            "partial month",
            "facts",
            "networks",
            "documents",
            "states",
            "updated",
        ),
    ),
    permission="catalog.view_plan",
    place="admin:catalog_plan_changelist",
)


def live_preview(plan: Plan, lang: str) -> SafeString:
    """Return the preview in an element that follows the typing; a plan that isn't saved yet has none to follow."""
    address = reverse("admin:plan_shown", args=[plan.pk]) if plan.pk else ""
    return format_html('<div data-shown="{}" data-address="{}">{}</div>', lang, address, render_preview(plan, lang))


def type_texts(plan: Plan, typed: Mapping[str, str]) -> None:
    """Give a plan, which nobody saves, the texts as they are typed."""
    plan.name, plan.short_text = typed.get("name", plan.name), typed.get("short_text", plan.short_text)
    english = typed_columns(typed, "")
    for name, empty in (("facts", []), ("badges", []), ("benefits", {}), ("example", {}), ("description", {})):
        setattr(plan, name, english.get(name, empty))
    plan.i18n = {**plan.i18n, "es": typed_columns(typed, "_es")}


def render_preview(plan: Plan, lang: str) -> SafeString:
    """Return the saved texts as a shopper reads them."""
    with override(lang):
        return _render_texts(plan, lang)


def _render_texts(plan: Plan, lang: str) -> SafeString:
    texts = description(plan.description, plan.i18n, lang)
    benefits: dict[str, Any] = pick(plan.i18n, "benefits", plan.benefits, lang)
    example: dict[str, Any] = pick(plan.i18n, "example", plan.example, lang)
    context = {
        "lang": lang,
        "name": pick(plan.i18n, "name", plan.name, lang),
        "short_text": pick(plan.i18n, "short_text", plan.short_text, lang),
        "badges": pick(plan.i18n, "badges", plan.badges, lang),
        "carrier": plan.carrier.name if plan.carrier_id else "",
        "header": texts["header_text"],
        "facts": pick(plan.i18n, "facts", plan.facts, lang),
        "body": SafeString(richtext.to_html(texts["body_text"])),
        "benefits": {
            "columns": benefits.get("columns", []),
            "rows": [{**row, "cells": row.get("values", [])} for row in benefits.get("rows", [])],
        },
        "example_title": example.get("title", ""),
        "parts": example.get("parts", []),
        "texts": [
            {"title": texts.get(name) or gettext(title), "html": SafeString(richtext.to_html(texts[key]))}
            for name, key, title in HEADINGS
            # As in the store: with amounts, the worked example stands in place of the example's text.
            if texts[key] and not (key == "example_text" and example.get("parts"))
        ],
    }
    return render_to_string("backoffice/plans/preview.html", context)


def benefit_sentences(plan: Plan) -> list[tuple[Said, Said]]:
    """Return each kind of care in both languages."""
    table: list[list[Said]] = []
    for lang in ("en", "es"):
        with override(lang):
            table.append(say_benefits(pick(plan.i18n, "benefits", plan.benefits, lang)))
    english, spanish = table
    return [(row, spanish[at] if at < len(spanish) else row) for at, row in enumerate(english)]


def store_links(plan: Plan) -> SafeString:
    """Return links to the plan's page in each brand that sells it."""
    if not plan.active:
        return SafeString("Drafts aren't in any store. Save it as active to see it there.")
    offers = list(plan.offers.values_list("brand_id", flat=True))
    sold = Brand.objects.filter(active=True).order_by("id")
    rows = sold if None in offers else sold.filter(pk__in=[offer for offer in offers if offer])
    links = format_html_join(
        " · ",
        '<a class="text-primary-600 underline dark:text-primary-400" href="{}/plan/{}/{}" target="_blank" '
        'rel="noopener">{}</a>',
        ((brands.site_url(brand.pk), plan.pk, slugify(plan.name), brand.name) for brand in rows),
    )
    return links or SafeString("No brand that sells it is public yet." if offers else "It has no offer yet.")


def as_csv(plans: Iterable[Plan]) -> HttpResponse | StreamingHttpResponse:
    """Return the plans as a spreadsheet whose texts can't be read as formulas."""
    return csv_answer(PLANS, map(_export_row, plans))


def _code_text(row: PlanCode) -> str:
    held = " ".join(filter(None, (row.option, row.tier)))
    return f"{held}: {row.code}" if held else row.code


def _export_row(plan: Plan) -> list[Any]:
    states = {state for offer in plan.offers.all() if offer.allowed for state in (offer.states or ["all"])}
    return [
        plan.pk,
        plan.name,
        plan.category,
        plan.carrier.name,
        plan.code,
        plan.form_no,
        plan.hios_plan_id,
        "; ".join(_code_text(row) for row in plan.insurer_codes.all()),
        "yes" if plan.active else "no",
        "yes" if plan.listed else "no",
        "yes" if plan.is_premier else "no",
        "yes" if plan.rate_is_estimate else "no",
        plan.get_part_month_display(),
        "; ".join(f"{fact['label']}: {fact['value']}" for fact in plan.facts),
        "; ".join(network.name for network in plan.networks.all()),
        len(plan.documents.all()),
        "all" if "all" in states else " ".join(sorted(states)),
        plan.updated_at.date().isoformat(),
    ]
