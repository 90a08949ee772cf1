"""What cells name: things by the names, codes and numbers that files of every kind have for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import Generic, TypeVar

from django.utils.translation import gettext as _

from planfront.imports.layouts import normalise
from planfront.kernel.text.folding import comparison_key

T = TypeVar("T")
_LISTED = 8


class BadCell(Exception):
    """A cell that can't be read. The message says what is right."""


class Names(Generic[T]):
    """``things``: each with what it may be called, its own name first. A name means what has it as its own name, else
    the only thing that may be called so; letters and digits count only where the whole text has no meaning."""

    def __init__(self, things: Iterable[tuple[T, Collection[str]]]) -> None:
        self._names = {thing: tuple(filter(None, names)) for thing, names in things}
        own = {thing: names[:1] for thing, names in self._names.items()}
        self._known = [
            (fold, _by_name(names, fold)) for fold in (comparison_key, normalise) for names in (own, self._names)
        ]
        self._read: dict[str, T] = {}

    def find(self, text: str) -> T:
        """Return what is called so. Raises BadCell."""
        if text not in self._read:
            things = self._list_meant(text)
            if len(things) != 1:
                raise BadCell(self._explain(text, things))
            (self._read[text],) = things
        return self._read[text]

    def name(self, thing: T) -> str:
        """Return the first name that means this thing alone."""
        names = (text for text in self._names.get(thing, ()) if [*self._list_meant(text)] == [thing])
        return next(names, str(thing))

    def _list_meant(self, text: str) -> Collection[T]:
        several: Collection[T] = ()
        for fold, known in self._known:
            things = known.get(fold(text), ())
            if len(things) == 1:
                return things
            several = several or things
        return several

    def _explain(self, text: str, things: Collection[T]) -> str:
        if things:
            return _("Several are called so. Write one of: %s.") % "; ".join(map(self.name, things))
        if not self._names:
            return _("There is none to name here yet.")
        return _("Write one of: %s.") % "; ".join(self._list_near(text))

    def _list_near(self, text: str) -> list[str]:
        own = list(dict.fromkeys(names[0] for names in self._names.values()))
        if len(own) <= _LISTED:
            return own
        by_key = {normalise(name): name for names in self._names.values() for name in names}
        near = get_close_matches(normalise(text), by_key, _LISTED, 0.6)
        return [by_key[key] for key in near] or [*own[:_LISTED], "…"]


def _by_name(names: Mapping[T, Collection[str]], fold: Callable[[str], str]) -> dict[str, dict[T, None]]:
    things: dict[str, dict[T, None]] = defaultdict(dict)
    for thing, texts in names.items():
        for key in filter(None, map(fold, texts)):
            things[key][thing] = None
    return things
