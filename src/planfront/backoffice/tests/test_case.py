"""The page of an enrollment as a case file: what staff need to answer a phone call, and nothing open that is sealed."""

import re
from datetime import UTC, date, datetime
from decimal import Decimal
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import StaffBrand, User
from planfront.audit.models import AuditEvent
from planfront.backoffice.templatetags.backoffice import unlocal
from planfront.billing.models import CardAttempt, PaymentMethod
from planfront.coverage.models import CoveredPerson, Policy
from planfront.enrollment.models import Application, CallNote
from planfront.enrollment.tests.conftest import (  # noqa: F401
    BILLING,
    SSN,
    brand,
    make_wizard,
    store,
    visitor,
    wizard,
)
from planfront.enrollment.tests.test_group_share import SHARE, acme, employee, paid_by_group, walk  # noqa: F401
from planfront.kernel.jobs import tasks
from planfront.members.models import DuplicateMember, Member, Relative
from planfront.members.person_history import FactCause
from planfront.members.services import change_person
from planfront.sales.models import CaseKind, UnderwritingCase
from planfront.shopping.models import Quote

pytestmark = pytest.mark.django_db


@pytest.fixture
def sold(wizard):  # noqa: F811
    wizard.up_to("sign")
    assert wizard.submit().json()["status"] == "success"
    tasks.run_pending()
    return Application.objects.get()


@pytest.fixture
def works_for(client):
    """Somebody of the staff of an application's brand, by role."""
    client.defaults["HTTP_HOST"] = "shop.test"

    def sign_in(application, role):
        user = User.objects.create_user(
            f"{role}@demo.test", role="staff", is_staff=True, staff_role=role, name="Robin Vale"
        )
        StaffBrand.objects.create(user=user, brand_id=application.enrollment.brand_id)
        client.force_login(user)
        return client

    return sign_in


@pytest.fixture
def works(works_for, sold):
    return lambda role: works_for(sold, role)


def page_of(application):
    return f"/backoffice/enrollment/application/{application.pk}/change/"


