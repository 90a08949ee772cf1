"""Banks by routing number: mostly from an imported directory, single ones by hand."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.admin import SimpleListFilter
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from planfront.backoffice.lists.base import Page, column
from planfront.backoffice.lists.filters import ByState
from planfront.backoffice.lists.panels import Button, Panel
from planfront.integrations.banks import is_routing
from planfront.integrations.models import BankRouting


class Replaced(SimpleListFilter):
    """A filter by whether another routing number replaced this one."""

    title = "replaced"
    parameter_name = "replaced"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Replaced"), ("no", "In use")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[BankRouting]) -> QuerySet[BankRouting]:
        if self.value() == "yes":
            return queryset.exclude(new_routing="")
        return queryset.filter(new_routing="") if self.value() == "no" else queryset


class BankForm(forms.ModelForm):  # type: ignore[type-arg]
    """Numbers with a right checksum; a replaced one has the number to use instead."""

    def clean_routing(self) -> str:
        return _check_number(self.cleaned_data["routing"])

    def clean_new_routing(self) -> str:
        text = str(self.cleaned_data["new_routing"] or "").strip()
        return _check_number(text) if text else ""

    def clean_servicing_frb(self) -> str:
        text = str(self.cleaned_data["servicing_frb"] or "").strip()
        return _check_number(text) if text else ""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        new, kinds = cleaned.get("new_routing"), BankRouting.RecordType
        if new and new == (cleaned.get("routing") or self.instance.pk):
            self.add_error("new_routing", "A number can't replace itself.")
        if "new_routing" in cleaned and bool(new) != (cleaned.get("record_type") == kinds.REPLACED):
            if new:
                cleaned["record_type"] = kinds.REPLACED
            else:
                self.add_error("new_routing", "Enter the number that replaced this one.")
        return cleaned


class BankPage(Page):
    deletable = "A fact from outside that can be entered again; payment methods have the bank's name."
    form = BankForm
    list_display = ("routing", "name", "city", "state", "replaced_by", "changed_on", "as_of")
    list_filter = (Replaced, "record_type", ByState)
    search_fields = ("routing", "name", "city", "=new_routing")
    ordering = ("routing",)
    fieldsets = (
        (None, {"fields": (("routing", "name"), ("record_type", "new_routing"), ("office", "status"))}),
        ("Address", {"fields": ("address", ("city", "state", "zip"), "phone")}),
        ("Directory", {"fields": (("servicing_frb", "data_view"), ("changed_on", "as_of"), "source")}),
    )

    def list_panel(self, request: HttpRequest) -> Panel:
        address = f"{reverse('admin:imports_importrun_add')}?kind=banks"
        may = request.user.has_perm("imports.add_importrun")
        return Panel(
            "The store's directory of routing numbers. Applicants whose number was replaced see the new one. "
            "If a bank isn't listed, they type its name.",
            buttons=(Button("Import a directory", address),) if may else (),
        )

    def get_readonly_fields(self, request: HttpRequest, obj: BankRouting | None = None) -> tuple[str, ...]:
        return ("routing",) if obj else ()

    @column("Replaced by", ordering="new_routing")
    def replaced_by(self, bank: BankRouting) -> SafeString | str:
        if not bank.new_routing:
            return ""
        address = reverse("admin:integrations_bankrouting_changelist")
        return format_html('<a href="{}?q={}">{}</a>', address, bank.new_routing, bank.new_routing)


def _check_number(text: str) -> str:
    number = text.strip()
    if not is_routing(number):
        raise ValidationError("This routing number is not valid. Please check it.")
    return number


PAGES = ((BankRouting, BankPage),)
