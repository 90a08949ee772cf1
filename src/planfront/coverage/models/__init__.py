"""The operator's rules of the book, the book itself, and its renewal."""

from planfront.coverage.models.approvals import ApprovalState, PendingApproval, PendingChange, PendingState, WaitsFor
from planfront.coverage.models.record import (
    Change,
    CoveredPerson,
    Designation,
    Policy,
    RepAssignment,
    ServicedPolicy,
    Version,
)
from planfront.coverage.models.renewals import (
    AGES,
    OFFERED,
    Choice,
    Crosswalk,
    ItemState,
    Outcome,
    RenewalItem,
    RenewalRun,
    RunState,
)
from planfront.coverage.models.rules import (
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
from planfront.coverage.models.tasks import DoneTask
from planfront.coverage.states import PolicyState

__all__ = [
    "AGES",
    "OFFERED",
    "ApprovalState",
    "Change",
    "Choice",
    "CountsFrom",
    "CoveredPerson",
    "Crosswalk",
    "Designation",
    "DoneTask",
    "Follows",
    "ItemState",
    "LifeEvent",
    "Opens",
    "Outcome",
    "PendingApproval",
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
    "WaitsFor",
]
