"""Quotes and carts: what somebody told to see prices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from planfront.accounts.privacy import MEMBER
from planfront.kernel import clock
from planfront.messaging.selectors import email_hashes
from planfront.messaging.services import forget_mail
from planfront.privacy import words
from planfront.privacy.registry import Clues, Holding, Kept, Links, Person, declare
from planfront.shopping.models import (
    CartLine,
    EnrollmentGrant,
    EnrollmentWord,
    PlanAnswers,
    Quote,
    QuoteOpening,
    QuoteQuestion,
    QuoteWord,
    SentQuote,
    Stage,
    Status,
)
from planfront.shopping.sent_quotes.questions import quote_mail_keys

_OF = {"enrollment": "shopping.quote"}
_QUOTED = {"quote": "shopping.sentquote"}
_DRAFTS = words.days(settings.ENV.keep_drafts)
_SENT = words.days(settings.ENV.keep_quotes)
_LASTING = Q(status=Status.SUBMITTED) & ~Q(stage=Stage.ENDED)


def kept_enrollment(row: Quote) -> Kept | None:
    """Return the reason why a quote outlives an erasure: it was submitted, or signed."""
    if row.status == Status.DRAFT:
        signed = Quote.objects.filter(pk=row.pk, application__signatures__isnull=False).exists()
        return Kept(words.SIGNED, words.until(clock.local(row.updated_at).date())) if signed else None
    lasts = row.status == Status.SUBMITTED and row.stage != Stage.ENDED
    return words.kept_evidence(None if lasts else clock.local(row.updated_at).date())


def _keep_with_quote(row: Any, _person: Person) -> Kept | None:
    return kept_enrollment(row.enrollment)


def _find_sent_quotes(clues: Clues) -> Iterable[Any]:
    if not clues.email:
        return ()
    sent = SentQuote.objects.filter(brand=clues.brand_id, recipient_hash__in=email_hashes(clues.email))
    return sent.values_list("pk", flat=True)


def _sent_to(person: Person) -> Q:
    hashes = [email_hash for email in person.emails for email_hash in email_hashes(email)]
    return Q(brand=person.brand_id, recipient_hash__in=hashes)


def _forget_sent_quotes(rows: QuerySet[Any]) -> None:
    forget_mail(dedupe_keys=quote_mail_keys(rows.values_list("pk", "sends")))
    rows.delete()


def _same_visit(person: Person) -> Q:
    """Select carts of the person's visits without an application; one with an application may be someone else's."""
    sessions = list(person.keys.get("accounts.visitorsession", ()))
    return Q(brand=person.brand_id, session__in=sessions, application__isnull=True)


def _list_links(rows: QuerySet[Any]) -> Links:
    """Yield visits of the person, not those of a rep or group administrator who filled in the quote."""
    own = rows.filter(Q(session__user=None) | Q(session__user__role=MEMBER), agent=None)
    yield "accounts.visitorsession", own.values_list("session_id", flat=True)
    yield "members.member", rows.values_list("member_id", flat=True)


def _seal_quotes(rows: QuerySet[Any]) -> None:
    """Remove birthday, income and visit from kept rows; the signed application has them, sealed."""
    rows.update(session=None, income=None, hours=None, referral="")
    rows.exclude(_LASTING).update(member=None)
    for row in rows:
        first = row.dob.replace(month=1, day=1)
        spouse = row.spouse_dob and row.spouse_dob.replace(month=1, day=1)
        Quote.objects.filter(pk=row.pk).update(dob=first, spouse_dob=spouse)


def _links_to_opened_quotes(rows: QuerySet[Any]) -> Links:
    yield "shopping.quote", rows.filter(enrollment__application=None).values_list("enrollment_id", flat=True)


def _describe_sent_quote(row: SentQuote) -> str:
    return f"{row.recipient_name}, {clock.show_day(row.sent_at)}"


declare(
    Holding(QuoteWord, _("Search words for quotes"), _SENT, of=_QUOTED, hidden=frozenset({"token"})),
    Holding(QuoteQuestion, _("Questions about quotes"), _SENT, of=_QUOTED),
    Holding(QuoteOpening, _("Opened quotes"), _SENT, of={**_QUOTED, **_OF}, links=_links_to_opened_quotes),
    Holding(
        SentQuote,
        _("Quotes by email"),
        _SENT,
        of=_OF,
        find=_sent_to,
        erase=_forget_sent_quotes,
        search=_find_sent_quotes,
        emails=lambda row: [row.recipient_email],
        describe=_describe_sent_quote,
        hidden=frozenset({"token", "sends"}),
    ),
    Holding(EnrollmentWord, _("Search words for enrollments"), _DRAFTS, of=_OF),
    Holding(EnrollmentGrant, _("Visits that can open it"), _DRAFTS, of=_OF),
    Holding(
        PlanAnswers,
        _("Answers to plans' questions"),
        words.days(settings.ENV.keep_health),
        of=_OF,
        erase=lambda rows: rows.update(answers=""),
    ),
    Holding(CartLine, _("Cart"), _DRAFTS, of=_OF, kept=_keep_with_quote),
    Holding(
        Quote,
        _("Quote or enrollment"),
        _DRAFTS,
        of={"member": "members.member"},
        find=_same_visit,
        links=_list_links,
        kept=lambda row, _person: kept_enrollment(row),
        seal=_seal_quotes,
        in_force=lambda rows: rows.filter(_LASTING).exists(),
        hidden=frozenset({"public_id", "version", "listed"}),
    ),
)
