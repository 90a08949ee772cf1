"""Host names of brands: what one looks like, and which no brand may have."""

from __future__ import annotations

import re

from django.conf import settings
from django.core.exceptions import ValidationError

_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


def check(text: str) -> str:
    """The host in the form it is stored in: small letters, international names as ``xn--…``. Raises ValidationError."""
    value = text.strip().lower().rstrip(".")
    if "://" in value or "/" in value:
        raise ValidationError("Enter the host alone: no https://, no path.")
    if ":" in value:
        raise ValidationError("Enter the host without a port.")
    try:
        host = value if value.isascii() else value.encode("idna").decode()
    except UnicodeError:
        host = ""
    if not host or len(host) > 253 or not all(_LABEL.fullmatch(label) for label in host.split(".")):
        raise ValidationError("A host is made of letters, digits and hyphens, with dots between.")
    if host == settings.BACKOFFICE_HOST:
        raise ValidationError("This is the host of the back office. Choose another for the store.")
    return host
