"""Words that somebody who guesses passwords tries first: the product's, the trade's and the store's own."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

WORDS = (
    "planfront",
    "password",
    "welcome",
    "admin",
    "benefit",
    "insurance",
    "enrollment",
    "coverage",
    "premium",
    "seguro",
    "beneficio",
    "contrasena",
    "bienvenido",
)
"""In lower case, without accents. docs/protection.md lists them."""
LEAST = 8
"""Letters and digits that a password needs in addition to such words."""
_SHORTEST = 4
_NEITHER = re.compile(r"[\W_]+")


def refuse_expected(password: str, words: Iterable[str] = ()) -> None:
    """Raise ValidationError for a password of little more than expected words, ``words`` among them."""
    typed = _NEITHER.sub("", password.lower())
    rest = typed
    for word in sorted({*WORDS, *map(_letters_only, words)}, key=len, reverse=True):
        if len(word) >= _SHORTEST:
            rest = rest.replace(word, "")
    if rest != typed and len(rest) < LEAST:
        raise ValidationError(_("This password is easy to guess because it uses words from this store."))


def _letters_only(word: str) -> str:
    return _NEITHER.sub("", word.lower())
