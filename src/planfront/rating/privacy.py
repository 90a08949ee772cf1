"""Nobody's rows are looked for here."""

from planfront.privacy.registry import exempt

exempt(
    "prices",
    "rating.ratetable",
    "rating.raterow",
    "rating.ratefactor",
    "rating.areamap",
)
