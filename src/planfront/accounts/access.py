"""The signed-in person, or nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

from planfront.accounts.selectors import user_by_id
from planfront.kernel.errors import FieldErrors, Unauthorized
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.text import texts
from planfront.kernel.text.folding import fold_text

if TYPE_CHECKING:
    from planfront.accounts.models import User
    from planfront.brands.models import Brand

_SIGN_IN = _("Please sign in first.")


def access_own_account(request: ApiRequest) -> User:
    """Return the account of the signed-in person. Raises Unauthorized for visitors."""
    user = user_by_id(request.actor.user_id)
    if user is None:
        raise Unauthorized(_SIGN_IN)
    return user


def brand_of(request: ApiRequest) -> Brand:
    """Return the host's brand; API requests carry the row itself."""
    return cast("Brand", request.brand)


def checked_email(email: str) -> str:
    """Return the address, folded. Raises FieldErrors on "email"."""
    result = fold_text(email)
    try:
        validate_email(result)
    except ValidationError:
        raise FieldErrors.single("email", texts.EMAIL if result else texts.REQUIRED) from None
    return result
