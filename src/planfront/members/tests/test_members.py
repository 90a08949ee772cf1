from datetime import date

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.coverage.tests.policies import cover
from planfront.members import reference, selectors, services
from planfront.members.models import ReferenceItem, Relative
from planfront.members.person_history import FactCause
from planfront.members.services import change_person
from planfront.parties.groups.services import create_group, link_agent_to_group
from planfront.parties.reps.services import create_agent

pytestmark = pytest.mark.django_db


def account(email, role):
    return User.objects.create_user(email, "planfront-demo", role=role, name=email)


@pytest.fixture
def agent(brand):
    return create_agent(
        code="REP1001",
        brands=[brand],
        first_name="Jordan",
        last_name="Lee",
        email="j@example.com",
        user=account("rep@demo.test", "rep"),
    )


@pytest.fixture
def group(brand):
    return create_group(code="ACME01", name="Acme", brands=[brand], user=account("group@demo.test", "group"))


@pytest.fixture
def maria(brand, agent, group):
    member = services.create_member(
        ssn="219099999",
        brand=brand,
        agent=agent,
        group=group,
        first_name="Maria",
        last_name="Santos",
        birth_date=date(1984, 3, 9),
        gender=1,
        email="member@demo.test",
        state="IL",
        zip="60601",
        user=account("member@demo.test", "member"),
    )
    cover(member, number="PF-5", plan_id=5, name="Smile Plus")
    cover(member, number="PF-9", plan_id=9, name="Clear View", ends_on=date(2026, 6, 30))
    return member


def signed_in(make_client, email, host="shop.test"):
    client = make_client(host)
    assert client.sign_in(email).status_code == 200
    return client


HOME = {"address1": "2210 Ross Ave", "address2": "Apt 14", "city": "Dallas", "state": "TX", "zip": "75201"}
NEW_HOME = {"address1": "88 Oak St", "address2": "", "city": "Austin", "state": "TX", "zip": "78701"}
ROW = {
    "name": "Maria Santos",
    "dob": "03/09/1984",
    "policy_id": "PF-5",
    "email": "member@demo.test",
    "ssn": "Ending 9999",
    "plan_info": [
        {"plan": 5, "plan_name": "Smile Plus", "plan_status": "ACTIVE"},
        {"plan": 9, "plan_name": "Clear View", "plan_status": "INACTIVE"},
    ],
}


def test_rows_of_rep_and_group_mask_the_number(make_client, maria, agent, group):
    expected = {**ROW, "user_id": maria.pk, "group_info": {"group_id": group.pk, "group_name": "Acme"}}
    rep = signed_in(make_client, "rep@demo.test")
    assert rep.get("get-agent-members", agent_id=agent.pk).json()["data"]["result"] == [expected]
    admin = signed_in(make_client, "group@demo.test")
    answer = admin.get("get-group-users", group_id=group.pk)
    assert answer.json()["data"]["result"] == [expected]
    assert "219099999" not in answer.content.decode()


def test_only_their_rep_and_group_can_list_members(visitor, make_client, maria, agent, group, brand, other_brand):
    other = create_agent(
        code="R2",
        brands=[brand],
        first_name="S",
        last_name="O",
        email="s@example.com",
        user=account("rep2@demo.test", "rep"),
        landing_url="so",
    )
    rep2 = signed_in(make_client, "rep2@demo.test")
    for client in (visitor, rep2):
        assert client.get("get-member-info", user_id=maria.pk).status_code == 404
        assert client.get("get-agent-members", agent_id=agent.pk).status_code == 404
        assert client.get("get-agent-groups", agent_id=agent.pk).status_code == 404
        assert client.get("get-group-users", group_id=group.pk).status_code == 404
    assert rep2.get("get-agent-members", agent_id=other.pk).json()["data"]["result"] == []
    foreign = signed_in(make_client, "rep@demo.test", "other.test")
    assert foreign.get("get-agent-members", agent_id=agent.pk).status_code == 404
    assert foreign.get("get-member-info", user_id=maria.pk).status_code == 404


