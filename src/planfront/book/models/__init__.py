"""The operator's rules of the book, the book itself, and its renewal."""

from planfront.book.models.pending import PendingChange, PendingState
from planfront.book.models.record import (
    Change,
    CoveredPerson,
    Designation,
    Policy,
    RepAssignment,
    ServicedPolicy,
    Version,
)
from planfront.book.models.renewals import (
    AGES,
    Choice,
    Crosswalk,
    ItemState,
    Outcome,
    RenewalItem,
    RenewalRun,
    RunState,
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
    "AGES",
    "Change",
    "Choice",
    "CountsFrom",
    "CoveredPerson",
    "Crosswalk",
    "Designation",
    "Follows",
    "ItemState",
    "LifeEvent",
    "Opens",
    "Outcome",
    "PendingChange",
    "PendingState",
    "Policy",
    "PolicyState",
    "Reason",
    "RenewalItem",
    "RenewalRun",
    "RepAssignment",
    "Reporter",
    "RuleEdition",
    "RunState",
    "ServicedPolicy",
    "StartsOrEnds",
    "Trial",
    "Version",
]
