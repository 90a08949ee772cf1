"""The clients of a rep: the rep's own members, those of the rep's groups, and those whose policies the rep services."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Upper

from planfront.coverage.models import Policy, ServicedPolicy
from planfront.coverage.rep_policies import RepScope, serviced
from planfront.coverage.states import is_open
from planfront.kernel.database.month_day import MonthDay, month_day
from planfront.kernel.http.paging import Cut, cut
from planfront.kernel.text.parse import digits
from planfront.members.listing import Word, any_of, by_name, find_few, known_by, matches_word, member_rows, read_words
from planfront.members.selectors import addressable

if TYPE_CHECKING:
    from planfront.members.models import Member

_BY_NAME = ("last_name", "first_name", "id")
_PHONE_DIGITS = 10
_LEAP_DAY, _LEAP_DAY_ELSE = 229, 301


@dataclass(frozen=True)
class ClientSearch:
    """``among``: ids of members to choose from, None for all. ``former``: only those who have nothing in force or
    ahead."""

    text: str = ""
    among: Collection[int] | QuerySet[Any] | None = None
    former: bool = False
    group_id: int | None = None
    page: int = 1
    per_page: int = 8


def clients_of(scope: RepScope, day: date) -> QuerySet[Member]:
    """Return all clients, found by the indexes of reps and groups."""
    rows = member_rows().filter(brand_id=scope.brand_id, active=True)
    rule, assigned = Q(agent_id=scope.agent_id) | Q(group_id__in=scope.group_ids), _assigned_only(scope, day)
    return rows.filter(rule | Q(pk__in=assigned) if assigned else rule)


def _assigned_only(scope: RepScope, day: date) -> list[int]:
    """Return members of other reps, or of none, with a policy that is assigned to this one."""
    rows = member_rows().filter(pk__in=guests(scope, day))
    if scope.group_ids:
        rows = rows.filter(Q(group=None) | ~Q(group_id__in=scope.group_ids))
    return list(rows.order_by().values_list("pk", flat=True))


def guests(scope: RepScope, day: date) -> QuerySet[ServicedPolicy, Any]:
    own = ServicedPolicy.objects.filter(Q(until=None) | Q(until__gte=day), agent_id=scope.agent_id, guest=True)
    return own.filter(member__isnull=False).values("member_id")


def members_by_id(member_ids: Collection[int]) -> QuerySet[Member]:
    return member_rows().filter(pk__in=list(member_ids))


def client_page(scope: RepScope, search: ClientSearch, day: date) -> tuple[list[Member], Cut]:
    """Return a page of clients by name."""
    page = cut(find_clients(scope, search, day), search.page, search.per_page)
    return load_clients(page.keys), page


def load_clients(keys: Iterable[int]) -> list[Member]:
    """Return clients in the order of their keys, with their groups."""
    keys = list(keys)
    by_key = member_rows().select_related("group").in_bulk(keys)
    return [by_key[key] for key in keys if key in by_key]


def find_clients(scope: RepScope, search: ClientSearch, day: date) -> QuerySet[Member]:
    """Return clients by name. Every word must be in the name, the email or the group's name, or be the birth date, the
    phone number or the number of a policy."""
    words = read_words(search.text)
    few = find_few(words, scope.brand_id, _known_by)
    rows = _clients_by_name(scope, day) if few is None else clients_of(scope, day).filter(pk__in=few)
    if search.among is not None:
        rows = rows.filter(pk__in=search.among)
    if search.former:
        running = serviced(scope, day).filter(is_open(day), member=OuterRef("pk"))
        rows = rows.filter(~Exists(running))
    for word in words:
        rows = rows.filter(matches_word(word) | any_of(_number_rules(word.text)))
    if search.group_id is not None:
        rows = rows.filter(group_id=search.group_id)
    return rows.order_by(*_BY_NAME)


def _clients_by_name(scope: RepScope, day: date) -> QuerySet[Member]:
    """Return those of ``clients_of``, for a page of them by name."""
    assigned = _assigned_only(scope, day)
    return by_name(member_rows(), scope.brand_id, scope.agent_id, scope.group_ids, assigned)


def _known_by(word: Word) -> list[Q]:
    return known_by(word) + _number_rules(word.text)


def _number_rules(word: str) -> list[Q]:
    number = digits(word)
    rules = [Q(pk__in=_members_with_policy(word))]
    return [*rules, Q(phone=number)] if len(number) == _PHONE_DIGITS else rules


def _members_with_policy(number: str) -> QuerySet[Policy, Any]:
    """Return the ids of the members, of any brand, with a policy of this number in any case."""
    rows = Policy.objects.alias(own_number=Upper("number")).filter(own_number=Upper(Value(number)))
    return rows.exclude(member=None).order_by().values("member")


@dataclass(frozen=True)
class Birthday:
    """``turns``: the age on that day."""

    member: Member
    day: date
    turns: int


def birthdays(clients: QuerySet[Member], first: date, last: date, most: int) -> list[Birthday]:
    """Return the next birthdays among some days, less than a year of them, the next first."""
    days: list[Birthday] = []
    for since, until in _split_by_year(first, last):
        if len(days) < most:
            rows = _born_among(clients, since, until).order_by("birthday", *_BY_NAME)
            days.extend(_build_birthday(member, first) for member in rows[: most - len(days)])
    return days


def birthdays_on(clients: QuerySet[Member], days: Iterable[date], first: date) -> list[Birthday]:
    """Return the birthdays on some days of the year from a day on."""
    chosen = set(days)
    numbers = {month_day(day) for day in chosen} | {_LEAP_DAY for day in chosen if month_day(day) == _LEAP_DAY_ELSE}
    rows: QuerySet[Any] = _with_birthday(clients).filter(birthday__in=numbers).order_by(*_BY_NAME)
    return [born for born in (_build_birthday(member, first) for member in rows) if born.day in chosen]


def count_birthdays(clients: QuerySet[Member], first: date, last: date) -> dict[date, int]:
    """Return the number of birthdays on each day."""
    counts: dict[date, int] = {}
    for birthday, count in _born_among(clients, first, last).order_by().values_list("birthday").annotate(Count("pk")):
        day = _day_of(birthday, first)
        counts[day] = counts.get(day, 0) + count
    return dict(sorted(counts.items()))


def ids_with_birthday(clients: QuerySet[Member], first: date, last: date) -> QuerySet[Member, Any]:
    """Return the ids of clients with a birthday among some days."""
    return _born_among(clients, first, last).order_by().values("pk")


def _split_by_year(first: date, last: date) -> list[tuple[date, date]]:
    """Split days into two parts where a new year begins between them."""
    if first.year == last.year:
        return [(first, last)]
    return [(first, date(first.year, 12, 31)), (date(last.year, 1, 1), last)]


def _born_among(clients: QuerySet[Member], first: date, last: date) -> QuerySet[Any]:
    since, until = Q(birthday__gte=month_day(first)), Q(birthday__lte=month_day(last))
    return _with_birthday(clients).filter(since & until if first.year == last.year else since | until)


def _with_birthday(clients: QuerySet[Member]) -> QuerySet[Any]:
    """Annotate clients with their ``birthday`` (327)."""
    return addressable(clients).annotate(birthday=MonthDay("birth_date"))


def _build_birthday(member: Member, first: date) -> Birthday:
    day = _day_of(month_day(member.birth_date), first)
    return Birthday(member, day, day.year - member.birth_date.year)


def _day_of(birthday: int, first: date) -> date:
    """Return the next such day from a day on; February 29 is March 1 in other years."""
    month, day = divmod(birthday, 100)
    for year in (first.year, first.year + 1):
        try:
            result = date(year, month, day)
        except ValueError:
            result = date(year, 2, 28) + timedelta(days=1)
        if result >= first:
            return result
    raise ValueError("no such day")
