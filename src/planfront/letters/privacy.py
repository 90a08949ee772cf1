"""Letters to people. Words of letters name nobody."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from planfront.letters.models import Letter
from planfront.privacy import words
from planfront.privacy.registry import Holding, Kept, Person, declare, declare_exempt


def _kept(letter: Letter, _person: Person) -> Kept:
    # A letter about coverage is proof for both sides.
    return words.kept_evidence(letter.day)


def _shown(letter: Any) -> dict[str, Any]:
    return {
        "kind": letter.get_kind_display(),
        "day": letter.day,
        "subject": letter.subject,
        "text": letter.document["data"]["paragraphs"],
    }


declare(
    Holding(
        Letter,
        _("Letters"),
        _("Ten years."),
        of={"member": "members.member"},
        kept=_kept,
        show=_shown,
    )
)
declare_exempt(
    "words of letters and files of the printer, which name nobody", "letters.lettertext", "letters.printfile"
)
