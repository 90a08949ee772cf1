"""Letters: written once, in the member's language, by email with a tagged PDF, on paper where it has to be."""

from datetime import date

import pytest
import time_machine

from planfront.audit.models import AuditEvent
from planfront.audit.services import Origin
from planfront.kernel import clock
from planfront.letters.documents import make_letter
from planfront.letters.documents import make_print_file as print_letters
from planfront.letters.kinds import NAMES, Kind, fill_in, unknown_names
from planfront.letters.models import Letter, LetterText, PrintFile
from planfront.letters.selectors import find_words
from planfront.letters.services import NewLetter, Recipient, describe_sample, make_print_file, send_letter
from planfront.letters.shipped import SHIPPED
from planfront.messaging.documents import make
from planfront.messaging.models import OutboundEmail

pytestmark = pytest.mark.django_db
NOBODY = Origin()
MARIA = Recipient("Maria Santos", "Maria", ("88 Elm Street", "Dallas, TX 75201"), "maria@demo.test")


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2026-11-02T15:00:00Z", tick=False):
        yield


def letter(brand, key="k-1", kind=Kind.TERMINATION, to=MARIA, **more):
    facts = {"plans": "Halden Dental", "policies": "P-1", "last_day": "12/31/2026", "what": "Coverage ends."}
    return NewLetter(key, kind, brand, None, to, facts, ("P-1",), **more)


def words_of(row):
    return "\n".join(row.document["data"]["paragraphs"])


@pytest.mark.parametrize("kind", Kind.values)
def test_every_kind_has_words_in_both_languages_with_names_that_it_knows(kind):
    for lang in ("en", "es"):
        subject, body = SHIPPED[kind, lang]
        assert subject
        assert unknown_names(kind, subject + body) == []
    assert NAMES[kind]


def test_a_text_is_filled_in_and_what_looks_like_code_stays_text():
    assert fill_in("Dear {first_name}, {x.y} {0}", {"first_name": "{day}"}) == "Dear {day}, {x.y} {0}"


def test_a_letter_goes_by_mail_with_its_pdf(brand):
    row = send_letter(letter(brand))
    assert row.subject == "Your coverage ends on 12/31/2026"
    assert words_of(row).startswith("Dear Maria,\nHalden Dental (P-1) ends. The last day with coverage is 12/31/2026.")
    mail = OutboundEmail.objects.get()
    assert (mail.kind, mail.to, mail.subject) == (
        "letter",
        "maria@demo.test",
        "Your coverage ends on 12/31/2026 – Shop",
    )
    document = make(mail.document)
    assert document.content.startswith(b"%PDF-")
    assert b"/MarkInfo" in document.content
    assert document.name == "shop-your-coverage-ends-on-12312026.pdf"
    assert make_letter(row.document) == document.content
    assert (row.mailed, row.on_paper) == (True, False)


def test_the_same_letter_is_sent_once(brand):
    assert send_letter(letter(brand)) == send_letter(letter(brand))
    assert (Letter.objects.count(), OutboundEmail.objects.count()) == (1, 1)


def test_a_letter_is_in_the_language_of_whoever_gets_it(brand):
    to = Recipient("María Santos", "María", (), "maria@demo.test", "es")
    row = send_letter(letter(brand, to=to))
    assert row.subject == "Su cobertura termina el 12/31/2026"
    assert row.document["data"]["facts"][0]["label"] == "Fecha"


def test_without_an_address_for_mail_it_goes_on_paper_only(brand):
    row = send_letter(letter(brand, to=Recipient("Maria Santos", "Maria", ("88 Elm Street",))))
    assert (row.mailed, row.on_paper) == (False, True)
    assert OutboundEmail.objects.count() == 0


def test_what_has_to_go_on_paper_goes_by_mail_too(brand):
    row = send_letter(letter(brand, paper=True))
    assert (row.mailed, row.on_paper) == (True, True)


def test_a_file_for_the_printer_takes_what_waits_once(brand):
    for number in range(3):
        send_letter(letter(brand, key=f"k-{number}", paper=number < 2))
    file = make_print_file(by=None, brands=None, origin=NOBODY)
    assert file.letters.count() == 2
    assert make_print_file(by=None, brands=None, origin=NOBODY) is None
    content = print_letters(file.letters.order_by("created_at"))
    assert content.startswith(b"%PDF-")
    assert AuditEvent.objects.get(action="letters.print_file_made").meta == {"letters": 2}
    assert PrintFile.objects.count() == 1


def test_a_file_for_the_printer_leaves_other_brands_alone(brand, other_brand):
    send_letter(letter(brand, paper=True))
    assert make_print_file(by=None, brands=[other_brand.pk], origin=NOBODY) is None


def own_words(brand=None, **more):
    values = {
        "kind": Kind.TERMINATION,
        "brand": brand,
        "language": "en",
        "in_force_from": date(2026, 11, 2),
        "subject": "Goodbye",
        "body": "Dear {first_name},\n\nuntil {last_day}.",
        "made_at": clock.now(),
    }
    return LetterText.objects.create(**{**values, **more})


def test_own_words_take_the_place_of_the_shipped_ones_from_their_day_on(brand):
    own_words(in_force_from=date(2026, 11, 5))
    assert send_letter(letter(brand)).subject == "Your coverage ends on 12/31/2026"
    with time_machine.travel("2026-11-05T15:00:00Z", tick=False):
        row = send_letter(letter(brand, key="k-2"))
    assert (row.subject, words_of(row)) == ("Goodbye", "Dear Maria,\nuntil 12/31/2026.")
    assert row.text == LetterText.objects.get()


def test_a_brands_own_words_decide_before_those_of_all(brand, other_brand):
    own_words(subject="Of all")
    own_words(brand, subject="Own")
    day = date(2026, 11, 2)
    assert find_words(Kind.TERMINATION, brand.pk, "en", day).subject == "Own"
    assert find_words(Kind.TERMINATION, other_brand.pk, "en", day).subject == "Of all"
    assert find_words(Kind.TERMINATION, brand.pk, "es", day).subject == "Su cobertura termina el {last_day}"


def test_what_was_sent_keeps_its_words(brand):
    row = send_letter(letter(brand))
    own_words()
    row.refresh_from_db()
    assert row.subject == "Your coverage ends on 12/31/2026"


def test_a_version_can_be_looked_at_with_made_up_facts(brand):
    description = describe_sample(own_words(body="Until {last_day}.\r\n\r\nCall {phone}."), brand)
    assert description["data"]["paragraphs"] == ["Until 12/31/2026.", "Call (800) 555-0142."]
    assert make_letter(description).startswith(b"%PDF-")
