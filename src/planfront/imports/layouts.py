"""The headings that files of one kind come with: which layout a table has, and what is wrong where none fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from django.utils.translation import gettext as _

from planfront.imports.errors import FileError

T = TypeVar("T")
_SHOWN = 12
_NEAR = 0.5


def normalise(heading: str) -> str:
    """A heading's letters and digits in lower case: "RATING AREA ID" is "RatingAreaId"."""
    return "".join(char for char in heading.lower() if char.isalnum())


class Wanted(Protocol):
    """The headings that a reader looks for."""

    def likeness(self, headings: Sequence[str]) -> float:
        """1 or more where they are all there, less where some are, 0 where none is."""


@dataclass(frozen=True)
class Layout(Generic[T]):
    """``headings`` as files spell them, with other spellings; ``read`` takes cells by normalised heading."""

    headings: tuple[str | tuple[str, ...], ...]
    read: T

    def likeness(self, headings: Sequence[str]) -> float:
        return 1 - len(self.missing(headings)) / len(self.headings)

    def missing(self, headings: Sequence[str]) -> list[str]:
        """The headings that aren't there, in their first spelling."""
        names = {normalise(heading) for heading in headings}
        return [
            spellings[0]
            for spellings in map(_spellings, self.headings)
            if not any(normalise(spelling) in names for spelling in spellings)
        ]


def _spellings(heading: str | tuple[str, ...]) -> tuple[str, ...]:
    return (heading,) if isinstance(heading, str) else heading


def refuse_headings(headings: Sequence[str], number: int, layouts: Sequence[Layout[T]]) -> FileError:
    """Return an error that says why no layout fits: the headings that the nearest one lacks, or those of the file
    beside the accepted ones."""
    present = [heading.strip()[:30] for heading in headings if heading.strip()]
    nearest = max(layouts, key=lambda layout: layout.likeness(headings))
    if len(layouts) == 1 or nearest.likeness(headings) >= _NEAR:
        missing = nearest.missing(headings)
        text = _("These headings are missing: %s.") % ", ".join(missing)
        return FileError("noHeading", text[:300], number, missing[0])
    text = _("The headings are %(found)s. Wanted is one of these sets: %(wanted)s.")
    accepted = "; ".join(", ".join(_spellings(heading)[0] for heading in layout.headings) for layout in layouts)
    return FileError("badHeadings", (text % {"found": ", ".join(present[:_SHOWN]), "wanted": accepted})[:300], number)
