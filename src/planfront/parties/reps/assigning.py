"""The rule by which a client's lead or quote goes to another rep: one of the brand who may sell where the client
lives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from django.utils.translation import gettext as _

from planfront.integrations.states import state_name
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, Conflict, FieldErrors, NotFound
from planfront.kernel.text import texts
from planfront.parties.reps.models import License
from planfront.parties.reps.selectors import AGENTS

Row = TypeVar("Row")

MOST_AT_ONCE = 50


@dataclass(frozen=True)
class Seller:
    """An active rep of a brand. ``states``: those with a license in force; None without any license on record, who
    isn't checked."""

    id: int
    name: str
    states: frozenset[str] | None


@dataclass(frozen=True)
class Client(Generic[Row]):
    """A lead or quote: its client's name, the state they live in, "" where that isn't known, and the rep who has
    it."""

    row: Row
    name: str
    state: str
    agent_id: int | None


@dataclass(frozen=True)
class NotAssigned(Generic[Row]):
    """A lead or quote that stays with its rep, and the reason in words."""

    client: Client[Row]
    reason: str


def sellers_of(brand_id: int, on: date) -> list[Seller]:
    """Return a brand's active reps by name. Two queries."""
    rows = list(AGENTS.rows(brand_id).order_by("last_name", "first_name", "pk"))
    held: dict[int, list[License]] = {}
    for row in License.objects.filter(agent__in=rows):
        held.setdefault(row.agent_id, []).append(row)
    return [Seller(row.pk, row.name, _states_of(held.get(row.pk, []), on)) for row in rows]


def _states_of(licenses: list[License], on: date) -> frozenset[str] | None:
    return frozenset(row.state for row in licenses if row.in_force(on)) if licenses else None


def explain_refusal(seller: Seller, client: Client[Row]) -> str:
    """Return why a rep may not take a lead or quote, "" where they may."""
    if seller.id == client.agent_id:
        return _("%(name)s has it already.") % {"name": seller.name}
    if client.state and seller.states is not None and client.state not in seller.states:
        return _("%(name)s isn't licensed in %(state)s.") % {"name": seller.name, "state": state_name(client.state)}
    return ""


def find_seller(brand_id: int, agent_id: int) -> Seller:
    """Return one of the brand's active reps. Raises FieldErrors for any other."""
    for seller in sellers_of(brand_id, clock.today()):
        if seller.id == agent_id:
            return seller
    raise FieldErrors.single("agent_id", texts.CHOICE)


def reps_to_take(brand_id: int, clients: Iterable[Client[Row]]) -> list[Seller]:
    """Return the reps who may take at least one of the leads or quotes. Two queries."""
    all_clients, sellers = list(clients), sellers_of(brand_id, clock.today())
    return [seller for seller in sellers if any(not explain_refusal(seller, client) for client in all_clients)]


def assign_each(
    brand_id: int, clients: Iterable[Client[Row]], agent_id: int, assign: Callable[[Row, Seller], None]
) -> list[NotAssigned[Row]]:
    """Assign each lead or quote to a rep. Returns those that can't be assigned.

    ``assign`` writes one; its BusinessError or FieldErrors are reasons, too. Raises FieldErrors for a rep whom the
    brand doesn't have.
    """
    seller = find_seller(brand_id, agent_id)
    refused = []
    for client in clients:
        reason = explain_refusal(seller, client)
        try:
            if not reason:
                assign(client.row, seller)
        except FieldErrors as error:
            reason = str(error.errors[0].error_message)
        except (BusinessError, Conflict, NotFound) as error:
            reason = str(error.message)
        if reason:
            refused.append(NotAssigned(client, reason))
    return refused
