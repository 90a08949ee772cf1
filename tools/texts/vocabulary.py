"""The table of words in docs/words.md, and the texts that go against it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from planfront.cli.paths import ROOT
from tools.texts.collect import Text

TABLE = ROOT / "docs" / "words.md"
_ROW = re.compile(r"^\|(?P<cells>.+)\|$", re.MULTILINE)
_FIELD = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|<[^<>]*>")
"""Placeholders, whose names in the code aren't words of the text."""
_CURLY = re.compile("[‘’]")


@dataclass(frozen=True)
class Rule:
    """A row of the table. ``words`` finds a word not to use, ``right_in`` phrases in which it is right."""

    use: str
    words: re.Pattern[str]
    language: str
    right_in: re.Pattern[str] | None

    def broken_by(self, text: Text) -> str:
        """Return the first word of a text that goes against the rule, or ""."""
        shown = _FIELD.sub(" … ", text.english if self.language == "English" else text.spanish)
        if self.right_in:
            shown = self.right_in.sub(" … ", shown)
        found = self.words.search(shown)
        return found.group() if found else ""


@cache
def read_rules() -> tuple[Rule, ...]:
    """Return the rows of the table. Raises ValueError when there are none."""
    rows = [[cell.strip() for cell in match["cells"].split("|")] for match in _ROW.finditer(TABLE.read_text())]
    rules = tuple(_read_row(row) for row in rows if len(row) == 5 and row[2] in ("English", "Spanish"))
    if not rules:
        raise ValueError(f"No vocabulary in {TABLE}.")
    return rules


def broken_rules(texts: Iterable[Text]) -> Iterator[str]:
    """Yield a sentence for each text with a word that the table replaces."""
    for text in texts:
        for rule in read_rules():
            if word := rule.broken_by(text):
                shown = text.english if rule.language == "English" else text.spanish
                yield f"{text.where}: “{word}”, use {rule.use}: {shown[:160]}"


def curly_texts(texts: Iterable[Text]) -> Iterator[str]:
    """Yield a sentence for each text, in either language, with a curly apostrophe."""
    for text in texts:
        for words in (text.english, text.spanish):
            if _CURLY.search(words):
                yield f"{text.where}: write a straight apostrophe: {words[:160]}"


def _read_row(row: list[str]) -> Rule:
    use, words, language, _subject, right_in = row
    return Rule(use, _any_of(words), language, _any_of(right_in) if right_in else None)


def _any_of(phrases: str) -> re.Pattern[str]:
    alternatives = "|".join(re.escape(phrase.strip()).replace(r"\*", r"\w*") for phrase in phrases.split(","))
    return re.compile(rf"(?<![\w-])(?:{alternatives})(?![\w-])", re.IGNORECASE)
