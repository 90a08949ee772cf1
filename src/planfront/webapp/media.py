"""Documents of plans: uploaded files, and the summary of benefits that is made from a plan's own data."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, cast

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from planfront.brands import selectors as brands
from planfront.catalog import files, richtext
from planfront.catalog import selectors as catalog
from planfront.catalog.wording import pick
from planfront.kernel.errors import NotFound
from planfront.kernel.text.parse import show_phone

if TYPE_CHECKING:
    from planfront.brands.models import Brand

# A document may show itself and nothing else; a PDF's viewer is a plugin of the browser.
_CSP = "default-src 'none'; object-src 'self'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def _brand(request: HttpRequest) -> Brand:
    return cast("Brand", request.brand)  # type: ignore[attr-defined]


@require_safe
def document(request: HttpRequest, document_id: int, name: str) -> HttpResponseBase:
    """Serve an uploaded file of a plan that the brand sells."""
    try:
        result = catalog.document(document_id, catalog.Store(_brand(request).pk))
    except NotFound:
        raise Http404 from None
    stored = PurePosixPath(result.file.name or "")
    if not result.file or stored.name != name:
        raise Http404
    try:
        file = result.file.storage.open(str(stored))
    except FileNotFoundError:
        raise Http404 from None
    response = FileResponse(file, content_type=files.KINDS[stored.suffix][1], filename=name)
    response.headers["Content-Security-Policy"] = _CSP
    response.headers["Cache-Control"] = "private, max-age=300"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@require_safe
def summary(request: HttpRequest, plan_id: str, lang: str) -> HttpResponse:
    """Serve the plan's summary of benefits in a language, from the catalog of this moment."""
    brand = _brand(request)
    with override(lang):
        try:
            texts = catalog.plan_texts(int(plan_id), catalog.Store(brand.pk))
        except NotFound:
            raise Http404 from None
        context = {
            "brand": brand,
            "language": lang,
            "plan": _plan(texts, lang),
            "desc": texts.description,
            "favicon": brands.picture(brand, "favicon", "favicon.svg"),
            "theme_url": brands.brand_look(brand).url,
            "phone": show_phone(brand.phone),
        }
        response = render(request, "webapp/summary.html", context)
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Language"] = lang
    return response


def _plan(texts: catalog.PlanTexts, lang: str) -> dict[str, Any]:
    view, desc = texts.view, texts.description
    rows = [{**row, "values_shown": row.get("values", [])} for row in texts.benefits.get("rows", [])]
    parts = [
        (desc["exclusions_text_name"] or _("Exclusions"), desc["exclusions_text"]),
        (desc["example_text_name"] or _("Example"), desc["example_text"]),
        (desc["faq_text_name"] or _("Frequently asked questions"), desc["faq_text"]),
        (_("About the association"), desc["association_text"]),
    ]
    return {
        "id": view.id,
        "name": pick(view.i18n, "name", view.name, lang),
        "carrier_name": view.carrier_name,
        "form_no": texts.form_no,
        "facts": pick(view.i18n, "facts", view.facts, lang),
        "body": _html(desc["body_text"]),
        "benefits": {**texts.benefits, "rows": rows},
        "parts": [{"title": title, "html": _html(text)} for title, text in parts if text],
        "networks": texts.networks,
    }


def _html(text: str) -> SafeString:
    return SafeString(richtext.to_html(text))
