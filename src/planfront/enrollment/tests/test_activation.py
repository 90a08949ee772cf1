"""Coverage begins on its first day, once."""

from datetime import timedelta

from planfront.book.models import Policy
from planfront.enrollment.application.services.activation import activate_due
from planfront.enrollment.models import Application, State, Transition
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
