"""Coverage in force: what a member has, and changes of it with their preview."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from ninja import Router

from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of
from planfront.catalog.selectors import catalog
from planfront.coverage import member_reads, orders, parties, person_changes, previews, schemas, withdrawals
from planfront.coverage.approvals import corrections, deaths, reported
from planfront.coverage.authors import Author, By, author_of
from planfront.coverage.card_api import router as cards
from planfront.coverage.clients.api import router as clients
from planfront.coverage.engine import OrderDiffers, preview_by_two
from planfront.coverage.group.api import router as group
from planfront.coverage.plan_facts import pays_at_death
from planfront.coverage.renewal.api import router as renewal
from planfront.coverage.visible import visible_policies
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors, NotFound
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Code, OptionalId, PageNumber
from planfront.kernel.text import texts
from planfront.kernel.text.parse import us_date
from planfront.members.access import access_self, load_member
from planfront.members.schemas import MemberDetails
from planfront.members.selectors import MemberFacts, load_person

if TYPE_CHECKING:
    from planfront.coverage.models import Policy

calls = Router(tags=["coverage"])
router = Router(tags=["enrollment"])
router.add_router("", calls)
router.add_router("", renewal)
router.add_router("", cards)
router.add_router("", clients)
router.add_router("", group)


@calls.get("/get-coverage", response=responses(schemas.MemberCoverage), operation_id="get_coverage")
def get_coverage(request: ApiRequest, member_id: OptionalId = None) -> Answer:
    """The coverage of a member: policies with the people they cover, designations and the last changes."""
    return ok(member_reads.read_coverage(load_member(request, member_id), author_of(request)))


@calls.get("/get-coverage-changes", response=responses(schemas.ChangePage), operation_id="get_coverage_changes")
def get_coverage_changes(request: ApiRequest, member_id: OptionalId = None, page: PageNumber = 1) -> Answer:
    """A page of everything that happened to a member's policies. A page after the last one gives the last one."""
    return ok(member_reads.read_changes(load_member(request, member_id), author_of(request), page))


@calls.get("/get-policy", response=responses(schemas.PolicyStory), operation_id="get_policy")
def get_policy(
    request: ApiRequest,
    number: Code,
    member_id: OptionalId = None,
    day: Code = "",
    known: Code = "",
) -> Answer:
    """A policy through time. ``day``: what was in force then; ``known``: as it was known at the end of that day."""
    member, author = load_member(request, member_id), author_of(request)
    policy = next((policy for policy in visible_policies(member, author) if policy.number == number), None)
    if policy is None:
        raise NotFound
    on = us_date(day) if day else clock.today()
    if on is None:
        raise FieldErrors.single("day", texts.explain_date(day))
    until = us_date(known) if known else None
    if known and until is None:
        raise FieldErrors.single("known", texts.explain_date(known))
    return ok(member_reads.read_story(member, policy, author, on, until))


@calls.get("/get-life-events", response=responses(list[schemas.EventChoice]), operation_id="get_life_events")
def get_life_events(request: ApiRequest, member_id: OptionalId = None) -> Answer:
    """The events that the caller may report of a member's life today."""
    load_member(request, member_id)
    return ok(orders.list_reportable_events(author_of(request)))


@calls.post("/preview-change", response=responses(schemas.Preview, business=True), operation_id="preview_change")
@does(Act.READ)
def preview_change(request: ApiRequest, body: schemas.ChangeOrder) -> Answer:
    """The effect of a change on each policy, with prices before and after; nothing is written."""
    member = load_member(request, body.member_id)
    return ok(previews.describe(*preview_by_two(orders.read_order(member, body, author_of(request)))))


@calls.post(
    "/preview-choices", response=responses(schemas.ChangeChoices, business=True), operation_id="preview_choices"
)
@does(Act.READ)
def preview_choices(request: ApiRequest, body: schemas.ChangeOrder) -> Answer:
    """The plans and riders that may be chosen with a change, where its event opens them, each with its price or with
    why it can't be had; nothing is written."""
    member, author = load_member(request, body.member_id), author_of(request)
    return ok(previews.preview_choices(orders.read_order(member, body, author, choosing=True)))


@calls.post("/submit-change", response=responses(schemas.ChangeDone, business=True), operation_id="submit_change")
@does(Act.COVERAGE)
def submit_change(request: ApiRequest, body: schemas.ConfirmedOrder) -> Answer:
    """Make a change that was previewed. ``changeDiffers`` with the new preview where anything has moved since. Where
    the member's group approves changes, it waits for an administrator, and for the store's team where it reaches back
    further than one person alone may reach; ``changeWaits`` while another one does."""
    member, author = load_member(request, body.member_id), author_of(request)
    order, outcomes = preview_by_two(orders.read_order(member, body, author))
    decider, origin = reported.find_decider(member, order, outcomes), origin_of(request)
    try:
        if decider is not None:
            typed = reported.typed_words(body)
            order_id = reported.ask_approval(member, decider, order, outcomes, typed, body.digest, origin).pk
        else:
            order_id = reported.make_change(member, order, body.digest, origin)
    except OrderDiffers as differs:
        differs.data = {"preview": previews.describe(order, differs.outcomes).model_dump()}
        raise
    coverage = member_reads.read_coverage(member, author)
    waits_for = decider.name if decider else ""
    return ok(schemas.ChangeDone(order_id=str(order_id), waits_for=waits_for, coverage=coverage))


