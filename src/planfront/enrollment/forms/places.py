"""Checks and the one-line form of an address, for all steps that ask for one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext

from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import Answers, Problems
from planfront.integrations.states import MAIL_PLACES, Purpose, zip_problem


def split_zip(text: str) -> tuple[str, str]:
    """A ZIP+4 in its two parts; ("", "") for what is none."""
    match = re.fullmatch(r"([0-9]{5})[- ]?([0-9]{4})", text)
    return (match.group(1), match.group(2)) if match else ("", "")


def check_zip(
    clean: Answers,
    states_of: Callable[[str], tuple[str, ...]],
    problems: Problems,
    purpose: Purpose = Purpose.MAIL,
    kind: str = "",
) -> None:
    """Add what is wrong with a clean ZIP: it doesn't exist, isn't in the state, or isn't where ``purpose`` allows.
    ``kind``: how the names begin."""
    code, state = clean.get(f"{kind}zip"), clean.get(f"{kind}state", "")
    if not code:
        return
    states = states_of(code)
    if problem := zip_problem(states, purpose):
        problems.add(f"{kind}zip", problem)
    elif state in MAIL_PLACES and state not in states:
        words = gettext("ZIP code %(zip)s is not in %(state)s.")
        problems.add(f"{kind}zip", words % {"zip": code, "state": gettext(MAIL_PLACES[state])})


def line(saved: Mapping[str, Any], kind: str = "") -> str:
    """``88 Lindenhall Ave, Unit 3B, Columbus, OH 43215-1234``. ``kind``: how the names begin."""

    def part(name: str) -> str:
        return rules.text(saved, f"{kind}{name}")

    street = [part("address1"), part("address2"), part("city")]
    code = "-".join(filter(None, (part("zip"), part("zip4"))))
    place = " ".join(filter(None, (part("state"), code)))
    return ", ".join(part for part in (*street, place) if part)
