"""Remedies that would make a refused plan available, as data with words: the nearest value and all that work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from planfront.eligibility.texts import quoted_tier, tier_name
from planfront.kernel import money
from planfront.kernel.text.parse import show_date

_SHOWN, _FEW = 12, 3


class Choice(NamedTuple):
    """A value that would help, and its name."""

    value: str
    label: str


class Band(NamedTuple):
    """Ages, both included; None is open."""

    low: int | None
    high: int | None

    def holds(self, age: int) -> bool:
        return (self.low or 0) <= age and (self.high is None or age <= self.high)

    def far(self, age: int) -> int:
        """Years between an age and the band."""
        if self.high is not None and age > self.high:
            return age - self.high
        return max(0, (self.low or 0) - age)


@dataclass(frozen=True, slots=True)
class Remedy:
    """See catalog.schemas.Remedy, its wire form. ``send``: whether ``value`` may be sent to change-filter-info."""

    text: str
    action: str
    field: str = ""
    value: str = ""
    label: str = ""
    choices: tuple[Choice, ...] = ()
    send: bool = False

    def wire(self) -> dict[str, Any]:
        """Return the remedy as the API has it."""
        return {
            "text": self.text,
            "action": self.action,
            "field": self.field,
            "value": self.value,
            "label": self.label,
            "changes": {self.field: self.value} if self.send else {},
            "choices": [choice._asdict() for choice in self.choices],
        }


def join_names(names: Iterable[str]) -> str:
    """Names joined by commas, cut after a dozen."""
    result = list(names)
    return ", ".join(result[:_SHOWN]) + (" …" if len(result) > _SHOWN else "")


def no_remedy(text: str = "") -> Remedy:
    """Return a plain statement that nothing the shopper enters helps."""
    return Remedy(text or _("Changing your answers here won't make this plan available."), "none")


def restart() -> Remedy:
    return Remedy(_("Start a new quote. It takes a minute."), "restart", label=_("Start again"))


def tiers(codes: Sequence[str]) -> Remedy:
    """``codes``: tiers that price, nearest first."""
    choices = tuple(Choice(code, tier_name(code)) for code in codes)
    text = _("Available for %(tiers)s.") % {"tiers": join_names(quoted_tier(code) for code in codes)}
    label = _("Change to %(tier)s") % {"tier": quoted_tier(codes[0])}
    return Remedy(text, "tier", "tier", codes[0], label, choices, send=True)


def spouse_dob() -> Remedy:
    return Remedy(_("Enter your spouse's date of birth."), "spouse_dob", "spouse_dob", label=_("Add who is covered"))


def children(counts: Sequence[int], entered: int | None) -> Remedy:
    """Return the remedy for a number of children without a price. ``counts``: numbers that price, in order.
    ``entered``: the shopper's number, None without one."""
    choices = tuple(Choice(str(count), str(count)) for count in counts)
    if entered is None:
        text, label = _("Enter the number of children."), _("Add who is covered")
        return Remedy(text, "no_of_children", "no_of_children", "", label, choices)
    nearest = min(counts, key=lambda count: abs(count - entered))
    label = ngettext("Cover %(count)d child", "Cover %(count)d children", nearest) % {"count": nearest}
    text = _children_text(min(counts), max(counts))
    return Remedy(text, "no_of_children", "no_of_children", str(nearest), label, choices, send=True)


def _children_text(low: int, high: int) -> str:
    if low <= 1:
        words = ngettext("Available with %(count)d child.", "Available with up to %(count)d children.", high)
        return words % {"count": high}
    if low == high:
        return _("Available with %(low)s children.") % {"low": low}
    return _("Available with %(low)s to %(high)s children.") % {"low": low, "high": high}


def states(codes: Sequence[str], every: Sequence[str], names: dict[str, str]) -> Remedy:
    """``codes``: states where it is sold, out of ``every``."""
    missing = [code for code in every if code not in codes]
    if len(codes) > _SHOWN and len(missing) <= _SHOWN:
        text = _("Sold everywhere except in %(states)s.") % {"states": join_names(missing)}
    else:
        text = _("Sold in %(states)s.") % {"states": join_names(codes)}
    return _zip_remedy(text, tuple(Choice(code, names.get(code, code)) for code in codes))


def _zip_remedy(text: str, choices: tuple[Choice, ...]) -> Remedy:
    return Remedy(text, "zip", "zip", "", _("Change zip code"), choices)


