"""One form for things in lists: people as initials, name and a fact, policies by their plan, money with its period."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from django.contrib.admin import helpers
from django.contrib.admin.utils import label_for_field
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from unfold.templatetags import unfold_list

from planfront.coverage.selectors import CoverageStanding
from planfront.kernel.money import display
from planfront.kernel.text.parse import show_date

NOTHING = "–"
# Fields whose own name is a programmer's, in lists and in forms.
_HEADINGS = {
    "address1": "Address",
    "address2": "Address, second line",
    "client id": "Client number",
    "eff start": "From",
    "fips": "County number (FIPS)",
    "is smoker": "Tobacco use",
    "list key": "List",
    "search url": "Address of the search",
    "sha256": "Fingerprint (SHA-256)",
    "sort order": "Place in lists",
    "user": "Account",
    "at": "When",
    "id": "Number",
    "ip": "Network address",
    "zip": "ZIP",
    "naic": "NAIC",
    "naic code": "NAIC",
    "eff from": "From",
    "eff to": "To",
    "is active": "Active",
    "row count": "Rows",
    "landing url": "Address in the store",
    "enqueued at": "Queued",
    "updated at": "Changed",
    "expires at": "Good until",
    "last login": "Signed in last",
    "plan name": "Plan",
}


def initials(name: str) -> str:
    """The first letters of a first and a last name."""
    words = [word for word in name.split() if word[0].isalpha()]
    return "".join(word[0].upper() for word in (words if len(words) < 2 else [words[0], words[-1]]))


def person(name: str, fact: object = "") -> SafeString | str:
    """A person of a list."""
    if not name.strip():
        return two_lines(NOTHING, fact) if fact else NOTHING
    return format_html('<span class="o-person" data-initials="{}">{}</span>', initials(name), two_lines(name, fact))


def two_lines(first: object, second: object = "") -> SafeString:
    """What something is called, and below it one fact."""
    below = format_html("<small> {}</small>", second) if second else ""
    return format_html('<span class="o-two">{}{}</span>', first, below)


def email(address: str) -> SafeString:
    """An email address that a narrow column breaks before its "@" only."""
    name, _at, host = address.partition("@")
    return format_html("{}<wbr>@{}", name, host) if host else format_html("{}", address)


def monthly(amount: Decimal | None) -> SafeString | str:
    """Money to the cent with its period."""
    return NOTHING if amount is None else format_html('<span class="o-money">{} a month</span>', display(amount))


def coverage(standing: str, starts: date | None) -> str:
    """A member's coverage as ``coverage.selectors.annotate_coverage`` has it; what starts later says when."""
    if standing == CoverageStanding.STARTS and starts:
        return f"Starts {show_date(starts)}"
    return str(CoverageStanding(standing).label)


def heading(name: Any, model: Any, *rest: Any, **more: Any) -> Any:
    """What a column is called, as people say it."""
    label = label_for_field(name, model, *rest, **more)
    text, attribute = label if isinstance(label, tuple) else (label, None)
    text = people_say(str(text))
    return (text, attribute) if isinstance(label, tuple) else text


def people_say(label: str) -> str:
    """A field's label without a programmer's words."""
    plain = label.lower().replace("_", " ")
    if plain in _HEADINGS:
        return _HEADINGS[plain]
    if plain.endswith(" at"):
        return str(capfirst(plain.removesuffix(" at")))
    if plain.endswith(" es"):
        return str(capfirst(f"{plain.removesuffix(' es')} (Spanish)"))
    return label


def install() -> None:
    """Name the columns of every list so, and what forms only show."""
    unfold_list.label_for_field = heading
    helpers.label_for_field = heading  # type: ignore[attr-defined] # what the module has imported
