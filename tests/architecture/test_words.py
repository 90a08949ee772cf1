"""Every text that a person reads keeps to the vocabulary of docs/words.md."""

from tools.texts.collect import Text, collect_texts
from tools.texts.vocabulary import broken_rules


def test_texts_use_the_words_of_the_table():
    assert not [*broken_rules(collect_texts())]


def test_a_word_of_the_table_is_found_in_its_language_only():
    found = [*broken_rules([Text("Stop quote mail", "Ya no recibirá cotizaciones", "a.py:1")])]
    assert found == ["a.py:1: “mail”, use email: Stop quote mail"]
    assert not [*broken_rules([Text("An email for {mail}", "Un correo electrónico", "a.py:1")])]
    assert [*broken_rules([Text("Your card", "Tu tarjeta", "a.py:1")])] == ["a.py:1: “Tu”, use usted: Tu tarjeta"]


def test_phrases_in_which_a_word_is_right_are_left_alone():
    assert not [*broken_rules([Text("Generic drugs by mail, 90 days", "", "a.yaml rx")])]
