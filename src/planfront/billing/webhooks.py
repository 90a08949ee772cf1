"""Events of gateways by webhook: ``POST /webhooks/card/<gateway>``.

An event is believed by its signature alone, taken once by its id, and then only a hint: a job asks the gateway what it
is about, so that late, doubled and out-of-order events do no harm.
"""

from __future__ import annotations

import logging

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from planfront.billing.models import CardEvent
from planfront.billing.tasks import apply_event
from planfront.integrations.cards import WrongSignature, hosted_gateway
from planfront.kernel import clock
from planfront.kernel.database.durable import wait_for_standby

logger = logging.getLogger(__name__)


@csrf_exempt
@require_POST
def card_webhook(request: HttpRequest, gateway: str) -> HttpResponse:
    """200 for what was taken, now or before; 400 for what the gateway did not send, or too long ago."""
    port = hosted_gateway()
    if port is None or port.name != gateway:
        return JsonResponse({"received": False, "reason": "no such gateway"}, status=404)
    try:
        event = port.read_event(request.body, request.headers)
    except WrongSignature as error:
        logger.warning("webhook of %s refused: %s", gateway, error)
        return JsonResponse({"received": False, "reason": str(error)}, status=400)
    with transaction.atomic():
        wait_for_standby()
        row, is_new = CardEvent.objects.get_or_create(
            gateway=gateway,
            event_id=event.id[:120],
            defaults={"kind": event.kind[:80], "reference": event.setup[:120], "received_at": clock.now()},
        )
        if is_new and event.setup:
            apply_event.enqueue(row.pk)
    return JsonResponse({"received": True})
