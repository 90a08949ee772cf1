"""Why email comes back, in words for staff."""

from __future__ import annotations

from planfront.messaging.models import OutboundEmail

_REASONS = {
    "5.1.2": "The part after the @ doesn't exist.",
    "5.4.4": "The part after the @ doesn't exist.",
    "5.1.10": "The part after the @ takes no email.",
    "5.2.1": "The mailbox is closed.",
    "5.2.2": "The mailbox is full.",
}
_UNKNOWN = ("5.1.", "5.4.1", "5.5.0")


def explain_return(mail: OutboundEmail) -> str:
    """Return the reason that the other server gave."""
    code = mail.last_error.split(" ", 1)[0]
    unknown = "The other server doesn't know the address." if code.startswith(_UNKNOWN) else ""
    return _REASONS.get(code) or unknown or "The other server refused the address."
