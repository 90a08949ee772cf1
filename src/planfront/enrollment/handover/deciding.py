"""The client's yes or no to a change that the sender proposes."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin
from planfront.enrollment.application import context, store
from planfront.enrollment.application.proposals import apply_change
from planfront.enrollment.application.proposing import close_proposal
from planfront.enrollment.forms.base import Answers
from planfront.enrollment.models import OPEN_PROPOSAL, Proposal, ProposalState, Section
from planfront.enrollment.saving.dependents import with_set_aside, write_dependents
from planfront.enrollment.saving.tabs import write_contact
from planfront.enrollment.steps.registry import BY_KEY, CONTACT, DEPENDENT
from planfront.kernel.errors import Conflict, NotFound

if TYPE_CHECKING:
    from planfront.shopping.models import Quote


@transaction.atomic
def accept_proposal(*, quote: Quote, proposal_id: UUID, version: int | None, accept_price: bool, origin: Origin) -> int:
    """Make a proposed change. Accepting twice is accepting once. Returns the application's version.

    Raises Conflict when it was replaced or decided, or the tab changed after ``version``; ``priceChanged`` as the save
    of the tab does; FieldErrors when the change no longer passes the tab's rules.
    """
    opened = store.open_draft(quote, "client")
    row = _get_proposal(opened, proposal_id)
    if row.state == ProposalState.ACCEPTED:
        return opened.application.version
    section = opened.section(row.key)
    if row.state != ProposalState.WAITING or (version is not None and section.version > version):
        raise _changed_conflict(opened)
    typed = {} if row.key == DEPENDENT.key else _untouched_draft(section, row.change)
    _apply_proposal(opened, row, accept_price=accept_price, origin=origin)
    if typed:
        opened.refresh()
        store.write_draft(opened, row.key, typed)
    close_proposal(row, ProposalState.ACCEPTED, origin)
    return opened.application.version


def _untouched_draft(section: Section, change: Answers) -> Answers:
    """Return unsaved values in fields that the change leaves alone: they stay the client's draft."""
    as_form = BY_KEY[section.key].as_form
    before, after = as_form(section.answers), as_form(apply_change(change, section.answers))
    return {name: value for name, value in section.draft.items() if before.get(name) == after.get(name)}


def _apply_proposal(opened: store.OpenDraft, row: Proposal, *, accept_price: bool, origin: Origin) -> None:
    step = BY_KEY[row.key]
    ctx = context.for_step(opened.ctx, step)
    answers = step.save(ctx, apply_change(row.change, ctx.answers(row.key)))
    if step is CONTACT:
        county = str(row.change.get("county", ""))
        write_contact(opened, answers, accept_price=accept_price, county=county, origin=origin)
    elif step is DEPENDENT:
        answers = {**with_set_aside(opened.ctx, answers), "first_track": False}
        write_dependents(opened, answers, accept_price=accept_price, origin=origin)
    else:
        store.write_answers(opened, row.key, answers, origin)


@transaction.atomic
def decline_proposal(*, quote: Quote, proposal_id: UUID, origin: Origin) -> int:
    """Leave everything as it is. Returns the application's version."""
    opened = store.open_draft(quote, "client")
    row = _get_proposal(opened, proposal_id)
    if row.state == ProposalState.DECLINED:
        return opened.application.version
    if row.state != ProposalState.WAITING:
        raise _changed_conflict(opened)
    close_proposal(row, ProposalState.DECLINED, origin)
    return store.touch(opened.application)


@transaction.atomic
def withdraw_proposal(*, quote: Quote, proposal_id: UUID, origin: Origin) -> int:
    """The sender takes a proposal back. Returns the application's version."""
    opened = store.open_draft(quote, "seller", may_propose=True)
    row = _get_proposal(opened, proposal_id)
    if row.state in OPEN_PROPOSAL:
        close_proposal(row, ProposalState.WITHDRAWN, origin)
        return store.touch(opened.application)
    if row.state == ProposalState.WITHDRAWN:
        return opened.application.version
    raise _changed_conflict(opened)


def _get_proposal(opened: store.OpenDraft, proposal_id: UUID) -> Proposal:
    rows = Proposal.objects.select_related("hand_over")
    row = rows.filter(pk=proposal_id, hand_over__application=opened.application).first()
    if row is None:
        raise NotFound
    return row


def _changed_conflict(opened: store.OpenDraft) -> Conflict:
    return Conflict(
        _("This change has been updated. Please review it again."),
        current={"version": opened.application.version, "values": {}},
    )
