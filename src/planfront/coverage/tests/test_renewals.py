"""What a member is offered for a new year, and the answer, through the calls. Prices by hand.

2026, a month: member 36.85. 2027: 38.00 on the same plan, 20.00 on the other one.
"""

from datetime import date

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.coverage.models import RenewalItem
from planfront.coverage.plan_facts import find_effect
from planfront.coverage.renewal import runs
from planfront.coverage.renewal.reads import items_to_decide
from planfront.coverage.renewal.runs import Follows, NewRun
from planfront.coverage.tests.policies import issue
from planfront.kernel.jobs.tasks import run_pending
from planfront.letters.models import Letter
from planfront.members.services import create_member
from planfront.shopping.tests.factories import dental, rate_by_tier

NEW_YEAR = date(2027, 1, 1)
FACTS = [{"label": "Deductible", "value": "$50"}, {"label": "Yearly maximum", "value": "$1,500"}]
OTHER_FACTS = [{"label": "Deductible", "value": "$75"}, {"label": "Waiting time", "value": "None"}]


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel("2026-11-02T15:00:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def plan(db):
    plan = dental(facts=FACTS)
    rate_by_tier(plan, {"IO": "38.00"}, since=NEW_YEAR)
    return plan


@pytest.fixture
def other_plan(db):
    plan = dental("Brightwater Dental", facts=OTHER_FACTS)
    rate_by_tier(plan, {"IO": "20.00"}, since=NEW_YEAR)
    return plan


@pytest.fixture
def make_owner(brand, plan):
    def make(name):
        email = f"{name.lower()}@demo.test"
        member = create_member(
            brand=brand,
            user=User.objects.create_user(email, "planfront-demo", role="member"),
            first_name=name,
            last_name="Santos",
            birth_date=date(1989, 4, 17),
            gender=1,
            email=email,
        )
        return issue(brand, number=f"P-{name}", plan_id=plan.pk, name=plan.name, member_id=member.pk)

    return make


@pytest.fixture
def policy(make_owner):
    return make_owner("Maria")


@pytest.fixture
def maria(make_client, policy):
    client = make_client("shop.test")
    client.sign_in("maria@demo.test")
    return client


def offer(plan, *rows):
    new = NewRun(NEW_YEAR, date(2026, 12, 15), date(2026, 12, 28), (plan.pk,), rows=rows)
    run = runs.create_run(new, by=None)
    runs.start_preview(run_id=run.pk)
    run_pending()
    return runs.agree_run(run_id=run.pk, by=None)


def get(client, call):
    answer = client.get(call)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def choose(client, choice, **more):
    return client.post("choose-renewal", {"number": "P-Maria", "choice": choice, **more})


def write(clock):
    clock.move_to("2026-12-28T15:00:00Z")
    runs.write_due_runs()
    run_pending()


def test_an_offer_says_the_price_before_and_after_and_what_happens_by_itself(maria, plan):
    offer(plan)
    (summary,) = get(maria, "get-renewals")
    assert summary == {
        "policy_number": "P-Maria",
        "plan": "Halden Dental PPO 1500",
        "category": "dental",
        "first_day": "01/01/2027",
        "answer_by": "12/15/2026",
        "before": "36.85",
        "after": "38.00",
        "difference": "+1.15",
        "follows": "same",
        "next_plan": "",
        "last_day": "",
        "choice": "",
        "chosen_plan": "",
        "chosen_on": "",
        "is_open": True,
        "state_text": "It renews on 01/01/2027.",
    }
    shown = get(maria, "get-renewal?number=P-Maria")
    assert (shown["last_day"], shown["people"]) == ("12/31/2026", ["Maria"])
    assert shown["keep"]["monthly"] == "38.00"
    assert shown["keep"]["facts"] == [
        {"label": "Deductible", "before": "$50", "after": "$50", "effect": "same"},
        {"label": "Yearly maximum", "before": "$1,500", "after": "$1,500", "effect": "same"},
    ]


def test_nothing_is_offered_before_somebody_agreed(maria, plan):
    run = runs.create_run(NewRun(NEW_YEAR, date(2026, 12, 15), date(2026, 12, 28), (plan.pk,)), by=None)
    runs.start_preview(run_id=run.pk)
    run_pending()
    assert get(maria, "get-renewals") == []
    assert maria.get("get-renewal?number=P-Maria").status_code == 404
    assert choose(maria, "decline").status_code == 404


def test_another_plan_is_offered_with_its_price_and_facts_and_chosen(maria, plan, other_plan, policy, clock):
    offer(plan, Follows(plan.pk, plan.pk, others=(other_plan.pk,)))
    (other,) = get(maria, "get-renewal?number=P-Maria")["others"]
    assert (other["plan"], other["monthly"], other["difference"], other["problem"]) == (
        "Brightwater Dental",
        "20.00",
        "-16.85",
        "",
    )
    assert other["facts"] == [
        {"label": "Deductible", "before": "$50", "after": "$75", "effect": "worse"},
        {"label": "Waiting time", "before": "", "after": "None", "effect": "other"},
        {"label": "Yearly maximum", "before": "$1,500", "after": "", "effect": "other"},
    ]
    answer = choose(maria, "change", plan_id=other_plan.pk).json()["data"]
    assert answer["summary"]["state_text"] == "Brightwater Dental starts on 01/01/2027."
    assert (answer["summary"]["choice"], answer["summary"]["chosen_plan"]) == ("change", "Brightwater Dental")
    event = AuditEvent.objects.get(action="policy.renewal_chosen")
    assert (event.meta["choice"], event.meta["policy"]) == ("change", "P-Maria")
    write(clock)
    item = RenewalItem.objects.get()
    assert (item.state, item.outcome, str(item.after)) == ("written", "successor", "20.00")


def test_who_declines_is_covered_to_the_end_of_the_year_and_may_change_their_mind(maria, plan, policy, clock):
    offer(plan)
    assert choose(maria, "decline").json()["data"]["summary"]["state_text"] == "Coverage ends on 12/31/2026."
    assert choose(maria, "keep").json()["data"]["summary"]["state_text"] == "It renews on 01/01/2027."
    choose(maria, "decline")
    write(clock)
    policy.refresh_from_db()
    assert policy.end_date == date(2026, 12, 31)


def test_after_its_last_day_an_answer_is_refused_and_nothing_changes(make_client, maria, plan, clock):
    offer(plan)
    clock.move_to("2026-12-16T15:00:00Z")
    later = make_client("shop.test")
    later.sign_in("maria@demo.test")
    answer = choose(later, "decline").json()
    assert (answer["status"], answer["errorCode"]) == ("error", "choiceClosed")
    assert get(later, "get-renewals")[0]["is_open"] is False
    assert RenewalItem.objects.get().choice == ""


def test_a_plan_that_isnt_offered_is_refused_at_its_field(maria, plan, other_plan):
    offer(plan)
    answer = choose(maria, "change", plan_id=other_plan.pk)
    assert answer.status_code == 422
    assert [problem["target_element"] for problem in answer.json()["data"]] == ["plan_id"]


def test_somebody_elses_offer_is_not_found(make_owner, maria, plan):
    make_owner("Daniel")
    offer(plan)
    assert len(get(maria, "get-renewals")) == 1
    assert maria.get("get-renewal?number=P-Daniel").status_code == 404
    answer = maria.post("choose-renewal", {"number": "P-Daniel", "choice": "decline"})
    assert answer.status_code == 404
    assert set(RenewalItem.objects.values_list("choice", flat=True)) == {""}


def test_a_policy_without_a_plan_that_follows_says_when_it_ends(maria, plan, other_plan):
    offer(plan, Follows(plan.pk, None, others=(other_plan.pk,)))
    shown = get(maria, "get-renewal?number=P-Maria")
    assert shown["keep"] is None
    assert shown["summary"]["state_text"] == "Coverage ends on 12/31/2026."
    assert choose(maria, "keep").status_code == 422


def test_offers_are_read_in_a_constant_number_of_queries(maria, plan, policy, django_assert_max_num_queries):
    for number in range(6):
        issue(policy.brand, number=f"P-{number}", plan_id=plan.pk, member_id=policy.member_id)
    offer(plan)
    with django_assert_max_num_queries(12):
        assert len(get(maria, "get-renewals")) == 7


def test_a_plan_that_isnt_continued_says_what_ends_what_takes_its_place_and_what_is_worse(
    maria, plan, other_plan, clock
):
    offer(plan, Follows(plan.pk, other_plan.pk))
    shown = get(maria, "get-renewal?number=P-Maria")
    summary = shown["summary"]
    assert (summary["follows"], summary["next_plan"], summary["last_day"]) == (
        "another",
        "Brightwater Dental",
        "12/31/2026",
    )
    assert (summary["before"], summary["after"], summary["difference"]) == ("36.85", "20.00", "-16.85")
    assert summary["state_text"] == "Brightwater Dental starts on 01/01/2027."
    assert shown["why"] == (
        "This plan isn't offered after 12/31/2026. Brightwater Dental takes its place unless you choose something else."
    )
    assert {fact["label"]: fact["effect"] for fact in shown["keep"]["facts"]} == {
        "Deductible": "worse",
        "Waiting time": "other",
        "Yearly maximum": "other",
    }
    run_pending()
    letter = Letter.objects.get(kind="discontinued")
    assert letter.subject == "Halden Dental PPO 1500 ends on 12/31/2026"
    assert letter.document["data"]["paragraphs"][1:-1] == [
        (
            "Halden Dental PPO 1500 isn't offered after 12/31/2026. Brightwater Dental takes its place on 01/01/2027, "
            "unless you choose something else."
        ),
        "You pay $36.85 a month now. From 01/01/2027, you pay $20.00 a month.",
        (
            "Worse: Deductible ($50 now, $75 then). Different: Waiting time (– now, None then); "
            "Yearly maximum ($1,500 now, – then)."
        ),
        "If you don't answer, Brightwater Dental starts on 01/01/2027.",
    ]
    choose(maria, "decline")
    assert get(maria, "get-renewals")[0]["state_text"] == "Coverage ends on 12/31/2026."


def test_an_answer_is_kept_and_shown_where_the_run_sets_the_policy_aside(make_client, maria, plan, other_plan, clock):
    run = offer(plan, Follows(plan.pk, plan.pk, others=(other_plan.pk,)))
    choose(maria, "change", plan_id=other_plan.pk)
    assert list(items_to_decide(run.items.all())) == []
    RenewalItem.objects.update(terms="changed since")
    write(clock)
    item = RenewalItem.objects.get()
    assert (item.state, item.problem, item.choice, item.chosen_plan_id) == ("aside", "moved", "change", other_plan.pk)
    later = make_client("shop.test")
    later.sign_in("maria@demo.test")
    (summary,) = get(later, "get-renewals")
    assert (summary["follows"], summary["choice"], summary["chosen_on"]) == ("undecided", "change", "11/02/2026")
    assert summary["state_text"] == (
        "You chose Brightwater Dental on 11/02/2026. We're reviewing this renewal and will email you."
    )
    assert list(items_to_decide(run.items.all())) == [item]
    runs.take_back_aside(run_id=run.pk, item_ids=[item.pk], by=None)
    run_pending()
    item.refresh_from_db()
    assert (item.state, item.plan_id, str(item.after)) == ("written", other_plan.pk, "20.00")
    assert list(items_to_decide(run.items.all())) == []
    letter = Letter.objects.get(kind="change")
    assert letter.document["data"]["paragraphs"][1:3] == [
        (
            "You chose Brightwater Dental on 11/02/2026. Brightwater Dental takes the place of Halden Dental PPO 1500. "
            "It takes effect on 01/01/2027 for Halden Dental PPO 1500 (P-Maria)."
        ),
        "It cost $36.85 a month and costs $20.00 a month from then on.",
    ]
    (summary,) = get(later, "get-renewals")
    assert (summary["choice"], summary["chosen_on"]) == ("change", "11/02/2026"), "the answer is kept"


@pytest.mark.parametrize(
    ("choice", "kind", "words"),
    [
        (
            "keep",
            "change",
            "You chose to keep it on 11/02/2026. Halden Dental PPO 1500 renews. It takes effect on",
        ),
        ("", "change", "Halden Dental PPO 1500 renews. It takes effect on 01/01/2027"),
        ("decline", "termination", "Halden Dental PPO 1500 (P-Maria) ends. The last day with coverage is 12/31/2026."),
    ],
)
def test_a_letter_tells_what_became_of_a_renewal_that_was_set_aside(maria, plan, clock, choice, kind, words):
    run = offer(plan)
    if choice:
        choose(maria, choice)
    RenewalItem.objects.update(terms="changed since")
    write(clock)
    assert not Letter.objects.filter(kind=kind).exists()
    runs.take_back_aside(run_id=run.pk, item_ids=[RenewalItem.objects.get().pk], by=None)
    run_pending()
    letter = Letter.objects.get(kind=kind)
    assert letter.document["data"]["paragraphs"][1].startswith(words)
    if choice == "keep":
        price = "It cost $36.85 a month and costs $38.00 a month from then on."
        assert letter.document["data"]["paragraphs"][2] == price


@pytest.mark.parametrize(
    ("label", "before", "after", "effect"),
    [
        ("Deductible", "$50", "$75", "worse"),
        ("Deductible", "$50 / $150", "$0", "better"),
        ("Deductible", "$50 / $150", "$25 / $200", "other"),
        ("Annual maximum", "$1,500", "$2,000", "better"),
        ("Annual maximum", "No limit", "$1,000", "worse"),
        ("Out-of-pocket limit", "$5,000", "$7,500", "worse"),
        ("Out-of-pocket maximum", "No limit", "$7,500", "better"),
        ("Waiting time", "None", "6 months", "worse"),
        ("Waiting time", "12 months", "No waiting time", "better"),
        ("Copay", "$20", "$20.00", "same"),
        ("Major care", "50% after 6 months", "60% after 6 months", "other"),
        ("Annual maximum", "$1,500", "", "other"),
        ("Deductible", "$50", "$50", "same"),
    ],
)
def test_a_fact_is_better_or_worse_only_where_its_words_tell(label, before, after, effect):
    assert find_effect(label, before, after) == effect
