"""Nobody's rows are looked for here."""

from planfront.privacy.registry import exempt

exempt(
    "reps are business partners, not customers",
    "producers.agent",
    "producers.license",
    "producers.appointment",
    "producers.referral",
)
