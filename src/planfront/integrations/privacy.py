"""Nobody's rows are looked for here."""

from planfront.privacy.registry import declare_exempt

declare_exempt(
    "public tables of banks and places",
    "integrations.bankrouting",
    "integrations.zipcounty",
    "integrations.county",
)
