"""A client opens what was handed over to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.enrollment.models import LIVE_HAND_OVER, HandOver, HandOverState
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.shopping.access import CLIENT_GRANT
from planfront.shopping.quote.state import grant

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession
    from planfront.shopping.models import Quote

CHECK_PATH = "/enrollment/check"
_SELLERS = frozenset({"rep", "group", "staff"})


def open_for_client(live: HandOver, quote: Quote, session: VisitorSession, origin: Origin, *, first: bool) -> None:
    """Make the session the client's. Inside a transaction that holds the code's row. ``first``: with the code of the
    hand-over itself, not one of a client who saved for later.

    Raise FieldErrors for a session that a seller is signed in to: no one signs for their own client by the code.
    """
    if origin.kind in _SELLERS:
        raise FieldErrors.single("code", _("You are signed in to sell. Sign out to open this as the client."))
    grant(quote=quote, session=session, via=CLIENT_GRANT)
    if live.state not in LIVE_HAND_OVER:
        return
    if live.state == HandOverState.SENT:
        live.state, live.opened_at = HandOverState.OPENED, clock.now()
        live.save(update_fields=["state", "opened_at"])
    action = "hand_over.opened" if first else "resume.opened"
    record(action, origin=origin, subject_type="application", subject_id=live.application_id)
