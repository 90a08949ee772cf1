"""Member cards as the book has them: who gets one, what is on it, and the file to print."""

import base64
from datetime import date
from io import BytesIO

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from planfront.accounts.models import User
from planfront.catalog.models import GroupNumber
from planfront.catalog.tests.factories import make_carrier
from planfront.coverage.models import CoveredPerson
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Role
from planfront.kernel.security.ids import new_uuid
from planfront.members.identifiers import subscriber_number
from planfront.members.services import add_relative_once, create_member
from planfront.parties.groups.services import create_group
from planfront.shopping.tests.factories import dental

FACTS = [{"label": label, "value": "$50"} for label in ("Deductible", "Annual maximum", "Exam", "Frames")]


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2026-11-02T15:00:00Z", tick=False):
        yield


@pytest.fixture
def maria(brand):
    user = User.objects.create_user("maria@demo.test", "planfront-demo", role="member")
    return create_member(
        brand=brand,
        user=user,
        first_name="Maria",
        last_name="Santos",
        birth_date=date(1989, 4, 17),
        gender=1,
        email="maria@demo.test",
    )


@pytest.fixture
def plan(db):
    return dental(facts=FACTS)


@pytest.fixture
def policy(maria, plan):
    daniel = add_relative_once(
        maria.pk,
        new_uuid(),
        relationship="spouse",
        first_name="Daniel",
        last_name="Santos",
        birth_date=date(1987, 9, 2),
    )
    covered = Covered(str(daniel.pk), Role.SPOUSE, daniel.birth_date, date(2026, 7, 1))
    return issue(maria.brand, covered, number="P-1", plan_id=plan.pk, member_id=maria.pk, tier="IS", premium="71.75")


@pytest.fixture
def client(make_client, maria):
    client = make_client("shop.test")
    client.sign_in("maria@demo.test")
    return client


def cards(client):
    return client.get("get-cards").json()["data"]


def test_cards_of_every_plan_and_person_have_the_subscriber_s_one_number(client, maria, policy, plan):
    issue(maria.brand, number="P-2", plan_id=plan.pk, member_id=maria.pk)
    assert [card["member_number"] for card in cards(client)] == [subscriber_number(maria.pk)] * 3


def test_everybody_whom_a_plan_covers_has_a_card_the_member_first(client, policy):
    first, second = cards(client)
    assert (first["name"], first["since"]) == ("Maria Santos", "01/01/2026")
    assert first["policy_number"] == "P-1"
    assert (second["name"], second["subscriber"], second["since"]) == ("Daniel Santos", "Maria Santos", "07/01/2026")
    assert first["phone_label"] == "For dentists"
    assert [fact["label"] for fact in first["facts"]] == ["Deductible", "Annual maximum", "Exam"]


def test_cards_come_by_person_the_spouse_before_the_children_and_those_from_the_oldest_on(client, maria, plan):
    def relative(role, name, born):
        row = add_relative_once(
            maria.pk, new_uuid(), relationship=str(role), first_name=name, last_name="Santos", birth_date=born
        )
        return Covered(str(row.pk), role, born, date(2026, 1, 1))

    family = [
        relative(Role.CHILD, "Ana", date(2019, 1, 1)),
        relative(Role.CHILD, "Zoe", date(2015, 1, 1)),
        relative(Role.SPOUSE, "Pablo", date(1987, 9, 2)),
    ]
    for number in ("P-1", "P-2"):
        issue(maria.brand, *family, number=number, plan_id=plan.pk, member_id=maria.pk, tier="IF")
    shown = [(card["first_name"], card["policy_number"]) for card in cards(client)]
    assert shown == [(name, number) for name in ("Maria", "Pablo", "Zoe", "Ana") for number in ("P-1", "P-2")]


def test_what_the_insurer_calls_somebody_is_on_their_card(client, maria, policy):
    CoveredPerson.objects.filter(key="self").update(insurer_id="HD 4021 7785 01")
    first, second = cards(client)
    assert (first["member_number"], second["member_number"]) == ("HD 4021 7785 01", subscriber_number(maria.pk))


def test_a_card_has_the_number_of_the_group_at_the_plan_s_insurer(client, maria, policy, plan):
    acme = create_group(code="ACME", name="Acme", brands=[maria.brand])
    issue(maria.brand, number="P-2", plan_id=plan.pk, member_id=maria.pk, group_id=acme.pk)
    GroupNumber.objects.create(group=acme, carrier=make_carrier("other", name="Other"), number="OTHER-1")
    GroupNumber.objects.create(group=acme, carrier=plan.carrier, number="HAL-20417")
    own = {card["policy_number"]: card["group_number"] for card in cards(client)}
    assert own == {"P-1": "", "P-2": "HAL-20417"}
    file = PdfReader(BytesIO(base64.b64decode(client.get("get-cards-file").json()["data"]["content"])))
    assert file.pages[0].extract_text().count("HAL-20417") == 1


