"""Letters as PDF: one, or many one after the other for the printer."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _

from planfront.brands import selectors as brands
from planfront.kernel.files.pdf import make_pdf
from planfront.kernel.text.parse import show_date
from planfront.messaging.documents import brand_look

if TYPE_CHECKING:
    from datetime import date

    from planfront.brands.models import Brand
    from planfront.letters.models import Letter

_TEMPLATE = Path(__file__).with_name("pdf") / "letter.typ"


def describe_letter(
    brand: Brand,
    language: str,
    *,
    subject: str,
    paragraphs: Sequence[str],
    address: Sequence[str],
    policies: Sequence[str],
    day: date,
    at: datetime,
) -> dict[str, Any]:
    """All that a letter's PDF is made of, as JSON: what was sent can be made again at any time."""
    with translation.override(language):
        logo = brands.logo_file(brand)
        look = brand_look(brand, logo)
        return {
            "name": f"{slugify(brand.name)}-{slugify(subject)[:60]}.pdf",
            "at": at.isoformat(),
            "data": {
                **look,
                "lang": language,
                "title": subject,
                "paragraphs": list(paragraphs),
                "address": list(address),
                "facts": [
                    {"label": _("Date"), "value": show_date(day)},
                    *({"label": _("Policy"), "value": number} for number in policies),
                ],
                "page": _("Page {page} of {pages}"),
            },
            "files": {f"logo{logo[0]}": base64.b64encode(logo[1]).decode()} if logo else {},
        }


def make_letter(description: Mapping[str, Any]) -> bytes:
    """Return the PDF of a letter. Takes a fifth of a second: not for inside a transaction. Raises PdfFailed."""
    return _make([description])


def make_print_file(letters: Iterable[Letter]) -> bytes:
    """Return one PDF with each letter on pages of its own, numbered from one. Raises PdfFailed."""
    return _make([letter.document for letter in letters])


def _make(descriptions: Sequence[Mapping[str, Any]]) -> bytes:
    letters, files = [], {}
    for number, description in enumerate(descriptions):
        data = dict(description["data"])
        if data["brand"]["logo"]:
            name = f"{number}-{data['brand']['logo']}"
            files[name] = base64.b64decode(description["files"][data["brand"]["logo"]])
            data["brand"] = {**data["brand"], "logo": name}
        letters.append(data)
    at = datetime.fromisoformat(descriptions[-1]["at"])
    title = letters[0]["title"] if len(letters) == 1 else _("Letters")
    return make_pdf(template=_TEMPLATE, data={"title": title, "letters": letters}, at=at, files=files)
