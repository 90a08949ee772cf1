"""Staff change their own password: the same rules, limits and ends of sessions as in the store."""

from __future__ import annotations

from typing import Any, cast

from django.contrib.auth.views import PasswordChangeView
from django.core.exceptions import ValidationError
from unfold.forms import AdminOwnPasswordChangeForm

from planfront.accounts import passwords
from planfront.accounts.models import User
from planfront.backoffice.lists.base import origin_of_staff
from planfront.brands.models import Brand
from planfront.kernel.errors import FieldErrors, TooManyRequests
from planfront.people.services import change_password


class OwnPasswordForm(AdminOwnPasswordChangeForm):  # type: ignore[misc]
    """``brand``: whose words make no password, and who tells the person by mail."""

    def __init__(self, *arguments: Any, origin: Any, brand: Brand, **named: Any) -> None:
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
            passwords.check_password(typed, user, store=(self._brand.name, self._brand.key))
        except FieldErrors as error:
            self.add_error(password_field_name, str(error.errors[0].error_message))

    def save(self, commit: bool = True) -> User:
        """All other sessions end, here and in the store; it is on record, and told by mail."""
        user = cast(User, self.user)
        typed = self.cleaned_data["new_password1"]
        change_password(brand=self._brand, user=user, session=None, new_password=typed, origin=self._origin)
        return user


class OwnPasswordView(PasswordChangeView):
    form_class = OwnPasswordForm

    def get_form_kwargs(self) -> dict[str, Any]:
        request = cast(Any, self.request)
        return {**super().get_form_kwargs(), "origin": origin_of_staff(request), "brand": request.brand}
