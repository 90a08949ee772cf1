"""Who may join is refused alike, whoever reports the life event."""

from datetime import date

import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.catalog.models import Plan, PlanRule, PlanTier
from planfront.coverage.models import Change
from planfront.coverage.tests.test_changes_for_others import agent_of, sign_in, staff_of, today, world  # noqa: F401
from planfront.coverage.timeline import Covered, Role
from planfront.enrollment.tests.conftest import make_store, problems, wizard_of
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text.parse import us_date
from planfront.members.services import add_relative_once

pytestmark = pytest.mark.usefixtures("today")
DOORS = ["owen@mail.example", "rep1@demo.test", "group@demo.test", "service"]
FIRST = date(2026, 1, 1)
KID = {"first_name": "Mateo", "last_name": "Hale", "birth_date": "03/02/2020", "role": "child"}
WIFE = {"first_name": "Ines", "last_name": "Hale", "birth_date": "01/02/1990", "role": "spouse"}
UNTIL = (
    "Plans cover children until they turn {}. Please call us about an older child who depends on you because of a "
    "disability."
)
OTHER_NAME = "This adult child's last name differs from the parents'. Is it right?"
SELF = "This is the member, who is covered already."
GENERATION = (
    "A child has to be at least 10 years younger than the member or the spouse. Please check the date of birth."
)


@pytest.fixture
def owen(world, brand):  # noqa: F811
    user = User.objects.create_user(DOORS[0], "planfront-demo", role="member")
    member = world.person("Owen Hale", agent=agent_of(brand, "REP1"), user=user, ssn="512345678")
    people = [("child", "Néo", date(2015, 3, 3), Role.CHILD), ("spouse", "Pat", date(1988, 1, 1), Role.SPOUSE)]
    covered = []
    for relationship, name, born, role in people:
        row = add_relative_once(
            member.pk, new_uuid(), relationship=relationship, first_name=name, last_name="Hale", birth_date=born
        )
        covered.append(Covered(str(row.pk), role, born, FIRST))
    world.policy(member, "P-1", *covered, agent_id=member.agent_id, tier="IF", premium="104.85")
    return member


@pytest.fixture
def answer_at(owen, sign_in, staff_of):  # noqa: F811
    clients = {}

    def answer(door, person, **more):
        if door not in clients:
            clients[door] = staff_of(door) if door == "service" else sign_in(door)
        client = clients[door]
        order = {"kind": "add_person", "event": "marriage", "happened_on": "03/10/2027", "person": person}
        return client.post("preview-change", {**order, **more, "member_id": owen.pk}).json()

    return answer


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("person", "field", "message"),
    [
        ({**KID, "birth_date": "04/01/2001"}, "birth_date", UNTIL.format(26)),
        ({**KID, "birth_date": "05/05/1950"}, "birth_date", GENERATION),
        ({**KID, "first_name": "neo", "birth_date": "03/03/2015", "last_name": "Ortiz"}, "first_name", "twice"),
        ({**KID, "first_name": "OWEN", "birth_date": "04/17/1989"}, "first_name", "self"),
        ({**WIFE, "first_name": "Owen", "birth_date": "04/17/1989"}, "first_name", "self"),
        ({**KID, "ssn": "512-34-5678"}, "ssn", "Someone else in the family has this Social Security number."),
        (WIFE, "role", "A spouse or partner is covered already, and a plan covers only one."),
        ({**KID, "first_name": "Ana2"}, "first_name", "Please enter valid first name"),
    ],
)
def test_every_door_refuses_the_same_people(answer_at, door, person, field, message):
    words = {"twice": "This person is covered already.", "self": SELF}
    expected = {"target_element": f"person.{field}", "error_message": words.get(message, message)}
    assert answer_at(door, person)["data"] == [expected]
    assert not Change.objects.filter(kind="add_person").exists()


@pytest.mark.parametrize("door", DOORS)
def test_every_door_refuses_a_spouse_under_the_least_age(answer_at, owen, door):
    owen.policies.get().people.filter(role="spouse").update(end_date=date(2026, 12, 31))
    young = {**WIFE, "birth_date": "04/02/2011"}
    assert answer_at(door, young)["data"] == [
        {"target_element": "person.birth_date", "error_message": "A spouse has to be at least 16 years old."}
    ]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("person", "code", "question"),
    [
        ({**KID, "birth_date": "03/02/2005", "last_name": "Ortiz"}, "other_name", OTHER_NAME),
        ({**WIFE, "birth_date": "05/02/2009"}, "young_spouse", "The spouse is under 18. Is the date of birth right?"),
    ],
)
def test_every_door_asks_once_about_what_is_unlikely(owen, answer_at, door, person, code, question):
    owen.policies.get().people.filter(role="spouse").update(end_date=date(2026, 12, 31))
    assert answer_at(door, person)["data"] == [{"target_element": f"confirmed.{code}", "error_message": question}]
    assert answer_at(door, person, confirmed=[code])["status"] == "success"
    add_relative_once(
        owen.pk,
        new_uuid(),
        relationship=person["role"],
        first_name=person["first_name"],
        last_name=person["last_name"],
        birth_date=us_date(person["birth_date"]),
    )
    assert answer_at(door, person)["status"] == "success"


