"""Brands with all that belongs to them, and the look-up tables an operator may load."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.admin import SimpleListFilter
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldBooleanSwitchWidget

from planfront.backoffice.brand_editor.parts import AssetPage, DomainPage, Publishing
from planfront.backoffice.brand_editor.views import BrandViews
from planfront.backoffice.lists.base import Page, column
from planfront.backoffice.lists.filters import ByState
from planfront.backoffice.lists.spanish import spanish_form
from planfront.backoffice.phone_field import PhoneForm
from planfront.brands.models import Asset, BlockKind, Brand, Domain, MarketingBlock, Video
from planfront.integrations.models import ZipCounty

FLAGS = {
    "main_store": ("Main store", "Groups who click the logo go to the front page."),
    "dental_vision_only": ("Dental and vision only", "The texts mention nothing else."),
    "memberships": ("Memberships", "Plans are sold together with a wellness membership."),
    "require_licence": (
        "Reps need a license on record",
        "A rep without a license here can't sell insurance. If off, only licenses on record are checked.",
    ),
    "landing_to_root": ("Landing pages lead to the front page", "A rep's or group's page opens at the root."),
    "hide_home_breadcrumb": ("No Home in the breadcrumb", "The path above plans starts with the plans."),
}


class BrandForm(PhoneForm):
    """Contacts and switches; the look has the theme editor."""

    class Meta:
        model = Brand
        fields = ("key", "name", "tagline", "phone", "email", "support_hours")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in FLAGS:
            self.fields[name].initial = self.instance.flag(name)

    def save(self, commit: bool = True) -> Any:
        others = {key: value for key, value in self.instance.flags.items() if key not in FLAGS}
        self.instance.flags = {**others, **{key: True for key in FLAGS if self.cleaned_data.get(key)}}
        return super().save(commit=commit)


def _flag_fields() -> dict[str, forms.Field]:
    return {
        name: forms.BooleanField(label=label, help_text=text, required=False, widget=UnfoldBooleanSwitchWidget)
        for name, (label, text) in FLAGS.items()
    }


_FlagForm: Any = type("_FlagForm", (BrandForm,), {**_flag_fields(), "Meta": BrandForm.Meta})


class BrandPage(BrandViews, Publishing):
    brand_path = "pk"
    form = _FlagForm
    list_display = ("name", "key", "hosts", "active", "theme")
    list_filter = ("active",)
    search_fields = ("name", "key", "domains__host")
    readonly_fields = ("key",)
    change_form_before_template = "backoffice/brands/head.html"
    fieldsets = (
        (None, {"fields": (("name", "key"), "tagline", ("phone", "email"), "support_hours")}),
        ("Switches", {"fields": tuple(FLAGS)}),
    )

    class Media:
        css = {"all": ("backoffice/brands.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Brand]:
        brands: QuerySet[Brand] = super().get_queryset(request)
        return brands.prefetch_related("domains")

    def get_urls(self) -> list[URLPattern]:
        return self.brand_urls() + super().get_urls()

    @column("Hosts")
    def hosts(self, brand: Brand) -> str:
        return ", ".join(sorted(domain.host for domain in brand.domains.all()))

    @column("Review")
    def theme(self, brand: Brand) -> SafeString:
        return format_html('<a href="{}">Theme editor</a>', reverse("admin:brand_theme", args=[brand.pk]))


class ClaimFilter(SimpleListFilter):
    title = "claims"
    parameter_name = "claims"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("open", "Without a source"), ("all", "All")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[MarketingBlock]) -> QuerySet[MarketingBlock]:
        if self.value() not in {"open", "all"}:
            return queryset
        claims = queryset.filter(kind=BlockKind.PROOF)
        return claims.filter(source="") if self.value() == "open" else claims


class MarketingPage(Publishing):
    deletable = "Content of pages; no record refers to it."
    brand_path = "brand"
    form = spanish_form(MarketingBlock, "title", "text", "note")
    list_display = ("title", "kind", "key", "brand", "position", "in_spanish", "source_shown", "active")
    list_filter = ("brand", "kind", "active", ClaimFilter)
    list_select_related = ("brand",)
    search_fields = ("title", "text", "note")
    ordering = ("brand", "position", "id")

    @column("In Spanish")
    def in_spanish(self, block: MarketingBlock) -> str:
        return str((block.i18n.get("es") or {}).get("title", ""))

    @column("Source")
    def source_shown(self, block: MarketingBlock) -> str:
        return block.source or ("missing" if block.kind == BlockKind.PROOF else "")


class VideoPage(Publishing):
    deletable = "Content of pages; no record refers to it."
    brand_path = "brand"
    list_display = ("title", "brand", "audience", "language", "active")
    list_filter = ("brand", "audience", "language", "active")
    search_fields = ("title",)
    list_select_related = ("brand",)
    fields = (
        "brand",
        ("audience", "language"),
        "title",
        "film",
        "captions",
        "poster",
        "transcript",
        "active",
    )


class ZipCountyPage(Page):
    deletable = "A fact from outside that can be entered again."
    list_display = ("zip", "state", "county", "city")
    list_filter = (ByState,)
    search_fields = ("zip", "county")


PAGES = (
    (Brand, BrandPage),
    (Domain, DomainPage),
    (Asset, AssetPage),
    (MarketingBlock, MarketingPage),
    (Video, VideoPage),
    (ZipCounty, ZipCountyPage),
)
