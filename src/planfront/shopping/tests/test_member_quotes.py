"""Quotes for existing members: by whom, and in which group and portal."""

from __future__ import annotations

from datetime import date

import pytest

from planfront.coverage.tests.policies import cover
from planfront.integrations.services import load_zip_counties
from planfront.integrations.zips import Place
from planfront.members.models import Member
from planfront.members.services import create_member
from planfront.parties.groups.services import create_group, create_portal
from planfront.parties.reps.models import Agent
from planfront.parties.reps.services import create_agent
from planfront.shopping.models import Quote
from planfront.shopping.tests.factories import add, dental

pytestmark = pytest.mark.django_db


@pytest.fixture
def account(django_user_model):
    return lambda name, role: django_user_model.objects.create_user(f"{name}@demo.test", "planfront-demo", role=role)


@pytest.fixture
def rep(brand, account):
    return create_agent(
        code="R1", brands=[brand], first_name="J", last_name="L", email="j@example.com", user=account("rep", "rep")
    )


@pytest.fixture
def group(brand, account):
    result = create_group(code="ACME", name="Acme", brands=[brand], user=account("group", "group"))
    result.portals.add(create_portal(code="GB", name="Group Benefits", brands=[brand]))
    return result


@pytest.fixture
def maria(brand, rep, group, account):
    return create_member(
        brand=brand,
        agent=rep,
        group=group,
        portal=group.portals.get(),
        first_name="Maria",
        last_name="Santos",
        birth_date=date(1986, 3, 14),
        gender=1,
        email="maria@demo.test",
        zip="75201",
        state="TX",
        user=account("maria", "member"),
    )


def quote(client, **body):
    return client.post("add-filter-for-existing-user", body)


def quote_from(answer):
    assert answer.status_code == 200, answer.content
    return Quote.objects.get(public_id=answer.json()["data"]["temp_enrollment_id"])


@pytest.mark.parametrize(("who", "process"), [("rep", "rep"), ("group", "group"), ("maria", "applicant")])
def test_rep_group_and_member_start_a_quote_from_the_members_record(visitor, maria, rep, group, who, process):
    visitor.sign_in(f"{who}@demo.test")
    answer = quote(visitor, user_id=maria.pk, tier="IS", eprocess=process)
    row = quote_from(answer)
    assert answer.json()["data"]["portal_id"] == group.portals.get().pk
    assert (row.enroll_type, row.eprocess, row.member_id) == ("existing-member", process, maria.pk)
    assert (row.agent_id, row.group_id, row.zip, row.tier) == (rep.pk, group.pk, "75201", "IS")
    about = visitor.get("get-group-agent-member-info", enrollment_id=row.public_id).json()["data"]
    assert about["enrollment_type"] == "existing-member"
    assert about["result"]["user_info"] == {"user_id": maria.pk, "first_name": "Maria", "last_name": "Santos"}
    assert about["result"]["client_name"] == ("" if who == "maria" else "Maria Santos")


def test_a_tier_must_be_chosen(visitor, maria):
    visitor.sign_in("rep@demo.test")
    answer = quote(visitor, user_id=maria.pk)
    assert answer.status_code == 422
    assert answer.json()["data"] == [{"target_element": "tier", "error_message": "Please choose a tier"}]


def test_other_reps_groups_members_and_brands_find_nobody(make_client, brand, other_brand, maria, rep, account):
    create_agent(
        code="R2", brands=[brand], first_name="S", last_name="O", email="s@example.com", user=account("rep2", "rep")
    )
    create_group(code="OTHER", name="Other", brands=[brand], user=account("group2", "group"))
    create_member(
        brand=brand,
        first_name="N",
        last_name="P",
        birth_date=date(1990, 1, 1),
        gender=0,
        email="np@example.com",
        zip="75201",
        user=account("nora", "member"),
    )
    rep.brands.add(other_brand)
    callers = [make_client("shop.test") for _one in range(4)]
    for client, name in zip(callers[1:], ("rep2", "group2", "nora"), strict=True):
        client.sign_in(f"{name}@demo.test")
    elsewhere = make_client("other.test")
    elsewhere.sign_in("rep@demo.test")
    for client in (*callers, elsewhere):
        assert quote(client, user_id=maria.pk, tier="IO").status_code == 404
    assert not Quote.objects.exists()


