"""Plans that are priced by the age people have: on the anniversary of a policy it takes the rates of that day, and with
them the band of its people's ages. Policies whose rates are less than a year old then, as those of a renewal run, keep
them."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from planfront.coverage import ledger
from planfront.coverage.ledger import Cause, Entry, Ledger
from planfront.coverage.models import Crosswalk, EventKind, Policy, RunState, Version
from planfront.coverage.pricing import PriceRefused, Pricing
from planfront.coverage.timeline import ChangeRefused, Kind, find_terms, tier_of
from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid
from planfront.rating.selectors import plans_by_attained_age

logger = logging.getLogger(__name__)
AHEAD = timedelta(days=30)
"""The time before an anniversary at which its rates are written, so that the member hears of them in time."""
_BATCH = 500


def rate_due() -> int:
    """Write the rates of the anniversaries that come next (the ticker calls this). Returns how many policies got any.
    Called again it does nothing."""
    today, written = clock.today(), 0
    for day in (today + timedelta(days=ahead) for ahead in range(1, AHEAD.days + 1)):
        keys = sorted(find_anniversaries(day).values_list("pk", flat=True))
        for at in range(0, len(keys), _BATCH):
            written += _rate(keys[at : at + _BATCH], day)
    return written


def find_anniversaries(day: date) -> QuerySet[Policy]:
    """Policies whose anniversary is a day, on plans priced by the age people have, with rates a year old: those
    that get the rates of that day."""
    a_year_ago = _year_before(day)
    fresh = Version.objects.filter(policy=OuterRef("pk"), rated_on__gt=a_year_ago)
    in_run = Crosswalk.objects.filter(run__first_day__gt=a_year_ago, run__first_day__lte=day)
    in_run = in_run.exclude(run__state=RunState.GIVEN_UP)
    rows: QuerySet[Policy] = Policy.objects.open_on(day)
    return rows.filter(
        _began_on(day),
        ~Exists(fresh),
        effective_date__lt=day,
        awaits_decision=False,
        plan_id__in=plans_by_attained_age(day),
    ).exclude(plan_id__in=in_run.values("plan_id"))


def _year_before(day: date) -> date:
    return day.replace(year=day.year - 1) if (day.month, day.day) != (2, 29) else date(day.year - 1, 2, 28)


def _began_on(day: date) -> Q:
    """Return the first day of a policy; February 29 has its anniversary on March 1 in other years."""
    began = Q(effective_date__month=day.month, effective_date__day=day.day)
    leap_year = day.year % 4 == 0 and (day.year % 100 != 0 or day.year % 400 == 0)
    if (day.month, day.day) == (3, 1) and not leap_year:
        began |= Q(effective_date__month=2, effective_date__day=29)
    return began


@transaction.atomic
def _rate(keys: Iterable[Any], day: date) -> int:
    pricing, cause = Pricing(), Cause(order=new_uuid())
    ledgers = ledger.lock_ledgers(keys)
    entries = [entry for record in ledgers if (entry := _add_new_rates(record, day, cause, pricing))]
    ledger.write(entries, kind=EventKind.NEW_RATES)
    return len(entries)


def _add_new_rates(record: Ledger, day: date, cause: Cause, pricing: Pricing) -> Entry | None:
    """None where nothing is in force, or the price isn't known: it stays as it is until somebody looks at it."""
    terms = find_terms(record.versions, day)
    if terms is None or terms.premium is None or terms.tier != tier_of(terms.covered) or terms.rated_on >= day:
        return None
    try:
        return ledger.add_change(record, Kind.RENEWAL, day, cause=cause, compute=pricing)
    except (PriceRefused, ChangeRefused) as refused:
        logger.warning("policy %s has no rates for its anniversary: %s", record.policy.number, type(refused).__name__)
        return None
