"""Logos of carriers and plans: uploaded, shown as they are now, and taken away again."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Model
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldBooleanSwitchWidget

from planfront.backoffice.lists.base import column
from planfront.brands import pictures
from planfront.brands.files import address, storage

LOGO_FIELDS = ("logo_now", ("logo_upload", "logo_remove"))


class LogoForm(forms.ModelForm):  # type: ignore[type-arg]
    """``logo`` is the address of a file of this site: pages load nothing from elsewhere."""

    logo_upload = forms.FileField(
        required=False,
        label="New logo",
        help_text=f"SVG, PNG or JPEG, at most 1 MB. {pictures.CARRIER.help}",
        widget=UnfoldAdminFileFieldWidget,
    )
    logo_remove = forms.BooleanField(required=False, label="No logo", widget=UnfoldBooleanSwitchWidget)

    def clean_logo_upload(self) -> Any:
        upload = self.cleaned_data["logo_upload"]
        if upload:
            pictures.check(pictures.CARRIER.key, upload)
        return upload

    def save(self, commit: bool = True) -> Any:
        upload = self.cleaned_data.get("logo_upload")
        if upload:
            self.instance.logo = address(storage().save(pictures.place_logo(upload.name), upload))
        elif self.cleaned_data.get("logo_remove"):
            self.instance.logo = ""
        return super().save(commit=commit)


class LogoShown:
    """A page whose rows have a logo."""

    @column("Logo")
    def logo_now(self, row: Model) -> SafeString | str:
        source = str(getattr(row, "logo", ""))
        if not source.startswith("/"):
            return "Not shown: it's an address on another site. Upload a file." if source else "None"
        return format_html('<img class="logo-now" src="{}" alt="{}">', source, row)
