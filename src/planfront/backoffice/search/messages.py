"""Mails and letters."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.db.models.functions import Upper
from django.urls import reverse

from planfront.backoffice.search.hits import Action, Hit, Source
from planfront.backoffice.search.query import SearchQuery
from planfront.kernel import clock
from planfront.letters.models import Letter
from planfront.members.models import Member
from planfront.members.name_search import members_called
from planfront.messaging.models import OutboundEmail


def _addressees(query: SearchQuery) -> Any:
    return Member.objects.filter(members_called(query.name)).order_by()


def _mails(query: SearchQuery) -> Q | None:
    if query.email:
        return Q(to__iexact=query.email)
    if not query.name:
        return None
    addresses = _addressees(query).annotate(address=Upper("email")).values("address")
    sent = OutboundEmail.objects.alias(address=Upper("to")).filter(address__in=addresses)
    return Q(pk__in=sent.order_by().values("pk"))


def _mail(row: Any) -> Hit:
    return Hit(
        OutboundEmail,
        row.pk,
        row.subject,
        f"Email to {row.to}",
        clock.show_day(row.created_at),
        row.get_status_display(),
    )


def _letters(query: SearchQuery) -> Q | None:
    if query.email:
        return Q(member__email__in={query.text, query.text.lower()})
    return Q(member__in=_addressees(query).values("pk")) if query.name else None


def _letter(row: Any) -> Hit:
    to = f"Letter to {row.member.name}" if row.member else "Letter"
    way = "Email" if row.mailed else "Paper"
    pdf = Action("PDF", reverse("admin:letter_pdf", args=[row.pk]), Letter)
    return Hit(Letter, row.pk, row.subject, to, clock.show_day(row.created_at), way, actions=(pdf,))


MAILS = Source(OutboundEmail, _mails, _mail, ("-created_at",), deferred=("html", "text", "document", "unsubscribe"))
LETTERS = Source(
    Letter, _letters, _letter, ("-created_at", "pk"), related=("member",), deferred=("recipient", "document")
)
