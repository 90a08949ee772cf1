"""Declarations for the tables below the rooms: the audit record, the back office's log, requests themselves."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from planfront.audit.pruning import days_ago
from planfront.audit.selectors import events
from planfront.privacy import words
from planfront.privacy.registry import Holding, Kept, Person, declare, declare_exempt, holding_of

_NUMBERED = {"members.member": "member", "accounts.user": "user"}
"""Tables whose keys are numbers, with what events call them."""
_THEMSELVES = frozenset({"visitor", "member"})


def _events(person: Person) -> Q:
    theirs = Q(pk__in=())
    for table, keys in person.keys.items():
        if table.startswith(("audit.", "admin.")) or not keys:
            continue
        if table in _NUMBERED:
            theirs |= Q(subject_type=_NUMBERED[table], subject_id__in=[str(key) for key in keys])
        elif isinstance(next(iter(keys)), UUID):
            theirs |= Q(subject_id__in=[str(key) for key in keys])
    return theirs


def _event_kept(event: Any, _person: Person) -> Kept:
    end = event.at - days_ago(settings.ENV.keep_audit, event.at) + event.at
    return Kept(_("The record of who did what can't be changed. It holds no names or numbers of people."), end.date())


def _event(event: Any) -> dict[str, Any]:
    """Return an event as it is exported. The address is the person's own, not that of staff or reps."""
    facts = {"at": event.at, "action": event.action}
    return {**facts, "ip": event.ip} if event.actor_kind in _THEMSELVES else facts


def _log(person: Person) -> Q:
    theirs = Q(pk__in=())
    for table, keys in person.keys.items():
        if keys and not table.startswith(("audit.", "admin.")) and (row := holding_of(table)) is not None:
            content = ContentType.objects.get_for_model(row.model)
            theirs |= Q(content_type=content, object_id__in=[str(key) for key in keys])
    return theirs


def _blank(rows: QuerySet[Any]) -> None:
    rows.update(object_repr="", change_message="")


declare(
    Holding(
        LogEntry,
        _("Edits by staff"),
        words.days(settings.ENV.keep_audit),
        find=_log,
        erase=_blank,
        hidden=frozenset({"change_message", "object_id", "action_flag", "content_type"}),
    ),
    Holding(
        events().model,
        _("What happened"),
        words.days(settings.ENV.keep_audit),
        find=_events,
        kept=_event_kept,
        show=_event,
    ),
)
declare_exempt("counts without anybody", "audit.tally", "audit.dayfigure", "audit.staleday", "audit.eventpermit")
declare_exempt("ids of rows under a legal hold", "audit.heldrow")
declare_exempt(
    "the request itself: emptied when it was an erasure, deleted after KEEP_REQUESTS_DAYS", "privacy.privacyrequest"
)
declare_exempt("why something is held; no data of the person but the request it belongs to", "privacy.legalhold")
declare_exempt("keyed hashes of what was tried, for a day", "kernel.throttle")
declare_exempt("which day a demo has", "kernel.simulatedday")
declare_exempt("how outside services answer, with counts and nobody's values", "kernel.outsideservice")
declare_exempt("which process has what, by names of processes and work", "kernel.lease")
declare_exempt("ids only, KEEP_JOBS_DAYS", "django_tasks_database.dbtaskresult")
declare_exempt("rights and kinds of tables", "auth.permission", "auth.group", "contenttypes.contenttype")
declare_exempt("staff who are signed in, for hours", "sessions.session")
