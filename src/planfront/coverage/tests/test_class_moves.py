"""Several people of a group moved to another class: previewed for each, saved at once, undone until midnight."""

from datetime import date

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.coverage.models import Change
from planfront.coverage.wording import title_of
from planfront.kernel.jobs.tasks import run_pending
from planfront.letters.models import Letter
from planfront.members.models import PersonVersion
from planfront.parties.groups.services import create_group
from planfront.shopping.tests.factories import dental

DAY = "04/01/2027"


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True) as clock:
        yield clock


@pytest.fixture
def acme(world, sign_in):
    return sign_in("group@demo.test")


@pytest.fixture
def people(world):
    """Walter and Nadia with a plan each, Ana without one."""
    walter, nadia, ana = (world.person(name) for name in ("Walter Nguyen", "Nadia Fox", "Ana Ruiz"))
    world.policy(walter, "P-1")
    world.policy(nadia, "P-2")
    return [walter, nadia, ana]


def order_of(world, people, **more):
    return {"member_ids": [person.pk for person in people], "class_id": world.salaried.pk, "day": DAY, **more}


def preview(client, order):
    answer = client.post("preview-class-move", order)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def move(client, order):
    answer = client.post("move-class", {**order, "digest": preview(client, order)["digest"]}).json()
    assert answer["status"] == "success", answer
    return answer["data"]["moves"]


def own_share(client, member, day=DAY):
    rows = client.get("get-group-people", day=day, per_page=100).json()["data"]["result"]
    return next(row["split"]["own"] for row in rows if row["member_id"] == member.pk)


def test_preview_lists_each_person_and_who_cannot_move(world, acme, people):
    already = world.person("Zoe Adams", world.salaried)
    gone = world.person("Kofi Mensah", left_on=date(2027, 3, 31))
    shown = preview(acme, order_of(world, [*people, already, gone]))
    assert [(row["name"], row["class_name"], row["problem"]) for row in shown["rows"]] == [
        ("Ana Ruiz", "Hourly", ""),
        ("Kofi Mensah", "Hourly", "Leaves before 04/01/2027."),
        ("Nadia Fox", "Hourly", ""),
        ("Walter Nguyen", "Hourly", ""),
        ("Zoe Adams", "Salaried", "Already in Salaried."),
    ]
    # 36.85 each: half of it is 18.43, 75 per cent of it 27.64.
    walter = shown["rows"][3]
    assert [walter[when][part] for when in ("before", "after") for part in ("premium", "employer", "own")] == [
        *("36.85", "18.43", "18.42"),
        *("36.85", "27.64", "9.21"),
    ]
    assert walter["notes"] == ["Dental: Acme pays $27.64 a month instead of $18.43.", "Walter is paid twice a month."]
    assert (shown["people"], shown["class_name"], shown["day"]) == (3, "Salaried", DAY)
    assert (shown["before"]["own"], shown["after"]["own"]) == ("36.84", "18.42")
    assert not PersonVersion.objects.exists()


def test_several_move_as_one_does_on_their_own_page_and_are_undone(world, acme, people):
    walter, nadia, ana = people
    moves = move(acme, order_of(world, people))
    assert {row["member_id"] for row in moves} == {person.pk for person in people}
    assert [own_share(acme, person) for person in people] == ["9.21", "9.21", "0.00"]
    page = acme.get("get-group-person", member_id=walter.pk).json()["data"]
    assert page["later"][0]["class_name"] == "Salaried"
    assert page["undo"] == next(row["order_id"] for row in moves if row["member_id"] == walter.pk)
    assert AuditEvent.objects.filter(action="member.work_changed").count() == 3

    alone = world.person("Hugo Lind")
    world.policy(alone, "P-3")
    order = {"member_id": alone.pk, "class_id": world.salaried.pk, "day": DAY}
    digest = acme.post("preview-work-change", order).json()["data"]["digest"]
    acme.post("change-work", {**order, "digest": digest})
    assert own_share(acme, alone) == own_share(acme, nadia)

    undone = acme.post("undo-class-move", {"moves": moves}).json()["data"]
    assert undone == {"undone": 3, "stuck": []}
    assert [own_share(acme, person) for person in people] == ["18.42", "18.42", "0.00"]
    assert acme.get("get-group-person", member_id=ana.pk).json()["data"]["later"] == []


def activity(client, member):
    return [row["text"] for row in client.get("get-group-person", member_id=member.pk).json()["data"]["activity"]]


def test_move_is_named_once_for_a_person_with_the_plans_that_it_changes(world, acme, people):
    walter, _nadia, ana = people
    world.policy(walter, "P-9", plan=dental("Unpaid"), name="Unpaid")  # the group pays nothing of it
    moves = move(acme, order_of(world, people))
    assert activity(acme, walter)[0] == "Moved to class Salaried on 04/01/2027: Dental"
    assert sum("Salaried" in text for text in activity(acme, walter)) == 1
    assert activity(acme, ana) == ["Moved to class Salaried on 04/01/2027"]
    assert not Change.objects.filter(policy__number="P-9", kind="shares").exists()
    acme.post("undo-class-move", {"moves": moves})
    assert activity(acme, ana) == []


