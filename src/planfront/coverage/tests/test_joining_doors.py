"""Who may join is refused alike at every door: one matrix of kinds of people and of doors. Today is 03/17/2027, and
whoever joins is covered from 04/01/2027 on."""

from datetime import date
from html import unescape
from typing import NamedTuple

import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.catalog.models import Plan, PlanRule, PlanTier
from planfront.coverage.models import Change
from planfront.coverage.renewal import runs
from planfront.coverage.renewal.runs import Follows, NewRun
from planfront.coverage.tests.policies import send
from planfront.coverage.tests.test_changes_for_others import agent_of, staff_of, today  # noqa: F401
from planfront.coverage.timeline import Covered, Role
from planfront.enrollment.tests.conftest import make_store, problems, wizard_of
from planfront.kernel.jobs.tasks import run_pending
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text.parse import us_date
from planfront.members.services import add_relative_once
from planfront.members.tests.conftest import checked, group, upload  # noqa: F401
from planfront.members.tests.rosters import HEAD
from planfront.shopping.tests.factories import rate_by_tier

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
CALLS = ["owen@mail.example", "rep1@demo.test", "group@demo.test", "service"]
DOORS = {
    **dict.fromkeys(CALLS, "member"),
    "form of the policy": "member",
    "application": "applicant",
    "roster": "employee",
}
"""Each door with its name of the subscriber."""
FIRST = date(2026, 1, 1)
NEW_YEAR = date(2028, 1, 1)
KID = {"first_name": "Mateo", "last_name": "Hale", "birth_date": "03/02/2020", "role": "child"}
WIFE = {"first_name": "Ines", "last_name": "Hale", "birth_date": "01/02/1990", "role": "spouse"}
OWEN = {"first_name": "ówen", "birth_date": "04/17/1989"}
PAT = {"first_name": "Pat", "last_name": "Hale", "birth_date": "01/01/1988", "role": "spouse"}
NEO = {"first_name": "Néo", "last_name": "Hale", "birth_date": "03/03/2015", "role": "child"}
CALL_US = "Please call us about an older child who depends on you because of a disability."
UNTIL = "Plans cover children until they turn {}. " + CALL_US
STAYS = (
    "Plans cover children until they turn {}. A child who depends on the member because of a disability can stay "
    "covered at any age."
)
OTHER_NAME = "This adult child's last name differs from the parents'. Is it correct?"


class Kind(NamedTuple):
    """A kind of person who may not join: one of them, the field to put right, and the words with the name of the
    subscriber; by door, the words that say more there. ``pat_is_there``: the spouse of Owen is in the family."""

    person: dict
    field: str
    words: str
    other_words: dict = {}
    pat_is_there: bool = True


NOT_JOINING = {
    "a child past the age": Kind(
        {**KID, "birth_date": "03/16/2001"},
        "birth_date",
        UNTIL.format(26),
        {
            "form of the policy": STAYS.format(26),
            "roster": "Plans cover children until they turn 26. Write Disabled Child for one who depends on the "
            "employee.",
        },
    ),
    "a child older than the parents": Kind(
        {**KID, "birth_date": "05/05/1950"},
        "birth_date",
        "A child must be at least 10 years younger than the {} or the spouse. Please check the date of birth.",
    ),
    "a spouse under the least age": Kind(
        {**WIFE, "birth_date": "04/02/2011"},
        "birth_date",
        "A spouse must be at least 16 years old.",
        pat_is_there=False,
    ),
    "a second spouse": Kind(
        WIFE,
        "role",
        "A spouse or partner is covered already, and a plan covers only one.",
        {
            "roster": "This employee has another spouse or partner, and a plan covers only one.",
        },
    ),
    "the subscriber as a child": Kind(
        {**KID, **OWEN},
        "first_name",
        "This is the {}, who is covered already.",
        {"roster": "This is the employee. Leave the row out, or correct the name or date of birth."},
    ),
    "the subscriber as a spouse": Kind(
        {**WIFE, **OWEN},
        "first_name",
        "This is the {}, who is covered already.",
        {"roster": "This is the employee. Leave the row out, or correct the name or date of birth."},
        pat_is_there=False,
    ),
    "the same child again": Kind(
        {**KID, "first_name": "neo", "birth_date": "03/03/2015", "last_name": "Ortiz"},
        "first_name",
        "This person is covered already.",
        {
            "application": "This person is already on the list.",
            "roster": "The child in row 3 has this birth date and nearly this name. If it's the same child, leave one "
            "row out.",
        },
    ),
    "somebody else's number": Kind(
        {**KID, "ssn": "512-34-5678"},
        "ssn",
        "Someone else in the family has this Social Security number.",
        {"application": "This is the applicant's Social Security Number.", "roster": "Also in row 2."},
    ),
    "no name": Kind(
        {**KID, "first_name": "Ana2"},
        "first_name",
        "Please enter valid first name",
        {"roster": "Please enter valid name", "form of the policy": "Please enter valid name"},
    ),
}
NEVER = {("form of the policy", "somebody else's number")}
"""The form has no field for a number."""


