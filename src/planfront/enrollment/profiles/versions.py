"""Keeping requirement profiles: their versions, what two of them disagree about, and what a cart would be asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from django.db import transaction

from planfront.eligibility.shopper import Shopper
from planfront.enrollment.application import context
from planfront.enrollment.forms.base import Requirements
from planfront.enrollment.models import ProfileVersion, RequirementProfile
from planfront.enrollment.profiles.introspection import HIDDEN, REQUIRED, Ask, sample_context
from planfront.enrollment.profiles.introspection import tabs as askable
from planfront.enrollment.steps import profiles
from planfront.enrollment.steps.registry import BY_KEY
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.shopping.cart.lines import PricedLine

if TYPE_CHECKING:
    from planfront.accounts.models import User

CONDITIONS = ("brand_id", "portal_id", "group_id", "plan_id", "category", "state", "enroll_type")
COLUMNS = ("name", "priority", *CONDITIONS, "tabs", "fields", "active")
BY_DEFAULT, BY_PLANS = "every enrollment", "the plans of the cart"


def content(profile: RequirementProfile) -> dict[str, Any]:
    return {name: getattr(profile, name) for name in COLUMNS}


@transaction.atomic
def keep_profile_version(*, profile: RequirementProfile, by: User | None) -> ProfileVersion:
    """The profile as it is now, as its newest version; the same content twice is one."""
    newest = profile.versions.first()
    current = content(profile)
    if newest is not None and newest.content == current:
        return newest
    number = newest.number + 1 if newest else 1
    return ProfileVersion.objects.create(
        profile=profile, number=number, content=current, saved_at=clock.now(), saved_by=by
    )


@transaction.atomic
def restore_profile_version(*, profile: RequirementProfile, number: int, by: User | None) -> RequirementProfile:
    """Make an earlier version the profile again, as a new version. Raises NotFound."""
    old = profile.versions.filter(number=number).first()
    if old is None:
        raise NotFound
    for name in COLUMNS:
        setattr(profile, name, old.content[name])
    profile.save()
    keep_profile_version(profile=profile, by=by)
    return profile


def settings_of(tabs: dict[str, Any], fields: dict[str, Any]) -> dict[tuple[str, ...], bool]:
    """Return what a profile sets, one by one: (tab,) or (tab, field, flag)."""
    result: dict[tuple[str, ...], bool] = {(tab,): on for tab, on in tabs.items() if isinstance(on, bool)}
    for tab, by_field in fields.items():
        for name, flags in by_field.items():
            result |= {(tab, name, flag): on for flag, on in flags.items() if isinstance(on, bool)}
    return result


@dataclass(frozen=True)
class Clash:
    """Another profile that sets the same thing otherwise, for carts that both apply to."""

    other: RequirementProfile
    what: tuple[str, ...]
    other_wins: bool


def list_clashes(profile: RequirementProfile) -> list[Clash]:
    """Return where this profile and other active ones disagree. The one with the later priority wins."""
    own = settings_of(profile.tabs, profile.fields)
    result: list[Clash] = []
    for other in RequirementProfile.objects.filter(active=True).exclude(pk=profile.pk):
        if not _meet(profile, other):
            continue
        wins = (other.priority, other.pk) > (profile.priority, profile.pk)
        theirs = settings_of(other.tabs, other.fields)
        result += [Clash(other, key, wins) for key, on in own.items() if theirs.get(key, on) != on]
    return result


def _meet(profile: RequirementProfile, other: RequirementProfile) -> bool:
    """Return whether a cart can meet the conditions of both. Plans and categories never conflict: a cart has
    several."""
    exclusive = (name for name in CONDITIONS if name not in ("plan_id", "category"))
    return all(
        not getattr(profile, name) or not getattr(other, name) or getattr(profile, name) == getattr(other, name)
        for name in exclusive
    )


@dataclass(frozen=True)
class Outcome:
    """A tab or a field for one cart, and what decided it."""

    label: str
    state: str
    by: str
    asked: bool = True


@dataclass(frozen=True)
class TabOutcome:
    outcome: Outcome
    fields: tuple[Outcome, ...]


def preview(who: Shopper, lines: list[PricedLine], today: date) -> tuple[list[TabOutcome], list[str]]:
    """Return what an enrollment would be asked, and the names of the profiles that apply, in their order."""
    ctx = sample_context(today, who, lines)
    rows = context.profiles_for(who, ctx.cart)
    requirements = profiles.resolve(rows)
    by = _deciders(rows)
    ctx = replace(ctx, requirements=requirements)
    tab_outcomes = [
        TabOutcome(
            _tab(tab.title, BY_KEY[tab.key].required(ctx), by.get((tab.key,), BY_DEFAULT)),
            tuple(_field(requirements, tab.key, ask, by) for ask in tab.fields),
        )
        for tab in askable(today)
    ]
    return tab_outcomes, [row.name for row in rows if isinstance(row, RequirementProfile)]


def _deciders(rows: list[profiles.Profile]) -> dict[tuple[str, ...], str]:
    by: dict[tuple[str, ...], str] = {}
    for row in rows:
        name = row.name if isinstance(row, RequirementProfile) else BY_PLANS
        by |= dict.fromkeys(settings_of(dict(row.tabs), dict(row.fields)), name)
    return by


def _tab(title: str, asked: bool, by: str) -> Outcome:
    return Outcome(title, "Asked" if asked else "Not asked", by, asked)


def _field(requirements: Requirements, tab: str, ask: Ask, by: dict[tuple[str, ...], str]) -> Outcome:
    name = ask.name
    hidden = requirements.flag(tab, name, HIDDEN)
    required = requirements.flag(tab, name, REQUIRED)
    state = "Hidden" if hidden else ("Required" if required else "Optional" if HIDDEN in ask.flags else "Not asked")
    if requirements.flag(tab, name, "read_only") and not hidden:
        state += ", can't be changed"
    decided = by.get((tab, name, HIDDEN if hidden else REQUIRED), BY_DEFAULT)
    return Outcome(ask.label, state, decided, not hidden)
