"""Letters in the back office: as they were sent, the printer's file, and the operator's own words."""

from datetime import date

import pytest
import time_machine

from planfront.accounts.models import StaffRole, User
from planfront.audit.models import AuditEvent
from planfront.letters.kinds import Kind
from planfront.letters.models import Letter, LetterText, PrintFile
from planfront.letters.services import NewLetter, Recipient, send_letter

pytestmark = pytest.mark.django_db
LETTERS, FILES, WORDS = (f"/backoffice/letters/{name}/" for name in ("letter", "printfile", "lettertext"))


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2026-11-02T15:00:00Z", tick=False):
        yield


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo", name="Ada"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def reader(client, brand):
    user = User.objects.create_user(
        "reader@demo.test", "planfront-demo", role="staff", is_staff=True, staff_role=StaffRole.READER, all_brands=True
    )
    client.force_login(user)
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def letter(brand):
    to = Recipient("Maria Santos", "Maria", ("88 Elm Street", "Dallas, TX 75201"))
    facts = {"plans": "Halden Dental", "policies": "P-1", "last_day": "12/31/2026"}
    return send_letter(NewLetter("k-1", Kind.TERMINATION, brand, None, to, facts, ("P-1",)))


def test_a_letter_is_opened_as_it_was_sent_and_that_is_on_record(staff, letter):
    assert "Your coverage ends on 12/31/2026" in staff.get(LETTERS).content.decode()
    page = staff.get(f"{LETTERS}{letter.pk}/change/").content.decode()
    assert "Waiting for the printer" in page
    assert "English" in page
    assert "P-1" in page
    assert "&quot;P-1&quot;" not in page
    assert "11/02/2026, 10:00\u00a0AM" in page
    answer = staff.get(f"{LETTERS}{letter.pk}/pdf/")
    assert answer.content.startswith(b"%PDF-")
    assert AuditEvent.objects.filter(action="backoffice.letter.opened", subject_id=str(letter.pk)).count() == 1


def test_what_waits_for_the_printer_becomes_one_file(staff, letter):
    assert "1 letter is waiting for the printer." in staff.get(FILES).content.decode()
    answer = staff.post(f"{FILES}make/", follow=True)
    assert "The file has 1 letter. Open it to print it." in answer.content.decode()
    assert "no postal address" not in answer.content.decode()
    file = PrintFile.objects.get()
    assert staff.get(f"{FILES}{file.pk}/pdf/").content.startswith(b"%PDF-")
    assert "No letters are waiting for the printer." in staff.post(f"{FILES}make/", follow=True).content.decode()
    listed = staff.get(f"{LETTERS}?paper=printed").content.decode()
    assert "Your coverage ends on 12/31/2026" in listed
    assert "Your coverage ends on 12/31/2026" not in staff.get(f"{LETTERS}?paper=waits").content.decode()


def test_who_prints_is_told_of_letters_without_a_postal_address(staff, brand, letter):
    facts = {"plans": "Halden Dental", "policies": "P-2", "last_day": "12/31/2026"}
    for key, lines in (("k-2", ()), ("k-3", ("Dallas, TX 75201",))):
        send_letter(NewLetter(key, Kind.TERMINATION, brand, None, Recipient("Jo", "Jo", lines), facts, ("P-2",)))
    page = staff.post(f"{FILES}make/", follow=True).content.decode()
    assert "The file has 3 letters. Open it to print it." in page
    assert "2 letters have no postal address. Ask for it, and write it on the letter." in page


def test_a_reader_makes_no_file_and_no_words(reader, letter):
    assert reader.post(f"{FILES}make/").status_code == 403
    assert reader.get(f"{WORDS}add/").status_code == 403
    assert Letter.objects.get().print_file is None


def words(**more):
    values = {"kind": "termination", "language": "en", "brand": "", "in_force_from": "2026-11-02"}
    return {**values, "subject": "Goodbye", "body": "Until {last_day}.", **more}


def test_own_words_are_saved_and_seen_as_a_letter(staff):
    assert "Your coverage ends on {last_day}" in staff.get(f"{WORDS}add/?kind=termination").content.decode()
    assert staff.post(f"{WORDS}add/", words()).status_code == 302
    row = LetterText.objects.get()
    assert (row.subject, row.in_force_from, row.made_by.name) == ("Goodbye", date(2026, 11, 2), "Ada")
    assert staff.get(f"{WORDS}{row.pk}/sample/").content.startswith(b"%PDF-")
    assert AuditEvent.objects.get(action="letters.words_saved").subject_id == str(row.pk)
    assert staff.post(f"{WORDS}{row.pk}/change/", words(subject="Changed")).status_code == 403


def test_a_subject_is_one_line(staff):
    assert staff.post(f"{WORDS}add/", words(subject="Good\r\nbye")).status_code == 302
    assert LetterText.objects.get().subject == "Good bye"


def test_words_that_nothing_fills_in_and_days_that_are_over_are_refused(staff):
    page = staff.post(f"{WORDS}add/", words(body="Your child {child}", in_force_from="2026-11-01")).content.decode()
    assert "This letter has no placeholder {child}." in page
    assert "Choose today or a later day" in page
    assert not LetterText.objects.exists()
