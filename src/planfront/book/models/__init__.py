"""The operator's rules of the book, and the book itself."""

from planfront.book.models.record import (
    Change,
    CoveredPerson,
    Designation,
    Policy,
    RepAssignment,
    Version,
)
from planfront.book.models.rules import (
    CountsFrom,
    Follows,
    LifeEvent,
    Opens,
    Reason,
    Reporter,
    RuleEdition,
    StartsOrEnds,
    Trial,
)
from planfront.book.states import PolicyState

__all__ = [
    "Change",
    "CountsFrom",
    "CoveredPerson",
    "Designation",
    "Follows",
    "LifeEvent",
    "Opens",
    "Policy",
    "PolicyState",
    "Reason",
    "RepAssignment",
    "Reporter",
    "RuleEdition",
    "StartsOrEnds",
    "Trial",
    "Version",
]
