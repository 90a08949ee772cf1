"""The operator's rules of the book, the book itself, and its renewal."""

from planfront.coverage.models.approvals import (
    ApprovalState,
    ReportAbout,
    ReportedChange,
    StaffChangeRequest,
    StaffRequestState,
    WaitsFor,
)
from planfront.coverage.models.events import CoverageEvent, EventKind, EventReader
from planfront.coverage.models.fees import Adjustment, Fee, FeePayer, FeeSource
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
    "Adjustment",
    "ApprovalState",
    "Change",
    "Choice",
    "CountsFrom",
    "CoverageEvent",
    "CoveredPerson",
    "Crosswalk",
    "Designation",
    "DoneTask",
    "EventKind",
    "EventReader",
    "Fee",
    "FeePayer",
    "FeeSource",
    "Follows",
    "ItemState",
    "LifeEvent",
    "Opens",
    "Outcome",
    "Policy",
    "PolicyState",
    "Reason",
    "RenewalItem",
    "RenewalRun",
    "RepAssignment",
    "ReportAbout",
    "ReportedChange",
    "Reporter",
    "RuleEdition",
    "RunState",
    "ServicedPolicy",
    "StaffChangeRequest",
    "StaffRequestState",
    "StartsOrEnds",
    "Trial",
    "Version",
    "WaitsFor",
]
