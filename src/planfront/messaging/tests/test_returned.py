"""Mail that comes back: read from a mailbox by IMAP over TLS, believed only of our own mail, and ended by whoever reads
mail at the address."""

import smtplib
from datetime import date, timedelta

import pytest
from django_tasks_db.models import DBTaskResult

from planfront.accounts import mailtokens
from planfront.accounts.mailtokens import Purpose
from planfront.accounts.models import Role, User
from planfront.accounts.services import set_email
from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM
from planfront.backoffice.health.work import check_returned
from planfront.config.env import EnvError, Mailbox, load, to_mailbox
from planfront.kernel import clock
from planfront.kernel.jobs.tasks import run_pending
from planfront.kernel.models import OutsideService
from planfront.letters.kinds import Kind
from planfront.letters.models import Letter
from planfront.letters.services import NewLetter, Recipient, send_letter, withdraw_letter, withdraw_letters_to
from planfront.members.person_history import FactCause
from planfront.members.services import change_person, create_member
from planfront.messaging import mailbox, smtp
from planfront.messaging.models import OutboundEmail, Status
from planfront.messaging.returned import is_returned, read_mailbox, trust_addresses
from planfront.messaging.selectors import find_unreachable
from planfront.messaging.services import queue_email
from planfront.messaging.tasks import TRIES
from planfront.messaging.tests.imap_server import mail_server
from planfront.messaging.tests.test_outbox import CODE

pytestmark = pytest.mark.django_db
MARIA = "maria@mailbox.example"
SEEN, FOR_PEOPLE = {r"\Seen"}, {r"\Seen", r"\Flagged"}


@pytest.fixture
def inbox(settings, tmp_path, monkeypatch):
    with mail_server(tmp_path) as server:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
        settings.MAILBOX = to_mailbox("IMAP_URL", server.url)
        yield server


def sent_mail(brand, key="resume:1", to=MARIA, status=Status.SENT, kind="resume_code", context=None):
    mail = queue_email(brand=brand, kind=kind, to=to, context=context or CODE, dedupe_key=key)
    OutboundEmail.objects.filter(pk=mail.pk).update(status=status, sent_at=clock.now())
    return mail


def report(mail_id, *, to=MARIA, action="failed", status="5.1.1", answer="550 5.1.1 No such user", tail=""):
    text = f"""From: MAILER-DAEMON@mailbox.example
To: returns@shop.example
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

Your mail could not be delivered.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.mailbox.example

Final-Recipient: rfc822; {to}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; {answer}

--b
Content-Type: message/rfc822

From: Shop <no-reply@shop.test>
To: {to}
Message-ID: <{mail_id}@shop.test>
Subject: Your Shop enrollment code

{tail}
--b--
"""
    return text.replace("\n", "\r\n").encode()


def state_of(mail):
    mail.refresh_from_db()
    return mail.status, mail.last_error


def test_a_hard_failure_is_noted_once_however_often_it_is_reported(brand, inbox):
    mail = sent_mail(brand)
    inbox.put(report(mail.pk), report(mail.pk))
    assert (read_mailbox(), read_mailbox()) == (1, 0)
    assert state_of(mail) == (Status.RETURNED, "5.1.1 550 5.1.1 No such user")
    assert inbox.flags == {"1": SEEN, "2": SEEN}
    assert is_returned(brand.pk, "Maria@Mailbox.example")
    assert find_unreachable(brand.pk, [MARIA, "jo@mailbox.example"]) == {MARIA}
    assert AuditEvent.objects.filter(action="mail.returned", subject_id=str(mail.pk)).count() == 1
    assert OutsideService.objects.get(pk=mailbox.NAME).failures == 0


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"action": "delayed", "status": "4.4.1", "answer": "451 busy"}, (Status.SENT, "")),
        ({"status": "4.4.7", "answer": "expired"}, (Status.FAILED, "4.4.7 expired")),
        ({"status": "5.7.1", "answer": "550 spam"}, (Status.FAILED, "5.7.1 550 spam")),
        ({"status": "5.2.3", "answer": "too large"}, (Status.FAILED, "5.2.3 too large")),
        ({"status": "5.0.0", "answer": "550-5.7.26 not signed"}, (Status.FAILED, "5.7.26 550-5.7.26 not signed")),
        ({"status": "5.0.0", "answer": "554 no account"}, (Status.RETURNED, "5.0.0 554 no account")),
        ({"status": "5.5.0", "answer": "mailbox unavailable"}, (Status.RETURNED, "5.5.0 mailbox unavailable")),
        ({"status": "5.2.2", "answer": "full \x07é" + "x" * 90}, (Status.RETURNED, "5.2.2 full " + "x" * 69)),
        ({"status": "nonsense", "answer": ""}, (Status.FAILED, "")),
    ],
)
def test_what_says_nothing_against_the_address_leaves_it_alone(brand, inbox, facts, expected):
    mail = sent_mail(brand)
    inbox.put(report(mail.pk, **facts))
    read_mailbox()
    assert state_of(mail) == expected
    assert is_returned(brand.pk, MARIA) is (expected[0] == Status.RETURNED)
    assert inbox.flags == {"1": SEEN}


