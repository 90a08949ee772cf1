"""The demo world, written once into an empty database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, transaction

from planfront.accounts.models import User
from planfront.brands.models import Brand
from planfront.catalog.models import Plan, PlanQuestion
from planfront.kernel import clock
from planfront.kernel.database import locks
from planfront.members.models import Member
from planfront.parties.groups.models import Group, Portal
from planfront.parties.reps.models import Agent
from planfront.rating.models import RateRow
from planfront_demo.history.seed import seed_history, tell_nobody
from planfront_demo.people import PEOPLE, SignIn
from planfront_demo.resume import EMAIL, renew_saved_enrollment, seed_saved_enrollment
from planfront_demo.seed_leads import seed_leads
from planfront_demo.seed_payments import seed_paid, seed_payments
from planfront_demo.seed_people import World, seed_members, seed_people
from planfront_demo.seed_plans import seed_plans
from planfront_demo.seed_policies import seed_policies
from planfront_demo.seed_questions import seed_questions
from planfront_demo.seed_rates import seed_rates
from planfront_demo.seed_riders import seed_riders
from planfront_demo.seed_terms import renew_open_enrollment, seed_terms
from planfront_demo.seed_videos import seed_videos

NUMBERED = (Brand, Portal, Agent, Group, Plan, PlanQuestion, Member)
"""Models that got ids of our choosing: PostgreSQL must count on from them."""


class DemoRefusedError(Exception):
    """A refusal to write the demo world: this is production, or there is data already."""


@dataclass(frozen=True)
class DemoSummary:
    """The facts that a person needs to try the demo. ``brand_urls``: address by the brand's name."""

    brand_urls: dict[str, str]
    sign_ins: tuple[SignIn, ...]
    password: str
    resume_code: str
    resume_email: str


@transaction.atomic
def seed_if_empty(history: bool = False, tell: Callable[[str], None] = tell_nobody) -> bool:
    """Seed an empty database; True when it did. Does nothing in production or where there is an account or a brand.
    ``history``: with what happened in the twelve weeks before. ``tell`` gets a line now and then."""
    if settings.PRODUCTION or not _empty():
        return False
    seed_demo(tell=tell)
    if history:
        seed_history(tell=tell)
    return True


def _empty() -> bool:
    return not Brand.objects.exists() and not User.objects.exists()


@transaction.atomic
def seed_demo(*, tell: Callable[[str], None] = tell_nobody) -> None:
    """Write the whole demo world in one transaction. Raises DemoRefusedError."""
    if settings.PRODUCTION:
        raise DemoRefusedError("The demo world is never written in production.")
    locks.lock_name("demo.seed")
    if not _empty():
        raise DemoRefusedError("The database isn't empty.")
    world = World(today=clock.real_today())
    tell("Seeding the demo world …")
    seed_people(world)
    seed_plans(world)
    tell(f"  {len(world.brands)} brands, {Plan.objects.count()} plans")
    seed_questions()
    seed_riders()
    seed_rates(world)
    tell(f"  {RateRow.objects.count():,} rates")
    seed_members(world)
    seed_terms(world)
    seed_policies(world)
    tell(f"  {len(world.members)} members with policies")
    seed_payments(world)
    seed_paid(world)
    seed_leads()
    seed_videos(world.brands["planfront"])
    seed_saved_enrollment(
        brand=world.brands["planfront"], agent_id=world.reps[11].pk, portal_id=world.portals["individual"].pk
    )
    _count_on()


def _count_on() -> None:
    statements = connection.ops.sequence_reset_sql(no_style(), list(NUMBERED))
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def demo_summary(port: int) -> DemoSummary | None:
    """Return addresses, accounts and the code of the saved enrollment. None when this isn't the demo world."""
    if settings.PRODUCTION or not User.objects.filter(email=PEOPLE.admin.email, is_staff=True).exists():
        return None
    renew_open_enrollment(clock.real_today())
    urls = {row.name: f"http://{row.host}:{port}" for row in PEOPLE.brands}
    return DemoSummary(urls, PEOPLE.sign_ins, PEOPLE.password, renew_saved_enrollment(), EMAIL)
