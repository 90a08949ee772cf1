"""Tags of the back office's templates."""

from __future__ import annotations

import json
import re
from decimal import Decimal

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model
from django.forms import BaseForm
from django.template import Library, RequestContext
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from unfold.templatetags.unfold import header_title

from planfront.accounts.models import User
from planfront.backoffice.brand_editor.theme_form import hex_of
from planfront.backoffice.help import link_to_help
from planfront.backoffice.lists import cells
from planfront.backoffice.navigation import place_of
from planfront.backoffice.open_pages import page_of, sign_page
from planfront.backoffice.operations.returned import explain_return
from planfront.backoffice.site import site
from planfront.brands import marketing
from planfront.brands.models import Brand, MarketingBlock
from planfront.kernel.money import display

register = Library()
register.filter("hex", hex_of)
register.filter("explain_return", explain_return)


@register.filter
def usd(amount: Decimal | str | None) -> str:
    return cells.NOTHING if amount is None or amount == "" else display(Decimal(amount))


@register.simple_tag
def policy(number: str, href: str, status: str, tone: str) -> SafeString:
    return cells.policy_mark(number, href, status, tone)


@register.simple_tag
def policy_link(number: str, key: object) -> SafeString:
    return cells.policy_link(number, reverse("admin:coverage_policy_change", args=[key]))


@register.simple_tag
def help_link(key: str) -> SafeString:
    return link_to_help(key)


@register.filter
def mark_words(text: str, words: str) -> SafeString:
    """Return the text with the searched words marked."""
    searched = sorted({word for word in words.removeprefix("#").split() if word}, key=len, reverse=True)
    if not searched:
        return format_html("{}", text)
    parts = re.split(f"({'|'.join(map(re.escape, searched))})", text, flags=re.IGNORECASE)
    return format_html_join(
        "", "{}", ((format_html("<mark>{}</mark>", part) if at % 2 else part,) for at, part in enumerate(parts))
    )


@register.filter
def initials(user: User) -> str:
    return cells.name_initials(user.get_full_name() or user.get_username())


@register.filter
def indent_json(value: object) -> SafeString:
    text = json.dumps(value, sort_keys=True, indent=2, ensure_ascii=False, cls=DjangoJSONEncoder)
    return format_html('<pre class="bo-text">{}</pre>', text)


@register.simple_tag
def claims_waiting(brand: Brand) -> list[MarketingBlock]:
    return marketing.claims_waiting(brand)


@register.filter
def unlocal(number: float) -> str:
    """Return a number for markup, in no language's format."""
    return str(number)


@register.simple_tag
def care_cell(form: BaseForm, name: str) -> SafeString:
    """Return a field of a grid with its errors."""
    field = form[name]
    if not field.errors:
        return SafeString(str(field))
    key = f"{field.auto_id}_wrong"
    widget = field.as_widget(attrs={"aria-invalid": "true", "aria-describedby": key})
    return format_html('{}<span class="care-wrong" id="{}">{}</span>', widget, key, " ".join(map(str, field.errors)))


@register.simple_tag(takes_context=True)
def open_page_token(context: RequestContext) -> str:
    """Return the signed name of the record that the page edits, to learn who else has it open; "" for other pages."""
    page = page_of(context["request"]) if context.get("has_change_permission", True) else None
    return sign_page(page) if page is not None else ""


@register.simple_tag(takes_context=True)
def page_title(context: RequestContext) -> str:
    """Return the breadcrumbs in the side bar's words: entry, page where named differently, and the row on its own
    page."""
    opts, row = context.get("opts"), context.get("original") or context.get("object")
    place = place_of(opts.label_lower) if opts else None
    if opts is None or place is None:
        return str(header_title(context))
    listed = reverse(f"admin:{opts.app_label}_{opts.model_name}_changelist")
    entry, page = place
    parts = [{"title": page["title"], "link": listed}]
    if entry["title"] != page["title"]:
        parts.insert(0, {"title": entry["title"]})
    if row and not isinstance(row, str):
        parts.append({"title": capfirst(_title_of(row))})
    return str(render_to_string("unfold/helpers/header_title.html", {"parts": parts}))


def _title_of(row: Model) -> str:
    """Return the row's title on its own page."""
    page = site.get_model_admin(type(row)) if site.is_registered(type(row)) else None
    return str(getattr(page, "crumb_of", str)(row))
