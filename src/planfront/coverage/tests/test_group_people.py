"""The people of a group, for its administrator: who has what and who pays how much of it."""

import base64
from datetime import date
from decimal import Decimal

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.catalog.models import Plan
from planfront.coverage.authors import Author, By
from planfront.coverage.ledger import Cause, add_change, lock_ledgers, write
from planfront.coverage.timeline import Covered, Kind, Role
from planfront.kernel import clock
from planfront.members.models import Member, Relative
from planfront.parties.groups.models import Contribution
from planfront.parties.groups.services import create_group


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True):
        yield


@pytest.fixture
def acme(world, make_client):
    client = make_client("shop.test")
    client.sign_in("group@demo.test")
    return client


def people(client, **query):
    answer = client.get("get-group-people", **query)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def names(client, **query):
    return [row["name"] for row in people(client, **query)["result"]]


def test_each_person_has_the_premium_split_between_group_and_pay(world, acme):
    grace = world.person("Grace Okafor", world.salaried)
    relative = Relative.objects.create(
        member=grace,
        kind="dependent",
        relationship="spouse",
        first_name="Sam",
        last_name="O",
        birth_date=date(1987, 9, 2),
    )
    spouse = Covered(str(relative.pk), Role.SPOUSE, date(1987, 9, 2), date(2026, 1, 1))
    world.policy(grace, "P-1", spouse, tier="IS", premium="71.75")
    world.policy(world.person("Walter Nguyen"), "P-2")
    shown = people(acme)
    assert (shown["group_name"], shown["day"], shown["total"]) == ("Acme", "03/17/2027", 2)
    first, second = shown["result"]
    # 75 per cent of 71.75 is 53.8125; 17.94 x 12 / 24 is 8.97. Half of 36.85 is 18.425; 18.42 x 12 / 52 is 4.2508.
    assert (second["name"], second["class_name"]) == ("Grace Okafor", "Salaried")
    assert second["split"] == {
        "premium": "71.75",
        "employer": "53.81",
        "own": "17.94",
        "each_pay": "$8.97 twice a month",
    }
    assert second["plans"][0]["people"] == ["Grace", "Sam"]
    assert second["plans"][0]["tier"] == "Member + Spouse"
    assert (first["name"], first["class_name"]) == ("Walter Nguyen", "Hourly")
    assert first["split"] == {"premium": "36.85", "employer": "18.43", "own": "18.42", "each_pay": "$4.25 each week"}
    assert shown["total_split"]["premium"] == "108.60"
    assert (shown["total_split"]["employer"], shown["total_split"]["own"]) == ("72.24", "36.36")
    assert [(row["name"], row["people"], row["split"]["employer"]) for row in shown["classes"]] == [
        ("Hourly", 1, "18.43"),
        ("Salaried", 1, "53.81"),
    ]


def test_a_share_stays_as_it_was_sold(world, acme):
    sold = {
        "group": "Acme",
        "employer": "20.00",
        "own": "16.85",
        "pay_periods": 52,
        "employer_per_pay": "4.61",
        "own_per_pay": "3.89",
    }
    world.policy(world.person("Walter Nguyen"), "P-1", share=sold)
    assert people(acme)["result"][0]["split"] == {
        "premium": "36.85",
        "employer": "20.00",
        "own": "16.85",
        "each_pay": "$3.89 each week",
    }


def test_other_terms_of_the_group_change_no_share_of_what_is_in_force(world, acme):
    walter = world.person("Walter Nguyen")
    world.policy(walter, "P-1")
    before = people(acme)["total_split"]
    Contribution.objects.filter(group=world.group, group_class=None).update(value=80)
    Member.objects.filter(pk=walter.pk).update(group_class=world.salaried)
    assert people(acme)["total_split"] == before
    assert people(acme, on="01/15/2026")["result"][0]["split"]["employer"] == "18.43"


def test_who_gets_nothing_from_the_group_pays_alone_and_not_from_pay(world, acme):
    world.group.contributions.all().delete()
    world.policy(world.person("Aisha Rahman"), "P-1")
    assert people(acme)["result"][0]["split"] == {
        "premium": "36.85",
        "employer": "0.00",
        "own": "36.85",
        "each_pay": "",
    }


