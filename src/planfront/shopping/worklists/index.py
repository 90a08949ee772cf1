"""Columns that lists of applications go by: the stage, the last change, and the words of the person's name."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from planfront.kernel import clock
from planfront.kernel.text.words import words_of
from planfront.shopping.models import CartLine, EnrollmentWord, Quote, Stage

if TYPE_CHECKING:
    from collections.abc import Iterable


def note_changed(*, enrollment_id: UUID, stage: str | None = None) -> None:
    """List a quote as changed now, with its new ``stage``; None leaves the stage as it is."""
    rows = Quote.objects.filter(pk=enrollment_id)
    rows.update(listed=True, updated_at=clock.now(), **({"stage": Stage(stage)} if stage else {}))


def note_name(*, quote: Quote, name: str) -> None:
    """Make a quote searchable by a name."""
    write_name_words(quote, words_of(name))


def note_saved(*, enrollment_id: UUID) -> None:
    """Note that a mailed code opens the draft. A draft that waits for a signature goes on waiting."""
    Quote.objects.filter(pk=enrollment_id, stage=Stage.DRAFT).update(stage=Stage.SAVED)


def write_name_words(quote: Quote, words: Iterable[str]) -> None:
    """Replace the words by which a quote is found."""
    EnrollmentWord.objects.filter(enrollment=quote).delete()
    EnrollmentWord.objects.bulk_create(
        EnrollmentWord(enrollment_id=quote.pk, agent_id=quote.agent_id, group_id=quote.group_id, word=word)
        for word in sorted(set(words))
    )


def write_owners(quote: Quote) -> None:
    """Let the words follow a quote to another rep or group."""
    rows = EnrollmentWord.objects.filter(enrollment=quote)
    rows.update(agent_id=quote.agent_id, group_id=quote.group_id)


def is_listed(quote: Quote) -> bool:
    """Return whether the quote belongs on lists: it has a plan in the cart, or a person with a name."""
    filled = CartLine.objects.filter(enrollment=quote).exists()
    return filled or EnrollmentWord.objects.filter(enrollment=quote).exists()
