"""Keeping what the sender of a hand-over would change, until the client says yes or no."""

from __future__ import annotations

from datetime import timedelta

from planfront.audit.services import Origin, record
from planfront.enrollment.application import mails, store
from planfront.enrollment.application.proposals import difference, live_hand_over, open_proposals
from planfront.enrollment.application.results import SaveResult, save_result
from planfront.enrollment.forms.base import Answers, Step
from planfront.enrollment.models import HandOver, HandOverState, Proposal, ProposalState
from planfront.kernel import clock
from planfront.kernel.errors import Conflict

# One mail tells of all changes of this time.
_QUIET = timedelta(minutes=30)


def propose(
    opened: store.OpenDraft, step: Step, answers: Answers, origin: Origin, *, county: str = "", staged: bool = False
) -> SaveResult:
    """Keep checked ``answers`` of a tab as a proposal; one that says the same as the application takes it back.

    ``staged``: the list is still being made, the client isn't asked yet.
    """
    live = live_hand_over(opened.application)
    if live is None:
        raise Conflict
    change = difference(step, opened.section(step.key).answers, answers)
    if change and county:
        change["county"] = county
    state = ProposalState.STAGED if staged else ProposalState.WAITING
    before = next((item for item in open_proposals(opened.application) if item.key == step.key), None)
    if (before is None and not change) or (before and (before.change, before.state) == (change, state)):
        return save_result(opened, step)
    if before is not None:
        close_proposal(before, ProposalState.REPLACED if change else ProposalState.WITHDRAWN, origin)
    if change:
        _add_proposal(opened, live, step, change, state, origin)
    store.touch(opened.application)
    return save_result(opened, step)


def _add_proposal(
    opened: store.OpenDraft, live: HandOver, step: Step, change: Answers, state: ProposalState, origin: Origin
) -> None:
    row = Proposal(hand_over=live, key=step.key, state=state, made_at=clock.now())
    row.change = change
    row.save(force_insert=True)
    if state == ProposalState.STAGED:
        return
    record(
        "hand_over.proposed",
        origin=origin,
        subject_type="application",
        subject_id=opened.application.id,
        fields={*change["set"], *change["drop"]},
        meta={"tab": step.key},
    )
    if live.state == HandOverState.OPENED:
        mails.queue_change_mail(opened.quote, live, opened.application.applicant, _mail_window())


def _mail_window() -> str:
    return str(int(clock.now().timestamp() // _QUIET.total_seconds()))


def close_proposal(row: Proposal, state: ProposalState, origin: Origin) -> None:
    """End an open proposal."""
    was = row.state
    row.state, row.decided_at = state, clock.now()
    row.save(update_fields=["state", "decided_at"])
    if was == ProposalState.WAITING and state != ProposalState.REPLACED:
        record(
            f"hand_over.proposal_{state}",
            origin=origin,
            subject_type="application",
            subject_id=row.hand_over.application_id,
            meta={"tab": row.key},
        )
