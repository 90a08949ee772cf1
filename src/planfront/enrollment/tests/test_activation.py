"""Coverage begins on its first day, once."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import time_machine

from planfront.coverage.models import Policy
from planfront.enrollment.models import Application, State, Transition
from planfront.enrollment.submission.activation import activate_due
from planfront.kernel.jobs.tasks import run_pending
from planfront.letters.models import Letter
from planfront.shopping.models import Quote


def test_an_accepted_application_is_active_from_its_first_day(wizard):
    wizard.up_to("sign")
    wizard.submit()
    first = Quote.objects.get().effective_date
    assert activate_due(today=first - timedelta(days=1)) == 0
    assert Application.objects.get().state == State.ACCEPTED
    assert activate_due(today=first) == 1
    assert Application.objects.get().state == State.ACTIVE
    assert {policy.state_on(first) for policy in Policy.objects.all()} == {"active"}
    last = Transition.objects.order_by("at", "id").last()
    assert (last.to_state, last.actor_kind, last.reason) == ("active", "system", "the first day of coverage has come")
    assert activate_due(today=first + timedelta(days=30)) == 0


def test_what_was_not_submitted_stays_a_draft(wizard):
    wizard.up_to("sign")
    assert activate_due(today=Quote.objects.get().effective_date) == 0
    assert Application.objects.get().state == State.DRAFT


def test_who_enrolled_is_welcomed_by_a_letter_on_the_first_day(wizard):
    wizard.up_to("sign")
    wizard.submit()
    run_pending()
    assert not Letter.objects.exists()
    first, policy = Quote.objects.get().effective_date, Policy.objects.get()
    with time_machine.travel(datetime.combine(first, time(12), ZoneInfo("America/New_York")), tick=False):
        assert activate_due() == 1
        assert activate_due() == 0
        run_pending()
    letter = Letter.objects.get()
    assert (letter.kind, letter.subject, letter.member) == ("welcome", "Your coverage begins today", policy.member)
    assert letter.policies == [policy.number]
    assert f"Your coverage with {policy.plan_name} ({policy.number}) starts on {first:%m/%d/%Y}." in str(
        letter.document
    )


def test_what_was_cancelled_before_its_first_day_is_not_welcomed(wizard):
    wizard.up_to("sign")
    wizard.submit()
    first, policy = Quote.objects.get().effective_date, Policy.objects.get()
    Policy.objects.filter(pk=policy.pk).update(end_date=policy.effective_date - timedelta(days=1))
    with time_machine.travel(datetime.combine(first, time(12), ZoneInfo("America/New_York")), tick=False):
        activate_due()
        run_pending()
    assert not Letter.objects.exists()
