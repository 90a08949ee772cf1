"""The history of an application, read once for three readers: who did what, in which role, when. No values.

The client and the seller read it as ``acts_of`` tells it; staff in the back office's timeline.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from planfront.audit import selectors as audit
from planfront.enrollment.models import State, Transition
from planfront.enrollment.steps.registry import AGREEMENT, BY_KEY
from planfront.parties.groups.selectors import group_of_user
from planfront.parties.reps.selectors import agent_of_user
from planfront.sales import selectors as policies

if TYPE_CHECKING:
    from planfront.audit.selectors import Happening
    from planfront.enrollment.models import Application
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote

MOST = 200
ROLES = {
    "you": gettext_lazy("You"),
    "applicant": gettext_lazy("Applicant"),
    "rep": gettext_lazy("Rep"),
    "group": gettext_lazy("Group administrator"),
    "client": gettext_lazy("Client"),
    "staff": gettext_lazy("Staff"),
    "system": gettext_lazy("System"),
}
ACTS = {
    "application.submitted": gettext_lazy("Submitted the application"),
    "application.withdrawn": gettext_lazy("Withdrew the enrollment"),
    "hand_over.sent": gettext_lazy("Sent the application to the client"),
    "hand_over.resent": gettext_lazy("Sent a new code to the client"),
    "hand_over.opened": gettext_lazy("Opened the application with the code"),
    "hand_over.returned": gettext_lazy("Returned the application"),
    "hand_over.withdrawn": gettext_lazy("Took the application back"),
    "hand_over.proposed": gettext_lazy("Proposed a change of %(tab)s"),
    "hand_over.proposal_accepted": gettext_lazy("Accepted the change of %(tab)s"),
    "hand_over.proposal_declined": gettext_lazy("Declined the change of %(tab)s"),
    "hand_over.proposal_withdrawn": gettext_lazy("Took the proposed change of %(tab)s back"),
    "resume.code_created": gettext_lazy("Saved the application for later"),
    "resume.opened": gettext_lazy("Came back with a code"),
}
# States after the submission; what leads to the others is an act by itself.
_STATES = {
    State.PENDING: pgettext_lazy("application", "Pending underwriting"),
    State.ACCEPTED: pgettext_lazy("application", "Accepted"),
    State.ACTIVE: pgettext_lazy("application", "Active"),
    State.TERMINATED: pgettext_lazy("application", "Ended"),
    State.CANCELLED: pgettext_lazy("application", "Canceled"),
}
_BY_STAFF = gettext_lazy("Worked on the application in the back office")
_SAVED = ("application.", ".saved")


def load_history(
    application: Application, *, most: int = MOST, subjects: Iterable[UUID] = ()
) -> tuple[list[Happening], list[Transition]]:
    """Return the latest events of an application and of ``subjects`` that came of it, and its moves between states."""
    events = audit.list_events_of_all([application.pk, *subjects], most=most)
    return events, list(Transition.objects.filter(application=application))


@dataclass(frozen=True)
class Act:
    """``who`` is a rep's or group's name, or the role itself; ``text`` a sentence without its subject."""

    at: datetime
    role: str
    who: str
    text: str


def acts_of(quote: Quote, application: Application, side: Side) -> list[Act]:
    """Return the latest acts as ``side`` reads them, newest first. An act that one person repeats is listed once."""
    events, moves = load_history(application)
    listed = [*_done(quote, events, _own(quote, application, side)), *_moved(moves), *_decided(quote)]
    newest = sorted(listed, key=lambda act: act.at, reverse=True)
    acts: list[Act] = []
    for act in newest[:MOST]:
        if not acts or (acts[-1].who, acts[-1].text) != (act.who, act.text):
            acts.append(act)
    return acts


def _own(quote: Quote, application: Application, side: Side) -> str:
    """Return the role of the applicant for a reader: there is a client only where somebody sells."""
    if side == "client":
        return "you"
    sold = quote.agent_id or quote.group_id or application.hand_overs.exists()
    return "client" if sold else "applicant"


def _done(quote: Quote, events: Iterable[Happening], own: str) -> Iterator[Act]:
    names: dict[tuple[str, int | None], str] = {}
    for happening in events:
        text = _text(happening)
        if not text:
            continue
        role = own if happening.actor_kind in {"visitor", "member"} else happening.actor_kind
        who = names.setdefault((role, happening.actor_id), _name(quote.brand_id, role, happening.actor_id))
        yield Act(happening.at, role, who, text)


def _moved(moves: Iterable[Transition]) -> Iterator[Act]:
    """Tell what became of it after the submission: staff decided it, or it follows from what was done."""
    for row in moves:
        if row.from_state == State.DRAFT:
            continue
        role = "staff" if row.actor_kind == "staff" else "system"
        words = _("New status: %(status)s") % {"status": _STATES.get(State(row.to_state), row.get_to_state_display())}
        yield Act(row.at, role, str(ROLES[role]), words)


def _decided(quote: Quote) -> Iterator[Act]:
    for decision in policies.decisions_of(quote):
        words = _("Underwriting approved: %(plan)s") if decision.approved else _("Underwriting declined: %(plan)s")
        yield Act(decision.at, "staff", str(ROLES["staff"]), words % {"plan": decision.plan_name})


def _text(happening: Happening) -> str:
    tab = BY_KEY.get(
        str(happening.meta.get("tab", "")) or happening.action.removeprefix(_SAVED[0]).removesuffix(_SAVED[1])
    )
    if happening.action in ACTS:
        return str(ACTS[happening.action]) % {"tab": tab.title() if tab else ""}
    if tab is not None and happening.action.endswith(_SAVED[1]):
        return _("Signed the application") if tab is AGREEMENT else _("Saved %(tab)s") % {"tab": tab.title()}
    return str(_BY_STAFF) if happening.actor_kind == "staff" else ""


def _name(brand_id: int, role: str, user_id: int | None) -> str:
    result = agent_of_user(brand_id, user_id) if role == "rep" else None
    if role == "group":
        group = group_of_user(brand_id, user_id)
        return group.name if group else str(ROLES[role])
    return result.name if result else str(ROLES.get(role, role))


def roles_shown(acts: Iterable[Act]) -> list[dict[str, str]]:
    """Return the acts in their wire form."""
    return [
        {"at": act.at.isoformat(), "role": str(ROLES.get(act.role, act.role)), "who": act.who, "text": act.text}
        for act in acts
    ]
