"""Privacy requests: found by what a person says, copied on record, erased by two, never beyond one's own brands."""

import json
from datetime import date, timedelta

import pytest
from django.test import Client

from planfront.accounts.models import StaffBrand, User
from planfront.audit.models import AuditEvent, HeldRow
from planfront.audit.pruning import exclude_held
from planfront.audit.services import Origin, record
from planfront.coverage.models import CoveredPerson
from planfront.coverage.tests.policies import cover, issue
from planfront.coverage.timeline import Covered, Role
from planfront.kernel import clock
from planfront.members.models import Member, Relative
from planfront.members.services import add_relative, create_member
from planfront.messaging.models import OutboundEmail, Status, Suppression
from planfront.messaging.returned import is_returned
from planfront.messaging.services import queue_email, suppress_email
from planfront.privacy.models import PrivacyRequest
from planfront.privacy.services import prune_requests

pytestmark = pytest.mark.django_db
NEW = "/backoffice/privacy/privacyrequest/add/"
LIST = "/backoffice/privacy/privacyrequest/"
SSN = "512345678"


@pytest.fixture
def member(brand):
    return create_member(
        brand=brand,
        user=User.objects.create_user("wilma@mailbox.example", "planfront-demo", role="member"),
        first_name="Wilma",
        last_name="Quill",
        birth_date="1989-04-17",
        gender=1,
        phone="6145550177",
        email="wilma@mailbox.example",
        address1="88 Lindenhall Ave",
        city="Columbus",
        state="OH",
        zip="43215",
        ssn=SSN,
    )


@pytest.fixture
def first(works):
    return works("service")


@pytest.fixture
def second(brand):
    client = Client(HTTP_HOST="shop.test")
    staff = User.objects.create_user("second@demo.test", role="staff", is_staff=True, staff_role="service")
    StaffBrand.objects.create(user=staff, brand_id=brand.pk)
    client.force_login(staff)
    return client


def asked(client, brand, member, kind="erasure", **clues):
    clues = clues or {"email": "wilma@mailbox.example"}
    rows = clues.pop("row", [f"members.member:{member.pk}"])
    return client.post(
        NEW,
        {
            "brand": brand.pk,
            **clues,
            "row": rows,
            "open": "1",
            "kind": kind,
            "how": "phone",
            "name": "Wilma Quill",
            "received_on": clock.today().strftime("%m/%d/%Y"),
        },
    )


def step(client, row, name, **typed):
    if name == "approve":
        typed = {"sure": "1", **typed}
    return client.post(f"{LIST}{row.pk}/do/{name}/", typed, follow=True)


def found(client, brand, **clues):
    return client.post(NEW, {"brand": brand.pk, **clues, "find": "1"}).content.decode()


@pytest.mark.parametrize(
    "clues",
    [{"email": "Wilma@mailbox.example"}, {"number": "512-34-5678"}, {"number": "5678", "born": "04/17/1989"}],
)
def test_a_person_is_found_by_the_details_they_give(first, brand, member, clues):
    assert "Wilma Quill, 04/17/1989" in found(first, brand, **clues)
    searched = AuditEvent.objects.get(action="privacy_request.searched")
    assert (searched.subject_id, searched.meta) == ("", {})
    assert not any(value in str(searched.fields) for value in clues.values())


@pytest.fixture
def relatives(member):
    born = {"gender": 0, "relationship": "child"}
    add_relative(member=member, kind="dependent", first_name="Otis", last_name="Quill", birth_date="2015-06-02", **born)
    add_relative(
        member=member,
        kind="beneficiary",
        relationship="parent",
        first_name="Ada",
        last_name="Núñez",
        birth_date="1955-01-09",
        ssn="523443386",
        percentage=100,
    )


@pytest.mark.parametrize(
    ("clues", "about"),
    [
        ({"person": "otis quill", "born": "06/02/2015"}, "Otis Quill, 06/02/2015 (Dependent, Wilma Quill)"),
        ({"person": "Ada Nunez", "born": "01/09/1955"}, "Ada Núñez, 01/09/1955 (Beneficiary, Wilma Quill)"),
        ({"number": "523-44-3386"}, "Ada Núñez, 01/09/1955 (Beneficiary, Wilma Quill)"),
        ({"number": "3386", "born": "01/09/1955"}, "Ada Núñez, 01/09/1955 (Beneficiary, Wilma Quill)"),
    ],
)
def test_a_dependent_and_a_beneficiary_are_found_on_a_members_record(first, brand, relatives, clues, about):
    page = found(first, brand, **clues)
    assert about in page
    assert "<b>Member</b>" not in page