def test_a_rep_s_book_includes_the_groups_served(make_client, maria, brand, group):
    other = create_agent(
        code="R2",
        brands=[brand],
        first_name="S",
        last_name="O",
        email="s@example.com",
        user=account("rep2@demo.test", "rep"),
    )
    link_agent_to_group(agent_id=other.pk, group=group)
    rep2 = signed_in(make_client, "rep2@demo.test")
    assert rep2.get("get-member-info", user_id=maria.pk).status_code == 200
    assert rep2.get("get-agent-groups", agent_id=other.pk).json()["data"] == [
        {"gid": group.pk, "gname": "Acme", "gcode": "ACME01", "platforms": []}
    ]
    assert len(rep2.get("get-agent-members", agent_id=other.pk).json()["data"]["result"]) == 1


@pytest.mark.parametrize("path", ["/get-member-info", "get-member-info"])
def test_a_member_sees_their_own_record(make_client, maria, path):
    client = signed_in(make_client, "member@demo.test")
    data = client.get(path, user_id=maria.pk).json()["data"]
    assert data["first_name"] == "Maria"
    assert data["ssn"] == "Ending 9999"


def test_details_are_those_of_today_with_what_is_planned_for_each_reader(make_client, visitor, maria, agent, group):
    change_person(maria.pk, None, FactCause("staff"), phone="6145550148", **HOME)
    later = FactCause("move", effective=date(2099, 3, 1))
    change_person(maria.pk, None, later, **NEW_HOME, mailing_address1="PO Box 9", mailing_city="Austin")
    expected = {
        "member_id": maria.pk,
        "name": "Maria Santos",
        "birth_date": "03/09/1984",
        "gender": "Female",
        "ssn": "Ending 9999",
        "home_address": "2210 Ross Ave, Apt 14, Dallas, TX 75201",
        "mailing_address": "",
        "phone": "(614) 555-0148",
        "email": "member@demo.test",
        "later": [
            {"fact": "home_address", "day": "03/01/2099", "text": "88 Oak St, Austin, TX 78701"},
            {"fact": "mailing_address", "day": "03/01/2099", "text": "PO Box 9, Austin"},
        ],
    }
    for email in ("rep@demo.test", "group@demo.test", "member@demo.test"):
        answer = signed_in(make_client, email).get("get-member-details", member_id=maria.pk)
        assert answer.json()["data"] == expected
        assert "219099999" not in answer.content.decode()
    assert signed_in(make_client, "member@demo.test").get("get-member-details").json()["data"] == expected
    account("other@demo.test", "member")
    for client in (visitor, signed_in(make_client, "other@demo.test")):
        assert client.get("get-member-details", member_id=maria.pk).status_code == 404
        assert client.get("get-member-details").status_code == 404


def test_details_of_today_do_not_wait_for_the_record_to_be_brought_up_to_date(make_client, maria):
    change_person(maria.pk, None, FactCause("move", effective=date(2030, 3, 1)), **HOME)
    for day, expected in (("2030-02-28", "IL 60601"), ("2030-03-01", "2210 Ross Ave, Apt 14, Dallas, TX 75201")):
        with time_machine.travel(f"{day}T17:00:00Z"):
            data = signed_in(make_client, "member@demo.test").get("get-member-details").json()["data"]
        assert data["home_address"] == expected
        assert len(data["later"]) == (1 if expected == "IL 60601" else 0)


def test_an_unknown_member_is_answered_with_status_code_204_at_the_root(make_client, maria):
    client = signed_in(make_client, "member@demo.test")
    answer = client.get("/get-member-info", user_id=maria.pk + 1)
    assert (answer.status_code, answer.json()["statusCode"], answer.json()["data"]) == (200, 204, {})
    assert client.get("get-member-info", user_id=maria.pk + 1).status_code == 404


def test_the_number_is_sealed_and_opens_inside_only(maria):
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT ssn FROM members_identity")
        assert "219099999" not in cursor.fetchone()[0]
    assert selectors.ssn_of(maria.pk) == "219099999"


def test_an_email_is_taken_within_its_brand_only(maria, brand, other_brand):
    assert selectors.email_taken(brand.pk, "MEMBER@demo.test")
    assert not selectors.email_taken(brand.pk, "member@demo.test", except_member=maria.pk)
    assert not selectors.email_taken(other_brand.pk, "member@demo.test")


