"""Outbox, jobs and the audit record."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django_tasks_db.models import DBTaskResult

import planfront
from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.audit.services import Origin, record
from planfront.backoffice.operations.job_words import JOB_KINDS
from planfront.kernel.jobs.tasks import JobFailed, run_job, run_pending
from planfront.messaging.models import OutboundEmail
from planfront.messaging.services import queue_email
from planfront.messaging.tasks import mail_send

pytestmark = pytest.mark.django_db
OUTBOX = "/backoffice/messaging/outboundemail/"
JOBS = "/backoffice/django_tasks_database/dbtaskresult/"
AUDIT = "/backoffice/audit/auditevent/"


@pytest.fixture
def admin(brand):
    return User.objects.create_superuser("admin@demo.test", "planfront-demo", name="Ada")


@pytest.fixture
def staff(client, admin):
    client.force_login(admin)
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def mail(brand):
    context = {"code": "A7C9DEFGH3", "link": "http://shop.test/", "expires_on": "12/21/2026"}
    return queue_email(brand=brand, kind="resume_code", to="maria@example.com", context=context, dedupe_key="1")


SECRETS = {
    "resume_code": {"code": "A7C9DEFGH3", "link": "http://shop.test/", "expires_on": "12/21/2026"},
    "signing_code": {"code": "A7C9DEFGH3"},
    "account_reset": {"link": "http://shop.test/sign-in/new-password#A7C9DEFGH3"},
    "account_link": {"link": "http://shop.test/sign-in/link#A7C9DEFGH3"},
    "account_invitation": {"link": "http://shop.test/sign-in/invitation#A7C9DEFGH3", "name": ""},
}


def shown(staff, mail):
    body = staff.get(f"{OUTBOX}{mail.pk}/body/")
    return staff.get(f"{OUTBOX}{mail.pk}/change/").content.decode(), body


@pytest.mark.parametrize("kind", SECRETS)
def test_links_and_codes_of_others_are_shown_to_no_staff(staff, brand, settings, kind):
    """Whoever reads them gets in as the addressee: a reader as an administrator."""
    settings.OUTBOX = ""
    mail = queue_email(brand=brand, kind=kind, to="maria@example.com", context=SECRETS[kind], dedupe_key="1")
    page, body = shown(staff, mail)
    assert "A7C9DEFGH3" not in page
    assert "meant only for its recipient" in page
    assert body.status_code == 403


def test_a_demo_store_shows_the_codes_it_does_not_mail(staff, mail):
    page, body = shown(staff, mail)
    assert "A7C9DEFGH3" in page
    assert "A7C9DEFGH3" in body.content.decode()


def test_mails_without_secrets_can_be_read_in_any_store(staff, brand, settings):
    settings.OUTBOX = ""
    context = {"rep": "Jordan Lee", "link": "http://shop.test/backoffice/"}
    mail = queue_email(brand=brand, kind="new_lead", to="operator@example.com", context=context, dedupe_key="1")
    page, body = shown(staff, mail)
    assert "Jordan Lee" in page
    assert body.status_code == 200


def test_a_kept_mail_is_sent_again_from_its_page(staff, mail):
    run_pending()
    page = staff.get(f"{OUTBOX}{mail.pk}/change/").content.decode()
    assert "Not sent" in page
    assert f'action="{OUTBOX}{mail.pk}/again/"' in page
    assert staff.get(f"{OUTBOX}{mail.pk}/again/").status_code == 403
    assert staff.post(f"{OUTBOX}{mail.pk}/again/").headers["Location"] == f"{OUTBOX}{mail.pk}/change/"
    mail.refresh_from_db()
    assert mail.status == "QUEUED"
    assert AuditEvent.objects.filter(action="backoffice.outboundemail.sent_again", subject_id=str(mail.pk)).count() == 1
    # One that is on its way is left alone.
    assert f"{mail.pk}/again/" not in staff.get(f"{OUTBOX}{mail.pk}/change/").content.decode()
    staff.post(f"{OUTBOX}{mail.pk}/again/")
    assert AuditEvent.objects.filter(action="backoffice.outboundemail.sent_again").count() == 1


def failed(name, *args):
    row = DBTaskResult.objects.get(pk=run_job.enqueue(name, list(args), 2).id)
    row.set_failed(JobFailed("SMTPServerDisconnected"))
    row.refresh_from_db()
    return row


def test_a_failed_job_tells_its_failure_and_runs_again(staff, mail):
    run_pending()
    OutboundEmail.objects.update(status="QUEUED")
    row = failed("planfront.messaging.tasks.mail_send", str(mail.pk))
    page = staff.get(JOBS).content.decode()
    for shown in (
        "Send an email",
        "resume code to maria@example.com",
        "The email server dropped the connection.",
        "Failed",
    ):
        assert shown in page
    assert "DBTaskResult" not in page
    page = staff.get(f"{JOBS}{row.pk}/change/").content.decode()
    assert "Send an email: resume code to maria@example.com | " in page
    assert "<summary>For the technician: SMTPServerDisconnected</summary>" in page
    assert staff.get(f"{JOBS}{row.pk}/again/").status_code == 403
    assert staff.post(f"{JOBS}{row.pk}/again/").headers["Location"] == f"{JOBS}{row.pk}/change/"
    assert AuditEvent.objects.get(action="backoffice.dbtaskresult.run_again").subject_id == str(row.pk)
    assert run_pending() == 1
    mail.refresh_from_db()
    assert mail.status == "KEPT"
    repeated = DBTaskResult.objects.latest("enqueued_at")
    page = staff.get(f"{JOBS}{row.pk}/change/").content.decode()
    assert re.search(rf'href="{JOBS}{repeated.pk}/change/">[^<]+</a>: Successful', page)


def test_a_failed_job_waits_for_somebody_until_it_is_run_again(staff, mail):
    run_pending()
    OutboundEmail.objects.update(status="QUEUED")
    row = failed("planfront.messaging.tasks.mail_send", str(mail.pk))
    other = failed("planfront.messaging.tasks.mail_send", "6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00")

    def waiting():
        cache.clear()
        listed = staff.get(f"{JOBS}?failures=unresolved").context["cl"]
        return listed.result_count, "A job failed: send an email" in staff.get("/backoffice/").content.decode()

    assert waiting() == (2, True)
    staff.post(f"{JOBS}{row.pk}/again/")
    assert waiting() == (1, True)
    run_pending()
    assert waiting() == (1, True)
    failed("planfront.messaging.tasks.mail_send", "6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00")
    assert waiting() == (1, True)  # of two runs that failed the last one
    other.refresh_from_db()
    staff.post(f"{JOBS}{other.pk}/again/")
    assert waiting() == (0, False)


def test_a_waiting_job_starts_now_and_one_that_is_done_does_not(staff, mail):
    run_pending()
    mail_send.enqueue(str(mail.pk), delay=timedelta(hours=1))
    assert run_pending() == 0
    keys = [str(row.pk) for row in staff.get(JOBS).context["cl"].result_list]
    answer = staff.post(JOBS, {"action": "run_now", "_selected_action": keys}, follow=True)
    page = answer.content.decode()
    assert "1 queued." in page
    assert "1 not run: already done, running, or can" in page
    assert run_pending() == 1


def test_jobs_are_searched_by_name_and_by_title(staff, mail):
    failed("planfront.enrollment.tasks.document_make")
    assert [staff.get(f"{JOBS}?q={words}").context["cl"].result_count for words in ("mail_send", "a mail", "xyz")] == [
        1,
        1,
        0,
    ]


def test_a_failure_text_not_written_by_a_job_is_hidden(staff):
    row = DBTaskResult.objects.get(pk=run_job.enqueue("planfront.messaging.tasks.mail_send", ["x"], 0).id)
    row.set_failed(ValueError("maria@example.com"))
    assert "maria@" not in staff.get(JOBS).content.decode()
    page = staff.get(f"{JOBS}{row.pk}/change/").content.decode()
    assert "Something unexpected went wrong." in page
    assert "For the technician: ValueError" in page
    assert "maria@" not in page


def test_every_job_has_a_title_in_words():
    root = Path(planfront.__file__).parent
    names = {
        f"planfront.{'.'.join(path.relative_to(root).with_suffix('').parts)}.{name}"
        for path in root.rglob("*.py")
        if "tests" not in path.parts
        for name in re.findall(r"^@job\(.*\)\ndef (\w+)", path.read_text(), re.MULTILINE)
    }
    assert names == set(JOB_KINDS)


def listed(staff, query=""):
    return [row.subject_id for row in staff.get(AUDIT + query).context["cl"].result_list]


def test_the_audit_record_is_searched_by_account_action_subject_and_day(staff, admin, brand):
    rep = User.objects.create_user("rep@demo.test", "x", role="rep", name="Jordan Lee")
    record("cart.line_added", origin=Origin("rep", rep.pk, brand.pk), subject_type="enrollment", subject_id="e1")
    record("quote.sent", origin=Origin("staff", 99, on_behalf_of=rep.pk), subject_type="quote", subject_id="q1")
    record("lead.moved", origin=Origin(), subject_type="lead", subject_id="l1", meta={"to": "WON"})
    for words in ("jordan", "REP@demo"):
        link = staff.post(AUDIT, {"find": words}).headers["Location"]
        assert link == f"{AUDIT}?actor={rep.pk}"
        assert sorted(listed(staff, link.removeprefix(AUDIT))) == ["e1", "q1"]
    record("hand_over.proposed", origin=Origin(), subject_type="application", subject_id="3fa2c1d0-aaaa")
    for words, result in (
        ("l1", ["l1"]),
        ("quote.", ["q1"]),
        ("nothing", []),
        ("Added a plan", ["e1"]),
        ("proposed", ["3fa2c1d0-aaaa"]),
        ("hand-over", ["3fa2c1d0-aaaa"]),
        ("3fa2", ["3fa2c1d0-aaaa"]),
    ):
        assert listed(staff, staff.post(AUDIT, {"find": words}).headers["Location"].removeprefix(AUDIT)) == result
    for query, result in (
        (f"?brand={brand.pk}", ["e1"]),
        ("?action=lead.moved", ["l1"]),
        ("?subject=quote", ["q1"]),
        ("?actor_kind__exact=rep", ["e1"]),
        ("?actor=x", []),
        ("?at_to=2026-01-01", []),
    ):
        assert listed(staff, query) == result, query
    page = staff.get(AUDIT).content.decode()
    for shown in ("Rep: rep@demo.test", "Added a plan to the cart", "Quote and cart", "Shop"):
        assert shown in page
    event = AuditEvent.objects.get(action="lead.moved")
    assert "{&quot;to&quot;: &quot;WON&quot;}" in staff.get(f"{AUDIT}{event.pk}/change/").content.decode()


def test_the_audit_record_finds_the_words_that_it_shows(staff, brand):
    rep = User.objects.create_user("rep@demo.test", "x", role="rep", name="Jordan Lee")
    record("application.agreement_info.saved", origin=Origin("client"), subject_type="application", subject_id="a1")
    record("cart.line_added", origin=Origin("rep", rep.pk), subject_type="enrollment", subject_id="e1")
    record("roster.applied", origin=Origin("group"), subject_type="roster", subject_id="r1")
    for words, result in (
        ("Rep: rep@demo.test", ["e1"]),
        ("Group administrator", ["r1"]),
        ("Client", ["a1"]),
        ("Signed the application", ["a1"]),
        ("Added a plan to the cart", ["e1"]),
        ("Roster applied", ["r1"]),
    ):
        link = staff.post(AUDIT, {"find": words}).headers["Location"]
        assert listed(staff, link.removeprefix(AUDIT)) == result, words
    for query, result in (("?action=added+a+plan", ["e1"]), ("?subject=Quote+and+cart", ["e1"]), ("?subject=x", [])):
        assert listed(staff, query) == result, query
    event = AuditEvent.objects.get(subject_id="e1")
    page = staff.get(f"{AUDIT}{event.pk}/change/").content.decode()
    assert "Added a plan to the cart" in page
    assert "Quote and cart" in page
