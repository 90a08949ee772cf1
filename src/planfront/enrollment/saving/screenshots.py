"""Masked pictures of finished steps."""

from __future__ import annotations

import base64
import hashlib
import unicodedata
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.enrollment.application import store
from planfront.enrollment.forms import pictures
from planfront.enrollment.models import Application, Screenshot, State
from planfront.kernel import clock
from planfront.kernel.errors import Conflict, FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.parse import NAME_MARKS

if TYPE_CHECKING:
    from planfront.shopping.models import Quote

MOST = 60
_LENGTH, _MARKS = 80, f"_{NAME_MARKS}"
# A picture of the billing page could show an account number.
_NEVER = ("billing", "payment", "card", "bank")


@transaction.atomic
def save_screenshot(*, quote: Quote, name: str, image: str) -> None:
    """Keep a step's picture, decoded and encoded again, sealed. A later one of the same name replaces it."""
    if not _is_name(name):
        raise FieldErrors.single("name", texts.NOT_VALID)
    if name.lower().startswith(_NEVER):
        raise FieldErrors.single("name", _("We don't keep an image of this page."))
    try:
        png = pictures.encode(pictures.decode(image))
    except pictures.PictureError as error:
        raise FieldErrors.single("image", error.message) from None
    application = _application(quote)
    rows = Screenshot.objects.filter(application=application)
    row = rows.filter(name=name).first() or Screenshot(application=application, name=name)
    if row.at is not None and application.state != State.DRAFT:
        return  # what was on the screen before the submission stays as it is
    if row.at is None and rows.count() >= MOST:
        raise FieldErrors.single("image", _("Too many pictures."))
    row.image, row.sha256, row.at = base64.b64encode(png).decode(), hashlib.sha256(png).hexdigest(), clock.now()
    row.save()


def _is_name(name: str) -> bool:
    """A step's name, and of a dependent the first name behind it: ``dependent_info_addMía``."""
    signs = (unicodedata.category(ch)[0] in "LMN" or ch in _MARKS for ch in name)
    return name[:1].isascii() and name[:1].isalpha() and len(name) <= _LENGTH and all(signs)


def _application(quote: Quote) -> Application:
    """The locked application. The picture of the last step comes when it is submitted already."""
    try:
        return store.lock_draft(quote)[1].application
    except Conflict:
        return store.lock_application(quote)