def test_a_report_counts_only_for_the_address_that_its_mail_went_to(brand, inbox):
    mail, waiting = sent_mail(brand), sent_mail(brand, "resume:2", status=Status.QUEUED)
    other = sent_mail(brand, "resume:3", to="jo@mailbox.example")
    inbox.put(
        report(mail.pk, to="jo@mailbox.example"),
        report("00000000-0000-4000-8000-000000000000"),
        report("1"),
        report(waiting.pk),
    )
    assert read_mailbox() == 0
    assert [state_of(row)[0] for row in (mail, waiting, other)] == [Status.SENT, Status.QUEUED, Status.SENT]
    assert AuditEvent.objects.filter(action="mail.returned").count() == 0
    assert set(map(frozenset, inbox.flags.values())) == {frozenset(SEEN)}


def test_garbage_and_answers_wait_for_people_and_huge_reports_are_read(brand, inbox):
    mail = sent_mail(brand)
    nested = b"".join(b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (n, n) for n in range(5000))
    no_parts = b"Content-Type: multipart/report; report-type=delivery-status\r\n\r\nMessage-ID: <%s@shop.test>" % b"1"
    inbox.put(
        b"",
        bytes(range(256)) * 40,
        nested,
        no_parts,
        b"From: maria@mailbox.example\r\nSubject: A question\r\n\r\nWhen do you open?\r\n",
        report(mail.pk, tail="x" * 76 + "\n" + ("y" * 76 + "\n") * 20_000),
    )
    assert read_mailbox() == 1
    assert state_of(mail)[0] == Status.RETURNED
    assert list(inbox.flags.values()) == [FOR_PEOPLE] * 5 + [SEEN]


def test_a_full_mailbox_is_read_to_its_end(brand, inbox, monkeypatch):
    monkeypatch.setattr(mailbox, "MOST", 2)
    mails = [sent_mail(brand, f"key:{number}", to=f"p{number}@mailbox.example") for number in range(5)]
    inbox.put(*(report(mail.pk, to=mail.to) for mail in mails))
    assert read_mailbox() == 5
    assert OutboundEmail.objects.filter(status=Status.RETURNED).count() == 5


LETTER = {"heading": "Hello", "paragraphs": ["Hello."], "document": {}}


def test_two_runs_at_once_note_a_mail_once(brand, inbox, monkeypatch):
    mail, mark_seen, counts = sent_mail(brand), mailbox.mark_seen, []
    inbox.put(report(mail.pk))

    def run_meanwhile(*args):
        monkeypatch.setattr(mailbox, "mark_seen", mark_seen)
        counts.append(read_mailbox())
        mark_seen(*args)

    monkeypatch.setattr(mailbox, "mark_seen", run_meanwhile)
    assert (read_mailbox(), counts, inbox.flags) == (1, [0], {"1": SEEN})
    assert AuditEvent.objects.filter(action="mail.returned").count() == 1


def test_a_mailbox_that_cannot_be_read_is_said_and_nothing_is_lost(brand, inbox):
    mail = sent_mail(brand)
    inbox.put(report(mail.pk))
    inbox.password = "another"
    assert read_mailbox() == 0
    look = check_returned({})
    assert (look.tone, look.sentence) == (
        "warn",
        "The mailbox can't be read. It doesn't accept our name and password.",
    )
    assert (state_of(mail), inbox.flags) == ((Status.SENT, ""), {"1": set()})
    inbox.password, inbox.folder = 'k"1', "Reports"
    read_mailbox()
    assert check_returned({}).sentence == "The mailbox can't be read. It doesn't have the folder."
    inbox.folder = "INBOX"
    assert read_mailbox() == 1
    look = check_returned({})
    assert (look.tone, look.sentence) == ("good", "1 email came back.")


