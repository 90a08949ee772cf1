"""Writes what Acme grants its people, and keeps its open enrollment open."""

from __future__ import annotations

from datetime import date, timedelta

from planfront.billing.models import Method, PaymentRule
from planfront.members.models import Member
from planfront.parties.groups.models import Contribution, Group, GroupClass, OpenEnrollment
from planfront_demo.people import GROUP_TERMS
from planfront_demo.seed_people import World, first_of_month


def seed_terms(world: World) -> None:
    """Write classes, contributions and open enrollment. Members come first: some are in a class of their own."""
    group = world.groups[GROUP_TERMS.group]
    Group.objects.filter(pk=group.pk).update(pay_periods=GROUP_TERMS.pay_periods, pay_day=GROUP_TERMS.pay_day)
    classes = {
        row.name: GroupClass.objects.create(group=group, order=order, **row.model_dump())
        for order, row in enumerate(GROUP_TERMS.classes)
    }
    Contribution.objects.bulk_create(
        Contribution(group=group, **{**row.model_dump(), "group_class": classes.get(row.group_class)})
        for row in GROUP_TERMS.contributions
    )
    PaymentRule.objects.bulk_create(
        PaymentRule(group_id=group.pk, plan_id=plan_id, method=Method.LIST) for plan_id in GROUP_TERMS.by_payroll
    )
    for member_id, name in GROUP_TERMS.in_class.items():
        Member.objects.filter(pk=member_id).update(group_class=classes[name])
    for member_id, days in GROUP_TERMS.hired_days_ago.items():
        Member.objects.filter(pk=member_id).update(hired_on=world.today - timedelta(days=days))
    OpenEnrollment.objects.create(group=group, **_window(world.today))


def _window(today: date) -> dict[str, date]:
    """Return the days of open enrollment: open for two weeks already, until the day before coverage starts."""
    starts = first_of_month(today, GROUP_TERMS.months_to_coverage)
    opened = today - timedelta(days=GROUP_TERMS.opened_days_ago)
    return {"opens_on": opened, "closes_on": starts - timedelta(days=1), "coverage_start": starts}


def renew_open_enrollment(today: date) -> None:
    """Reopen Acme's enrollment once it is over, so that the demo stays as described."""
    rows = OpenEnrollment.objects.filter(group_id=GROUP_TERMS.group)
    if not rows.filter(closes_on__gte=today).exists():
        rows.filter(pk__in=rows.order_by("-closes_on").values("pk")[:1]).update(**_window(today))
