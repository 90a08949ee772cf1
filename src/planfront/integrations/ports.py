"""Which adapter answers for an outside service.

``settings.ADAPTERS`` may map a port's name to the dotted path of a replacement; without an entry the embedded one
answers, offline. Every adapter that leaves the process keeps to ``TIMEOUT`` and raises ``Unavailable`` past it, so a
slow service costs a visitor three seconds and a clear message, never their input.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from planfront.kernel.errors import AppError

TIMEOUT = 3.0

EMBEDDED = {
    "zip": "planfront.integrations.zips.embedded",
    "phone": "planfront.integrations.phones.embedded",
    "email": "planfront.integrations.emails.embedded",
    "address": "planfront.integrations.addresses.embedded",
    "bank": "planfront.integrations.banks.embedded",
    "card": "planfront.integrations.cards.EmbeddedGateway",
}


class Unavailable(AppError):
    """An outside service did not answer in time. What the caller entered is kept."""

    status = 503
    default = _("This check isn't available right now. Please try again in a moment.")


def adapter(port: str) -> Any:
    """The callable (or class) that answers for ``port``. KeyError for an unknown port."""
    replaced: dict[str, str] = getattr(settings, "ADAPTERS", {})
    return import_string(replaced.get(port, EMBEDDED[port]))
