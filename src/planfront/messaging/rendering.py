"""Mail as text and as HTML: inline styles, resolved colours, system fonts, readable without images."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string
from django.utils import translation

from planfront.brands import selectors as brands
from planfront.brands.hours import local_hours
from planfront.brands.legal import legal_pages
from planfront.kernel.text.parse import show_phone
from planfront.messaging.contexts import build

if TYPE_CHECKING:
    from planfront.brands.models import Brand


# Headings in mail have the nearest face that mail programs have.
_SANS = "Arial,Helvetica,sans-serif"
_SERIF = "Georgia,'Times New Roman',serif"


@dataclass(frozen=True)
class Rendered:
    subject: str
    html: str
    text: str


def render(brand: Brand, kind: str, facts: dict[str, Any], language: str) -> Rendered:
    """The mail of ``kind`` in the brand's look and the given language. Raises as ``contexts.build`` does."""
    mail = build(kind, facts)
    with translation.override(language):
        subject = " ".join(mail.subject(brand.name).split())  # names may hold line breaks, headers may not
        context = {
            "brand": brand,
            "phone": show_phone(brand.phone),
            "hours": local_hours(brand.support_hours),
            "site": brands.site_url(brand.pk),
            "legal": legal_pages(brand, language),
            "c": brands.hex_roles(brand),
            "face": _SERIF if brand.font_display == "source-serif-4" else _SANS,
            "language": language,
            "subject": subject,
            "mail": mail,
        }
        name = getattr(mail, "template", kind)
        html = render_to_string(f"messaging/{name}.html", context)
        text = render_to_string(f"messaging/{name}.txt", context)
    return Rendered(subject, html, f"{text.strip()}\n{_legal_lines(context)}")


def _legal_lines(context: dict[str, Any]) -> str:
    return "".join(f"{page.head}: {context['site']}{page.href}\n" for page in context["legal"])


def fragment(html: str) -> str:
    """The body of a mail with its style sheet as one element, to be shown inside a page."""
    styles = html[html.index("<style>") : html.index("</style>")] + "</style>"
    opened = html[html.index("<body") :]
    attributes, _, rest = opened.removeprefix("<body").partition(">")
    return f"<div{attributes}>{styles}{rest[: rest.rindex('</body>')]}</div>"
