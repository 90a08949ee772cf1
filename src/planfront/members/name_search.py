"""Looking members up by parts of their names and email addresses, without reading all of them (ADR 0028).

PostgreSQL has an index of names and one of addresses; SQLite has the table ``members_name_trigrams``, which triggers
keep. Both know pieces of three letters, so that a shorter part can't be looked up: it is looked for among whoever else
the search leaves, or in the order of the list until enough are found.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from django.db import connection
from django.db.models import Func, Q, QuerySet, TextField, Value
from django.db.models.expressions import RawSQL
from django.db.models.functions import Lower, Upper
from django.db.models.lookups import Contains, Exact

from planfront.kernel.text.words import names_begin
from planfront.members.models import Member

FEW = 2_000
"""Members who are looked at one by one. A part that more of them have is no help in finding anybody."""
_LEAST = 3
_PAGES, _LEAST_CHANGES = 500, 2  # less than two changes: there was nothing to merge
_MERGE = "INSERT INTO members_name_trigrams (members_name_trigrams, rank) VALUES ('merge', %s)"
_MATCH = "SELECT rowid FROM members_name_trigrams WHERE members_name_trigrams MATCH %s"


def forms_of(word: str) -> set[str]:
    """A word as the databases lower letters: all of them, or only those of ASCII as SQLite does."""
    return {word.lower(), ascii_lower(word)}


def ascii_lower(word: str) -> str:
    return "".join(letter.lower() if letter.isascii() else letter for letter in word)


def few_with(parts: Iterable[str], *, names_only: bool = False) -> set[int] | None:
    """Ids of the members, of whatever brand, who have one of some lower-case parts in their name or email address.
    None when they are more than FEW, and when a part is too short to be looked up. One query."""
    phrases = list(parts)
    if any(len(part) < _LEAST for part in phrases):
        return None
    keys = _by_index(phrases, names_only) if connection.vendor == "postgresql" else _by_table(phrases, names_only)
    return None if len(keys) > FEW else keys


def members_called(words: Iterable[str]) -> Q:
    """Members in whose name or email address each of the words begins a word, whatever its case."""
    filled = [word for word in words if word]
    rule = names_begin(filled, "search")
    long = max(filled, key=len, default="")
    if connection.vendor == "postgresql" or len(long) < _LEAST - 1:
        return rule
    begins = _phrases(f"{before}{ascii_lower(long)}" for before in " -")
    return Q(pk__in=RawSQL(_MATCH, [begins])) & rule  # noqa: S611 - what was typed is a parameter


def numbered(number: str) -> Q:
    """Members with a group's own number, whatever its case."""
    return Q(Exact(Upper("employee_number"), Upper(Value(number))))


def tidy() -> None:
    """Take out of SQLite's table what names that were changed or deleted have left in it, in short transactions."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        pages = -_PAGES
        changed = _LEAST_CHANGES
        while changed >= _LEAST_CHANGES:
            before = connection.connection.total_changes
            cursor.execute(_MERGE, [pages])
            changed, pages = connection.connection.total_changes - before, _PAGES


def _by_table(parts: list[str], names_only: bool) -> set[int]:
    phrases = _phrases(parts)
    with connection.cursor() as cursor:
        cursor.execute(f"{_MATCH} LIMIT %s", [f"names : ({phrases})" if names_only else phrases, FEW + 1])
        return set(chain.from_iterable(cursor.fetchall()))


def _phrases(parts: Iterable[str]) -> str:
    return " OR ".join('"{}"'.format(part.replace('"', '""')) for part in parts)


def _by_index(parts: list[str], names_only: bool) -> set[int]:
    rows: QuerySet[Member] = Member.objects.filter(_having(parts, names_only)).order_by()
    return set(rows.values_list("pk", flat=True)[: FEW + 1])


def _having(parts: list[str], names_only: bool) -> Q:
    """Match members as the indexes have them."""
    rule = Q()
    for part in parts:
        rule |= Q(Contains(_names(), part))
        if not names_only:
            rule |= Q(Contains(Lower("email"), part))
    return rule


def _names() -> Func:
    columns = ("first_name", "middle_name", "last_name")
    return Func(*columns, template="lower(%(expressions)s)", arg_joiner=" || ' ' || ", output_field=TextField())