def test_only_a_trusted_certificate_is_spoken_to(brand, inbox, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    inbox.put(report(sent_mail(brand).pk))
    assert read_mailbox() == 0
    assert OutsideService.objects.get(pk=mailbox.NAME).problem == "tls"
    assert inbox.lines == []


def test_without_a_server_or_a_mailbox(settings, inbox):
    settings.MAILBOX = to_mailbox("IMAP_URL", "imaps://a%40b.example:c@localhost:9/")
    assert read_mailbox() == 0
    assert OutsideService.objects.get(pk=mailbox.NAME).problem == "connection"
    settings.MAILBOX = None
    assert read_mailbox() == 0
    look = check_returned({})
    assert (look.tone, look.sentence) == ("setup", "Email that comes back isn't read.")


def test_numbers_of_another_era_mark_nothing(brand, inbox, monkeypatch):
    mail, mark_seen = sent_mail(brand), mailbox.mark_seen
    inbox.put(report(mail.pk))

    def later(*args):
        inbox.era = 8
        mark_seen(*args)

    monkeypatch.setattr(mailbox, "mark_seen", later)
    assert (read_mailbox(), inbox.flags) == (1, {"1": set()})


def test_mail_goes_out_with_the_mailbox_as_the_place_to_return_to(brand, settings, inbox):
    built = smtp.message(sent_mail(brand))
    assert (built.from_email, built.message()["From"]) == ("returns@shop.example", "Shop <no-reply@shop.test>")
    settings.MAILBOX = None
    assert smtp.message(sent_mail(brand)).from_email == "Shop <no-reply@shop.test>"


def send(mail, answer, monkeypatch, settings):
    settings.SMTP_URL = "smtp://127.0.0.1:1"

    def refuse(*_):
        raise smtplib.SMTPRecipientsRefused({mail.to: answer})

    monkeypatch.setattr(smtp, "deliver", refuse)
    run_pending()
    return state_of(mail)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ((550, b"5.1.1 User unknown"), (Status.RETURNED, "5.1.1 5.1.1 User unknown")),
        ((554, b"5.7.1 Relay access denied"), (Status.FAILED, "SMTPRecipientsRefused")),
        ((550, b"No"), (Status.FAILED, "SMTPRecipientsRefused")),
        ((450, b"4.2.0 Greylisted"), (Status.QUEUED, "SMTPRecipientsRefused")),
    ],
)
def test_what_our_own_server_refuses_counts_alike(brand, settings, monkeypatch, answer, expected):
    mail = queue_email(brand=brand, kind="resume_code", to=MARIA, context=CODE, dedupe_key="resume:1")
    assert send(mail, answer, monkeypatch, settings) == expected


def test_what_a_person_asks_for_is_tried_and_what_the_store_repeats_is_held(brand, settings, monkeypatch):
    settings.SMTP_URL, sent = "smtp://127.0.0.1:1", []
    monkeypatch.setattr(smtp, "deliver", lambda mail, _url: sent.append(mail.kind))
    sent_mail(brand, status=Status.RETURNED)
    DBTaskResult.objects.all().delete()
    code = queue_email(brand=brand, kind="resume_code", to=MARIA, context=CODE, dedupe_key="resume:2")
    held = queue_email(brand=brand, kind="letter", to=MARIA, context=LETTER, dedupe_key="other:1")
    run_pending()
    assert (state_of(code), state_of(held), sent) == ((Status.SENT, ""), (Status.KEPT, "Came back"), ["resume_code"])


def new_letter(brand, key, member_id=None):
    to = Recipient("Maria Santos", "Maria", ("88 Elm Street", "Dallas, TX 75201"), MARIA)
    facts = {"plans": "Halden Dental", "policies": "P-1", "last_day": "12/31/2026", "what": "Coverage ends."}
    return send_letter(NewLetter(key, Kind.TERMINATION, brand, member_id, to, facts, ("P-1",)))


def new_member(brand):
    names = {"first_name": "Maria", "last_name": "Santos", "gender": 1}
    return create_member(brand=brand, birth_date=date(1980, 1, 1), email=MARIA, **names)


def ways_of(letter):
    letter.refresh_from_db()
    return letter.mailed, letter.on_paper


def mail_of(letter):
    mail = OutboundEmail.objects.get(dedupe_key=f"letter:{letter.pk}")
    OutboundEmail.objects.filter(pk=mail.pk).update(status=Status.SENT)
    return mail


def test_a_letter_that_came_back_is_printed_and_the_next_goes_on_paper_alone(brand, inbox):
    first = new_letter(brand, "k-1")
    assert ways_of(first) == (True, False)
    inbox.put(report(mail_of(first).pk))
    assert read_mailbox() == 1
    assert ways_of(first) == (True, True)
    assert ways_of(new_letter(brand, "k-2")) == (False, True)
    assert OutboundEmail.objects.count() == 1
    trust_addresses([MARIA])
    assert ways_of(new_letter(brand, "k-3")) == (True, False)


def test_a_letter_that_was_taken_back_is_not_printed(brand, inbox):
    member = new_member(brand)
    taken, earlier = new_letter(brand, "k-1"), new_letter(brand, "k-2", member.pk)
    mails = [mail_of(taken), mail_of(earlier)]
    assert withdraw_letter("k-1")
    withdraw_letters_to(member.pk, clock.today() + timedelta(days=1))
    inbox.put(*(report(mail.pk) for mail in mails))
    assert read_mailbox() == 2
    assert (ways_of(taken), ways_of(earlier)) == ((True, False), (True, False))
    assert Letter.objects.filter(taken_back=True).count() == 2