def test_what_was_confirmed_goes_with_the_change(owen, sign_in):  # noqa: F811
    client = sign_in(DOORS[0])
    person = {**KID, "birth_date": "03/02/2005", "last_name": "Ortiz"}
    order = {"kind": "add_person", "event": "adoption", "happened_on": "03/10/2027", "person": person}
    order["confirmed"] = ["other_name"]
    digest = client.post("preview-change", order).json()["data"]["digest"]
    refused = client.post("submit-change", {**order, "confirmed": [], "digest": digest})
    assert (refused.status_code, refused.json()["data"][0]["error_message"]) == (422, OTHER_NAME)
    assert client.post("submit-change", {**order, "digest": digest}).json()["status"] == "success"
    assert AuditEvent.objects.get(action="policy.changed").meta["confirmed"] == ["other_name"]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(("born", "taken"), [("04/01/2006", False), ("04/02/2006", True)])
def test_every_door_goes_by_the_plans_own_age_on_the_first_day(answer_at, world, door, born, taken):  # noqa: F811
    PlanRule.objects.create(plan=world.plan, role="SELF", max_dependent_age=21)
    answer = answer_at(door, {**KID, "birth_date": born})
    if taken:
        assert answer["data"]["possible"], answer
    else:
        assert answer["data"] == [{"target_element": "person.birth_date", "error_message": UNTIL.format(21)}]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("is_premier", "tiers", "problem"),
    [
        (True, ["IO", "IC", "IF"], ""),
        (True, ["IO", "IC"], "This plan isn't sold for these people."),
        (False, ["IO", "IC", "IF"], "This plan covers no more children."),
    ],
)
def test_a_premier_plan_takes_a_second_child_as_a_family(
    owen,
    answer_at,
    world,  # noqa: F811
    door,
    is_premier,
    tiers,
    problem,
):
    Plan.objects.filter(pk=world.plan.pk).update(is_premier=is_premier)
    most = {"IC": 1}
    PlanTier.objects.bulk_create([PlanTier(plan=world.plan, tier=row, max_children=most.get(row)) for row in tiers])
    neo = owen.relatives.get(first_name="Néo")
    covered = Covered(str(neo.pk), Role.CHILD, neo.birth_date, FIRST)
    world.policy(owen, "P-2", covered, agent_id=owen.agent_id, tier="IC", premium="69.95")
    # A month is 69.95 and the administrative fee of 3 percent.
    row = answer_at(door, {**KID, "birth_date": "03/02/2027"}, policies=["P-2"])["data"]["rows"][0]
    assert (row["problem"], row["after"]) == (problem, "" if problem else "72.05")


@pytest.mark.parametrize(
    ("person", "field", "message"),
    [
        ({**KID, "birth_date": "04/01/2000"}, "birthdate", UNTIL.format(26)),
        ({**KID, "birth_date": "05/05/1950"}, "birthdate", GENERATION),
        ({**WIFE, "birth_date": "01/02/2020"}, "birthdate", "A spouse has to be at least 16 years old."),
        ({**KID, "first_name": "OWEN", "birth_date": "04/17/1989"}, "first_name", SELF),
        ({**WIFE, "first_name": "ówen", "birth_date": "04/17/1989"}, "first_name", SELF),
        ({**KID, "ssn": "512-34-5678"}, "ssn", "This is the applicant's Social Security Number."),
        ({**KID, "first_name": "Ana2"}, "first_name", "Please enter valid first name"),
    ],
)
def test_the_application_refuses_the_same_people(brand, make_client, person, field, message):
    wizard = wizard_of(make_client("shop.test"), make_store(brand), "IF")
    wizard.personal(first_name="Owen", last_name="Hale")
    primary = {"ssn": "523-44-3386", "gender": "0", **person}
    primary["relationship"], primary["birthdate"] = primary.pop("role"), primary.pop("birth_date")
    answer = wizard.post("validate-single-dependent", primary_info=primary)
    assert problems(answer)[f"primary_info.{field}"] == message.replace("the member", "the applicant")