@pytest.mark.parametrize("clues", [{"person": "Ada Nunez", "born": "01/08/1955"}, {"number": "523443387"}])
def test_other_family_members_are_not_found(first, brand, relatives, clues):
    assert "No one was found" in found(first, brand, **clues)


@pytest.mark.parametrize("clues", [{"person": "Wilma Quill", "born": "04/17/1989"}, {"phone": "(614) 555-0177"}])
def test_a_member_is_found_by_name_and_birth_date_and_by_phone(first, brand, member, clues):
    assert "<b>Member</b>: Wilma Quill, 04/17/1989" in found(first, brand, **clues)


def test_an_erased_dependent_leaves_the_members_record_alone(first, second, brand, member, relatives):
    ada = Relative.objects.get(last_name="Núñez")
    asked(first, brand, member, email="", number="523443386", row=[f"members.relative:{ada.pk}"])
    step(second, PrivacyRequest.objects.get(), "approve")
    assert [row.first_name for row in Relative.objects.all()] == ["Otis"]
    assert Member.objects.filter(pk=member.pk).exists()


def test_a_dependent_of_somebody_with_coverage_in_force_stays(first, second, brand, member, relatives):
    cover(member)
    ada = Relative.objects.get(last_name="Núñez")
    asked(first, brand, member, email="", number="523443386", row=[f"members.relative:{ada.pk}"])
    step(second, PrivacyRequest.objects.get(), "approve")
    assert Relative.objects.filter(pk=ada.pk).exists()


def test_an_account_of_another_brands_member_is_not_found(first, brand, other_brand):
    user = User.objects.create_user("wilma@mailbox.example", "planfront-demo", role="member")
    create_member(
        brand=other_brand,
        user=user,
        first_name="Wilma",
        last_name="Quill",
        birth_date="1989-04-17",
        gender=1,
        email="wilma@mailbox.example",
    )
    assert "No one was found" in found(first, brand, email="wilma@mailbox.example")


def test_a_search_that_finds_nobody_says_what_else_to_try(first, brand, member):
    assert "No one was found" in found(first, brand, email="nobody@mailbox.example")


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        ({}, "Enter something to find the person by."),
        ({"number": "5678"}, "With the last four digits, enter the birth date too."),
        ({"number": "12345"}, "Nine digits, or the last four together with the birth date."),
        ({"email": "x"}, "Enter a valid email address."),
        ({"number": "5678", "born": "31/31/1989"}, "There is no month 31. Write the month first: mm/dd/yyyy."),
        ({"person": "Wilma Quill"}, "With a name, enter the birth date or phone number too."),
        ({"person": "Wilma", "born": "04/17/1989"}, "First and last name, with the birth date."),
        ({"phone": "12345"}, "Enter a phone number with ten digits."),
        ({"code": "\x00"}, "Null characters are not allowed."),
    ],
)
def test_a_search_says_which_details_it_cannot_use(first, brand, clues, message):
    assert message in found(first, brand, **clues)


def test_a_request_is_due_45_days_after_it_came(first, brand, member):
    assert asked(first, brand, member).status_code == 302
    row = PrivacyRequest.objects.get()
    assert (row.number, row.kind, row.state) == (1, "erasure", "open")
    assert row.due_on == clock.today() + timedelta(days=45)
    assert row.subject == {"name": "Wilma Quill", "email": "wilma@mailbox.example"}


def test_only_search_results_can_be_selected(first, brand, member, other_brand):
    other = create_member(
        brand=other_brand, first_name="A", last_name="B", birth_date="1980-01-01", gender=1, email="a@mailbox.example"
    )
    page = asked(first, brand, other)
    assert "Choose at least one of the person" in page.content.decode()
    assert not PrivacyRequest.objects.exists()


def test_the_page_shows_where_each_record_is_kept(first, brand, member):
    asked(first, brand, member)
    page = first.get(f"{LIST}{PrivacyRequest.objects.get().pk}/change/").content.decode()
    for words in (
        "members.identity",
        "Social Security number",
        "accounts.user",
        "As long as the member is on record.",
        "You opened this request. Someone else has to approve the erasure.",
    ):
        assert words in page
    assert SSN not in page


def test_an_erasure_happens_once_the_second_person_ticked_that_they_looked(first, second, brand, member):
    asked(first, brand, member)
    row = PrivacyRequest.objects.get()
    assert (
        "Check the box to confirm that you reviewed the table" in step(second, row, "approve", sure="").content.decode()
    )
    assert Member.objects.filter(pk=member.pk).exists()
    row.refresh_from_db()
    assert row.state == "open"


