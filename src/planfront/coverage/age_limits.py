"""Children who reach the age limit of their plan: their cover ends with the month, and they are told in time.

The change is written when the notice goes out, so that everybody sees it coming. A child who stays, such as one with a
disability, isn't looked at; a change that somebody withdrew isn't made again.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from planfront.audit.services import Origin, record
from planfront.catalog.selectors import catalog
from planfront.coverage import ledger
from planfront.coverage.authors import By
from planfront.coverage.effective_days import Step, take_step
from planfront.coverage.ledger import Cause, Entry, Ledger
from planfront.coverage.models import Change, CoveredPerson
from planfront.coverage.pricing import PriceRefused, Pricing
from planfront.coverage.selectors import reason_of
from planfront.coverage.states import is_open
from planfront.coverage.timeline import ChangeRefused, Kind, Role, find_terms
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import NotFound
from planfront.kernel.security.ids import new_uuid

logger = logging.getLogger(__name__)
_DAY = timedelta(days=1)
_LEEWAY = timedelta(days=7)
"""The time for which the ticker may stop without anyone being notified late."""
_BATCH = 500


@dataclass(frozen=True)
class AgeingOut:
    """A child whose cover ends with ``last_day`` because of the plan's age limit."""

    person: CoveredPerson
    last_day: date


def find_ageing_out(today: date) -> list[AgeingOut]:
    """Return the children to notify by a day, the first to go out first: what ``drop_due`` would do then."""
    due = [
        AgeingOut(person, last_day_of(person.birth_date, high, today))
        for high, plan_ids in plans_by_limit().items()
        for person in _children_to_notify(plan_ids, high, today)
    ]
    return sorted(due, key=lambda out: (out.last_day, out.person.policy.number, out.person.birth_date))


def last_day_of(born: date, high: int, today: date) -> date:
    """The end of the month of the birthday on which a child is older than ``high``, but never before the notice is
    over, if it begins today."""
    end, earliest = end_of_age(born, high), today + _notice_period()
    return end if end >= earliest else take_step(Step.END_OF_MONTH, earliest)


def end_of_age(born: date, high: int) -> date:
    """The end of the month in which somebody becomes older than ``high``."""
    return take_step(Step.END_OF_MONTH, _birthday_at(born, high + 1))


def _notice_period() -> timedelta:
    return timedelta(days=settings.ENV.age_out_notice)


def _birthday_at(born: date, age: int) -> date:
    """A child of February 29 has its birthday on March 1 in other years."""
    try:
        return born.replace(year=born.year + age)
    except ValueError:
        return date(born.year + age, 3, 1)


def child_limits() -> dict[int, int]:
    """The highest age of children by plan, its own or the operator's."""
    usual = settings.ENV.child_age
    return {plan_id: terms.child_until(usual) - 1 for plan_id, terms in catalog().terms.items()}


def plans_by_limit() -> dict[int, list[int]]:
    """Plans by the highest age of their children."""
    plans: dict[int, list[int]] = {}
    for plan_id, high in child_limits().items():
        plans.setdefault(high, []).append(plan_id)
    return plans


def _children_to_notify(plan_ids: Sequence[int], high: int, today: date) -> Iterator[CoveredPerson]:
    """Children of plans who are to be told by now and aren't yet."""
    horizon = today + _notice_period() + _LEEWAY
    rows: QuerySet[CoveredPerson] = CoveredPerson.objects.filter(
        Q(end_date=None) | Q(end_date__gt=horizon),
        is_open(today, "policy__"),
        role=Role.CHILD.value,
        stays=False,
        birth_date__lte=date(horizon.year - high - 1, 12, 31),
        policy__plan_id__in=plan_ids,
        policy__awaits_decision=False,
    )
    for person in rows.select_related("policy__member", "relative"):
        if end_of_age(person.birth_date, high) <= horizon:
            yield person


def drop_due() -> int:
    """End the cover of children in time (the ticker calls this). Returns how many. Called again it does nothing."""
    due_by_child: dict[str, list[AgeingOut]] = {}
    for out in find_ageing_out(clock.today()):
        due_by_child.setdefault(out.person.key, []).append(out)
    children = list(due_by_child.values())
    return sum(_drop_children(children[at : at + _BATCH]) for at in range(0, len(children), _BATCH))


@transaction.atomic
def _drop_children(children: Iterable[Iterable[AgeingOut]]) -> int:
    """A child's policies with the same last day are one order, so that one letter names them all."""
    orders: dict[tuple[str, date], UUID] = defaultdict(new_uuid)
    due_by_policy: dict[UUID, list[AgeingOut]] = {}
    for out in chain.from_iterable(children):
        due_by_policy.setdefault(out.person.policy_id, []).append(out)
    pricing, reason, entries = Pricing(), reason_of("reached-age", "end"), []
    for policy_ledger in ledger.lock_ledgers(due_by_policy):
        for out in due_by_policy[policy_ledger.policy.pk]:
            order = orders[out.person.key, out.last_day]
            entry = _end_cover(policy_ledger, out, Cause(order=order, happened_on=out.last_day, reason=reason), pricing)
            if entry is not None:
                entries.append(entry)
    ledger.write(entries)
    return len(entries)


def _end_cover(held: Ledger, out: AgeingOut, cause: Cause, pricing: Pricing) -> Entry | None:
    """None where they are not covered that day, it was taken back before, or the price of those who stay isn't known:
    then they stay in the list of who ages out."""
    first = out.last_day + _DAY
    terms = find_terms(held.versions, first)
    if terms is None or terms.person(out.person.key) is None or _was_taken_back(held.rows, out.person.key):
        return None
    try:
        return ledger.add_change(held, Kind.DROP_PERSON, first, cause=cause, compute=pricing, key=out.person.key)
    except (PriceRefused, ChangeRefused) as refused:
        logger.warning("policy %s: a child can't age out: %s", held.policy.number, type(refused).__name__)
        return None


def _was_taken_back(rows: Iterable[Change], key: str) -> bool:
    listed = list(rows)
    gone = {row.withdraws_id for row in listed if row.withdraws_id}
    return any(
        row.pk in gone and row.kind == Kind.DROP_PERSON and row.by == By.SYSTEM and row.facts.get("key") == key
        for row in listed
    )


@transaction.atomic
def keep_child(*, person_id: UUID, stays: bool, origin: Origin) -> CoveredPerson:
    """Say that a child stays covered beyond the age limit, or not any more. A notice that went out is withdrawn.

    Raises NotFound, and ChangeRefused where a later change stands on it.
    """
    person = lock_row(CoveredPerson.objects.filter(pk=person_id, role=Role.CHILD.value))
    if person is None:
        raise NotFound
    (held,) = ledger.lock_ledgers([person.policy_id])
    person.stays = stays
    person.save(update_fields=["stays"])
    if stays:
        ledger.write(
            [
                ledger.withdraw_change(held, change, compute=Pricing())
                for change in [row for row in held.history if _ages_out(held.rows, row.id, person.key)]
            ]
        )
    meta = {"stays": stays, "policy": held.policy.number, "role": person.role}
    record("coverage.child_kept", origin=origin, subject_type="policy", subject_id=held.policy.pk, meta=meta)
    return person


def _ages_out(rows: Iterable[Change], change_id: str, key: str) -> bool:
    return any(
        str(row.pk) == change_id and row.kind == Kind.DROP_PERSON and row.by == By.SYSTEM and row.facts["key"] == key
        for row in rows
    )
