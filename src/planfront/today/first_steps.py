"""A new reader's first steps: read from the records, so a step is done while it is true. Rooms above declare theirs in
their ``today.py``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from planfront.accounts.factor import find_confirmed
from planfront.accounts.selectors import user_by_id
from planfront.members.group_people import is_everyone_invited
from planfront.members.listing import Book, Wanted, find_members
from planfront.parties.groups.selectors import group_of_user, mail_recipients, terms_of_id
from planfront.parties.reps.selectors import agent_of_user, licences_in_force
from planfront.today.kinds import Desk, Reader, load_declarations


@dataclass(frozen=True, kw_only=True)
class FirstStep:
    """A step of a rep or a group administrator (``role``). ``rank``: its place. ``href`` is where it is done."""

    role: Desk
    rank: int
    title: Promise
    text: Promise
    href: str
    is_done: Callable[[Reader], bool]


_steps: list[FirstStep] = []


def declare_steps(*steps: FirstStep) -> None:
    _steps.extend(steps)


def read_steps(reader: Reader) -> list[tuple[FirstStep, bool]]:
    """Return the reader's steps in their order, each with whether it is done."""
    load_declarations()
    steps = sorted((step for step in _steps if step.role == reader.role), key=lambda step: step.rank)
    return [(step, step.is_done(reader)) for step in steps]


def _has_portrait(reader: Reader) -> bool:
    rep = agent_of_user(reader.brand_id, reader.user_id)
    return rep is not None and bool(rep.image)


def _has_client(reader: Reader) -> bool:
    return find_members(Book(reader.brand_id, agent_id=reader.party_id), Wanted()).exists()


def _signs_in_twice(reader: Reader) -> bool:
    user = user_by_id(reader.user_id)
    return user is not None and find_confirmed(user) is not None


def _has_terms(reader: Reader) -> bool:
    terms = terms_of_id(reader.party_id)
    return bool(terms.classes) and bool(terms.contributions)


def _has_people(reader: Reader) -> bool:
    return find_members(Book(reader.brand_id, group_ids=(reader.party_id,)), Wanted()).exists()


def _has_invited(reader: Reader) -> bool:
    return is_everyone_invited(reader.brand_id, reader.party_id)


def _gets_mail(reader: Reader) -> bool:
    group = group_of_user(reader.brand_id, reader.user_id)
    return group is not None and bool(mail_recipients(group))


def _two_step_sign_in(role: Desk) -> FirstStep:
    return FirstStep(
        role=role,
        rank=50,
        title=gettext_lazy("Turn on two-step sign-in"),
        text=gettext_lazy("A code from your phone protects your account, even if someone learns your password."),
        href="/account#account-factor",
        is_done=_signs_in_twice,
    )


declare_steps(
    FirstStep(
        role=Desk.REP,
        rank=10,
        title=gettext_lazy("Choose your portrait"),
        text=gettext_lazy("Clients see it on your quotes, next to your phone number."),
        href="/account#account-portrait",
        is_done=_has_portrait,
    ),
    FirstStep(
        role=Desk.REP,
        rank=20,
        title=gettext_lazy("Get your license on record"),
        text=gettext_lazy("Send us its number and last day, for each state where you sell."),
        href="/help#license",
        is_done=lambda reader: bool(licences_in_force(reader.party_id, reader.today)),
    ),
    FirstStep(
        role=Desk.REP,
        rank=30,
        title=gettext_lazy("Add your first client"),
        text=gettext_lazy("Start with their ZIP code, birth date, and who needs coverage."),
        href="/agent-select-member",
        is_done=_has_client,
    ),
    _two_step_sign_in(Desk.REP),
    FirstStep(
        role=Desk.GROUP,
        rank=10,
        title=gettext_lazy("Set classes and contributions"),
        text=gettext_lazy("Tell us who may enroll and what you pay. We'll enter it for you."),
        href="/help#terms",
        is_done=_has_terms,
    ),
    FirstStep(
        role=Desk.GROUP,
        rank=20,
        title=gettext_lazy("Upload your roster"),
        text=gettext_lazy("Use any spreadsheet. You'll see every change before it's saved."),
        href="/group-home/roster",
        is_done=_has_people,
    ),
    FirstStep(
        role=Desk.GROUP,
        rank=30,
        title=gettext_lazy("Invite everyone"),
        text=gettext_lazy("Remind people who can enroll. The email has their link to sign in."),
        href="/group-home/people",
        is_done=_has_invited,
    ),
    FirstStep(
        role=Desk.GROUP,
        rank=40,
        title=gettext_lazy("Choose who gets our emails"),
        text=gettext_lazy("We write to them about applications and approvals."),
        href="/account#account-administrators",
        is_done=_gets_mail,
    ),
    _two_step_sign_in(Desk.GROUP),
)
