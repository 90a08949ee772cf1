"""A rep's book of business through the calls: whose clients, what is to be done, what comes, one client's story.

By hand, a month: member 36.85, with children 69.95. From 2027 on member 38.00.
"""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.audit.services import SYSTEM
from planfront.catalog.models import PlanRule
from planfront.coverage.models import Change, LifeEvent, Policy, RepAssignment
from planfront.coverage.renewal import runs
from planfront.coverage.renewal.runs import Follows, NewRun
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Role
from planfront.kernel.jobs.tasks import run_pending
from planfront.kernel.memory.caches import clear_all
from planfront.kernel.security.ids import new_uuid
from planfront.members.models import Relative
from planfront.members.services import add_relative_once, create_member, mark_dead
from planfront.parties.groups.services import create_group, link_agent_to_group
from planfront.parties.reps.services import create_agent
from planfront.shopping.tests.factories import dental, rate_by_tier

FIRST_DAY = date(2026, 1, 1)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel("2026-11-02T15:00:00Z", tick=False) as traveller:
        yield traveller


def create_rep(brand, name):
    email = f"{name.lower()}@demo.test"
    user = User.objects.create_user(email, "planfront-demo", role="rep")
    return create_agent(code=name.upper(), first_name=name, last_name="Lee", email=email, brands=[brand], user=user)


@pytest.fixture
def jordan(brand):
    return create_rep(brand, "Jordan")


@pytest.fixture
def casey(brand):
    return create_rep(brand, "Casey")


@pytest.fixture
def plan(db):
    plan = dental()
    rate_by_tier(plan, {"IO": "38.00"}, since=date(2027, 1, 1))
    PlanRule.objects.create(plan=plan, role="CHILD", max_age=25)
    return plan


@pytest.fixture
def make_client_of(brand):
    """A member; born in June, so that no birthday is near unless another day is asked for."""

    def make(name, agent=None, born=date(1989, 6, 17), **more):
        email = f"{name.lower()}@demo.test"
        return create_member(
            brand=brand,
            agent=agent,
            first_name=name,
            last_name="Santos",
            birth_date=born,
            gender=1,
            email=email,
            city="Dallas",
            state="TX",
            zip="75201",
            **more,
        )

    return make


@pytest.fixture
def cover(brand, plan):
    def cover(member, *others, **more):
        more.setdefault("number", f"P-{member.first_name}")
        return issue(brand, *others, plan_id=plan.pk, name=plan.name, member_id=member.pk, **more)

    return cover


@pytest.fixture
def maria(make_client_of, jordan, cover):
    member = make_client_of("Maria", jordan)
    cover(member, agent_id=jordan.pk)
    return member


@pytest.fixture
def sign_in(make_client):
    def sign_in(name):
        client = make_client("shop.test")
        client.sign_in(f"{name}@demo.test")
        return client

    return sign_in


@pytest.fixture
def rep(sign_in, jordan):
    return sign_in("jordan")


def get(client, call, **query):
    answer = client.get(call, **query)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def names(client, **query):
    return [row["name"] for row in get(client, "get-clients", **query)["result"]]


def items(client):
    return get(client, "get-today")["items"]


def tasks(client):
    return [(item["kind"], item["title"], item["due"]) for item in items(client)]


def add_child(member, born, name="Iris"):
    child = add_relative_once(
        member.pk, new_uuid(), relationship="child", first_name=name, last_name="Santos", birth_date=born
    )
    return Covered(str(child.pk), Role.CHILD, born, FIRST_DAY)


def test_an_empty_book_says_so_in_figures(rep):
    book = get(rep, "get-book-of-business")
    assert book["day"] == "11/02/2026"
    assert book["figures"] == {
        "in_force": "0.00",
        "policies": 0,
        "clients": 0,
        "insured": 0,
        "ending": "0.00",
        "ending_clients": 0,
        "renewing": "0.00",
        "renewing_clients": 0,
        "until": "01/31/2027",
    }
    assert [(lane["kind"], lane["count"], lane["marks"]) for lane in book["lanes"]] == [
        ("ending", 0, []),
        ("renewal", 0, []),
        ("ageing", 0, []),
        ("birthday", 0, []),
    ]
    assert get(rep, "get-clients")["result"] == []