def test_a_letter_that_came_back_is_taken_back_whole_and_its_address_stays_marked(brand, inbox):
    letter = new_letter(brand, "k-1")
    inbox.put(report(mail_of(letter).pk))
    read_mailbox()
    assert not withdraw_letter("k-1")
    assert not Letter.objects.exists()
    assert is_returned(brand.pk, MARIA)


def test_a_letter_that_waits_to_be_sent_is_printed_where_mail_comes_back_meanwhile(brand, settings, monkeypatch):
    settings.SMTP_URL = "smtp://127.0.0.1:1"
    monkeypatch.setattr(smtp, "deliver", lambda *_: pytest.fail("It is held."))
    letter = new_letter(brand, "k-1")
    sent_mail(brand, status=Status.RETURNED)
    run_pending()
    assert OutboundEmail.objects.get(kind="letter").last_error == "Came back"
    assert ways_of(letter) == (True, True)


def refuse_text(mail, _url):
    raise smtplib.SMTPDataError(550, b"5.7.1 Spam")


@pytest.mark.parametrize(
    ("attempts", "expected"), [(0, (Status.QUEUED, True, False)), (TRIES, (Status.FAILED, True, True))]
)
def test_a_letter_whose_mail_is_given_up_is_printed(brand, settings, monkeypatch, attempts, expected):
    settings.SMTP_URL = "smtp://127.0.0.1:1"
    monkeypatch.setattr(smtp, "deliver", refuse_text)
    letter = new_letter(brand, "k-1")
    OutboundEmail.objects.update(attempts=attempts)
    run_pending()
    assert (OutboundEmail.objects.get().status, *ways_of(letter)) == expected
    assert not is_returned(brand.pk, MARIA)


def test_a_letter_whose_recipient_our_own_server_refuses_is_printed(brand, settings, monkeypatch):
    letter = new_letter(brand, "k-1")
    mail = OutboundEmail.objects.get()
    assert send(mail, (554, b"5.7.1 Relay access denied"), monkeypatch, settings)[0] == Status.FAILED
    assert ways_of(letter) == (True, True)


def test_another_address_or_an_opened_link_ends_it(brand):
    user = User.objects.create_user(MARIA, "planfront-demo", role=Role.MEMBER)
    member = new_member(brand)
    mail = sent_mail(brand, status=Status.RETURNED)
    change_person(member.pk, None, FactCause("contact"), phone="6145550101")
    assert state_of(mail)[0] == Status.RETURNED
    change_person(member.pk, None, FactCause("contact"), email="new@mailbox.example")
    assert state_of(mail)[0] == Status.KEPT
    OutboundEmail.objects.update(status=Status.RETURNED)
    secret = mailtokens.issue(user=user, purpose=Purpose.LINK, brand_id=brand.pk)
    mailtokens.use(secret=secret, brand_id=brand.pk, purposes=(Purpose.LINK,))
    assert state_of(mail)[0] == Status.KEPT
    OutboundEmail.objects.update(status=Status.RETURNED)
    assert set_email(user=user, email="new@mailbox.example", origin=SYSTEM)
    assert state_of(mail)[0] == Status.KEPT
    assert AuditEvent.objects.filter(action="mail.address_trusted").count() == 3


def test_an_old_report_says_nothing_of_an_address_that_works_again(brand, inbox):
    mail = sent_mail(brand)
    inbox.put(report(mail.pk))
    read_mailbox()
    assert trust_addresses([MARIA]) == 1
    inbox.put(report(mail.pk))
    assert read_mailbox() == 0
    assert not is_returned(brand.pk, MARIA)


def test_a_played_moment_reads_nothing(inbox, monkeypatch):
    monkeypatch.setattr(clock, "is_played", lambda: True)
    assert (read_mailbox(), inbox.lines) == (0, [])


def test_imap_urls_are_parsed_or_refused():
    expected = Mailbox("imap.mail.example", 993, "u", "p/w", "Returned mail", "returns@shop.example")
    url = "imaps://u:p%2Fw@imap.mail.example/Returned%20mail?address=returns@shop.example"
    assert to_mailbox("IMAP_URL", url) == load({"IMAP_URL": url}).mailbox == expected
    assert "p/w" not in repr(expected)
    assert load({}).mailbox is None
    for wrong in (
        "imap://u:p@mail.example",
        "imaps://mail.example",
        "imaps://u:p@h:port/",
        "imaps://u:p@h?a=1",
        "imaps://[",
    ):
        with pytest.raises(EnvError, match="IMAP_URL must look like"):
            load({"IMAP_URL": wrong})
    with pytest.raises(EnvError, match=r"IMAP_URL: add \?address="):
        load({"IMAP_URL": "imaps://u:p@mail.example"})