def test_a_copy_includes_the_persons_addresses_but_not_those_of_staff(first, brand, member):
    for kind, ip in (("member", "198.51.100.7"), ("staff", "203.0.113.9")):
        record(
            "member.changed", origin=Origin(kind, brand_id=brand.pk, ip=ip), subject_type="member", subject_id=member.pk
        )
    asked(first, brand, member, kind="export")
    copy = first.post(f"{LIST}{PrivacyRequest.objects.get().pk}/data/", {"as": "json"}).content.decode()
    assert "198.51.100.7" in copy
    assert '"gender": "Female"' in copy
    assert "203.0.113.9" not in copy


def test_nobody_can_approve_their_own_request(first, brand, member):
    asked(first, brand, member)
    row = PrivacyRequest.objects.get()
    page = step(first, row, "approve").content.decode()
    assert "The person who requested an erasure can&#x27;t approve it." in page
    assert Member.objects.exists()


def test_a_second_person_approves_the_erasure(first, second, brand, member):
    cover(member, first=date(2009, 1, 1), ends_on=date(2010, 12, 31))
    suppress_email(brand_id=brand.pk, email="wilma@mailbox.example")
    asked(first, brand, member)
    row = PrivacyRequest.objects.get()
    page = step(second, row, "approve").content.decode()
    assert "What was erased and what was kept" in page
    assert not Member.objects.exists()
    assert not User.objects.filter(email="wilma@mailbox.example").exists()
    assert Suppression.objects.get().email == ""
    row.refresh_from_db()
    assert (row.state, row.subject, row.anchors) == ("done", {}, {})
    assert row.outcome["members.member"] == [1, 0]
    assert row.outcome["messaging.suppression"] == [0, 1]
    assert AuditEvent.objects.get(action="privacy_request.done").meta["erased"] >= 3
    assert "was erased before" in found(first, brand, email="wilma@mailbox.example")
    assert "already answered" in step(second, row, "approve").content.decode()


def test_an_account_of_staff_outlives_the_member_it_is_linked_to(first, second, brand, member):
    User.objects.filter(email="wilma@mailbox.example").update(role="staff", is_staff=True)
    asked(first, brand, member)
    step(second, PrivacyRequest.objects.get(), "approve")
    assert not Member.objects.exists()
    assert User.objects.filter(email="wilma@mailbox.example").exists()


def test_coverage_in_force_stays_with_its_reason(first, second, brand, member):
    cover(member)
    asked(first, brand, member)
    row = PrivacyRequest.objects.get()
    page = second.get(f"{LIST}{row.pk}/change/").content.decode()
    assert "It belongs to coverage that is in force" in page
    step(second, row, "approve")
    assert Member.objects.get().first_name == "Wilma"
    row.refresh_from_db()
    assert row.outcome["members.member"] == [0, 1]


def test_the_copy_is_read_with_closed_numbers_and_handed_over_in_full(first, brand, member):
    asked(first, brand, member, kind="export")
    row = PrivacyRequest.objects.get()
    page = first.post(f"{LIST}{row.pk}/data/", {"as": "page"}).content.decode()
    assert "•••• 5678" in page
    assert SSN not in page
    answer = first.post(f"{LIST}{row.pk}/data/", {"as": "json"})
    data = json.loads(answer.content)["data"]
    assert data["members.identity"]["rows"] == [{"ssn": SSN}]
    assert data["members.member"]["rows"][0]["last_name"] == "Quill"
    assert "password" not in data["accounts.user"]["rows"][0]
    assert "no-store" in answer["Cache-Control"]
    pdf = first.post(f"{LIST}{row.pk}/data/", {"as": "pdf"})
    assert pdf.content.startswith(b"%PDF-")
    opened = AuditEvent.objects.filter(action="sealed.opened", subject_id=str(row.pk))
    assert sorted(event.meta["note"] for event in opened) == ["json", "page", "pdf"]
    step(first, row, "fulfil")
    row.refresh_from_db()
    assert row.state == "done"
    assert Member.objects.exists()


def test_an_email_address_alone_is_not_enough_for_a_copy(first, brand, member):
    asked(first, brand, member, kind="export")
    row = PrivacyRequest.objects.get()
    assert first.get(f"{LIST}{row.pk}/data/?as=json").status_code == 302
    assert not AuditEvent.objects.filter(action="sealed.opened").exists()


def test_a_refusal_needs_a_reason(first, brand, member):
    asked(first, brand, member)
    row = PrivacyRequest.objects.get()
    assert "Enter a reason." in step(first, row, "refuse", reason=" ").content.decode()
    assert "It was not her." in step(first, row, "refuse", reason="It was not her.").content.decode()