def words(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_case_file_answers_a_call_without_opening_sealed_values(works, sold):
    html = works("service").get(page_of(sold)).content.decode()
    text = words(html)
    number = sold.enrollment.confirmation.number
    for shown in (
        f"#{number}",
        "Maren Lee Castillo",
        "(614) 555-0193",
        "maren@mailbox.example",
        "88 Lindenhall Ave, Unit 3B",
        "HARBORLIGHT BANK, checking, ending 7710",
        "Halden Dental PPO",
        "$31.00",
        "Why $31.00? Member The price for one person $31.00 Each month $31.00",
        "Each month $36.00",
        "First Month Cost $51.00",
        f"Policy PF{number}-01",
        "Ending 5678",
        "1 person",
        "When is the first payment taken?",
        "charge the first payment of $51.00 to",
        "cobraremos el primer pago de $51.00",
        "Enrollment Receipt",
        "Enrolled on their own on",
        "Halden Dental PPO is accepted.",
        "Maren has not signed in The account exists but",
        "Nothing else to do All documents are complete.",
        "The enrollment is accepted Nothing to decide",
        "Maren Lee Castillo signed",
    ):
        assert shown in text, shown
    for secret in (SSN, "512-34-5678", BILLING["account_number"], "123457710"):
        assert secret not in html
    assert "<rect" in html
    event = AuditEvent.objects.get(action="sealed.opened")
    assert (event.fields, event.meta["why"], event.subject_id) == (["case"], "desk", str(sold.pk))


def test_the_case_file_reaches_people_where_they_are_now(works, sold):
    member = sold.enrollment.confirmation.sales.first().policy.member
    address = {"address1": "14 Alder Street", "address2": "", "city": "Columbus", "state": "OH", "zip": "43215"}
    change_person(member.pk, None, FactCause("move"), phone="6145550188", mailing_address1="PO Box 9", **address)
    change_person(member.pk, None, FactCause("move", effective=date(2099, 3, 1)), address1="15 Alder Street")
    text = words(works("service").get(page_of(sold)).content.decode())
    assert "(614) 555-0188" in text
    assert "(614) 555-0193" not in text
    assert "14 Alder Street, Columbus, OH 43215 From 03/01/2099: 15 Alder Street, Columbus, OH 43215" in text
    assert "Letters to PO Box 9" in text


def charge_of(sold, state, **more):
    method = PaymentMethod.objects.get(enrollment=sold.enrollment)
    number = CardAttempt.objects.count() + 1
    facts = {"gateway": "embedded", "subject": "bill:1", "number": number, "key": f"key {number}"}
    at = datetime(2026, 11, 20, 17, number, tzinfo=UTC)
    return CardAttempt.objects.create(
        payment_method=method, amount=Decimal("51.00"), state=state, begun_at=at, answered_at=at, **{**facts, **more}
    )


def test_the_case_file_says_what_became_of_each_payment(works, sold):
    staff = works("service")
    outside = "Payments from a bank account are made outside the store, so we can't see whether they went through."
    assert outside in unescape(staff.get(page_of(sold)).content.decode())
    charge_of(sold, "declined", code="insufficient_funds", remedy="later")
    page = words(staff.get(page_of(sold)).content.decode())
    reason = "There was not enough money, or a limit was reached. It can be tried again without changes."
    assert f"Declined 11/20/2026, 12:01 PM {reason} $51.00" in page
    assert f"$51.00 was declined {reason} View payments" in page
    assert (
        f"Did my payment go through? expand_more No. On 11/20/2026, the payment of $51.00 was declined. {reason}"
        in page
    )
    assert "No. El 11/20/2026 se rechazó el cobro de $51.00. No había suficiente dinero" in page
    waiting = charge_of(sold, "unknown")
    page = words(staff.get(page_of(sold)).content.decode())
    assert "Waiting for an answer 11/20/2026, 12:02 PM We check again every five" in page
    CardAttempt.objects.filter(pk=waiting.pk).update(state="done")
    page = words(staff.get(page_of(sold)).content.decode())
    assert "Charged 11/20/2026, 12:02 PM $51.00" in page
    assert "Yes. We charged $51.00 to HARBORLIGHT BANK, checking, ending 7710 on 11/20/2026." in page
    assert "was declined There was" not in page


@pytest.mark.parametrize("code", ["lost_card", "stolen_card", "fraudulent", "generic_decline"])
@pytest.mark.thorough
def test_a_caller_is_not_told_that_a_card_is_thought_stolen(works, sold, code):
    charge_of(sold, "declined", code=code, remedy="card")
    page = words(works("service").get(page_of(sold)).content.decode())
    assert "The bank gave no reason. Another card or a bank account is needed." in page
    assert code not in page


def test_one_sealed_value_is_opened_in_place_for_a_reason(works, sold):
    staff = works("service")
    html = staff.post(page_of(sold), {"seal": "ssn-applicant", "why": "carrier", "note": "case 77"}).content.decode()
    assert "512-34-5678" in html
    assert BILLING["account_number"] not in html
    assert "512-34-5678" not in staff.get(page_of(sold)).content.decode()
    assert "Robin Vale opened the Social Security number (applicant)" in staff.get(page_of(sold)).content.decode()


def test_a_call_is_written_down_with_what_the_caller_knew(works, sold):
    staff = works("service")
    said = "Asked for the receipt again. 512-34-5678"
    answer = staff.post(page_of(sold), {"text": said, "checked": ["zip", "birth_date", "nonsense"]})
    assert answer.status_code == 302
    note = CallNote.objects.get()
    assert (note.checked, note.text, note.by.email) == (["birth_date", "zip"], said, "service@demo.test")
    text = words(staff.get(page_of(sold)).content.decode())
    assert "The caller knew: birth date, zip of the home address." in text
    assert "Robin Vale logged a call" in text
    with connection.cursor() as cursor:
        cursor.execute("SELECT text FROM enrollment_callnote")
        assert "receipt" not in cursor.fetchone()[0]
    event = AuditEvent.objects.get(action="application.call_noted")
    assert (event.fields, event.meta) == (["birth_date", "zip"], {})
    for wrong in ("  ", "x" * 2001):
        assert "Write what the call was about" in staff.post(page_of(sold), {"text": wrong}).content.decode()
    assert CallNote.objects.count() == 1


def test_readers_see_the_case_file_but_no_personal_data(works, sold):
    staff = works("reader")
    html = staff.get(page_of(sold)).content.decode()
    assert "Halden Dental PPO" in html
    assert "$31.00" in html
    for hidden in ("Lindenhall", "(614) 555-0193", "04/17/1989", "Ending 5678", "Log this call"):
        assert hidden not in html, hidden
    assert staff.post(page_of(sold), {"seal": "ssn-applicant", "why": "carrier", "note": "case"}).status_code == 403
    assert staff.post(page_of(sold), {"text": "x"}).status_code == 403
    assert not AuditEvent.objects.filter(action="sealed.opened").exists()


def test_pending_work_is_shown_first(works, sold):
    policy = Policy.objects.get()
    policy.awaits_decision = True
    policy.save()
    case = UnderwritingCase.objects.create(policy=policy, kind=CaseKind.PLAN, created_at=sold.submitted_at)
    html = works("service").get(page_of(sold)).content.decode()
    text = words(html)
    assert "Waiting for Halden Dental" in text
    assert "Ask Halden Dental by" in text
    assert "Not yet. Halden Dental has had your application since" in text
    assert "Todavía no. Halden Dental tiene su solicitud" in text
    assert f"{case.pk}/decide/" in html


def test_a_draft_is_shown_with_its_current_values(works, make_wizard):  # noqa: F811
    draft = make_wizard()
    draft.personal(first_name="Iris", ssn="523443386")
    row = Application.objects.get(submitted_at=None)
    text = words(works("service").get(page_of(row)).content.decode())
    for shown in (
        "Iris Lee Castillo",
        "Not submitted.",
        "The cart as of now",
        "$31.00",
        "As of now",
        "Ending 3386",
        "Help to finish",
        "Personal Information done",
        "Contact Information next",
        "No code works now; a new one can be requested in the store.",
        "How do I continue?",
        "send it to the email address you gave us.",
        "pida allí un código nuevo",
        "$36.00 a month as of now, and $51.00 for the first month.",
    ):
        assert shown in text, shown
    assert "523443386" not in text


def test_a_familys_price_is_told_by_whom_it_covers_and_aloud_in_both_languages(works_for, make_wizard):  # noqa: F811
    make_wizard("IF").personal()
    begun = Application.objects.get()
    text = words(works_for(begun, "service").get(page_of(begun)).content.decode())
    assert (
        "Why $93.00? Member The price for one person $31.00 With a spouse What a second person adds +$31.00 "
        "With children The same for any number of children +$31.00 Each month $93.00"
    ) in text
    assert "Halden Dental PPO costs $93.00 a month: You $31.00; Your spouse $31.00; Your children $31.00." in text
    assert "cuesta $93.00 al mes: Usted $31.00; Su cónyuge $31.00; Sus hijos $31.00." in text


def test_a_declined_plan_is_told_with_its_reason(works, sold):
    policy = Policy.objects.get()
    policy.awaits_decision = True
    policy.save()
    case = UnderwritingCase.objects.create(policy=policy, kind=CaseKind.PLAN, created_at=sold.submitted_at)
    staff = works("service")
    staff.post(f"/backoffice/sales/underwritingcase/{case.pk}/decide/", {"decision": "decline", "reason": "Health."})
    text = words(staff.get(page_of(sold)).content.decode())
    assert "What was decided about Halden Dental PPO?" in text
    assert "approve your application for Halden Dental PPO." in text
    assert "The reason given: Health." in text
    assert "Halden Dental PPO is canceled." in text


def test_a_person_on_record_twice_and_their_other_enrollments_stand_at_the_head(works, sold, make_wizard):  # noqa: F811
    staff = works("service")
    member = Policy.objects.get().member
    other = Member.objects.create(
        brand=member.brand, first_name="Maren", last_name="Castillo", birth_date=member.birth_date, gender=1
    )
    first, second = sorted((member, other), key=lambda row: row.pk)
    pair = DuplicateMember.objects.create(
        brand=member.brand, first=first, second=second, matched=["name"], found_at=sold.submitted_at
    )
    html = staff.get(page_of(sold)).content.decode()
    assert "May be on record twice. Maren Castillo, born 04/17/1989, has a record of their own." in words(html)
    assert f"/backoffice/members/duplicatemember/{pair.pk}/change/" in html
    assert "Also enrolled" not in html
    make_wizard().personal()
    begun = Application.objects.get(submitted_at=None)
    Quote.objects.filter(pk=begun.enrollment_id).update(member=member)
    html = staff.get(page_of(sold)).content.decode()
    assert "Also enrolled: started" in words(html)
    assert page_of(begun) in html


def test_taking_a_plan_out_stands_last_in_the_menu_for_who_may(works, sold):
    menu = re.search(r"desk-menu.*?</details>", works("service").get(page_of(sold)).content.decode(), re.DOTALL)[0]
    ways = re.findall(r'<a href="([^"]+)"([^>]*)>.*?</span>([^<]+)<', menu)
    assert ways[-1][2] == "Remove Halden Dental PPO"
    assert "is-danger" in ways[-1][1]
    assert f"/{Policy.objects.get().pk}/" in ways[-1][0]
    assert "is-danger" not in works("reader").get(page_of(sold)).content.decode()


@pytest.mark.usefixtures("paid_by_group")
def test_the_case_file_shows_group_share_and_payroll_deduction_in_both_languages(works_for, employee):  # noqa: F811
    walk(employee)
    assert employee.sign().json()["status"] == "success"
    assert employee.submit().json()["status"] == "success"
    sold = Application.objects.get()
    text = words(works_for(sold, "service").get(page_of(sold)).content.decode())
    for shown in (
        f"How do I pay? expand_more Payment will be by list bill. {SHARE}",
        "Su parte de $17.40 al mes ($8.03 cada dos semanas), y $15.00 una sola vez, se descuenta de su salario.",
        "Acme paga $18.60 al mes.",
        "Each month $36.00 Acme pays $18.60 a month Maren pays $17.40 a month ($8.03 every two weeks)",
    ):
        assert shown in text, shown
    assert "List bill." not in text


def test_spanish_sentences_are_spanish_throughout(works, sold):
    text = words(works("service").get(page_of(sold)).content.decode())
    assert "de HARBORLIGHT BANK, cheques, termina en 7710" in text


def test_plans_sold_in_spanish_are_named_in_the_staff_members_language(works_for, wizard):  # noqa: F811
    wizard.client.headers["Accept-Language"] = "es"
    wizard.up_to("sign")
    assert wizard.submit().json()["status"] == "success"
    sold = Application.objects.get()
    assert "Membresía de la asociación" in [line["name"] for line in sold.enrollment.confirmation.receipt["lines"]]
    text = words(works_for(sold, "service").get(page_of(sold)).content.decode())
    assert "Association membership The same however many plans you choose $5.00" in text
    assert "Membresía" not in text


def test_the_case_file_names_the_option_bought(works, sold):
    confirmation = sold.enrollment.confirmation
    for line in confirmation.receipt["lines"]:
        line["words"]["en"]["note"] = "$1,500 a year" if line["policy_number"] else line["note"]
    confirmation.save()
    text = words(works("reader").get(page_of(sold)).content.decode())
    assert "Halden Dental PPO $1,500 a year. From" in text


@pytest.mark.parametrize("known", ["5678", "(614) 555-0193", "04/17/1989", "maren castillo"])
@pytest.mark.thorough
def test_an_enrollment_is_found_by_details_the_caller_gives(works, sold, known):
    staff = works("service")
    looked = staff.post("/backoffice/find/", {"words": known}).headers["Location"]
    assert str(sold.pk) in looked or sold.applicant in words(staff.get(looked).content.decode())


@pytest.mark.counts_queries
def test_the_page_takes_the_same_queries_however_much_happened(works, sold):
    staff = works("service")
    staff.get(page_of(sold))

    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert staff.get(page_of(sold)).status_code == 200
        return len(captured)

    few = queries()
    for number in range(5):
        staff.post(page_of(sold), {"text": f"Call {number}"})
    staff.get("/backoffice/")  # counts what waits
    assert queries() <= few


def test_bar_widths_are_valid_css_in_every_language():
    assert unlocal(12.5) == "12.5"


def test_callers_are_told_where_their_cards_are_and_whether_somebody_can_be_taken_out(works, sold):
    staff = works("service")
    for number, (name, born) in enumerate((("Leo", "2016-05-06"), ("Ana", "2014-03-04"))):
        relative = Relative.objects.create(
            member=Member.objects.get(),
            first_name=name,
            last_name="Castillo",
            birth_date=born,
            kind="dependent",
            relationship="child",
        )
        CoveredPerson.objects.create(
            policy=Policy.objects.get(),
            key=f"child-{number}",
            relative=relative,
            role="CHILD",
            birth_date=born,
            original_date="2026-12-01",
            effective_date="2026-12-01",
        )
    text = words(unescape(staff.get(page_of(sold)).content.decode()))
    assert "Where are my cards? expand_more Your cards for Halden Dental PPO are on your receipt. Once you have" in text
    assert "Sus tarjetas de Halden Dental PPO están en su recibo." in text
    out = "Can I still remove someone? expand_more Yes. We can remove Ana and Leo from Halden Dental PPO. Tell us the"
    assert out in text
    assert "Sí. Podemos quitar a Ana y Leo de Halden Dental PPO." in text
    CoveredPerson.objects.exclude(relative=None).delete()
    assert "Can I still remove someone?" not in words(staff.get(page_of(sold)).content.decode())
