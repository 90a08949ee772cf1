"""A page of the current-members list: found, sorted and cut by the database, however long the list is."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, OrderBy, Q, QuerySet, Value
from django.db.models.functions import Coalesce, StrIndex
from django.db.models.lookups import GreaterThan

from planfront.kernel import clock
from planfront.kernel.http.paging import MOST, Cut, Page, cut_list, last_page
from planfront.kernel.text.folding import fold_text
from planfront.kernel.text.parse import us_date
from planfront.members.models import Member
from planfront.members.name_search import FEW, few_with, forms_of
from planfront.members.selectors import MemberFacts, facts, with_coverage
from planfront.parties.groups.selectors import group_names, groups_named

PER_PAGE = 5
_CHUNK = 2_000
_WORDS = 6
_LAST_FOUR = re.compile("[0-9]{4}")
_ORDERS: dict[str, tuple[str, ...]] = {
    "name": ("last_name", "first_name", "id"),
    "dob": ("birth_date", "id"),
    "group": ("group__name", "last_name", "first_name", "id"),
    "email": ("email", "id"),
}
SORTS = tuple(f"{turn}{name}" for name in _ORDERS for turn in ("", "-"))
_MAY_LACK = {"group__name"}


@dataclass(frozen=True)
class Book:
    """The members that are listed: a rep's own and those of groups, or a group's."""

    brand_id: int
    agent_id: int | None = None
    group_ids: tuple[int, ...] = ()


@dataclass(frozen=True)
class Wanted:
    """``page`` None is the whole list. ``sort`` is one of SORTS: "-" turns it round."""

    page: int | None = None
    per_page: int = PER_PAGE
    search: str = ""
    sort: str = "name"
    group_id: int | None = None


def member_page(book: Book, wanted: Wanted) -> Page[MemberFacts]:
    """Rows of one page, in a constant number of queries: count, ids of the page, their rows, their coverage."""
    result = find_members(book, wanted)
    if wanted.page is None:
        rows = tuple(facts(row) for row in with_coverage(result).order_by(*_ordering(wanted.sort)))
        return Page(rows, Cut((), len(rows), False, 1, 1, max(len(rows), 1)))
    if wanted.search.strip():
        # One walk finds and counts: reading all that is searched is the dear part of it.
        keys = list(result.order_by(*_ordering(wanted.sort)).values_list("pk", flat=True)[: MOST + 1])
        cut = cut_list(keys[:MOST], wanted.page, wanted.per_page)
        return _load_page(cut.keys, cut.total, wanted.page, wanted.per_page, more=len(keys) > MOST)
    if wanted.sort.removeprefix("-") == "group":
        return _page_by_group(result, wanted, wanted.page)
    total = result.count()
    start = _first_place(total, wanted.page, wanted.per_page)
    ordered = result.order_by(*_ordering(wanted.sort)).values_list("pk", flat=True)
    return _load_page(ordered[start : start + wanted.per_page], total, wanted.page, wanted.per_page)


def member_keys(book: Book, wanted: Wanted) -> Iterator[int]:
    """Yield the key of every member that ``member_page`` leafs through, in its order."""
    ordered = find_members(book, wanted).order_by(*_ordering(wanted.sort))
    yield from ordered.values_list("pk", flat=True).iterator(chunk_size=_CHUNK)


def load_members(keys: Iterable[int]) -> list[MemberFacts]:
    """Return members in the order of their keys, in a constant number of queries."""
    keys = list(keys)
    by_key = {row.pk: facts(row) for row in with_coverage(Member.objects.filter(pk__in=keys))}
    return [by_key[key] for key in keys if key in by_key]


def member_rows() -> QuerySet[Member]:
    """Return the rows of all members, to be narrowed by rooms above."""
    return Member.objects.all()


def find_members(book: Book, wanted: Wanted) -> QuerySet[Member]:
    """All that a search finds, unordered."""
    rows = Member.objects.all()
    if wanted.group_id is not None:
        rows = rows.filter(group_id=wanted.group_id)
    words = read_words(wanted.search)
    for word in words:
        rows = rows.filter(matches_word(word))
    few = find_few(words, book.brand_id, known_by)
    return _members_of(book, rows) if few is None else _of_book(book, rows.filter(pk__in=few))


def _first_place(total: int, page: int, per_page: int) -> int:
    return (min(page, last_page(total, per_page)) - 1) * per_page


def _load_page(keys: Iterable[int], total: int, page: int, per_page: int, *, more: bool = False) -> Page[MemberFacts]:
    keys, pages = list(keys), last_page(total, per_page)
    return Page(tuple(load_members(keys)), Cut(tuple(keys), total, more, min(page, pages), pages, per_page))


def _page_by_group(members: QuerySet[Member], wanted: Wanted, page: int) -> Page[MemberFacts]:
    """Return a page by the groups' names without sorting everyone: the groups on the page follow from the number of
    people in each.

    The first and the last may be on it in part; those between them are on it whole, and small.
    """
    counts: dict[int | None, int] = dict(members.order_by().values_list("group_id").annotate(Count("pk")))
    names = group_names(key for key in counts if key)
    down = wanted.sort.startswith("-")
    groups = sorted(counts, key=lambda key: (key is None, names.get(key or 0, ""), key or 0), reverse=down)
    total = sum(counts.values())
    start = _first_place(total, page, wanted.per_page)
    spans = _group_spans([(key, counts[key]) for key in groups], start, start + wanted.per_page)
    people = members.order_by(*_ordering(wanted.sort.replace("group", "name")))
    inner: dict[int | None, list[int]] = {}
    if len(spans) > 2:
        for group_id, key in people.filter(group_id__in=[span[0] for span in spans[1:-1]]).values_list(
            "group_id", "pk"
        ):
            inner.setdefault(group_id, []).append(key)
    keys: list[int] = []
    for group, skip, end in spans:
        rows = people.filter(group=None) if group is None else people.filter(group_id=group)
        keys += inner[group] if group in inner else rows.values_list("pk", flat=True)[skip:end]
    return _load_page(keys, total, page, wanted.per_page)


def _group_spans(sizes: list[tuple[int | None, int]], start: int, end: int) -> list[tuple[int | None, int, int]]:
    """Return the part of each group between two places of the whole list: (group, from, to)."""
    result, before = [], 0
    for group, size in sizes:
        if before < end and before + size > start:
            result.append((group, max(start - before, 0), min(end - before, size)))
        before += size
    return result


def _members_of(book: Book, rows: QuerySet[Member]) -> QuerySet[Member]:
    if book.agent_id is None:
        return _of_book(book, rows)
    return by_name(rows, book.brand_id, book.agent_id, book.group_ids)


def _of_book(book: Book, rows: QuerySet[Member]) -> QuerySet[Member]:
    rule = Q(group_id__in=book.group_ids)
    if book.agent_id is not None:
        rule |= Q(agent_id=book.agent_id)
    return rows.filter(rule, brand_id=book.brand_id, active=True)


def own_members(brand_id: int, agent_id: int, group_ids: Collection[int]) -> set[int] | None:
    """Ids of a rep's own members and those of some groups; None when they are more than a list shows."""
    rows = Member.objects.filter(brand_id=brand_id, active=True).order_by().values_list("pk", flat=True)
    own = rows.filter(agent_id=agent_id)
    matches = (own.union(rows.filter(group_id__in=group_ids), all=True) if group_ids else own)[: MOST + 1]
    keys = list(matches)
    return set(keys) if len(keys) <= MOST else None


