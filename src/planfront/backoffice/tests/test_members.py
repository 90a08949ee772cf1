"""Members in the back office: what their list says of coverage, and what their form leaves to a policy's changes."""

import re
from datetime import date
from html import unescape

import pytest
import time_machine

from planfront.backoffice.tests.forms import MEMBER_INLINES
from planfront.catalog.tests.factories import make_plan
from planfront.coverage.models import Policy
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Place
from planfront.members.models import Member
from planfront.members.services import create_member
from planfront.rating.engine import cell
from planfront.shopping.tests.factories import approve

pytestmark = pytest.mark.django_db
LIST = "/backoffice/members/member/"


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2026-11-28T17:00:00Z", tick=True):
        yield


@pytest.fixture
def ana(brand):
    return create_member(
        brand=brand,
        first_name="Ana",
        last_name="Moreno",
        birth_date=date(1989, 4, 17),
        gender=1,
        email="ana@mailbox.example",
        city="Chicago",
        state="IL",
        zip="60601",
    )


@pytest.fixture
def policy(ana):
    return issue(ana.brand, member_id=ana.pk, first=date(2026, 12, 1), place=Place("IL", "60601"))


def form_of(member):
    return f"{LIST}{member.pk}/change/"


def send(client, member, **changes):
    """Send the member's form as it is but for these changes, and return the page that follows."""
    stored = {
        "brand": member.brand_id,
        "first_name": member.first_name,
        "last_name": member.last_name,
        "birth_date": f"{member.birth_date:%m/%d/%Y}",
        "gender": member.gender,
        "email": member.email,
        "address1": member.address1,
        "city": member.city,
        "state": member.state,
        "zip": member.zip,
        "active": "on",
    }
    answer = client.post(form_of(member), {**stored, **MEMBER_INLINES, **changes}, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def coverage_in_list(client, **query):
    page = client.get(LIST, query).content.decode()
    cells = re.findall(r'<t[dh][^>]*data-label="Coverage"[^>]*>(.*?)</t[dh]>', page, re.DOTALL)
    return [re.sub(r"<[^>]+>|\s+", " ", cell).strip() for cell in cells]


@pytest.mark.parametrize(
    ("days", "standing", "text"),
    [
        ({"first": date(2026, 12, 1)}, "starts", "Starts 12/01/2026"),
        ({"first": date(2026, 11, 1)}, "active", "Active"),
        ({"first": date(2026, 11, 1), "awaits_decision": True}, "pending", "Pending underwriting"),
        ({"first": date(2026, 1, 1), "end_date": date(2026, 10, 31)}, "ended", "Ended"),
        ({"first": date(2026, 12, 1), "end_date": date(2026, 11, 30)}, "none", "None"),
    ],
)
def test_list_says_what_coverage_is_today_and_finds_it_by_that(works, ana, days, standing, text):
    first, rest = days["first"], {name: value for name, value in days.items() if name != "first"}
    policy = issue(ana.brand, member_id=ana.pk, first=first)
    Policy.objects.filter(pk=policy.pk).update(**rest)
    staff = works("reader")
    assert coverage_in_list(staff) == [text]
    for other in ("active", "starts", "pending", "ended", "none"):
        assert coverage_in_list(staff, coverage=other) == ([text] if other == standing else [])


def test_search_says_when_coverage_starts(works, ana, policy):
    page = works("reader").post("/backoffice/find/typing/", {"words": "Ana Moreno", "whole": "1"}).content.decode()
    assert "Starts 12/01/2026" in page
    assert "No policy in force" not in page


@pytest.mark.both_databases
def test_another_zip_of_somebody_covered_leads_to_the_move(works, ana, policy):
    staff = works("service")
    page = send(staff, ana, city="New York", state="NY", zip="10001")
    assert "Dental (P-1) is priced for IL 60601. Report the move first" in page
    assert f'href="/backoffice/coverage/policy/{policy.pk}/to/place/?zip=10001&state=NY"' in page
    assert Member.objects.get().zip == "60601"
    form = unescape(staff.get(f"/backoffice/coverage/policy/{policy.pk}/to/place/?zip=10001&state=NY").content.decode())
    assert re.search(r'<input[^>]*name="zip"[^>]*value="10001"|value="10001"[^>]*name="zip"', form)


@pytest.mark.both_databases
def test_street_is_saved_beside_coverage(works, ana, policy):
    send(works("service"), ana, address1="2 Lake Street")
    assert Member.objects.get().address1 == "2 Lake Street"


@pytest.mark.parametrize(
    ("home", "message"),
    [
        ({"zip": "00901", "state": "IL"}, "We don't sell plans in Puerto Rico."),
        ({"zip": "10001", "state": "IL"}, "ZIP code 10001 is not in Illinois."),
        ({"zip": "0901", "state": "IL"}, "Invalid Zip code"),
    ],
)
def test_a_home_is_in_a_state_and_its_zip(works, ana, home, message):
    assert message in send(works("service"), ana, **home).replace("&#x27;", "'")
    assert (Member.objects.get().zip, Member.objects.get().state) == ("60601", "IL")


ABROAD = {
    "mailing_address1": "PSC 3, Box 4120",
    "mailing_city": "APO",
    "mailing_state": "AE",
    "mailing_zip": "09012",
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mailing_address1": ""}, "Field is required"),
        ({"mailing_state": ""}, "Field is required"),
        ({"mailing_zip": "0901"}, "Invalid Zip code"),
        ({"mailing_state": "OH"}, "ZIP code 09012 is not in Ohio."),
        ({"mailing_state": "XX"}, "Select a valid choice."),
    ],
)
def test_a_mailing_address_is_whole_or_none(works, ana, change, message):
    staff = works("service")
    assert message in send(staff, ana, **{**ABROAD, **change})
    assert Member.objects.get().mailing_lines == ("Chicago, IL 60601",)
    send(staff, ana, **ABROAD)
    assert Member.objects.get().mailing_lines == ("PSC 3, Box 4120", "APO, AE 09012")
    send(staff, ana, **dict.fromkeys(ABROAD, ""))
    assert Member.objects.get().mailing_lines == ("Chicago, IL 60601",)


