"""Every text that a person reads keeps to the vocabulary of docs/words.md, and is short and easy."""

import pytest

from tools.texts.collect import (
    Text,
    browser_texts,
    collect_texts,
    handed_texts,
    server_texts,
    server_translations,
)
from tools.texts.reading import hard_texts, long_texts, mean_grade
from tools.texts.vocabulary import broken_rules, curly_texts

EIGHTH_GRADE = 8


@pytest.fixture(scope="module")
def texts():
    """Return what the browser and the server hand to gettext."""
    spanish = server_translations()
    return [*browser_texts(), *server_texts(spanish), *handed_texts(spanish)]


def test_texts_use_the_words_of_the_table():
    assert not [*broken_rules(collect_texts())]


def test_apostrophes_are_straight():
    """Two forms of one character side by side, and a text that a search for the other form misses."""
    assert not [*curly_texts(collect_texts())]


def test_a_curly_apostrophe_is_found_in_either_language():
    found = [
        *curly_texts([Text("We’ll email you.", "“Sí”, d’accord", "a.py:1"), Text("We'll call.", "“Sí”", "b.py:1")])
    ]
    assert found == [
        "a.py:1: write a straight apostrophe: We’ll email you.",
        "a.py:1: write a straight apostrophe: “Sí”, d’accord",
    ]


def test_buttons_hints_and_errors_have_two_sentences_at_most(texts):
    assert not [*long_texts(texts)]


def test_texts_of_the_store_are_easy_to_read(texts):
    assert not [*hard_texts(texts)]
    assert mean_grade(texts) <= EIGHTH_GRADE


def test_a_word_of_the_table_is_found_in_its_language_only():
    found = [*broken_rules([Text("Stop quote mail", "Ya no recibirá cotizaciones", "a.py:1")])]
    assert found == ["a.py:1: “mail”, use email: Stop quote mail"]
    assert not [*broken_rules([Text("An email for {mail}", "Un correo electrónico", "a.py:1")])]
    assert [*broken_rules([Text("Your card", "Tu tarjeta", "a.py:1")])] == ["a.py:1: “Tu”, use usted: Tu tarjeta"]


def test_phrases_in_which_a_word_is_right_are_left_alone():
    assert not [*broken_rules([Text("Generic drugs by mail, 90 days", "", "a.yaml rx")])]


def test_a_third_sentence_is_found_in_forms_but_not_in_emails():
    english = "This is wrong. Fix it. Then send it again."
    found = [*long_texts([Text(english, "", "src/planfront/coverage/a.py:1")])]
    assert found == [f"src/planfront/coverage/a.py:1: 3 sentences: {english}"]
    assert not [*long_texts([Text("This is wrong. Fix it.", "", "src/planfront/coverage/a.py:1")])]
    assert not [*long_texts([Text(english, "", "src/planfront/messaging/a.py:1")])]
    assert not [*long_texts([Text(english, "", "src/planfront/backoffice/a.py:1")])]


def test_a_hard_text_is_found_with_its_grade():
    hard = (
        "Subsequent adjudication necessitates authorization documentation; "
        "notwithstanding, eligibility determinations require individualized consideration beforehand."
    )
    easy = "We'll email you a code that works for 30 days, so only you can sign."
    (found,) = hard_texts([Text(easy, "", "frontend/src/a.tsx:1"), Text(hard, "", "frontend/src/b.tsx:1")])
    assert found == f"frontend/src/b.tsx:1: grade 41: {hard}"
    assert mean_grade([Text(easy, "", "frontend/src/a.tsx:1")]) < EIGHTH_GRADE