def test_plans_that_nobody_shows_at_a_desk_have_no_card(client, maria, plan):
    issue(maria.brand, number="P-2", plan_id=plan.pk, category="term_life", member_id=maria.pk)
    assert cards(client) == []


def test_a_plan_that_starts_later_says_so_and_one_that_has_ended_has_none(client, maria, plan):
    issue(maria.brand, number="P-LATER", plan_id=plan.pk, first=date(2027, 1, 1), member_id=maria.pk)
    issue(maria.brand, number="P-OVER", plan_id=plan.pk, ends_on=date(2026, 10, 31), member_id=maria.pk)
    (card,) = cards(client)
    assert (card["policy_number"], card["starts_later"], card["since"]) == ("P-LATER", True, "01/01/2027")


def send(client, order):
    shown = client.post("preview-change", order).json()["data"]
    assert shown["possible"], shown
    assert client.post("submit-change", {**order, "digest": shown["digest"]}).json()["status"] == "success"
    return shown["rows"][0]["effective"]


def test_whoever_leaves_has_the_last_day_on_the_card(client, policy):
    daniel = CoveredPerson.objects.exclude(key="self").get().key
    order = {"kind": "drop_person", "event": "divorce", "happened_on": "11/02/2026", "person_id": daniel}
    assert send(client, order) == "12/01/2026"
    assert [(card["first_name"], card["until"]) for card in cards(client)] == [("Maria", ""), ("Daniel", "11/30/2026")]
    assert base64.b64decode(client.get("get-cards-file").json()["data"]["content"]).startswith(b"%PDF-")


def test_whoever_joins_later_has_a_card_and_a_place_in_the_plan_already(client, maria, plan):
    issue(maria.brand, number="P-1", plan_id=plan.pk, member_id=maria.pk)
    daniel = {"first_name": "Daniel", "last_name": "Santos", "birth_date": "09/02/1987", "role": "spouse"}
    order = {"kind": "add_person", "event": "marriage", "happened_on": "10/31/2026", "person": daniel}
    assert send(client, order) == "12/01/2026"
    own, joins = cards(client)
    assert (own["first_name"], own["starts_later"]) == ("Maria", False)
    assert (joins["first_name"], joins["starts_later"], joins["since"]) == ("Daniel", True, "12/01/2026")
    (shown,) = client.get("get-coverage").json()["data"]["policies"]
    assert shown["tier_text"] == "You"
    assert [person["first_name"] for person in shown["people"]] == ["Maria"]
    assert [(person["first_name"], person["since"]) for person in shown["joins_later"]] == [("Daniel", "12/01/2026")]


def test_a_policy_that_waits_for_the_insurer_has_no_card(client, maria, plan):
    issue(maria.brand, number="P-WAITS", plan_id=plan.pk, awaits_decision=True, member_id=maria.pk)
    assert cards(client) == []


def test_one_card_is_a_picture_or_a_file_for_a_phone(client, policy):
    first = cards(client)[0]["id"]
    picture = client.get("get-cards-file", card=first, form="png").json()["data"]
    assert picture["name"].endswith(".png")
    assert base64.b64decode(picture["content"]).startswith(b"\x89PNG")
    file = PdfReader(BytesIO(base64.b64decode(client.get("get-cards-file", card=first).json()["data"]["content"])))
    assert len(file.pages) == 1
    assert client.get("get-cards-file", card="another").status_code == 404


def test_the_file_has_all_cards_and_is_tagged(client, policy):
    file = client.get("get-cards-file").json()["data"]
    content = base64.b64decode(file["content"])
    assert file["name"] == "shop-member-cards.pdf"
    assert content.startswith(b"%PDF-")
    assert b"/MarkInfo" in content


def test_without_cards_there_is_no_file(client):
    assert client.get("get-cards-file").status_code == 404


def test_somebody_elses_cards_are_not_found(client, brand, policy):
    other = create_member(
        brand=brand, first_name="Ana", last_name="Ruiz", birth_date=date(1990, 1, 1), gender=1, email="ana@demo.test"
    )
    assert client.get(f"get-cards?member_id={other.pk}").status_code == 404


def test_cards_of_many_plans_take_as_many_queries_as_those_of_one(client, maria, plan, policy):
    cards(client)
    with CaptureQueriesContext(connection) as few:
        cards(client)
    for number in range(8):
        issue(maria.brand, number=f"P-{number + 10}", plan_id=plan.pk, member_id=maria.pk)
    with CaptureQueriesContext(connection) as many:
        assert len(cards(client)) == 10
    assert len(many) == len(few)
