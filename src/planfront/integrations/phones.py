"""Phone numbers: can this be a working number? Embedded: the numbering plan (phonenumbers), which is asked first in any
case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import phonenumbers
from django.utils.translation import gettext as _

from planfront.integrations import outside, ports
from planfront.integrations.ports import Trial, adapter
from planfront.kernel.text.parse import us_phone


@dataclass(frozen=True)
class PhoneCheck:
    """``number`` is ten digits, or "" when the text is no United States number. ``line_type``: "mobile", "landline",
    "voip", another word of the service, or "" where nobody knows; only a mobile number may be sent text messages.
    ``doubt``: the service could not be asked."""

    number: str
    valid: bool
    line_type: str = ""
    doubt: bool = False


def check(text: str, *, asker: str = "") -> PhoneCheck:
    """Check a phone number. When a service doesn't answer, the numbering plan decides.

    ``asker``: the network address of the person who asks.
    """
    number = us_phone(text)
    if number is None:
        return PhoneCheck("", False)
    own = embedded(number)
    if ports.is_embedded("phone") or not own.valid:
        return own
    answer = outside.ask("phone", number, lambda: adapter("phone")(number), PhoneCheck, asker=asker)
    return replace(own, doubt=True) if answer is None else answer


def kept_form(text: str) -> str:
    """Return the form under which answers about a number are stored; "" for a text that is no number."""
    return us_phone(text) or ""


def embedded(number: str) -> PhoneCheck:
    return PhoneCheck(number, phonenumbers.is_valid_number(phonenumbers.parse(number, "US")))


def problem() -> str:
    """Return the message for a number that doesn't work."""
    return _("This phone number doesn't work. Please check it.")


def words_of_doubt() -> str:
    return _("We couldn't check this phone number just now. Please make sure it's right.")


def try_it(values: Mapping[str, str]) -> Trial:
    """Ask the port's adapter, and no stored answer."""
    number = us_phone(values.get("phone", ""))
    if number is None:
        return Trial(False, _("This isn't a U.S. phone number."))
    result: PhoneCheck = adapter("phone")(number)
    words = _("The number works.") if result.valid else _("The number doesn't work.")
    if result.line_type:
        words += " " + _("Type of line: %(kind)s.") % {"kind": result.line_type}
    return Trial(True, words)
