"""Reading letters and the words in force."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import F, Q, QuerySet

from planfront.letters.models import Letter, LetterText
from planfront.letters.shipped import SHIPPED


@dataclass(frozen=True)
class Words:
    """The words of a letter. ``row`` None: those that come with the store."""

    subject: str
    body: str
    row: LetterText | None = None


def find_words(kind: str, brand_id: int, language: str, day: date) -> Words:
    """The words in force on a day: the brand's own, else those of every brand, else the shipped ones."""
    rows = LetterText.objects.filter(
        Q(brand=None) | Q(brand=brand_id), kind=kind, language=language, in_force_from__lte=day
    )
    row = rows.order_by(F("brand").asc(nulls_last=True), "-in_force_from", "-pk").first()
    if row is None:
        return Words(*SHIPPED[kind, language])
    return Words(row.subject, row.body, row)


def letters_of(member_id: int) -> QuerySet[Letter]:
    """A member's letters, newest first."""
    return Letter.objects.filter(member_id=member_id).select_related("brand").order_by("-created_at", "id")


def find_written(keys: Iterable[str]) -> set[str]:
    """Return those of these keys of which there is a letter."""
    return set(Letter.objects.filter(key__in=list(keys)).values_list("key", flat=True))


def count_without_address(letters: QuerySet[Letter]) -> int:
    """Return how many letters have no street or no place below the recipient's name: a pen has to add them."""
    return sum(len(letter.document["data"]["address"]) < 3 for letter in letters.only("document"))


def letters_to_print(brands: Iterable[int] | None = None) -> QuerySet[Letter]:
    """Letters that wait for the printer, the oldest first; ``brands`` None: of all."""
    rows = Letter.objects.filter(on_paper=True, print_file=None).order_by("created_at", "id")
    return rows if brands is None else rows.filter(brand__in=list(brands))
