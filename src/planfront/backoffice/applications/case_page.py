"""The page of one enrollment: the case file, its sealed values, and notes of calls."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache

from planfront.backoffice.applications import case_file
from planfront.backoffice.applications.duplicates import matched_words, open_duplicates
from planfront.backoffice.applications.next_steps import list_next_steps, load_resume_instructions
from planfront.backoffice.applications.payments import (
    PaymentRows,
    describe_last_charge,
    describe_no_payment,
    describe_payments,
    read_payments,
)
from planfront.backoffice.applications.ready_answers import Facts, Saved, answers_before, answers_of
from planfront.backoffice.applications.sealed import context_of, seals_of
from planfront.backoffice.applications.sealed_pages import (
    load_open_seal,
    may_open,
    record_look,
    sealed_application,
)
from planfront.backoffice.applications.signed_paper import name_of
from planfront.backoffice.applications.timeline import group_by_day, mails, timeline
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.lists.cells import name_initials
from planfront.backoffice.policy_servicing.change_form import open_kinds
from planfront.backoffice.policy_servicing.policy_head import may_change
from planfront.catalog.selectors import catalog
from planfront.coverage.models import CoveredPerson, Policy
from planfront.coverage.timeline import Kind
from planfront.enrollment.application.calls import CHECKS, ENOUGH, LONGEST, add_call_note
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.models import Application, SignatureEvidence, SignedDocument, State
from planfront.enrollment.returning.resending import continue_link
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.kernel.security.ids import group_code
from planfront.members.duplicates.search import waiting_pairs
from planfront.members.models import Member
from planfront.messaging.models import OutboundEmail
from planfront.sales.cards import cards_of
from planfront.sales.models import CaseKind, CaseStatus, Confirmation, UnderwritingCase

_OTHERS = 3


@never_cache
def show_case(request: HttpRequest, application: Application, context: dict[str, Any]) -> HttpResponse:
    """Show the enrollment. Readers see its coverage and events; answers are for staff who may open them."""
    may = may_open(request)
    if request.method == "POST" and not (may and {"seal", "text"} & request.POST.keys()):
        raise PermissionDenied
    if request.method == "POST" and "text" in request.POST and save_call_note(request, application):
        return HttpResponseRedirect(f"{request.path}#calls")
    confirmation = case_file.confirmation_of(application)
    policies = (
        list(Policy.objects.filter(sale__confirmation=confirmation).select_related("sale")) if confirmation else []
    )
    sent = mails(application, confirmation)
    ctx = context_of(application) if may else None
    quote = application.enrollment
    bought = case_file.bought_of(policies, confirmation) if policies or ctx is None else case_file.cart_of(ctx)
    money = case_file.money_of(application, policies, ctx)
    charges = read_payments(application.enrollment)
    payments = describe_payments(charges)
    starts = min((policy.effective_date for policy in policies), default=quote.effective_date)
    member = _find_member(application, policies)
    rep = str(quote.agent or "")
    group = quote.group.name if quote.group else ""
    page = {
        **context,
        "title": "Enrollment",
        "subtitle": str(application),
        "original": application,
        "application": application,
        "tab": "case",
        "name": application.applicant or str(application),
        "may_open": may,
        "confirmation": confirmation,
        "bought": bought,
        "money": money,
        "payments": payments,
        "no_payment": describe_no_payment(
            money.payment or case_file.payment_of(application), is_submitted=bool(application.submitted_at)
        ),
        "sums": case_file.format_amounts(money),
        "summary": case_file.summarize_enrollment(application, bought, rep, group),
        "rep": rep,
        "group": group,
        "starts": starts,
        "away": case_file.days_until(starts) if starts else "",
        "tasks": list_next_steps(request.user, application, policies, member, sent, payments),
        "twins": waiting_pairs(member.pk) if member and request.user.has_perm("members.view_duplicatemember") else [],
        "others": _list_other_enrollments(application, member),
        "waits_to_finish": application.state == State.DRAFT,
        "messages_sent": case_file.mails_of(sent),
        "duplicates": [
            (open_duplicate, matched_words(open_duplicate)) for open_duplicate in open_duplicates(application)
        ],
        "days": group_by_day(timeline(application, sent)),
        "today": clock.today(),
        "checks": CHECKS.items(),
        "menu": [
            *case_file.list_menu_links(request.user, application, sent),
            *_list_change_links(request, policies, bought),
        ],
        "enough": ENOUGH,
        "longest": LONGEST,
        "typed": request.POST,
        "proofs": _list_proofs(application),
        **(_load_person(request, application, ctx, policies, bought, money, sent, charges) if ctx else {}),
    }
    page["initials"] = name_initials(page["name"])
    return TemplateResponse(request, "backoffice/desk/case.html", page)


def _load_person(
    request: HttpRequest,
    application: Application,
    ctx: StepContext,
    policies: list[Policy],
    bought: list[case_file.Bought],
    money: case_file.Money,
    sent: list[OutboundEmail],
    charges: PaymentRows,
) -> dict[str, Any]:
    """Return the context of everything people answered, and record that it was opened."""
    record_look(request, application, "case", "desk")
    seals = seals_of(application, ctx)
    people = case_file.list_people(ctx, seals, application.enrollment.tier, bought, policies)
    receipt = next((mail for mail in sent if mail.kind == "receipt_client"), None)
    answers, on = [], None
    member = _find_member(application, policies)
    if application.state == State.DRAFT:
        on = load_resume_instructions(application, ctx, continue_link(application.enrollment.brand_id))
        answers = answers_before(Saved(bought, money, on))
    elif application.submitted_at and policies:
        payment = case_file.payment_of(application)
        answers = answers_of(
            Facts(
                policies=policies,
                bought=bought,
                money=money,
                submitted_at=application.submitted_at,
                receipt_at=receipt.created_at if receipt else None,
                receipt_to=receipt.to if receipt else "",
                day=payment.bill_date if payment else 0,
                confirmation=case_file.confirmation_of(application),
                declined=_decline_reasons(policies),
                store=application.enrollment.brand.name,
                signed_in=bool(member and member.user and member.user.last_login),
                cards=_plans_with_card(case_file.confirmation_of(application)),
                leavers=_people_to_remove(policies, bought),
                charge=lambda: describe_last_charge(describe_payments(charges), money.source),
            )
        )
    name = name_of(ctx) or application.applicant
    return {
        **load_open_seal(request, sealed_application(application), seals),
        "people": people,
        "covered": case_file.summarize_covered(people),
        "contact": case_file.contact_on_record(member)
        if member and application.submitted_at
        else case_file.contact_of(ctx),
        "answers": answers,
        "resume": on,
        "account": seals.get("account"),
        "calls": case_file.calls_of([application]),
        "first_name": name.partition(" ")[0],
        "name": name or str(application),
    }


def _find_member(application: Application, policies: list[Policy]) -> Member | None:
    """Return the member whom the enrollment created or who started it."""
    key = next((policy.member_id for policy in policies if policy.member_id), application.enrollment.member_id)
    return Member.objects.select_related("user").filter(pk=key).first() if key else None


def _list_other_enrollments(application: Application, member: Member | None) -> list[Application]:
    """Return other enrollments of the same person, newest first."""
    if member is None:
        return []
    sold = Policy.objects.filter(member=member).order_by().values("sale__confirmation__enrollment")
    rows = Application.objects.filter(Q(enrollment__member=member) | Q(enrollment__in=sold)).exclude(pk=application.pk)
    rows = rows.filter(enrollment__brand=application.enrollment.brand_id).select_related("enrollment__confirmation")
    return list(rows.defer("frozen", "enrollment__confirmation__receipt").order_by("-updated_at")[:_OTHERS])


def _list_change_links(
    request: HttpRequest, policies: list[Policy], bought: list[case_file.Bought]
) -> list[case_file.MenuLink]:
    """Return a link for each plan that may be taken out of the enrollment, to the policy's own form."""
    if not policies or not may_change(request):
        return []
    plans = catalog()
    return [
        case_file.MenuLink(
            kind.icon, f"Remove {item.name}", reverse("admin:policy_to", args=[policy.pk, kind.kind.value]), True
        )
        for policy, item in zip(policies, bought, strict=True)
        for kind in open_kinds(policy, plans)
        if kind.danger
    ]


