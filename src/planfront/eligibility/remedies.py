"""What would make a refused plan available, as data with words: the nearest value that works, and all that do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple


class Choice(NamedTuple):
    """A value that would help, and its name."""

    value: str
    label: str


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
        """As the API answers it."""
        return {
            "text": self.text,
            "action": self.action,
            "field": self.field,
            "value": self.value,
            "label": self.label,
            "changes": {self.field: self.value} if self.send else {},
            "choices": [choice._asdict() for choice in self.choices],
        }
