"""The reading grade of a text, and its number of sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tools.texts.collect import STAFF, Text

MOST_SENTENCES = 2
HIGHEST_GRADE = 10
"""Of one text. The mean of all texts is to stay at the eighth grade or below."""
FEWEST_WORDS = 12
"""A shorter text says too little about how hard it is to read."""
PARAGRAPHS = (
    "src/planfront/messaging/",
    "frontend/src/features/help/",
    "frontend/src/features/quote/QuotePage.tsx",
)
"""Emails, pages of help, and the terms of a quote: read as paragraphs, not beside a field."""
WORDED_ELSEWHERE = ("src/planfront/enrollment/terms/", "src/planfront/shopping/cart/view.py")
"""Texts that people agree to, and fees whose words carriers give."""
_PLURAL = re.compile(r"\{\w+, plural, one \{(.*?)\} other \{.*?\}\}")
_FIELD = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|</?\d+/?>")
_END = re.compile(r"(?<=[.!?])[”\"’')]*\s+")
_ABBREVIATION = re.compile(r"\b(?:\w\.){2,}|\b(?:St|No|vs)\.")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_VOWELS = re.compile(r"[aeiouy]+")
_SILENT = re.compile(r"(?<![aeiouyl])e$|[^aeiouytd]ed$|[^aeiouysxzcg]es$")


def split_sentences(english: str) -> list[str]:
    """Return the sentences of a text."""
    plain = _ABBREVIATION.sub("it", _PLURAL.sub(r"\1", english))
    return [part for part in _END.split(plain.strip()) if re.search(r"\w", part)]


def measure_grade(english: str) -> float:
    """Return the grade of school at which a text can be read, after Flesch and Kincaid."""
    plain = _without_fields(english)
    words = _WORD.findall(plain)
    if not words:
        return 0.0
    syllables = sum(map(_count_syllables, words))
    return 0.39 * len(words) / max(len(split_sentences(plain)), 1) + 11.8 * syllables / len(words) - 15.59


def long_texts(texts: Iterable[Text]) -> Iterator[str]:
    """Yield a sentence for each button, hint, or error with more than two sentences."""
    for text in texts:
        if _is_for_store(text) and not text.file.startswith((*PARAGRAPHS, *WORDED_ELSEWHERE)):
            for form in text.english.split(" | "):
                if (count := len(split_sentences(form))) > MOST_SENTENCES:
                    yield f"{text.where}: {count} sentences: {form[:160]}"


def hard_texts(texts: Iterable[Text]) -> Iterator[str]:
    """Yield a sentence for each text of the store that needs more than the tenth grade."""
    for text in texts:
        if _is_for_store(text) and not text.file.startswith(WORDED_ELSEWHERE) and _is_measurable(text):
            grade = measure_grade(text.english)
            if grade > HIGHEST_GRADE:
                yield f"{text.where}: grade {grade:.0f}: {text.english[:160]}"


def mean_grade(texts: Iterable[Text]) -> float:
    """Return the mean grade of all texts of the store that are long enough to measure."""
    grades = [measure_grade(text.english) for text in texts if _is_for_store(text) and _is_measurable(text)]
    return sum(grades) / max(len(grades), 1)


def _is_for_store(text: Text) -> bool:
    """Return whether shoppers, members, reps, or groups read a text."""
    if not text.file.startswith("src/planfront/"):
        return text.file.startswith("frontend/")
    return text.file.split("/")[2] not in STAFF and "/importers/" not in text.file


def _is_measurable(text: Text) -> bool:
    return len(_WORD.findall(_without_fields(text.english))) >= FEWEST_WORDS


def _without_fields(english: str) -> str:
    return _FIELD.sub("it", _PLURAL.sub(r"\1", english))


def _count_syllables(word: str) -> int:
    plain = word.lower()
    count = len(_VOWELS.findall(plain)) - bool(_SILENT.search(plain))
    return max(count, 1)
