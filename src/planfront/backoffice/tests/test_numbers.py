"""Numbers that follow in the back office: listed while they are missing, and added sealed."""

import pytest

from planfront.audit.models import AuditEvent
from planfront.backoffice.tests.rows import NOON, enrolled
from planfront.catalog.models import Carrier, Plan
from planfront.enrollment.models import OutstandingNumber
from planfront.kernel import clock

pytestmark = pytest.mark.django_db
LIST = "/backoffice/enrollment/outstandingnumber/"
NUMBER = "524440472"


@pytest.fixture
def missing(brand):
    plan = Plan.objects.create(name="Dental", carrier=Carrier.objects.create(key="h", name="Halden"), category="dental")
    application = enrolled(brand, (plan, "10.00", "accepted")).enrollment.application
    application.applicant = "Maren Castillo"
    application.frozen = {
        "answers": {"primary_info": {"ssn": "512444821"}, "dependent_info": {"dependents": []}},
        "plans": {str(plan.pk): "Dental"},
    }
    application.save()
    row = OutstandingNumber(application=application, tab="dependent_info", person_id="nora", created_at=NOON)
    row.person = {"name": "Nora Castillo", "birthdate": "11/02/2026", "relation": "child"}
    row.save()
    return row


def test_staff_see_who_is_missing_a_number_and_add_it_sealed(works, missing):
    staff = works("service")
    assert "Numbers that follow" in staff.get("/backoffice/").content.decode()
    page = staff.get(LIST).content.decode()
    for shown in ("Maren Castillo", "Dependent", "Missing", str(missing.application)):
        assert shown in page
    assert "Nora Castillo" in staff.get(f"{LIST}{missing.pk}/change/").content.decode()
    address = f"{LIST}{missing.pk}/number/"
    for wrong, text in (("", "required"), ("12", "Invalid Social Security Number"), ("512-44-4821", "already on")):
        answer = staff.post(address, {"number": wrong})
        assert text in answer.content.decode()
        assert not wrong or f'value="{wrong}"' not in answer.content.decode()
    assert staff.post(address, {"number": "524-44-0472"}).status_code == 302
    missing.refresh_from_db()
    assert (missing.number, missing.added_by.email) == (NUMBER, "service@demo.test")
    assert missing.added_at is not None
    assert "Added" in staff.get(LIST).content.decode()
    page = staff.get(f"{LIST}{missing.pk}/change/").content.decode()
    assert "Ending 0472" in page
    assert NUMBER not in page
    (event,) = AuditEvent.objects.filter(action="application.number_added")
    assert event.subject_id == str(missing.application_id)
    assert NUMBER not in str(event.meta)
    assert staff.post(address, {"number": "525440473"}).status_code == 200
    missing.refresh_from_db()
    assert missing.number == NUMBER


def test_an_itin_follows_where_the_plans_take_one(works, missing):
    staff, address, itin = works("service"), f"{LIST}{missing.pk}/number/", {"number": "900-70-1234"}
    page = staff.post(address, itin).content.decode()
    assert "This is an ITIN. A Social Security Number is required for Dental." in page
    Plan.objects.update(requirements=["itin_accepted"])
    assert staff.post(address, itin).status_code == 302
    missing.refresh_from_db()
    assert missing.number == "900701234"


def test_missing_numbers_stand_before_those_that_came(works, missing):
    came = OutstandingNumber(application=missing.application, tab="beneficiary_info", person_id="x", created_at=NOON)
    came.person, came.number, came.added_at = {"name": "Jonah Castillo"}, NUMBER, clock.now()
    came.save()
    listed = works("service").get(LIST).context["cl"].result_list
    assert [row.pk for row in listed] == [missing.pk, came.pk]


def test_a_number_stays_closed_on_the_enrollments_page(works, missing):
    missing.number, missing.added_at = NUMBER, clock.now()
    missing.save()
    page = works("service").get(f"/backoffice/enrollment/application/{missing.application_id}/change/")
    assert NUMBER not in page.content.decode()


def test_readers_can_view_missing_numbers_but_not_add_them(works, missing):
    staff = works("reader")
    assert staff.get(LIST).status_code == 200
    assert staff.post(f"{LIST}{missing.pk}/number/", {"number": NUMBER}).status_code == 403
