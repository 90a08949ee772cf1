"""An enrollment's history as staff read it, in order: who, what, when. Names of fields, never their values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from django.utils.functional import Promise

from planfront.accounts.selectors import user_names
from planfront.audit.selectors import Happening
from planfront.audit.services import OPENED
from planfront.backoffice.applications.case_file import TO_WHOM, confirmation_of
from planfront.backoffice.applications.sealed import IMPLIED, REASONS
from planfront.backoffice.applications.sealed import WORDS as SEALED
from planfront.coverage.models import Policy
from planfront.enrollment.application.history import ACTS, load_history
from planfront.enrollment.models import Application, HandOver, ResumeCode, SignatureEvidence, State, Transition
from planfront.enrollment.steps.registry import BY_KEY
from planfront.enrollment.submission.withdrawal import REASONS as REASONS_TO_WITHDRAW
from planfront.kernel import clock
from planfront.messaging.models import OutboundEmail
from planfront.sales.models import Confirmation, UnderwritingCase

MOST = 500
_SMALL = ("quote.", "cart.", "plan.", "signing_code.")
_SIGNED = "application.agreement_info.saved"
KINDS = {
    "visitor": "Visitor",
    "rep": "Rep",
    "group": "Group administrator",
    "member": "Member",
    "client": "Client",
    "staff": "Staff",
    "system": "System",
}
# Acts that the two sides of an application read of, too, have the same words, but for those that name a tab there.
WORDS: dict[str, str | Promise] = {
    **ACTS,
    "quote.started": "Started a quote",
    "quote.changed": "Changed the quote",
    "cart.line_added": "Added a plan to the cart",
    "cart.line_changed": "Changed a plan in the cart",
    "cart.line_removed": "Removed a plan from the cart",
    "cart.riders_changed": "Changed riders",
    "cart.checked_out": "Went to the application",
    "plan.questions_answered": "Answered a plan's questions",
    "quote.sent": "Sent the quote",
    "quote.resent": "Sent the quote again",
    "quote.assigned": "Assigned the quote to another rep",
    "quote.opened": "Opened the quote",
    "quote.renewed": "Renewed the quote",
    "resume.code_created": "Saved for later",
    "resume.code_resent": "Sent a new code",
    "signing_code.sent": "Requested a code to sign with",
    _SIGNED: "Signed the application (Agreement & Signature)",
    "application.document_made": "Made the signed application's PDF",
    "application.document_opened": "Saved the signed application's PDF",
    "application.call_noted": "Logged a call",
    "application.duplicate_found": "May be a duplicate of an earlier enrollment",
    "application.duplicate_settled": "Resolved a possible duplicate",
    "application.number_added": "Added a Social Security number that was missing",
    "application.tier_changed": "Changed who is covered",
    "policy.changed": "Changed a policy",
    "policy.change_withdrawn": "Withdrew a policy's change",
    "hand_over.proposed": "Proposed a change",
    "hand_over.proposal_accepted": "Accepted the proposed change",
    "hand_over.proposal_declined": "Declined the proposed change",
    "hand_over.proposal_withdrawn": "Withdrew the proposed change",
    "sealed.opened": "Opened sealed data",
    "billing.card_declined": "A card was declined",
    "policy.case_approved": "Approved in underwriting",
    "policy.case_declined": "Declined in underwriting",
    "hand_over.signed": "Signed and submitted for themselves",
}
SUBJECTS = {
    "agent": "Rep",
    "enrollment": "Quote and cart",
    "planquestionset": "Questionnaire",
    "quote": "Sent quote",
    "rep_enquiry": "Rep inquiry",
    "user": "Account",
}
# What a card gateway's refusals mean (integrations.cards).
REFUSALS = {
    "declined": "the issuer gave no reason",
    "funds": "not enough funds",
    "expired": "the card has expired",
    "code": "wrong security code",
    "later": "the issuer could not be reached",
}
# What is opened, as it stands in a sentence.
_OPENED = {
    "application": "the application, with numbers hidden",
    "case": "this page, with numbers hidden",
    "signed_application": "the signed application (PDF)",
    "ssn": "the Social Security number",
    "account_number": "the bank account or card",
    "health_answers": "the health answers",
    "signature": "the signature with its evidence",
    "screenshots": "a picture of a page",
    "designation": "who receives the benefit",
}
# What these say happened to something, not what somebody did.
_HAPPENED = {"application.duplicate_found", "billing.card_declined"}
_BY_ITSELF = {"application.document_made": "The signed application's PDF was made"}
# Of what else an event tells, only these say nothing about a person.
_TOLD = ("confirmation", "decision", "kind", "tab", "reason", "from", "to")


@dataclass(frozen=True)
class Entry:
    """One event in a sentence, with its author. ``kind`` groups entries by source: event, state, mail or signature."""

    at: datetime
    kind: str
    what: str
    detail: str = ""
    href: str = ""
    small: bool = False


@dataclass(frozen=True)
class People:
    """Names of the people who acted. ``accounts`` are by id; ``handed_over`` is when the client received the
    application."""

    accounts: dict[int, str]
    applicant: str
    handed_over: datetime | None

    def name(self, kind: str, at: datetime, account: int | None, on_behalf_of: int | None = None) -> str:
        # Whoever isn't signed in, or as a member, is the client once a rep or group sent the application out.
        client = self.handed_over is not None and at >= self.handed_over and kind in {"visitor", "member"}
        role = KINDS["client"] if client else KINDS.get(kind, kind)
        if kind == "visitor" and self.applicant:
            role = self.applicant
        author = role
        if account in self.accounts:
            author = self.accounts[account] if kind == "staff" else f"{self.accounts[account]} ({role.lower()})"
        return f"{author}, for {self.accounts.get(on_behalf_of, 'a closed account')}," if on_behalf_of else author


def timeline(application: Application, sent: Iterable[OutboundEmail] | None = None) -> list[Entry]:
    """Return the latest ``MOST`` entries, oldest first, in a constant number of queries. ``sent`` are the emails, if
    already loaded."""
    confirmation = confirmation_of(application)
    events, moves = load_history(application, most=MOST, subjects=_subjects(application, confirmation))
    handed = HandOver.objects.filter(application=application).values_list("sent_at", flat=True).first()
    actors = {key for row in events for key in (row.actor_id, row.on_behalf_of)}
    people = People(user_names(actors), application.applicant, handed)
    entries = [
        *(_event(row, people) for row in events),
        *(_transition_entry(row) for row in moves),
        *_mails(mails(application, confirmation) if sent is None else sent),
        *_signatures(application, events, people),
    ]
    return sorted(entries, key=lambda entry: entry.at)[-MOST:]


def _subjects(application: Application, confirmation: Confirmation | None) -> list[UUID]:
    """Return the ids of what came of an application: its quote, receipt, policies and cases."""
    if confirmation is None:
        return [application.enrollment_id]
    policies = Policy.objects.filter(sale__confirmation=confirmation).values_list("pk", flat=True)
    cases = UnderwritingCase.objects.filter(policy__sale__confirmation=confirmation).values_list("pk", flat=True)
    return [application.enrollment_id, confirmation.pk, *policies, *cases]


def _event(row: Happening, people: People) -> Entry:
    author = people.name(row.actor_kind, row.at, row.actor_id, row.on_behalf_of)
    what = _describe_opened_record(row) if row.action == OPENED else words_of(row.action)
    if row.actor_kind == "system":
        author, what = "", _BY_ITSELF.get(row.action, what)
    if row.action in _HAPPENED:
        author = ""
    return Entry(row.at, "event", _sentence(author, what), _detail(row), small=_is_small(row))


def _sentence(who: str, did: str) -> str:
    """Return a sentence such as ``Robin Vale wrote down a call``; without a name where nobody in particular acted."""
    return f"{who} {did[:1].lower()}{did[1:]}" if who else did


def _is_small(row: Happening) -> bool:
    """Return whether the event is a small step, a page view without sealed values, or a repetition of another entry."""
    if row.action == OPENED:
        return row.meta.get("why") in IMPLIED
    return row.action.startswith(_SMALL) or row.action.endswith(".saved")


def words_of(action: str) -> str:
    """Return the words for an action of the audit record."""
    if action in WORDS:
        return str(WORDS[action])
    parts = action.split(".")
    if parts[0] == "application" and parts[-1] == "saved" and parts[1] in BY_KEY:
        return f"Saved {BY_KEY[parts[1]].title()}"
    if parts[0] == "backoffice":
        return f"Back office: {' '.join(parts[1:])}".replace("_", " ")
    return " ".join(parts).replace("_", " ").capitalize()


_NOW = {
    State.SUBMITTED: "The application is submitted",
    State.PENDING: "Waiting for the insurer's decision",
    State.ACCEPTED: "The enrollment is accepted",
    State.ACTIVE: "Coverage is active",
    State.TERMINATED: "Coverage has ended",
    State.CANCELLED: "The enrollment is canceled",
}


def subject_words(kind: str) -> str:
    """Return the words for a kind of subject of the audit record."""
    return SUBJECTS.get(kind) or kind.replace("_", " ").capitalize()


def _detail(row: Happening) -> str:
    if row.action == OPENED:
        why, note = str(row.meta.get("why", "")), row.meta.get("note")
        return ". ".join(filter(None, ((REASONS | IMPLIED).get(why, why), note)))
    if row.action == "billing.card_declined":
        code = str(row.meta.get("code", ""))
        return f"{row.meta.get('brand')} ending {row.meta.get('last4')}: {REFUSALS.get(code, code)} (code: {code})"
    details = [_told(name, row.meta[name]) for name in _TOLD if isinstance(row.meta.get(name), str | int)]
    return ". ".join(filter(None, details))


def _told(name: str, value: str | int) -> str:
    """Return a fact of an event, without the name of its field."""
    if name == "confirmation":
        return f"Confirmation #{value}"
    if name == "tab":
        return str(BY_KEY[value].title()) if value in BY_KEY else ""
    if name == "reason" and value in REASONS_TO_WITHDRAW:
        return REASONS_TO_WITHDRAW[str(value)]
    words = str(value).replace("_", " ")
    return f"{name.capitalize()} {words}" if name in {"from", "to"} else words[:1].upper() + words[1:]


def _describe_opened_record(row: Happening) -> str:
    """Return which record was opened, and whose."""
    names = ", ".join(_OPENED.get(field) or SEALED.get(field, field) for field in row.fields)
    return f"Opened {names} ({row.meta['whose']})" if row.meta.get("whose") else f"Opened {names}"


def _transition_entry(row: Transition) -> Entry:
    state = State(row.to_state)
    reason = row.reason[:1].upper() + row.reason[1:]
    return Entry(row.at, "state", _NOW.get(state, str(state.label)), reason, small=state == State.SUBMITTED)


def mails(application: Application, confirmation: Confirmation | None) -> list[OutboundEmail]:
    """Return emails about the enrollment, without their bodies."""
    codes = ResumeCode.objects.filter(application=application).values_list("pk", flat=True)
    keys = [f"{kind}:{code}" for code in codes for kind in ("resume", "hand-over")]
    if confirmation is not None:
        keys += [f"receipt:{confirmation.pk}:{to}" for to in ("client", "seller")]
    about = Q(dedupe_key__in=keys)
    for live in HandOver.objects.filter(application=application).values_list("pk", flat=True):
        about |= Q(dedupe_key__startswith=f"hand-over-change:{live}:") | Q(dedupe_key=f"hand-over-returned:{live}")
    return list(OutboundEmail.objects.filter(about).defer("html", "text", "document", "unsubscribe"))


def _mails(rows: Iterable[OutboundEmail]) -> Iterator[Entry]:
    for row in rows:
        href = reverse("admin:messaging_outboundemail_change", args=[row.pk])
        yield Entry(
            row.created_at, "mail", f"Mail: {row.subject}{TO_WHOM.get(row.kind, '')}", row.get_status_display(), href
        )


def _signatures(application: Application, events: list[Happening], people: People) -> Iterator[Entry]:
    """Yield the signatures, by the person who saved the agreement. The evidence stays sealed."""
    saves = sorted((row for row in events if row.action == _SIGNED), key=lambda row: row.at)
    for at, key in SignatureEvidence.objects.filter(application=application).values_list("at", "pk"):
        href = reverse("admin:enrollment_signatureevidence_change", args=[key])
        save = next((row for row in saves if row.at >= at), None)
        author = people.name(save.actor_kind, save.at, save.actor_id) if save else people.name("visitor", at, None)
        yield Entry(at, "signature", _sentence(author, "Signed"), href=href)


@dataclass(frozen=True)
class Day:
    """One day of the timeline. Small steps in a row, or in the same minute, are one line."""

    day: date
    items: list[Entry | list[Entry]]


def group_by_day(entries: list[Entry]) -> list[Day]:
    """Return the timeline by day, newest first."""
    days: list[Day] = []
    for entry in sorted(entries, key=_place, reverse=True):
        day = clock.local(entry.at).date()
        if not days or days[-1].day != day:
            days.append(Day(day, []))
        items = days[-1].items
        if not entry.small:
            items.append(entry)
        elif items and isinstance(items[-1], list):
            items[-1].append(entry)
        else:
            items.append([entry])
    return days


def _place(entry: Entry) -> tuple[datetime, bool, datetime]:
    """Return a key that sorts important entries of a minute above the small ones."""
    return entry.at.replace(second=0, microsecond=0), not entry.small, entry.at