def test_the_figures_add_up_what_is_in_force_and_what_ends(rep, maria, make_client_of, jordan, cover):
    cover(make_client_of("Ana", jordan), agent_id=jordan.pk, ends_on=date(2026, 12, 31))
    cover(make_client_of("Tom", jordan), agent_id=jordan.pk, ends_on=date(2026, 3, 31))
    cover(make_client_of("Zoe", jordan), agent_id=jordan.pk, first=date(2026, 12, 1))
    make_client_of("Nora", jordan)
    figures = get(rep, "get-book-of-business")["figures"]
    assert (figures["in_force"], figures["policies"]) == ("73.70", 2)  # Maria and Ana, 36.85 each
    assert (figures["clients"], figures["insured"]) == (5, 2)
    assert (figures["ending"], figures["ending_clients"]) == ("36.85", 1)


def test_clients_are_the_reps_own_and_those_of_the_reps_groups(rep, maria, make_client_of, jordan, casey, cover, brand):
    cover(make_client_of("Omar", casey), agent_id=casey.pk)
    group = create_group(code="LAKE", name="Lakeside Bakery", brands=[brand])
    link_agent_to_group(agent_id=jordan.pk, group=group)
    cover(make_client_of("Gina", group=group), group_id=group.pk)
    assert names(rep) == ["Gina Santos", "Maria Santos"]
    assert get(rep, "get-book-of-business")["figures"]["in_force"] == "73.70"


def test_a_policy_that_was_assigned_to_another_rep_moves_to_that_reps_book(rep, sign_in, maria, jordan, casey):
    row = RepAssignment.objects.get(policy__number="P-Maria")
    row.end_date = date(2026, 10, 31)
    row.save()
    RepAssignment.objects.create(policy=row.policy, agent=casey, effective_date=date(2026, 11, 1))
    assert get(rep, "get-book-of-business")["figures"]["in_force"] == "0.00"
    story = get(rep, "get-client", member_id=maria.pk)
    assert (story["policies"], story["elsewhere"]) == ([], 1)
    assert [event["title"] for event in story["past"]] == ["A change to a plan that another rep manages"]
    assert get(rep, "get-coverage", member_id=maria.pk)["policies"] == []
    other = sign_in("casey")
    assert names(other) == ["Maria Santos"]
    assert [policy["number"] for policy in get(other, "get-client", member_id=maria.pk)["policies"]] == ["P-Maria"]
    assert [policy["number"] for policy in get(other, "get-coverage", member_id=maria.pk)["policies"]] == ["P-Maria"]


def test_a_policy_without_a_rep_is_that_of_the_member(rep, make_client_of, jordan, cover):
    cover(make_client_of("Luis", jordan))
    assert get(rep, "get-book-of-business")["figures"]["in_force"] == "36.85"


def test_a_client_of_another_rep_is_not_found(sign_in, casey, maria):
    other = sign_in("casey")
    assert other.get("get-client", member_id=maria.pk).status_code == 404
    assert names(other) == []


def test_only_reps_have_a_book(sign_in, maria):
    User.objects.create_user("maria@demo.test", "planfront-demo", role="member")
    member = sign_in("maria")
    for call in ("get-book-of-business", "get-clients"):
        assert member.get(call).status_code == 404
    assert member.get("get-client", member_id=maria.pk).status_code == 404


def test_what_ends_comes_before_who_ages_out_and_birthdays(rep, make_client_of, jordan, cover):
    leo = make_client_of("Leo", jordan)
    cover(leo, add_child(leo, date(2000, 12, 9)), agent_id=jordan.pk, tier="IC", premium="69.95")
    cover(make_client_of("Ana", jordan), agent_id=jordan.pk, ends_on=date(2026, 11, 30))
    cover(make_client_of("Otto", jordan, date(1980, 11, 8)), agent_id=jordan.pk)
    assert tasks(rep) == [
        ("ending", "Ana Santos", "11/30/2026"),
        ("ageing", "Leo Santos", "12/31/2026"),
        ("birthday", "1 birthday this week", ""),
    ]
    ending, ageing, birthday = items(rep)
    assert (ending["need"], ending["worth"]) == (
        "Halden Dental PPO 1500 ends and no other plan replaces it.",
        "36.85",
    )
    assert (ageing["label"], ageing["need"]) == (
        "Child turns 26",
        "Iris leaves Halden Dental PPO 1500 on 12/31 and needs a plan of their own.",
    )
    assert [(person["name"], person["text"]) for person in birthday["people"]] == [("Otto Santos", "on 11/08")]


