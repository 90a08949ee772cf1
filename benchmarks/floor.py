"""The floor: plain Django without middleware, that lists, reads and writes the store's rows, and knows nobody.

A server of its own (see servers.py) loads it as ``benchmarks.floor:application``.
"""

from __future__ import annotations

import gc
import json
import os
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "planfront.config.settings")
settings.MIDDLEWARE, settings.ROOT_URLCONF = [], __name__
application = get_wsgi_application()

from planfront.audit.models import AuditEvent  # noqa: E402 - models can be had once the application is there
from planfront.catalog.models import Plan  # noqa: E402
from planfront.kernel import clock  # noqa: E402
from planfront.kernel.security.ids import new_uuid  # noqa: E402
from planfront.shopping.models import CartLine, Quote  # noqa: E402

_ITEM = (
    *("id", "name", "logo", "category", "short_text", "carrier__name", "carrier__logo", "is_premier", "is_membership"),
    *("is_insurance", "facts", "badges", "rate_is_estimate"),
)
_ROW = (*(field.attname for field in Plan._meta.concrete_fields), "carrier__name", "carrier__logo")
_LINE = ("plan_id", "plan__name", "plan__category", "plan_pricing_id", "premium")


def healthz(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


def listing(_request: HttpRequest, brand_id: int) -> JsonResponse:
    """Return what the tables have of a listing's items."""
    plans = Plan.objects.filter(offers__brand_id=brand_id, offers__allowed=True)
    return JsonResponse({"result": list(plans.values(*_ITEM))})


def detail(_request: HttpRequest, plan_id: int) -> JsonResponse:
    return JsonResponse({"data": Plan.objects.values(*_ROW).get(pk=plan_id)})


def add_to_cart(request: HttpRequest) -> JsonResponse:
    """The rows that the store writes for a line, with a price that the client gives."""
    body: dict[str, Any] = json.loads(request.body)
    now = clock.now()
    with transaction.atomic():
        quote = Quote.objects.select_for_update().get(public_id=body["enrollment_id"])
        plan = Plan.objects.get(pk=body["plan_id"])
        line = CartLine(enrollment=quote, plan=plan, plan_pricing_id="floor", premium=body["premium"])
        line.added_at = line.priced_at = now
        line.proof = body["proof"]
        line.save(force_insert=True)
        quote.version, quote.updated_at = quote.version + 1, now
        quote.save(update_fields=["version", "updated_at"])
        AuditEvent.objects.create(
            id=new_uuid(), at=now, action="floor", actor_kind="visitor", brand_id=quote.brand_id, meta={"plan": plan.pk}
        )
        lines = list(CartLine.objects.filter(enrollment=quote).values(*_LINE))
    return JsonResponse({"data": {"count": len(lines), "lines": lines}})


urlpatterns = [
    path("healthz", healthz),
    path("plans/<int:brand_id>", listing),
    path("plan/<int:plan_id>", detail),
    path("cart", add_to_cart),
]
gc.freeze()
