"""Renewal runs in the back office: made, previewed, agreed to by a second person, written, stopped and gone on with."""

import re
from datetime import date
from html import unescape

import pytest
import time_machine
from django.test import Client

from planfront.accounts.models import StaffBrand, StaffRole, User
from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM
from planfront.coverage.models import RenewalItem, RenewalRun, Version
from planfront.coverage.renewal import runs
from planfront.coverage.renewal.choices import choose
from planfront.coverage.tests.policies import issue
from planfront.kernel.jobs.tasks import run_pending
from planfront.members.services import create_member
from planfront.shopping.tests.factories import dental, make_plan, rate_by_age, rate_by_tier

pytestmark = pytest.mark.django_db
LIST = "/backoffice/coverage/renewalrun/"
DAYS = {"first_day": "01/01/2027", "answer_by": "12/15/2026", "write_on": "12/28/2026"}


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel("2026-10-14T15:00:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def robin(make_staff):
    return make_staff("robin@demo.test", "Robin Vale")


@pytest.fixture
def kit(make_staff):
    return make_staff("kit@demo.test", "Kit Marsh")


class StaffClient(Client):
    user: User


@pytest.fixture
def make_staff(db, brand):
    def make(email, name, role=StaffRole.ADMIN, **more):
        more.setdefault("all_brands", True)
        user = User.objects.create_user(
            email, "planfront-demo", role="staff", name=name, is_staff=True, staff_role=role, **more
        )
        client = StaffClient(HTTP_HOST="shop.test")
        client.user = user
        client.force_login(user)
        return client

    return make


@pytest.fixture
def plan(db):
    plan = dental()
    rate_by_tier(plan, {"IO": "38.00", "IS": "74.10"}, since=date(2027, 1, 1))
    return plan


@pytest.fixture
def other_plan(db):
    plan = dental("Brightwater Dental")
    rate_by_tier(plan, {"IO": "20.00"}, since=date(2027, 1, 1))
    return plan


@pytest.fixture
def policy(brand, plan):
    maria = create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, email="m@demo.test"
    )
    return issue(brand, number="P-1", plan_id=plan.pk, member_id=maria.pk)


def make_run(staff, plan, **more):
    answer = staff.post(f"{LIST}add/", {**DAYS, "brand": "", "plans": [plan.pk], **more})
    assert answer.status_code == 302, text_of(answer)
    return RenewalRun.objects.get()


def months_later(clock, *people):
    """The day on which a run is written; nobody stays signed in so long."""
    clock.move_to("2026-12-28T15:00:00Z")
    for staff in people:
        staff.force_login(staff.user)


def do(staff, run, step, **more):
    answer = staff.post(f"{LIST}{run.pk}/change/", {"do": step, **more}, follow=True)
    run_pending()
    run.refresh_from_db()
    return text_of(answer)


def text_of(answer):
    body = re.sub(r"(?s)<(script|style).*?</\1>", " ", answer.content.decode())
    return " ".join(unescape(re.sub("<[^>]+>", " ", body)).split())


def page(staff, run):
    answer = staff.get(f"{LIST}{run.pk}/change/")
    assert answer.status_code == 200
    return text_of(answer)


def test_a_run_goes_from_its_crosswalk_to_the_written_new_year(robin, kit, plan, policy, clock):
    run = make_run(robin, plan)
    assert "Preview it" in page(robin, run)
    do(robin, run, "preview")
    shown = page(robin, run)
    assert "You created this run, so someone else has to approve it." in shown
    assert "$36.85" in shown
    assert "$38.00" in shown
    assert "+$1.15" in shown
    assert "2% to 4% more 1" in shown
    do(kit, run, "agree")
    assert "Members can choose until 12/15/2026" in page(kit, run)
    months_later(clock, robin)
    runs.write_due_runs()
    run_pending()
    shown = page(robin, run)
    assert "1 of 1 written. Done on 12/28/2026." in shown
    assert "Kit Marsh agreed on 10/14/2026" in shown
    assert Version.objects.filter(effective=date(2027, 1, 1)).count() == 1
    actions = set(AuditEvent.objects.filter(subject_type="renewalrun").values_list("action", flat=True))
    assert actions == {
        "coverage.renewal_made",
        "coverage.renewal_preview_started",
        "coverage.renewal_agreed",
        "coverage.renewal_writing",
    }


def test_who_made_a_run_cant_agree_to_it(robin, plan, policy):
    run = make_run(robin, plan)
    do(robin, run, "preview")
    assert "Someone else has to approve this." in do(robin, run, "agree")
    assert run.state == "previewed"


def test_a_reader_sees_a_run_and_changes_nothing(make_staff, robin, plan, policy):
    run = make_run(robin, plan)
    reader = make_staff("reader@demo.test", "Rea", StaffRole.READER)
    assert "Renewal for 01/01/2027" in page(reader, run)
    assert reader.post(f"{LIST}{run.pk}/change/", {"do": "preview"}).status_code == 403
    assert reader.get(f"{LIST}add/").status_code == 403


