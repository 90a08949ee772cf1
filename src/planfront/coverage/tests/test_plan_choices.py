"""What can be chosen with a life event, at which price, and what isn't sold to somebody. Today is 03/17/2027.

By hand, a month: Halden 36.85 (member), 71.75 (with spouse), 69.95 (with children); Brightwater 20.00, 40.00 and 38.00.
Life of $100,000: 27.00, with accidental death 32.00.
"""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.catalog.models import (
    Plan,
    PlanBlackout,
    PlanOffer,
    PlanOption,
    PlanRider,
    PlanRule,
    PlanServiceArea,
    PlanTier,
)
from planfront.catalog.tests.factories import make_plan, make_questions
from planfront.coverage.models import Change, Policy, Version
from planfront.coverage.tests.policies import COLUMBUS, issue
from planfront.coverage.tests.test_change_table import CHILD, cover, parties, today  # noqa: F401
from planfront.coverage.tests.test_choice_table import insure, make_brightwater, make_life
from planfront.coverage.timeline import Covered, Role
from planfront.members.services import add_relative_once
from planfront.parties.groups.models import GroupClass
from planfront.parties.reps.models import License
from planfront.rating.engine import cell
from planfront.sales.models import UnderwritingCase
from planfront.shopping.tests.factories import approve, copied, rate_by_tier, rate_flat

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
DANIEL = {"first_name": "Daniel", "last_name": "Santos", "birth_date": "09/02/1987", "gender": 0, "role": "spouse"}
MARRIED = {"kind": "add_person", "event": "marriage", "happened_on": "03/10/2027", "person": DANIEL}
MOVES = {"kind": "plan", "event": "marriage", "happened_on": "03/10/2027"}
RIDERS = {"kind": "riders", "event": "marriage", "happened_on": "03/10/2027"}


@pytest.fixture
def policy(parties):  # noqa: F811
    return cover(parties, "spouse joins")


@pytest.fixture
def other(policy):
    return make_brightwater()


@pytest.fixture
def member(sign_in, policy):
    return sign_in("member@demo.test")


def choices(client, order=MARRIED, **more):
    answer = client.post("preview-choices", {**order, **more})
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]["rows"]


def plans(client, order=MARRIED, **more):
    (row,) = choices(client, order, **more)
    return {plan["plan"]: (plan["monthly"], plan["difference"], plan["problem"]) for plan in row["plans"]}


def preview(client, order):
    return client.post("preview-change", order).json()["data"]


def problem(client, plan, order=MOVES):
    """Why a plan isn't sold: the choices and the preview say the same."""
    (row,) = preview(client, {**order, "plans": {"P-1": plan.pk}, "policies": ["P-1"]})["rows"]
    assert (row["possible"], row["after"]) == (False, "")
    listed = [choice for shown in choices(client, order) for choice in shown["plans"] if choice["plan_id"] == plan.pk]
    assert [choice["problem"] for choice in listed] in ([], [row["problem"]])
    return row["problem"], bool(listed)


def send(client, order):
    shown = preview(client, order)
    assert shown["possible"], shown
    answer = client.post("submit-change", {**order, "digest": shown["digest"]}).json()
    assert answer["status"] == "success", answer
    return answer["data"]


def test_plans_of_the_category_stand_beside_the_one_that_is_kept_with_their_prices(member, other):
    make_life()
    (row,) = choices(member)
    assert (row["policy_number"], row["monthly"], row["problem"], row["riders"]) == ("P-1", "71.75", "", [])
    (plan,) = row["plans"]
    assert (plan["plan"], plan["monthly"], plan["difference"]) == ("Brightwater Dental", "40.00", "-31.75")
    same = {"label": "Deductible", "before": "$50 / $150", "after": "$50 / $150", "effect": "same"}
    assert plan["facts"] == [same]
    assert plans(member, MOVES) == {"Brightwater Dental": ("20.00", "-16.85", "")}


def test_an_event_that_opens_no_plan_offers_none(member, other):
    leaves = {"kind": "drop_person", "event": "divorce", "happened_on": "03/10/2027", "person_id": CHILD}
    assert choices(member, leaves) == []
    assert member.post("preview-choices", {"kind": "end", "last_day": "04/30/2027"}).json()["data"]["rows"] == []


