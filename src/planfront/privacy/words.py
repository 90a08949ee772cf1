"""Reasons and periods that several rooms give, in words for the person who asks."""

from __future__ import annotations

from datetime import date, timedelta

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from planfront.privacy.registry import Kept, Text

IN_FORCE = _(
    "It belongs to coverage that is in force or awaiting a decision. We keep it for that time and ten years after."
)
ENDED = _("It proves coverage that has ended. Insurance law requires us to keep it for years.")
SIGNED = _("It was signed. The signature is kept as evidence.")
RECEIPT = _("Receipt")
WITH_APPLICATION = _("As long as the application it belongs to.")


def days(number: int) -> Text:
    """Say for how many days rows stay without a request."""
    return ngettext_lazy("%(days)s day", "%(days)s days", number) % {"days": number}


def until(ended: date | None) -> date | None:
    """Return the day on which evidence of something that ended may go (KEEP_EVIDENCE_DAYS)."""
    return ended and ended + timedelta(days=settings.ENV.keep_evidence)


def kept_evidence(ended: date | None) -> Kept:
    return Kept(ENDED, until(ended)) if ended else Kept(IN_FORCE)
