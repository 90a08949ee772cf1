"""Search of a rep's or a group's quotes: by stage, by name, by the last change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db.models import QuerySet

from planfront.kernel import clock
from planfront.kernel.http.paging import Cut, Search, WordSearch, cut_matches, match_keys
from planfront.kernel.text.words import begins_with, words_of
from planfront.shopping.models import EnrollmentWord, Quote, Stage, Status
from planfront.shopping.worklists.owner import Owner

_ORDER = {True: ("-updated_at", "-id"), False: ("updated_at", "id")}


def find_enrollments(owner: Owner, search: Search) -> Cut:
    """Return a page of quotes, ``chosen`` by stage, ordered by the last change.

    Every word of the text must begin a word of the person's name. Empty carts and expired drafts are left out.
    """
    return cut_matches(_ordered_quotes(owner, search), search, _word_search(owner, search))


def enrollment_keys(owner: Owner, search: Search) -> Iterator[UUID]:
    """Yield the keys of all quotes that ``find_enrollments`` leafs through."""
    return match_keys(_ordered_quotes(owner, search), search, _word_search(owner, search))


def _ordered_quotes(owner: Owner, search: Search) -> QuerySet[Quote]:
    rows = _listed_quotes(owner, search.chosen).order_by(*_ORDER[search.newest])
    return rows.filter(updated_at__gte=search.since) if search.since else rows


def _word_search(owner: Owner, search: Search) -> WordSearch:
    fitting = partial(_fitting_keys, owner, search)
    return WordSearch(words_of(search.text), partial(_named_words, owner), "enrollment_id", fitting)


def _listed_quotes(owner: Owner, stage: str) -> QuerySet[Quote]:
    # listed__in, for SQLite takes a bare boolean column for no condition of an index.
    rows = Quote.objects.filter(brand_id=owner.brand_id, listed__in=[True], **owner.columns())
    if stage:
        rows = rows.filter(stage=stage)
    return rows.exclude(status=Status.DRAFT, expires_at__lte=clock.now())


def _named_words(owner: Owner, word: str) -> QuerySet[EnrollmentWord]:
    return EnrollmentWord.objects.filter(begins_with("word", word), **owner.columns())


def _fitting_keys(owner: Owner, search: Search, keys: set[UUID]) -> Iterator[tuple[datetime, UUID]]:
    rows = Quote.objects.filter(pk__in=keys)
    if search.since:
        rows = rows.filter(updated_at__gte=search.since)
    now = clock.now()
    columns = ("updated_at", "id", "brand_id", "listed", "stage", "status", "expires_at")
    for changed, key, brand, listed, at, status, expires in rows.values_list(*columns):
        live = listed and (status != Status.DRAFT or expires > now)
        if live and brand == owner.brand_id and search.chosen in ("", at):
            yield changed, key


def load_page(keys: Iterable[UUID], *related: str) -> list[Quote]:
    """Return the quotes of a page in its order, with their members and what rooms above keep ``related`` to them."""
    quotes = Quote.objects.select_related("member", *related).in_bulk(list(keys))
    return [quotes[key] for key in keys if key in quotes]


def drafts_of_members(brand_id: int, group_id: int, member_ids: Collection[int], now: datetime) -> QuerySet[Quote]:
    """Return the quotes of a group's members that aren't submitted and can be continued."""
    rows = Quote.objects.filter(brand=brand_id, group=group_id, member__in=member_ids, listed__in=[True])
    return rows.filter(status=Status.DRAFT, expires_at__gt=now)


def unfinished(brand_id: int, now: datetime) -> QuerySet[Quote]:
    """Return a brand's quotes whose application was begun and can be continued, with member and application, the last
    one changed first."""
    rows = Quote.objects.filter(brand_id=brand_id, listed__in=[True], stage__in=(Stage.DRAFT, Stage.SAVED))
    begun = rows.filter(status=Status.DRAFT, application__isnull=False, expires_at__gt=now)
    return begun.select_related("member", "application").order_by("-updated_at", "pk")
