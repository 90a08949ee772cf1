"""What happened to an application, as both sides of a hand-over read it: who, in which role, when. No values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.audit import selectors as audit
from planfront.enrollment.steps.registry import AGREEMENT, BY_KEY
from planfront.producers.selectors import agent_of_user
from planfront.sponsors.selectors import group_of_user

if TYPE_CHECKING:
    from planfront.audit.selectors import Happening
    from planfront.enrollment.models import Application
    from planfront.shopping.models import TempEnrollment

MOST = 200
ROLES = {
    "rep": gettext_lazy("Rep"),
    "group": gettext_lazy("Group administrator"),
    "client": gettext_lazy("Client"),
    "staff": gettext_lazy("Staff"),
    "system": gettext_lazy("System"),
}
_ACTS = {
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
_BY_STAFF = gettext_lazy("Worked on the application in the back office")
_SAVED = ("application.", ".saved")


@dataclass(frozen=True)
class Act:
    """``who`` is a rep's or group's name, or the role itself; ``text`` a sentence without its subject."""

    at: datetime
    role: str
    who: str
    text: str


def acts_of(enrollment: TempEnrollment, application: Application) -> list[Act]:
    """The latest acts, newest first. The same act of the same person many times on end is told once."""
    told: list[Act] = []
    names: dict[tuple[str, int | None], str] = {}
    for one in audit.happenings("application", application.pk, most=MOST):
        text = _text(one)
        if not text:
            continue
        role = "client" if one.actor_kind in {"visitor", "member"} else one.actor_kind
        who = names.setdefault((role, one.actor_id), _name(enrollment.brand_id, role, one.actor_id))
        if not told or (told[-1].who, told[-1].text) != (who, text):
            told.append(Act(one.at, role, who, text))
    return told


def _text(one: Happening) -> str:
    tab = BY_KEY.get(str(one.meta.get("tab", "")) or one.action.removeprefix(_SAVED[0]).removesuffix(_SAVED[1]))
    if one.action in _ACTS:
        return str(_ACTS[one.action]) % {"tab": tab.title() if tab else ""}
    if tab is not None and one.action.endswith(_SAVED[1]):
        return _("Signed the application") if tab is AGREEMENT else _("Saved %(tab)s") % {"tab": tab.title()}
    return str(_BY_STAFF) if one.actor_kind == "staff" else ""


def _name(brand_id: int, role: str, user_id: int | None) -> str:
    found = agent_of_user(brand_id, user_id) if role == "rep" else None
    if role == "group":
        group = group_of_user(brand_id, user_id)
        return group.name if group else str(ROLES[role])
    return found.name if found else str(ROLES.get(role, role))


def roles_shown(acts: Iterable[Act]) -> list[dict[str, str]]:
    """The wire form."""
    return [
        {"at": one.at.isoformat(), "role": str(ROLES.get(one.role, one.role)), "who": one.who, "text": one.text}
        for one in acts
    ]
