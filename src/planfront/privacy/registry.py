"""The register of what the store holds about people. Each room declares its tables in its ``privacy.py``.

A declaration says how a person's rows of a table are found, how long they stay, what is erased and what must be kept.
Every other table is declared too, with the reason why nobody's rows are looked for in it (``exempt``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Any

from django.apps import apps
from django.db.models import Model, Q, QuerySet
from django.utils.functional import Promise
from django.utils.module_loading import autodiscover_modules

Text = str | Promise
Links = Iterable[tuple[str, Iterable[Any]]]
"""(table, keys): rows of other tables that these rows name."""
ROUNDS = 12


@dataclass(frozen=True)
class Clues:
    """The facts by which somebody is looked for, on one brand. ``number``: nine digits; ``last_four`` and ``name`` go
    with ``born``; ``phone``: ten digits."""

    brand_id: int
    email: str = ""
    number: str = ""
    last_four: str = ""
    born: date | None = None
    code: str = ""
    confirmation: str = ""
    name: str = ""
    phone: str = ""


@dataclass(frozen=True)
class Candidate:
    """A row that may be the person's, for staff to say whether it is."""

    table: str
    key: str
    title: Text
    about: str


@dataclass
class Person:
    """The rows that are somebody's, by table ("app.model"), and the addresses that are theirs (lower case).
    ``checked``: what outside services may have been asked about, port and value."""

    brand_id: int
    keys: dict[str, set[Any]] = field(default_factory=lambda: defaultdict(set))
    emails: set[str] = field(default_factory=set)
    checked: set[tuple[str, str]] = field(default_factory=set)
    in_force: bool = False
    """True if something they bought covers them, or is about to."""


@dataclass(frozen=True)
class Kept:
    """The reason why a row outlives an erasure, and the last day; None: as long as the reason holds."""

    reason: Text
    until: date | None = None


def nothing_kept(_row: Any, _person: Person) -> Kept | None:
    """Keep nothing."""
    return None


@dataclass(frozen=True)
class Holding:
    """One table's declaration.

    ``of`` names the columns that point to rows of other tables, whose person's rows are then theirs; ``find`` adds a
    condition of its own. ``links`` are the rows of other tables that these name. ``period`` says how long rows stay
    without a request. ``kept`` rows are passed to ``seal``, which blanks what need not be kept; the others to ``erase``
    (deleted if None). ``hidden`` columns never leave (secrets, and what says nothing); ``show`` makes the exported row.
    """

    model: type[Model]
    title: Text
    period: Text
    of: Mapping[str, str] = field(default_factory=dict)
    find: Callable[[Person], Q] | None = None
    links: Callable[[QuerySet[Any]], Links] | None = None
    emails: Callable[[Any], Iterable[str]] | None = None
    checked: Callable[[Any], Iterable[tuple[str, str]]] | None = None
    """The values of a row that outside services may have been asked about (``integrations.outside.checked``)."""
    kept: Callable[[Any, Person], Kept | None] = nothing_kept
    erase: Callable[[QuerySet[Any]], object] | None = None
    seal: Callable[[QuerySet[Any]], object] | None = None
    in_force: Callable[[QuerySet[Any]], bool] | None = None
    hidden: frozenset[str] = frozenset()
    show: Callable[[Any], dict[str, Any]] | None = None
    search: Callable[[Clues], Iterable[Any]] | None = None
    """Keys of the rows that clues lead to."""
    describe: Callable[[Any], str] | None = None
    """A row in a few words, for staff to say whether it is the person."""

    @property
    def table(self) -> str:
        return self.model._meta.label_lower

    def rows(self, keys: Iterable[Any]) -> QuerySet[Any]:
        return self.model._default_manager.filter(pk__in=list(keys))


@dataclass(frozen=True)
class Mention:
    """A person named in rows that are somebody else's: a dependent in an application. What the rows' owner has isn't
    theirs, so nothing follows from it.

    ``table`` is a name like a table's, and keys are texts. ``within`` are the rows, {table: keys}, that a mention
    stands in: what holds them holds it. ``kept`` as of a holding; ``erase`` takes the person out of the others.
    """

    table: str
    title: Text
    period: Text
    search: Callable[[Clues], Iterable[str]]
    describe: Callable[[str], str]
    show: Callable[[str], dict[str, Any] | None]
    """The words about the person there; None once they are gone."""
    kept: Callable[[str], Kept | None]
    erase: Callable[[Iterable[str]], object]
    within: Callable[[Iterable[str]], Links]

    def there(self, keys: Iterable[str]) -> list[str]:
        return [key for key in sorted(keys) if self.show(key) is not None]


