"""Reading an application for the page: tabs, forms, dependents, review cards, temp-info columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from planfront.eligibility.texts import tier_name
from planfront.enrollment.application import context, health, wire
from planfront.enrollment.application.listed_people import listed_beneficiaries, listed_dependents
from planfront.enrollment.application.proposals import context_for
from planfront.enrollment.forms.base import Answers, FieldDef, Step, StepContext, masked
from planfront.enrollment.handover import selectors
from planfront.enrollment.models import Application, Section, State
from planfront.enrollment.pages import charges
from planfront.enrollment.signing import signature
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.beneficiary.step import MAX as MAX_BENEFICIARIES
from planfront.enrollment.steps.beneficiary.step import total
from planfront.enrollment.steps.dependent.answers import Dependent, DependentAnswers
from planfront.enrollment.steps.dependent.step import HEADINGS, DependentStep, ask_spouse, bounds
from planfront.enrollment.steps.dependent.step import HEALTH as HEALTH_PREFIX
from planfront.enrollment.steps.health import form as health_form
from planfront.enrollment.steps.health.step import questions_of
from planfront.enrollment.steps.personal.answers import PersonalAnswers
from planfront.enrollment.steps.registry import (
    AGREEMENT,
    BENEFICIARY,
    BILLING,
    DEPENDENT,
    HEALTH,
    RECEIPT_PATH,
    REVIEW,
)
from planfront.enrollment.submission.duplicate_search import notice_before
from planfront.enrollment.terms import canonical
from planfront.kernel.text.parse import show_date
from planfront.shopping.quote.client import ClientName

if TYPE_CHECKING:
    from planfront.audit.services import Origin
    from planfront.enrollment.application.parties import Asker
    from planfront.enrollment.steps.registry import TabState
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote


def version_of(application: Application | None) -> int:
    return application.version if application else 1


def is_submitted(application: Application | None) -> bool:
    return application is not None and application.state != State.DRAFT


def tab_out(quote: Quote, state: TabState, side: Side) -> Answers:
    step = state.step
    return {
        "tab_name": step.key,
        "title": step.title(),
        "card_title": step.card_title(),
        "required": state.required,
        "order": registry.ORDER[step.key],
        "status": state.status,
        "href": state.href,
        "missing": state.missing,
        "theirs": selectors.is_theirs(quote, side, step.key),
        "form_href": registry.call_href(step.form_call),
        "save_href": registry.call_href(step.save_call),
        "column": wire.saved_tab(step.key),
        "picture_name": step.picture,
        "clients_alone": step.clients_alone,
    }


def tabs_of(quote: Quote, side: Side = "client") -> Answers:
    """Return what the wizard's frame shows. A seller who waits for the client continues at the review."""
    application = context.application_of(quote)
    ctx = context.load(quote, application)
    return tabs_out(quote, application, ctx, side, registry.tabs(ctx))


def tabs_out(
    quote: Quote, application: Application | None, ctx: StepContext, side: Side, states: list[TabState]
) -> Answers:
    waits = quote.handed_over_at is not None and side != "client"
    target = REVIEW if waits else registry.resume(states)
    done = is_submitted(application)
    return {
        "result": [tab_out(quote, state, side) for state in states],
        "resume": {"tab_name": "receipt", "href": RECEIPT_PATH} if done else step_link(target),
        "state": application.state if application else State.DRAFT.value,
        "receipt_href": RECEIPT_PATH if done else "",
        "version": version_of(application),
        "totals": {"initial_month_cost": ctx.cart.first_month, "recurring_month_cost": ctx.cart.monthly},
        "effective_date": show_date(ctx.cart.effective_date),
        "enrolling_for": "" if side == "client" and quote.handed_over_at else enrolling_for(ctx),
        "hand_over": None if done else selectors.hand_over_brief(quote, application, ctx, side),
    }


def step_link(step: Step) -> Answers:
    return {"tab_name": step.key, "href": registry.href(step)}


def enrolling_for(ctx: StepContext) -> str:
    """Return the client's name while a seller fills in the application; else ""."""
    return ctx.read(PersonalAnswers).full_name if ctx.shopper.eprocess in {"rep", "group"} else ""