@pytest.mark.thorough
def test_a_legal_hold_keeps_everything_until_it_ends(first, second, brand, member):
    asked(first, brand, member)
    row = PrivacyRequest.objects.get()
    assert "Enter the reason for keeping it" in step(first, row, "hold", reason="").content.decode()
    assert "A claim" in step(first, row, "hold", reason="A claim").content.decode()
    assert not exclude_held(Member.objects.all()).exists()
    assert "legal hold" in step(second, row, "approve").content.decode()
    assert Member.objects.exists()
    step(second, row, "release")
    assert not HeldRow.objects.exists()
    step(second, row, "approve")
    assert not Member.objects.exists()


def test_an_erasure_deletes_the_mail_that_marks_an_address(first, second, brand, member):
    for to, key in (("Wilma@mailbox.example", "letter:1"), ("jo@mailbox.example", "letter:2")):
        content = {"heading": "Your plan", "paragraphs": ["Hello."], "document": {}}
        queue_email(brand=brand, kind="letter", to=to, context=content, dedupe_key=key)
    OutboundEmail.objects.update(status=Status.RETURNED)
    asked(first, brand, member)
    step(second, PrivacyRequest.objects.get(), "approve")
    assert OutboundEmail.objects.get().to == "jo@mailbox.example"
    assert not is_returned(brand.pk, "wilma@mailbox.example")


def test_an_erased_member_leaves_an_ended_policy_that_the_law_keeps_without_a_name(first, second, brand, member):
    child = add_relative(
        member=member, kind="dependent", relationship="child", last_name="Quill", birth_date="2015-06-02"
    )
    person = Covered(str(child.pk), Role.CHILD, date(2015, 6, 2), date(2026, 1, 1))
    last = clock.today() - timedelta(days=40)
    policy = issue(brand, person, member_id=member.pk, tier="IC", first=date(2024, 1, 1), ends_on=last)
    asked(first, brand, member)
    step(second, PrivacyRequest.objects.get(), "approve")
    assert not Member.objects.exists()
    policy.refresh_from_db()
    assert (policy.member_id, policy.end_date) == (None, last)
    assert not CoveredPerson.objects.exclude(relative=None).exists()


def test_readers_and_staff_of_other_brands_cannot_handle_requests(works, first, brand, member, other_brand):
    asked(first, brand, member)
    row = PrivacyRequest.objects.get()
    reader = works("reader")
    assert reader.get(NEW).status_code == 403
    assert reader.post(f"{LIST}{row.pk}/data/", {"as": "json"}).status_code == 403
    assert reader.post(f"{LIST}{row.pk}/do/approve/").status_code == 403
    stranger = works("admin", other_brand)
    for path in ("change/", "data/", "do/approve/"):
        assert stranger.post(f"{LIST}{row.pk}/{path}").status_code in {302, 404}
    assert stranger.get(f"{LIST}{row.pk}/change/").status_code == 404
    assert found(stranger, brand, email="wilma@mailbox.example").count("Wilma Quill") == 0
    assert Member.objects.exists()


def test_unknown_requests_and_steps_are_not_found(first, brand, member):
    asked(first, brand, member)
    row = PrivacyRequest.objects.get()
    assert first.post(f"{LIST}{row.pk}/do/burn/").status_code == 404
    assert first.get(f"{LIST}x/change/").status_code == 404


def test_a_late_request_says_so(first, brand, member):
    asked(first, brand, member)
    PrivacyRequest.objects.update(due_on=clock.today() - timedelta(days=1))
    row = PrivacyRequest.objects.get()
    assert "Answer it today." in first.get(f"{LIST}{row.pk}/change/").content.decode()
    assert ", late" in first.get(LIST).content.decode()


def test_the_pages_speak_spanish(first, brand, member):
    page = first.get(NEW, headers={"Accept-Language": "es"}).content.decode()
    assert "¿Quién es la persona?" in page
    asked(first, brand, member)
    row = PrivacyRequest.objects.get()
    page = first.get(f"{LIST}{row.pk}/change/", headers={"Accept-Language": "es"}).content.decode()
    assert "Dónde están los datos" in page
    assert "Número de Seguro Social" in page


def test_answered_requests_are_deleted_after_three_years(first, brand, member):
    asked(first, brand, member)
    row = PrivacyRequest.objects.get()
    step(first, row, "refuse", reason="It was not her.")
    assert prune_requests(clock.now() + timedelta(days=1094)) == 0
    assert prune_requests(clock.now() + timedelta(days=1096)) == 1
