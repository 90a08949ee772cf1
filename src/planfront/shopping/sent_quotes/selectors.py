"""Search of the quotes that a rep or a group sent: by outcome, by recipient."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from planfront.kernel import clock
from planfront.kernel.http.paging import Page, Search, WordSearch, cut_matches, match_keys
from planfront.kernel.security.crypto import blind_index, blind_indexes
from planfront.kernel.text.words import list_beginnings, search_words, words_of
from planfront.messaging.selectors import email_hashes
from planfront.shopping.models import Quote, QuoteOutcome, QuoteQuestion, QuoteWord, SentQuote, Status
from planfront.shopping.worklists.owner import Owner

LIFE = timedelta(days=30)
"""The time in which a quote can be opened."""
EXPIRED, ENROLLED = "expired", QuoteOutcome.ENROLLED.value
WAITING = "waiting"
"""Chooses the quotes with an unanswered question."""
_WORDS = "shopping.quote.word"
_ORDER = {True: ("-sent_at", "-id"), False: ("sent_at", "id")}


def outcome_of(row: SentQuote) -> str:
    """Return the outcome of a quote. Without an enrollment it is expired after its last day."""
    return _outcome_today(row.outcome, row.expires_at)


def _outcome_today(outcome: str, expires_at: datetime) -> str:
    over = outcome != QuoteOutcome.ENROLLED and expires_at <= clock.now()
    return EXPIRED if over else outcome


def quote_page(owner: Owner, search: Search, only: UUID | None = None) -> Page[SentQuote]:
    """Return one page of quotes, or one quote ``only``, in a constant number of queries."""
    rows = cut_matches(_ordered_quotes(owner, search, only), search, _word_search(owner, search))
    return Page(tuple(load_quotes(rows.keys)), rows)


def quote_keys(owner: Owner, search: Search, only: UUID | None = None) -> Iterator[UUID]:
    """Yield the keys of all quotes that a search finds, in its order."""
    return match_keys(_ordered_quotes(owner, search, only), search, _word_search(owner, search))


def load_quotes(keys: Iterable[UUID]) -> list[SentQuote]:
    """Return quotes in the order of their keys, with the carts they were sent from."""
    keys = list(keys)
    by_key = SentQuote.objects.select_related("enrollment").in_bulk(keys)
    return [by_key[key] for key in keys if key in by_key]


def quotes_to(owner: Owner, email: str) -> QuerySet[SentQuote]:
    """Return all quotes that went to an address, newest first."""
    rows = SentQuote.objects.filter(brand_id=owner.brand_id, recipient_hash__in=email_hashes(email), **owner.columns())
    return rows.order_by(*_ORDER[True])


def quotes_from(carts: Iterable[UUID]) -> list[SentQuote]:
    """Return the quotes that were sent from some carts, newest first. One query."""
    return list(SentQuote.objects.filter(enrollment__in=carts).order_by(*_ORDER[True]))


def cart_behind(row: SentQuote) -> Quote | None:
    """Return the cart that a quote was sent from, while its sender can still change it."""
    cart = row.enrollment
    if cart is None or cart.status != Status.DRAFT or cart.handed_over_at is not None:
        return None
    return cart if cart.expires_at > clock.now() else None


def recipient_names(enrollments: Iterable[UUID]) -> dict[UUID, str]:
    """Return the recipient of the latest quote of each cart, by the cart's id."""
    rows = SentQuote.objects.filter(enrollment__in=list(enrollments)).order_by("sent_at")
    latest = {row.enrollment_id: row.recipient_name for row in rows.only("enrollment", "recipient_name")}
    return {quote_id: name for quote_id, name in latest.items() if quote_id is not None}


def newer_quote(row: SentQuote) -> SentQuote | None:
    """Return the latest quote of the same sender to the same address after this one."""
    rows = SentQuote.objects.filter(brand=row.brand_id, agent=row.agent_id, group=row.group_id, sent_at__gt=row.sent_at)
    return rows.filter(recipient_hash__in=email_hashes(row.recipient_email)).order_by("sent_at").last()


def question_counts(quotes: Iterable[UUID]) -> dict[UUID, tuple[int, int]]:
    """Return the number of questions, and of those that wait for an answer, by quote."""
    rows = QuoteQuestion.objects.filter(quote__in=list(quotes)).order_by().values_list("quote_id")
    counted = rows.annotate(Count("pk"), waiting=Count("pk", filter=Q(answered_at=None)))
    return {quote_id: (count, waiting) for quote_id, count, waiting in counted}


