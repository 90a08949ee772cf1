"""The clients of a rep: the rep's own members, those of the rep's groups, and whose policies the rep looks after."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import CharField, Count, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Coalesce, Substr

from planfront.book.rep_policies import RepScope, members_assigned, policies_of_rep
from planfront.kernel.paging import Cut, cut
from planfront.kernel.parse import digits
from planfront.members.listing import matches_word
from planfront.members.models import Member

_WORDS = 6
_BY_NAME = ("last_name", "first_name", "id")
_PHONE_DIGITS = 10
_HELD_SECONDS = 60


@dataclass(frozen=True)
class ClientSearch:
    """``among``: ids of members to choose from, None for all. ``former``: only those who have nothing in force or
    ahead."""

    text: str = ""
    among: Collection[int] | QuerySet[Any] | None = None
    former: bool = False
    page: int = 1
    per_page: int = 8


def clients_of(scope: RepScope, day: date) -> QuerySet[Member]:
    """All of them, found by the indexes of reps and groups."""
    rows = Member.objects.filter(brand_id=scope.brand_id, active=True)
    rule, others = Q(agent_id=scope.agent_id) | Q(group_id__in=scope.group_ids), _assigned_only(scope, day)
    return rows.filter(rule | Q(pk__in=others) if others else rule)


def _clients_by_name(scope: RepScope, day: date) -> QuerySet[Member]:
    """The same for a page of them: wrapped, so that the database walks the index of names and stops after it."""
    rows = Member.objects.filter(brand_id=scope.brand_id, active=True)
    keyed = rows.alias(rep=Coalesce("agent_id", Value(0)), of=Coalesce("group_id", Value(0)))
    rule = Q(rep=scope.agent_id) | Q(of__in=scope.group_ids)
    others = _assigned_only(scope, day)
    return keyed.filter(rule | Q(pk__in=others) if others else rule)


def _assigned_only(scope: RepScope, day: date) -> list[int]:
    """Members of other reps with a policy that is assigned to this one. Few, but looked for in all that is assigned to
    the rep, so they are held for a minute."""
    rows = Member.objects.filter(_is_another_reps(scope), pk__in=members_assigned(scope.agent_id, day))
    key = f"rep-members:{scope.agent_id}:{'-'.join(map(str, scope.group_ids))}:{day}"
    held: list[int] | None = cache.get(key)
    if held is None:
        held = list(rows.order_by().values_list("pk", flat=True))
        cache.set(key, held, _HELD_SECONDS)
    return held


def _is_another_reps(scope: RepScope) -> Q:
    return (Q(agent=None) | ~Q(agent_id=scope.agent_id)) & (Q(group=None) | ~Q(group_id__in=scope.group_ids))


def members_by_id(member_ids: Collection[int]) -> QuerySet[Member]:
    return Member.objects.filter(pk__in=list(member_ids))


def count_clients(scope: RepScope, day: date) -> int:
    return clients_of(scope, day).order_by().count()


def client_page(scope: RepScope, search: ClientSearch, day: date) -> tuple[list[Member], Cut]:
    """Clients by name. Every word must be in the name, the e-mail or the group's name, or be the birth date, the phone
    number or the number of a policy."""
    rows = _clients_by_name(scope, day)
    if search.among is not None:
        rows = rows.filter(pk__in=search.among)
    if search.former:
        running = policies_of_rep(scope, day).open_on(day).filter(member=OuterRef("pk"))
        rows = rows.filter(~Exists(running))
    for word in search.text.split()[:_WORDS]:
        rows = rows.filter(matches_word(word) | _matches_number(word))
    found = cut(rows.order_by(*_BY_NAME), search.page, search.per_page)
    by_key = Member.objects.select_related("group").in_bulk(list(found.keys))
    return [by_key[key] for key in found.keys], found


def _matches_number(word: str) -> Q:
    number = digits(word)
    rule = Q(pk__in=Member.objects.filter(policies__number__iexact=word).order_by().values("pk"))
    return rule | Q(phone=number) if len(number) == _PHONE_DIGITS else rule


@dataclass(frozen=True)
class Birthday:
    """``turns``: the age on that day."""

    member: Member
    day: date
    turns: int


def birthdays(clients: QuerySet[Member], first: date, last: date, most: int) -> list[Birthday]:
    """The next birthdays among some days, less than a year of them, the next first."""
    days: list[Birthday] = []
    for since, until in _halves(first, last):
        if len(days) < most:
            rows = _born_among(clients, since, until).order_by("birthday", *_BY_NAME)
            days.extend(_birthday(member, first) for member in rows[: most - len(days)])
    return days


def count_birthdays(clients: QuerySet[Member], first: date, last: date) -> dict[date, int]:
    """How many birthdays there are on each day."""
    counts: dict[date, int] = {}
    for since, until in _halves(first, last):
        rows = _born_among(clients, since, until).order_by().values_list("birthday").annotate(Count("pk"))
        for birthday, count in rows:
            day = _day_of(birthday, first)
            counts[day] = counts.get(day, 0) + count
    return dict(sorted(counts.items()))


def ids_with_birthday(clients: QuerySet[Member], first: date, last: date) -> QuerySet[Member, Any]:
    """Who has a birthday among some days."""
    rows = [_born_among(clients, since, until).order_by().values("pk") for since, until in _halves(first, last)]
    return rows[0].union(*rows[1:]) if len(rows) > 1 else rows[0]


def _halves(first: date, last: date) -> list[tuple[str, str]]:
    """Months and days from one to another one; in two parts where a new year begins between them."""
    if first.year == last.year:
        return [(_month_day(first), _month_day(last))]
    return [(_month_day(first), "12-31"), ("01-01", _month_day(last))]


def _born_among(clients: QuerySet[Member], since: str, until: str) -> QuerySet[Any]:
    """Clients with their ``birthday`` ("03-27"). Compared as text, which both databases do fast."""
    rows: QuerySet[Any] = clients.annotate(birthday=Substr(Cast("birth_date", CharField()), 6, 5))
    return rows.filter(birthday__gte=since, birthday__lte=until)


def _month_day(day: date) -> str:
    return day.isoformat()[5:]


def _birthday(member: Member, first: date) -> Birthday:
    day = _day_of(_month_day(member.birth_date), first)
    return Birthday(member, day, day.year - member.birth_date.year)


def _day_of(birthday: str, first: date) -> date:
    """The next such day from a day on; February 29 is March 1 in other years."""
    month, day = int(birthday[:2]), int(birthday[3:])
    for year in (first.year, first.year + 1):
        try:
            result = date(year, month, day)
        except ValueError:
            result = date(year, 2, 28) + timedelta(days=1)
        if result >= first:
            return result
    raise ValueError("no such day")
