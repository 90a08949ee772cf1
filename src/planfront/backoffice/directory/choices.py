"""The lists that forms about people offer."""

from __future__ import annotations

from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldBooleanSwitchWidget

from planfront.backoffice.lists.base import Page
from planfront.members.models import ReferenceItem
from planfront.members.reference import LISTS

_FLAGS = ("needs_text", "refused")
_ASKS = (("", "A person, or no one"), ("trust", "A trust"), ("estate", "An estate"))


class ReferenceItemForm(forms.ModelForm):  # type: ignore[type-arg]
    """An entry; what follows its choice are fields of their own. Other flags stay as they are."""

    list_key = forms.ChoiceField(
        label="List",
        choices=[(key, key.replace("_", " ").capitalize()) for key in LISTS],
        widget=UnfoldAdminSelectWidget(),
        help_text="Your first entry in a list replaces everything that the store ships for it.",
    )
    needs_text = forms.BooleanField(
        label="Asks for details",
        required=False,
        widget=UnfoldBooleanSwitchWidget(),
        help_text="A text field appears after the choice.",
    )
    refused = forms.BooleanField(
        label="Ends the application",
        required=False,
        widget=UnfoldBooleanSwitchWidget(),
        help_text="No one is working on it.",
    )
    asks = forms.ChoiceField(
        label="Stands for",
        choices=_ASKS,
        required=False,
        widget=UnfoldAdminSelectWidget(),
        help_text="For a beneficiary: a trust or an estate isn't a person.",
    )

    class Meta:
        model = ReferenceItem
        fields = ("list_key", "value", "name", "name_es", "order")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        flags = self.instance.flags or {}
        self.initial.update({name: flags.get(name) is True for name in _FLAGS}, asks=flags.get("asks", ""))

    def save(self, commit: bool = True) -> Any:
        other_flags = {key: value for key, value in (self.instance.flags or {}).items() if key not in (*_FLAGS, "asks")}
        on = {name: True for name in _FLAGS if self.cleaned_data[name]}
        asks = {"asks": self.cleaned_data["asks"]} if self.cleaned_data["asks"] else {}
        self.instance.flags = {**other_flags, **on, **asks}
        return super().save(commit=commit)


class ReferenceItemPage(Page):
    deletable = "A choice that forms no longer offer; applications keep what was chosen."
    form = ReferenceItemForm
    list_display = ("list_key", "value", "name", "order")
    list_filter = ("list_key",)
    search_fields = ("value", "name")
    fields = (("list_key", "value"), ("name", "name_es"), "order", ("needs_text", "refused"), "asks")


PAGES = ((ReferenceItem, ReferenceItemPage),)
