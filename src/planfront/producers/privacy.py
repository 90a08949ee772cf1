"""Nobody's rows are looked for here."""

from planfront.privacy.registry import declare_exempt

declare_exempt(
    "reps are business partners, not customers",
    "producers.agent",
    "producers.license",
    "producers.appointment",
    "producers.referral",
)
