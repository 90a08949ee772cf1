"""Pure pricing functions: frozen data in, a price with its proof out.

No Django, no database, no clock. The door to everything outside is this module.
"""

from planfront.rating.engine.ages import age_on
from planfront.rating.engine.checks import Tie
from planfront.rating.engine.codes import (
    AgeBasis,
    AgeMode,
    FactorKind,
    FeeKind,
    Method,
    RateTableError,
    RatingError,
    RatingErrorCode,
    Role,
    Tier,
    UnitBase,
)
from planfront.rating.engine.explain import Reason, explain
from planfront.rating.engine.fees import Line, membership_line
from planfront.rating.engine.index import CompiledTable, Layout, TableTerms
from planfront.rating.engine.inputs import SEX_OF_GENDER, Ages, RatingInputs
from planfront.rating.engine.packing import RATE_PLACES, Cells, Key, Keys, key_of, pack, pair_keys
from planfront.rating.engine.pricing import PricedPlan, price, price_many, price_without_spouse, table_in_force
from planfront.rating.engine.pricing_id import PricingId, decode_pricing_id
from planfront.rating.engine.proof import dump_proof, load_proof
from planfront.rating.engine.replay import Difference, ProofError, compare, fees_of, inputs_of, replay
from planfront.rating.engine.rounding import parse_rounding
from planfront.rating.engine.table import Component, Factor, Fee, RateCell, TableSpec, cell

__all__ = [
    "RATE_PLACES",
    "SEX_OF_GENDER",
    "AgeBasis",
    "AgeMode",
    "Ages",
    "Cells",
    "CompiledTable",
    "Component",
    "Difference",
    "Factor",
    "FactorKind",
    "Fee",
    "FeeKind",
    "Key",
    "Keys",
    "Layout",
    "Line",
    "Method",
    "PricedPlan",
    "PricingId",
    "ProofError",
    "RateCell",
    "RateTableError",
    "RatingError",
    "RatingErrorCode",
    "RatingInputs",
    "Reason",
    "Role",
    "TableSpec",
    "TableTerms",
    "Tie",
    "Tier",
    "UnitBase",
    "age_on",
    "cell",
    "compare",
    "decode_pricing_id",
    "dump_proof",
    "explain",
    "fees_of",
    "inputs_of",
    "key_of",
    "load_proof",
    "membership_line",
    "pack",
    "pair_keys",
    "parse_rounding",
    "price",
    "price_many",
    "price_without_spouse",
    "replay",
    "table_in_force",
]
