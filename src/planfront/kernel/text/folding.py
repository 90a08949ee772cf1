"""Typed text in the one form that every rule reads.

Phones, word processors and web pages put in signs that look like others, or like nothing. Forms, rosters, searches,
signatures and imports fold them here, so that all of them accept the same texts.
"""

from __future__ import annotations

import re
import unicodedata

APOSTROPHES = "'’‘ʻʼʹ`´′"
"""Signs that people type for an apostrophe or an ʻokina. Kept as typed, equal where names are compared."""
_INVISIBLE = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
"""Signs without width: joiners, marks of direction and of byte order, soft hyphens."""
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"), "-")
_ALIKE = dict.fromkeys(map(ord, APOSTROPHES), "'")
_PRINTABLE = (
    r"\u0020-\u007e\u00a1-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u04ff\u1e00-\u1eff"
    r"\u2010-\u2027\u2030-\u203f\u20a0-\u20bf\u2100-\u211e\u2190-\u2193\u2212\u2248\u2260\u2264\u2265\u2713"
)
PRINTABLE = f"[{_PRINTABLE}]*"
"""The characters that the documents' typefaces have, as a pattern that Python and browsers read alike: Latin with its
accents, Greek, Cyrillic, punctuation."""
_UNPRINTABLE = re.compile(rf"[^{_PRINTABLE}\s]+")


def fold_text(text: str) -> str:
    """Return a text in one line: composed, with plain hyphens and single blanks, nothing invisible, trimmed."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", _INVISIBLE.sub("", text)).translate(_DASHES)
    return " ".join(text.split())


def fold_lines(text: str) -> str:
    """Return the text folded line by line, with its line breaks."""
    return "\n".join(fold_text(line) for line in text.splitlines()).strip()


def comparison_key(text: str) -> str:
    """Return the same text for texts that differ in case and kinds of apostrophes only."""
    if text.isascii():
        return " ".join(text.split()).replace("`", "'").lower()
    return unicodedata.normalize("NFC", fold_text(text).translate(_ALIKE).casefold())


def without_accents(text: str) -> str:
    """Return the comparison key without the marks of its letters."""
    if text.isascii():
        return comparison_key(text)
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", comparison_key(text)).casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def name_key(text: str) -> str:
    """Return a name's letters and digits without accents, case, blanks and marks: equal for the same name."""
    return "".join(filter(str.isalnum, without_accents(text)))


def unprintable(text: str) -> str:
    """Return the first run of characters that no typeface of the documents has; "" where all can be printed."""
    match = _UNPRINTABLE.search(text)
    return match.group() if match else ""


def printable(text: str, instead: str = "?") -> str:
    """Return the text with ``instead`` for each character that no typeface of the documents has."""
    return _UNPRINTABLE.sub(lambda run: instead * len(run.group()), text)
