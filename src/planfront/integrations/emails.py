"""Email addresses: well formed and deliverable? Embedded: syntax rules only, nothing leaves the process. They are
asked first in any case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.conf import settings
from django.utils.translation import gettext as _
from email_validator import EmailNotValidError, validate_email

from planfront.integrations import outside, ports
from planfront.integrations.ports import Trial, adapter
from planfront.kernel.text import texts
from planfront.kernel.text.folding import fold_text


@dataclass(frozen=True)
class EmailCheck:
    """The result of checking an email address.

    ``address`` is the normal form (lower-case domain), or "" when the text is not an address. ``disposable``: mail to
    it is thrown away. ``suggestion``: the address that was probably meant. ``doubt``: the service could not be asked,
    or doesn't know; such an address is accepted.
    """

    address: str
    valid: bool
    disposable: bool = False
    suggestion: str = ""
    doubt: bool = False


def normalize(text: str) -> str | None:
    """Return the address in its normal form; None when it isn't one."""
    try:
        result = validate_email(fold_text(text), check_deliverability=False, test_environment=not settings.PRODUCTION)
    except EmailNotValidError:
        return None
    return result.normalized if len(result.normalized) <= 254 else None


def check(text: str, *, asker: str = "") -> EmailCheck:
    """Check an email address. Never raises for a service that doesn't answer. ``asker``: the network address of the
    person who asks."""
    address = normalize(text)
    if address is None:
        return EmailCheck("", False)
    own = embedded(address)
    if ports.is_embedded("email"):
        return own
    answer = outside.ask(
        "email",
        kept_form(address),
        lambda: adapter("email")(address),
        EmailCheck,
        asker=asker,
        suggested=lambda answer: kept_form(answer.suggestion),
    )
    return replace(own, doubt=True) if answer is None else answer


def kept_form(text: str) -> str:
    """Return the form under which answers about an address are stored, in any case; "" for a text that is no
    address."""
    return (normalize(text) or "").casefold()


def embedded(address: str) -> EmailCheck:
    return EmailCheck(address, True)


def problem_of(result: EmailCheck) -> str:
    """Return the fault of an address, for a person; "" for a good one."""
    if result.valid:
        return ""
    if result.disposable:
        return _("This is a disposable email address. Enter one you'll keep.")
    if result.suggestion:
        return _("This address can't receive email. Did you mean %(address)s?") % {"address": result.suggestion}
    return _("This address can't receive email. Check it for typos.") if result.address else str(texts.EMAIL)


def words_of_doubt() -> str:
    return _("We couldn't check this email address just now. Please make sure it's right.")


def try_it(values: Mapping[str, str]) -> Trial:
    """Ask the port's adapter, and no stored answer."""
    address = normalize(values.get("email", ""))
    if address is None:
        return Trial(False, str(texts.EMAIL))
    result: EmailCheck = adapter("email")(address)
    if result.doubt:
        return Trial(True, _("We don't know if this address can receive email."))
    return Trial(True, problem_of(result) or _("This address can receive email."))
