"""Legal pages by brand: drafts, publishing from a day on, versions. What has been in force never changes."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldBooleanSwitchWidget

from planfront.backoffice.lists.base import Page, column
from planfront.backoffice.lists.panels import Panel
from planfront.backoffice.lists.spanish import SpanishForm, spanish_form
from planfront.backoffice.scope import brand_ids, for_staff
from planfront.brands import legal
from planfront.brands.models import Brand, LegalKey, LegalText
from planfront.catalog.richtext import clean
from planfront.kernel import clock
from planfront.kernel.errors import Conflict
from planfront.kernel.text.dates import show_date

DRAFT, SCHEDULED, PUBLISHED = "Draft", "Scheduled", "Published"
_NAMES = "These are filled in: " + ", ".join(f"{{{name}}}" for name in legal.NAMES) + "."
_MARKS = "A blank line starts a new paragraph, “- ” a list item, **two stars** are bold. " + _NAMES


class LegalTextForm(SpanishForm):
    """Both languages side by side; names in braces that nothing fills in are refused."""

    publish = forms.BooleanField(
        required=False,
        widget=UnfoldBooleanSwitchWidget,
        help_text="Puts it in force from its first day. After that, its text can't change.",
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for name in ("body", "body_es"):
            data[name] = clean(str(data.get(name) or ""))
            if unknown := legal.unknown_names(data[name]):
                self.add_error(name, f"Nothing fills in {', '.join('{' + word + '}' for word in unknown)}. {_NAMES}")
        if data.get("publish") and not (data.get("head_es") and data.get("body_es")):
            self.add_error("publish", "Spanish is missing. Visitors who read Spanish would get English.")
        return data


class LegalTextPage(Page):
    """The next version of a page is a draft with the words of the newest one."""

    deletable = "A draft that no one has read."
    brand_path = "brand"
    list_display = ("head", "key", "brand_name", "version", "effective_from", "state")
    list_filter = ("key", "brand")
    list_select_related = ("brand",)
    search_fields = ("head", "body")
    ordering = ("brand", "key", "-version")
    list_before_template = "backoffice/legal/before_list.html"

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        if _is_locked(obj):
            kwargs["form"] = forms.ModelForm
            return super().get_form(request, obj, change, **kwargs)
        fields = {
            "body": forms.CharField(widget=UnfoldAdminTextareaWidget(attrs={"rows": 18}), help_text=_MARKS),
            "body_es": forms.CharField(
                required=False, label="Body (Spanish)", widget=UnfoldAdminTextareaWidget(attrs={"rows": 18})
            ),
        }
        kwargs["form"] = type("LegalTextForm", (LegalTextForm, spanish_form(LegalText, *legal.WORDS)), fields)
        return super().get_form(request, obj, change, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if _is_locked(obj):
            return ((None, {"fields": (("key", "brand_name", "version", "effective_from"), "head", "body")}),)
        words = ("head", "head_es", "body", "body_es")
        return (
            (None, {"fields": (("key", "brand_name", "version"), ("effective_from", "publish"))}),
            ("Text", {"fields": words}),
        )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fixed = ("key", "brand_name", "version")
        return (*fixed, "effective_from", "head", "body") if _is_locked(obj) else fixed

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # a version begins from the words there are: see the list

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_delete_permission(request, obj) and obj is not None and not _is_locked(obj)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if not form.cleaned_data.get("publish"):
            super().save_model(request, obj, form, change)
            return
        try:
            legal.publish_legal_text(text=obj)
        except Conflict as error:
            messages.error(request, str(error.message))
            obj.published_at = None
        super().save_model(request, obj, form, change)

    @column("For")
    def brand_name(self, text: LegalText) -> str:
        return text.brand.name if text.brand else "Every brand"

    @column("State", label={PUBLISHED: "success", SCHEDULED: "info", DRAFT: "warning"})
    def state(self, text: LegalText) -> str:
        if text.published_at is None:
            return DRAFT
        return PUBLISHED if legal.is_locked(text, clock.today()) else SCHEDULED

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        more = {
            "pages": LegalKey.choices,
            "brands": for_staff(request, Brand.objects.order_by("name"), "pk"),
            "may_choose_all": brand_ids(request) is None,
            "may_start": super().has_add_permission(request),
        }
        answer: HttpResponse = super().changelist_view(request, {**(extra_context or {}), **more})
        return answer

    def form_panel(self, request: HttpRequest, row: LegalText) -> Panel | None:
        if not _is_locked(row):
            return None
        since = f" since {show_date(row.effective_from)}" if row.effective_from else ""
        return Panel(
            note=f"This version has been in force{since}. People may have read it, so its text can't change. Start the "
            "next version from the list."
        )

    def get_urls(self) -> list[URLPattern]:
        start: URLPattern = path("start/", self.admin_site.admin_view(self.start_view), name="legal_start")
        return [start, *super().get_urls()]

    def start_view(self, request: HttpRequest) -> HttpResponse:
        """Make a draft of a page for a brand, or for all."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not super().has_add_permission(request):
            raise PermissionDenied
        key, chosen = request.POST.get("key", ""), request.POST.get("brand", "")
        allowed = for_staff(request, Brand.objects.all(), "pk")
        brand = allowed.filter(pk=int(chosen)).first() if chosen.isascii() and chosen.isdigit() else None
        if key not in LegalKey.values or (brand is None and (chosen or brand_ids(request) is not None)):
            raise PermissionDenied
        try:
            text = legal.start_legal_text(key=key, brand=brand)
        except Conflict as error:
            messages.error(request, str(error.message))
            return HttpResponseRedirect(reverse("admin:brands_legaltext_changelist"))
        self.audit(request, text, "added", ["version"])
        messages.success(request, f"Version {text.version} is a draft. Change its words, then publish it.")
        return HttpResponseRedirect(reverse("admin:brands_legaltext_change", args=[text.pk]))


def _is_locked(text: LegalText | None) -> bool:
    return text is not None and text.pk is not None and legal.is_locked(text, clock.today())


PAGES = ((LegalText, LegalTextPage),)
