"""Policies brought into a state, for tests of what follows from it."""

from datetime import timedelta

from planfront.coverage.models import Policy, PolicyState
from planfront.kernel import clock

DAY = timedelta(days=1)


def put_all_in(state):
    """Write every policy's row as one that is in ``state`` today."""
    today = clock.today()
    for policy in Policy.objects.all():
        policy.awaits_decision, policy.end_date = state == PolicyState.PENDING, None
        if state == PolicyState.CANCELLED:
            policy.end_date = policy.effective_date - DAY
        if state == PolicyState.ACTIVE:
            policy.effective_date = min(policy.effective_date, today)
        if state == PolicyState.ENDED:
            policy.effective_date, policy.end_date = today - 30 * DAY, today - DAY
        policy.save()