def test_fees_are_the_persons(world, acme):
    world.policy(world.person("Aisha Rahman"), "P-1", fees=2)
    # 20.42 x 12 / 52 is 4.7123: 4.25 of the premium and 0.46 of the fee.
    assert people(acme)["result"][0]["split"] == {
        "premium": "38.85",
        "employer": "18.43",
        "own": "20.42",
        "each_pay": "$4.71 each week",
    }


def test_a_price_that_is_not_on_record_is_no_amount(world, acme):
    world.policy(world.person("Aisha Rahman"), "P-1", premium=None)
    shown = people(acme)
    assert shown["result"][0]["split"] == {"premium": "", "employer": "", "own": "", "each_pay": ""}
    assert shown["total_split"]["premium"] == ""


@pytest.fixture
def crowd(world):
    world.policy(world.person("Ann Running"), "P-1")
    world.policy(world.person("Ben Joining"), "P-2", first=date(2027, 4, 1))
    world.policy(world.person("Cyd Leaving"), "P-3", ends_on=date(2027, 3, 31))
    world.policy(world.person("Dora Gone"), "P-4", ends_on=date(2027, 2, 28))
    world.policy(world.person("Ezra Undecided"), "P-5", awaits_decision=True)
    world.person("Fay Hired", hired_on=date(2027, 3, 8))
    world.person("Gus Nothing")
    return world


def test_counts_are_filters(crowd, acme):
    assert people(acme)["counts"] == {
        "everybody": 7,
        "in_force": 2,
        "joining": 2,
        "leaving": 1,
        "left": 0,
        "waiting": 1,
    }
    assert names(acme, show="in_force") == ["Cyd Leaving", "Ann Running"]
    assert names(acme, show="joining") == ["Fay Hired", "Ben Joining"]
    assert names(acme, show="leaving") == ["Cyd Leaving"]
    assert names(acme, show="waiting") == ["Ezra Undecided"]
    assert people(acme, show="leaving")["counts"]["everybody"] == 7


def test_marks_say_what_comes(crowd, acme):
    marks = {row["name"]: [mark["text"] for mark in row["marks"]] for row in people(acme)["result"]}
    assert marks == {
        "Ann Running": [],
        "Ben Joining": ["Joins on 04/01/2027"],
        "Cyd Leaving": ["Covered until 03/31/2027"],
        "Dora Gone": ["Covered until 02/28/2027"],
        "Ezra Undecided": ["Waits for an answer"],
        "Fay Hired": ["Has yet to enroll"],
        "Gus Nothing": [],
    }


def test_a_new_hire_may_enroll_until_so_many_days_after_the_waiting_period(crowd, acme):
    """Thirty days from 03/08 are 04/07, so covered from 05/01 on, and 31 days later is the last day."""
    (fay,) = people(acme, search="Fay")["result"]
    assert (fay["hired_on"], fay["covered_from"], fay["enroll_by"]) == ("03/08/2027", "05/01/2027", "06/01/2027")
    (fay,) = people(acme, search="Fay", day="06/01/2027")["result"]
    assert fay["enroll_by"] == "06/01/2027"
    (fay,) = people(acme, search="Fay", day="06/02/2027")["result"]
    assert (fay["covered_from"], fay["enroll_by"], fay["marks"]) == ("", "", [])


def test_another_day_has_its_own_people(crowd, acme):
    shown = people(acme, day="04/01/2027")
    assert shown["day"] == "04/01/2027"
    assert shown["counts"] == {"everybody": 7, "in_force": 2, "joining": 1, "leaving": 0, "left": 0, "waiting": 1}
    assert names(acme, day="04/01/2027", show="in_force") == ["Ben Joining", "Ann Running"]
    assert acme.get("get-group-people", day="4").status_code == 422


