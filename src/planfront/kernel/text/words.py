"""Words of names for search boxes: folded, so that case and accents don't count, and found by how they begin."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.db import connection
from django.db.models import BooleanField, Func, Q, TextField, Value

from planfront.kernel.text.folding import without_accents

LONGEST, MOST = 30, 8
KEPT_LETTERS = 12
"""Of a sealed word: what is longer is found by its beginning."""
_BEGUN = range(2, KEPT_LETTERS + 1)
_WORD = re.compile(r"[^\W_]+")
_LAST = "\U0010ffff"


def words_of(*texts: str) -> list[str]:
    """Return distinct words of texts, folded and in order: ``["jose", "nunez"]``. At most 8, cut to 30 letters."""
    folded = without_accents(" ".join(texts))
    return list(dict.fromkeys(word[:LONGEST] for word in _WORD.findall(folded)))[:MOST]


def is_name(name: str, first: str, last: str) -> bool:
    """Return True when a person's name has this first and last name, whatever is between them, in any case, with or
    without accents."""
    parts, first_words, last_words = words_of(name), words_of(first), words_of(last)
    fits = bool(first_words and last_words) and parts[: len(first_words)] == first_words
    return fits and parts[-len(last_words) :] == last_words


def begins_with(column: str, word: str) -> Q:
    """Return rows whose folded ``column`` begins with a word, as an index can find them.

    PostgreSQL needs an index with varchar_pattern_ops; on SQLite, whose LIKE of Django uses none, it is a range.
    """
    if connection.vendor == "postgresql":
        return Q(**{f"{column}__startswith": word})
    return Q(**{f"{column}__gte": word, f"{column}__lt": word + _LAST})


def names_begin(words: Iterable[str], *columns: str) -> Q:
    """Return rows in whose columns each of the words begins a word, whatever its case.

    PostgreSQL finds them by an index of exactly these columns: GIN (to_tsvector('simple', first || ' ' || second)).
    """
    searched = [word for word in words if word]
    if connection.vendor == "postgresql":
        return Q(_names_begin(" & ".join(f"{_quoted(word)}:*" for word in searched), *columns)) if searched else Q()
    every = Q()
    for word in searched:
        some = Q()
        for column in columns:
            some |= Q(**{f"{column}__istartswith": word})
            some |= Q(**{f"{column}__icontains": f" {word}"}) | Q(**{f"{column}__icontains": f"-{word}"})
        every &= some
    return every


def _names_begin(words: str, *columns: str) -> Func:
    text = TextField()
    names = Func(
        *columns, template="to_tsvector('simple', %(expressions)s)", arg_joiner=" || ' ' || ", output_field=text
    )
    query = Func(Value(words), template="to_tsquery('simple', %(expressions)s)", output_field=text)
    return Func(names, query, template="(%(expressions)s)", arg_joiner=" @@ ", output_field=BooleanField())


def _quoted(word: str) -> str:
    """Return a word quoted for PostgreSQL's searches. Its own signs and quotes become spaces."""
    return "'" + re.sub(r"[\\'&|!():*<>]", " ", word) + "'"


def list_beginnings(words: Iterable[str]) -> list[str]:
    """Return all the beginnings, of 2 to 12 letters, by which sealed words are found."""
    return sorted({word[:length] for word in words for length in _BEGUN if length <= len(word)})


def search_words(text: str) -> list[str]:
    """Return the words of a search in the form of ``beginnings``, without words of one letter."""
    return [word[: _BEGUN[-1]] for word in words_of(text) if len(word) >= _BEGUN[0]]
