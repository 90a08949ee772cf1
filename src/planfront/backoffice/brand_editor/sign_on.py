"""Single sign-on by brand: the provider, the store's client there, and whom it may sign in."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminPasswordWidget,
    UnfoldAdminURLInputWidget,
)

from planfront.accounts.models import Role, SingleSignOn
from planfront.accounts.single_sign_on import oidc
from planfront.backoffice.lists.base import Page, column, list_action
from planfront.kernel.outgoing import calls as outgoing
from planfront.kernel.outgoing import http as outgoing_http

_PRIVATE = (
    "%s is an address of a private network or of this machine; the store calls public ones only. If the provider is "
    "meant to be there, ask the operator of this installation to name the host in OUTGOING_PRIVATE_HOSTS."
)


def _forbidden_host(typed: str) -> str:
    """Return the host of a typed address that may not be called; "" for any other. It looks up the name, so call it
    before the form's transaction begins."""
    try:
        issuer = str(forms.URLField(assume_scheme="https").clean(typed))
    except forms.ValidationError:
        return ""
    if not outgoing_http.is_safe(issuer):
        return ""
    try:
        outgoing.attempt(lambda: outgoing_http.check(issuer), peer="names of providers")
    except outgoing_http.Forbidden as error:
        return error.host
    except outgoing.Unanswered:
        return ""
    return ""


class SignOnForm(forms.ModelForm):  # type: ignore[type-arg]
    """The secret is written and never shown: an empty field keeps it."""

    forbidden_host = ""
    issuer = forms.URLField(
        assume_scheme="https",
        widget=UnfoldAdminURLInputWidget,
        help_text="The issuer's address, exactly as the provider gives it. We read its settings from there.",
    )
    new_secret = forms.CharField(
        label="Client secret",
        required=False,
        max_length=400,
        widget=UnfoldAdminPasswordWidget,
        help_text="Leave empty to keep the current one.",
    )
    roles = forms.MultipleChoiceField(
        choices=[(role.value, role.label) for role in Role],
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        label="May sign in",
    )

    class Meta:
        model = SingleSignOn
        fields = ("brand", "active", "name", "issuer", "client_id", "new_secret", "roles", "email_domains")

    def clean_issuer(self) -> str:
        issuer = str(self.cleaned_data["issuer"]).strip()
        if not outgoing_http.is_safe(issuer):
            raise forms.ValidationError("The address must start with https and can't include a name or password.")
        if self.forbidden_host:
            raise forms.ValidationError(_PRIVATE % self.forbidden_host)
        return issuer

    def save(self, commit: bool = True) -> Any:
        if self.cleaned_data.get("new_secret"):
            self.instance.client_secret = self.cleaned_data["new_secret"]
        return super().save(commit)


class SignOnPage(Page):
    form = SignOnForm
    brand_path = "brand"
    list_display = ("name", "brand", "issuer", "accounts", "active")
    list_filter = ("active", "brand")
    list_select_related = ("brand",)
    search_fields = ("name", "issuer")
    ordering = ("name",)
    actions = ("ask_provider",)

    def changeform_view(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        if request.method == "POST":
            request.forbidden_host = _forbidden_host(request.POST.get("issuer", ""))  # type: ignore[attr-defined]
        return cast(HttpResponse, super().changeform_view(request, *arguments, **named))

    def get_form(self, request: HttpRequest, *arguments: Any, **named: Any) -> Any:
        form = super().get_form(request, *arguments, **named)
        form.forbidden_host = getattr(request, "forbidden_host", "")
        return form

    @column("May sign in")
    def accounts(self, row: SingleSignOn) -> str:
        return ", ".join(Role(role).label for role in row.roles)

    @list_action("Check the provider's settings", permissions=["change"])
    def ask_provider(self, request: HttpRequest, rows: Any) -> None:
        """Check that each provider answers and names itself as configured."""
        for row in rows:
            try:
                oidc.discover(row.issuer)
            except oidc.Unreachable:
                messages.error(request, f"{row} can't be reached, or its settings name another issuer.")
            else:
                messages.success(request, f"{row} is working.")


PAGES = ((SingleSignOn, SignOnPage),)
