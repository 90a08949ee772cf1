"""One search over everything that staff may see."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import StaffBrand, User
from planfront.audit.models import AuditEvent
from planfront.backoffice.tests.rows import enrolled
from planfront.catalog.tests.factories import make_plan
from planfront.enrollment.models import Application
from planfront.members.models import Member
from planfront.producers.services import create_agent
from planfront.sponsors.services import create_group

pytestmark = pytest.mark.django_db
FIND = "/backoffice/find/"


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


def person(brand, first, last="Lee", **more):
    data = {"birth_date": date(1990, 2, 11), "gender": 2, "email": f"{first}@mailbox.example".lower(), **more}
    return Member.objects.create(brand=brand, first_name=first, last_name=last, **data)


def looked(staff, words):
    answer = staff.post(FIND, {"words": words})
    assert answer.status_code == 302
    return answer.headers["Location"]


def titles(staff, words):
    """What was found, in the order of the page."""
    page = staff.get(looked(staff, words)).content.decode()
    shown = re.findall(r'data-hit href="[^"]+">.*?<b>(.*?)</b>', page, re.DOTALL)
    return [re.sub(r"</?mark>", "", title) for title in shown]


def test_people_reps_groups_and_pages_are_found_by_a_word(staff, brand):
    person(brand, "Ana"), person(brand, "Leeland", "Brooks"), person(brand, "Otto", "Ray")
    create_agent(code="REP1001", brands=[brand], first_name="Jordan", last_name="Lee", email="j@example.com")
    create_group(code="LEEW22", name="Leeward Boat Works", brands=[brand])
    assert titles(staff, "lee") == ["Leeland Brooks", "Ana Lee", "Jordan Lee", "Leeward Boat Works"]
    assert titles(staff, "roster") == ["Rosters"]
    page = staff.get(looked(staff, "lee")).content.decode()
    assert "4 found" in page
    assert "Ana <mark>Lee</mark>" in page
    assert "Nothing was found for “zz&lt;b&gt;”" in staff.get(looked(staff, "zz<b>")).content.decode()


@pytest.mark.parametrize(
    "words", ["ana@mailbox.example", "(614) 555-0148", "1 614 555 0148", "02/11/1990", "4821", "E-77"]
)
def test_a_person_is_found_by_what_a_caller_says(staff, brand, words):
    ana = person(brand, "Ana", phone="6145550148", employee_number="E-77")
    Member.objects.filter(pk=ana.pk).update(ssn_last4="4821")
    person(brand, "Otto", birth_date=date(1980, 1, 1))
    opened = looked(staff, words)
    assert opened == f"{FIND}open/people/{ana.pk}/" or titles(staff, words) == ["Ana Lee"]
    recorded = AuditEvent.objects.filter(action="backoffice.looked_by_last_four")
    assert recorded.exists() == (words == "4821")
    assert "4821" not in str(list(recorded.values()))


def test_a_single_exact_match_opens_and_is_listed_as_recently_opened(staff, brand):
    plan = make_plan("Brightwater Choice", code="BW3000")
    create_agent(code="REP1001", brands=[brand], first_name="Jordan", last_name="Lee", email="j@example.com")
    opened = staff.get(looked(staff, "rep1001"))
    assert "/producers/agent/" in opened.headers["Location"]
    assert f"/catalog/plan/{plan.pk}/change/" in staff.get(looked(staff, "BW3000")).headers["Location"]
    lately = staff.get(FIND).content.decode().split("Opened lately")[1]
    assert lately.index("Brightwater Choice") < lately.index("Jordan Lee")


def test_enrollments_and_policies_are_found_by_their_numbers_and_applicant(staff, brand):
    plan = make_plan("Brightwater Choice")
    sold = enrolled(brand, (plan, "31.00", "accepted"))
    Application.objects.filter(enrollment=sold.enrollment).update(applicant="Theresa Lee")
    policy = sold.sales.get().policy
    for words in (f"#{sold.number}", str(sold.number), "theresa lee"):
        assert titles(staff, words) == [f"{policy.number}, Brightwater Choice", f"#{sold.number}, Theresa Lee"]
    assert looked(staff, policy.number.lower()) == f"{FIND}open/policies/{policy.pk}/"


def test_search_terms_appear_in_no_url_and_are_not_stored_in_the_clear(staff, brand):
    person(brand, "Ana"), person(brand, "Otto")
    place = looked(staff, "lee")
    assert "lee" not in place.lower()
    assert "lee" not in str(dict(staff.session)).lower()
    assert staff.get(f"{FIND}?found=other").content.decode().count("data-hit") == 0


def test_search_finds_only_what_brand_and_role_allow(client, brand, other_brand):
    ours, theirs = person(brand, "Ana"), person(other_brand, "Anatol")
    user = User.objects.create_user("look@demo.test", "planfront-demo", role="staff", is_staff=True)
    user.staff_role = "reader"
    user.save()
    StaffBrand.objects.create(user=user, brand_id=brand.pk)
    client.force_login(user)
    client.defaults["HTTP_HOST"] = "shop.test"
    make_plan("Ana Plan")
    assert looked(client, "ana") == f"{FIND}open/people/{ours.pk}/"
    assert client.get(f"{FIND}open/people/{theirs.pk}/").status_code == 404
    assert client.get(f"{FIND}open/nothing/1/").status_code == 404
    client.logout()
    assert client.get(FIND).status_code == 302
    assert client.post(FIND, {"words": "lee"}).headers["Location"].startswith("/backoffice/login/")


def test_the_number_of_queries_does_not_grow_with_the_rows(staff, brand):
    def queries():
        place = looked(staff, "lee")
        staff.get(place)
        with CaptureQueriesContext(
            connection,
        ) as spent:
            staff.get(place)
        return len(spent)

    person(brand, "Ana"), person(brand, "Bea")
    few = queries()
    for number in range(30):
        person(brand, f"Cora{number}")
    assert queries() == few


def typed(staff, words):
    answer = staff.post(f"{FIND}typing/", {"words": words})
    assert answer.status_code == 200
    page = answer.content.decode()
    return re.findall(r'role="option"[^>]*><b>(.*?)</b>', page), re.search(r'data-said="(.*?)"', page)[1]


def test_searching_as_you_type_in_the_side_bar_is_not_recorded(staff, brand):
    person(brand, "Ana"), person(brand, "Otto", "Ray")
    Member.objects.filter(first_name="Ana").update(ssn_last4="4821")
    assert typed(staff, "lee") == (["Ana <mark>Lee</mark>"], "1 found, use the arrow keys")
    assert typed(staff, "l") == ([], "Nothing found")
    assert typed(staff, "zz<b>") == ([], "Nothing found")
    assert typed(staff, "4821") == ([], "Nothing found")
    assert not AuditEvent.objects.filter(action="backoffice.looked_by_last_four").exists()
    assert staff.get(f"{FIND}typing/").status_code == 405
    staff.logout()
    assert staff.post(f"{FIND}typing/", {"words": "lee"}).status_code == 302


def test_a_policy_search_result_leads_to_its_page_and_from_there_to_its_section_of_the_case_file(staff, brand):
    sold = enrolled(brand, (make_plan("Brightwater Choice"), "31.00", "accepted"))
    policy = sold.sales.get().policy
    place = staff.get(looked(staff, policy.number)).headers["Location"]
    assert place == f"/backoffice/book/policy/{policy.pk}/change/"
    place = f"/backoffice/enrollment/application/{sold.enrollment.application.pk}/change/#policy-{policy.number}"
    assert f'href="{place}"' in staff.get(f"/backoffice/book/policy/{policy.pk}/change/").content.decode()
    page = staff.get(place).content.decode()
    assert f'id="policy-{policy.number}"' in page
    assert "More of this enrollment" in page
