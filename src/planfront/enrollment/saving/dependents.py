"""The list of dependents: staged one by one, taken over with Next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin
from planfront.enrollment.application import context, store
from planfront.enrollment.application.listed_people import known_dependents
from planfront.enrollment.application.proposals import context_for
from planfront.enrollment.application.proposing import propose
from planfront.enrollment.application.results import SaveResult, save_result
from planfront.enrollment.forms.base import Answers, StepContext
from planfront.enrollment.saving import pricing, staged
from planfront.enrollment.steps.dependent.answers import SPOUSE, Dependent, DependentAnswers
from planfront.enrollment.steps.dependent.step import quote_changes
from planfront.enrollment.steps.registry import DEPENDENT
from planfront.kernel.errors import FieldErrors

if TYPE_CHECKING:
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote

_ASIDE = 9


def complete_person(by_id: Mapping[str, Dependent], person: dict[str, Any], *, by_number: bool = False) -> Answers:
    """A submitted person as they are known: with the id, the stored number, what was said of their health, and what was
    confirmed of them under the same name and birth date."""
    value, before = staged.recognize_person(by_id, person, "dependent_id", by_number=by_number)
    if "health_info" not in value and before is not None and before.health_info:
        value["health_info"] = before.health_info
    if before is not None and not value.get("confirmed"):
        same = all(value.get(name) == before.stored.get(name) for name in ("first_name", "last_name", "birthdate"))
        value["confirmed"] = before.confirmed if same else ""
    return value


def join_health(item: dict[str, Any]) -> dict[str, Any]:
    """A dependent of the wire as the step takes it: the person, with the answers about their health."""
    health = item.get("health_info")
    return {**item["primary_info"], **({"health_info": health} if health else {})}


def _clean_list(ctx: StepContext, data: dict[str, Any]) -> tuple[list[Answers], list[Answers], str]:
    """(clean list, set aside, spouse choice) of a submitted list."""
    by_id = known_dependents(ctx)
    choice = str(data.get("spouse_choice") or "").strip().lower()
    if choice not in {"", "yes", "no"}:
        raise FieldErrors.single("spouse_choice", _("Please select spouse status"))
    value = [complete_person(by_id, join_health(item), by_number=True) for item in data.get("dependents", [])]
    people = DEPENDENT.people(ctx, value, choice)
    # The spouse is listed first, as the family form asks for the spouse first.
    people.sort(key=lambda person: person["relationship"] != SPOUSE)
    gone = set(data.get("forget") or ())
    remaining = (person for person in by_id.values() if person.dependent_id not in gone)
    return people, _left_out(remaining, Dependent.each(people)), choice


def _left_out(candidates: Iterable[Dependent], people: Sequence[Dependent]) -> list[Answers]:
    """Return known people who aren't on the list, each number once: they can come back."""
    taken = {person.dependent_id for person in people} | {_identity(person) for person in people}
    left_out = {
        _identity(person): dict(person.stored)
        for person in candidates
        if _identity(person) and not {person.dependent_id, _identity(person)} & taken
    }
    return list(left_out.values())[-_ASIDE:]


def _identity(person: Dependent) -> str:
    """Return what tells one person from another: the number, or the id while it follows."""
    return person.ssn or (person.dependent_id if person.ssn_later else "")


def with_set_aside(ctx: StepContext, answers: Answers) -> Answers:
    """Return a list that replaces the one of ``ctx``; people who leave it now, or had left before, are set aside."""
    replacing = DependentAnswers.read(answers)
    candidates = [*replacing.set_aside, *known_dependents(ctx).values()]
    return {**answers, "set_aside": _left_out(candidates, replacing.dependents)}


def check_dependent(*, quote: Quote, person: dict[str, Any], side: Side = "client") -> Answers:
    """Check one dependent (see ``joined``) without storing anything. Errors are named ``primary_info.…`` and
    ``health_info.…``."""
    ctx = context_for(quote, side, context.application_of(quote))
    value = complete_person(known_dependents(ctx), person)
    listed = ctx.read(DependentAnswers).dependents
    rest = [other for other in listed if other.dependent_id != value["dependent_id"]]
    value.setdefault("relationship", DEPENDENT.relationship(ctx, rest, ""))
    clean = DEPENDENT.person(ctx, value)
    staged.check_beside(Dependent.read(clean), rest, part="primary_info.")
    return clean


@transaction.atomic
def stage_dependents(
    *, quote: Quote, data: dict[str, Any], version: int | None, origin: Origin, side: Side = "client"
) -> int:
    """Store the list as it is, each person checked, even where it doesn't fit the tier yet."""
    opened = store.open_draft(quote, side, may_propose=True)
    people, aside, choice = _clean_list(opened.ctx, data)
    _check_count(people)
    answers = {
        "dependents": people,
        "set_aside": aside,
        "spouse_choice": choice,
        "first_track": True,
        "confirmed": False,
    }
    _check_newest(opened, data, version, people)
    return staged.stage_list(opened, DEPENDENT, answers, origin)


def _check_count(people: list[Answers]) -> None:
    if len(people) > _ASIDE:
        raise FieldErrors.single("dependents", _("Maximum allowed number of dependents is %(max)s") % {"max": _ASIDE})


def _check_newest(opened: store.OpenDraft, data: dict[str, Any], version: int | None, people: list[Answers]) -> None:
    stamp = str(data.get("stamp") or "")
    staged.check_newest(opened, DEPENDENT, "dependents", people, version=version, stamp=stamp)


@transaction.atomic
def save_dependents(
    *,
    quote: Quote,
    data: dict[str, Any],
    version: int | None,
    accept_price: bool,
    origin: Origin,
    side: Side = "client",
) -> SaveResult:
    """Next: the list must fit the tier, and the quote follows it (spouse's date of birth, number of children)."""
    opened = store.open_draft(quote, side, may_propose=True)
    people, aside, choice = _clean_list(opened.ctx, data)
    _check_newest(opened, data, version, people)
    DEPENDENT.check_list(opened.ctx, Dependent.each(people), choice)
    answers = {
        "dependents": people,
        "set_aside": aside,
        "spouse_choice": choice,
        "first_track": False,
        "confirmed": True,
    }
    if opened.proposing:
        return propose(opened, DEPENDENT, answers, origin)
    return save_result(opened, DEPENDENT, write_dependents(opened, answers, accept_price=accept_price, origin=origin))


def write_dependents(
    opened: store.OpenDraft, answers: Answers, *, accept_price: bool, origin: Origin
) -> tuple[str, ...]:
    """Store a checked list; the quote follows it. Returns what the person should be told."""
    notices: tuple[str, ...] = ()
    if changes := quote_changes(opened.ctx, DependentAnswers.read(answers).dependents):
        because = _("The dependents you entered change the price of your plans.")
        notices = pricing.apply_changes(opened, changes, accepted=accept_price, because=because)
    store.write_answers(opened, DEPENDENT.key, answers, origin)
    return notices


@transaction.atomic
def clear_dependents(*, quote: Quote, origin: Origin, side: Side = "client") -> None:
    """Delete every dependent of a Member Only quote. Other tiers keep theirs."""
    opened = store.open_draft(quote, side)
    if opened.ctx.shopper.tier == "IO" and opened.ctx.answers(DEPENDENT.key):
        store.write_answers(opened, DEPENDENT.key, {}, origin)