@pytest.mark.both_databases
def test_zip_that_the_policy_is_priced_for_already_is_saved(works, ana):
    issue(ana.brand, member_id=ana.pk, first=date(2026, 12, 1), place=Place("NY", "10001"))
    send(works("service"), ana, city="New York", state="NY", zip="10001")
    assert Member.objects.get().zip == "10001"


def test_somebody_without_coverage_may_get_any_address_and_birth_date(works, ana):
    send(works("service"), ana, state="NY", zip="10001", birth_date="04/18/1989")
    saved = Member.objects.get()
    assert (saved.zip, saved.birth_date) == ("10001", date(1989, 4, 18))


def test_a_birth_date_that_a_policy_has_is_corrected_there(works, ana, policy):
    page = send(works("service"), ana, birth_date="04/18/1989")
    assert "Dental (P-1) covers this person by this birth date. Correct it there, so the policy follows." in page
    assert f'href="/backoffice/coverage/policy/{policy.pk}/to/correction/"' in page
    assert Member.objects.get().birth_date == date(1989, 4, 17)


def test_tobacco_that_a_policy_is_priced_by_is_changed_there(works, ana):
    plan = make_plan("Halden Life 20", category="term_life")
    approve(plan, [cell("20.00", tobacco=False), cell("30.00", tobacco=True)], method="FLAT")
    first = date(2026, 12, 1)
    life = issue(ana.brand, member_id=ana.pk, plan_id=plan.pk, name="Life", first=first, inputs={"tobacco": False})
    staff = works("service")
    page = send(staff, ana, is_smoker="true")
    assert "Life (P-1) depends on this. Change it there, so the price follows from the right day." in page
    assert f'href="/backoffice/coverage/policy/{life.pk}/to/facts/"' in page
    assert Member.objects.get().is_smoker is None
    send(staff, ana, is_smoker="false")
    assert Member.objects.get().is_smoker is False


def test_member_page_is_titled_by_the_name_and_leads_to_each_policy(works, ana, policy):
    page = unescape(works("reader").get(form_of(ana)).content.decode())
    assert "Member 1" not in page.split("<main")[0]
    assert "Ana Moreno" in page
    assert f'href="/backoffice/coverage/policy/{policy.pk}/change/"' in page
