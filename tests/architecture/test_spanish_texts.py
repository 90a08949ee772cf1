"""Every text of the server that shoppers, members, reps and groups may read has a Spanish translation."""

import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "planfront"
STAFF = {"backoffice", "cli", "imports", "rating"}
"""Rooms that only an operator's staff reads, in English; so are the importers of the other rooms."""
CALLS = {"_": None, "gettext": None, "gettext_lazy": None, "ngettext": (1, 2), "ngettext_lazy": (1, 2)}
METHODS = [("**/tests/**", "ignore"), ("**/importers/**", "ignore"), ("**.py", "python")]
NAMED = re.compile(r"%\((\w+)\)[sd]")


def texts() -> Iterator[tuple[str, str]]:
    """Each text with the place where it stands."""
    for room in sorted(PACKAGE.iterdir()):
        if not room.is_dir() or room.name in STAFF:
            continue
        for name, line, message, _comments, _context in extract_from_dir(str(room), method_map=METHODS, keywords=CALLS):
            yield (message if isinstance(message, str) else message[0]), f"{room.name}/{name}:{line}"


def translations() -> Iterator[tuple[str, tuple[str, ...]]]:
    for path in PACKAGE.glob("*/locale/es/LC_MESSAGES/django.po"):
        with path.open("rb") as stream:
            for entry in read_po(stream, locale="es", abort_invalid=True):
                spanish = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string)
                if entry.id and all(spanish):
                    yield (entry.id if isinstance(entry.id, str) else entry.id[0]), spanish


def test_every_text_that_is_read_in_the_store_is_translated():
    known = {english for english, _ in translations()}
    missing = {text: place for text, place in texts() if text not in known}
    assert not missing


def test_translations_fill_in_what_the_texts_do():
    """A name that only one of them has would stand on the page as it is, or fail."""
    wrong = [
        (english, spanish)
        for english, all_forms in translations()
        for spanish in all_forms
        if not set(NAMED.findall(spanish)) <= set(NAMED.findall(english))
    ]
    assert not wrong