def _plans_with_card(confirmation: Confirmation | None) -> tuple[str, ...]:
    """Return the plans with an ID card to show."""
    return tuple(card["plan"] for card in cards_of(confirmation)) if confirmation else ()


def _people_to_remove(policies: list[Policy], bought: list[case_file.Bought]) -> dict[str, tuple[str, ...]]:
    """Return first names of people who may be taken out, by plan."""
    plans = catalog()
    rows = CoveredPerson.objects.filter(policy__in=policies, end_date=None, stays=False).exclude(relative=None)
    covered: dict[UUID, list[str]] = {}
    for row in rows.select_related("relative").order_by("birth_date", "pk"):
        if row.relative is not None:
            covered.setdefault(row.policy_id, []).append(row.relative.first_name)
    return {
        item.name: tuple(covered[policy.pk])
        for policy, item in zip(policies, bought, strict=True)
        if policy.pk in covered and any(kind.kind == Kind.DROP_PERSON for kind in open_kinds(policy, plans))
    }


def _decline_reasons(policies: list[Policy]) -> dict[UUID, str]:
    """Return the reasons for which insurers declined whole plans, by policy."""
    cases = UnderwritingCase.objects.filter(policy__in=policies, kind=CaseKind.PLAN, status=CaseStatus.DECLINED)
    return dict(cases.values_list("policy_id", "reason"))


def save_call_note(request: HttpRequest, application: Application) -> bool:
    """Save a call note; return whether it was accepted."""
    if not request.user.has_perm("enrollment.add_callnote"):
        raise PermissionDenied
    try:
        add_call_note(
            application=application,
            text=request.POST["text"],
            checked=request.POST.getlist("checked"),
            origin=origin_of_staff(request, application.enrollment.brand_id),
        )
    except FieldErrors:
        messages.error(request, f"Write what the call was about, in up to {LONGEST} characters.")
        return False
    messages.success(request, "The call was saved.")
    return True


def _list_proofs(application: Application) -> list[tuple[str, str]]:
    """Return ids and hashes, as evidence."""
    result = [("Application", f"{application.pk}, version {application.version}")]
    if application.frozen_sha256:
        result.append(("Frozen text, SHA-256", application.frozen_sha256))
    signatures = SignatureEvidence.objects.filter(application=application).values_list("sequence", "record_hash")
    result += [(f"Signature record {number}, SHA-256", digest) for number, digest in signatures]
    document = SignedDocument.objects.filter(application=application).values_list("code", "sha256").first()
    if document:
        result += [("Check code of the signed document", group_code(document[0])), ("Its file, SHA-256", document[1])]
    return result
