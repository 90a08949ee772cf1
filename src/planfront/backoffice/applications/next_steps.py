"""Next steps of an enrollment, and how to finish one that is only saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.urls import reverse

from planfront.backoffice.applications.case_file import confirmation_of
from planfront.backoffice.applications.duplicates import matched_words, open_duplicates
from planfront.backoffice.applications.payments import Payment, last_charge
from planfront.catalog.selectors import catalog
from planfront.coverage.models import Policy
from planfront.enrollment.application.proposals import live_hand_over
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.models import (
    Application,
    OutstandingNumber,
    ResumeCode,
    SignedDocument,
    State,
)
from planfront.enrollment.steps.registry import tabs
from planfront.kernel import clock
from planfront.kernel.text.parse import full_name, show_date
from planfront.members.models import Member
from planfront.members.selectors import dependents_without_number
from planfront.messaging.models import OutboundEmail, Status
from planfront.sales.models import CaseStatus, UnderwritingCase
from planfront.sales.selectors import sold_lines

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from planfront.accounts.models import User

# A submitted plan is decided on by its insurer within these days.
DECIDED_WITHIN = timedelta(days=10)


@dataclass(frozen=True)
class Task:
    """Something to do, or that nothing is."""

    icon: str
    what: str
    about: str
    href: str = ""
    verb: str = ""
    done: bool = False


def list_next_steps(
    user: User | AnonymousUser,
    application: Application,
    policies: list[Policy],
    member: Member | None,
    mails: Iterable[OutboundEmail],
    payments: Sequence[Payment],
) -> list[Task]:
    """Return the next steps, each with the person or team it waits for."""
    tasks = [
        *_duplicates(application),
        *_numbers(application),
        *_dependents(user, member),
        *_decisions(application, policies),
        *_payments(payments),
        *_hand_overs(application),
        *_mails_that_failed(mails),
        *_document(application),
    ]
    if application.submitted_at and member is not None and user.has_perm("members.view_member"):
        tasks += _sign_in(member)
    if tasks:
        complete = application.submitted_at and not any(task.icon in {"pin", "contract"} for task in tasks)
        return (
            [*tasks, Task("check", "Nothing else to do", "All documents are complete.", done=True)]
            if complete
            else tasks
        )
    if application.submitted_at:
        return [Task("check", "Nothing to do", "All documents are complete.", done=True)]
    if application.state == State.CANCELLED:
        return [Task("check", "Nothing to do", "It was withdrawn. A new one can be started in the store.", done=True)]
    return [Task("edit_document", "Not submitted", "The person or their rep can continue it.")]


def _duplicates(application: Application) -> Iterator[Task]:
    for row in open_duplicates(application):
        about = f"{matched_words(row)}: {', '.join(row.plans)}."
        href = reverse("admin:duplicate_settle", args=[row.pk])
        yield Task("content_copy", "May be a duplicate", about, href, "Compare both")


def _numbers(application: Application) -> Iterator[Task]:
    for row in OutstandingNumber.objects.filter(application=application, added_at=None):
        about = f"Social Security number of {row.person.get('name', '')}."
        href = reverse("admin:outstandingnumber_number", args=[row.pk])
        yield Task("pin", "A number to add later", about, href, "Add the number")


def _dependents(user: User | AnonymousUser, member: Member | None) -> Iterator[Task]:
    if member is None or not user.has_perm("members.view_relative"):
        return
    for row in dependents_without_number().filter(member=member).defer("ssn").order_by("birth_date", "id"):
        about = f"Social Security number of {full_name(row)}."
        href = reverse("admin:relative_number", args=[row.pk])
        yield Task("pin", "A number to add later", about, href, "Add the number")


def _decisions(application: Application, policies: list[Policy]) -> Iterator[Task]:
    cases = UnderwritingCase.objects.filter(policy__in=policies, status=CaseStatus.PENDING).select_related("policy")
    plans, lines = (catalog().plans, sold_lines(confirmation_of(application))) if policies else ({}, {})
    for case in cases:
        name = lines.get(case.policy.number, {}).get("name") or case.policy.plan_name
        view, until = plans.get(case.policy.plan_id), clock.local(case.created_at).date() + DECIDED_WITHIN
        what = f"Ask {view.carrier_name if view else 'the insurer'} by {show_date(until)}"
        href = reverse("admin:case_decide", args=[case.pk])
        yield Task("schedule", what, f"{name} is waiting for a decision.", href, "Answers and decision")


def _payments(payments: Sequence[Payment]) -> Iterator[Task]:
    """Yield the step after the last charge. One that went through settles those before it."""
    payment = last_charge(payments)
    if payment is not None and payment.state == "refused":
        about = " ".join(filter(None, (payment.reason, payment.advice)))
        yield Task("credit_card_off", f"{payment.shown_amount} was declined", about, "#payments", "View payments")


def _hand_overs(application: Application) -> Iterator[Task]:
    if live := live_hand_over(application):
        yield Task("outgoing_mail", "Waiting for the client's signature", f"Sent by {live.sender_name}.")


def _mails_that_failed(mails: Iterable[OutboundEmail]) -> Iterator[Task]:
    for mail in mails:
        if mail.status in (Status.FAILED, Status.RETURNED):
            title = "An email came back" if mail.status == Status.RETURNED else "An email wasn't sent"
            href = reverse("admin:messaging_outboundemail_change", args=[mail.pk])
            yield Task("mail", title, mail.subject, href, "Review it")


def _document(application: Application) -> Iterator[Task]:
    if application.submitted_at and not SignedDocument.objects.filter(application=application).exists():
        yield Task("contract", "The signed application's PDF is being made", "It happens automatically.")


def _sign_in(member: Member) -> Iterator[Task]:
    user = member.user
    if user is not None and user.last_login is not None:
        return
    about = "The account exists but hasn't been used yet." if user else "They don't have an account yet."
    href = reverse("admin:members_member_change", args=[member.pk])
    yield Task("person", f"{member.first_name} has not signed in", about, href, "Invite them")


@dataclass(frozen=True)
class ResumeInstructions:
    """The steps that finish a saved enrollment. ``code_until`` is the last day of the mailed code; "" without one."""

    steps: list[tuple[str, str]]
    code_until: str
    store: str


_STANDS = {"done": "done", "started": "started", "error": "needs review", "todo": "next", "locked": "later"}


def load_resume_instructions(application: Application, ctx: StepContext, store: str) -> ResumeInstructions:
    """Return the steps to the submission, each with its state."""
    steps = [(str(tab.step.title()), _STANDS[tab.status]) for tab in tabs(ctx) if tab.required]
    code = (
        ResumeCode.objects.filter(application=application, expires_at__gt=clock.now()).order_by("-expires_at").first()
    )
    return ResumeInstructions(steps, clock.show_day(code.expires_at) if code else "", store)
