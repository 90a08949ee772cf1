"""Parts of every page of a policy: name, links, menu of changes, and the coverage of today."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from django.http import Http404, HttpRequest
from django.urls import reverse

from planfront.accounts.models import User
from planfront.backoffice.applications.case_file import icon_of
from planfront.backoffice.policy_servicing import policy_story, premium_chart
from planfront.backoffice.policy_servicing.change_form import open_kinds
from planfront.catalog.selectors import catalog
from planfront.catalog.snapshot import Catalog
from planfront.coverage.authors import Author, By
from planfront.coverage.history import PolicyHistory
from planfront.coverage.models import Policy, PolicyState
from planfront.coverage.plan_facts import pays_at_death
from planfront.coverage.states import OVER
from planfront.coverage.successors import chain_of
from planfront.enrollment.models import Application
from planfront.kernel import clock
from planfront.kernel.text.parse import show_date
from planfront.members.selectors import MemberFacts, member_by_id

CHANGE = "coverage.change_policy"
REPS, DESIGNATIONS = "reps", "beneficiaries"
_PARTIES = ((REPS, "Another rep", "badge"), (DESIGNATIONS, "Beneficiaries", "volunteer_activism"))
_TONES = {
    PolicyState.PENDING: "warn",
    PolicyState.ACCEPTED: "good",
    PolicyState.ACTIVE: "good",
    PolicyState.ENDED: "bad",
    PolicyState.CANCELLED: "bad",
}


def may_change(request: HttpRequest) -> bool:
    """Return whether the person is an administrator or of the service team; readers only look."""
    return request.user.has_perm(CHANGE)


def head_of_page(
    request: HttpRequest, story: PolicyHistory, names: policy_story.Names, context: dict[str, Any]
) -> dict[str, Any]:
    """``context``: the back office's own."""
    policy, today = story.policy, clock.today()
    plan = names.plans.plans.get(policy.plan_id)
    return {
        **context,
        "title": "Policy",
        "subtitle": policy.number,
        "original": policy,
        "policy": policy,
        "name": names.plan(policy.plan_id),
        "carrier": plan.carrier_name if plan else "",
        "member": policy.member,
        "pays_at_death": pays_at_death(policy, names.plans),
        "icon": icon_of(policy.category),
        "state": policy.state,
        "tone": _TONES[policy.state],
        "summary": policy_story.head_of(story, names),
        "chain": [(_describe_link(policy, other), policy_address(other)) for other in chain_of(policy)],
        "links": _list_links(request, policy, _application_of(policy)),
        "today": today,
        "height": premium_chart.HEIGHT,
        "in_force": policy_story.in_force_on(story, names, today, None),
        "people": policy_story.people_of(story, names),
        "entries_to_change": _change_menu(policy, names.plans) if may_change(request) else [],
    }


def _describe_link(policy: Policy, other: Policy) -> str:
    """Return how a policy hangs together with the one before or the one that takes its place."""
    if other.pk == policy.predecessor_id:
        return f"Before: policy {other.number}"
    if other.state == PolicyState.CANCELLED:
        return f"Policy {other.number} was going to replace it"
    return f"Continues as policy {other.number} from {show_date(other.effective_date)}"


@dataclass(frozen=True)
class MenuEntry:
    label: str
    icon: str
    href: str
    danger: bool = False


def _change_menu(policy: Policy, plans: Catalog) -> list[MenuEntry]:
    """Return the menu: changes of the policy, then of its people; dangerous ones last."""
    kinds = [
        MenuEntry(kind.label, kind.icon, reverse("admin:policy_to", args=[policy.pk, kind.kind.value]), kind.danger)
        for kind in open_kinds(policy, plans)
    ]
    parties = [
        MenuEntry(label, icon, reverse("admin:policy_parties", args=[policy.pk, which]))
        for which, label, icon in _PARTIES
        if takes_parties(policy, which, plans)
    ]
    death = [MenuEntry("Record a death", "sentiment_sad", reverse("admin:policy_death", args=[policy.pk]))]
    family = death if policy.member_id is not None else []
    return [*(row for row in kinds if not row.danger), *parties, *family, *(row for row in kinds if row.danger)]


def takes_parties(policy: Policy, which: str, plans: Catalog | None = None) -> bool:
    """Return whether a policy's reps or beneficiaries may be changed. An ended policy has none; beneficiaries exist
    only where the plan asks for them."""
    if policy.state in OVER or policy.member_id is None:
        return False
    return which == REPS or pays_at_death(policy, plans or catalog())


def author_of_staff(request: HttpRequest) -> Author:
    return Author(By.STAFF, cast(User, request.user).pk)


def member_of(policy: Policy) -> MemberFacts:
    """Return the policy's member, or raise 404 where none is on record."""
    member = _read_member(policy)
    if member is None:  # merged into another record since the policy was read
        policy.refresh_from_db(fields=["member"])
        member = _read_member(policy)
    if member is None:
        raise Http404
    return member


def _read_member(policy: Policy) -> MemberFacts | None:
    return member_by_id(policy.brand_id, policy.member_id) if policy.member_id else None


def policy_address(policy: Policy) -> str:
    return _address("coverage_policy", policy.pk)


def _application_of(policy: Policy) -> Application | None:
    rows = Application.objects.filter(enrollment__confirmation__sales__policy=policy)
    return rows.select_related("enrollment__confirmation").defer("frozen", "enrollment__confirmation__receipt").first()


def _list_links(request: HttpRequest, policy: Policy, application: Application | None) -> dict[str, str]:
    """Return addresses of related records that the reader may open, by kind."""
    case = _address("enrollment_application", application.pk if application else None)
    rights = {
        "enrollment": ("enrollment.view_application", f"{case}#policy-{policy.number}" if case else ""),
        "member": ("members.view_member", _address("members_member", policy.member_id)),
        "group": ("parties.view_group", _address("parties_group", policy.group_id)),
        "plan": ("catalog.view_plan", _address("catalog_plan", policy.plan_id)),
    }
    return {name: href for name, (right, href) in rights.items() if href and request.user.has_perm(right)}


def _address(page: str, key: Any, view: str = "change") -> str:
    return reverse(f"admin:{page}_{view}", args=[key]) if key else ""