def test_a_spouse_and_another_plan_are_one_change_that_is_undone_as_one(member, policy, other):
    order = {**MARRIED, "plans": {"P-1": other.pk}}
    (row,) = preview(member, order)["rows"]
    assert (row["before"], row["after"], row["difference"]) == ("36.85", "40.00", "+3.15")
    assert (row["new_plan"], row["tier_after"]) == ("Brightwater Dental", "You and your spouse")
    done = send(member, order)
    (change,) = Change.objects.exclude(kind="issue")
    assert (str(change.before), str(change.after), str(change.order)) == ("36.85", "40.00", done["order_id"])
    assert done["coverage"]["changes"][0]["title"] == "Daniel joined, another plan"
    taken = member.post("withdraw-change", {"order_id": done["order_id"]}).json()["data"]
    assert taken["policies"][0]["monthly"] == "36.85"
    last = Version.objects.order_by("effective", "recorded").last()
    assert (last.plan_id, str(last.premium), len(last.covered)) == (policy.plan_id, "36.85", 1)


def test_a_plan_that_takes_the_spouse_helps_where_the_own_one_does_not(member, policy, other):
    PlanTier.objects.create(plan_id=policy.plan_id, tier="IO")
    (row,) = choices(member)
    assert (row["monthly"], row["problem"]) == ("", "This plan isn't sold for these people.")
    # Compared with what it costs before, as it can't stay.
    assert plans(member)["Brightwater Dental"] == ("40.00", "+3.15", "")
    assert not preview(member, MARRIED)["possible"]
    send(member, {**MARRIED, "plans": {"P-1": other.pk}})
    assert str(Version.objects.order_by("recorded").last().premium) == "40.00"


def test_a_move_out_of_the_area_goes_with_a_plan_of_the_new_place(member, policy, other):
    PlanServiceArea.objects.create(plan_id=policy.plan_id, state="TX")
    PlanServiceArea.objects.create(plan=other, state="OH")
    moved = {"kind": "place", "event": "move", "happened_on": "03/10/2027", **COLUMBUS}
    (row,) = preview(member, moved)["rows"]
    assert row["problem"] == "This plan doesn't serve that place."
    send(member, {**moved, "plans": {"P-1": other.pk}})
    last = Version.objects.order_by("recorded").last()
    assert (last.state, last.plan_id, str(last.premium)) == ("OH", other.pk, "20.00")


def test_what_is_kept_leaves_the_plan_and_its_rates_alone(member, policy, other):
    rate_by_tier(Plan.objects.get(pk=policy.plan_id), {"IO": "90.00", "IS": "99.00"}, since=date(2027, 2, 1))
    (row,) = preview(member, {**MARRIED, "plans": {"P-1": policy.plan_id}})["rows"]
    assert (row["after"], row["new_plan"]) == ("71.75", "")
    (row,) = preview(member, {**MOVES, "plans": {"P-1": policy.plan_id}})["rows"]
    assert row["problem"] == "Nothing would change."
    (row,) = preview(member, MOVES)["rows"]
    assert (row["problem"], row["days"][0]["day"]) == ("Nothing was chosen for this plan.", "04/01/2027")


def test_a_plan_that_is_not_offered_to_somebody_is_no_choice(member, policy, other):
    PlanOffer.objects.filter(plan=other).delete()
    assert problem(member, other) == ("This plan isn't sold through your group or store.", False)
    offer = PlanOffer.objects.create(plan=other, eff_from=date(2020, 1, 1), states=["OH"])
    assert problem(member, other) == ("This plan isn't sold in that state.", False)
    offer.states = ["TX"]
    offer.save()
    assert plans(member) == {"Brightwater Dental": ("40.00", "-31.75", "")}
    Plan.objects.filter(pk=other.pk).update(active=False)
    offer.save()
    assert problem(member, other) == ("This plan is no longer sold.", False)


def test_an_offer_of_a_group_or_portal_is_that_of_the_policy(member, policy, other):
    offer = PlanOffer.objects.get(plan=other)
    offer.group = policy.group
    offer.save()
    assert plans(member) == {"Brightwater Dental": ("40.00", "-31.75", "")}
    Policy.objects.update(group=None)
    assert choices(member) == []


def test_a_plan_of_another_category_is_refused(member, policy):
    assert problem(member, make_life()) == ("This plan is no longer sold.", False)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ({"min_age": 50}, "This plan is available from age 50."),
        (
            {"min_income": 10_000},
            "This plan requires a higher income than we have on record. Call us, and we'll review it.",
        ),
        (
            {"min_hours": 30},
            "This plan requires more working hours than we have on record. Call us, and we'll review it.",
        ),
        (
            {"needs_tobacco": True},
            "Its price depends on tobacco use, which isn't on record. Call us, and we'll add it.",
        ),
        (
            {"needs_questions": True},
            "The insurer asks health questions first. Call us, and we'll go through them.",
        ),
    ],
)
def test_a_plan_that_wants_something_else_says_so(member, other, rule, words):
    PlanRule.objects.create(plan=other, **rule)
    assert problem(member, other) == (words, True)