def test_every_reader_is_told_the_class_that_a_person_moved_to(world, acme, owen, sign_in):
    move(acme, order_of(world, [owen]))
    own = sign_in("owen@demo.test").get("get-coverage-changes").json()["data"]["result"][0]
    assert (own["title"], own["policy_number"]) == ("Moved to class Salaried", "P-1")
    client = sign_in("rep1@demo.test").get("get-client", member_id=owen.pk).json()["data"]
    assert "Moved to class Salaried" in [event["title"] for event in client["past"]]
    with translation.override("es"):
        assert title_of(Change.objects.get(kind="shares"), "") == "Cambio a la clase Asalariados"


def test_class_and_pay_that_change_together_are_one_line(world, acme, people):
    order = {"member_id": people[0].pk, "class_id": world.salaried.pk, "annual_salary": "58000", "day": DAY}
    digest = acme.post("preview-work-change", order).json()["data"]["digest"]
    acme.post("change-work", {**order, "digest": digest})
    assert activity(acme, people[0])[0] == "Moved to class Salaried, income changed on 04/01/2027: Dental"


def test_pay_that_prices_depend_on_is_named(world, acme, people):
    walter = people[0]
    order = {"member_id": walter.pk, "annual_salary": "58000", "weekly_hours": "38", "day": DAY}
    digest = acme.post("preview-work-change", order).json()["data"]["digest"]
    acme.post("change-work", {**order, "digest": digest})
    assert activity(acme, walter)[0] == "Income and work hours changed on 04/01/2027"


def test_letter_names_the_class(world, acme, people):
    move(acme, order_of(world, people[:1]))
    run_pending()
    letter = Letter.objects.get()
    assert letter.subject == "What you pay changes on 04/01/2027"
    assert "Your class changes to Salaried." in letter.document["data"]["paragraphs"]


def test_move_cannot_be_undone_the_next_day(world, acme, people, today, sign_in):
    moves = move(acme, order_of(world, people[:1]))
    today.move_to("2027-03-18T17:00:00Z")
    undone = sign_in("group@demo.test").post("undo-class-move", {"moves": moves}).json()["data"]
    assert undone == {"undone": 0, "stuck": ["Walter Nguyen"]}


def test_what_moved_since_the_preview_is_refused_with_the_new_one(world, acme, people):
    order = order_of(world, people)
    digest = preview(acme, order)["digest"]
    world.group.contributions.filter(group_class=world.salaried).update(value=100)
    answer = acme.post("move-class", {**order, "digest": digest}).json()
    assert answer["errorCode"] == "changeDiffers"
    assert answer["data"]["preview"]["after"]["own"] == "0.00"
    assert Change.objects.exclude(kind="issue").count() == 0
    assert not PersonVersion.objects.exists()


def test_wrong_class_day_and_people_are_refused(world, acme, people, sign_in):
    other = create_group(
        code="OTHER",
        name="Other",
        brands=[world.brand],
        user=User.objects.create_user("other@demo.test", "planfront-demo", role="group"),
    )
    foreign = other.classes.create(name="Foreign")
    for wrong, field in (({"class_id": foreign.pk}, "class_id"), ({"day": "04/15/2027"}, "day")):
        answer = acme.post("preview-class-move", order_of(world, people, **wrong))
        assert answer.status_code == 422
        assert [row["target_element"] for row in answer.json()["data"]] == [field]
    assert acme.post("preview-class-move", order_of(world, [])).status_code == 422
    moves = move(acme, order_of(world, people))
    outsider = sign_in("other@demo.test")
    assert outsider.post("preview-class-move", order_of(world, people)).status_code == 404
    assert outsider.post("move-class", order_of(world, people, digest="0" * 64)).status_code == 404
    assert outsider.post("undo-class-move", {"moves": moves}).status_code == 404
    stranger = world.person("Ida Stern", group=other)
    assert acme.post("preview-class-move", order_of(world, [*people, stranger])).status_code == 404


def test_preview_takes_as_many_queries_for_ten_people_as_for_two(world, acme):
    everyone = [world.person(f"Person Number{count}") for count in range(10)]
    for count, person in enumerate(everyone):
        world.policy(person, f"Q-{count}")
    preview(acme, order_of(world, everyone[:2]))
    with CaptureQueriesContext(connection) as two:
        preview(acme, order_of(world, everyone[:2]))
    with CaptureQueriesContext(connection) as ten:
        preview(acme, order_of(world, everyone))
    assert len(ten) == len(two)
