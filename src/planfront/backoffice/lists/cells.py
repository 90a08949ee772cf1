"""One form for things in lists: people as initials, name and a fact, policies by their plan, money with its period."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from django.utils.html import format_html
from django.utils.safestring import SafeString

from planfront.coverage.selectors import CoverageStanding
from planfront.kernel.money import display
from planfront.kernel.text.parse import show_date

NOTHING = "–"
_SIGNS = {"good": "check", "warn": "schedule", "bad": "close"}


def name_initials(name: str) -> str:
    """Return the first letters of a first and a last name."""
    words = [word for word in name.split() if word[0].isalpha()]
    return "".join(word[0].upper() for word in (words if len(words) < 2 else [words[0], words[-1]]))


def person_cell(name: str, fact: object = "") -> SafeString | str:
    """Return a person's initials, name and one fact."""
    if not name.strip():
        return two_lines(NOTHING, fact) if fact else NOTHING
    return format_html(
        '<span class="o-person" data-initials="{}">{}</span>', name_initials(name), two_lines(name, fact)
    )


def two_lines(first: object, second: object = "") -> SafeString:
    """Return a name with one fact below it."""
    below = format_html("<small> {}</small>", second) if second else ""
    return format_html('<span class="o-two">{}{}</span>', first, below)


def email_cell(address: str) -> SafeString:
    """Return an email address that a narrow column breaks before its "@" only."""
    name, _at, host = address.partition("@")
    return format_html("{}<wbr>@{}", name, host) if host else format_html("{}", address)


def policy_link(number: str, href: str) -> SafeString:
    return format_html('<a class="desk-policy" href="{}">Policy {}</a>', href, number)


def policy_mark(number: str, href: str, status: str, tone: str) -> SafeString:
    """Return a policy as every page shows it: its state, and its number as the way to it."""
    sign = format_html(
        '<span class="material-symbols-outlined" aria-hidden="true">{}</span>', _SIGNS.get(tone, "event")
    )
    badge = format_html('<span class="desk-badge is-{}">{}{}</span> ', tone, sign, status) if status else ""
    return format_html("{}{}", badge, policy_link(number, href))


def monthly_cell(amount: Decimal | None) -> SafeString | str:
    """Return an amount to the cent with its period."""
    return NOTHING if amount is None else format_html('<span class="o-money">{} a month</span>', display(amount))


def coverage_text(standing: str, starts: date | None) -> str:
    """Return a member's coverage as annotated by ``coverage.selectors.annotate_coverage``, with the day of a later
    start."""
    if standing == CoverageStanding.STARTS and starts:
        return f"Starts {show_date(starts)}"
    return str(CoverageStanding(standing).label)
