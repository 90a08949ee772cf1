"""What steps that ask for an address share: its checks, its one line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from planfront.enrollment.steps import rules
from planfront.enrollment.steps.base import Answers, Problems
from planfront.integrations.states import STATES
from planfront.kernel import texts
from planfront.kernel.parse import zip5


def split_zip(text: str) -> tuple[str, str]:
    """A ZIP+4 in its two parts; ("", "") for what is none."""
    match = re.fullmatch(r"([0-9]{5})[- ]?([0-9]{4})", text)
    return (match.group(1), match.group(2)) if match else ("", "")


def check(clean: Answers, problems: Problems) -> None:
    """Normalize ``zip`` and ``state`` in place; add what is wrong with them."""
    if clean.get("zip"):
        code = zip5(clean["zip"])
        if code is None:
            problems.add("zip", texts.ZIP_WIZARD)
        clean["zip"] = code or ""
    if clean.get("state"):
        clean["state"] = clean["state"].upper()
        if clean["state"] not in STATES:
            problems.add("state", texts.CHOICE)


def line(saved: Mapping[str, Any]) -> str:
    """``88 Lindenhall Ave, Unit 3B, Columbus, OH 43215-1234``."""
    street = [rules.text(saved, "address1"), rules.text(saved, "address2"), rules.text(saved, "city")]
    code = "-".join(part for part in (rules.text(saved, "zip"), rules.text(saved, "zip4")) if part)
    place = " ".join(part for part in (rules.text(saved, "state"), code) if part)
    return ", ".join(part for part in (*street, place) if part)