def test_a_plan_with_questions_of_the_insurer_is_left_to_an_application(member, other):
    make_questions(other, kind="yes_no")
    words = "The insurer asks health questions first. Call us, and we'll go through them."
    assert problem(member, other) == (words, True)


def test_a_plan_without_a_rate_or_in_a_closed_window_is_refused(member, other):
    assert plans(member)["Brightwater Dental"][2] == ""
    window = PlanBlackout.objects.create(
        plan=other, kind="sale", starts=date(2027, 3, 1), ends=date(2027, 3, 31), message="Closed"
    )
    assert problem(member, other) == ("This plan isn't sold at this time.", True)
    window.delete()
    third = make_plan("Coral Dental")
    rate_by_tier(third, {"IO": "15.00"})
    words = "This plan has no price for these people at that place. Call us, and we'll review it."
    assert problem(member, third, MARRIED) == (words, True)
    assert plans(member, MOVES)["Coral Dental"] == ("15.00", "-21.85", "")


def test_a_child_beyond_the_limit_of_the_other_plan_stands_in_its_way(parties, sign_in):  # noqa: F811
    policy = cover(parties, "family moves")
    other = make_brightwater()
    rule = PlanRule.objects.create(plan=other, role="CHILD", max_age=8)
    moved = {"kind": "place", "event": "move", "happened_on": "03/10/2027", **COLUMBUS}
    member = sign_in("member@demo.test")
    assert policy.number == "P-1"
    message = (
        "Plans cover children until they turn 9. Please call us about an older child who depends on you because of a "
        "disability."
    )
    assert problem(member, other, moved) == (message, True)
    rule.max_age = 9
    rule.save()
    assert plans(member, moved)["Brightwater Dental"] == ("57.00", "-47.85", "")


def test_nobody_has_a_plan_twice(member, policy, other, parties):  # noqa: F811
    _agent, group, maria = parties
    issue(maria.brand, number="P-2", plan_id=other.pk, member_id=maria.pk, group_id=group.pk, premium="20.00")
    assert problem(member, other) == ("You already have this plan.", False)
    third = make_plan("Coral Dental")
    rate_flat(third, "15.00")
    both = {**MOVES, "plans": {"P-1": third.pk, "P-2": third.pk}}
    assert [row["problem"] for row in preview(member, both)["rows"]] == ["You already have this plan."] * 2
    # It counts from the day on which the other one takes it, also while its row still says the old plan.
    send(member, {**MOVES, "plans": {"P-2": third.pk}})
    assert problem(member, third)[0] == "You already have this plan."
    assert plans(member, MOVES, policies=["P-1"]) == {"Brightwater Dental": ("20.00", "-16.85", "")}


def test_what_the_insurer_still_decides_on_is_not_moved(member, policy, other):
    UnderwritingCase.objects.create(
        policy=policy, kind="amount", guaranteed="1", requested="2", created_at="2027-03-01T00:00:00Z"
    )
    words = "The insurer has yet to decide on this plan."
    assert problem(member, other) == (words, False)
    assert preview(member, MARRIED)["possible"]
    UnderwritingCase.objects.update(status="approved")
    assert plans(member)["Brightwater Dental"] == ("40.00", "-31.75", "")


def test_an_amount_above_the_guaranteed_one_is_not_had_without_the_insurer(parties, sign_in):  # noqa: F811
    insure(parties)
    member, other = sign_in("member@demo.test"), make_plan("Family Term", category="term_life")
    approve(other, [cell("0.20")], method="UNIT", unit_base="FACE", unit_size="1000", default_amount="100000")
    for code, amount in (("50", 50_000), ("100", 100_000)):
        PlanOption.objects.create(plan=other, code=code, label=code, amount=amount, is_default=code == "100")
    (row,) = preview(member, {**MOVES, "plans": {"P-1": other.pk}})["rows"]
    assert (row["after"], row["amount_before"], row["amount_after"]) == ("20.00", "100000.00", "100000.00")
    PlanRule.objects.create(plan=other, gi_limit=50_000)
    (row,) = preview(member, {**MOVES, "plans": {"P-1": other.pk}})["rows"]
    assert (row["after"], row["amount_before"], row["amount_after"]) == ("10.00", "100000.00", "50000.00")
    send(member, {**MOVES, "plans": {"P-1": other.pk}})
    (row,) = preview(member, {**MARRIED, "kind": "amount", "person": None, "amount": "$100,000.00"})["rows"]
    assert row["problem"] == "The insurer must approve that amount. Call us, and we'll request it with you."