def applicant_name(quote: Quote) -> ClientName | None:
    """Return the applicant's name as it was saved; None before that. One query."""
    saved = Section.objects.filter(
        application__enrollment=quote, key=registry.PERSONAL.key, saved_at__isnull=False
    ).first()
    answers = PersonalAnswers.read(saved.answers) if saved else None
    return ClientName(answers.full_name, answers.first_name) if answers and answers.first_name else None


def form_of(quote: Quote, key: str, side: Side = "client") -> Answers:
    """A step's fields with values."""
    application = context.application_of(quote)
    return form_out(context_for(quote, side, application), registry.BY_KEY[key], application)


def agreement_of(quote: Quote, application: Application | None, ctx: StepContext, asker: Asker) -> Answers:
    """Return the form of the agreement for the signer, and the state of the signature."""
    form = form_out(ctx, AGREEMENT, application)
    return {**form, "signature": signature.signature_state(quote, application, ctx, asker)}


def form_out(ctx: StepContext, step: Step, application: Application | None) -> Answers:
    return {
        "result": _marked(ctx, step),
        "title": step.heading(),
        "lead": step.lead(ctx),
        "version": version_of(application),
        "disclaimer": step.disclaimer(ctx) if isinstance(step, DependentStep) else "",
    }


def _marked(ctx: StepContext, step: Step) -> list[FieldDef]:
    """The fields; saved answers that are no longer right say why, until something else was typed there."""
    fields = step.fields(ctx)
    wrong = step.invalid_answers(ctx) if step.key in ctx.saved else {}
    text = {name: words for name, words in wrong.items() if name not in ctx.drafts.get(step.key, {})}
    return [
        field.model_copy(update={"error": True, "message": text[field.field_name]})
        if field.field_name in text
        else field
        for field in fields
    ]


def tab_required(quote: Quote, tab_name: str) -> bool:
    """Return whether a tab is required; a tab without a step never is."""
    step = registry.BY_KEY.get(wire.step_key(tab_name) or "")
    return step is not None and step.required(context.load(quote, context.application_of(quote)))


def dependent_out(person: Dependent) -> Answers:
    health = person.health_info
    answers = {**person.stored, "ssn": masked(person.ssn)}
    return {
        "dependent_id": person.dependent_id,
        "primary_info": {name: value for name, value in answers.items() if name != "health_info"},
        "health_info": health or None,
        "health_values": health_form.flatten(health, HEALTH_PREFIX) if health else {},
    }


def dependents_of(quote: Quote, side: Side = "client") -> Answers:
    """The list as the tier takes it, and what the form needs to know of the tier."""
    return dependents_out(context_for(quote, side, context.application_of(quote)))


def dependents_out(ctx: StepContext) -> Answers:
    answers = ctx.read(DependentAnswers)
    listed, aside = listed_dependents(ctx)
    low, high = bounds(ctx)
    return {
        "dependents": [dependent_out(person) for person in listed],
        "set_aside": [dependent_out(person) for person in aside],
        "spouse_choice": answers.spouse_choice,
        "first_track": answers.first_track,
        "rules": {
            "tier": ctx.shopper.tier,
            "premier": ctx.cart.premier,
            "min": low,
            "max": high,
            "ask_spouse": ask_spouse(ctx, answers.dependents),
            "heading": str(HEADINGS.get(ctx.shopper.tier, "")),
            "spouse_birthdate": show_date(ctx.shopper.spouse_dob),
            "children": ctx.shopper.children if ctx.shopper.tier in ("IC", "IF") else None,
        },
        "switched": _switched(ctx, answers.switched),
        "stamp": ctx.stamps.get(DEPENDENT.key, "new"),
    }


def _switched(ctx: StepContext, switched: Mapping[str, Any] | None) -> Answers | None:
    """The change of the tier that can still be taken back."""
    if not switched:
        return None
    old_tier, new_tier = switched["columns"]["tier"], ctx.shopper.tier
    return {
        "from_tier": old_tier,
        "from_name": tier_name(old_tier, premier=ctx.cart.premier),
        "to_tier": new_tier,
        "to_name": tier_name(new_tier, premier=ctx.cart.premier),
        "left": len(switched["dropped"]),
    }


def beneficiaries_of(quote: Quote, side: Side = "client") -> Answers:
    """The list of the application; for an existing member without any yet, those on record."""
    return beneficiaries_out(context_for(quote, side, context.application_of(quote)))


