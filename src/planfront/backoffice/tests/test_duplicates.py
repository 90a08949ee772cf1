"""Possible duplicates in the back office: listed with both enrollments, and settled with a note."""

from datetime import date

import pytest

from planfront.audit.models import AuditEvent
from planfront.backoffice.tests.rows import NOON, enrolled
from planfront.catalog.models import Carrier, Plan
from planfront.enrollment.models import PossibleDuplicate

pytestmark = pytest.mark.django_db
LIST = "/backoffice/enrollment/possibleduplicate/"


@pytest.fixture
def pair(brand):
    plan = Plan.objects.create(name="Dental", carrier=Carrier.objects.create(key="h", name="Halden"), category="dental")
    first, later = (enrolled(brand, (plan, "10.00", "accepted")).enrollment.application for _ in range(2))
    for row in (first, later):
        row.applicant = "Maria Santos"
        row.save(update_fields=["applicant"])
    return PossibleDuplicate.objects.create(
        application=later,
        earlier=first,
        matched=["number", "account"],
        plans=["Dental"],
        effective_date=date(2026, 4, 1),
        found_at=NOON,
    )


def test_staff_see_the_pair_and_settle_it_with_a_note(works, pair):
    staff = works("service")
    assert "Possible duplicates" in staff.get("/backoffice/").content.decode()
    page = staff.get(LIST + "?status__exact=open").content.decode()
    for shown in (str(pair.application), str(pair.earlier), "Same Social Security number, Same bank account", "Dental"):
        assert shown in page
    address = f"{LIST}{pair.pk}/settle/"
    assert "Describe what was done." in staff.post(address, {"note": " "}).content.decode()
    assert staff.post(address, {"note": "Cancelled the second one."}).status_code == 302
    pair.refresh_from_db()
    assert (pair.status, pair.note, pair.settled_by.email) == (
        "settled",
        "Cancelled the second one.",
        "service@demo.test",
    )
    events = AuditEvent.objects.filter(action="application.duplicate_settled")
    assert {event.subject_id for event in events} == {str(pair.application_id), str(pair.earlier_id)}
    staff.post(address, {"note": "Again."})
    pair.refresh_from_db()
    assert pair.note == "Cancelled the second one."


def test_readers_can_view_duplicates_but_not_settle_them(works, pair):
    staff = works("reader")
    assert staff.get(LIST).status_code == 200
    assert staff.post(f"{LIST}{pair.pk}/settle/", {"note": "x"}).status_code == 403