@pytest.fixture
def owen(world, brand):
    user = User.objects.create_user(CALLS[0], "planfront-demo", role="member")
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


@pytest.fixture
def refuse(request):
    """The answer of a door to a person: each field that is to be put right, and why."""

    def by_call(door, person, pat_is_there):
        owen = request.getfixturevalue("owen")
        if not pat_is_there:
            owen.policies.get().people.filter(role="spouse").update(end_date=date(2026, 12, 31))
        (problem,) = request.getfixturevalue("answer_at")(door, person)["data"]
        return {problem["target_element"].removeprefix("person."): problem["error_message"]}

    def by_form(door, person, pat_is_there):
        owen, client = request.getfixturevalue("owen"), request.getfixturevalue("client")
        if not pat_is_there:
            owen.policies.get().people.filter(role="spouse").update(end_date=date(2026, 12, 31))
        client.defaults["HTTP_HOST"] = "shop.test"
        client.force_login(User.objects.create_superuser("robin@demo.test", "planfront-demo"))
        typed = {"do": "preview", "person": "new", "event": "marriage", "happened_on": "03/10/2027", **person}
        page = client.post(f"/backoffice/coverage/policy/{owen.policies.get().pk}/to/add_person/", typed)
        ((field, (words,)),) = page.context["form"].errors.items()
        assert words in unescape(page.content.decode())
        return {field: words}

    def by_application(door, person, pat_is_there):
        brand, make_client = request.getfixturevalue("brand"), request.getfixturevalue("make_client")
        wizard = wizard_of(make_client("shop.test"), make_store(brand), "IF")
        wizard.personal(first_name="Owen", last_name="Hale")
        people = [PAT, NEO, person] if pat_is_there else [NEO, person]
        listed = [
            {
                "primary_info": {
                    "first_name": row["first_name"],
                    "last_name": row["last_name"],
                    "birthdate": row["birth_date"],
                    "relationship": row["role"],
                    "ssn": row.get("ssn", f"523-44-338{number}"),
                    "gender": "0",
                }
            }
            for number, row in enumerate(people)
        ]
        answer = problems(wizard.post("save-dependent-info", dependents=listed))
        names = {"birthdate": "birth_date", "dependents": "role"}
        found = {field.removeprefix(f"dependents.{len(people) - 1}.primary_info."): answer[field] for field in answer}
        parts = {field: field.partition(".") for field in found}
        return {names.get(name, name) + dot + more: found[field] for field, (name, dot, more) in parts.items()}

    def by_roster(door, person, pat_is_there):
        family = [NEO, PAT, person] if pat_is_there else [NEO, person]
        rows = ["7,EE,Hale,Owen,512-34-5678,04/17/1989,M,owen@mail.example,75201,\n"]
        for row in family:
            cells = (row["role"], row["last_name"], row["first_name"], row.get("ssn", ""), row["birth_date"])
            rows.append(f"7,{','.join(cells)},F,,,\n")
        roster = request.getfixturevalue("checked")(HEAD + "".join(rows))
        (issue,) = roster.issues.filter(row=len(rows) + 1, fatal=True)
        return {{"relationship": "role"}.get(issue.field, issue.field): issue.message}

    others = {"form of the policy": by_form, "application": by_application, "roster": by_roster}
    return lambda door, kind: others.get(door, by_call)(door, kind.person, kind.pat_is_there)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("kind", NOT_JOINING)
def test_every_door_refuses_the_same_people(refuse, door, kind):
    if (door, kind) in NEVER:
        return
    row = NOT_JOINING[kind]
    words = row.other_words.get(door, row.words).format(DOORS[door])
    assert refuse(door, row).get(row.field) == words
    assert not Change.objects.filter(kind="add_person").exists()


