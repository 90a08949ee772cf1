"""Members, the people of their families and accounts."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.backoffice.lists.cells import coverage_text
from planfront.backoffice.search.hits import Action, Hit, Source, address_of
from planfront.backoffice.search.query import SearchQuery
from planfront.coverage.models import CoveredPerson, Policy, PolicyState
from planfront.coverage.selectors import CoverageStanding
from planfront.coverage.states import in_state
from planfront.kernel import clock
from planfront.kernel.text.parse import full_name, show_date
from planfront.kernel.text.words import names_begin
from planfront.members.identifiers import subscriber_number
from planfront.members.models import Member, Relative
from planfront.members.name_search import members_called, numbered


def _members(query: SearchQuery) -> Q | None:
    if query.email:
        return members_called([query.text.lower()])
    if query.day:
        return Q(birth_date=query.day)
    if query.phone:
        return Q(phone=query.phone)
    if query.confirmation or query.policy:
        return None
    if not any(letter.isdigit() for letter in query.text):
        return members_called(query.name)
    rule = numbered(query.text)
    if query.member is not None:
        rule |= Q(pk=query.member)
    if query.number is None:
        return rule
    rule |= Q(pk=query.number)
    return rule | Q(ssn_last4=query.last_four) if query.last_four else rule


def _match_surname(query: SearchQuery) -> Q:
    return Q(last_name__istartswith=query.words[-1])


def _policies_of_member() -> dict[str, Any]:
    own = Policy.objects.filter(in_state(PolicyState.ACTIVE, clock.today()), member=OuterRef("pk")).order_by()
    count = own.values("member").annotate(count=Count("pk")).values("count")
    return {"policies_in_force": Coalesce(Subquery(count), 0)}


def _member(row: Any) -> Hit:
    place = ", ".join(part for part in (row.city, row.state) if part)
    facts = ", ".join(part for part in (show_date(row.birth_date), place) if part)
    count = row.policies_in_force
    covered = f"{count} {'policy' if count == 1 else 'policies'}" if count else _without_policy(row)
    status = row.group.name if row.group else row.brand.name
    policies = Action("Policies", address_of(Policy, query=f"?member__id__exact={row.pk}"), Policy)
    return Hit(
        Member,
        row.pk,
        row.name,
        f"Member. {facts}",
        covered if row.active else "Not active",
        status,
        (str(row.pk), subscriber_number(row.pk), row.email, row.employee_number),
        person=True,
        actions=(policies,),
    )


def _without_policy(row: Any) -> str:
    """Describe the coverage of somebody with nothing in force today."""
    if row.coverage_standing in (CoverageStanding.STARTS, CoverageStanding.PENDING):
        return coverage_text(row.coverage_standing, row.coverage_starts)
    return "No policy in force"


def _relatives(query: SearchQuery) -> Q | None:
    if query.day:
        return Q(birth_date=query.day)
    return names_begin(query.name, "first_name", "middle_name", "last_name") if query.name else None


def _dependents() -> QuerySet[Any]:
    """Return dependents. Beneficiaries are sealed and never found."""
    return Relative.objects.filter(kind=Relative.Kind.DEPENDENT, member__merged_into=None)


def _cover_of_relative() -> dict[str, Any]:
    covered = CoveredPerson.objects.filter(relative=OuterRef("pk"), end_date=None).order_by("policy__number")
    return {"covered_by": Subquery(covered.values("policy__number")[:1])}


def _relative(row: Any) -> Hit:
    name = full_name(row)
    about = f"{row.relationship.replace('_', ' ').capitalize()} of {row.member.name}. {show_date(row.birth_date)}"
    covered, by = ("Covered", f"by {row.covered_by}") if row.covered_by else ("", row.member.brand.name)
    return Hit(Member, row.member_id, name, about, covered, by, person=True)


def _accounts(query: SearchQuery) -> Q | None:
    if query.email:
        return Q(email=query.text.lower())
    return names_begin(query.name, "name") if query.name else None


def _account(row: Any) -> Hit:
    state = "" if row.is_active else "Not active"
    done = Action("What it did", address_of(AuditEvent, query=f"?actor={row.pk}"), AuditEvent)
    codes = (row.email,)
    return Hit(User, row.pk, row.name or row.email, row.email, row.get_role_display(), state, codes, actions=(done,))


MEMBERS = Source(
    Member,
    _members,
    _member,
    ("last_name", "first_name", "pk"),
    first=_match_surname,
    related=("brand", "group"),
    extra=_policies_of_member,
)
RELATIVES = Source(
    Member,
    _relatives,
    _relative,
    ("last_name", "first_name", "pk"),
    first=_match_surname,
    related=("member__brand",),
    deferred=("ssn",),
    extra=_cover_of_relative,
    rows=_dependents,
    brand_path="member__brand_id",
)
ACCOUNTS = Source(User, _accounts, _account, ("email",))
