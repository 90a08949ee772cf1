"""Rows of visits, quotes, applications and enrollments as the store would leave them, made without it."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import count, pairwise
from zoneinfo import ZoneInfo

from planfront.accounts.models import VisitorSession
from planfront.coverage.models import Policy
from planfront.enrollment.models import Application, Section
from planfront.kernel import clock
from planfront.members.models import DuplicateMember, Member
from planfront.sales.models import Confirmation, Sale
from planfront.shopping.models import CartLine, Quote

NUMBERS = count(70_000_001)
NEW_YORK = ZoneInfo("America/New_York")


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=NEW_YORK)


NOON = at("2026-03-10T12:00:00")


def quote(brand, *, on=NOON, plan=None, agent=None, expires="2026-12-31T00:00:00", **more):
    row = Quote.objects.create(
        brand=brand,
        zip="10001",
        state="NY",
        dob=date(1990, 1, 1),
        gender=1,
        tier="IO",
        agent=agent,
        created_at=on,
        updated_at=on,
        expires_at=at(expires),
        **more,
    )
    if plan:
        CartLine.objects.create(
            enrollment=row, plan=plan, plan_pricing_id="x", premium=Decimal("10.10"), added_at=on, priced_at=on
        )
    return row


def application(brand, *steps, state="draft", on=NOON, **more):
    row = Application.objects.create(
        enrollment=quote(brand, on=on, checked_out_at=on, **more),
        state=state,
        frozen={},
        created_at=on,
        updated_at=on,
        last_step=steps[-1] if steps else None,
    )
    for key in steps:
        Section.objects.create(application=row, key=key, answers={}, draft={}, saved_at=on)
    return row


def enrolled(brand, *policies, on=NOON, agent=None):
    """``policies``: plan, monthly premium and state."""
    row = application(brand, state="accepted", on=on, agent=agent)
    confirmation = Confirmation.objects.create(
        number=next(NUMBERS), brand_id=brand.pk, enrollment=row.enrollment, receipt={}, created_at=on
    )
    for plan, monthly, state in policies:
        policy = Policy.objects.create(
            number=f"P{next(NUMBERS)}",
            brand=brand,
            plan_id=plan.pk,
            plan_name=plan.name,
            category=plan.category,
            monthly=Decimal(monthly),
            effective_date=date(2026, 4, 1),
            end_date=date(2026, 3, 31) if state == "cancelled" else None,
            awaits_decision=state == "pending",
            created_at=on,
        )
        Sale.objects.create(
            policy=policy,
            confirmation=confirmation,
            plan_id=plan.pk,
            category=plan.category,
            plan_pricing_id="x",
            monthly=policy.monthly,
        )
    return confirmation


def visit(brand, on, **more):
    return VisitorSession.objects.create(
        brand_id=brand.pk, secret_hash="x", bound=True, created_at=on, seen_at=on, expires_at=on, **more
    )


def more_to_do(brand, count):
    """Drafts that wait, half of them at each of two steps, members with a policy, and pairs of likely twins."""
    on, first = clock.now() - timedelta(days=20), next(NUMBERS)
    quotes = Quote.objects.bulk_create(
        Quote(
            brand=brand,
            zip="10001",
            state="NY",
            dob=date(1990, 1, 1),
            gender=1,
            tier="IO",
            created_at=on,
            updated_at=on,
            expires_at=on + timedelta(days=30),
        )
        for _ in range(count)
    )
    Application.objects.bulk_create(
        Application(
            enrollment=row,
            frozen={},
            created_at=on,
            updated_at=on + timedelta(milliseconds=first + number),
            last_step="primary_info" if number % 2 else None,
        )
        for number, row in enumerate(quotes)
    )
    people = Member.objects.bulk_create(
        Member(brand=brand, first_name="Ann", last_name=f"Lee{first}-{number}", birth_date=date(1990, 1, 1), gender=0)
        for number in range(count + 1)
    )
    DuplicateMember.objects.bulk_create(
        DuplicateMember(brand=brand, first=one, second=two, found_at=on) for one, two in pairwise(people)
    )
    Policy.objects.bulk_create(
        Policy(
            number=f"M{row.pk}",
            brand=brand,
            member=row,
            plan_id=1,
            plan_name="Plan",
            category="dental",
            effective_date=date(2026, 1, 1),
            created_at=on,
        )
        for row in people
    )