def test_what_ends_with_a_client_who_died_is_no_task(rep, make_client_of, jordan, cover):
    ana = make_client_of("Ana", jordan)
    cover(ana, agent_id=jordan.pk, ends_on=date(2026, 11, 30))
    assert tasks(rep) == [("ending", "Ana Santos", "11/30/2026")]
    mark_dead(ana, None, date(2026, 10, 31), "Certificate", SYSTEM)
    assert tasks(rep) == []


def test_what_is_further_ahead_is_in_the_lanes_only(rep, make_client_of, jordan, cover):
    cover(make_client_of("Ana", jordan), agent_id=jordan.pk, ends_on=date(2026, 12, 31))
    cover(make_client_of("Bea", jordan), agent_id=jordan.pk, ends_on=date(2027, 1, 5))
    cover(make_client_of("Cleo", jordan), agent_id=jordan.pk, ends_on=date(2027, 1, 31))
    cover(make_client_of("Dora", jordan), agent_id=jordan.pk, ends_on=date(2027, 2, 1))
    assert tasks(rep) == []
    lane = get(rep, "get-book-of-business")["lanes"][0]
    assert (lane["kind"], lane["count"]) == ("ending", 3)
    together, alone = lane["marks"]
    assert (together["day"], together["last_day"], together["count"], together["task"]) == (
        "12/31/2026",
        "01/05/2027",
        2,
        None,
    )
    assert (alone["count"], alone["position"], alone["task"]["client"]) == (1, 100.0, "Cleo Santos")


def test_birthdays_go_on_into_the_new_year(rep, make_client_of, jordan):
    make_client_of("Otto", jordan, date(1980, 12, 30))
    make_client_of("Nora", jordan, date(1990, 1, 20))
    make_client_of("Vera", jordan, date(1990, 2, 1))
    lane = get(rep, "get-book-of-business")["lanes"][3]
    assert [(mark["day"], mark["task"]["client"], mark["task"]["age"]) for mark in lane["marks"]] == [
        ("12/30/2026", "Otto Santos", 46),
        ("01/20/2027", "Nora Santos", 37),
    ]
    assert names(rep, show="birthday") == ["Nora Santos", "Otto Santos"]


def test_a_child_who_stays_does_not_age_out(rep, make_client_of, jordan, cover):
    leo = make_client_of("Leo", jordan)
    policy = cover(leo, add_child(leo, date(2000, 12, 9)), agent_id=jordan.pk, tier="IC", premium="69.95")
    assert names(rep, show="ageing") == ["Leo Santos"]
    policy.people.filter(role="child").update(stays=True)
    assert names(rep, show="ageing") == []
    assert tasks(rep) == []


def offer(plan, *rows):
    new = NewRun(date(2027, 1, 1), date(2026, 12, 15), date(2026, 12, 28), (plan.pk,), rows=rows)
    run = runs.create_run(new, by=None)
    runs.start_preview(run_id=run.pk)
    run_pending()
    runs.agree_run(run_id=run.pk, by=None)


def test_a_renewal_is_a_task_until_it_is_answered(rep, sign_in, maria, plan):
    offer(plan)
    (item,) = items(rep)
    assert (item["kind"], item["due"], item["need"]) == (
        "renewal",
        "12/15/2026",
        "Halden Dental PPO 1500 renews on 01/01.",
    )
    assert item["facts"] == ["$36.85 becomes $38.00 a month"]
    figures = get(rep, "get-book-of-business")["figures"]
    assert (figures["renewing"], figures["renewing_clients"]) == ("36.85", 1)
    answer = rep.post("choose-renewal", {"member_id": maria.pk, "number": "P-Maria", "choice": "keep"})
    assert answer.status_code == 200
    clear_all()  # a rep's day is held for a minute
    assert tasks(rep) == []
    assert names(rep, show="renewal") == ["Maria Santos"]


