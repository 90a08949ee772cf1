"""Background jobs in words: what each does and for whom, and what went wrong with one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.urls import NoReverseMatch, reverse
from django.utils.text import capfirst

from planfront.accounts.models import MailRequest
from planfront.billing.models import CardEvent, VaultRemoval
from planfront.coverage.models import RenewalItem, RenewalRun
from planfront.enrollment.models import Application
from planfront.imports.models import ImportRun
from planfront.kernel.text.parse import show_date
from planfront.members.models import Member, RosterImport
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.models import Group
from planfront.sales.models import UnderwritingCase

_ERROR_NAME = re.compile(r"\bJobFailed: (\w+)$")
_FRAME = re.compile(
    r'^  File "(?:.*/)?(?P<file>(?:planfront|site-packages)/[^"]+)", (?P<place>line \d+, in \S+)$', re.MULTILINE
)


@dataclass(frozen=True)
class JobKind:
    """A kind of job. Its first argument is the ``field`` of a ``model``'s row, which ``name`` puts in words."""

    title: str
    model: type[Model] | None
    name: Callable[[Any], str] = str
    field: str = "pk"
    related: tuple[str, ...] = ()


@dataclass(frozen=True)
class JobSubject:
    """The subject of a job, and the address of its page; "" without one."""

    name: str
    href: str


def _mail_text(mail: Any) -> str:
    return f"{mail.kind.replace('_', ' ')} to {mail.to}"


def _person_text(member: Any) -> str:
    return f"{member.first_name} {member.last_name}".strip()


def _roster_text(roster: Any) -> str:
    return f"{roster.file_name} of {roster.group}"


def _policy_text(row: Any) -> str:
    return f"policy {row.policy}"


def _renewal_text(run: Any) -> str:
    return f"renewal for {show_date(run.first_day)}"


def _event_text(event: Any) -> str:
    return f"{event.kind} at {event.gateway}"


_CONFIRMATION = ("enrollment__confirmation",)
JOB_KINDS = {
    "planfront.billing.tasks.apply_event": JobKind(
        "Ask the card processor for the result of a card payment", CardEvent, _event_text
    ),
    "planfront.backoffice.health.own_names.check_names": JobKind("Check addresses and email of the stores", None),
    "planfront.billing.tasks.empty_vault": JobKind("Delete a customer at the card processor", VaultRemoval),
    "planfront.coverage.renewal.tasks.work_on_run": JobKind("Continue a renewal", RenewalRun, _renewal_text),
    "planfront.enrollment.tasks.document_make": JobKind(
        "Make the signed application's PDF", Application, related=_CONFIRMATION
    ),
    "planfront.enrollment.tasks.requested_code_mail": JobKind("Write an email with a requested code", None),
    "planfront.enrollment.tasks.send_reminders": JobKind("Remind a group's people to enroll", Group),
    "planfront.imports.tasks.review_run": JobKind("Review an import again", ImportRun),
    "planfront.imports.tasks.stage_run": JobKind("Read an imported file", ImportRun),
    "planfront.members.roster.tasks.apply_roster": JobKind(
        "Apply a roster", RosterImport, _roster_text, related=("group",)
    ),
    "planfront.members.roster.tasks.check_roster": JobKind(
        "Check a roster", RosterImport, _roster_text, related=("group",)
    ),
    "planfront.members.roster.tasks.invite_added": JobKind(
        "Invite people of a roster", RosterImport, _roster_text, related=("group",)
    ),
    "planfront.members.roster.tasks.undo_roster": JobKind(
        "Undo a roster", RosterImport, _roster_text, related=("group",)
    ),
    "planfront.messaging.tasks.mail_send": JobKind("Send an email", OutboundEmail, _mail_text),
    "planfront.messaging.tasks.mail_send_first": JobKind(
        "Send an email someone is waiting for", OutboundEmail, _mail_text
    ),
    "planfront.accounts.sign_in_by_mail.tasks.account_mail_make": JobKind("Write a requested email", MailRequest),
    "planfront.members.tasks.invite_enrollee": JobKind("Invite a customer to sign in", Member, _person_text),
    "planfront.members.tasks.invite_newcomer": JobKind("Invite a group's member to sign in", Member, _person_text),
    "planfront.sales.letters.write_decision": JobKind(
        "Write the letter with the insurer's decision",
        UnderwritingCase,
        _policy_text,
        related=("policy",),
    ),
    "planfront.coverage.letters.tasks.read_events": JobKind("Queue letters about coverage", None),
    "planfront.coverage.letters.tasks.write_of_order": JobKind("Write letters about changed policies", None),
    "planfront.coverage.letters.tasks.write_offers": JobKind(
        "Write the letters of a renewal", RenewalRun, _renewal_text
    ),
    "planfront.coverage.letters.tasks.write_decided": JobKind(
        "Write the letter of a renewal that staff decided on", RenewalItem, _policy_text, related=("policy",)
    ),
    "planfront.coverage.group.tasks.write_shares": JobKind("Write a group's new contributions", Group),
    "planfront.sales.letters.write_welcome": JobKind(
        "Write the welcome letter", Application, field="enrollment_id", related=_CONFIRMATION
    ),
}
_FAILURES = {
    "DoesNotExist": "What the job was for no longer exists. Running it again won't help.",
    "StorageUnavailable": "The shared file storage didn't respond. Run it again once it's back.",
    "MailServerDown": "The email server didn't answer or temporarily refused the email. Run it again once the "
    "server accepts email.",
    "NotAJob": "This version of the store no longer has this job. Running it again won't help.",
    "OperationalError": "The database was busy or unavailable. Run it again.",
    "PdfFailed": "The PDF could not be made. Run it again; if it fails again, give the trace to the technician.",
    "SMTPServerDisconnected": "The email server dropped the connection. Run it again once the server accepts email.",
    "Unavailable": "The outside service didn't respond. Run it again once Outside services shows no problem.",
    "WorkerDied": "The worker stopped partway, and this job isn't repeated automatically.",
}