def licensed(codes: Sequence[str], names: dict[str, str]) -> Remedy:
    """States in which the rep may sell the plan."""
    if not codes:
        return no_remedy(_("Your rep isn't licensed to sell this plan in your state."))
    text = _("Your rep can sell it in %(states)s.") % {"states": join_names(codes)}
    return _zip_remedy(text, tuple(Choice(code, names.get(code, code)) for code in codes))


def county(choices: Sequence[Choice]) -> Remedy:
    """Other counties of the shopper's own ZIP."""
    text = _("Sold in these counties of your ZIP code: %(counties)s.") % {
        "counties": join_names(choice.label for choice in choices)
    }
    label = _("Change county to %(county)s") % {"county": choices[0].label}
    return Remedy(text, "county", "county", choices[0].value, label, tuple(choices), send=True)


def counties(choices: Sequence[Choice], state: str) -> Remedy:
    """Counties of the shopper's state."""
    facts = {"state": state, "counties": join_names(choice.label for choice in choices)}
    return _zip_remedy(_("Sold in these counties of %(state)s: %(counties)s.") % facts, tuple(choices))


def zip_codes(codes: Sequence[str], places: Sequence[str], whole: Sequence[Choice] = ()) -> Remedy:
    """Single ZIPs where it is sold, nearest first, the counties they are in, and counties where it is sold whole."""
    if whole or (len(codes) > _FEW and places):
        names = dict.fromkeys([*places, *(item.label for item in whole)])
        text = _("Sold in parts of %(counties)s.") % {"counties": join_names(names)}
    else:
        text = _("Sold in ZIP codes %(zips)s.") % {"zips": join_names(codes)}
    return _zip_remedy(text, (*(Choice(code, code) for code in codes), *whole))


def zip_prefixes(codes: Sequence[str]) -> Remedy:
    """``codes``: the first three digits of ZIPs where it is sold, nearest first."""
    text = _("Sold in ZIP codes that begin with %(zips)s.") % {"zips": join_names(codes)}
    return _zip_remedy(text, tuple(Choice(code, code) for code in codes))


def income(least: Decimal | None, *, asked: bool = True) -> Remedy:
    """Return the remedy for an income that is missing or too low. ``least``: lowest income that prices; None when any
    does. Without ``asked`` it isn't named, since the answer must be the shopper's own."""
    if least is None or not asked:
        return Remedy(_("Enter your annual income."), "income", "annual_income", "", _("Enter income"))
    text = _("Requires an annual income of at least %(amount)s.") % {"amount": money.display(least)}
    return Remedy(text, "income", "annual_income", money.as_text(least), _("Enter income"), send=True)


def hours(least: int, *, asked: bool = True) -> Remedy:
    """Return the remedy for too few working hours; see ``income``."""
    if not asked:
        return Remedy(_("Enter your working hours."), "hours", "working_hours", "", _("Enter working hours"))
    text = ngettext(
        "Requires at least %(count)d working hour a week.", "Requires at least %(count)d working hours a week.", least
    ) % {"count": least}
    return Remedy(text, "hours", "working_hours", str(least), _("Enter working hours"), send=True)


def tobacco() -> Remedy:
    choices = (Choice("0", _("No")), Choice("1", _("Yes")))
    return Remedy(_("Tell us whether you use tobacco."), "tobacco", "is_smoker", "", _("Answer now"), choices)


def questions() -> Remedy:
    return Remedy(_("Answer the questions of this plan."), "questions", label=_("Answer questions"))


def span(band: Band) -> str:
    """ "18 to 64", "65 and older", "up to 20"."""
    if band.high is None:
        return _("%(low)s and older") % {"low": band.low or 0}
    if not band.low:
        return _("up to %(high)s") % {"high": band.high}
    if band.low == band.high:
        return str(band.low)
    return _("%(low)s to %(high)s") % {"low": band.low, "high": band.high}


def rated_ages(bands: Sequence[Band]) -> Remedy:
    """``bands``: ages with a rate for this shopper, nearest first."""
    text = _("Rated for ages %(ages)s.") % {"ages": join_names(map(span, bands))}
    return Remedy(text, "dob", "dob", "", _("Change date of birth"), tuple(map(_age_choice, bands)))