def quote_of(owner: Owner, quote_id: UUID) -> SentQuote | None:
    return SentQuote.objects.filter(pk=quote_id, brand_id=owner.brand_id, **owner.columns()).first()


def quotes_of(owner: Owner, quote_ids: Iterable[UUID]) -> list[SentQuote]:
    """Return those of some quotes that the owner sent, oldest first."""
    rows = SentQuote.objects.filter(pk__in=set(quote_ids), brand_id=owner.brand_id, **owner.columns())
    return list(rows.order_by("sent_at", "id"))


def outcomes_since(owner: Owner, since: datetime) -> list[tuple[datetime, str]]:
    """Return the time of sending and the outcome of each quote."""
    rows = SentQuote.objects.filter(brand_id=owner.brand_id, sent_at__gte=since, **owner.columns()).order_by()
    result = rows.values_list("sent_at", "outcome", "expires_at")
    return [(sent_at, _outcome_today(outcome, expires_at)) for sent_at, outcome, expires_at in result]


def _ordered_quotes(owner: Owner, search: Search, only: UUID | None) -> QuerySet[SentQuote]:
    """Return quotes by ``chosen`` (a QuoteOutcome, "expired" or "waiting") in the order of sending."""
    rows = _listed_quotes(owner, search.chosen).order_by(*_ORDER[search.newest])
    if only is not None:
        rows = rows.filter(pk=only)
    return rows.filter(sent_at__gte=search.since) if search.since else rows


def _word_search(owner: Owner, search: Search) -> WordSearch:
    """Return the search by words that must begin one of the recipient's name or address. Words of one letter are left
    out."""
    fitting = partial(_fitting_keys, owner, search)
    return WordSearch(search_words(search.text), partial(_named_quotes, owner), "quote_id", fitting)


def _named_quotes(owner: Owner, word: str) -> QuerySet[QuoteWord]:
    return QuoteWord.objects.filter(token__in=blind_indexes(_owner_word(owner, word), _WORDS))


def _listed_quotes(owner: Owner, outcome: str) -> QuerySet[SentQuote]:
    rows, limit = SentQuote.objects.filter(brand_id=owner.brand_id, **owner.columns()), clock.now() - LIFE
    if outcome == WAITING:
        return rows.filter(pk__in=_with_waiting_question())
    if outcome == EXPIRED:
        return rows.exclude(outcome=QuoteOutcome.ENROLLED).filter(sent_at__lte=limit)
    if outcome:
        rows = rows.filter(outcome=outcome)
        return rows if outcome == QuoteOutcome.ENROLLED else rows.filter(sent_at__gt=limit)
    return rows


def _with_waiting_question() -> QuerySet[QuoteQuestion, Any]:
    return QuoteQuestion.objects.filter(answered_at=None).order_by().values("quote")


def _fitting_keys(owner: Owner, search: Search, keys: set[UUID]) -> Iterator[tuple[datetime, UUID]]:
    rows, outcome = SentQuote.objects.filter(pk__in=keys), search.chosen
    if search.since:
        rows = rows.filter(sent_at__gte=search.since)
    if outcome == WAITING:
        rows, outcome = rows.filter(pk__in=_with_waiting_question()), ""
    for sent, key, brand, stored, expires in rows.values_list("sent_at", "id", "brand_id", "outcome", "expires_at"):
        if brand == owner.brand_id and outcome in ("", _outcome_today(stored, expires)):
            yield sent, key


def write_recipient_words(row: SentQuote) -> None:
    """Replace the words by which a quote is found."""
    owner = Owner(row.brand_id, row.agent_id, row.group_id)
    words = [*words_of(row.recipient_name), *words_of(row.recipient_email)]
    tokens = {blind_index(_owner_word(owner, word), _WORDS) for word in list_beginnings(words)}
    present = set(QuoteWord.objects.filter(quote=row).values_list("token", flat=True))
    QuoteWord.objects.filter(quote=row, token__in=present - tokens).delete()
    QuoteWord.objects.bulk_create(QuoteWord(quote=row, token=token) for token in sorted(tokens - present))


def renew_quote_word(word: QuoteWord) -> bool:
    """Write all words of a word's quote with the current key."""
    if QuoteWord.objects.filter(pk=word.pk).exists():
        write_recipient_words(word.quote)
    return True


def _owner_word(owner: Owner, word: str) -> str:
    """Return the beginning of a word for one sender, so that quotes of others aren't found."""
    return f"{owner.brand_id}:{owner.agent_id}:{owner.group_id}:{word}"
