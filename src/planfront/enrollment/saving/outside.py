"""Outside checks of contact data, made before anything is locked: no transaction waits for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import Answers
from planfront.integrations import addresses, emails, phones, ports
from planfront.kernel.errors import FieldError
from planfront.kernel.outgoing import calls as outgoing
from planfront.kernel.text.parse import zip5

_NAMES = ("address1", "address2", "city", "state", "zip")


@dataclass(frozen=True)
class Findings:
    """The results of outside checks. ``address``: the typed one in its standard form; None where no check was wanted.
    ``suggestion``: what the service has instead. ``notices``: what to look at again. ``problems``: what is refused."""

    address: addresses.Address | None = None
    suggestion: addresses.Address | None = None
    notices: tuple[str, ...] = ()
    problems: tuple[FieldError, ...] = ()


def ask_about_address(data: Mapping[str, Any], asker: str) -> Findings:
    """Check the typed address, where that is wanted."""
    if rules.text(data, "with_validation") != "1":
        return Findings()
    typed = addresses.Address(**{name: rules.text(data, name) for name in _NAMES}, zip4=rules.text(data, "zip4"))
    if not all((typed.address1, typed.city, typed.state, zip5(typed.zip))):
        return Findings()  # the step itself says what is missing
    result = addresses.check(typed, asker=asker)
    if result.problem:
        return Findings(problems=(FieldError(result.problem, _("This doesn't match the rest of the address.")),))
    words = addresses.words_of(result.note)
    return Findings(result.address, result.suggestion, (words,) if words else ())


def ask_about_contact(data: Mapping[str, Any], asker: str) -> Findings:
    """Check address, phone number and email address, all within the time of one call."""
    with outgoing.deadline(outgoing.SECONDS):
        check = ask_about_address(data, asker)
        problems, notices = list(check.problems), list(check.notices)
        for ask in (_check_email, _check_phone):
            problem, notice = ask(data, asker)
            problems += [problem] if problem else []
            notices += [notice] if notice else []
    return Findings(check.address, check.suggestion, tuple(notices), tuple(problems))


def _check_email(data: Mapping[str, Any], asker: str) -> tuple[FieldError | None, str]:
    typed = rules.text(data, "email_address")
    if ports.is_embedded("email") or emails.normalize(typed) is None:
        return None, ""  # the step itself says what is no address
    result = emails.check(typed, asker=asker)
    if problem := emails.problem_of(result):
        return FieldError("email_address", problem), ""
    return None, emails.words_of_doubt() if result.doubt else ""


def _check_phone(data: Mapping[str, Any], asker: str) -> tuple[FieldError | None, str]:
    typed = rules.text(data, "phone_number")
    if ports.is_embedded("phone") or not typed:
        return None, ""
    result = phones.check(typed, asker=asker)
    if result.number and not result.valid:
        return FieldError("phone_number", phones.problem()), ""
    return None, phones.words_of_doubt() if result.doubt else ""


def take_address(answers: Answers, findings: Findings) -> None:
    """Put a checked address in its standard form."""
    if findings.address is None:
        return
    if findings.address.zip4:
        answers["zip4"] = findings.address.zip4
    for name in _NAMES:
        if value := getattr(findings.address, name):
            answers[name] = value
