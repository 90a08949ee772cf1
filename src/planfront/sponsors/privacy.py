"""Nobody's rows are looked for here."""

from planfront.privacy.registry import declare_exempt

declare_exempt(
    "employers and their administrators are business partners, not customers",
    "sponsors.portal",
    "sponsors.group",
    "sponsors.groupadministrator",
    "sponsors.agentgroup",
    "sponsors.groupclass",
    "sponsors.contribution",
    "sponsors.openenrollment",
)
