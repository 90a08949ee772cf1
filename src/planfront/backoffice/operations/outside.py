"""Outside services: who answers at each port, how calls went, and a way to try it."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from planfront.audit.services import record
from planfront.backoffice.health.check_result import Tone, show_moment
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.scope import brand_ids
from planfront.billing import vault
from planfront.billing.models import VaultRemoval
from planfront.integrations import ports
from planfront.integrations.ports import Adapter, Trial, TrialField, Unavailable
from planfront.kernel import clock
from planfront.kernel.errors import AppError, FieldErrors
from planfront.kernel.models import OutsideService
from planfront.kernel.outgoing.calls import Unanswered
from planfront.kernel.outgoing.service import HOUR, Service, code_of

logger = logging.getLogger(__name__)
MAY_TRY = "kernel.change_outsideservice"
LONGEST, SHOWN = 254, 20


@dataclass(frozen=True)
class PendingRemoval:
    """A customer to be deleted from a gateway's vault: the gateway's name for them, since when, and why."""

    key: UUID
    customer: str
    words: str


@dataclass(frozen=True)
class Row:
    """A port as the page shows it. ``facts``: what is known of its service, label and words."""

    key: str
    title: str | Promise
    adapter: str | Promise
    tone: Tone
    sentence: str
    facts: list[tuple[str, str]]
    fields: list[tuple[TrialField, str]]
    may_try: bool
    trial: Trial | None = None
    took: str = ""
    left: Sequence[PendingRemoval] = ()
    left_words: str = ""


def outside_page(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """Show each port, to staff of all brands; POST tries a port."""
    if brand_ids(request) is not None:
        raise PermissionDenied
    may_try = request.user.has_perm(MAY_TRY)
    tried, typed, trial, took = "", {}, None, ""
    if request.method == "POST":
        if not may_try:
            raise PermissionDenied
        if "removal" in request.POST:
            return _settle_removal(request)
        tried = request.POST.get("port", "")
        if tried not in shown_ports() or not _can_be_tried(tried):
            raise Http404
        typed = {field.name: request.POST.get(field.name, "")[:LONGEST] for field in _trial_fields(tried)}
        trial, took = _run_trial(request, tried, typed)
    rows = [
        _port_row(port, may_try, typed if port == tried else {}, trial if port == tried else None, took)
        for port in shown_ports()
    ]
    context = {**site.each_context(request), "title": _("Outside services"), "rows": rows, "tried": tried}
    response = TemplateResponse(request, "backoffice/outside.html", context)
    response.headers["Cache-Control"] = "no-store"
    return response


def _settle_removal(request: HttpRequest) -> HttpResponse:
    """Try once more to delete a customer at the gateway, or note that somebody did it there."""
    try:
        removal = vault.waiting_removals().filter(pk=UUID(request.POST["removal"])).first()
    except ValueError:
        raise Http404 from None
    if removal is None:
        messages.info(request, _("This was already done."))
    elif request.POST.get("by_hand"):
        vault.note_done_by_hand(removal=removal, origin=origin_of_staff(request))
        messages.success(request, _("Marked as deleted."))
    else:
        with suppress(Unavailable):
            if vault.remove(removal):
                messages.success(request, _("Deleted at the card processor."))
    return HttpResponseRedirect(f"{reverse('admin:outside')}#card")


def shown_ports() -> list[str]:
    """Return the ports for which a setting chooses an adapter."""
    return [port for port, declared in ports.PORTS.items() if declared.variable]


def _find_adapter(port: str) -> Adapter | None:
    try:
        return ports.chosen(port)
    except ports.WrongAdapter:
        return None


def _is_off(port: str) -> bool:
    return port == "card" and not settings.CARDS_OFFERED


def _trial_fields(port: str) -> tuple[TrialField, ...]:
    adapter = _find_adapter(port)
    return adapter.fields if adapter and adapter.try_it else ports.PORTS[port].fields


def _can_be_tried(port: str) -> bool:
    adapter = _find_adapter(port)
    return adapter is not None and not _is_off(port) and bool(adapter.try_it or ports.PORTS[port].trial)


def _run_trial(request: HttpRequest, port: str, typed: Mapping[str, str]) -> tuple[Trial, str]:
    """Return the result of a trial, and its duration. Nothing that was typed is kept."""
    began = time.monotonic()
    try:
        trial = ports.try_it(port, typed)
    except Unanswered as error:
        trial = Trial(False, words_of(code_of(error)))
    except AppError as error:
        message = error.errors[0].error_message if isinstance(error, FieldErrors) else error.message
        trial = Trial(False, str(message))
    except Exception as error:  # noqa: BLE001 - an adapter of somebody else
        logger.warning("%s: trial failed with %s", port, type(error).__name__)
        trial = Trial(False, _("The adapter failed. The log names the error."))
    took = round((time.monotonic() - began) * 1000)
    record(
        "outside.tried",
        origin=origin_of_staff(request),
        subject_type="port",
        subject_id=port,
        meta={"adapter": ports.choice(port)[:80], "works": trial.works},
    )
    return trial, _("%(count)d ms") % {"count": took}


def _port_row(port: str, may_try: bool, typed: Mapping[str, str], trial: Trial | None, took: str) -> Row:
    adapter = _find_adapter(port)
    tone, sentence, facts = _describe_standing(port, adapter)
    return Row(
        key=port,
        title=ports.PORTS[port].title,
        adapter=_("Off") if _is_off(port) else ports.title_of(port) if adapter else ports.choice(port),
        tone=tone,
        sentence=sentence,
        facts=facts,
        fields=[(field, typed.get(field.name, field.sample)) for field in _trial_fields(port)],
        may_try=may_try and _can_be_tried(port),
        trial=trial,
        took=took,
        **_left_of(port, may_try),
    )


def _left_of(port: str, may_try: bool) -> dict[str, Any]:
    rows = vault.waiting_removals() if port == "card" else None
    if rows is None or not (count := rows.count()):
        return {}
    words = ngettext(
        "%(count)d person who was deleted here still has to be deleted from a card processor's vault.",
        "%(count)d people who were deleted here still have to be deleted from a card processor's vault.",
        count,
    )
    left = [PendingRemoval(row.pk, row.customer, _words_of_removal(row)) for row in rows[:SHOWN]] if may_try else []
    return {"left": left, "left_words": words % {"count": count}}


def _words_of_removal(row: VaultRemoval) -> str:
    why = row.problem
    words = {
        "": _("In progress."),
        vault.NO_ANSWER: _("The card processor didn't answer."),
        vault.FAILED: _("The adapter failed."),
        vault.UNDER_WAY: _("A payment is still pending."),
        vault.OTHER_GATEWAY: _("Another card processor is in use; delete them there yourself."),
    }.get(why) or _("The card processor refused (%(code)s).") % {"code": why}
    gateway = row.gateway.capitalize()
    since = _("At %(gateway)s, since %(time)s.") % {"gateway": gateway, "time": show_moment(row.asked_at)}
    tries = ngettext("%(count)d try.", "%(count)d tries.", row.tries) % {"count": row.tries}
    return " ".join([since, words, tries] if row.tries else [since, words])


def _describe_standing(port: str, adapter: Adapter | None) -> tuple[Tone, str, list[tuple[str, str]]]:
    setting = [(_("Setting"), f"{ports.PORTS[port].variable}={'off' if _is_off(port) else ports.choice(port)}")]
    if problem := ports.problem_of(port):
        return Tone.BAD, problem, setting
    if _is_off(port):
        return Tone.OFF, _("It isn't offered to anyone."), setting
    if ports.is_embedded(port):
        return Tone.GOOD, _("Answered here; nothing is sent out."), setting
    if adapter is None or adapter.service is None:
        return Tone.OFF, _("In use, not monitored: the adapter makes its own calls."), setting
    row = adapter.service.row()
    if row is None:
        return Tone.UNKNOWN, _("Not called yet."), [*setting, *_describe_service(adapter.service, row)]
    return *_describe_state(row), [*setting, *_describe_service(adapter.service, row), *_describe_history(row)]


def _describe_state(row: OutsideService) -> tuple[Tone, str]:
    since = {"time": show_moment(row.since)}
    if row.state == OutsideService.State.CLOSED:
        if row.failures:
            return Tone.WARN, _("The last call failed. %(words)s") % {"words": words_of(row.problem)}
        return Tone.GOOD, _("Responding since %(time)s.") % since
    words = _("Not responding since %(time)s. %(words)s") % {**since, "words": words_of(row.problem)}
    if row.state == OutsideService.State.HALF_OPEN:
        return Tone.WARN, f"{words} " + _("One call is testing it now.")
    if row.retry_at is not None and row.retry_at > clock.now():
        words += " " + _("We won't call it until %(time)s.") % {"time": show_moment(row.retry_at)}
    return Tone.BAD, words


def _describe_service(service: Service, row: OutsideService | None) -> list[tuple[str, str]]:
    limit, used = service.per_hour(), 0
    if row is not None and clock.now() < row.hour_began + HOUR:
        used = row.used
    if limit:
        words = _("%(used)d of %(limit)d calls in this hour") % {"used": used, "limit": limit}
    else:
        words = ngettext("%(count)d call in this hour", "%(count)d calls in this hour", used) % {"count": used}
    return [(_("Host"), service.host()), (_("Quota"), words)]


def _describe_history(row: OutsideService) -> list[tuple[str, str]]:
    never = _("never")
    failed = f"{show_moment(row.last_failure)}. {words_of(row.problem)}" if row.last_failure else never
    return [
        (_("Last answer"), show_moment(row.last_success) if row.last_success else never),
        (_("Last failure"), failed),
    ]


def words_of(code: str) -> str:
    """Return a code of ``kernel.outgoing.service`` in words."""
    words = {
        "deadline": _("It didn't answer in time."),
        "connection": _("It can't be reached."),
        "tls": _("Its certificate isn't from an authority we trust."),
        "broken": _("Its answer was cut off."),
        "malformed": _("Its answer isn't in a format we know."),
        "forbidden": _("Its address is in a private network, or not https."),
        "size": _("Its answer was too long."),
        "open": _("It failed several times, so we stopped calling it for a while."),
        "quota": _("This hour's calls are used up."),
        "busy": _("Too many calls to it are in progress."),
        "login": _("It doesn't accept our name and password."),
        "folder": _("It doesn't have the folder."),
        "status 401": _("It doesn't accept our key."),
        "status 403": _("It doesn't accept our key."),
        "status 429": _("It asked for fewer calls."),
    }
    if code in words:
        return words[code]
    if match := re.fullmatch(r"status (\d{3})", code):
        return _("It answered with status %(status)s.") % {"status": match[1]}
    if match := re.fullmatch(r"answer (\w+)", code):
        return _("It answered with the error %(code)s.") % {"code": match[1]}
    return _("It didn't answer.")