@pytest.mark.parametrize(
    ("path", "first", "count"),
    [
        ("get-ethnic-category", "1", 13),
        ("get-average-work-week", "under_20", 5),
        ("get-employment-status", "A", 3),
        ("get-compensation-types", "MW", 5),
        ("get-vacation-policy", "none", 5),
        ("get-bargaining-unit", "no", 3),
        ("get-holiday-policy", "Standard_6", 6),
        ("get-beneficiary-relationships", "spouse", 12),
    ],
)
def test_reference_lists_have_their_rows_in_order(visitor, path, first, count):
    data = visitor.get(path).json()["data"]
    rows = data["result"] if isinstance(data, dict) else data
    assert rows[0]["value"] == first
    assert len(rows) == count


def test_reference_rows_follow_flags_language_and_replacements(visitor):
    assert reference.choice("ethnic_category", "12").flag("needs_text")
    assert reference.choice("employment_status", "R").flag("refused")
    visitor.headers["Accept-Language"] = "es"
    assert visitor.get("get-bargaining-unit").json()["data"][2]["name"] == "No está seguro"
    ReferenceItem.objects.create(list_key="bargaining_unit", value="local9", name="Local 9")
    assert [choice.value for choice in reference.choices("bargaining_unit")] == ["local9"]


def test_coverage_kinds_are_listed(visitor):
    assert visitor.get("/api/v2/coverages").json()["data"] == [
        "LOW_COST",
        "MINIMUM_ESSENTIAL_COVERAGE",
        "PRESCRIPTION",
        "LOW_DEDUCTIBLES",
    ]


@pytest.mark.parametrize(
    ("dob", "message"),
    [
        ("11/21/2008", None),
        ("11/22/2008", "You must be 18 years to proceed"),
        ("11/22/2026", "The date can't be in the future."),
        ("12/31/1900", "Check the year. That is more than 120 years ago."),
        ("02/30/1990", "February 1990 has 28 days. Check the day."),
        ("12/31/1899", "Enter a year from 1900 on."),
        ("soon", "Enter a date as mm/dd/yyyy."),
        ("000000000000000000000", "Enter a date as mm/dd/yyyy."),
        ("", "Field is required"),
    ],
)
def test_a_birth_date_is_checked_and_gives_the_age(visitor, dob, message):
    with time_machine.travel("2026-11-21 12:00-05:00", tick=False):
        visitor.start()
        answer = visitor.get("/api/v2/validate-dob", dob=dob)
    if message is None:
        assert answer.json()["data"] == {"dob": "11/21/2008", "age": 18}
    else:
        assert answer.status_code == 422
        assert answer.json()["errors"] == {"dob": [message]}
        assert answer.json()["data"] == [{"target_element": "dob", "error_message": message}]


@pytest.mark.parametrize("dob", ["4/17/89", "04-17-1989", "April 17, 1989", "1989-04-17T00:00:00Z"])
def test_a_birth_date_is_read_in_any_spelling(visitor, dob):
    visitor.start()
    assert visitor.get("/api/v2/validate-dob", dob=dob).json()["data"]["dob"] == "04/17/1989"


def create_family(brand, number):
    """Return a couple, each with a member record, of whom the first has the second as a dependent."""
    born = date(1990, 5, 2)
    first, second = (
        services.create_member(brand=brand, first_name=name, birth_date=born, gender=0, ssn=f"9001{number:04}{place}")
        for place, name in enumerate(("Ana", "Ben"))
    )
    Relative.objects.create(
        member=first,
        kind="dependent",
        relationship="spouse",
        first_name="Ben",
        birth_date=born,
        ssn=f"9001{number:04}1",
    )
    return first.pk, second.pk


def test_families_take_the_same_queries_however_many_they_are(brand, django_assert_num_queries):
    couples = [create_family(brand, number) for number in range(6)]
    expected = {first: {second} for first, second in couples} | {second: {first} for first, second in couples}
    for asked in (couples[:1], couples):
        members = [key for couple in asked for key in couple]
        with django_assert_num_queries(4):
            assert selectors.find_families(members) == {key: expected[key] for key in members}


def test_a_family_reaches_over_several_records(brand):
    """From the first of a couple to the second, and on to the second one's mother, who is nobody's dependent."""
    first, second = create_family(brand, 1)
    mother = services.create_member(
        brand=brand, first_name="Eva", birth_date=date(1960, 5, 2), gender=1, ssn="900190000"
    )
    Relative.objects.create(
        member=mother,
        kind="dependent",
        relationship="child",
        first_name="Ben",
        birth_date=date(1990, 5, 2),
        ssn="900100011",
    )
    assert selectors.find_families([first, mother.pk]) == {first: {second, mother.pk}, mother.pk: {first, second}}
