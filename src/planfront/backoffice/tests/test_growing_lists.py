"""What the lists of the back office read when their tables grow."""

from datetime import date

import pytest

from planfront.accounts.models import User
from planfront.backoffice.lists import paging
from planfront.backoffice.tests.rows import NUMBERS, application, more_to_do
from planfront.catalog.models import Carrier, Plan
from planfront.coverage.models import Policy
from planfront.enrollment.models import Application
from planfront.kernel import clock
from planfront.kernel.tests.work import counted
from planfront.members.models import Member
from planfront.parties.reps.services import create_agent

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
APPLICATIONS, POLICIES = "/backoffice/enrollment/application/", "/backoffice/coverage/policy/"
TWINS, MEMBERS = "/backoffice/members/duplicatemember/", "/backoffice/members/member/"


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def quirk(brand):
    """A member with a policy and a draft, both by a rep."""
    rep = create_agent(code="R77", brands=[brand], first_name="Ann", last_name="Lee", email="a@x.example")
    row = Member.objects.create(
        brand=brand, first_name="Zoltan", last_name="Quirk", birth_date=date(1990, 1, 1), gender=0, email="z@q.example"
    )
    application(brand, on=clock.now(), agent=rep, member=row)
    Application.objects.update(applicant="Zoltan Quirk")
    Policy.objects.create(
        number=f"Q{next(NUMBERS)}",
        brand=brand,
        member=row,
        plan_id=1,
        plan_name="Plan",
        category="dental",
        effective_date=date(2026, 1, 1),
        created_at=clock.now(),
    )
    return row


@pytest.mark.counts_queries
@pytest.mark.parametrize(
    "address",
    [
        APPLICATIONS,
        f"{APPLICATIONS}?step=primary_info",
        f"{APPLICATIONS}?step=none",
        f"{APPLICATIONS}?state__exact=draft",
        f"{APPLICATIONS}?rep=R77",
        f"{APPLICATIONS}?brand={{brand}}",
        f"{APPLICATIONS}?brand={{brand}}&p=2",
        TWINS,
        f"{TWINS}?state__exact=waiting",
        MEMBERS,
        f"{MEMBERS}?active__exact=0",
    ],
)
@pytest.mark.thorough
def test_a_page_of_a_list_is_read_off_an_index(staff, brand, quirk, monkeypatch, address):
    monkeypatch.setattr(paging, "MOST", 100)
    page = address.format(brand=brand.pk)

    def opened():
        with counted() as work:
            assert staff.get(page).status_code == 200
        return work

    staff.get(page)
    more_to_do(brand, 300)
    few = opened()
    more_to_do(brand, 2_700)
    many = opened()
    assert many.queries == few.queries
    assert many.thousands - few.thousands < 5


@pytest.mark.counts_queries
@pytest.mark.parametrize("words", ["quirk", "zoltan quirk", "Q{number}"])
@pytest.mark.thorough
def test_a_policy_is_found_without_reading_the_others(staff, brand, quirk, words):
    find = words.format(number=Policy.objects.get(member=quirk).number[1:])

    def found():
        with counted() as work:
            address = staff.post(POLICIES, {"find": find}).headers["Location"]
        return work, [row.member_id for row in staff.get(address).context["cl"].result_list]

    found()
    more_to_do(brand, 300)
    few, _rows = found()
    more_to_do(brand, 2_700)
    many, rows = found()
    assert rows == [quirk.pk]
    assert many.queries == few.queries
    assert many.thousands - few.thousands < 5


def numbers(staff, address, find):
    page = staff.get(staff.post(address, {"find": find}).headers["Location"])
    return len(page.context["cl"].result_list)


@pytest.mark.parametrize(
    ("find", "count"),
    [("quirk", 1), ("ZOLTAN qui", 1), ("quirk zoltan", 1), ("z@q.example", 1), ("quirk smith", 0), ("nobody", 0)],
)
def test_an_enrollment_is_found_by_its_applicant_its_member_and_their_address(staff, brand, quirk, find, count):
    more_to_do(brand, 3)
    assert numbers(staff, APPLICATIONS, find) == count
    Application.objects.update(applicant="")
    assert numbers(staff, APPLICATIONS, find) == count
    if "@" not in find:
        assert numbers(staff, POLICIES, find) == count


def test_an_enrollment_is_found_by_its_own_keys(staff, brand, quirk):
    row = Application.objects.get()
    for find in (str(row.pk), row.enrollment.public_id):
        assert numbers(staff, APPLICATIONS, find) == 1


def test_policies_are_still_found_by_what_the_plan_is_called(staff, brand, quirk):
    carrier = Carrier.objects.create(key="h", name="Halden")
    plan = Plan.objects.create(name="Halden Dental", carrier=carrier, category="dental")
    Policy.objects.update(plan_id=plan.pk, plan_name=plan.name)
    assert numbers(staff, POLICIES, "halden quirk") == 1
    assert numbers(staff, POLICIES, "dental") == 1


@pytest.mark.parametrize("per_page", [2, 50])
def test_a_list_is_paged_in_the_order_of_the_chosen_column(staff, brand, quirk, monkeypatch, per_page):
    monkeypatch.setattr("planfront.backoffice.lists.base.Page.list_per_page", per_page)
    more_to_do(brand, 4)
    for number, row in enumerate(Application.objects.order_by("pk")):
        Application.objects.filter(pk=row.pk).update(applicant=f"Name {number}")
    names = [f"Name {number}" for number in range(5)]
    pages = [staff.get(f"{APPLICATIONS}?o={order}").context["cl"] for order in ("2", "-2")]
    assert [[row.applicant for row in page.result_list] for page in pages] == [names[:per_page], names[::-1][:per_page]]
    assert [page.result_count for page in pages] == [5, 5]
