"""Missing numbers in the back office: of beneficiaries and dependents, listed while they are missing, added sealed."""

from datetime import date

import pytest
from django.utils import translation

from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM
from planfront.backoffice.tests.rows import NOON, enrolled
from planfront.brands.models import Brand
from planfront.catalog.models import Carrier, Plan
from planfront.coverage.models import Policy
from planfront.coverage.numbers import add_dependent_number
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Role
from planfront.enrollment.models import OutstandingNumber
from planfront.kernel import clock
from planfront.kernel.errors import Conflict
from planfront.members.models import Relative
from planfront.members.services import add_relative, create_member

pytestmark = pytest.mark.django_db
LIST = "/backoffice/enrollment/outstandingnumber/"
NUMBER = "524440472"


@pytest.fixture
def missing(brand):
    plan = Plan.objects.create(name="Dental", carrier=Carrier.objects.create(key="h", name="Halden"), category="dental")
    application = enrolled(brand, (plan, "10.00", "accepted")).enrollment.application
    application.applicant = "Maren Castillo"
    application.frozen = {
        "answers": {"primary_info": {"ssn": "512444821"}, "beneficiary_info": {"beneficiaries": []}},
        "plans": {str(plan.pk): "Dental"},
    }
    application.save()
    row = OutstandingNumber(application=application, person_id="nora", created_at=NOON)
    row.person = {"name": "Nora Castillo", "birthdate": "11/02/2026", "relation": "child"}
    row.save()
    return row


def test_staff_see_who_is_missing_a_number_and_add_it_sealed(works, missing):
    staff = works("service")
    assert "Beneficiaries without a number" in staff.get("/backoffice/").content.decode()
    page = staff.get(LIST).content.decode()
    for shown in ("Maren Castillo", "Missing", str(missing.application)):
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
    assert "A number was added already." in staff.post(address, {"number": "525440473"}).content.decode()
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
    came = OutstandingNumber(application=missing.application, person_id="x", created_at=NOON)
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


DEPENDENTS = "/backoffice/members/relative/"


@pytest.fixture
def maren(brand):
    return create_member(
        ssn="512444821",
        brand=brand,
        first_name="Maren",
        last_name="Castillo",
        birth_date=date(1990, 1, 1),
        gender=1,
        email="maren@mailbox.example",
    )


@pytest.fixture
def nora(maren):
    return add_relative(
        member=maren,
        kind="dependent",
        relationship="child",
        first_name="Nora",
        last_name="Castillo",
        birth_date=date(2026, 11, 2),
    )


def test_a_dependent_is_listed_until_staff_add_the_number(works, maren, nora):
    same = {"member": maren, "relationship": "child", "last_name": "Castillo", "birth_date": date(2012, 5, 6)}
    add_relative(kind="dependent", first_name="Elena", ssn="525440473", **same)
    add_relative(kind="beneficiary", first_name="Jonah", **same)
    staff = works("service")
    page = staff.get(DEPENDENTS)
    assert [row.pk for row in page.context["cl"].result_list] == [nora.pk]
    for shown in ("Dependents without a number", "Nora Castillo", "Maren Castillo"):
        assert shown in page.content.decode()
    address = f"{DEPENDENTS}{nora.pk}/number/"
    members_page = f"/backoffice/members/member/{maren.pk}/change/?record"
    assert address in staff.get(members_page).content.decode()
    assert "Social Security number of Nora Castillo" in staff.get(address).content.decode()
    family = "Someone else in the family has this Social Security number."
    wrong = {"": "required", "12": "Invalid Social Security Number", "512-44-4821": family, "525440473": family}
    for number, text in wrong.items():
        answer = staff.post(address, {"number": number}).content.decode()
        assert text in answer
        assert not number or f'value="{number}"' not in answer
    assert Relative.objects.get(pk=nora.pk).ssn == ""
    assert staff.post(address, {"number": "524-44-0472"}).status_code == 302
    assert Relative.objects.get(pk=nora.pk).ssn == NUMBER
    assert not staff.get(DEPENDENTS).context["cl"].result_list
    assert staff.get(address).status_code == 404
    page = staff.get(members_page).content.decode()
    assert ("Ending 0472" in page, NUMBER in page, address in page) == (True, False, False)
    (event,) = AuditEvent.objects.filter(action="member.number_added")
    assert (event.subject_id, event.meta) == (str(maren.pk), {"relative": str(nora.pk)})


def test_a_second_number_of_a_dependent_is_refused_and_the_same_changes_nothing(maren, nora):
    for _again in range(2):
        add_dependent_number(nora.pk, NUMBER, SYSTEM)
    with pytest.raises(Conflict) as refused:
        add_dependent_number(nora.pk, "525440473", SYSTEM)
    assert refused.value.message == "A number was added already."
    with translation.override("es"), pytest.raises(Conflict) as refused:
        add_dependent_number(nora.pk, "525440473", SYSTEM)
    assert refused.value.message == "Ya se agregó un número."
    assert Relative.objects.get().ssn == NUMBER
    assert AuditEvent.objects.filter(action="member.number_added").count() == 1


def test_a_dependents_itin_needs_plans_that_take_one(works, brand, maren, nora):
    plan = Plan.objects.create(name="Dental", carrier=Carrier.objects.create(key="h", name="Halden"), category="dental")
    born = date(2026, 11, 2)
    issue(brand, Covered(str(nora.pk), Role.CHILD, born, born), plan_id=plan.pk, member_id=maren.pk, tier="IC")
    staff, address, itin = works("service"), f"{DEPENDENTS}{nora.pk}/number/", {"number": "900-70-1234"}
    page = staff.post(address, itin).content.decode()
    assert "This is an ITIN. A Social Security Number is required for Dental." in page
    Plan.objects.update(requirements=["itin_accepted"])
    assert staff.post(address, itin).status_code == 302
    assert Relative.objects.get().ssn == "900701234"


def test_an_enrollments_page_asks_for_numbers_of_the_members_dependents(works, brand, maren, nora, missing):
    application = missing.application
    Policy.objects.update(member=maren)
    page = f"/backoffice/enrollment/application/{application.pk}/change/"
    staff = works("service")
    assert f"{DEPENDENTS}{nora.pk}/number/" in staff.get(page).content.decode()
    add_dependent_number(nora.pk, NUMBER, SYSTEM)
    assert f"{DEPENDENTS}{nora.pk}/number/" not in staff.get(page).content.decode()


def test_readers_and_staff_of_other_brands_add_no_dependents_number(works, brand, nora):
    address = f"{DEPENDENTS}{nora.pk}/number/"
    reader = works("reader")
    assert reader.get(DEPENDENTS).status_code == 200
    assert reader.post(address, {"number": NUMBER}).status_code == 403
    other = Brand.objects.create(key="other", name="Other")
    foreign = works("service", other)
    assert not foreign.get(DEPENDENTS).context["cl"].result_list
    assert foreign.get(address).status_code == 404
    assert foreign.post(address, {"number": NUMBER}).status_code == 404
    assert Relative.objects.get().ssn == ""