def test_staff_of_one_store_dont_see_runs_of_all_stores(make_staff, robin, brand, plan, policy):
    run = make_run(robin, plan)
    own = make_staff("own@demo.test", "Ola", all_brands=False)
    StaffBrand.objects.create(user=own.user, brand_id=brand.pk)
    assert own.get(f"{LIST}{run.pk}/change/").status_code == 404
    refused = own.post(f"{LIST}add/", {**DAYS, "brand": "", "plans": [plan.pk]})
    assert "This field is required." in text_of(refused)
    assert own.post(f"{LIST}add/", {**DAYS, "brand": brand.pk, "plans": [plan.pk]}).status_code == 302
    assert RenewalRun.objects.latest("pk").brand == brand


def test_days_that_cant_be_are_named_and_what_was_typed_stays(robin, plan):
    answer = robin.post(f"{LIST}add/", {**DAYS, "first_day": "01/01/2026", "plans": [plan.pk]})
    assert "Choose a day to come." in text_of(answer)
    assert 'value="12/15/2026"' in answer.content.decode()
    assert "This field is required." in text_of(robin.post(f"{LIST}add/", {**DAYS, "plans": []}))
    assert RenewalRun.objects.count() == 0


def crosswalk(plan, follows, others=(), **place):
    rows = {"row-TOTAL_FORMS": "1", "row-INITIAL_FORMS": "1", "row-0-plan": plan.pk, "row-0-follows": follows}
    return {**rows, "row-0-others": list(others), "row-0-state": "", "row-0-county": "", **place}


def two_ages(plan, follows, low, high):
    """All ages keep their plan, but some."""
    more = {"row-TOTAL_FORMS": "2", "row-1-plan": plan.pk, "row-1-follows": follows, "row-1-state": "TX"}
    return crosswalk(plan, plan.pk, **more, **{"row-1-age_from": low, "row-1-age_to": high})


def test_another_plan_follows_at_some_ages(robin, brand, plan, other_plan, policy):
    issue(brand, number="P-65", plan_id=plan.pk, born=date(1961, 6, 1))
    run = make_run(robin, plan)
    assert robin.post(f"{LIST}{run.pk}/crosswalk/", two_ages(plan, other_plan.pk, "65", "")).status_code == 302
    form = robin.get(f"{LIST}{run.pk}/crosswalk/").content.decode()
    assert re.findall(r'name="row-\d-age_(from|to)" value="(\d+)"', form) == [("from", "65")]
    do(robin, run, "preview")
    shown = page(robin, run)
    assert "Brightwater Dental TX age 65 and over 1" in shown
    assert "The same plan 1" in shown
    assert "Rates of the new year $36.85 $38.00 +$1.15" in shown


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [("65", "60", "Choose 65 or an older age."), ("65", "130", "less than or equal to 120"), ("x", "", "whole number")],
)
def test_ages_that_cant_be_are_refused_and_nothing_typed_is_lost(robin, plan, other_plan, policy, low, high, words):
    run = make_run(robin, plan)
    answer = robin.post(f"{LIST}{run.pk}/crosswalk/", two_ages(plan, other_plan.pk, low, high))
    assert answer.status_code == 200
    assert words in text_of(answer)
    assert f'name="row-1-age_from" value="{low}"' in answer.content.decode()
    assert run.crosswalk.count() == 1


def test_rows_whose_ages_overlap_are_refused_by_name(robin, plan, other_plan, policy):
    run = make_run(robin, plan)
    rows = two_ages(plan, other_plan.pk, "60", "65")
    rows |= {"row-0-state": "TX", "row-0-age_from": "65", "row-0-age_to": ""}
    answer = robin.post(f"{LIST}{run.pk}/crosswalk/", rows)
    assert "Two rows of Halden Dental PPO 1500 in TX overlap: 65 and over and 60 to 65." in text_of(answer)
    assert 'name="row-1-age_to" value="65"' in answer.content.decode()
    assert run.crosswalk.count() == 1


def test_the_worst_say_what_each_reason_adds(robin, brand, policy):
    plan = make_plan("ByAge Dental")
    for since, young, old in ((date(2026, 1, 1), "50.00", "60.00"), (date(2027, 1, 1), "52.00", "63.00")):
        rate_by_age(plan, [(0, 64, young), (65, 120, old)], since=since)
    issue(brand, number="P-65", plan_id=plan.pk, born=date(1961, 6, 1), premium="50.00")
    run = make_run(robin, plan)
    do(robin, run, "preview")
    assert "Turned 65 +$11.00, Rates of the new year +$2.00 $50.00 $63.00 +$13.00 +26.0%" in page(robin, run)


