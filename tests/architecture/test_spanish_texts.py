"""Every text of the server that shoppers, members, reps and groups may read has a Spanish translation."""

import re

from tools.texts.collect import STAFF, Text, handed_texts, server_texts, server_translations

NAMED = re.compile(r"%\((\w+)\)[sd]")


def is_for_staff(text: Text) -> bool:
    """Return whether only an operator's staff reads a text, in English."""
    room = text.file.split("/")[2]
    return room in STAFF or "/importers/" in text.file


def test_every_text_that_is_read_in_the_store_is_translated():
    known = server_translations()
    texts = [*server_texts(known), *handed_texts(known)]
    missing = {text.english: text.where for text in texts if not text.spanish and not is_for_staff(text)}
    assert not missing


def test_translations_fill_in_what_the_texts_do():
    """A name that only one of them has would stand on the page as it is, or fail."""
    wrong = [
        (english, spanish)
        for english, spanish in server_translations().items()
        if not set(NAMED.findall(spanish)) <= set(NAMED.findall(english))
    ]
    assert not wrong
