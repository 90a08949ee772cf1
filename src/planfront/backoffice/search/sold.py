"""Policies, enrollments with their carts, and quotes that were sent."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from planfront.backoffice.applications.case_file import icon_of
from planfront.backoffice.applications.enrollments import mailed_to
from planfront.backoffice.search.hits import Action, Hit, Source, address_of
from planfront.backoffice.search.query import SearchQuery
from planfront.coverage.models import CoveredPerson, Policy
from planfront.enrollment.models import Application
from planfront.enrollment.worklists.search import KeyKind, known_by
from planfront.kernel import clock
from planfront.kernel.money import display
from planfront.kernel.text.parse import show_date
from planfront.kernel.text.words import names_begin
from planfront.members.models import Member
from planfront.members.name_search import members_called
from planfront.messaging.selectors import email_hashes
from planfront.sales.models import Sale
from planfront.shopping.models import SentQuote


def _any_of(*rows: QuerySet[Any]) -> Q:
    """Match any of the conditions. Each is looked up by its own index, which an "or" would not use."""
    keys = [row.order_by().values("pk") for row in rows]
    return Q(pk__in=keys[0].union(*keys[1:]))


def _match_number(*beginnings: str) -> Q:
    result = Q()
    for beginning in beginnings:
        result |= Q(number__startswith=beginning)
    return result


def _policies(query: SearchQuery) -> Q | None:
    if query.policy:
        return _match_number(*query.policy)
    insurers = Q(insurer_number=query.text)
    if query.phone or query.day or query.email:
        return insurers if query.phone else None
    if query.number is not None:
        sold = Q(sale__confirmation__number=query.number)
        return sold if query.confirmation else sold | _match_number(query.text) | insurers
    called = Member.objects.filter(members_called(query.name)).order_by()
    applied = Application.objects.filter(names_begin(query.name, "applicant"), submitted_at__isnull=False).order_by()
    enrollments = applied.values("enrollment")
    return _any_of(
        Policy.objects.filter(_match_number(query.text, query.text.upper())),
        Policy.objects.filter(insurers),
        Policy.objects.filter(member__in=called.values("pk")),
        Policy.objects.filter(member=None, sale__confirmation__enrollment__in=enrollments),
    )


def _people_covered() -> dict[str, Any]:
    """Return an annotation: the number of people a policy covers, will cover, or covered to its end."""
    stays = Q(end_date__gte=clock.today()) | Q(end_date=OuterRef("end_date"))
    began = Q(end_date__gte=F("effective_date"))
    people = CoveredPerson.objects.filter(Q(end_date=None) | (stays & began), policy=OuterRef("pk")).order_by()
    count = people.values("policy").annotate(count=Count("pk")).values("count")
    return {"people_covered": Coalesce(Subquery(count), 0)}


def _policy(row: Any) -> Hit:
    sale = getattr(row, "sale", None)
    application = getattr(sale.confirmation.enrollment, "application", None) if sale else None
    person = row.member.name if row.member else (application.applicant if application else "")
    others = row.people_covered - 1
    with_others = f" and {others} other{'s' if others > 1 else ''}" if others > 0 else ""
    about = f"{row.state.label}. From {show_date(row.effective_date)}"
    if row.end_date and row.end_date >= row.effective_date:
        about = f"{about} to {show_date(row.end_date)}"
    if row.member_id:
        onward = [Action("Member", address_of(Member, "change", row.member_id), Member)]
    else:
        onward = (
            [Action("Enrollment", address_of(Application, "change", application.pk), Application)]
            if application
            else []
        )
    return Hit(
        Policy,
        row.pk,
        f"{row.plan_name}, {row.number}",
        f"{person}{with_others}. {about}" if person else about,
        "" if row.monthly is None else display(row.monthly),
        "" if row.monthly is None else "a month",
        (row.number, row.insurer_number or ""),
        actions=tuple(onward),
        icon=icon_of(row.category),
    )


def _members_at(address: str) -> Any:
    return Member.objects.filter(email__in={address, address.lower()}).order_by().values("pk")


def _enrollments(query: SearchQuery) -> Q | None:
    if query.email:
        return _any_of(
            Application.objects.filter(mailed_to(query.email)),
            Application.objects.filter(enrollment__member__in=_members_at(query.email)),
        )
    if query.day:
        return known_by(KeyKind.BORN, query.day.isoformat())
    if query.phone:
        return known_by(KeyKind.PHONE, query.phone)
    if query.policy:
        return None
    if query.number is not None:
        numbered = Q(enrollment__confirmation__number=query.number)
        if not query.last_four:
            return numbered
        last_four = known_by(KeyKind.LAST_FOUR, query.last_four)
        return _any_of(Application.objects.filter(numbered), Application.objects.filter(last_four))
    return _any_of(
        Application.objects.filter(names_begin(query.name, "applicant")),
        Application.objects.filter(enrollment__public_id=query.text),
        Application.objects.filter(known_by(KeyKind.NAME, query.text)),
    )


def _policy_of_enrollment() -> dict[str, Any]:
    sold = Sale.objects.filter(confirmation__enrollment=OuterRef("enrollment")).order_by("policy__number")
    return {"first_policy": Subquery(sold.values("policy")[:1])}


def _enrollment(row: Any) -> Hit:
    confirmation = getattr(row.enrollment, "confirmation", None)
    number = f"#{confirmation.number}" if confirmation else "No number yet"
    if row.submitted_at:
        about = f"Submitted {clock.show_day(row.submitted_at)}. {row.get_state_display()}"
    else:
        about = f"Saved {clock.show_day(row.updated_at)}. Not submitted"
    onward = Action("What happened", address_of(Application, "change", row.pk, query="#happened"), Application)
    if row.first_policy:
        onward = Action("Policy", address_of(Policy, "change", row.first_policy), Policy)
    return Hit(
        Application,
        row.pk,
        f"{number}, {row.applicant or 'no name yet'}",
        about,
        row.enrollment.brand.name,
        codes=(str(confirmation.number), row.enrollment.public_id) if confirmation else (row.enrollment.public_id,),
        actions=(onward,),
    )


def _quotes(query: SearchQuery) -> Q | None:
    if query.email:
        return Q(recipient_hash__in=email_hashes(query.email))
    return names_begin(query.name, "sender_name") if query.name else None


def _quote(row: Any) -> Hit:
    """Return a quote without its recipient, who is sealed."""
    about = f"Sent by {row.sender_name}. {row.get_outcome_display()}"
    price = display(row.recurring_month_cost)
    return Hit(SentQuote, row.pk, f"Quote of {clock.show_day(row.sent_at)}", about, price, "a month")


_RECEIPT = "confirmation__receipt"
POLICIES = Source(
    Policy,
    _policies,
    _policy,
    ("-effective_date", "number"),
    related=("sale__confirmation__enrollment__application", "member"),
    deferred=(
        "sale__proof",
        f"sale__{_RECEIPT}",
        "sale__confirmation__enrollment__application__frozen",
    ),
    extra=_people_covered,
)
ENROLLMENTS = Source(
    Application,
    _enrollments,
    _enrollment,
    ("-updated_at",),
    related=("enrollment__brand", "enrollment__confirmation"),
    deferred=("frozen", f"enrollment__{_RECEIPT}"),
    extra=_policy_of_enrollment,
)
QUOTES = Source(SentQuote, _quotes, _quote, ("-sent_at",), deferred=("frozen", "message", "token"))
