"""Accounts, and the lists that forms about people offer."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest

from planfront.accounts.models import User
from planfront.backoffice.account_actions import Invites, SecondFactorReset
from planfront.backoffice.base import Page
from planfront.backoffice.finding import PrivateSearch
from planfront.members.models import ReferenceItem


class ReferenceItemPage(Page):
    list_display = ("list_key", "value", "name", "order")
    list_filter = ("list_key",)
    search_fields = ("value", "name")


class UserForm(forms.ModelForm):  # type: ignore[type-arg]
    new_password = forms.CharField(required=False, max_length=256, widget=forms.PasswordInput)

    class Meta:
        model = User
        fields = ("email", "name", "role", "is_active", "is_staff", "is_superuser")

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).strip().lower()

    def clean_new_password(self) -> str:
        typed = str(self.cleaned_data.get("new_password") or "")
        if typed:
            validate_password(typed, self.instance)
        return typed


class UserPage(Invites, SecondFactorReset, PrivateSearch):
    form = UserForm
    list_display = ("email", "name", "role", "is_active", "is_staff")
    list_filter = ("role", "is_active")
    search_fields = ("email", "name")
    find_by = "Find by e-mail address or name"
    actions = ("invite_to_sign_in", "turn_off_second_factor")

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if form.cleaned_data.get("new_password"):
            obj.set_password(form.cleaned_data["new_password"])
        elif not change:
            obj.set_unusable_password()
        super().save_model(request, obj, form, change)


PAGES = (
    (ReferenceItem, ReferenceItemPage),
    (User, UserPage),
)