def _age_choice(band: Band) -> Choice:
    high = "" if band.high is None else band.high
    return Choice(f"{band.low or 0}-{high}", span(band))


def born(band: Band, first: date | None, last: date | None) -> Remedy:
    """Return the remedy for an age that isn't covered: people born from ``first`` to ``last`` are."""
    facts = {"first": show_date(first), "last": show_date(last)}
    if first and last:
        text = _("For people born from %(first)s to %(last)s.") % facts
    elif first:
        text = _("For people born on or after %(first)s.") % facts
    else:
        text = _("For people born on or before %(last)s.") % facts
    return Remedy(text, "dob", "dob", "", _("Change date of birth"), (_age_choice(band),))


def spouse_ages(bands: Sequence[Band], codes: Sequence[str]) -> Remedy:
    """The spouse's age has no rate; ``codes``: tiers without a spouse that price."""
    text = _("Covers spouses aged %(ages)s.") % {"ages": join_names(map(span, bands))} if bands else ""
    if codes:
        result = tiers(codes)
        return Remedy(
            f"{text} {result.text}".strip(), "tier", "tier", result.value, result.label, result.choices, send=True
        )
    if not bands:
        return no_remedy()
    label = _("Change date of birth")
    return Remedy(text, "spouse_dob", "spouse_dob", "", label, tuple(map(_age_choice, bands)))


def start_on(day: date) -> Remedy:
    """A first day of coverage on which the plan has a price."""
    day_text = show_date(day)
    text, label = _("Available from %(date)s.") % {"date": day_text}, _("Start on %(date)s") % {"date": day_text}
    return Remedy(text, "effective_date", "effective_date", day_text, label, (Choice(day_text, day_text),), send=True)


def portals(choices: Sequence[Choice]) -> Remedy:
    return _party_remedy(choices, "portal", "platform_group_id")


def groups(choices: Sequence[Choice]) -> Remedy:
    return _party_remedy(choices, "group", "group_id")


def employers_only(*, has_code: bool) -> Remedy:
    """Sold in employers' groups alone; ``has_code``: the shopper may enter the code of one."""
    if not has_code:
        return no_remedy(_("This plan is sold through employers only."))
    text = _("This plan is sold through employers only. If yours offers it, enter its Group Enrollment Code.")
    return Remedy(text, "group_code", "group_id", label=_("Enter the code"))


def _party_remedy(choices: Sequence[Choice], action: str, field: str) -> Remedy:
    text = _("Available in %(names)s.") % {"names": join_names(choice.label for choice in choices)}
    label = _("Choose %(name)s") % {"name": choices[0].label}
    return Remedy(text, action, field, choices[0].value, label, tuple(choices), send=True)


def other_plan(pid: int, name: str) -> Remedy:
    text, label = _("Your answers fit %(plan)s.") % {"plan": name}, _("Open %(plan)s") % {"plan": name}
    return Remedy(text, "plan", "plan_id", str(pid), label, (Choice(str(pid), name),))


def wait_until(day: date) -> Remedy:
    """``day``: the first day on which the plan can be bought again."""
    day_text = show_date(day)
    return Remedy(_("It can be bought from %(date)s.") % {"date": day_text}, "wait", "", day_text)


OF_GROUP = frozenset({"class", "class_plan", "closed", "left"})
"""Reasons of portalError that the shopper's group is behind."""


def of_group(reason: str, facts: dict[str, Any]) -> Remedy:
    """The group doesn't offer the plan to the shopper, or not today."""
    if reason == "left":
        return no_remedy(_("If that's not correct, ask %(group)s to fix it.") % facts)
    if reason != "closed":
        return no_remedy(_("Ask %(group)s which plans are for you.") % facts)
    hired = _("Were you hired recently? Sign in or ask %(group)s: new hires have their own enrollment days.") % facts
    day = facts["opens"]
    if day is None:
        return no_remedy(hired)
    day_text = show_date(day)
    opens = _("You can enroll from %(date)s.") % {"date": day_text}
    return Remedy(f"{opens} {hired}", "wait", "", day_text)


def already_owned() -> Remedy:
    return no_remedy(_("Your coverage continues. You don't need to buy anything again."))


def already_bought() -> Remedy:
    return no_remedy(_("Your enrollment is complete. You don't need to buy again."))


def in_cart() -> Remedy:
    return Remedy(_("It's in your cart."), "cart", label=_("Go to cart"))