def test_what_changes_later_is_said_and_not_counted_yet(world, acme):
    policy = world.policy(world.person("Priya Raman"), "P-1")
    (record,) = lock_ledgers([policy.pk])
    spouse = Covered("11111111-1111-4111-8111-111111111111", Role.SPOUSE, date(1987, 9, 2), date(2027, 4, 1))
    relative = Relative.objects.create(
        pk=spouse.key,
        member=policy.member,
        kind="dependent",
        relationship="spouse",
        first_name="Sam",
        last_name="Raman",
        birth_date=spouse.birth_date,
    )
    entry = add_change(
        record,
        Kind.ADD_PERSON,
        date(2027, 4, 1),
        cause=Cause(Author(By.STAFF, 1)),
        compute=lambda terms: terms,
        person=spouse,
    )
    write([entry])
    (row,) = people(acme)["result"]
    assert [mark["text"] for mark in row["marks"]] == ["Changes on 04/01/2027"]
    assert row["plans"][0]["people"] == ["Priya"]
    (row,) = people(acme, day="04/01/2027")["result"]
    assert row["plans"][0]["people"] == ["Priya", relative.first_name]


def test_search_and_pages(crowd, acme):
    assert names(acme, search="joining") == ["Ben Joining"]
    shown = people(acme, per_page=3, page=2)
    assert (shown["total"], shown["pages"], len(shown["result"])) == (7, 3, 3)
    assert people(acme, per_page=3, page=9)["page"] == 3


def test_the_words_are_spanish_for_who_reads_spanish(crowd, acme):
    acme.headers["Accept-Language"] = "es"
    (row,) = people(acme, search="Cyd")["result"]
    assert [mark["text"] for mark in row["marks"]] == ["Con cobertura hasta el 03/31/2027"]


@pytest.mark.counts_queries
def test_thirty_people_cost_as_many_queries_as_three(world, acme):
    def count(**query):
        people(acme, **query)
        with CaptureQueriesContext(connection) as queries:
            people(acme, **query)
        return len(queries)

    for number in range(3):
        world.policy(world.person(f"Ann{number} Lee"), f"P-{number}")
    three = [count(per_page=100), count(per_page=100, search="Lee"), count(per_page=100, show="in_force")]
    for number in range(3, 30):
        world.policy(world.person(f"Ann{number} Lee"), f"P-{number}")
    assert [count(per_page=100), count(per_page=100, search="Lee"), count(per_page=100, show="in_force")] == three
    assert len(people(acme, per_page=100)["result"]) == 30


def test_counts_and_sums_follow_what_changes_at_once(world, acme):
    def figures():
        shown = people(acme)
        counts, total = shown["counts"], shown["total_split"]
        return counts["everybody"], counts["in_force"], counts["leaving"], total["premium"], total["employer"]

    ann, bo = world.person("Ann Lee"), world.person("Bo Lee")
    policy = world.policy(ann, "P-1")
    assert figures() == (2, 1, 0, "36.85", "18.43")
    world.policy(bo, "P-2", premium="40.00")
    assert figures() == (2, 2, 0, "76.85", "38.43")
    Member.objects.filter(pk=bo.pk).update(group_class=world.salaried)
    assert figures() == (2, 2, 0, "76.85", "38.43")
    with transaction.atomic():
        (ledger,) = lock_ledgers([policy.pk])
        write([add_change(ledger, Kind.END, date(2027, 4, 1), cause=Cause(Author(By.STAFF)))])
    assert figures() == (2, 2, 1, "76.85", "38.43")
    Member.objects.filter(pk=bo.pk).update(left_on=date(2027, 3, 19))
    assert figures() == (2, 2, 2, "76.85", "38.43")
    Member.objects.filter(pk=bo.pk).update(group=None)
    assert figures() == (1, 1, 1, "36.85", "18.43")
    world.person("Cy Lee")
    assert figures() == (2, 1, 1, "36.85", "18.43")
    Contribution.objects.update(value=80)
    assert figures() == (2, 1, 1, "36.85", "18.43")


def test_the_group_pays_for_a_membership_only_where_it_names_it(world, acme):
    Plan.objects.filter(pk=world.plan.pk).update(is_membership=True, updated_at=clock.now())
    world.policy(world.person("Ann Lee"), "P-1")
    Contribution.objects.update(plan_id=None)
    world.policy(world.person("Bo Lee"), "P-2")
    assert [row["split"]["employer"] for row in people(acme)["result"]] == ["18.43", "0.00"]


def test_only_the_groups_own_administrator_sees_its_people(crowd, acme, brand, make_client, visitor):
    other = User.objects.create_user("other@demo.test", "planfront-demo", role="group")
    create_group(code="OTHER", name="Other", brands=[brand], user=other)
    User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    client = make_client("shop.test")
    client.sign_in("other@demo.test")
    assert people(client)["result"] == []
    client = make_client("shop.test")
    client.sign_in("rep@demo.test")
    assert client.get("get-group-people").status_code == 404
    assert visitor.get("get-group-people").status_code == 404


