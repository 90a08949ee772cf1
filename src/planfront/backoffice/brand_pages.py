"""Brands with their hosts and settings, and the look-up tables an operator may load."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest

from planfront.backoffice.base import Page, rows
from planfront.brands.models import Brand, Domain, SiteSetting, Video
from planfront.brands.services import brands_changed, theme_errors
from planfront.integrations.models import BankRouting, ZipCounty


class BrandForm(forms.ModelForm):  # type: ignore[type-arg]
    """A brand whose look passes the contrast check."""

    class Meta:
        model = Brand
        fields = (
            "key", "name", "tagline", "phone", "email", "support_hours", "logo_key", "primary", "accent", "tint",
            "radius", "font_display", "font_text", "display_weight", "display_tracking", "flags", "active",
        )  # fmt: skip

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        if not self.errors:
            for error in theme_errors(self.instance):
                self.add_error(error.target_element, str(error.error_message))


class DomainForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Domain
        fields = ("host", "primary")

    def clean_host(self) -> str:
        return str(self.cleaned_data["host"]).strip().lower().rstrip(".")


class BrandPage(Page):
    form = BrandForm
    list_display = ("name", "key", "active")
    list_filter = ("active",)
    search_fields = ("name", "key", "domains__host")
    inlines = (rows(Domain, form=DomainForm), rows(SiteSetting))
    fieldsets = (
        (None, {"fields": (("key", "name"), "tagline", ("phone", "email"), "support_hours", "active")}),
        (
            "Look",
            {
                "fields": (
                    "logo_key",
                    "primary",
                    "accent",
                    "tint",
                    ("font_display", "font_text"),
                    ("radius", "display_weight"),
                    "display_tracking",
                ),
            },
        ),
        ("Flags", {"fields": ("flags",)}),
    )

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        brands_changed()

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        super().delete_model(request, obj)
        brands_changed()


class VideoPage(Page):
    list_display = ("title", "brand", "audience", "language", "active")
    list_filter = ("brand", "audience", "language", "active")
    search_fields = ("title",)
    list_select_related = ("brand",)
    fields = (
        "brand", ("audience", "language"), "title", "film", "captions", "poster", "transcript", "active",
    )  # fmt: skip

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        brands_changed()

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        super().delete_model(request, obj)
        brands_changed()


class BankPage(Page):
    list_display = ("routing", "name", "city", "state")
    list_filter = ("state",)
    search_fields = ("routing", "name")


class ZipCountyPage(Page):
    list_display = ("zip", "state", "county", "city")
    list_filter = ("state",)
    search_fields = ("zip", "county")


PAGES = (
    (Brand, BrandPage),
    (Video, VideoPage),
    (BankRouting, BankPage),
    (ZipCounty, ZipCountyPage),
)