UNLIKELY = {
    "a grown child of another name": Kind(
        {**KID, "birth_date": "03/02/2005", "last_name": "Ortiz"}, "last_name.confirmed.other_name", OTHER_NAME
    ),
    "a spouse under 18": Kind(
        {**WIFE, "birth_date": "05/02/2009"},
        "birth_date.confirmed.young_spouse",
        "The spouse is under 18. Is the date of birth correct?",
        pat_is_there=False,
    ),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("kind", UNLIKELY)
def test_every_door_asks_about_what_is_unlikely(refuse, door, kind):
    row = UNLIKELY[kind]
    field, _confirmed, _code = row.field.split(".")
    places = {"form of the policy": "confirmed", "roster": field}
    assert refuse(door, row) == {places.get(door, row.field): row.words}
    assert not Change.objects.filter(kind="add_person").exists()


@pytest.mark.parametrize("door", CALLS)
@pytest.mark.parametrize("kind", UNLIKELY)
def test_every_door_asks_once(owen, answer_at, door, kind):
    owen.policies.get().people.filter(role="spouse").update(end_date=date(2026, 12, 31))
    person, code = UNLIKELY[kind].person, UNLIKELY[kind].field.rpartition(".")[2]
    assert answer_at(door, person)["status"] == "error"
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


def test_what_was_confirmed_goes_with_the_change(owen, sign_in):
    client = sign_in(CALLS[0])
    person = {**KID, "birth_date": "03/02/2005", "last_name": "Ortiz"}
    order = {"kind": "add_person", "event": "adoption", "happened_on": "03/10/2027", "person": person}
    order["confirmed"] = ["other_name"]
    digest = client.post("preview-change", order).json()["data"]["digest"]
    refused = client.post("submit-change", {**order, "confirmed": [], "digest": digest})
    assert (refused.status_code, refused.json()["data"][0]["error_message"]) == (422, OTHER_NAME)
    assert client.post("submit-change", {**order, "digest": digest}).json()["status"] == "success"
    assert AuditEvent.objects.get(action="policy.changed").meta["confirmed"] == ["other_name"]


@pytest.mark.parametrize("door", CALLS)
@pytest.mark.parametrize(("born", "taken"), [("04/01/2006", False), ("04/02/2006", True)])
def test_every_door_goes_by_the_plans_own_age_on_the_first_day(answer_at, world, door, born, taken):
    PlanRule.objects.create(plan=world.plan, role="SELF", max_dependent_age=21)
    answer = answer_at(door, {**KID, "birth_date": born})
    if taken:
        assert answer["data"]["possible"], answer
    else:
        assert answer["data"] == [{"target_element": "person.birth_date", "error_message": UNTIL.format(21)}]


@pytest.mark.parametrize("door", CALLS)
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
    world,
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


class Covers(NamedTuple):
    """A family that another plan doesn't cover: its rule, the birth date of the spouse, and why; "" if it does.
    ``stays``: the child depends on the member at any age."""

    rule: dict
    words: str
    spouse_born: date = date(1988, 1, 1)
    stays: bool = False


OTHER_PLAN = {
    "a child past its age": Covers({"role": "SELF", "max_dependent_age": 12}, UNTIL.format(12)),
    "a child past its age who stays": Covers({"role": "SELF", "max_dependent_age": 12}, "", stays=True),
    "a child it is too early for": Covers({"role": "CHILD", "min_age": 14}, "This plan covers children from age 14."),
    "a spouse past its age": Covers({"role": "SPOUSE", "max_age": 38}, "This plan covers spouses up to age 38."),
    "a spouse of its age": Covers({"role": "SPOUSE", "max_age": 40}, ""),
    "a spouse under the least age": Covers(
        {"role": "SPOUSE"}, "A spouse must be at least 16 years old.", date(2012, 5, 2)
    ),
}


@pytest.fixture
def choose_at(owen, world, answer_at, client, sign_in):
    """The answer of a door to the family when another plan is chosen: why it can't be, "" if it can."""
    other = world.another_plan()
    typed = {"event": "marriage", "happened_on": "03/10/2027"}

    def by_call(door):
        order = {**typed, "kind": "plan", "policies": ["P-2"], "plans": {"P-2": other.pk}}
        (row,) = answer_at(door, None, **order)["data"]["rows"]
        return row["problem"]

    def by_form(policy):
        client.defaults["HTTP_HOST"] = "shop.test"
        client.force_login(User.objects.create_superuser("robin@demo.test", "planfront-demo"))
        page = client.post(
            f"/backoffice/coverage/policy/{policy.pk}/to/plan/", {**typed, "do": "preview", "plan": other.pk}
        )
        return page.context["refused"]

    def by_renewal(policy):
        plans = (policy.plan_id, other.pk)
        for plan in (world.plan, other):
            rate_by_tier(plan, since=NEW_YEAR)
        days = (NEW_YEAR, date(2027, 12, 15), date(2027, 12, 28))
        rows = (Follows(policy.plan_id, policy.plan_id, others=(other.pk,)),)
        run = runs.create_run(NewRun(*days, (policy.plan_id,), rows=rows), by=None)
        runs.start_preview(run_id=run.pk)
        run_pending()
        runs.agree_run(run_id=run.pk, by=None)
        offer = sign_in(CALLS[0]).get("get-renewal?number=P-2").json()["data"]
        assert plans == (offer["keep"]["plan_id"], offer["others"][0]["plan_id"])
        return offer["others"][0]["problem"]

    def choose(door, case):
        people = []
        for role, name, born in ((Role.CHILD, "Néo", date(2015, 3, 3)), (Role.SPOUSE, "Pat", case.spouse_born)):
            key = str(owen.relatives.get(first_name=name).pk)
            people.append(Covered(key, role, born, FIRST))
        PlanRule.objects.create(plan=other, **case.rule)
        policy = world.policy(owen, "P-2", *people, agent_id=owen.agent_id, tier="IF", premium="104.85")
        policy.people.filter(role="child").update(stays=case.stays)
        if door in CALLS:
            return by_call(door)
        return by_form(policy) if door == "form of the policy" else by_renewal(policy)

    return choose


@pytest.mark.parametrize("door", [*CALLS, "form of the policy", "renewal"])
@pytest.mark.parametrize("case", OTHER_PLAN)
def test_every_door_to_another_plan_asks_the_same_of_the_family(choose_at, door, case):
    row = OTHER_PLAN[case]
    of_staff = {UNTIL.format(12): STAYS.format(12)} if door == "form of the policy" else {}
    assert choose_at(door, row) == of_staff.get(row.words, row.words)


GENERATION = NOT_JOINING["a child older than the parents"].words.format("member")


@pytest.mark.parametrize(
    ("name", "facts", "problem"),
    [
        ("Néo", {"birth_date": "05/05/1950"}, {"birth_date": [GENERATION]}),
        ("Néo", {"birth_date": "01/01/1998"}, {}),
        # Who is past the plan's age leaves it in time: what is on record has to be true first.
        ("Néo", {"birth_date": "03/16/2000"}, {}),
        ("Néo", {"first_name": "Neo"}, {}),
        ("Néo", {"last_name": "Ortiz"}, {}),
        ("Néo", OWEN, {"first_name": ["This is the member, who is covered already."]}),
        ("Pat", {"birth_date": "01/02/2010"}, {"birth_date": ["A spouse must be at least 16 years old."]}),
        ("Pat", {"birth_date": "01/01/2010"}, {}),
        ("Pat", {"last_name": "Ortiz"}, {}),
    ],
)
def test_nobody_is_put_right_to_be_who_may_not_join(owen, client, name, facts, problem):
    """Both are covered since 01/01/2026, the first day that counts."""
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(User.objects.create_superuser("robin@demo.test", "planfront-demo"))
    typed = {"do": "preview", "key": str(owen.relatives.get(first_name=name).pk), **facts}
    page = client.post(f"/backoffice/coverage/policy/{owen.policies.get().pk}/to/correction/", typed)
    assert page.context["form"].errors == problem


def test_a_divorce_is_not_taken_back_beside_the_next_spouse(owen, sign_in):
    client = sign_in(CALLS[0])
    pat = str(owen.relatives.get(first_name="Pat").pk)
    _shown, divorced = send(
        client, {"kind": "drop_person", "event": "divorce", "happened_on": "03/01/2027", "person_id": pat}
    )
    send(client, {"kind": "add_person", "event": "marriage", "happened_on": "03/10/2027", "person": WIFE})
    answer = client.post("withdraw-change", {"order_id": divorced["order_id"]}).json()
    words = "The plan doesn't cover these people together with those who have joined since."
    assert (answer["errorCode"], answer["message"]) == ("withdrawRefused", words)
