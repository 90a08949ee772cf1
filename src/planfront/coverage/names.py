"""Names of the people whom a member's policies cover."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from planfront.coverage.timeline import SELF
from planfront.members.selectors import MemberFacts, relatives

if TYPE_CHECKING:
    from planfront.coverage.models import Change


class Names:
    """The names of a member and their dependents, by key."""

    def __init__(self, member: MemberFacts) -> None:
        self.by_key = {SELF: (member.name, member.first_name)}
        for relative in (*relatives(member.id, "former"), *relatives(member.id, "dependent")):
            name = " ".join(filter(None, (relative.first_name, relative.last_name, relative.suffix)))
            self.by_key[relative.id] = (name, relative.first_name)

    def full(self, key: str) -> str:
        return self.by_key.get(key, ("", ""))[0]

    def first(self, key: str) -> str:
        return self.by_key.get(key, ("", ""))[1]


def person_of(change: Change) -> str:
    """Return the key of the person a change is about, "" for no one."""
    facts: Mapping[str, Any] = change.facts
    return str(facts.get("key") or facts.get("person", {}).get("key", ""))