def test_a_rep_sells_where_the_rep_is_licensed(sign_in, policy, other, parties):  # noqa: F811
    agent, _group, maria = parties
    rep, order = sign_in("rep@demo.test"), {**MOVES, "member_id": maria.pk}
    assert plans(rep, order)["Brightwater Dental"] == ("20.00", "-16.85", "")
    licence = License.objects.create(agent=agent, state="OH", line="health", number="1")
    assert problem(rep, other, order) == ("No license for that state is on record.", False)
    assert plans(sign_in("member@demo.test"), MOVES)["Brightwater Dental"] == ("20.00", "-16.85", "")
    licence.state = "TX"
    licence.save()
    assert plans(rep, order)["Brightwater Dental"] == ("20.00", "-16.85", "")


def test_a_class_of_the_group_has_its_own_plans(member, policy, other):
    GroupClass.objects.create(group=policy.group, name="Drivers", is_default=True, categories=["vision"])
    assert problem(member, other) == ("Acme does not offer this plan to its class Drivers.", False)
    GroupClass.objects.update(categories=["dental"])
    assert plans(member)["Brightwater Dental"] == ("40.00", "-31.75", "")


def test_riders_come_and_go_at_their_price(parties, sign_in):  # noqa: F811
    policy = insure(parties)
    member = sign_in("member@demo.test")
    (row,) = choices(member, RIDERS)
    assert row["monthly"] == "27.00"
    assert member.get("get-coverage").json()["data"]["policies"][0]["has_riders"] is True
    (rider,) = row["riders"]
    assert (rider["code"], rider["name"], rider["held"], rider["chosen"]) == ("AD", "Accidental death", False, False)
    assert (rider["difference"], rider["problem"]) == ("+5.00", "")
    order = {**RIDERS, "riders": {"P-1": ["AD"]}}
    (rider,) = choices(member, order)[0]["riders"]
    assert (rider["held"], rider["chosen"], rider["difference"], rider["problem"]) == (False, True, "-5.00", "")
    (row,) = preview(member, order)["rows"]
    assert (row["before"], row["after"], row["riders_added"]) == ("27.00", "32.00", ["Accidental death"])
    done = send(member, order)
    assert done["coverage"]["changes"][0]["title"] == "Other riders"
    policy.refresh_from_db()
    (row,) = preview(member, {**RIDERS, "riders": {"P-1": []}})["rows"]
    assert (row["after"], row["riders_dropped"]) == ("27.00", ["Accidental death"])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"min_age": 50}, "This rider isn't sold at this age."),
        ({"component": "XX"}, "There's no price for this change. Call us, and we'll review it."),
    ],
)
def test_a_rider_that_is_not_sold_says_why(parties, sign_in, changes, words):  # noqa: F811
    insure(parties)
    rider = PlanRider.objects.get()
    for name, value in changes.items():
        setattr(rider, name, value)
    rider.save()
    member = sign_in("member@demo.test")
    (listed,) = choices(member, RIDERS)[0]["riders"]
    assert (listed["problem"], listed["difference"]) == (words, "")
    (row,) = preview(member, {**RIDERS, "riders": {"P-1": ["AD"]}})["rows"]
    assert row["problem"] == words
    (row,) = preview(member, {**RIDERS, "riders": {"P-1": ["NONE"]}})["rows"]
    assert row["problem"] == "This plan has no such rider."


def test_riders_that_another_plan_has_too_go_along(parties, sign_in):  # noqa: F811
    insure(parties, "AD")
    member, other = sign_in("member@demo.test"), make_life("SteadyTerm 200")
    order = {**MOVES, "plans": {"P-1": other.pk}}
    (rider,) = choices(member, order)[0]["riders"]
    assert (rider["held"], rider["chosen"], rider["difference"]) == (True, True, "-5.00")
    (row,) = preview(member, order)["rows"]
    assert (row["after"], row["riders_added"], row["riders_dropped"]) == ("32.00", [], [])
    (row,) = preview(member, {**order, "riders": {"P-1": []}})["rows"]
    assert (row["after"], row["riders_dropped"]) == ("27.00", ["Accidental death"])
    PlanRider.objects.filter(plan=other).delete()
    (row,) = preview(member, order)["rows"]
    assert (row["after"], row["riders_dropped"]) == ("27.00", ["Accidental death"])


