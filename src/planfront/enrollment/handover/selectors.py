"""The state of a hand-over, for the page of either side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from planfront.enrollment.application import context, history
from planfront.enrollment.application.proposals import differences, live_hand_over, open_proposals
from planfront.enrollment.models import HandOver, Proposal, ProposalState, State
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.contact.answers import ContactAnswers
from planfront.enrollment.steps.registry import BY_KEY, CLIENTS_ALONE, href
from planfront.kernel import clock

if TYPE_CHECKING:
    from planfront.enrollment.forms.base import StepContext
    from planfront.enrollment.models import Application
    from planfront.enrollment.steps.registry import TabState
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote


def hand_over_brief(
    quote: Quote, application: Application | None, ctx: StepContext, side: Side
) -> dict[str, Any] | None:
    """Return what the wizard's frame shows of the hand-over; None without one."""
    handed = quote.handed_over_at is not None
    if not handed and side != "seller":
        return None
    waiting = sum(item.state == ProposalState.WAITING for item in open_proposals(application)) if handed else 0
    return {"side": side, "live": handed, "may_send": not handed and may_send(ctx, application), "waiting": waiting}


def list_unready_tabs(ctx: StepContext) -> list[TabState]:
    """Tabs that the sender has to complete before the client can go on."""
    return [tab for tab in registry.tabs(ctx) if tab.required and tab.missing and not tab.step.clients_alone]


def may_send(ctx: StepContext, application: Application | None) -> bool:
    """Return whether the seller has completed everything that isn't left to the client."""
    if application is None or application.state != State.DRAFT:
        return False
    return not list_unready_tabs(ctx) and any(not line.is_fee for line in ctx.cart.lines)


def is_theirs(quote: Quote, side: Side, key: str) -> bool:
    """Return whether a tab is someone else's to fill in: the client's alone after a hand-over, every tab for a
    guest."""
    if quote.handed_over_at is None or side == "client":
        return False
    return side == "guest" or key in CLIENTS_ALONE


def hand_over_of(quote: Quote, side: Side) -> dict[str, Any]:
    """Return the hand-over, its proposals and its history."""
    application = context.application_of(quote)
    ctx = context.load(quote, application)
    live = live_hand_over(application)
    last = live or _last(application)
    rows = [item for item in open_proposals(application) if side == "seller" or item.state == ProposalState.WAITING]
    return {
        "side": side,
        "may_send": side == "seller" and live is None and may_send(ctx, application),
        "hand_over": _shown(last, side) if last else None,
        "client_name": application.applicant if application else "",
        "suggested_email": ctx.read_typed(ContactAnswers).email_address if side == "seller" else "",
        "proposals": [_proposal(ctx, row) for row in rows],
        "history": history.roles_shown(history.acts_of(quote, application, side)) if application else [],
        "version": application.version if application else 1,
    }


def _last(application: Application | None) -> HandOver | None:
    if application is None:
        return None
    return HandOver.objects.filter(application=application).order_by("-sent_at").first()


def _shown(row: HandOver, side: Side) -> dict[str, Any]:
    """The address and the note are between the two: a guest sees neither."""
    private = side != "guest"
    return {
        "state": row.state,
        "sender_name": row.sender_name,
        "sender_role": str(history.ROLES.get(row.sender_kind, row.sender_kind)),
        "email": row.email if private else "",
        "message": row.message if private else "",
        "note": row.note if private else "",
        "sent_on": clock.show_day(row.sent_at),
        "opened_on": clock.show_day(row.opened_at),
    }


def _proposal(ctx: StepContext, row: Proposal) -> dict[str, Any]:
    step = BY_KEY[row.key]
    return {
        "proposal_id": str(row.pk),
        "tab_name": step.key,
        "title": step.title(),
        "href": href(step),
        "by": row.hand_over.sender_name,
        "sent": row.state == ProposalState.WAITING,
        "changes": [
            {"label": difference.label, "old": difference.old, "new": difference.new}
            for difference in differences(ctx, row)
        ],
    }