def title_of_job(row: Any) -> str:
    """Return the job's title; the name of its function for an unknown one."""
    name = name_of_job(row)
    return JOB_KINDS[name].title if name in JOB_KINDS else capfirst(name.rsplit(".", 1)[-1].replace("_", " "))


def name_of_job(row: Any) -> str:
    return str((row.args_kwargs.get("args") or [row.task_path])[0])


def arguments_of_job(row: Any) -> list[str | int]:
    arguments = row.args_kwargs.get("args") or []
    return list(arguments[1]) if len(arguments) > 1 else []


def jobs_titled(words: str) -> list[str]:
    """Return the names of the jobs whose titles contain these words."""
    return [name for name, kind in JOB_KINDS.items() if words.lower() in kind.title.lower()]


def name_subjects(rows: Iterable[Any]) -> None:
    """Give each job its ``subject``, None where that is gone. One query for each kind of job."""
    by_name: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        row.subject = None
        if arguments_of_job(row):
            by_name[name_of_job(row)].append(row)
    for name, of_kind in by_name.items():
        kind = JOB_KINDS.get(name)
        if kind is None or kind.model is None:
            continue
        subjects = _load_subjects(kind, {str(arguments_of_job(row)[0]) for row in of_kind})
        for row in of_kind:
            row.subject = subjects.get(str(arguments_of_job(row)[0]))


def _load_subjects(kind: JobKind, keys: set[str]) -> dict[str, JobSubject]:
    model: Any = kind.model
    field = model._meta.pk if kind.field == "pk" else model._meta.get_field(kind.field.removesuffix("_id"))
    right_keys = [key for key in keys if _is_key(field.target_field if field.is_relation else field, key)]
    rows = model._default_manager.select_related(*kind.related).filter(**{f"{kind.field}__in": right_keys})
    return {str(getattr(row, kind.field)): JobSubject(kind.name(row), _page_of(row)) for row in rows}


def _is_key(field: Any, text: str) -> bool:
    try:
        field.to_python(text)
    except ValidationError:
        return False
    return True


def _page_of(row: Any) -> str:
    try:
        return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    except NoReverseMatch:
        return ""


def error_name(row: Any) -> str:
    """Return the kind of error; "" where there is none, or the text isn't the job's own."""
    match = _ERROR_NAME.search(str(row.traceback or "").strip())
    return match[1] if match else str(row.exception_class_path or "").rsplit(".", 1)[-1]


def failure_in_words(row: Any) -> str:
    """Return the failure and its remedy; "" for a job that didn't fail."""
    name = error_name(row)
    if not name:
        return ""
    unforeseen = "Something unexpected went wrong. Run it again; if it fails again, give the trace to the technician."
    return _FAILURES.get(name, unforeseen)


def trace_of(row: Any) -> list[str]:
    """Return files, lines and functions of the failure. Texts of errors are left out: they may hold data."""
    return [f"{match['file']}, {match['place']}" for match in _FRAME.finditer(str(row.traceback or ""))]