@calls.post("/report-death", response=responses(schemas.MemberCoverage, business=True), operation_id="report_death")
@does(Act.COVERAGE)
def report_death(request: ApiRequest, body: schemas.DeathReport) -> Answer:
    """Report the death of a member or of someone in the family. It waits for the store's team, and nothing changes
    before they record it. ``deathReported`` where it is reported already."""
    member, author = load_member(request, body.member_id), author_of(request)
    deaths.report_death(member, body, author, origin_of(request))
    return ok(member_reads.read_coverage(member, author))


@calls.post(
    "/withdraw-change", response=responses(schemas.MemberCoverage, business=True), operation_id="withdraw_change"
)
@does(Act.COVERAGE)
def withdraw_change(request: ApiRequest, body: schemas.WithdrawOrder) -> Answer:
    """Take back what was changed together: the sender until the end of its day, of an end until its last day; staff at
    any time."""
    member, author = load_member(request, body.member_id), author_of(request)
    if not reported.withdraw_request(member, body.order_id, author, origin_of(request)):
        withdrawals.withdraw_reported(member, body.order_id, author, origin_of(request))
    return ok(member_reads.read_coverage(member, author))


@calls.post("/ask-correction", response=responses(schemas.MemberCoverage, business=True), operation_id="ask_correction")
@does(Act.COVERAGE)
def ask_correction(request: ApiRequest, body: schemas.Correction) -> Answer:
    """Ask the store's team to correct a fact of the caller. It waits for them, and nothing changes before they put it
    right. ``correctionAsked`` while a correction of the same fact waits."""
    member, author = access_self(request), author_of(request)
    corrections.ask_correction(member, body, author, origin_of(request))
    return ok(member_reads.read_coverage(member, author), _("Sent. We'll answer by email."))


@calls.post("/change-contact", response=responses(MemberDetails), operation_id="change_contact")
@does(Act.COVERAGE)
def change_contact(request: ApiRequest, body: schemas.ContactChange) -> Answer:
    """Change the caller's own phone, or where letters go, from today on. A move of home is a life event."""
    member = access_self(request)
    person_changes.change_contact(member, body, origin_of(request))
    return ok(MemberDetails.build(access_self(request), load_person(member.id)), _("Saved."))


def _own_policy(member: MemberFacts, author: Author, number: str) -> Policy:
    """Return a policy of the member who asks. Raises NotFound for everyone else."""
    policies = visible_policies(member, author) if author.by == By.MEMBER else []
    policy = next((policy for policy in policies if policy.number == number), None)
    if policy is None:
        raise NotFound
    return policy


@calls.post(
    "/designate-beneficiaries", response=responses(schemas.MemberCoverage), operation_id="designate_beneficiaries"
)
@does(Act.COVERAGE)
def designate_beneficiaries(request: ApiRequest, body: schemas.NewDesignation) -> Answer:
    """Name other beneficiaries of one of the caller's own policies, from today on. What was named before stays on
    record."""
    member, author = load_member(request, body.member_id), author_of(request)
    policy = _own_policy(member, author, body.policy_number)
    if not pays_at_death(policy, catalog()):
        raise FieldErrors.single("policy_number", _("This plan has no death benefit."))
    parties.designate_from(
        policy_id=policy.pk,
        first_day=max(clock.today(), policy.effective_date),
        people=parties.read_beneficiaries([person.model_dump() for person in body.people], member.id),
        mark=parties.mark_of_designations(policy.pk),
        origin=origin_of(request),
    )
    return ok(member_reads.read_coverage(member, author), _("Your beneficiaries are saved."))


@calls.post("/keep-designation", response=responses(schemas.MemberCoverage), operation_id="keep_designation")
@does(Act.COVERAGE)
def keep_designation(request: ApiRequest, body: schemas.KeptDesignation) -> Answer:
    """Keep the beneficiaries of a policy who were named before a divorce; the member only. Again it changes nothing."""
    member, author = load_member(request, body.member_id), author_of(request)
    policy = _own_policy(member, author, body.policy_number)
    parties.keep_designation(policy_id=policy.pk, origin=origin_of(request))
    return ok(member_reads.read_coverage(member, author))