_holdings: dict[str, Holding] = {}
_mentions: dict[str, Mention] = {}
_exempt: dict[str, str] = {}


def declare(*added: Holding) -> None:
    """Called by each room's ``privacy.py``. The order is that of erasing: what points to others first."""
    for item in added:
        _holdings[item.table] = item


def mention(*added: Mention) -> None:
    """Called by each room's ``privacy.py`` for people inside of others' rows."""
    for item in added:
        _mentions[item.table] = item


def declare_exempt(reason: str, *tables: str) -> None:
    """Declare tables in which nobody's rows are looked for, with the reason."""
    _exempt.update(dict.fromkeys(tables, reason))


@cache
def _discovered() -> None:
    """Load every room's declarations, when first asked for rather than when a process starts."""
    autodiscover_modules("privacy")


def holdings() -> list[Holding]:
    """Return all, those of upper rooms first: their rows point to the lower ones'."""
    _discovered()
    return sorted(_holdings.values(), key=lambda holding: _rank(holding.table))


def mentions() -> list[Mention]:
    _discovered()
    return list(_mentions.values())


def title_of(table: str) -> Text:
    """Return the title of a table in a request's outcome; its name when no room knows it any more."""
    declaration = holding_of(table) or _mentions.get(table)
    return declaration.title if declaration is not None else table


def exemptions() -> dict[str, str]:
    """Return the reason of each table in which nobody is looked for."""
    _discovered()
    return dict(_exempt)


def declared() -> set[str]:
    _discovered()
    return {*_holdings, *_exempt}


def holding_of(table: str) -> Holding | None:
    _discovered()
    return _holdings.get(table)


def _rank(table: str) -> int:
    """Rooms stand from the top of the layers to the bottom in INSTALLED_APPS."""
    return [config.label for config in apps.get_app_configs()].index(table.partition(".")[0])


def list_candidates(clues: Clues) -> Iterator[Candidate]:
    """Yield what clues lead to: rows that are the person's, then others' rows that they are named in."""
    for item in holdings():
        if item.search is not None:
            for row in item.rows(item.search(clues)):
                yield Candidate(item.table, str(row.pk), item.title, item.describe(row) if item.describe else str(row))
    for mention in mentions():
        for key in dict.fromkeys(mention.search(clues)):
            yield Candidate(mention.table, key, mention.title, mention.describe(key))


def person_of(brand_id: int, anchors: Mapping[str, Iterable[str]], emails: Iterable[str] = ()) -> Person:
    """Return everything that belongs to the person whose rows the anchors are: {table: keys}."""
    person = Person(brand_id, emails={email.strip().casefold() for email in emails if email})
    for table, keys in anchors.items():
        person.keys[table] |= _keys_of(table, keys)
    for table in list(person.keys):
        if (holding := holding_of(table)) is not None:
            _learn_emails(holding, person)
    for _round in range(ROUNDS):
        before = sum(map(len, person.keys.values()))
        for holding in holdings():
            _extend(holding, person)
        if sum(map(len, person.keys.values())) == before:
            break
    _learn_checked(person)
    for item in holdings():
        if item.in_force is not None and person.keys.get(item.table):
            person.in_force = person.in_force or item.in_force(item.rows(person.keys[item.table]))
    return person


def _keys_of(table: str, keys: Iterable[str]) -> set[Any]:
    """Return keys that were written down as text, as the table has them."""
    if (holding := holding_of(table)) is None:
        return set(keys) if table in _mentions else set()
    primary: Any = holding.model._meta.pk
    return {primary.to_python(key) for key in keys}


def _learn_emails(item: Holding, person: Person) -> None:
    if item.emails is not None:
        for row in item.rows(person.keys[item.table]):
            person.emails |= {email.strip().casefold() for email in item.emails(row) if email}


def _learn_checked(person: Person) -> None:
    # Nothing follows from these values but what was kept of them, so all of the person's rows may name some.
    for item in holdings():
        if item.checked is not None:
            for row in item.rows(person.keys.get(item.table, ())):
                person.checked |= set(item.checked(row))
    for item in holdings():
        _extend(item, person)


def _extend(item: Holding, person: Person) -> None:
    theirs = Q(pk__in=list(person.keys.get(item.table, ())))
    for column, table in item.of.items():
        theirs |= Q(**{f"{column}__in": list(person.keys.get(table, ()))})
    if item.find is not None:
        theirs |= item.find(person)
    rows = item.model._default_manager.filter(theirs)
    person.keys[item.table] = set(rows.order_by().values_list("pk", flat=True))
    if item.links is not None and person.keys[item.table]:
        for table, keys in item.links(item.rows(person.keys[item.table])):
            person.keys[table] |= {key for key in keys if key is not None}
