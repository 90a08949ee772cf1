"""Reading reps. Rooms above get ``AgentFacts``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q

from planfront.art import pictures
from planfront.kernel.text.parse import show_date
from planfront.parties.party import Directory, PartyFacts, party_facts
from planfront.parties.reps.models import Agent, Appointment, License, Referral


@dataclass(frozen=True, kw_only=True)
class AgentFacts(PartyFacts):
    """A rep. ``image`` is the photograph, or the drawn portrait whose code is ``portrait``."""

    first_name: str
    middle_name: str
    last_name: str
    bio: str
    portrait: str
    photographed: bool
    user_id: int | None


def _facts(row: Agent) -> AgentFacts:
    return AgentFacts(
        **{**party_facts(row), "image": row.image or pictures.portrait_address(row.portrait)},
        first_name=row.first_name,
        middle_name=row.middle_name,
        last_name=row.last_name,
        bio=row.bio,
        portrait=row.portrait,
        photographed=bool(row.image),
        user_id=row.user_id,
    )


AGENTS = Directory(Agent, _facts)
agent_by_id = AGENTS.by_id
agent_by_code = AGENTS.by_code
agent_by_landing = AGENTS.by_landing


def agent_of_user(brand_id: int, user_id: int | None) -> AgentFacts | None:
    """The rep who signs in with this account."""
    return AGENTS.first(brand_id, user_id=user_id) if user_id else None


def rep_accounts() -> list[tuple[int, int]]:
    """Return the brand and the account of every rep who signs in, once for each brand."""
    rows = Agent.objects.filter(active=True, user__is_active=True, brands__isnull=False).order_by()
    return list(rows.values_list("brands", "user_id"))


def agent_by_referral(brand_id: int, code: str) -> AgentFacts | None:
    """The rep a referral link credits."""
    row = Referral.objects.filter(code=code, brand_id=brand_id, active=True).first()
    return agent_by_id(brand_id, row.agent_id) if row else None


def rep_names(agent_ids: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Return code and name of reps by id."""
    rows = Agent.objects.filter(pk__in=list(agent_ids)).order_by()
    result = rows.values_list("pk", "code", "first_name", "last_name")
    return {key: (code, f"{first} {last}".strip()) for key, code, first, last in result}


def _in_force(on: date) -> Q:
    begun = Q(effective_on=None) | Q(effective_on__lte=on)
    return begun & (Q(expires_on=None) | Q(expires_on__gte=on))


def licensed_states(on: date) -> frozenset[str]:
    """Return the states in which an active rep has a license in force. One query."""
    rows = License.objects.filter(_in_force(on), agent__active=True).order_by()
    return frozenset(rows.values_list("state", flat=True).distinct())


def licence_number(agent_id: int, state: str, on: date) -> str:
    """The number of a rep's licence in a state. "" without one in force."""
    rows = License.objects.filter(_in_force(on), agent_id=agent_id, state=state).order_by("line", "id")
    return rows.values_list("number", flat=True).first() or ""


def licence_label(agent_id: int, state: str, on: date) -> str:
    """A rep's licence in a state as mail names it, the state once: "OH 4410", "OH-4410". "" without one in force."""
    number = licence_number(agent_id, state, on)
    return number if not number or number.startswith(state) else f"{state} {number}"


def npn_of(agent_id: int) -> str:
    """A rep's national producer number; "" without one."""
    return Agent.objects.filter(pk=agent_id).values_list("npn", flat=True).first() or ""


def licences_in_force(agent_id: int, on: date, *, needed: bool = False) -> frozenset[str] | None:
    """States in which a rep may sell insurance on a day. One query.

    None for a rep without any licence on record, who is not checked; nowhere when a licence is ``needed``.
    """
    rows = License.objects.filter(agent_id=agent_id)
    states = [row.state for row in rows if row.in_force(on)]
    return frozenset(states) if states or needed or rows else None


@dataclass(frozen=True)
class PublicLicence:
    """A licence as the store discloses it."""

    agent_name: str
    state: str
    number: str
    line: str


def public_licences(brand_id: int, on: date) -> list[PublicLicence]:
    """Licences in force of a brand's active reps, by name and state. One query."""
    rows = License.objects.filter(_in_force(on), agent__active=True, agent__brands=brand_id).select_related("agent")
    listed = rows.order_by("agent__last_name", "agent__first_name", "state", "line")
    return [PublicLicence(row.agent.name, row.state, row.number, row.get_line_display()) for row in listed]


@dataclass(frozen=True)
class ExpiringLicence:
    """``days`` is negative for one that has expired."""

    id: int
    agent_id: int
    agent_name: str
    agent_code: str
    state: str
    number: str
    line: str
    expires_on: date
    days: int


def expiring_licences(
    brand_ids: Iterable[int] | None, days: int, *, today: date, expired_since: int = 0
) -> list[ExpiringLicence]:
    """Licences of active reps that expire in the next ``days`` days, soonest first; None is every brand. Also those
    that expired in the last ``expired_since`` days. One query."""
    rows = License.objects.filter(
        agent__active=True,
        expires_on__gte=today - timedelta(days=expired_since),
        expires_on__lte=today + timedelta(days=days),
    )
    if brand_ids is not None:
        rows = rows.filter(agent__in=Agent.objects.filter(brands__in=list(brand_ids)).values("pk"))
    listed = rows.select_related("agent").order_by("expires_on", "agent__last_name", "state", "id")
    return [_expiring(row, row.expires_on, today) for row in listed if row.expires_on]


def own_expiring_licences(agent_id: int, days: int, *, today: date, expired_since: int = 0) -> list[License]:
    """Return a rep's licences that expire in the next ``days`` days or did in the last ``expired_since``, soonest
    first."""
    first, last = today - timedelta(days=expired_since), today + timedelta(days=days)
    rows = License.objects.filter(agent_id=agent_id, expires_on__gte=first, expires_on__lte=last)
    return list(rows.order_by("expires_on", "state", "id"))


def _expiring(row: License, ends: date, today: date) -> ExpiringLicence:
    return ExpiringLicence(
        id=row.pk,
        agent_id=row.agent_id,
        agent_name=row.agent.name,
        agent_code=row.agent.code,
        state=row.state,
        number=row.number,
        line=row.get_line_display(),
        expires_on=ends,
        days=(ends - today).days,
    )


def licence_problems(agent_id: int, today: date, *, soon: int = 30) -> list[str]:
    """Say what is wrong, or soon will be, with a rep's licences and appointments, in words for staff."""
    licences = list(License.objects.filter(agent_id=agent_id))
    text: list[str] = [] if licences else ["No license is on record."]
    for row in licences:
        if row.expires_on and row.expires_on < today:
            text.append(f"{row.state}: license {row.number} expired on {show_date(row.expires_on)}.")
        elif row.expires_on and (row.expires_on - today).days <= soon:
            days = (row.expires_on - today).days
            text.append(f"{row.state}: license {row.number} expires on {show_date(row.expires_on)}, in {days} days.")
        elif row.effective_on and row.effective_on > today:
            text.append(f"{row.state}: license {row.number} is not in force before {show_date(row.effective_on)}.")
    licensed = {row.state for row in licences if row.in_force(today)}
    appointed = {row.state for row in Appointment.objects.filter(agent_id=agent_id) if row.in_force(today)}
    text += [f"{state}: appointed by an insurer, but no license in force." for state in sorted(appointed - licensed)]
    return text