def cents_of(rows, name):
    return sum(Decimal(row["split"][name]) for row in rows)


@pytest.mark.parametrize("default", [True, False])
def test_the_classes_add_up_to_the_total_with_those_of_the_default_class_and_of_none(world, acme, default):
    world.hourly.is_default = default
    world.hourly.save()
    world.policy(world.person("Grace Okafor", world.salaried), "P-1")
    world.policy(world.person("Walter Nguyen"), "P-2")
    shown = people(acme)
    hourly, salaried = ("Hourly" if default else "No class", 1, "18.43"), ("Salaried", 1, "27.64")
    classes = [(row["name"], row["people"], row["split"]["employer"]) for row in shown["classes"]]
    assert classes == ([hourly, salaried] if default else [salaried, hourly])
    for name in ("premium", "employer", "own"):
        assert cents_of(shown["classes"], name) == Decimal(shown["total_split"][name])


def test_what_each_pay_gives_is_said_only_of_people_who_are_paid_at_the_same_times(world, acme):
    world.policy(world.person("Grace Okafor", world.salaried), "P-1")
    world.policy(world.person("Ada Lin", world.salaried), "P-3")
    assert people(acme)["total_split"]["each_pay"] == "$9.22 twice a month"
    world.policy(world.person("Walter Nguyen"), "P-2")
    shown = people(acme)
    assert shown["total_split"]["each_pay"] == ""
    assert [row["split"]["each_pay"] for row in shown["classes"]] == ["$4.25 each week", "$9.22 twice a month"]


def exported(client, **query):
    answer = client.get("export-group-people", **query)
    assert answer.status_code == 200, answer.content
    file = answer.json()["data"]
    return file, base64.b64decode(file["content"]).decode("utf-8-sig").splitlines()


def test_a_class_leaves_its_people_and_those_of_the_default_class_count_there(world, acme):
    world.person("Grace Okafor", world.salaried)
    world.person("Walter Nguyen")
    assert names(acme, class_id=world.salaried.pk) == ["Grace Okafor"]
    assert names(acme, class_id=world.hourly.pk) == ["Walter Nguyen"]
    assert names(acme, class_id=2_000_000_000) == []


def test_the_people_who_are_shown_become_a_file_that_no_spreadsheet_runs(world, acme):
    grace = world.person("Grace Okafor", world.salaried)
    world.policy(grace, "P-1", premium="71.75")
    walter = world.person("Walter Nguyen")
    Member.objects.filter(pk=walter.pk).update(email="=cmd@mail.example")
    file, lines = exported(acme)
    assert (file["name"], file["rows"]) == ("people-2027-03-17.csv", 2)
    heading = "Name,Email,Class,Date of hire,Last day of work,Plans,Premium,Group pays,They pay,What's next"
    assert lines[0] == heading
    assert [line.split(",")[0] for line in lines[1:]] == ["Walter Nguyen", "Grace Okafor"]
    assert ",'=cmd@mail.example," in lines[1]
    assert ",Salaried," in lines[2]
    assert "71.75" in lines[2]
    assert exported(acme, members=str(grace.pk))[0]["rows"] == 1
    assert exported(acme, class_id=world.hourly.pk)[0]["rows"] == 1
    events = AuditEvent.objects.filter(action="list.exported")
    facts = {(*event.meta["filters"], event.meta["rows"]) for event in events}
    assert facts == {(2,), ("members", 1), ("class_id", 1)}


@pytest.mark.counts_queries
def test_a_file_of_thirty_people_costs_as_many_queries_as_one_of_three(world, acme):
    def count():
        with CaptureQueriesContext(connection) as queries:
            exported(acme)
        return len(queries)

    count()  # the first file begins the count of the caller's files
    for number in range(3):
        world.policy(world.person(f"Ann{'abc'[number]} Lee"), f"P-{number}")
    few = count()
    for number in range(3, 30):
        world.policy(world.person(f"Bo{'abcdefghij'[number % 10]} Ray{'xyz'[number // 10]}"), f"P-{number}")
    assert count() == few
