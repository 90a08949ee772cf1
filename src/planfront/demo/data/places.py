"""States and what care costs there, as an index against Ohio (1.000). Invented, but ordered as costs really are."""

from __future__ import annotations

from decimal import Decimal

STATES: dict[str, str] = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "DC": "District of Columbia", "FL": "Florida", "GA": "Georgia",
    "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas",
    "KY": "Kentucky", "LA": "Louisiana", "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan",
    "MN": "Minnesota", "MS": "Mississippi", "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada",
    "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York", "NC": "North Carolina",
    "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania",
    "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas",
    "UT": "Utah", "VT": "Vermont", "VA": "Virginia", "WA": "Washington", "WV": "West Virginia",
    "WI": "Wisconsin", "WY": "Wyoming",
}  # fmt: skip

COST_INDEX: dict[str, str] = {
    "AL": "0.942", "AK": "1.284", "AZ": "1.012", "AR": "0.936", "CA": "1.146", "CO": "1.068", "CT": "1.152",
    "DE": "1.064", "DC": "1.168", "FL": "1.038", "GA": "0.984", "HI": "1.118", "ID": "0.982", "IL": "1.046",
    "IN": "0.988", "IA": "0.974", "KS": "0.970", "KY": "0.956", "LA": "0.964", "ME": "1.052", "MD": "1.088",
    "MA": "1.174", "MI": "1.004", "MN": "1.058", "MS": "0.932", "MO": "0.972", "MT": "1.016", "NE": "0.978",
    "NV": "1.042", "NH": "1.092", "NJ": "1.144", "NM": "0.976", "NY": "1.162", "NC": "0.990", "ND": "1.008",
    "OH": "1.000", "OK": "0.958", "OR": "1.072", "PA": "1.024", "RI": "1.098", "SC": "0.968", "SD": "0.994",
    "TN": "0.962", "TX": "1.018", "UT": "0.986", "VT": "1.076", "VA": "1.034", "WA": "1.094", "WV": "0.966",
    "WI": "1.044", "WY": "1.036",
}  # fmt: skip

WORKS_EVERYWHERE = {"10001": "NY", "60601": "IL", "75201": "TX", "90012": "CA", "33101": "FL"}


def area_index(weight: str) -> dict[str, Decimal]:
    """The index by state with its distance from 1 scaled: "1" as listed, "0.5" half as spread."""
    one, scale = Decimal(1), Decimal(weight)
    return {
        state: (one + (Decimal(value) - one) * scale).quantize(Decimal("0.001")) for state, value in COST_INDEX.items()
    }
