"""E-mail addresses: well formed and deliverable? Embedded: syntax rules only, nothing leaves the process."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from email_validator import EmailNotValidError, validate_email

from planfront.integrations.ports import adapter


@dataclass(frozen=True)
class EmailCheck:
    """``address`` is the normal form (lower-case domain), or "" when the text is not an address."""

    address: str
    valid: bool


def normalize(text: str) -> str | None:
    """The address in its normal form; None when it isn't one."""
    try:
        result = validate_email(text.strip(), check_deliverability=False, test_environment=not settings.PRODUCTION)
    except EmailNotValidError:
        return None
    return result.normalized if len(result.normalized) <= 254 else None


def check(text: str) -> EmailCheck:
    """Raises ``ports.Unavailable`` when an outside checker doesn't answer."""
    address = normalize(text)
    if address is None:
        return EmailCheck("", False)
    result: EmailCheck = adapter("email")(address)
    return result


def embedded(address: str) -> EmailCheck:
    return EmailCheck(address, True)
