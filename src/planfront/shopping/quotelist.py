"""Finding the quotes that a rep or a group sent, however many there are: by what became of them, by recipient."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from planfront.kernel import clock
from planfront.kernel.crypto import blind_index
from planfront.kernel.paging import Cut, Page, cut, cut_list, cut_uncounted, few_keys
from planfront.kernel.words import words_of
from planfront.shopping.desks import Owner
from planfront.shopping.models import QuoteOutcome, QuoteWord, SentQuote

LIFE = timedelta(days=30)
"""How long a quote can be opened."""
EXPIRED = "expired"
_SHORTEST, _LONGEST = 2, 12


@dataclass(frozen=True)
class Search:
    """``outcome`` is one of QuoteOutcome, "expired", or "" for all. Every word of ``text`` must begin a word of the
    recipient's name or address; words of one letter are left out. ``newest`` sent first."""

    outcome: str = ""
    text: str = ""
    newest: bool = True
    page: int = 1
    per_page: int = 10


def outcome_of(row: SentQuote) -> str:
    """What became of a quote: one that nobody enrolled with is expired after its last day."""
    return _outcome(row.outcome, row.expires_at)


def _outcome(outcome: str, expires_at: datetime) -> str:
    over = outcome != QuoteOutcome.ENROLLED and expires_at <= clock.now()
    return EXPIRED if over else outcome


def quote_page(owner: Owner, search: Search) -> Page[SentQuote]:
    """Rows of one page, in a constant number of queries."""
    found = _find(owner, search)
    by_key = SentQuote.objects.in_bulk(list(found.keys))
    return Page(tuple(by_key[key] for key in found.keys if key in by_key), found)


def quote_of(owner: Owner, quote_id: UUID) -> SentQuote | None:
    return SentQuote.objects.filter(pk=quote_id, brand_id=owner.brand_id, **owner.columns()).first()


def _find(owner: Owner, search: Search) -> Cut:
    found = _listed(owner, search.outcome).order_by(*(("-sent_at", "-id") if search.newest else ("sent_at", "id")))
    if not search.text.strip():
        return cut(found, search.page, search.per_page)
    words = [word for word in words_of(search.text) if len(word) >= _SHORTEST]
    if not words:
        return cut_list([], 1, search.per_page)
    named = [QuoteWord.objects.filter(token=_token(owner, word[:_LONGEST])) for word in words]
    few = few_keys(named, "quote_id")
    if few is None:
        for rows in named:
            found = found.filter(Exists(rows.filter(quote=OuterRef("pk"))))
        return cut_uncounted(found, search.page, search.per_page)
    return cut_list(_sorted(owner, few, search), search.page, search.per_page)


def _listed(owner: Owner, outcome: str) -> QuerySet[SentQuote]:
    rows, limit = SentQuote.objects.filter(brand_id=owner.brand_id, **owner.columns()), clock.now() - LIFE
    if outcome == EXPIRED:
        return rows.exclude(outcome=QuoteOutcome.ENROLLED).filter(sent_at__lte=limit)
    if outcome:
        rows = rows.filter(outcome=outcome)
        return rows if outcome == QuoteOutcome.ENROLLED else rows.filter(sent_at__gt=limit)
    return rows


def _sorted(owner: Owner, keys: set[UUID], search: Search) -> list[Any]:
    """Few quotes, read by their keys alone: an index of another column must not get in between."""
    rows = SentQuote.objects.filter(pk__in=keys)
    columns = rows.values_list("sent_at", "id", "brand_id", "outcome", "expires_at")
    fitting = [
        (sent, key)
        for sent, key, brand, outcome, expires in columns
        if brand == owner.brand_id and search.outcome in ("", _outcome(outcome, expires))
    ]
    return [key for _sent, key in sorted(fitting, key=lambda one: (one[0], one[1].hex), reverse=search.newest)]


def recipient_write(row: SentQuote) -> None:
    """Let a new quote be found by its recipient."""
    owner = Owner(row.brand_id, row.agent_id, row.group_id)
    words = {*words_of(row.recipient_name), *words_of(row.recipient_email)}
    begun = {word[:length] for word in words for length in range(_SHORTEST, min(len(word), _LONGEST) + 1)}
    QuoteWord.objects.bulk_create(QuoteWord(quote=row, token=_token(owner, one)) for one in sorted(begun))


def _token(owner: Owner, begun: str) -> str:
    """Of the beginning of a word, for one sender: what others sent is not even found."""
    return blind_index(f"{owner.brand_id}:{owner.agent_id}:{owner.group_id}:{begun}", "shopping.quote.word")
