"""What lists of enrollments go by: the stage, the last change, and the words of the person's name."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from planfront.kernel import clock
from planfront.kernel.text.words import words_of
from planfront.shopping.models import CartLine, EnrollmentWord, Quote, Stage

if TYPE_CHECKING:
    from collections.abc import Iterable


def note_changed(*, enrollment_id: UUID, stage: str | None = None) -> None:
    """Put an enrollment on the lists as changed now, with its new ``stage``; None leaves it as it is."""
    rows = Quote.objects.filter(pk=enrollment_id)
    rows.update(listed=True, updated_at=clock.now(), **({"stage": Stage(stage)} if stage else {}))


def note_name(*, quote: Quote, name: str) -> None:
    """The name an enrollment is found by from now on."""
    write_name_words(quote, words_of(name))


def note_saved(*, enrollment_id: UUID) -> None:
    """A mailed code opens the draft from now on. One that waits for a signature goes on waiting."""
    Quote.objects.filter(pk=enrollment_id, stage=Stage.DRAFT).update(stage=Stage.SAVED)


def write_name_words(quote: Quote, words: Iterable[str]) -> None:
    """The words an enrollment is found by, in place of those before."""
    EnrollmentWord.objects.filter(enrollment=quote).delete()
    EnrollmentWord.objects.bulk_create(
        EnrollmentWord(enrollment_id=quote.pk, agent_id=quote.agent_id, group_id=quote.group_id, word=word)
        for word in sorted(set(words))
    )


def write_owners(quote: Quote) -> None:
    """Let the words follow an enrollment to another rep or group."""
    rows = EnrollmentWord.objects.filter(enrollment=quote)
    rows.update(agent_id=quote.agent_id, group_id=quote.group_id)


def is_listed(quote: Quote) -> bool:
    """Whether there is something to go on with: a plan in the cart, or a person with a name."""
    filled = CartLine.objects.filter(enrollment=quote).exists()
    return filled or EnrollmentWord.objects.filter(enrollment=quote).exists()
