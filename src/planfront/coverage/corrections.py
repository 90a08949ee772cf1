"""Facts of a person that were never true: what is put right of them, in all open policies that cover the person."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from planfront.coverage.models import CoveredPerson
from planfront.coverage.order_kinds import Order, PersonFacts
from planfront.coverage.person_changes import rating_inputs
from planfront.coverage.states import is_open
from planfront.coverage.timeline import SELF, Covered, Kind, Role
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.parse import us_date

if TYPE_CHECKING:
    from planfront.coverage.authors import Author
    from planfront.members.selectors import MemberFacts


def correct_birth_date(member: MemberFacts, text: str, author: Author) -> Order:
    """Return the order that puts a member's own birth date right. Raises FieldErrors."""
    born = us_date(text)
    problem = texts.explain_date(text) if born is None else texts.explain_birth_date(born, clock.today())
    if born == member.birth_date:
        problem = _("This is on record already.")
    if born is None or problem:
        raise FieldErrors.single("birth_date", problem or texts.REQUIRED)
    return Order(Kind.CORRECTION, author, **put_right(member.id, SELF, {"birth_date": born}))


def put_right(member_id: int, key: str, facts: Mapping[str, Any], day: date | None = None) -> dict[str, Any]:
    """Return what an order says of a person who is put right: in all open policies that cover them, since their first
    day or the one that was chosen. ``key``: whose facts, as of a policy; ``facts``: by column."""
    inputs = rating_inputs(facts) if key == SELF else {}
    read: dict[str, Any] = {"facts": PersonFacts(facts, key, is_correction=True), "inputs": inputs, "policies": []}
    born: date | None = facts.get("birth_date")
    if born is None and not inputs:
        return read
    rows = CoveredPerson.objects.filter(is_open(clock.today(), "policy__"), key=key, policy__member=member_id)
    covered = list(rows.order_by("policy__number"))
    if covered and born is not None:
        read["person"] = Covered(key, Role(covered[0].role), born, covered[0].original_date)
    firsts = {row.policy_id: row.effective_date for row in covered}
    read["policies"] = list(firsts)
    read["days"] = {policy: max(day, first) if day else first for policy, first in firsts.items()}
    return read
