"""One's own list of work through the calls."""

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.coverage.tests.group_world import build_world
from planfront.coverage.tests.policies import issue
from planfront.members.person_history import FactCause
from planfront.members.services import change_person, create_member
from planfront.messaging.models import OutboundEmail
from planfront.messaging.services import queue_email
from planfront.messaging.tests.test_outbox import CODE
from planfront.parties.groups.models import OpenEnrollment
from planfront.parties.reps.models import License
from planfront.parties.reps.services import create_agent
from planfront.shopping.tests.factories import dental
from planfront.today.models import WorkMark


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel("2026-11-02T15:00:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def sign_in(make_client):
    def signed(name):
        client = make_client("shop.test")
        assert client.sign_in(f"{name}@demo.test").status_code == 200
        return client

    return signed


@pytest.fixture
def jordan(brand):
    user = User.objects.create_user("jordan@demo.test", "planfront-demo", role="rep")
    return create_agent(
        code="JORDAN", first_name="Jordan", last_name="Lee", email=user.email, brands=[brand], user=user
    )


@pytest.fixture
def rep(sign_in, jordan):
    return sign_in("jordan")


@pytest.fixture
def make_person(brand, jordan):
    def make(name, born=date(1989, 6, 17), **more):
        facts = {"gender": 1, "agent": jordan, "phone": "6145550137"} | more
        return create_member(brand=brand, first_name=name, last_name="Santos", birth_date=born, **facts)

    return make


@pytest.fixture
def ana(brand, jordan, make_person):
    """A client of Jordan's whose plan ends within the month."""
    member = make_person("Ana")
    issue(
        brand,
        number="P-1",
        name="Dental",
        plan_id=dental().pk,
        member_id=member.pk,
        agent_id=jordan.pk,
        ends_on=date(2026, 11, 30),
    )
    return member


@pytest.fixture
def world(brand):
    return build_world(brand)


def today(client, **query):
    answer = client.get("get-today", **query)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def labels(client, **query):
    return [(item["label"], item["title"]) for item in today(client, **query)["items"]]


def mark(client, item, name, **more):
    return client.post("mark-today-item", {"key": item["key"], "mark": name, **more})


def counts(client):
    return {row["show"]: row["count"] for row in today(client)["counts"]}


def test_a_visitor_has_no_list(brand, make_client):
    assert make_client("shop.test").get("get-today").status_code == 404


def test_an_empty_list_counts_nothing(rep):
    answer = today(rep)
    assert (answer["items"], answer["total"], answer["more"], answer["done"]) == ([], 0, False, [])


def test_birthdays_come_last_in_one_row(rep, jordan, make_person):
    License.objects.create(agent=jordan, state="OH", number="OH-1", expires_on=date(2026, 11, 20))
    make_person("Ana", date(1980, 11, 2))
    make_person("Ben", date(1981, 11, 5))
    assert labels(rep) == [("License ends 11/20", "Your Ohio license"), ("Birthdays", "2 birthdays this week")]
    licence, row = today(rep)["items"]
    assert (licence["when"], licence["late"], licence["verb"]) == ("In 18 days", False, "")
    assert [(link["name"], link["text"]) for link in row["people"]] == [
        ("Ana Santos", "today"),
        ("Ben Santos", "on 11/05"),
    ]


def test_an_item_that_is_done_leaves_and_can_be_taken_back(rep, ana):
    (item,) = today(rep)["items"]
    assert (item["label"], item["title"], item["phone"]) == ("Plan ends 11/30", "Ana Santos", "(614) 555-0137")
    assert (item["worth"], item["due"], item["href"]) == ("36.85", "11/30/2026", f"/book-of-business/{ana.pk}")
    for _twice in range(2):
        assert mark(rep, item, "done").status_code == 200
    answer = today(rep)
    assert (answer["items"], answer["total"]) == ([], 0)
    assert [(done["label"], done["title"]) for done in answer["done"]] == [("Plan ends", "Ana Santos")]
    assert mark(rep, item, "open").status_code == 200
    assert labels(rep) == [("Plan ends 11/30", "Ana Santos")]


def test_an_item_that_is_put_off_is_back_at_nine(rep, sign_in, ana, clock):
    (item,) = today(rep)["items"]
    assert mark(rep, item, "later").status_code == 200
    assert labels(rep) == []
    assert today(rep)["done"] == []
    clock.move_to(datetime(2026, 11, 3, 13, 59, tzinfo=UTC))
    next_day = sign_in("jordan")
    assert labels(next_day) == []
    clock.move_to(datetime(2026, 11, 3, 14, 0, tzinfo=UTC))
    assert labels(next_day) == [("Plan ends 11/30", "Ana Santos")]


@pytest.mark.parametrize(
    ("until", "status"), [("11/09/2026", 200), ("11/02/2026", 422), ("12/31/2099", 422), ("x", 422)]
)
def test_a_day_to_come_back_on_is_near_and_ahead(rep, ana, until, status):
    (item,) = today(rep)["items"]
    assert mark(rep, item, "later", until=until).status_code == status


def test_a_call_takes_the_row_away_and_no_answer_brings_it_back(rep, sign_in, ana, clock):
    (item,) = today(rep)["items"]
    assert rep.post("log-call", {"key": item["key"], "outcome": "no_answer"}).status_code == 200
    assert labels(rep) == []
    clock.move_to(datetime(2026, 11, 3, 14, 0, tzinfo=UTC))
    next_day = sign_in("jordan")
    assert labels(next_day) == [("Plan ends 11/30", "Ana Santos")]
    assert next_day.post("log-call", {"key": item["key"], "outcome": "talked"}).status_code == 200
    assert labels(next_day) == []


def test_what_is_on_another_list_is_not_found(rep, sign_in, ana, brand):
    user = User.objects.create_user("casey@demo.test", "planfront-demo", role="rep")
    create_agent(code="CASEY", first_name="Casey", last_name="Poe", email=user.email, brands=[brand], user=user)
    (item,) = today(rep)["items"]
    casey = sign_in("casey")
    assert mark(casey, item, "done").status_code == 404
    assert mark(rep, {"key": "ending:nothing"}, "done").status_code == 404
    assert mark(rep, {"key": "approval:1"}, "done").status_code == 404
    assert casey.post("log-call", {"key": item["key"], "outcome": "talked"}).status_code == 404


def test_a_filter_shows_its_part_and_counts_all(rep, ana, make_person):
    make_person("Ben", date(1981, 11, 5))
    assert labels(rep, show="quotes") == []
    assert len(labels(rep, show="clients")) == 2
    assert counts(rep)["clients"] == 2


def test_a_group_sees_who_has_not_enrolled_and_what_it_decides(sign_in, world):
    world.person("Iris Vale", world.salaried)
    enrolled = world.person("Owen Hale", world.salaried)
    world.policy(enrolled, "P-9", first=date(2026, 12, 1))
    OpenEnrollment.objects.create(group=world.group, opens_on=date(2026, 11, 1), closes_on=date(2026, 11, 5))
    client = sign_in("group")
    (item,) = today(client)["items"]
    assert (item["label"], item["title"], item["when"]) == ("Not enrolled", "1 person hasn't enrolled", "In 3 days")
    assert (item["need"], item["late"]) == ("The last day to enroll is 11/05.", True)
    assert set(counts(client)) == {"quotes", "people", "changes", "dates"}


def test_a_group_is_told_of_an_open_enrollment_ahead(sign_in, world):
    OpenEnrollment.objects.create(group=world.group, opens_on=date(2026, 11, 20), closes_on=date(2026, 12, 5))
    assert labels(sign_in("group")) == [("Open enrollment", "Open enrollment starts 11/20")]


def test_a_member_sees_what_ends(sign_in, ana, brand):
    ana.user = User.objects.create_user("ana@demo.test", "planfront-demo", role="member")
    ana.save()
    assert labels(sign_in("ana")) == [("Ends 11/30", "Dental")]


def test_texts_are_in_the_readers_language(rep, ana):
    rep.headers["Accept-Language"] = "es"
    (item,) = today(rep)["items"]
    assert (item["label"], item["when"]) == ("El plan termina el 11/30", "En 28 días")


def test_old_marks_are_forgotten(rep, sign_in, ana, clock):
    (item,) = today(rep)["items"]
    mark(rep, item, "done")
    WorkMark.objects.update(at=datetime(2026, 7, 1, tzinfo=UTC), item="old")
    mark(rep, item, "done")
    assert [row.item for row in WorkMark.objects.all()] == [item["key"].partition(":")[2]]


def count_queries(client):
    today(client)
    with CaptureQueriesContext(connection) as queries:
        today(client)
    return len(queries)


def test_a_list_is_read_in_a_constant_number_of_queries(rep, brand, jordan, make_person, ana):
    plan = dental("Other")
    make_person("Born", date(1980, 11, 3))
    before = count_queries(rep)
    for number in range(80):
        member = make_person(f"Kim{number}", date(1980, 11, 3 + number % 5))
        issue(
            brand,
            number=f"E-{number}",
            plan_id=plan.pk,
            member_id=member.pk,
            agent_id=jordan.pk,
            ends_on=date(2026, 11, 20),
        )
    assert count_queries(rep) == before
    answer = today(rep)
    assert (len(answer["items"]), answer["more"]) == (60, True)


def test_a_groups_list_is_read_in_a_constant_number_of_queries(sign_in, world):
    OpenEnrollment.objects.create(group=world.group, opens_on=date(2026, 11, 1), closes_on=date(2026, 11, 5))
    world.person("Iris Vale", world.salaried)
    client = sign_in("group")
    before = count_queries(client)
    for number in range(20):
        world.person(f"Kim{number} Vale", world.salaried)
    assert count_queries(client) == before
    assert labels(client) == [("Not enrolled", "21 people haven't enrolled")]


def test_who_no_longer_gets_email_is_told_until_the_address_is_another(brand, rep, jordan, sign_in):
    user = User.objects.create_user("maria@demo.test", "planfront-demo", role="member")
    facts = {"first_name": "Maria", "last_name": "Santos", "gender": 1, "birth_date": date(1980, 1, 1)}
    member = create_member(brand=brand, user=user, email=user.email, **facts)
    maria = sign_in("maria")
    assert [item["kind"] for item in (*items_of(rep), *items_of(maria))] == []
    for address in (jordan.email, "Maria@demo.test"):
        mail = queue_email(brand=brand, kind="resume_code", to=address, context=CODE, dedupe_key=address)
        OutboundEmail.objects.filter(pk=mail.pk).update(status="RETURNED")
    (told,), (said,) = items_of(rep), items_of(maria)
    assert (told["title"], told["need"], told["to"], told["can_finish"]) == (
        "Check your email address",
        "Our emails to jordan@demo.test come back.",
        "/account#account-email",
        False,
    )
    assert (said["need"], said["verb"], said["to"]) == (
        "Our emails to Maria@demo.test come back. Until you change the address, we send letters on paper.",
        "Change it",
        "/coverage/details",
    )
    change_person(member.pk, None, FactCause("contact"), email="new@demo.test")
    assert (items_of(maria), len(items_of(rep))) == ([], 1)


def items_of(client):
    return client.get("/api/v1/get-today").json()["data"]["items"]