def by_name(
    rows: QuerySet[Member], brand_id: int, agent_id: int, group_ids: Collection[int], others: Collection[int] = ()
) -> QuerySet[Member]:
    """A rep's members, and ``others`` by id, for a page by name. Where a list can't show them all the columns are
    wrapped, so that the database walks the index of names and stops after a page, instead of gathering and sorting the
    rep's whole book by the index of reps or groups."""
    rows = rows.filter(brand_id=brand_id, active=True)
    if (own := own_members(brand_id, agent_id, group_ids)) is not None:
        return rows.filter(pk__in=own.union(others))
    keyed = rows.alias(rep=Coalesce("agent_id", Value(0)), of=Coalesce("group_id", Value(0)))
    rule = Q(rep=agent_id) | Q(of__in=group_ids)
    return keyed.filter(rule | Q(pk__in=others) if others else rule)


@dataclass(frozen=True)
class Word:
    """A word of a search. ``born``: the day that it is, if it is one; ``groups``: those with it in their name."""

    text: str
    born: date | None
    groups: Sequence[int]


def read_words(search: str) -> list[Word]:
    """The first words of a search. One query for each that is no day."""
    words = []
    for text in fold_text(search).split()[:_WORDS]:
        born = us_date(text, clock.today())
        words.append(Word(text, born, () if born else groups_named(text)))
    return words


def matches_word(word: Word) -> Q:
    """Members whose birth date or last four it is, or in whose name, email or group's name it is."""
    rule = any_of(known_by(word))
    if word.born:
        return rule
    for form in forms_of(word.text):
        # StrIndex compares bytes, which is much faster than LIKE.
        rule |= Q(GreaterThan(StrIndex("search", Value(form)), 0))
    return rule


def known_by(word: Word) -> list[Q]:
    """Return the rules by which a word finds members other than by a part of the name or the email address, each with
    an index of its own: by birth date, last four digits, or the group's name."""
    if word.born:
        return [Q(birth_date=word.born)]
    rules = [Q(group_id__in=word.groups)] if word.groups else []
    if _LAST_FOUR.fullmatch(word.text):
        rules.append(Q(pk__in=Member.objects.filter(ssn_last4=word.text).values("pk")))
    return rules


def any_of(rules: Iterable[Q]) -> Q:
    """Nobody without any."""
    result = Q(pk__in=())
    for rule in rules:
        result |= rule
    return result


def find_few(words: Iterable[Word], brand_id: int, known: Callable[[Word], list[Q]]) -> set[int] | None:
    """Ids that hold whoever of a brand every word finds, by the longest word that finds few; None when none does.

    ``known`` has the ways in which a word finds people besides the parts of names and email addresses."""
    for word in sorted(words, key=lambda item: len(item.text), reverse=True):
        keys: set[int] | None = set() if word.born else few_with(forms_of(word.text))
        others = _few_known(known(word), brand_id) if keys is not None else None
        if keys is not None and others is not None:
            return keys | others
    return None


def _few_known(rules: Sequence[Q], brand_id: int) -> set[int] | None:
    """None when they are more than FEW."""
    rows = [Member.objects.filter(rule, brand_id=brand_id).order_by().values_list("pk", flat=True) for rule in rules]
    if not rows:
        return set()
    matches = rows[0].union(*rows[1:], all=True) if len(rows) > 1 else rows[0]
    keys = list(matches[: FEW + 1])
    return set(keys) if len(keys) <= FEW else None


def _ordering(sort: str) -> list[OrderBy]:
    """Members without a group come last, on both databases; turned round, first."""
    columns = _ORDERS[sort.removeprefix("-")]
    if sort.startswith("-"):
        return [F(column).desc(nulls_first=column in _MAY_LACK or None) for column in columns]
    return [F(column).asc(nulls_last=column in _MAY_LACK or None) for column in columns]