def test_a_rep_cannot_sell_as_another_rep(visitor, brand, maria):
    other = Agent.objects.create(code="R3", first_name="A", last_name="B", email="a@example.com", landing_url="ab")
    other.brands.add(brand)
    visitor.sign_in("rep@demo.test")
    assert quote(visitor, user_id=maria.pk, tier="IO", agent_id=other.pk).status_code == 404


def test_the_member_benefit_store_has_its_own_group_and_portal(visitor, brand, maria):
    store = create_group(code="STORE", name="Store", brands=[brand], flags={"member_benefit_store": True})
    store.portals.add(create_portal(code="IF", name="Individual & Family", brands=[brand]))
    visitor.sign_in("maria@demo.test")
    row = quote_from(quote(visitor, user_id=maria.pk, tier="IO", eprocess="applicant", group_id=store.pk))
    assert (row.group_id, row.portal_id, row.member_id) == (store.pk, store.portals.get().pk, maria.pk)


def test_a_rep_chooses_another_portal_that_the_group_uses(visitor, brand, maria, group):
    other, foreign = (create_portal(code=code, name=code, brands=[brand]) for code in ("TWO", "THREE"))
    group.portals.add(other)
    visitor.sign_in("rep@demo.test")
    assert quote_from(quote(visitor, user_id=maria.pk, tier="IO", platform_group_id=other.pk)).portal_id == other.pk
    answer = quote(visitor, user_id=maria.pk, tier="IS", platform_group_id=foreign.pk)
    assert answer.status_code == 422
    assert answer.json()["data"][0]["target_element"] == "platform_group_id"


def test_a_county_is_asked_where_the_record_has_none(visitor, maria):
    places = [Place("KY", "Christian County", "Fort Campbell"), Place("TN", "Montgomery County", "Clarksville")]
    load_zip_counties(zip_code="42223", places=places)
    Member.objects.filter(pk=maria.pk).update(zip="42223", state="KY", county="")
    visitor.sign_in("rep@demo.test")
    answer = quote(visitor, user_id=maria.pk, tier="IO").json()
    assert answer["errorCode"] == "countyRequired"
    assert [county["state"] for county in answer["data"]["counties"]] == ["KY", "TN"]
    assert quote_from(quote(visitor, user_id=maria.pk, tier="IO", county="Montgomery County")).state == "TN"


def test_a_plan_the_member_already_has_says_so(visitor, maria):
    plan = dental()
    cover(maria, plan_id=plan.pk)
    visitor.sign_in("rep@demo.test")
    key = quote_from(quote(visitor, user_id=maria.pk, tier="IO", eprocess="rep")).public_id
    assert add(visitor, key, plan.pk).json()["errorCode"] == "alreadyActive"


def test_salary_and_hours_on_record_begin_the_quote(visitor, maria):
    Member.objects.filter(pk=maria.pk).update(annual_salary="48000.00", weekly_hours="37.50")
    visitor.sign_in("rep@demo.test")
    row = quote_from(quote(visitor, user_id=maria.pk, tier="IO", eprocess="rep"))
    assert (row.income, row.hours) == (48_000, 37)


def test_salary_and_hours_not_on_record_are_asked_for_later(visitor, maria):
    Member.objects.filter(pk=maria.pk).update(annual_salary=0, weekly_hours="0.5")
    visitor.sign_in("rep@demo.test")
    row = quote_from(quote(visitor, user_id=maria.pk, tier="IO", eprocess="rep"))
    assert (row.income, row.hours) == (None, None)
