"""The columns of our own rate template: the reader, the blank form and the export share them."""

from __future__ import annotations

from typing import NamedTuple

TABLES, COMPONENTS, FACTORS, RATES = "Tables", "Components", "Factors", "Rates"


class Column(NamedTuple):
    """A heading with what may stand under it."""

    name: str
    help: str
    needed: bool = False


ROUNDING = "NONE, or how and to what: HALF_UP:0.01, DOWN:1, UP:1000, HALF_EVEN:0.05"
SECTIONS: dict[str, tuple[Column, ...]] = {
    TABLES: (
        Column("table", "A name of your choice; the other sheets refer to it.", needed=True),
        Column("plan", "The plan's number in this store, or its HIOS id of 14 characters.", needed=True),
        Column("eff_from", "First day, 2027-01-01 or 1/1/2027.", needed=True),
        Column("eff_to", "Last day; empty: open."),
        Column("method", "TIER, MEMBER, UNIT or FLAT.", needed=True),
        Column("area_scheme", "state, cms, or a scheme of your own; empty: no areas."),
        Column("age_basis", "effective, jan1 or nearest; empty: effective."),
        Column("age_mode", "attained or issue; empty: attained."),
        Column("max_children_rated", "The oldest so many children are charged; empty: all."),
        Column("child_cap_under", "Only children below this age count towards that number."),
        Column("child_age", "The age of a child without a birth date; empty: the lowest band."),
        Column("spouse_on_own_age", "yes or no; empty: yes."),
        Column("children_only", "yes: the applicant buys for the children (MEMBER); empty: no."),
        Column("unit_base", "For UNIT: FACE, WEEKLY_BENEFIT or MONTHLY_PAYROLL."),
        Column("unit_size", "For UNIT: what one unit is, 1000, 10 or 100."),
        Column("benefit_pct", "The share of earnings that is insured, 60 for 60 %."),
        Column("benefit_min", "The smallest benefit sold."),
        Column("benefit_max", "The largest benefit."),
        Column("earn_cap", "Earnings per period that count at most."),
        Column("default_amount", "The face amount when the shopper chooses none."),
        Column("modal_factor", "What the sum of the rates is divided by: 12 for annual rates; empty: 1."),
        Column("earn_round", ROUNDING),
        Column("benefit_round", ROUNDING),
        Column("unit_round", ROUNDING),
        Column("factor_round", ROUNDING),
        Column("component_round", f"{ROUNDING}; empty: HALF_UP:0.01"),
        Column("premium_round", f"{ROUNDING}; empty: HALF_UP:0.01"),
        Column("unisex_states", "States where sex may not count: MT, or several with commas."),
        Column("age_reductions", "Per cent of the amount left from an age on: 65:65, 70:50."),
    ),
    COMPONENTS: (
        Column("table", "The table's name.", needed=True),
        Column("code", "The part's code; rates name it. A table without parts has the one part BASE.", needed=True),
        Column("basis", "UNIT (times the units) or FLAT (once); empty: UNIT."),
        Column("role", "SELF, SPOUSE or CHILD; empty: the applicant."),
        Column("optional", "yes: a rider, only if chosen."),
        Column("amount_pct", "Share of the amount, 50 for 50 %; empty: 100."),
        Column("factored", "no: factors do not change it."),
    ),
    FACTORS: (
        Column("table", "The table's name.", needed=True),
        Column("kind", "TIER, AREA, SIC, GROUP_SIZE, PARTICIPATION or MODE.", needed=True),
        Column("key", "IF, TX, 80, 2-50, 51+, MONTHLY; * for everything else.", needed=True),
        Column("factor", "What rates are multiplied by (MODE: divided by).", needed=True),
    ),
    RATES: (
        Column("table", "The table's name.", needed=True),
        Column("component", "The part's code; empty: BASE."),
        Column("role", "SELF, SPOUSE or CHILD."),
        Column("tier", "IO member, IS with spouse, IC with children, IF family."),
        Column("kids_from", "Fewest children."),
        Column("kids_to", "Most children; empty: no limit."),
        Column("area", "The area in the table's scheme."),
        Column("age_from", "Lowest age."),
        Column("age_to", "Highest age; empty: no limit."),
        Column("sex", "M or F."),
        Column("tobacco", "yes or no."),
        Column("option", "The plan's level."),
        Column("rate", "The rate, at most four decimals; 0 means not sold.", needed=True),
    ),
}
SECTION_OF = {name.lower(): name for name in SECTIONS}
