"""The PDF that goes with a mail. What it says is kept with the mail; the same description gives the same document."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _

from planfront.brands import selectors as brands
from planfront.brands.hours import local_hours
from planfront.kernel import clock
from planfront.kernel.files.pdf import make_pdf
from planfront.kernel.hooks import Hook
from planfront.kernel.text.parse import show_phone
from planfront.messaging.contexts import Letter, Line, Quote, build

if TYPE_CHECKING:
    from planfront.brands.models import Brand

LETTER_MAKER: Hook[Callable[[Mapping[str, Any]], bytes]] = Hook("messaging.letter_maker")
"""Makes the PDF of a letter (letters)."""
_TEMPLATES = Path(__file__).with_name("pdf")
# Typefaces of brands (brands.theme.FACES) as their font files name them.
_FAMILIES = {
    "hanken-grotesk": "Hanken Grotesk",
    "figtree": "Figtree",
    "source-serif-4": "Source Serif 4",
    "bricolage-grotesque": "Bricolage Grotesque 96pt",
}


@dataclass(frozen=True)
class Document:
    """A PDF and the name it is saved under."""

    name: str
    content: bytes


def describe(brand: Brand, kind: str, facts: dict[str, Any], language: str) -> dict[str, Any]:
    """All that the document of a mail is made of, as JSON; ``{}`` for kinds of mail that have none."""
    mail = build(kind, facts)
    if isinstance(mail, Letter):
        return mail.document
    if not isinstance(mail, Quote):
        return {}
    at = clock.now()
    with translation.override(language):
        logo = brands.logo_file(brand)
        return {
            "template": "quote.typ",
            "name": f"{slugify(brand.name)}-{slugify(_('Quote'))}-{clock.today():%Y-%m-%d}.pdf",
            "at": at.isoformat(),
            "data": {**brand_look(brand, logo), "lang": language, **_quote(brand, mail)},
            "files": {f"logo{logo[0]}": base64.b64encode(logo[1]).decode()} if logo else {},
        }


def make(description: Mapping[str, Any]) -> Document:
    """The document of a description. Takes a fifth of a second: not for inside a transaction. Raises PdfFailed."""
    if description.get("template") is None:
        return Document(description["name"], LETTER_MAKER.require("letter")(description))
    content = make_pdf(
        template=_TEMPLATES / description["template"],
        data=description["data"],
        at=datetime.fromisoformat(description["at"]),
        files={name: base64.b64decode(text) for name, text in description["files"].items()},
    )
    return Document(description["name"], content)


def brand_look(brand: Brand, logo: tuple[str, bytes] | None) -> dict[str, Any]:
    """Return the parts of a brand that a template shows: colours, typefaces, name, logo and where to reach it."""
    return {
        "colors": brands.hex_roles(brand),
        "fonts": {
            "text": _FAMILIES[brand.font_text],
            "display": _FAMILIES[brand.font_display],
            "weight": brand.display_weight,
            "tracking": float(brand.display_tracking),
        },
        "brand": {
            "name": brand.name,
            "logo": f"logo{logo[0]}" if logo else "",
            "phone": show_phone(brand.phone),
            "email": brand.email,
            "hours": local_hours(brand.support_hours),
            "site": brands.site_url(brand.pk).partition("://")[2],
        },
    }


def _quote(brand: Brand, mail: Quote) -> dict[str, Any]:
    words = {"brand": brand.name, "sender": mail.sender.name, "sent": mail.sent_on, "until": mail.valid_until}
    plans = [line for line in mail.lines if not line.is_fee]
    return {
        "title": _("Your benefits quote from %(brand)s") % words,
        "heading": _("Your quote: %(price)s a month") % {"price": mail.recurring_shown},
        "facts": _facts(mail),
        "tables": _tables(plans, [line for line in mail.lines if line.is_fee]),
        "totals": [
            {"label": _("First Month Cost"), "amount": mail.initial_shown},
            {"label": _("Recurring Cost"), "amount": mail.recurring_shown},
            {"label": _("Total Cost"), "amount": mail.total_shown},
        ],
        "share": mail.share,
        "year": _("First 12 months: %(amount)s") % {"amount": mail.first_year_shown},
        "online": _("Open this quote online"),
        "link": mail.link,
        "prices": _(
            "Prices are as of %(sent)s. You can open this quote until %(until)s; we'll check every price again and "
            "mark any changes. You can change plans, dates, or who is covered before you enroll."
        )
        % words,
        "questions": _("Questions? Call or write to %(sender)s.") % words,
        "contact": _contact(mail),
        "good_to_know": _("Good to know"),
        "notes": [*mail.notes, *_disclaimers(plans, from_pay=mail.from_pay)],
        "address": mail.address,
        # The page fills in its numbers.
        "page": _("Page {page} of {pages}"),
    }


def _facts(mail: Quote) -> list[dict[str, str]]:
    rows = (
        (_("Prepared for"), mail.name),
        (_("Prepared by"), mail.sender.name),
        (_("Who is covered"), mail.people),
        (_("Date"), mail.sent_on),
        (_("Valid until"), mail.valid_until),
        (_("Coverage can start on"), mail.effective_date),
    )
    return [{"label": label, "value": value} for label, value in rows if value]


def _tables(plans: list[Line], fees: list[Line]) -> list[dict[str, Any]]:
    result = [{"heading": _("Plans"), "first": _("Plan"), "second": _("Each month"), "lines": list(map(_line, plans))}]
    if fees:
        result.append({"heading": _("Fees"), "first": _("Fee"), "second": _("Amount"), "lines": list(map(_line, fees))})
    return result


def _line(line: Line) -> dict[str, Any]:
    about = [line.carrier, line.note, line.share]
    if not line.is_fee and not line.is_insurance:
        about.append(_("This is not insurance."))
    return {
        "name": line.name,
        "about": [text for text in about if text],
        "parts": [
            _("Includes %(rider)s: %(amount)s") % {"rider": part.name, "amount": part.shown} for part in line.parts
        ],
        "amount": line.shown,
    }


def _contact(mail: Quote) -> list[str]:
    licence = _("Insurance license %(licence)s") % {"licence": mail.sender.licence} if mail.sender.licence else ""
    return [text for text in (mail.sender.phone, mail.sender.email, licence) if text]


def _disclaimers(plans: list[Line], *, from_pay: bool) -> list[str]:
    starts = _("Coverage starts on the effective date, after the first payment clears.")
    texts = [
        _("This is a quote, not a policy."),
        _("Coverage starts on the effective date.") if from_pay else starts,
        _("The policy or certificate says what a plan pays and what it doesn't."),
    ]
    if any(not line.is_insurance for line in plans):
        texts.append(_("Items marked as not insurance pay no claims."))
    return texts
