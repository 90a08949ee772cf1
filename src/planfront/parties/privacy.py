"""Rows of this room belong to nobody who may ask for theirs."""

from planfront.privacy.registry import declare_exempt

declare_exempt(
    "reps are business partners, not customers",
    "parties.agent",
    "parties.license",
    "parties.appointment",
    "parties.referral",
)
declare_exempt(
    "employers and their administrators are business partners, not customers",
    "parties.portal",
    "parties.group",
    "parties.groupadministrator",
    "parties.agentgroup",
    "parties.groupclass",
    "parties.contribution",
    "parties.openenrollment",
)
