"""The letter to those who stay after a death: one, in place of every other message."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import product
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from planfront.catalog.selectors import catalog
from planfront.coverage.letters.writing import letter_key, recipient_of_member
from planfront.coverage.names import Names
from planfront.coverage.plan_facts import pays_at_death
from planfront.coverage.selectors import designations_of
from planfront.coverage.timeline import SELF, SPOUSES
from planfront.kernel.money import ZERO, display
from planfront.kernel.text.parse import show_date
from planfront.letters.kinds import Kind as LetterKind
from planfront.letters.services import NewLetter, Recipient, send_letter, withdraw_letter
from planfront.members.selectors import facts, find_own_record, living_people

if TYPE_CHECKING:
    from planfront.coverage.deaths import DeathOutcome
    from planfront.members.models import Member

_DAY = timedelta(days=1)


def write_to_families(
    order: UUID, people: Sequence[tuple[Member, str]], died_on: date, outcomes: Sequence[DeathOutcome]
) -> None:
    """Write to those who stay. See prepare_letters."""
    for letter in prepare_letters(order, people, died_on, outcomes):
        send_letter(letter)


def prepare_letters(
    order: UUID, people: Sequence[tuple[Member, str]], died_on: date, outcomes: Sequence[DeathOutcome]
) -> list[NewLetter]:
    """Return the letters to those who stay: what becomes of each policy, and how to claim a benefit. They are the same
    before the death is on record and after. ``people``: the members on whose records the person is, each with the
    person's key there. A surviving spouse who is one of them gets one letter about both records."""
    of_member = {
        member.pk: [outcome for outcome in outcomes if outcome.policy.member_id == member.pk] for member, _key in people
    }
    with_policies = [(member, key) for member, key in people if of_member[member.pk]] or people[:1]
    writes_to = {member.pk for member, key in with_policies if key != SELF}
    joined: dict[int, list[DeathOutcome]] = {}
    for member, key in with_policies:
        if key == SELF and (own := _own_record_of_survivor(member, of_member[member.pk])) in writes_to:
            joined.setdefault(own or 0, []).extend(of_member.pop(member.pk))
    return [
        _prepare_letter(order, member, key, died_on, [*of_member[member.pk], *joined.get(member.pk, ())])
        for member, key in with_policies
        if member.pk in of_member
    ]


def _own_record_of_survivor(member: Member, outcomes: Sequence[DeathOutcome]) -> int | None:
    key = _surviving_key(_list_survivors(member, SELF), outcomes)
    return find_own_record(UUID(key)) if key else None


def _list_survivors(member: Member, dead: str) -> list[str]:
    """Return the keys of the living people of a family without the ``dead`` person."""
    return [key for key in living_people(member.pk) if key != dead]


def _prepare_letter(
    order: UUID, member: Member, key: str, died_on: date, outcomes: Sequence[DeathOutcome]
) -> NewLetter:
    """Return one letter. It has the key of the order's letter, so that no other one follows."""
    names, living = Names(facts(member)), _list_survivors(member, key)
    to, paper = recipient_of_member(member), SELF not in living
    with translation.override(to.language):
        greeting = pgettext("letter", "Dear %(name)s,") % {"name": to.first_name}
        if paper:
            to, greeting = _survivor(member, to, names, living, outcomes)
        values = {
            "greeting": greeting,
            "who": names.first(key),
            "day": show_date(died_on),
            "what": " ".join(_describe(outcome, names.first(key)) for outcome in outcomes),
            "claim": " ".join(_claims([outcome for outcome in outcomes if outcome.key == SELF], died_on)),
        }
    numbers = tuple(outcome.policy.number for outcome in outcomes)
    key_of_letter = letter_key(order, member.pk)
    return NewLetter(key_of_letter, LetterKind.DEATH, member.brand, member.pk, to, values, numbers, paper)


def withdraw_from_families(orders: Iterable[UUID], member_ids: Collection[int]) -> None:
    """Take back the letters of a death that is taken back, as far as they haven't left."""
    for order, member_id in product(orders, member_ids):
        withdraw_letter(letter_key(order, member_id))


def _survivor(
    member: Member, to: Recipient, names: Names, living: Collection[str], outcomes: Sequence[DeathOutcome]
) -> tuple[Recipient, str]:
    """Return the living spouse or partner whom a policy covers, else the family, and how the letter greets them. It
    goes on paper: the address for emails was the member's."""
    spouse = _surviving_key(living, outcomes)
    if first := names.first(spouse):
        to = Recipient(names.full(spouse), first, to.address, "", to.language)
        return to, pgettext("letter", "Dear %(name)s,") % {"name": first}
    family = _("Family of %(name)s") % {"name": member.name}
    to = Recipient(family, family, to.address, "", to.language)
    return to, _("Dear family of %(name)s,") % {"name": member.name}


def _surviving_key(living: Collection[str], outcomes: Sequence[DeathOutcome]) -> str:
    people = [person for outcome in outcomes if outcome.before for person in outcome.before.covered]
    return next((person.key for person in people if person.role in SPOUSES and person.key in living), "")


def _describe(outcome: DeathOutcome, name: str) -> str:
    words = {"plan": outcome.policy.plan_name, "day": show_date(outcome.last_day), "name": name}
    if outcome.fate == "waits":
        return _("%(plan)s stays as it is until we've talked with you.") % words
    if outcome.fate == "passes" and outcome.after is not None:
        words |= {"first": show_date(outcome.first), "monthly": display(outcome.after.monthly or ZERO)}
        return _("%(plan)s continues in your name from %(first)s and costs %(monthly)s a month.") % words
    if outcome.fate != "goes_on" or outcome.after is None:
        return _("%(plan)s ends on %(day)s.") % words
    first = show_date(outcome.last_day + _DAY)
    monthly = outcome.after.monthly
    if monthly is None:
        return _("%(plan)s no longer covers %(name)s from %(first)s.") % {**words, "first": first}
    words |= {"first": first, "monthly": display(monthly)}
    return _("%(plan)s no longer covers %(name)s from %(first)s and costs %(monthly)s a month.") % words


def _describe_beneficiary(person: Mapping[str, Any]) -> str:
    words = {"name": person["name"], "share": person["share"], "trustee": person.get("trustee", "")}
    if words["trustee"]:
        return _("%(name)s (%(share)s%%, trustee %(trustee)s)") % words
    return f"{words['name']} ({words['share']}%)"


def _claims(outcomes: Sequence[DeathOutcome], died_on: date) -> list[str]:
    """Return how to claim the benefit of each policy that pays at death, with the people named."""
    plans = catalog()
    paying = {outcome.policy.pk: outcome.policy for outcome in outcomes if pays_at_death(outcome.policy, plans)}
    named = {row.policy_id: row.people for row in designations_of(paying, died_on)}
    texts = []
    for policy in paying.values():
        view = plans.plans.get(policy.plan_id)
        people = ", ".join(map(_describe_beneficiary, named.get(policy.pk, ())))
        words = {"plan": policy.plan_name, "number": policy.number, "people": people}
        words["carrier"] = view.carrier_name if view else policy.plan_name
        if people:
            texts.append(_("The benefit of %(plan)s goes to %(people)s.") % words)
        texts.append(_("To claim it, contact %(carrier)s and give policy number %(number)s.") % words)
    return texts
