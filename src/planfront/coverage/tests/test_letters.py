"""Letters about coverage: who is told what, once, in their language. Prices by hand from TIERS: member 36.85, with
children 69.95."""

from dataclasses import replace
from datetime import date

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.catalog.models import PlanRule
from planfront.coverage import engine
from planfront.coverage.age_limits import drop_due
from planfront.coverage.authors import Author, By
from planfront.coverage.letters.tasks import read_events, write_of_order
from planfront.coverage.models import Change, Reason
from planfront.coverage.order_kinds import Order
from planfront.coverage.renewal import runs
from planfront.coverage.renewal.runs import Follows, NewRun
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Kind, Role
from planfront.coverage.withdrawals import withdraw_order
from planfront.kernel.jobs.tasks import run_pending
from planfront.kernel.security.ids import new_uuid
from planfront.letters.models import Letter
from planfront.letters.selectors import letters_to_print
from planfront.members.services import add_relative_once, create_member
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.models import Contribution
from planfront.parties.groups.services import create_group
from planfront.shopping.tests.factories import dental, make_plan, rate_by_tier

pytestmark = pytest.mark.django_db
STAFF = Author(By.STAFF, 1)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel("2026-11-02T15:00:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def maria(brand):
    user = User.objects.create_user("maria@demo.test", "planfront-demo", role="member", language="en")
    return create_member(
        brand=brand,
        user=user,
        first_name="Maria",
        last_name="Santos",
        birth_date=date(1989, 4, 17),
        gender=1,
        email="maria@demo.test",
        address1="88 Elm Street",
        city="Dallas",
        state="TX",
        zip="75201",
    )


@pytest.fixture
def plan(db):
    return dental()


@pytest.fixture
def policy(maria, plan):
    return issue(maria.brand, number="P-1", plan_id=plan.pk, name=plan.name, member_id=maria.pk)


def make(order):
    engine.apply_order(order, engine.digest_of(engine.preview_order(order)))


def letters():
    run_pending()
    return list(Letter.objects.order_by("created_at", "key"))


def paragraphs(letter):
    return letter.document["data"]["paragraphs"]


def add_mateo(maria, policy):
    child = add_relative_once(
        maria.pk,
        new_uuid(),
        relationship="child",
        first_name="Mateo",
        last_name="Santos",
        birth_date=date(2026, 10, 20),
    )
    person = Covered(str(child.pk), Role.CHILD, child.birth_date, child.birth_date)
    return Order(Kind.ADD_PERSON, STAFF, [policy.pk], days={policy.pk: date(2026, 11, 2)}, person=person)


def test_a_change_is_told_with_both_prices(maria, policy):
    make(add_mateo(maria, policy))
    (letter,) = letters()
    assert (letter.kind, letter.subject, letter.policies) == ("change", "Your coverage has changed", ["P-1"])
    assert paragraphs(letter)[1:3] == [
        "Mateo joined. It takes effect on 11/02/2026 for Halden Dental PPO 1500 (P-1).",
        "It cost $36.85 a month and costs $69.95 a month from then on.",
    ]
    assert letter.document["data"]["address"] == ["Maria Santos", "88 Elm Street", "Dallas, TX 75201"]
    assert (letter.mailed, letter.on_paper) == (True, False)


def test_months_that_have_begun_are_told_with_what_is_owed(maria, policy):
    order = add_mateo(maria, policy)
    make(replace(order, days={policy.pk: date(2026, 9, 20)}))
    (letter,) = letters()
    assert paragraphs(letter)[1:4] == [
        "Mateo joined. It takes effect on 09/20/2026 for Halden Dental PPO 1500 (P-1).",
        "It cost $36.85 a month and costs $69.95 a month from then on.",
        "This changes the price of months that have begun. Halden Dental PPO 1500: you owe 3 months × $33.10 = $99.30.",
    ]


def test_each_payer_is_told_in_the_language_of_the_member(maria, plan):
    User.objects.update(language="es")
    group = create_group(code="ACME01", name="Acme", brands=[maria.brand])
    Contribution.objects.create(group=group, plan_id=plan.pk, kind="percent", value=50)
    maria.group = group
    maria.save()
    policy = issue(maria.brand, number="P-1", plan_id=plan.pk, name=plan.name, member_id=maria.pk, group_id=group.pk)
    make(replace(add_mateo(maria, policy), days={policy.pk: date(2026, 10, 20)}))
    (letter,) = letters()
    # Half of 36.85 is 18.43 for the group, half of 69.95 is 34.98.
    assert paragraphs(letter)[3] == (
        "Esto cambia el precio de meses que ya empezaron. "
        "Halden Dental PPO 1500: usted debe 2 meses × $16.55 = $33.10. "
        "Halden Dental PPO 1500: Acme debe 2 meses × $16.55 = $33.10."
    )


def test_an_end_in_the_past_says_what_comes_back(maria, policy):
    make(Order(Kind.END, STAFF, [policy.pk], last_day=date(2026, 9, 30)))
    (letter,) = letters()
    assert "Halden Dental PPO 1500: we owe you 2 months × $36.85 = $73.70." in "".join(paragraphs(letter))


def test_each_price_is_told_from_its_day(maria, plan, policy):
    vision = make_plan("Halden Vision")
    rate_by_tier(vision, {"IO": "9.95", "IC": "16.85"})
    rate_by_tier(plan, {"IO": "38.00", "IC": "72.00"}, since=date(2027, 1, 1))
    second = issue(maria.brand, number="P-2", plan_id=vision.pk, name=vision.name, member_id=maria.pk, premium="9.95")
    order = add_mateo(maria, policy)
    make(
        replace(
            order,
            policies=[policy.pk, second.pk],
            days={policy.pk: date(2026, 10, 20), second.pk: date(2026, 11, 1)},
        )
    )
    (letter,) = letters()
    assert paragraphs(letter)[1:4] == [
        (
            "Mateo joined. It takes effect on 10/20/2026 and 11/01/2026 "
            "for Halden Dental PPO 1500, Halden Vision (P-1, P-2)."
        ),
        (
            "From 10/20/2026, Halden Dental PPO 1500 costs $69.95 a month instead of $36.85. "
            "From 11/01/2026, Halden Vision costs $16.85 a month instead of $9.95."
        ),
        (
            "This changes the price of months that have begun. "
            "Halden Dental PPO 1500: you owe 2 months × $33.10 = $66.20. "
            "Halden Vision: you owe 1 month × $6.90."
        ),
    ]


def test_a_price_that_stays_is_said_to_stay(maria, policy):
    make(add_mateo(maria, policy))
    (first,) = letters()
    make(add_mateo(maria, policy))
    (second,) = [letter for letter in letters() if letter.pk != first.pk]
    assert paragraphs(first)[2] == "It cost $36.85 a month and costs $69.95 a month from then on."
    assert paragraphs(second)[2] == "The price stays $69.95 a month."


def test_a_change_that_was_taken_back_before_its_letter_was_written_isnt_told(maria, policy):
    make(add_mateo(maria, policy))
    order = Change.objects.get(kind="add_person").order
    withdraw_order(order, STAFF)
    assert letters() == []


def test_a_change_that_is_taken_back_after_its_letter_went_is_told_again(maria, policy):
    make(add_mateo(maria, policy))
    (first,) = letters()
    OutboundEmail.objects.update(status="SENT")
    withdraw_order(Change.objects.get(kind="add_person").order, STAFF)
    later = [letter for letter in letters() if letter.pk != first.pk]
    assert [paragraphs(letter)[1][:24] for letter in later] == ["A change was taken back."]


def test_a_letter_that_has_not_left_is_withdrawn_with_its_change(maria, policy):
    make(add_mateo(maria, policy))
    assert len(letters()) == 1
    OutboundEmail.objects.update(status="QUEUED")
    withdraw_order(Change.objects.get(kind="add_person").order, STAFF)
    assert letters() == []
    assert not OutboundEmail.objects.filter(kind="letter").exists()


def test_paper_that_waits_for_the_printer_is_not_printed_once_its_change_is_taken_back(maria, policy):
    maria.email = ""
    maria.save()
    make(add_mateo(maria, policy))
    assert len(letters()) == 1
    assert letters_to_print().count() == 1
    withdraw_order(Change.objects.get(kind="add_person").order, STAFF)
    assert letters() == []


def test_an_order_is_told_once_however_often_the_job_runs(maria, policy):
    make(add_mateo(maria, policy))
    assert len(letters()) == 1
    read_events.enqueue()
    write_of_order.enqueue(str(Change.objects.get(kind="add_person").order))
    assert len(letters()) == 1


def test_the_end_of_life_cover_goes_on_paper_too(maria, policy):
    life = issue(
        maria.brand,
        number="P-2",
        plan_id=make_plan("Life").pk,
        category="term_life",
        member_id=maria.pk,
        premium="5.00",
    )
    make(Order(Kind.END, STAFF, [policy.pk], last_day=date(2026, 11, 30)))
    make(Order(Kind.END, STAFF, [life.pk], last_day=date(2026, 11, 30)))
    dental_letter, life_letter = sorted(letters(), key=lambda letter: letter.policies)
    assert (dental_letter.kind, dental_letter.on_paper) == ("termination", False)
    assert (life_letter.subject, life_letter.on_paper) == ("Your coverage ends on 11/30/2026", True)


def test_the_last_day_that_a_policy_had_from_the_start_isnt_told(maria, plan):
    issue(maria.brand, number="P-2", plan_id=plan.pk, member_id=maria.pk, ends_on=date(2026, 6, 30))
    run_pending()
    assert letters() == []


def test_coverage_that_is_in_force_again_is_told(maria, policy):
    make(Order(Kind.END, STAFF, [policy.pk], last_day=date(2026, 11, 30)))
    reason = Reason.objects.get(key="ended-in-error")
    make(Order(Kind.REINSTATE, STAFF, [policy.pk], reason=reason))
    assert sorted(letter.kind for letter in letters()) == ["reinstatement", "termination"]


def test_a_letter_goes_to_the_mailing_address(maria, policy):
    maria.mailing_address1, maria.mailing_city = "PO Box 9", "San Juan"
    maria.mailing_state, maria.mailing_zip, maria.suffix = "PR", "00901", "Jr."
    maria.save()
    make(add_mateo(maria, policy))
    (letter,) = letters()
    assert letter.document["data"]["address"] == ["Maria Santos Jr.", "PO Box 9", "San Juan, PR 00901"]


def test_a_letter_is_in_the_language_of_the_member(maria, policy):
    User.objects.update(language="es")
    make(add_mateo(maria, policy))
    (letter,) = letters()
    assert letter.subject == "Su cobertura ha cambiado"
    assert "Costaba $36.85 al mes" in paragraphs(letter)[2]


def test_a_member_without_an_address_for_mail_gets_paper(maria, policy):
    maria.email = ""
    maria.save()
    make(add_mateo(maria, policy))
    (letter,) = letters()
    assert (letter.mailed, letter.on_paper) == (False, True)


def test_a_child_who_ages_out_is_told_sixty_days_ahead(maria, plan):
    PlanRule.objects.create(plan=plan, role="CHILD", max_age=25)
    child = add_relative_once(
        maria.pk, new_uuid(), relationship="child", first_name="Iris", last_name="Santos", birth_date=date(2001, 1, 12)
    )
    covered = Covered(str(child.pk), Role.CHILD, child.birth_date, date(2026, 1, 1))
    for number in ("P-1", "P-2"):
        issue(
            maria.brand,
            covered,
            number=number,
            plan_id=plan.pk,
            name=plan.name,
            member_id=maria.pk,
            tier="IC",
            premium="69.95",
        )
    with time_machine.travel("2026-11-28T15:00:00Z", tick=False):
        assert drop_due() == 2
        (letter,) = letters()
    assert (letter.kind, letter.subject) == ("ageing_out", "Iris is covered until 01/31/2027")
    assert "(P-1, P-2)" in paragraphs(letter)[1]
    assert "You pay $139.90 a month until then and $73.70 a month afterwards." in paragraphs(letter)[2]


def test_what_renews_is_offered_once_somebody_agreed_and_what_ends_is_told_when_it_is_written(
    maria, plan, policy, clock
):
    rate_by_tier(plan, {"IO": "38.00"}, since=date(2027, 1, 1))
    ends = dental("Ends")
    issue(maria.brand, number="P-2", plan_id=ends.pk, name="Ends", member_id=maria.pk)
    new = NewRun(
        date(2027, 1, 1), date(2026, 12, 15), date(2026, 12, 28), (plan.pk, ends.pk), rows=(Follows(ends.pk, None),)
    )
    run = runs.create_run(new, by=None)
    runs.start_preview(run_id=run.pk)
    assert letters() == []
    runs.agree_run(run_id=run.pk, by=None)
    first, second = sorted(letters(), key=lambda letter: letter.policies)
    assert first.subject == "Your plan from 01/01/2027"
    assert paragraphs(first)[1:3] == [
        "Halden Dental PPO 1500 renews on 01/01/2027. You don't need to do anything to keep it.",
        "It costs $36.85 a month now. From 01/01/2027, it costs $38.00 a month.",
    ]
    assert second.subject == "Ends ends on 12/31/2026"
    assert paragraphs(second)[1:3] == [
        "Ends isn't offered after 12/31/2026. No plan takes its place.",
        "If you don't choose another plan, your coverage ends on 12/31/2026.",
    ]
    clock.move_to("2026-12-28T15:00:00Z")
    runs.write_due_runs()
    kinds = sorted((letter.kind, letter.policies[0]) for letter in letters())
    assert kinds == [("discontinued", "P-2"), ("renewal_offer", "P-1"), ("termination", "P-2")]