def test_what_was_set_aside_leads_to_its_policy_with_the_reason(robin, brand, plan):
    waiting = issue(brand, number="P-1", plan_id=plan.pk, awaits_decision=True)
    run = make_run(robin, plan)
    do(robin, run, "preview")
    shown = robin.get(f"{LIST}{run.pk}/change/").content.decode()
    link = re.search(r'href="([^"]+problem=undecided)">1 wait for the insurer', shown)
    listed = robin.get(unescape(link[1]))
    assert "wait for the insurer" in text_of(listed)
    item = RenewalItem.objects.get()
    led = robin.get(f"/backoffice/coverage/renewalitem/{item.pk}/change/", follow=True)
    assert led.redirect_chain[-1][0] == f"/backoffice/coverage/policy/{waiting.pk}/change/"
    words = "Set aside in the renewal for 01/01/2027: wait for the insurer. Underwriting isn't finished."
    assert words in text_of(led)


def test_a_crosswalk_says_which_plan_follows_and_forgets_the_preview(robin, plan, other_plan, policy):
    run = make_run(robin, plan)
    do(robin, run, "preview")
    answer = robin.post(f"{LIST}{run.pk}/crosswalk/", crosswalk(plan, other_plan.pk, [plan.pk]))
    assert answer.status_code == 302
    run.refresh_from_db()
    assert (run.state, RenewalItem.objects.count()) == ("draft", 0)
    do(robin, run, "preview")
    assert "Brightwater Dental follows" not in page(robin, run)  # it costs less, so it isn't among the worst
    assert "Largest fall -$16.85" in page(robin, run)


def test_a_plan_that_ends_is_said_so(robin, plan, policy):
    run = make_run(robin, plan)
    robin.post(f"{LIST}{run.pk}/crosswalk/", crosswalk(plan, "0"))
    do(robin, run, "preview")
    assert "Ends, no plan follows 1" in page(robin, run)


def test_a_plan_that_follows_and_is_also_offered_is_refused(robin, plan, other_plan, policy):
    run = make_run(robin, plan)
    answer = robin.post(f"{LIST}{run.pk}/crosswalk/", crosswalk(plan, other_plan.pk, [other_plan.pk]))
    assert "Choose up to 3 other plans." in text_of(answer)


def test_a_stopped_run_goes_on(robin, kit, plan, policy, clock):
    run = make_run(robin, plan)
    do(robin, run, "preview")
    do(kit, run, "agree")
    do(robin, run, "stop")
    months_later(clock, robin)
    assert "0 of 1 written. Stopped." in page(robin, run)
    do(robin, run, "go-on")
    assert "1 of 1 written." in page(robin, run)


def test_policies_that_came_late_are_renewed_once_a_second_person_agrees(robin, kit, brand, plan, policy, clock):
    run = make_run(robin, plan)
    do(robin, run, "preview")
    do(kit, run, "agree")
    issue(brand, number="P-LATE", plan_id=plan.pk, first=date(2026, 12, 1))
    months_later(clock, kit)
    runs.write_due_runs()
    run_pending()
    assert "1 came after the preview" in page(kit, run)
    assert "1 policy is renewed as they are now." in do(kit, run, "renew-aside", problem="late")
    assert "2 of 2 written." in page(kit, run)


def test_a_run_that_was_given_up_says_so(robin, plan, policy):
    run = make_run(robin, plan)
    do(robin, run, "give-up")
    assert "Nothing was saved." in page(robin, run)


def test_the_preview_is_a_list_of_policies_that_lead_to_their_page(robin, plan, policy):
    run = make_run(robin, plan)
    do(robin, run, "preview")
    listed = robin.get(f"/backoffice/coverage/renewalitem/?run__id__exact={run.pk}&move=4")
    assert "P-1" in text_of(listed)
    assert "P-1" not in text_of(robin.get(f"/backoffice/coverage/renewalitem/?run__id__exact={run.pk}&move=7"))
    item = RenewalItem.objects.get()
    answer = robin.get(f"/backoffice/coverage/renewalitem/{item.pk}/change/")
    assert answer["Location"] == f"/backoffice/coverage/policy/{policy.pk}/change/"


def test_the_list_of_policies_says_what_was_answered(robin, kit, plan, other_plan, policy):
    run = make_run(robin, plan)
    robin.post(f"{LIST}{run.pk}/crosswalk/", crosswalk(plan, plan.pk, [other_plan.pk]))
    do(robin, run, "preview")
    do(kit, run, "agree")
    answered = "Change to Brightwater Dental (10/14/2026)"
    listed = f"/backoffice/coverage/renewalitem/?run__id__exact={run.pk}"
    assert answered not in text_of(robin.get(listed))
    choose(RenewalItem.objects.get().pk, "change", other_plan.pk, SYSTEM)
    assert answered in text_of(robin.get(listed))


def test_progress_is_told_to_the_page_that_follows_it(robin, plan, policy):
    run = make_run(robin, plan)
    do(robin, run, "preview")
    RenewalRun.objects.update(state="writing")
    told = robin.get(f"{LIST}{run.pk}/progress/").json()
    assert told == {"percent": 0, "label": "Written", "done": 0, "total": 1, "moving": True}
