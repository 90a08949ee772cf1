"""Offers for a new year, in the words of who reads them."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from planfront.catalog.selectors import catalog
from planfront.coverage import wording
from planfront.coverage.ledger import load_ledgers
from planfront.coverage.models import Choice, ItemState
from planfront.coverage.names import Names
from planfront.coverage.outcome_wording import PROBLEMS, explain_joining
from planfront.coverage.plan_facts import answer_text, compare_facts, find_following_plan, plan_name
from planfront.coverage.renewal import schemas
from planfront.coverage.renewal.choices import Offer, PlanOffer, is_open, load_offer, offered_items
from planfront.coverage.timeline import find_terms
from planfront.coverage.visible import visible_policies
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.text.parse import show_date

if TYPE_CHECKING:
    from planfront.catalog.snapshot import PlanView
    from planfront.coverage.authors import Author
    from planfront.coverage.models import RenewalItem
    from planfront.members.selectors import MemberFacts

_DAY = timedelta(days=1)


def list_renewals(member: MemberFacts, author: Author) -> list[schemas.RenewalSummary]:
    """Return the offers to a member, present and past, of the policies that the reader may see."""
    items = offered_items(policy.pk for policy in visible_policies(member, author))
    return [_summarize(item) for item in items]


def find_item(member: MemberFacts, author: Author, number: str) -> RenewalItem:
    """The newest offer for a policy. Raises NotFound."""
    policies = [policy.pk for policy in visible_policies(member, author) if policy.number == number]
    items = offered_items(policies)
    if not items:
        raise NotFound
    return items[0]


def read_offer(member: MemberFacts, item: RenewalItem) -> schemas.RenewalOffer:
    offer = load_offer(item)
    view = offer.plan
    return schemas.RenewalOffer(
        summary=_summarize(item),
        carrier=view.carrier_name if view else "",
        logo=view.logo if view else "",
        people=_people(member, item),
        last_day=show_date(offer.first_day - _DAY),
        why=_why(offer),
        keep=_plan(offer.keep, offer) if offer.keep else None,
        others=[_plan(other, offer) for other in offer.others],
    )


def _summarize(item: RenewalItem) -> schemas.RenewalSummary:
    chosen = catalog().plans.get(item.chosen_plan_id) if item.chosen_plan_id is not None else None
    following = find_following_plan(item)
    return schemas.RenewalSummary(
        policy_number=item.policy.number,
        plan=item.policy.plan_name,
        category=item.policy.category,
        first_day=show_date(item.first_day),
        answer_by=show_date(item.run.answer_by),
        before=wording.money_text(item.before),
        after=wording.money_text(item.after),
        difference=wording.difference_text(item.difference),
        follows=item.follows,
        next_plan=following,
        last_day=show_date(item.first_day - _DAY) if item.follows in ("another", "none") else "",
        choice=item.choice,
        chosen_plan=plan_name(chosen) if chosen else "",
        chosen_on=clock.show_day(item.chosen_at) if item.chosen_at else "",
        is_open=is_open(item),
        state_text=_state_text(item, chosen, following),
    )


def _state_text(item: RenewalItem, chosen: PlanView | None, following: str) -> str:
    """Return the present or past outcome in one sentence; of what was set aside, the answer too."""
    day, last = show_date(item.first_day), show_date(item.first_day - _DAY)
    if item.state == ItemState.ASIDE:
        review = _("We're reviewing this renewal and will email you.")
        return f"{answer_text(item)} {review}".strip()
    if item.choice == Choice.DECLINE or (item.follows == "none" and item.choice != Choice.CHANGE):
        return _("Coverage ends on %(day)s.") % {"day": last}
    takes_over = plan_name(chosen) if chosen else following
    if takes_over:
        return _("%(plan)s starts on %(day)s.") % {"plan": takes_over, "day": day}
    return _("It renews on %(day)s.") % {"day": day}


def _people(member: MemberFacts, item: RenewalItem) -> list[str]:
    (record,) = load_ledgers([item.policy])
    terms = find_terms(record.versions, item.first_day - _DAY)
    names = Names(member)
    return [names.first(person.key) for person in (terms.covered if terms else ())]


def _why(offer: Offer) -> str:
    item = offer.item
    words = {"day": show_date(offer.first_day - _DAY), "plan": plan_name(offer.keep.plan) if offer.keep else ""}
    if item.follows == "undecided":
        return _("We're reviewing this renewal and will email you.")
    if offer.keep is None:
        return _("This plan isn't offered after %(day)s, and no plan takes its place.") % words
    if item.follows == "another":
        return (
            _("This plan isn't offered after %(day)s. %(plan)s takes its place unless you choose something else.")
            % words
        )
    if not item.difference:
        return _("The insurer's rates for you stay the same.")
    same = _("The change is the same for everyone with this plan and the same people covered.")
    rates = _("The insurer's rates go up.") if item.difference > 0 else _("The insurer's rates go down.")
    return f"{rates} {same}"


def _problem_text(offered: PlanOffer) -> str:
    general = _("This plan isn't available for the people and place on your policy.")
    if not offered.problem:
        return ""
    return explain_joining(offered.problem, offered.plan) or str(PROBLEMS.get(offered.problem, general))


def _plan(offered: PlanOffer, offer: Offer) -> schemas.RenewalPlan:
    before: Decimal | None = offer.before
    comparable = before is not None and offered.monthly is not None
    return schemas.RenewalPlan(
        plan_id=offered.plan.id,
        plan=plan_name(offered.plan),
        carrier=offered.plan.carrier_name,
        monthly=wording.money_text(offered.monthly),
        difference=wording.difference_text(offered.monthly - before if comparable else None),  # type: ignore[operator]
        problem=_problem_text(offered),
        facts=compare_facts(offer.plan, offered.plan),
    )