RENEWS = ("01/01/2027", "Halden Dental PPO 1500 renews")
ENDS = ("12/31/2026", "Halden Dental PPO 1500 ends")
ENDS_FOR_NEXT = ("12/31/2026", "Halden Dental PPO 1500 ends, and Brightwater Dental takes its place")
CHOSEN = "Brightwater Dental starts on 01/01/2027. The client chose it on 11/02/2026."


@pytest.mark.parametrize(
    ("continued", "choice", "event", "detail", "amount"),
    [
        (
            True,
            "keep",
            ("01/01/2027", "Halden Dental PPO 1500 renews"),
            "The client chose to keep it on 11/02/2026.",
            "+1.15",
        ),
        (True, "change", ENDS_FOR_NEXT, CHOSEN, ""),
        (
            True,
            "decline",
            ("12/31/2026", "Halden Dental PPO 1500 ends"),
            "The client declined the renewal on 11/02/2026.",
            "",
        ),
        (False, "keep", ENDS_FOR_NEXT, CHOSEN, ""),
    ],
)
def test_a_client_page_says_what_was_answered(rep, maria, plan, continued, choice, event, detail, amount):
    other = dental("Brightwater Dental")
    rate_by_tier(other, {"IO": "20.00"}, since=date(2027, 1, 1))
    offer(plan, Follows(plan.pk, plan.pk, others=(other.pk,)) if continued else Follows(plan.pk, other.pk))
    body = {"member_id": maria.pk, "number": "P-Maria", "choice": choice}
    if choice == "change":
        body["plan_id"] = other.pk
    assert rep.post("choose-renewal", body).status_code == 200
    (ahead,) = get(rep, "get-client", member_id=maria.pk)["ahead"]
    assert (ahead["day"], ahead["title"], ahead["detail"], ahead["amount"]) == (*event, detail, amount)


@pytest.mark.parametrize(
    ("follows", "title", "reason"),
    [
        ("itself", "Ask about the renewal.", "Halden Dental PPO 1500 can be answered until 12/15/2026."),
        (
            "another",
            "Ask about the plan that ends.",
            "and Brightwater takes its place.",
        ),
        (
            "none",
            "Ask about the plan that ends.",
            "and no plan takes its place.",
        ),
    ],
)
def test_a_plan_that_ends_is_not_called_a_renewal(rep, maria, plan, follows, title, reason):
    other = dental("Brightwater")
    rate_by_tier(other, since=date(2027, 1, 1))
    next_plan = {"itself": plan.pk, "another": other.pk, "none": None}[follows]
    offer(plan, Follows(plan.pk, next_plan))
    points = get(rep, "get-client", member_id=maria.pk)["sayings"]
    if follows != "itself":
        until = "Another plan can be chosen until 12/15/2026."
        reason = f"Halden Dental PPO 1500 ends on 12/31/2026, {reason} {until}"
    assert [(point["title"], point["reason"]) for point in points] == [(title, reason)]


def test_a_reported_birth_is_a_task_with_both_prices(rep, sign_in, maria):
    User.objects.create_user("maria@demo.test", "planfront-demo", role="member")
    maria.user = User.objects.get(email="maria@demo.test")
    maria.save()
    member = sign_in("maria")
    order = {
        "kind": "add_person",
        "event": "birth",
        "happened_on": "10/20/2026",
        "person": {
            "first_name": "Mateo",
            "last_name": "Santos",
            "birth_date": "10/20/2026",
            "gender": 0,
            "role": "child",
        },
    }
    shown = member.post("preview-change", order).json()["data"]
    assert member.post("submit-change", {**order, "digest": shown["digest"]}).json()["status"] == "success"
    (item,) = items(rep)
    assert (item["kind"], item["need"]) == ("reported", "Birth: Halden Dental PPO 1500")
    assert item["facts"] == ["$36.85 becomes $69.95 a month"]

    story = get(rep, "get-client", member_id=maria.pk)
    newest = story["past"][0]
    assert (newest["title"], newest["amount"]) == ("Birth: Mateo joined", "+33.10")
    assert "Halden Dental PPO 1500 from $36.85 to $69.95 on 10/20/2026" in newest["detail"]
    assert [(person["first_name"], person["categories"]) for person in story["household"]] == [
        ("Maria", ["dental"]),
        ("Mateo", ["dental"]),
    ]
    assert [saying["title"] for saying in story["sayings"]] == [
        "Congratulate them on the baby.",
        "Don't sell another plan like Halden Dental PPO 1500.",
    ]
    assert story["sayings"][0]["reason"] == "Mateo is 13 days old."
    assert story["died_on"] == ""
    mateo = Relative.objects.get(member=maria, first_name="Mateo")
    mark_dead(maria, mateo.pk, date(2026, 10, 30), "Certificate", SYSTEM)
    story = get(rep, "get-client", member_id=maria.pk)
    titles = [saying["title"] for saying in story["sayings"]]
    assert titles == ["Don't sell another plan like Halden Dental PPO 1500."], "nobody congratulates"
    mark_dead(maria, None, date(2026, 10, 31), "Certificate", SYSTEM)
    story = get(rep, "get-client", member_id=maria.pk)
    assert (story["died_on"], story["sayings"]) == ("10/31/2026", [])


