"""Mail to people, and who wants none."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from planfront.messaging.models import OutboundEmail, Suppression
from planfront.messaging.pruning import RECEIPTS
from planfront.messaging.selectors import email_hashes
from planfront.privacy import words
from planfront.privacy.registry import Holding, Kept, Links, Person, declare

_READABLE = (*RECEIPTS, "quote")
"""Kinds whose text may be handed over: the others bear codes and links that open things."""


def mails_about(rows: QuerySet[Any], *prefixes: str) -> Links:
    """Yield the mails that report these rows: their keys begin with a prefix and the row's key."""
    about = Q(pk__in=())
    for key in rows.values_list("pk", flat=True):
        for prefix in prefixes:
            about |= Q(dedupe_key__startswith=f"{prefix}:{key}")
    yield "messaging.outboundemail", OutboundEmail.objects.filter(about).values_list("pk", flat=True)


def _mails(person: Person) -> Q:
    theirs = Q(pk__in=())
    for email in person.emails:
        theirs |= Q(brand=person.brand_id, to__iexact=email)
    return theirs


def _suppressions(person: Person) -> Q:
    hashes = [email_hash for email in person.emails for email_hash in email_hashes(email)]
    return Q(brand=person.brand_id, email_hash__in=hashes)


def _stays(_row: Any, _person: Person) -> Kept:
    return Kept(_("So that no advertising goes to the address. Only a keyed hash of it is kept."))


def _mail(mail: Any) -> dict[str, Any]:
    facts = {"kind": mail.kind, "to": mail.to, "subject": mail.subject, "at": mail.created_at, "status": mail.status}
    return {**facts, "text": mail.text} if mail.kind in _READABLE else facts


declare(
    Holding(
        OutboundEmail,
        _("Emails"),
        words.days(settings.ENV.keep_mails),
        find=_mails,
        show=_mail,
    ),
    Holding(
        Suppression,
        _("Opted out of advertising"),
        _("No time limit."),
        find=_suppressions,
        kept=_stays,
        seal=lambda rows: rows.update(email=""),
        hidden=frozenset({"email_hash"}),
    ),
)
