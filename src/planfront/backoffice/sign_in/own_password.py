"""Staff change their own password, or choose one by a mailed link: the same rules, limits and ends of sessions as in
the store."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.views import PasswordChangeView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from unfold.forms import AdminOwnPasswordChangeForm
from unfold.widgets import BASE_INPUT_CLASSES

from planfront.accounts import passwords
from planfront.accounts.mailtokens import PASSWORD, look_up
from planfront.accounts.models import User
from planfront.accounts.sign_in_by_mail.services import change_password, reset_password_by_link, store_words
from planfront.audit.services import Origin
from planfront.backoffice.directory.account_actions import brand_of_staff
from planfront.backoffice.lists.base import origin_of_staff
from planfront.brands.models import Brand
from planfront.brands.selectors import by_id
from planfront.kernel.errors import FieldErrors, NotFound, TooManyRequests
from planfront.kernel.http.request import client_ip


class OwnPasswordForm(AdminOwnPasswordChangeForm):  # type: ignore[misc]
    """``brand``: whose words make no password, and who tells the person by mail."""

    def __init__(self, *arguments: Any, origin: Any, brand: Brand | None, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._origin, self._brand = origin, brand

    def clean_old_password(self) -> str:
        typed = str(self.cleaned_data["old_password"])
        try:
            passwords.confirm_password(user=cast(User, self.user), password=typed, origin=self._origin)
        except FieldErrors as error:
            raise ValidationError(str(error.errors[0].error_message), code="password_incorrect") from None
        except TooManyRequests as error:
            raise ValidationError(str(error.message), code="slowed") from None
        return typed

    def validate_password_for_user(self, user: Any, password_field_name: str = "new_password2") -> None:  # noqa: S107
        typed = str(self.cleaned_data.get(password_field_name) or "")
        if not typed:
            return
        try:
            passwords.check_password(typed, user, store=store_words(self._brand))
        except FieldErrors as error:
            self.add_error(password_field_name, str(error.errors[0].error_message))

    def save(self, commit: bool = True) -> User:
        """Save the password and end all other sessions, here and in the store. The person is notified by email."""
        user = cast(User, self.user)
        typed = self.cleaned_data["new_password1"]
        change_password(brand=self._brand, user=user, session=None, new_password=typed, origin=self._origin)
        return user


class OwnPasswordView(PasswordChangeView):
    form_class = OwnPasswordForm

    def get_form_kwargs(self) -> dict[str, Any]:
        request = cast(Any, self.request)
        brand = getattr(request, "brand", None) or brand_of_staff(request.user)
        return {**super().get_form_kwargs(), "origin": origin_of_staff(request), "brand": brand}


def _typed_password() -> forms.PasswordInput:
    return forms.PasswordInput(attrs={"autocomplete": "new-password", "class": " ".join(BASE_INPUT_CLASSES)})


class NewPasswordForm(forms.Form):
    """``secret`` comes from behind the # of the link: the page's script puts it there."""

    secret = forms.CharField(required=False, max_length=100, widget=forms.HiddenInput)
    password = forms.CharField(label="New password", max_length=128, strip=False, widget=_typed_password())
    again = forms.CharField(label="New password again", max_length=128, strip=False, widget=_typed_password())

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "password" in data and "again" in data and data["password"] != data["again"]:
            self.add_error("again", "The two passwords are different.")
        return data


@never_cache
def new_password(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Let a member of staff choose a password by a link that was mailed to them."""
    form = NewPasswordForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        secret, password = form.cleaned_data["secret"], form.cleaned_data["password"]
        origin = Origin(kind="visitor", ip=client_ip(request))
        try:
            mailed_by = by_id(look_up(secret=secret, brand_id=None, purposes=PASSWORD).brand_id)
            reset_password_by_link(brand=mailed_by, secret=secret, password=password, origin=origin)
        except FieldErrors as error:
            form.add_error("password", str(error.errors[0].error_message))
        except NotFound as error:
            form.add_error(None, str(error.message))
        else:
            messages.success(request, "Your password is set. Sign in with it.")
            return HttpResponseRedirect(reverse("admin:login"))
    return render(request, "backoffice/new_password.html", {**context, "form": form, "title": "Choose a password"})