def test_a_client_page_says_what_is_in_force_and_what_comes(rep, make_client_of, jordan, cover):
    leo = make_client_of("Leo", jordan, phone="2145550183")
    cover(leo, add_child(leo, date(2000, 12, 9)), agent_id=jordan.pk, tier="IC", premium="69.95")
    cover(leo, number="P-2", category="vision", agent_id=jordan.pk, first=date(2026, 5, 1), ends_on=date(2026, 12, 31))
    story = get(rep, "get-client", member_id=leo.pk)
    assert (story["name"], story["age"], story["since"]) == ("Leo Santos", 37, "01/01/2026")
    assert (story["place"], story["phone"]) == ("Dallas, TX 75201", "(214) 555-0183")
    assert [(row["number"], row["terms"], row["monthly"]) for row in story["policies"]] == [
        ("P-Leo", "Member + Child(ren). In force", "69.95"),
        ("P-2", "Member. Ends on 12/31/2026", "36.85"),
    ]
    assert story["monthly"] == "106.80"
    assert [(event["day"], event["title"]) for event in story["ahead"]] == [
        ("12/31/2026", "Iris leaves Halden Dental PPO 1500 at 26"),
        ("12/31/2026", "Halden Dental PPO 1500 ends"),
    ]
    assert story["sayings"][0]["title"] == "Offer Iris a plan of their own."


def test_a_policy_that_starts_later_is_told_from_those_in_force(rep, make_client_of, jordan, cover):
    leo = make_client_of("Leo", jordan)
    cover(leo, agent_id=jordan.pk)
    cover(leo, number="P-2", category="vision", agent_id=jordan.pk, first=date(2027, 1, 1))
    story = get(rep, "get-client", member_id=leo.pk)
    assert [(row["terms"], row["starts_later"]) for row in story["policies"]] == [
        ("Member. In force", False),
        ("Member. Starts on 01/01/2027", True),
    ]
    (begins,) = story["ahead"]
    assert (begins["detail"], begins["amount"]) == ("From here on, $36.85 a month.", "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("maria", ["Maria Santos"]),
        ("P-MARIA", ["Maria Santos"]),
        ("2145550183", ["Leo Santos"]),
        ("(214) 555-0183", []),
        ("06/17/1989", ["Leo Santos", "Maria Santos"]),
        ("santos leo", ["Leo Santos"]),
        ("nobody", []),
    ],
)
def test_clients_are_searched_by_name_policy_phone_and_birth_date(rep, maria, make_client_of, jordan, text, expected):
    make_client_of("Leo", jordan, phone="2145550183")
    assert names(rep, search=text) == expected


def test_former_clients_have_nothing_in_force_or_ahead(rep, maria, make_client_of, jordan, cover):
    cover(make_client_of("Tom", jordan), agent_id=jordan.pk, ends_on=date(2026, 3, 31))
    (row,) = get(rep, "get-clients", show="former")["result"]
    assert (row["name"], row["ended_on"], row["monthly"]) == ("Tom Santos", "03/31/2026", "0.00")


def test_a_row_says_what_is_in_force_and_what_comes_next(rep, maria, make_client_of, jordan, cover):
    leo = make_client_of("Leo", jordan)
    cover(leo, add_child(leo, date(2000, 12, 9)), agent_id=jordan.pk, tier="IC", premium="69.95")
    first, second = get(rep, "get-clients")["result"]
    assert (first["categories"], first["people"], first["monthly"]) == (["dental"], 2, "69.95")
    assert (first["next"]["kind"], first["next"]["day"]) == ("ageing", "12/31/2026")
    assert (second["place"], second["next"]) == ("Dallas, TX", None)


