"""Moving an application to the tier that its list of dependents fits, in one step, and back."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.eligibility.texts import tier_name
from planfront.enrollment.application import context, store
from planfront.enrollment.application.listed_people import listed_dependents
from planfront.enrollment.forms.base import Answers, StepContext
from planfront.enrollment.steps.dependent.answers import Dependent
from planfront.enrollment.steps.dependent.step import SWITCHED, tier_columns, tier_that_fits
from planfront.enrollment.steps.registry import AGREEMENT, DEPENDENT
from planfront.kernel.errors import BusinessError, FieldErrors
from planfront.kernel.money import as_text
from planfront.shopping.cart import tier_switch as cart_tiers
from planfront.shopping.quote.columns import current_columns

if TYPE_CHECKING:
    from decimal import Decimal

    from planfront.shopping.access import Side
    from planfront.shopping.cart.repricing import RepricedLine
    from planfront.shopping.cart.tier_switch import TierSwitch
    from planfront.shopping.models import Quote

COLUMNS = ("tier", "spouse_dob", "spouse_covered", "children")


def offer_tier_switch(quote: Quote, side: Side = "client") -> Answers | None:
    """Return the tier that the list fits, with every price before and after.

    None where the quoted one fits, for callers who can't change the quote, and where no plan would be left.
    """
    if quote.handed_over_at is not None and side != "client":
        return None
    application = context.application_of(quote)
    if application is not None and application.state != "draft":
        return None
    return _offer(quote, context.load(quote, application))


def _offer(quote: Quote, ctx: StepContext) -> Answers | None:
    people = listed_dependents(ctx)[0]
    tier = tier_that_fits(ctx, people)
    if not tier:
        return None
    switch = cart_tiers.preview_tier_switch(quote=quote, columns=tier_columns(tier, people))
    return _shown(ctx, tier, people, switch) if switch.stays.lines else None


def _shown(ctx: StepContext, tier: str, people: list[Dependent], switch: TierSwitch) -> Answers:
    before, after = switch.before, switch.stays
    lines = [_line(line, switch) for line in before.lines]
    if after.membership:
        fee = as_text(after.membership)
        lines.append(_row(0, _("Association membership"), fee, fee))
    return {
        "from_tier": ctx.shopper.tier,
        "from_name": tier_name(ctx.shopper.tier, premier=ctx.cart.premier),
        "to_tier": tier,
        "to_name": tier_name(tier, premier=ctx.cart.premier),
        "covered": [person.first_name for person in people],
        "lines": lines,
        "old_total": as_text(before.old_total),
        "new_total": as_text(after.new_total),
        "old_first": as_text(before.old_total + before.old_once),
        "new_first": as_text(after.new_total + after.new_once),
        "signed": AGREEMENT.key in ctx.saved and AGREEMENT.holds(ctx),
    }


def _line(line: RepricedLine, switch: TierSwitch) -> Answers:
    if line.plan_id not in switch.leaves:
        return _row(line.plan_id, line.plan_name, as_text(line.old), _amount(line.new))
    closest = switch.leaves[line.plan_id]
    return {
        **_row(line.plan_id, line.plan_name, as_text(line.old), None),
        "message": line.message,
        "closest": {"plan_id": closest.plan_id, "plan_name": closest.plan_name} if closest else None,
    }


def _row(plan_id: int, name: str, old: str, new: str | None) -> Answers:
    return {"plan_id": plan_id, "plan_name": name, "old": old, "new": new, "message": "", "closest": None}


def _amount(value: Decimal | None) -> str | None:
    return None if value is None else as_text(value)


@transaction.atomic
def switch_tier(
    *, quote: Quote, tier: str, accepted_total: str, origin: Origin, side: Side = "client"
) -> tuple[Quote, int]:
    """TierSwitch quote, cart and list to ``tier`` at the prices that were shown. The same call again changes nothing.

    Raises ``priceChanged`` (data: the offer of now) when the total is another than ``accepted_total``, and FieldErrors
    on ``tier`` for one that the list doesn't fit. Returns the changed enrollment and the application's version.
    """
    opened = store.open_draft(quote, side)
    if opened.ctx.shopper.tier == tier and opened.ctx.answers(DEPENDENT.key).get(SWITCHED):
        return opened.quote, opened.application.version
    offer = _offer(opened.quote, opened.ctx)
    if offer is None or offer["to_tier"] != tier:
        raise FieldErrors.single("tier", _("Your dependents don't fit this tier. Please check the list."))
    if accepted_total != offer["new_total"]:
        message = _("Prices have changed. Nothing was switched; please review the new prices.")
        raise BusinessError("priceChanged", message, offer)
    people = listed_dependents(opened.ctx)[0]
    before = {name: getattr(opened.quote, name) for name in COLUMNS}
    leaves = [line["plan_id"] for line in offer["lines"] if line["new"] is None]
    dropped = cart_tiers.switch_tier(
        quote=opened.quote, columns=tier_columns(tier, people), leaves=leaves, origin=origin
    )
    opened.requote()
    answers = opened.ctx.answers(DEPENDENT.key)
    switched = {"columns": _stored(before), "dropped": dropped}
    store.write_answers(opened, DEPENDENT.key, {**answers, "confirmed": False, SWITCHED: switched}, origin)
    _note(opened, origin, before["tier"], tier)
    return opened.quote, opened.application.version


@transaction.atomic
def undo_tier_switch(*, quote: Quote, origin: Origin, side: Side = "client") -> tuple[Quote, int]:
    """Take the last change of the tier back, as long as nothing else was changed. Without one nothing happens.
    Returns as ``tier_change`` does."""
    opened = store.open_draft(quote, side)
    answers = dict(opened.ctx.answers(DEPENDENT.key))
    switched = answers.pop(SWITCHED, None)
    if switched is None:
        return opened.quote, opened.application.version
    old_tier = opened.ctx.shopper.tier
    cart_tiers.undo_tier_switch(
        quote=opened.quote, columns=_columns(switched["columns"]), dropped=switched["dropped"], origin=origin
    )
    opened.requote()
    store.write_answers(opened, DEPENDENT.key, answers, origin)
    _note(opened, origin, old_tier, switched["columns"]["tier"])
    return opened.quote, opened.application.version


def _stored(columns: dict[str, Any]) -> Answers:
    born = columns["spouse_dob"]
    return {**columns, "spouse_dob": born.isoformat() if born else None}


def _columns(stored: Answers) -> dict[str, Any]:
    born = stored["spouse_dob"]
    return {**current_columns(stored), "spouse_dob": date.fromisoformat(born) if born else None}


def _note(opened: store.OpenDraft, origin: Origin, before: str, after: str) -> None:
    record(
        "application.tier_changed",
        origin=origin,
        subject_type="application",
        subject_id=opened.application.id,
        meta={"before": before, "after": after},
    )
