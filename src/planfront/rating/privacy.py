"""No one's rows are looked for here."""

from planfront.privacy.registry import declare_exempt

declare_exempt(
    "prices",
    "rating.ratetable",
    "rating.raterow",
    "rating.ratefactor",
    "rating.areamap",
)