def count_queries(client, call, **query):
    client.get(call, **query)
    with CaptureQueriesContext(connection) as queries:
        get(client, call, **query)
    return len(queries)


def test_the_book_is_read_in_a_constant_number_of_queries(rep, maria, make_client_of, jordan, cover, plan):
    before = [
        count_queries(rep, "get-book-of-business"),
        count_queries(rep, "get-clients"),
        count_queries(rep, "get-client", member_id=maria.pk),
    ]
    for number in range(12):
        member = make_client_of(f"Kim{number}", jordan, date(1980, 11, 3) + timedelta(days=number))
        cover(member, add_child(member, date(2000, 12, 9)), agent_id=jordan.pk, tier="IC", premium="69.95")
        cover(member, number=f"E-{number}", agent_id=jordan.pk, ends_on=date(2026, 11, 20))
    for number in range(5):
        cover(maria, number=f"M-{number}", agent_id=jordan.pk)
    after = [
        count_queries(rep, "get-book-of-business"),
        count_queries(rep, "get-clients"),
        count_queries(rep, "get-client", member_id=maria.pk),
    ]
    assert after == before


def test_the_figures_of_a_mixed_book_are_those_that_are_added_up_policy_by_policy(
    rep, make_client_of, jordan, casey, cover, brand
):
    group = create_group(code="MIXED", name="Mixed", brands=[brand])
    link_agent_to_group(agent_id=jordan.pk, group=group)
    today = date(2026, 11, 2)
    own, insured, ending, running = set(), set(), [], []
    for number in range(60):
        of_group, others = number % 7 == 0, number % 5 == 0
        member = make_client_of(f"Kim{number}", casey if others else jordan, group=group if of_group else None)
        if of_group or not others:
            own.add(member.pk)
        for plan, first in enumerate((FIRST_DAY, date(2026, 12, 1) if number % 4 == 0 else FIRST_DAY)):
            last = today + timedelta(days=number * 3 - 30) if (number + plan) % 3 == 0 else None
            parties = {"group_id": group.pk} if of_group else {"agent_id": (casey if others else jordan).pk}
            premium = f"{number}.{plan}5"
            policy = cover(member, number=f"M-{number}-{plan}", first=first, ends_on=last, premium=premium, **parties)
            if member.pk not in own:
                continue
            policy.refresh_from_db()
            if policy.state == "active":
                running.append(policy.monthly)
                insured.add(member.pk)
            if (
                policy.end_date
                and today <= policy.end_date <= today + timedelta(days=90)
                and policy.state != "cancelled"
            ):
                ending.append((policy.monthly, member.pk))
    figures = get(rep, "get-book-of-business")["figures"]
    assert (figures["clients"], figures["insured"], figures["policies"]) == (len(own), len(insured), len(running))
    assert figures["in_force"] == f"{sum(running):.2f}"
    assert figures["ending"] == f"{sum(monthly for monthly, _ in ending):.2f}"
    assert figures["ending_clients"] == len({member for _, member in ending})
    lane = get(rep, "get-book-of-business")["lanes"][0]
    assert lane["count"] == sum(mark["count"] for mark in lane["marks"]) == len(ending)


def test_life_events_of_changes_take_no_queries_of_their_own(rep, maria):
    before = count_queries(rep, "get-client", member_id=maria.pk)
    policy, events = Policy.objects.get(), LifeEvent.objects.order_by("pk")[:3]
    for day, event in enumerate(events, 2):
        moment = datetime(2026, 1, day, tzinfo=UTC)
        facts = {"kind": "correction", "effective": FIRST_DAY, "reported_on": moment.date(), "by": "staff"}
        Change.objects.create(policy=policy, recorded=moment, event=event, **facts)
    past = get(rep, "get-client", member_id=maria.pk)["past"]
    assert [row["title"] for row in past[:3]] == [f"{event.name}: Corrected" for event in reversed(events)]
    assert count_queries(rep, "get-client", member_id=maria.pk) == before
