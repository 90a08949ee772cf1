"""Typed text is folded by one function, before any rule, and a name has one rule."""

import io
import re
import unicodedata
from datetime import UTC, date, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pypdf import PdfReader

from planfront.kernel.files import pdf
from planfront.kernel.text import texts
from planfront.kernel.text.folding import (
    APOSTROPHES,
    PRINTABLE,
    comparison_key,
    fold_lines,
    fold_text,
    name_key,
    printable,
    unprintable,
)
from planfront.kernel.text.parse import is_account_holder, person_name, ssn9, us_date, us_phone, zip5
from planfront.kernel.text.words import words_of

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
BLANKS = "\u00a0\u2007\u202f\u2009\u3000\t"
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u202a\u202e\u2066\u2069"
TYPED = st.text(alphabet=st.characters(exclude_categories=["Cs"]))


@given(TYPED)
@example("0\r\xad")
def test_folding_again_changes_nothing(text):
    for fold in (fold_text, fold_lines, comparison_key, name_key, printable):
        assert fold(fold(text)) == fold(text)


@given(st.text(alphabet="ab" + DASHES + BLANKS + INVISIBLE + APOSTROPHES + "é\u0301"))
def test_a_folded_text_is_composed_and_has_plain_blanks_and_hyphens(text):
    folded = fold_text(text)
    assert folded == unicodedata.normalize("NFC", folded) == folded.strip()
    assert not set(folded) & set(DASHES + BLANKS + INVISIBLE)
    assert "  " not in folded


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("  Castillo\u2011Reyes ", "Castillo-Reyes"),
        ("Le\u0301a", "Léa"),
        ("Ana\u200b\ufeff", "Ana"),
        ("de\u00a0la  Cruz", "de la Cruz"),
        ("Cas\u00adtillo", "Castillo"),
        ("O’Neil", "O’Neil"),
        ("ʻOkina", "ʻOkina"),
        ("a\nb", "a b"),
        ("", ""),
    ],
)
def test_one_line(typed, folded):
    assert fold_text(typed) == folded


def test_lines_stay_lines():
    assert fold_lines(" a\u2013b \r\n\n  c\u200b ") == "a-b\n\nc"


@pytest.mark.parametrize("apostrophe", APOSTROPHES)
def test_apostrophes_are_the_same_where_names_are_compared(apostrophe):
    name = f"Ka{apostrophe}ahumanu"
    assert person_name(name) == name
    assert comparison_key(name) == "ka'ahumanu"
    assert name_key(name) == "kaahumanu"
    assert words_of(name) == ["ka", "ahumanu"]


@given(
    st.sampled_from(["Léa", "Le\u0301a", "L\u200bé\u2060a"]),
    st.sampled_from(["-", *DASHES]),
    st.sampled_from(["Ana", "A\u00adna", "Ana\u200f", " Ana\u00a0"[1:]]),
)
def test_every_spelling_is_one_name(first, dash, second):
    assert person_name(f"{first}{dash}{second}") == "Léa-Ana"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Mary Ann", "Mary Ann"),
        ("D.J.", "D.J."),
        ("Жанна", "Жанна"),
        ("Ana2", None),
        ("<b>x</b>", None),
        ("-", None),
        ("", None),
        (None, None),
        ("李明", None),
        ("김민수", None),
        ("محمد", None),
        ("N" * 60, "N" * 60),
        ("N" * 61, None),
    ],
)
def test_the_name_of_a_person(text, name):
    assert person_name(text) == name


@pytest.mark.parametrize(
    ("text", "message"),
    [("", texts.REQUIRED), ("Ana2", texts.FIRST_NAME), ("李明", texts.LATIN_NAME), ("Ana 李", texts.LATIN_NAME)],
)
def test_why_a_name_is_refused(text, message):
    assert texts.explain_name(text, texts.FIRST_NAME) == message


@pytest.mark.parametrize("dash", ["-", *DASHES])
@pytest.mark.parametrize("blank", ["", *INVISIBLE, *BLANKS])
def test_numbers_and_dates_are_read_as_pages_and_phones_write_them(dash, blank):
    assert ssn9(f"{blank}123{dash}45{dash}6789") == "123456789"
    assert us_date(f"04{dash}17{dash}1989{blank}") == date(1989, 4, 17)
    assert us_phone(f"614{dash}555{dash}0142{blank}") == "6145550142"
    assert zip5(f"43215{dash}1234{blank}") == "43215"
    assert is_account_holder(fold_text(f"Dana {dash} Co.{blank}"))


@given(TYPED)
def test_what_can_be_printed_is_the_same_for_the_pattern_and_the_check(text):
    assert bool(re.fullmatch(PRINTABLE, fold_text(text))) is (unprintable(fold_text(text)) == "")
    assert unprintable(printable(text)) == ""


def test_every_printable_character_has_a_typeface(tmp_path):
    """None of them becomes a box: the document keeps its claim to be accessible, which boxes would cost it."""
    signs = [chr(code) for code in range(0x20, 0x2800) if re.fullmatch(PRINTABLE, chr(code))]
    signs = [sign for sign in signs if unicodedata.category(sign) not in ("Cf", "Cc")]
    assert len(signs) > 1_300
    (tmp_path / "page.typ").write_text(
        '#let d = json(bytes(sys.inputs.data))\n#set document(title: "All")\n'
        '#set text(font: ("Hanken Grotesk", "Libertinus Serif"), lang: "en")\n#for sign in d.signs [#sign \\ ]'
    )
    content = pdf.make_pdf(template=tmp_path / "page.typ", data={"signs": signs}, at=datetime(2026, 11, 10, tzinfo=UTC))
    metadata = PdfReader(io.BytesIO(content)).trailer["/Root"]["/Metadata"].get_object().get_data().decode()
    assert "pdfuaid:part>1<" in metadata
