"""The tables of both kinds of parties."""

from planfront.parties.groups.models import (
    AgentGroup,
    Contribution,
    Group,
    GroupAdministrator,
    GroupClass,
    OpenEnrollment,
    Portal,
)
from planfront.parties.reps.models import Agent, Appointment, License, Referral

__all__ = [
    "Agent",
    "AgentGroup",
    "Appointment",
    "Contribution",
    "Group",
    "GroupAdministrator",
    "GroupClass",
    "License",
    "OpenEnrollment",
    "Portal",
    "Referral",
]
