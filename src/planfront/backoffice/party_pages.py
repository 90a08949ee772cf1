"""Reps, groups, portals, members, accounts. Lists show nothing sensitive."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest

from planfront.accounts.models import User
from planfront.backoffice.account_actions import Invites, SecondFactorReset
from planfront.backoffice.base import Page, origin_of_staff, rows
from planfront.backoffice.finding import PrivateSearch
from planfront.brands.paths import RESERVED
from planfront.members.models import Coverage, Member, ReferenceItem
from planfront.producers.models import Agent, License, Referral
from planfront.sponsors.models import AgentGroup, Group, Portal
from planfront.sponsors.services import enroller_code_set


class _LandingForm(forms.ModelForm):  # type: ignore[type-arg]
    """Codes in upper case; a landing URL that no page of the store uses."""

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).strip().upper()

    def clean_landing_url(self) -> str | None:
        value = str(self.cleaned_data.get("landing_url") or "").strip().lower()
        if value in {name.lower() for name in RESERVED}:
            raise forms.ValidationError("A page of the store has this address.")
        return value or None


class AgentForm(_LandingForm):
    class Meta:
        model = Agent
        fields = (
            "code", "first_name", "middle_name", "last_name", "email", "phone", "landing_url", "tagline", "bio",
            "image", "image_link", "banner_image", "logo", "brands", "user", "active",
        )  # fmt: skip


class GroupForm(_LandingForm):
    enroller_code = forms.CharField(
        required=False, help_text="Type a new code to require it. Only its hash is kept.", max_length=40
    )

    class Meta:
        model = Group
        fields = (
            "code", "name", "landing_url", "tagline", "about", "phone", "email", "address1", "address2", "city",
            "state", "zip", "sic", "eligible_employees", "participation", "logo", "image", "image_link", "banner_image",
            "brands", "portals",
            "requires_enroller_code", "flags", "user", "active",
        )  # fmt: skip


class AgentPage(Invites, Page):
    form = AgentForm
    list_display = ("code", "first_name", "last_name", "landing_url", "active")
    list_filter = ("brands", "active")
    search_fields = ("code", "first_name", "last_name")
    raw_id_fields = ("user",)
    filter_horizontal = ("brands",)
    inlines = (rows(License), rows(Referral))


class GroupPage(Invites, Page):
    form = GroupForm
    list_display = ("code", "name", "landing_url", "requires_enroller_code", "active")
    list_filter = ("brands", "active")
    search_fields = ("code", "name")
    raw_id_fields = ("user",)
    filter_horizontal = ("brands", "portals")
    inlines = (rows(AgentGroup, autocomplete_fields=("agent",)),)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if form.cleaned_data.get("enroller_code"):
            enroller_code_set(group=obj, code=form.cleaned_data["enroller_code"], origin=origin_of_staff(request))


class PortalPage(Page):
    list_display = ("name", "code", "order", "open_to_all", "active")
    list_filter = ("brands",)
    filter_horizontal = ("brands", "agents")


class MemberForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Member
        fields = (
            "brand", "group", "agent", "portal", "first_name", "middle_name", "last_name", "birth_date", "gender",
            "email", "phone", "address1", "address2", "city", "state", "zip", "county", "marital_status", "is_smoker",
            "user", "active",
        )  # fmt: skip


class MemberPage(Invites, PrivateSearch):
    form = MemberForm
    list_display = ("id", "first_name", "last_name", "brand", "group", "active")
    list_filter = ("brand", "active")
    list_select_related = ("brand", "group")
    search_fields = ("=id", "last_name", "first_name")
    find_by = "Find by number or name"
    autocomplete_fields = ("group", "agent")
    raw_id_fields = ("user",)
    inlines = (rows(Coverage),)


class ReferenceItemPage(Page):
    list_display = ("list_key", "value", "name", "order")
    list_filter = ("list_key",)


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
    (Agent, AgentPage),
    (Group, GroupPage),
    (Portal, PortalPage),
    (Member, MemberPage),
    (ReferenceItem, ReferenceItemPage),
    (User, UserPage),
)
