"""Members' answers to the offer of a new year: keep, change plan, or decline. Without an answer it is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.catalog.snapshot import PlanView
from planfront.coverage import ledger
from planfront.coverage.ledger import Ledger
from planfront.coverage.models import OFFERED, Choice, Crosswalk, ItemState, Outcome, Policy, RenewalItem, RunState
from planfront.coverage.renewal.outcomes import NewYear, Problem, renew
from planfront.coverage.renewal.working import load_year
from planfront.coverage.timeline import find_terms
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound


@dataclass(frozen=True)
class PlanOffer:
    """A plan of the new year with its price, a month with fees; None where it can't take the policy."""

    plan: PlanView
    monthly: Decimal | None
    problem: str = ""


@dataclass(frozen=True)
class Offer:
    """An offer for the new year. ``keep`` None: no plan follows. ``others``: to choose instead."""

    item: RenewalItem
    first_day: date
    answer_by: date
    plan: PlanView | None
    before: Decimal | None
    keep: PlanOffer | None
    others: tuple[PlanOffer, ...]


def offered_items(policy_ids: Iterable[Any]) -> list[RenewalItem]:
    """Return present and past offers to the owners of policies: of runs that somebody agreed to, next day first."""
    rows = RenewalItem.objects.filter(policy__in=list(policy_ids), run__agreed_at__isnull=False)
    rows = rows.exclude(run__state=RunState.GIVEN_UP).exclude(state=ItemState.OVER)
    return list(rows.select_related("run", "policy").order_by("-first_day", "policy__number"))


def is_open(item: RenewalItem) -> bool:
    """Return whether an answer may be given today."""
    run = item.run
    return item.state == ItemState.WAITING and run.state in OFFERED and clock.today() <= run.answer_by


def load_offer(item: RenewalItem) -> Offer:
    """The offer with the prices of every plan to choose from, worked out by the code that renews."""
    year = load_year(item.run)
    (terms_record,) = ledger.load_ledgers([item.policy])
    terms = find_terms(terms_record.versions, item.first_day) or find_terms(
        terms_record.versions, item.policy.effective_date
    )
    row = year.row_for(terms) if terms and item.state == ItemState.WAITING else None
    keep = year.plans.get(item.plan_id) if item.plan_id is not None else None
    return Offer(
        item,
        item.first_day,
        item.run.answer_by,
        year.plans.get(terms.plan_id) if terms else None,
        item.before,
        PlanOffer(keep, item.after, item.problem) if keep and item.outcome != Outcome.ENDS else None,
        tuple(_offer_others(item, row, year)),
    )


def _offer_others(item: RenewalItem, row: Crosswalk | None, year: NewYear) -> Iterable[PlanOffer]:
    plans = [plan_id for plan_id in (row.others if row else ()) if plan_id in year.plans]
    beside = _load_others(item.policy) if plans else []
    for plan_id in plans:
        (fresh,) = ledger.load_ledgers([item.policy])
        renewed = renew(fresh, year, Choice.CHANGE, plan_id, beside)
        yield PlanOffer(year.plans[plan_id], renewed.after if renewed else None, renewed.problem if renewed else "")


def _load_others(policy: Policy) -> list[Ledger]:
    """Return the member's other policies."""
    if policy.member_id is None:
        return []
    return ledger.load_ledgers(Policy.objects.filter(member=policy.member_id).exclude(pk=policy.pk))


@transaction.atomic
def choose(item_id: int, choice: str, plan_id: int | None, origin: Origin) -> RenewalItem:
    """Keep an answer until the last day for it; a later one takes its place. Raises NotFound, FieldErrors for a plan
    that isn't offered, and BusinessError ``choiceClosed``."""
    item = lock_row(RenewalItem.objects.filter(pk=item_id).select_related("run", "policy"))
    if item is None:
        raise NotFound
    if not is_open(item):
        raise BusinessError("choiceClosed", _("The day to choose has passed."))
    _check_choice(item, choice, plan_id)
    item.choice, item.chosen_at = choice, clock.business_now()
    item.chosen_plan_id = plan_id if choice == Choice.CHANGE else None
    item.save(update_fields=["choice", "chosen_plan_id", "chosen_at"])
    meta = {"choice": choice, "plan": item.chosen_plan_id, "policy": item.policy.number}
    record("policy.renewal_chosen", origin=origin, subject_type="policy", subject_id=item.policy_id, meta=meta)
    return item


def _check_choice(item: RenewalItem, choice: str, plan_id: int | None) -> None:
    if choice not in Choice.values:
        raise FieldErrors.single("choice", _("Choose what to do."))
    if choice == Choice.KEEP and item.outcome == Outcome.ENDS:
        raise FieldErrors.single("choice", _("No plan follows this one."))
    if choice == Choice.CHANGE:
        offered = {other.plan.id for other in load_offer(item).others if other.monthly is not None}
        if plan_id not in offered:
            raise FieldErrors.single("plan_id", _("Choose one of the plans that are offered."))
    beside = _load_others(item.policy)
    (fresh,) = ledger.load_ledgers([item.policy])
    renewed = renew(fresh, load_year(item.run, [item.policy.member_id]), choice, plan_id, beside)
    if renewed is not None and renewed.problem == Problem.NEEDS_MEMBERSHIP:
        words = _("A plan would continue without the membership it needs. Answer that one first.")
        raise FieldErrors.single("choice", words)
