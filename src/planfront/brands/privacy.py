"""No one's rows are looked for here."""

from planfront.privacy.registry import declare_exempt

declare_exempt(
    "the store's own look and words",
    "brands.brand",
    "brands.domain",
    "brands.sitesetting",
    "brands.asset",
    "brands.themeversion",
    "brands.video",
    "brands.marketingblock",
    "brands.legaltext",
    "brands.revision",
)