def beneficiaries_out(ctx: StepContext) -> Answers:
    listed = listed_beneficiaries(ctx)
    people = [
        {**person.stored, "ssn": masked(person.ssn), "name": BENEFICIARY.name_of(ctx, person.stored)}
        for person in listed
    ]
    stamp = ctx.stamps.get(BENEFICIARY.key, "new")
    return {"beneficiaries": people, "total": total(listed), "max": MAX_BENEFICIARIES, "stamp": stamp}


def health_of(quote: Quote, side: Side = "client") -> Answers:
    """The health questions about the applicant, as a form and as the calls list them."""
    application = context.application_of(quote)
    return health_out(context_for(quote, side, application), application)


def health_out(ctx: StepContext, application: Application | None) -> Answers:
    ctx = context.with_health(ctx)
    on_record = HEALTH.from_record(ctx) and HEALTH.key not in ctx.drafts
    return {
        **form_out(ctx, HEALTH, application),
        **wire.questions_out(questions_of(ctx)),
        "on_record": on_record,
    }


def health_of_dependents(quote: Quote) -> Answers:
    return wire.questions_out(health.questions_for(quote.brand_id).dependents)


def health_on_record(quote: Quote) -> Answers:
    """Return an existing member's earlier answers; {} for others."""
    member = quote.member_id
    return health.on_record(quote.brand_id, member) if member else {}


def review_of(quote: Quote, asker: Asker, origin: Origin) -> Answers:
    """Return the review cards of the required tabs in their order, the state of the signature, and what is asked before
    the submission."""
    application = context.application_of(quote)
    return review_out(quote, application, context.for_signer(quote, application, asker), asker, origin)


def review_out(
    quote: Quote, application: Application | None, ctx: StepContext, asker: Asker, origin: Origin
) -> Answers:
    required_tabs = [tab for tab in registry.tabs(ctx) if tab.required and tab.step is not REVIEW]
    ready = not is_submitted(application) and not any(item.missing for item in required_tabs)
    notes = {**ctx.answers(REVIEW.key), **ctx.drafts.get(REVIEW.key, {})}.get("additional_notes", "")
    notice = {
        "effective_date": show_date(ctx.cart.effective_date),
        "first_payment": ctx.cart.first_month,
        "additional_notes": notes,
        "text": REVIEW.ahead(BILLING.first_payment(ctx)),
        "duplicate": notice_before(quote, ctx, origin) if ready else "",
        "figures": charges.figures(ctx),
        "then": charges.short_charge(ctx),
    }
    cards = [card_out(ctx, item) for item in required_tabs]
    return {
        "result": cards,
        "fields": REVIEW.fields(ctx),
        "notice": notice,
        "signature": signature.signature_state(quote, application, ctx, asker),
        "version": version_of(application),
    }


def card_out(ctx: StepContext, state: TabState) -> Answers:
    """The review card of a step."""
    summary = state.step.summary(ctx)
    return {
        "tab_name": state.step.key,
        "title": state.step.card_title(),
        "status": state.status,
        "href": state.href,
        "rows": summary.rows,
        "details": summary.details,
        "changes": signature.changed_rows(ctx, state.step, summary.rows),
    }


def temp_info_column(quote: Quote, side: Side, name: str) -> Any:
    """A wizard column of get-enrollment-temp-info: answers with the draft merged in, sensitive ones masked."""
    key = wire.COLUMN_TO_STEP[name]
    if key == DEPENDENT.key:
        return dependents_of(quote, side)
    if key == BENEFICIARY.key:
        result = beneficiaries_of(quote, side)
        return result if result["beneficiaries"] else {}
    step = registry.BY_KEY.get(key)
    if step is None:
        return {}
    ctx = context_for(quote, side, context.application_of(quote))
    answers = {**ctx.answers(key), **ctx.drafts.get(key, {})}
    values = {
        name: masked(str(value)) if name in step.sensitive else value
        for name, value in answers.items()
        if name not in {"evidence", "accepted_at", "signer", "signer_key", canonical.SIGNED_FOR}
    }
    if "holiday_policy" in values:
        listed = ctx.facts.lists["holiday_policy"]
        values["holiday_policy"] = wire.holidays_out(values["holiday_policy"], (item["value"] for item in listed))
    if "account_last4" in values:
        values["account_number"] = masked(values["account_last4"])
    return values
