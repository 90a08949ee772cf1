"""The page before the first step: what an application will ask for.

It follows from the quote, the cart and the steps that are required now. Reps and group administrators read it in the
third person.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from planfront.enrollment.application import context
from planfront.enrollment.application.known import KnownFacts, load_known_facts
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.following import newborn_days
from planfront.enrollment.steps.personal.answers import PersonalAnswers
from planfront.enrollment.steps.registry import BENEFICIARY, DEPENDENT, EMPLOYER, HEALTH, PERSONAL
from planfront.enrollment.terms.verification import masked_address, question_for

if TYPE_CHECKING:
    from planfront.enrollment.steps.registry import TabState
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote

_MEASURES = ("weight", "height_feet", "height_inch")


@dataclass(frozen=True)
class Need:
    """A thing to have ready. ``key`` names its drawing; ``whose`` says line by line for whom it is."""

    key: str
    title: str
    text: str
    whose: tuple[str, ...] = ()


@dataclass(frozen=True)
class Part:
    """A step with what it asks, and the minutes it takes most people."""

    tab_name: str
    title: str
    text: str
    minutes: int


@dataclass(frozen=True)
class Preparation:
    """``fresh``: nothing was answered yet. ``begin``: the step to begin with, or to go on at."""

    title: str
    lead: str
    needs: tuple[Need, ...]
    steps: tuple[Part, ...]
    minutes: int
    fresh: bool
    begin: Part
    href: str


@dataclass(frozen=True)
class _Reader:
    """The reader: a seller who fills in for ``client``, or the applicant, where that is "". ``known``: facts that need
    no preparation."""

    client: str
    facts: KnownFacts

    @property
    def others(self) -> bool:
        return self.client != ""

    def says(self, own: str, theirs: str) -> str:
        return theirs if self.others else own


def preparation_of(quote: Quote, side: Side = "client") -> Preparation:
    """The page for this cart as it is now."""
    ctx = replace(context.load(quote, context.application_of(quote)), side=side)
    reader = _Reader(ctx.client, load_known_facts(quote, ctx))
    states = [tab for tab in registry.tabs(ctx) if tab.required]
    steps = tuple(_part(ctx, state) for state in states)
    target = registry.resume(states)
    needs = tuple(need for item in _NEEDS if (need := item(ctx, reader)))
    minutes = sum(step.minutes for step in steps)
    return Preparation(
        title=_title(len(needs), reader),
        lead=_("Then it takes about %(minutes)s minutes. You can stop at any step and come back within 30 days.")
        % {"minutes": minutes},
        needs=needs,
        steps=steps,
        minutes=minutes,
        fresh=not ctx.saved and not ctx.drafts,
        begin=next(step for step in steps if step.tab_name == target.key),
        href=registry.href(target),
    )


def _part(ctx: StepContext, state: TabState) -> Part:
    step = state.step
    return Part(step.key, step.title(), step.description(ctx), max(1, step.minutes_for(ctx)))


def _title(count: int, reader: _Reader) -> str:
    if count == 0:
        return _("You have everything you need.")
    number = _number(count)
    if reader.others:
        words = ngettext("Ask %(client)s for %(number)s thing.", "Ask %(client)s for these %(number)s things.", count)
        return words % {"client": reader.client, "number": number}
    words = ngettext("Have %(number)s thing ready.", "Have these %(number)s things ready.", count)
    return words % {"number": number}


def _number(count: int) -> str:
    """A small number in words."""
    words = (
        pgettext("things to have ready", "one"),
        pgettext("things to have ready", "two"),
        pgettext("things to have ready", "three"),
        pgettext("things to have ready", "four"),
        pgettext("things to have ready", "five"),
        pgettext("things to have ready", "six"),
        pgettext("things to have ready", "seven"),
        pgettext("things to have ready", "eight"),
    )
    return words[count - 1] if count <= len(words) else str(count)


# --- the people -----------------------------------------------------------------------------------------------------


def _covered(ctx: StepContext) -> tuple[bool, int]:
    """Return (whether a spouse is covered, how many children are), as the quote has them."""
    spouse = ctx.shopper.covers_spouse
    children = ctx.shopper.children_covered
    return spouse, children


def _others(ctx: StepContext, reader: _Reader, unknown: str = "") -> list[str]:
    """Return the people covered besides the applicant; with ``unknown`` those without an answer of that name."""
    spouse, children = _covered(ctx)
    if unknown:
        spouse, children = reader.facts.missing(unknown, spouse=spouse, children=children)
    words = [reader.says(_("your spouse"), _("the spouse"))] if spouse else []
    if children:
        words.append(ngettext("%(count)s child", "%(count)s children", children) % {"count": children})
    return words


def _listed(words: list[str]) -> str:
    """Joined by commas, beginning with a capital letter."""
    joined = ", ".join(words)
    return joined[:1].upper() + joined[1:]


def _applicant(reader: _Reader) -> str:
    return reader.says(_("you"), reader.client)


def _plans(ctx: StepContext, tab: str) -> tuple[str, ...]:
    """Return the plans that require a tab; () where something else does."""
    names = [line.plan_name for line in ctx.cart.lines if tab in line.requirements]
    return (_("For %(plans)s") % {"plans": ", ".join(names)},) if names else ()


# --- the things -----------------------------------------------------------------------------------------------------


def _numbers(ctx: StepContext, reader: _Reader) -> Need | None:
    known = bool(PersonalAnswers.read(PERSONAL.initial_answers(ctx)).ssn)
    people = [*([] if known else [_applicant(reader)]), *_others(ctx, reader, "ssn")]
    if not people:
        return None
    text = _("The insurers need them to issue coverage.")
    on_record = (reader.says(_("Yours is on record"), _("The client's is on record")),) if known else ()
    later = _("You can add a newborn's or a beneficiary's later")
    follows = (later,) if newborn_days(ctx) and (_others(ctx, reader) or BENEFICIARY.required(ctx)) else ()
    return Need("numbers", _("Social Security numbers"), text, (_listed(people), *on_record, *follows))


def _birth_dates(ctx: StepContext, reader: _Reader) -> Need | None:
    people = _others(ctx, reader, "birthdate")
    if not people:
        return None
    quoted = reader.says(_("We have yours from the quote"), _("We have the client's from the quote"))
    text = _("For everyone covered. Prices and the age limit for children depend on them.")
    return Need("births", _("Birth dates"), text, (_listed(people), quoted))


def _measures(ctx: StepContext, reader: _Reader) -> Need | None:
    def requires_measures(tab: str) -> bool:
        return any(ctx.requirements.flag(tab, name, "required") for name in _MEASURES)

    own = requires_measures(PERSONAL.key) and PersonalAnswers.read(PERSONAL.initial_answers(ctx)).weight is None
    covered = [*([_applicant(reader)] if own else [])]
    covered += _others(ctx, reader, "weight") if requires_measures(DEPENDENT.key) else []
    if not covered:
        return None
    text = _("Some of the plans depend on them.")
    return Need("measures", _("Weight and height"), text, (_listed(covered),))


def _employer(ctx: StepContext, reader: _Reader) -> Need | None:
    if not EMPLOYER.required(ctx):
        return None
    if EMPLOYER.key in ctx.saved:
        return None
    text = _("Name, phone and address of the employer, first day at work, hours a week and kind of pay.")
    recorded = ctx.prefill.get(EMPLOYER.key, {})
    if recorded.get("address1") and (employer := recorded.get("name")):
        text = _("First day at work, hours a week and kind of pay. We have the address of %(employer)s.")
        text = text % {"employer": employer}
    title = reader.says(_("Your job"), _("The client's job"))
    return Need("employer", title, text, _plans(ctx, EMPLOYER.key))


def _beneficiaries(ctx: StepContext, reader: _Reader) -> Need | None:
    if not BENEFICIARY.required(ctx) or reader.facts.beneficiaries:
        return None
    text = _("Who gets the benefit, and which share. Name, birth date, number and relationship of each.")
    title = reader.says(_("Your beneficiaries"), _("The client's beneficiaries"))
    return Need("beneficiaries", title, text, _plans(ctx, BENEFICIARY.key))


def _health(ctx: StepContext, reader: _Reader) -> Need | None:
    if not HEALTH.required(ctx) or (reader.facts.health and not _others(ctx, reader)):
        return None
    text = _("Treatments with their dates, physicians and medications of everyone who is covered.")
    return Need("health", _("Health history"), text, _plans(ctx, HEALTH.key))


def _payment(ctx: StepContext, reader: _Reader) -> Need | None:
    ways = ctx.facts.billing.ways
    if ("eft" not in ways and "cc" not in ways) or reader.facts.payment:
        return None
    title = _("Bank account or card") if "cc" in ways else _("Bank account")
    text = _(
        "For a bank account: routing and account number, from a check or your bank's app. We'll show you where to "
        "find them."
    )
    return Need("payment", title, text, (_("You won't be charged before the last step"),))


def _mail(ctx: StepContext, reader: _Reader) -> Need | None:
    """Return the need for a mailbox, where the applicant will be asked for a mailed code."""
    if reader.others:
        return None
    question = question_for(ctx)
    if question.answer:
        return None
    text = _("Before you sign, we'll email you a 6-digit code so only you can sign.")
    return Need("mail", _("Access to your email"), text, (masked_address(question.to),) if question.to else ())


_NEEDS: tuple[Callable[[StepContext, _Reader], Need | None], ...] = (
    _numbers,
    _birth_dates,
    _measures,
    _employer,
    _beneficiaries,
    _health,
    _payment,
    _mail,
)


def lines_of(preparation: Preparation) -> list[str]:
    """The list as lines of a mail."""
    return [" ".join([f"{need.title}:", need.text, *(f"{line}." for line in need.whose)]) for need in preparation.needs]
