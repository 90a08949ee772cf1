"""The weeks before the demo's first day: written by the store itself, plausible, and only where they are asked for."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import override_settings

from planfront.audit.models import AuditEvent
from planfront.coverage.age_limits import drop_due
from planfront.coverage.models import CoveredPerson, Policy
from planfront.coverage.states import PolicyState
from planfront.enrollment.models import Application, State
from planfront.enrollment.signing.chain import check_all
from planfront.kernel import clock
from planfront.leads.models import Lead
from planfront.members.models import Member
from planfront.messaging.models import OutboundEmail, Status
from planfront.sales.models import CaseStatus, Confirmation, Sale, UnderwritingCase
from planfront.shopping.models import SentQuote
from planfront_demo.history.script import write_script
from planfront_demo.history.seed import seed_history
from planfront_demo.history.tables import HISTORY
from planfront_demo.seed import seed_if_empty
from tests.fixtures import taken_back

TODAY, NOW = date(2026, 11, 27), datetime(2026, 11, 27, 22, 0, tzinfo=UTC)


def test_the_same_day_has_the_same_history():
    assert write_script(TODAY, NOW) == write_script(TODAY, NOW)
    assert write_script(TODAY, NOW) != write_script(TODAY + timedelta(days=1), NOW + timedelta(days=1))


def test_acts_come_in_order_and_none_is_still_to_come():
    moments = [act.at for act in write_script(TODAY, NOW).acts]
    assert moments == sorted(moments)
    assert moments[-1] <= NOW


def test_nobody_has_the_name_the_number_the_phone_or_the_address_of_another():
    people = [shopper.person for shopper in write_script(TODAY, NOW).shoppers]
    relatives = [relative for person in people for relative in (person.spouse, person.child) if relative]
    for facts in (
        [person.name for person in people],
        [person.email for person in people],
        [person.phone for person in people if person.phone],
        [person.ssn for person in people] + [relative.ssn for relative in relatives],
    ):
        assert [fact for fact, count in Counter(facts).items() if count > 1] == []
    assert {person.email.rpartition("@")[2] for person in people} == {"mail.example"}
    assert {person.phone[3:8] for person in people if person.phone} == {"55501"}


def test_weekends_are_quieter_than_weekdays():
    days = Counter(clock.local(act.at).weekday() for act in write_script(TODAY, NOW).acts)
    assert max(days[5], days[6]) * 2 < min(days[day] for day in range(4))


def ask_nobody(*_values):
    """The operator's adapter of outside services, which history must not ask about its people."""
    raise AssertionError("History asked an outside service.")


@pytest.fixture(scope="module")
def _played(django_db_setup, django_db_blocker):
    adapter = f"{__name__}.ask_nobody"
    operators = override_settings(
        SMTP_URL="smtp://127.0.0.1:9", ADAPTERS={"phone": adapter, "email": adapter, "address": adapter}
    )
    with django_db_blocker.unblock(), taken_back(), operators:
        seed_if_empty(history=True)
        yield


@pytest.fixture
def history(_played, db):
    """The demo world with its history."""


def test_every_week_has_visits_quotes_leads_and_enrollments(history):
    monday = clock.real_today() - timedelta(days=clock.real_today().weekday())
    mondays = {monday - timedelta(weeks=number) for number in range(1, 12)}
    for model, at in ((Confirmation, "created_at"), (SentQuote, "sent_at"), (Lead, "created_at")):
        days = [clock.local(moment).date() for moment in model.objects.values_list(at, flat=True)]
        assert mondays <= {day - timedelta(days=day.weekday()) for day in days}, model


def test_every_policy_of_it_comes_from_an_enrollment_of_its_member(history):
    sales = Sale.objects.select_related("policy", "confirmation__enrollment")
    assert sales.count() > 60
    for sale in sales:
        assert sale.policy.member_id is not None
        assert sale.policy.effective_date == sale.confirmation.enrollment.effective_date
        assert sale.policy.effective_date > clock.local(sale.confirmation.created_at).date()
    sold = {sale.policy_id for sale in sales}
    assert not Policy.objects.exclude(pk__in=sold).exclude(number__regex=r"^(PF-50|JM-51)").exists()


def test_nobody_is_enrolled_twice(history):
    plans = Counter(Policy.objects.values_list("member_id", "plan_id"))
    assert [pair for pair, count in plans.items() if count > 1] == []
    names = Counter(Member.objects.filter(pk__gt=5015).values_list("first_name", "last_name"))
    assert [name for name, count in names.items() if count > 1] == []


def test_enrollments_are_begun_saved_withdrawn_submitted_and_in_force(history):
    states = Counter(Application.objects.values_list("state", flat=True))
    assert {State.DRAFT, State.CANCELLED, State.ACCEPTED, State.ACTIVE} <= set(states)
    assert not Application.objects.filter(state=State.ACTIVE, enrollment__effective_date__gt=clock.today()).exists()


def test_insurers_decline_some_of_what_they_look_at_and_say_why(history):
    cases = UnderwritingCase.objects.filter(policy__plan_id=HISTORY.insurer_asked, created_at__lt=clock.now())
    statuses = Counter(cases.values_list("status", flat=True))
    assert statuses[CaseStatus.DECLINED] >= 1
    assert statuses[CaseStatus.APPROVED] >= 1
    for case in cases.filter(status=CaseStatus.DECLINED).select_related("policy"):
        assert case.reason.endswith(".")
        assert case.decided_at > case.created_at
        assert case.policy.state == PolicyState.CANCELLED
        application = Application.objects.get(enrollment=case.policy.sale.confirmation.enrollment)
        assert application.state == State.CANCELLED


def test_mails_of_the_past_are_kept_and_never_sent(history):
    assert not OutboundEmail.objects.filter(status=Status.QUEUED).exists()
    assert set(OutboundEmail.objects.values_list("status", flat=True)) == {Status.KEPT}


def test_everything_is_as_it_was_signed(history):
    report = check_all()
    assert report.signatures > 40
    assert report.faults == []


def test_the_home_of_the_rep_has_enrollments_in_most_weeks(history, make_client):
    client = make_client("localhost")
    client.sign_in("rep@demo.test")
    weeks = client.get("get-desk-figures").json()["data"]["weeks"]
    assert len(weeks) == 12
    assert sum(week["enrollments"] > 0 for week in weeks[:-1]) >= 8


def test_the_history_is_written_once(history):
    before = (AuditEvent.objects.count(), Confirmation.objects.count())
    assert seed_history() is False
    assert (AuditEvent.objects.count(), Confirmation.objects.count()) == before


@pytest.mark.django_db
def test_there_is_no_history_in_production_or_without_a_demo_world(settings):
    assert seed_history() is False
    settings.PRODUCTION = True
    assert seed_history() is False


def test_a_grown_child_ages_out_within_the_year_after_a_notice_of_sixty_days(history):
    grown = CoveredPerson.objects.filter(role="child", birth_date__lt=clock.today() - timedelta(days=25 * 365))
    child = grown.select_related("policy").latest("birth_date")
    month = child.birth_date.replace(year=child.birth_date.year + 26, day=1)
    last_day = (month + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    assert clock.today() + timedelta(days=60) < last_day < clock.today() + timedelta(days=365)
    before = child.policy.monthly
    with time_machine.travel(last_day - timedelta(days=60)):
        drop_due()
    child.refresh_from_db()
    assert child.end_date == last_day
    after = child.policy.versions.get(effective=last_day + timedelta(days=1))
    assert str(child.key) not in {person["key"] for person in after.covered}
    assert after.premium + after.fees < before