def test_refusals_are_said_in_spanish(member, other):
    PlanRule.objects.create(plan=other, needs_questions=True)
    member.headers["Accept-Language"] = "es"
    answer = member.post("preview-choices", MOVES).json()
    assert answer["data"]["rows"][0]["plans"][0]["problem"] == (
        "La aseguradora hace primero preguntas sobre la salud. Llámenos y las respondemos juntos."
    )


def test_a_policy_that_is_somebody_elses_is_not_found(member, other, parties):  # noqa: F811
    assert member.post("preview-change", {**MOVES, "plans": {"P-9": other.pk}}).status_code == 404
    assert member.post("preview-choices", {**MOVES, "riders": {"P-9": []}}).status_code == 404
    answer = member.post("preview-change", {**MOVES, "plans": {"P-1": 0}})
    assert answer.json()["status"] == "error"


def test_a_plan_does_not_go_with_an_end(member, other):
    answer = member.post(
        "preview-change", {"kind": "end", "last_day": "04/30/2027", "policies": ["P-1"], "plans": {"P-1": other.pk}}
    ).json()
    assert answer["errorCode"] == "changeRefused"


def test_what_moved_since_the_preview_is_not_written(member, other):
    order = {**MARRIED, "plans": {"P-1": other.pk}}
    digest = preview(member, order)["digest"]
    rate_by_tier(other, {"IO": "21.00", "IS": "41.00"}, since=date(2027, 3, 1))
    answer = member.post("submit-change", {**order, "digest": digest}).json()
    assert answer["errorCode"] == "changeDiffers"
    assert answer["data"]["preview"]["rows"][0]["after"] == "41.00"
    assert not Change.objects.exclude(kind="issue").exists()


def test_choices_take_the_same_queries_however_many_plans_there_are(member, other):
    choices(member)
    with CaptureQueriesContext(connection) as few:
        assert len(plans(member)) == 1
    copied([other], 3)
    choices(member)
    with CaptureQueriesContext(connection) as many:
        (row,) = choices(member)
    assert len(row["plans"]) == 4
    assert len(many) == len(few)


def test_a_plan_of_somebody_whose_people_are_not_on_record_is_not_guessed(parties, sign_in):  # noqa: F811
    policy = cover(parties, "spouse joins")
    number = "P-2"
    agent, group, maria = parties
    issue(
        maria.brand,
        number=number,
        plan_id=policy.plan_id,
        member_id=maria.pk,
        group_id=group.pk,
        agent_id=agent.pk,
        tier="IF",
        premium="104.85",
    )
    other = make_brightwater()
    (row,) = preview(sign_in("member@demo.test"), {**MOVES, "policies": [number], "plans": {number: other.pk}})["rows"]
    assert row["problem"] == "We have no record of who this plan covers. Call us, and we'll correct it."


def test_a_rider_and_a_person_are_one_change(parties, sign_in):  # noqa: F811
    insure(parties)
    member = sign_in("member@demo.test")
    order = {**MARRIED, "riders": {"P-1": ["AD"]}}
    (row,) = preview(member, order)["rows"]
    assert (row["before"], row["after"], row["people_after"]) == ("27.00", "32.00", 2)
    assert send(member, order)["coverage"]["changes"][0]["title"] == "Daniel joined, other riders"


def test_a_family_keeps_everybody_in_the_other_plan(parties, sign_in):  # noqa: F811
    _agent, _group, maria = parties
    policy = cover(parties, "spouse joins")
    add_relative_once(maria.pk, CHILD, relationship="child", last_name="Santos", birth_date=date(2017, 5, 21))
    child = Covered(CHILD, Role.CHILD, date(2017, 5, 21), date(2026, 1, 1))
    number = "P-2"
    issue(
        maria.brand,
        child,
        number=number,
        plan_id=policy.plan_id,
        member_id=maria.pk,
        group_id=policy.group_id,
        tier="IC",
        premium="69.95",
    )
    other = make_brightwater()
    member = sign_in("member@demo.test")
    (row,) = preview(member, {**MOVES, "plans": {number: other.pk}})["rows"]
    assert (row["before"], row["after"], row["people_after"]) == ("69.95", "38.00", 2)
