"""Dental plans."""

from __future__ import annotations

from decimal import Decimal

from planfront.catalog.start import Text
from planfront.rating.engine import Fee, FeeKind
from planfront_demo.data.common import ALL_TIERS, COUNTED, WITH_CHILDREN
from planfront_demo.data.costs import Sight
from planfront_demo.data.dental_copy import Dental, Level, copay_plan, ppo
from planfront_demo.data.rates import areas, by_age, family_columns, members, tier_options, tiers
from planfront_demo.data.shapes import Blackout, Option, PlanSeed, Rule, TierSpec

START_FEE = Fee("ENROLLMENT", FeeKind.FLAT, Decimal("15.00"), first_only=True)
DHMO_STATES = ("AZ", "CA", "CO", "FL", "GA", "IL", "NV", "NJ", "NY", "PA", "TX", "WA")
METRO: dict[str, tuple[range, ...]] = {
    "NY": (range(10001, 10041),),
    "IL": (range(60601, 60662),),
    "TX": (range(75201, 75232),),
    "CA": (range(90001, 90049),),
    "FL": (range(33101, 33103), range(33125, 33147)),
}
ORTHO = Level("50%", "", 12)

PLANS: tuple[PlanSeed, ...] = (
    PlanSeed(
        id=1001,
        carrier="halden-dental",
        category="dental",
        name="Halden Preventive Plus",
        tiers=ALL_TIERS,
        rates=areas(tiers("21.55", "42.10", "40.90", "61.30")),
        grouping="low_deductible",
        copy=ppo(
            Text(
                "Two cleanings a year and fillings with no deductible. A light plan for healthy teeth.",
                "Dos limpiezas al año y empastes sin deducible. Un plan ligero para dientes sanos.",
            ),
            Text(
                "Two cleanings and two exams a year in full, and most of the cost of a filling. Nothing to pay first.",
                "Dos limpiezas y dos exámenes al año sin costo y la mayor parte de un empaste. Nada que pagar antes.",
            ),
            Dental(1000, "$0 / $0", basic=Level("80%", "60%"), endo=Level(""), major=Level("")),
            badges=(Text("No deductible", "Sin deducible"),),
        ),
    ),
    PlanSeed(
        id=1002,
        carrier="halden-dental",
        category="dental",
        name="Halden Dental PPO 1500",
        tiers=ALL_TIERS,
        rates=areas(
            tier_options(
                {
                    "1000": ("29.30", "57.05", "55.60", "83.40"),
                    "1500": ("36.85", "71.75", "69.95", "104.85"),
                    "2500": ("46.05", "89.70", "87.45", "131.10"),
                }
            )
        ),
        options=(
            Option(
                "1000", Text("$1,000 a year", "$1,000 al año"), Text("Deductible $50 / $150", "Deducible $50 / $150")
            ),
            Option(
                "1500", Text("$1,500 a year", "$1,500 al año"), Text("Deductible $50 / $150", "Deducible $50 / $150")
            ),
            Option(
                "2500", Text("$2,500 a year", "$2,500 al año"), Text("Deductible $50 / $150", "Deducible $50 / $150")
            ),
        ),
        default_option="1500",
        fees=(START_FEE,),
        grouping="low_deductible",
        needs=("ssn_may_follow", "itin_accepted"),
        portals=("individual", "association", "group"),
        copy=ppo(
            Text(
                "Cleanings covered in full from day one, with $1,500 a year for everything else.",
                "Limpiezas cubiertas por completo desde el primer día y $1,500 al año para todo lo demás.",
            ),
            Text(
                "Cleanings covered in full from day one, with $1,500 per person each year for everything else. "
                "See any dentist; pay less in network.",
                "Limpiezas cubiertas por completo desde el primer día y $1,500 por persona al año para lo demás. "
                "Vea a cualquier dentista; paga menos dentro de la red.",
            ),
            Dental(1500, "$50 / $150", ortho=ORTHO),
        ),
    ),
    PlanSeed(
        id=1003,
        carrier="halden-dental",
        category="dental",
        name="Halden Dental PPO 2500",
        tiers=ALL_TIERS,
        rates=areas(tiers("48.40", "94.25", "91.90", "137.75")),
        fees=(START_FEE,),
        grouping="high_annual_maximum",
        portals=("individual", "association", "group"),
        copy=ppo(
            Text(
                "$2,500 a year with crowns and root canals at 60%. For people who know work is coming.",
                "$2,500 al año con coronas y conductos al 60%. Para quien sabe que necesitará tratamiento.",
            ),
            Text(
                "A larger yearly amount and a larger share of crowns, bridges, and root canals.",
                "Un monto anual mayor y una parte mayor de coronas, puentes y tratamientos de conducto.",
            ),
            Dental(2500, "$50 / $150", endo=Level("60%", "50%", 6), major=Level("60%", "50%", 6), ortho=ORTHO),
        ),
    ),
    PlanSeed(
        id=1004,
        carrier="brightwater",
        category="dental",
        name="Brightwater Choice Zero",
        tiers=ALL_TIERS,
        rates=areas(tiers("27.90", "54.60", "53.10", "79.80")),
        grouping="low_deductible",
        copy=ppo(
            Text(
                "No deductible and no waiting periods, with $1,200 a year.",
                "Sin deducible ni períodos de espera, con $1,200 al año.",
            ),
            Text(
                "Coverage on day one for everything the plan pays, at slightly smaller shares.",
                "Cobertura desde el primer día para todo lo que paga el plan, con partes algo menores.",
            ),
            Dental(
                1200,
                "$0 / $0",
                basic=Level("70%", "50%"),
                endo=Level("40%", "30%"),
                major=Level("40%", "30%"),
                dentists="96,000",
            ),
            badges=(Text("No waiting periods", "Sin períodos de espera"),),
        ),
    ),
    PlanSeed(
        id=1005,
        carrier="brightwater",
        category="dental",
        name="Brightwater Choice 3000",
        tiers=COUNTED,
        rates=areas(family_columns("49.90", "97.30", ("78.60", "96.40", "112.70"), ("127.90", "148.20", "166.80"))),
        grouping="high_annual_maximum",
        rule=Rule(needs_children=True),
        shows=("tierError",),
        copy=ppo(
            Text(
                "A high annual maximum for families expecting crowns, bridges, or braces.",
                "Un máximo anual alto para familias que esperan coronas, puentes o frenos.",
            ),
            Text(
                "$3,000 for each person every year. The price follows the number of children you cover.",
                "$3,000 por persona cada año. El precio depende del número de hijos que asegure.",
            ),
            Dental(
                3000,
                "$50 / $150",
                endo=Level("50%", "40%", 12),
                major=Level("50%", "40%", 12),
                ortho=Level("50%", "", 12),
                dentists="96,000",
            ),
            badges=(Text("High Annual Maximum", "Máximo anual alto"),),
        ),
    ),
    PlanSeed(
        id=1006,
        carrier="brightwater",
        category="dental",
        name="Brightwater Choice 5000",
        tiers=COUNTED,
        rates=areas(family_columns("66.20", "129.10", ("104.30", "127.90", "149.60"), ("169.70", "196.60", "221.30"))),
        grouping="high_annual_maximum",
        rule=Rule(needs_children=True),
        copy=ppo(
            Text(
                "$5,000 a year, implants included. The most a plan in this store pays for teeth.",
                "$5,000 al año, con implantes. Lo máximo que paga un plan dental en esta tienda.",
            ),
            Text(
                "For implants, several crowns, or a full set of braces in one year.",
                "Para implantes, varias coronas o un juego completo de frenos en un mismo año.",
            ),
            Dental(
                5000,
                "$75 / $225",
                endo=Level("60%", "50%", 12),
                major=Level("60%", "50%", 12),
                ortho=Level("50%", "", 12),
                dentists="96,000",
            ),
            more=Text(
                "Implants are covered as major care, one for each tooth in a lifetime.",
                "Los implantes se cubren como atención mayor, uno por diente en toda la vida.",
            ),
            badges=(Text("High Annual Maximum", "Máximo anual alto"), Text("Implants", "Implantes")),
        ),
    ),
    PlanSeed(
        id=1007,
        carrier="halden-dental",
        category="dental",
        name="Halden Select DHMO",
        tiers=ALL_TIERS,
        rates=areas(tiers("14.95", "26.40", "29.90", "41.85"), "0.6"),
        states=DHMO_STATES,
        shows=("stateError",),
        copy=copay_plan(
            Text(
                "Fixed copays with a dentist you choose from the Select network.",
                "Copagos fijos con un dentista que usted elige de la red Select.",
            ),
            Text(
                "Know the price before you sit down: every treatment has a set copay.",
                "Conozca el precio antes de sentarse: cada tratamiento tiene un copago fijo.",
            ),
            "Halden Select",
        ),
    ),
    PlanSeed(
        id=1008,
        carrier="brightwater",
        category="dental",
        name="Brightwater Metro DHMO",
        tiers=ALL_TIERS,
        rates=areas(tiers("12.60", "22.70", "25.80", "36.40"), "0.6"),
        states=("NY", "IL", "TX", "CA", "FL"),
        served=tuple((state, str(zip_code)) for state, spans in METRO.items() for span in spans for zip_code in span),
        shows=("metError", "stateError"),
        served_counties=(("NY", "36119"),),
        copy=copay_plan(
            Text(
                "Set copays at dental centers in five big cities.",
                "Copagos fijos en centros dentales de cinco ciudades.",
            ),
            Text(
                "Low prices, because care is given at Brightwater centers in New York, Chicago, Dallas, "
                "Los Angeles, and Miami.",
                "Precios bajos, porque la atención se da en centros Brightwater de Nueva York, Chicago, Dallas, "
                "Los Ángeles y Miami.",
            ),
            "Brightwater Metro",
            discount=20,
        ),
    ),
    PlanSeed(
        id=1009,
        carrier="halden-dental",
        category="dental",
        name="Halden Dental ByAge 2000",
        tiers=COUNTED,
        rates=areas(
            members(
                by_age(
                    ("27.40", "28.10", "29.20", "30.60", "32.50", "34.80", "37.60", "40.90", "44.10", "47.80", "51.20"),
                    child="19.75",
                    open_end=True,
                )
            )
        ),
        rule=Rule(needs_children=True, needs_spouse_dob=True),
        copy=ppo(
            Text(
                "Everyone pays the rate of their own age. Good value for young adults.",
                "Cada persona paga la tarifa de su edad. Conveniente para adultos jóvenes.",
            ),
            Text(
                "One rate for each age, added up for your household. Only the three oldest children count.",
                "Una tarifa por edad, sumada para su hogar. Solo cuentan los tres hijos mayores.",
            ),
            Dental(2000, "$50 / $150"),
            badges=(Text("Rated by age", "Tarifa por edad"),),
        ),
    ),
    PlanSeed(
        id=1010,
        carrier="halden-dental",
        category="dental",
        name="Halden + Ostrander Duo",
        tiers=ALL_TIERS,
        rates=areas(tiers("44.70", "86.95", "84.80", "127.40"), "0.9"),
        fees=(START_FEE,),
        grouping="bundled",
        copy=ppo(
            Text(
                "PPO dental and a yearly eye exam with $130 for frames, on one bill.",
                "Dental PPO y un examen de la vista al año con $130 para monturas, en una sola factura.",
            ),
            Text(
                "Halden Dental PPO 1500 and Ostrander Vision Complete 130 together, for less than both apart.",
                "Halden Dental PPO 1500 y Ostrander Vision Complete 130 juntos, por menos que por separado.",
            ),
            Dental(1500, "$50 / $150", ortho=ORTHO, sight=Sight(10, 130, 25)),
            more=Text(
                "**Vision:** one exam a year for $10, $130 for frames or contacts, lenses for $25.",
                "**Visión:** un examen al año por $10, $130 para monturas o lentes de contacto, cristales por $25.",
            ),
            badges=(Text("Dental and vision", "Dental y visión"),),
        ),
    ),
    PlanSeed(
        id=1011,
        carrier="brightwater",
        category="dental",
        name="Brightwater Smile & Sight",
        tiers=ALL_TIERS,
        rates=areas(tiers("38.20", "74.60", "72.80", "109.10"), "0.9"),
        grouping="bundled",
        copy=ppo(
            Text(
                "$1,500 of dental and a vision allowance of $150 in one plan.",
                "$1,500 de dental y una asignación de visión de $150 en un solo plan.",
            ),
            Text(
                "Teeth and eyes under one card, one price, and one start date.",
                "Dientes y ojos con una sola tarjeta, un precio y una fecha de inicio.",
            ),
            Dental(
                1500,
                "$50 / $150",
                endo=Level("50%", "40%", 12),
                major=Level("50%", "40%", 12),
                dentists="96,000",
                sight=Sight(15, 150, None),
            ),
            more=Text(
                "**Vision:** one exam a year for $15 and $150 for glasses or contacts at any shop.",
                "**Visión:** un examen al año por $15 y $150 para anteojos o lentes de contacto en cualquier óptica.",
            ),
            badges=(Text("Dental and vision", "Dental y visión"),),
        ),
    ),
    PlanSeed(
        id=1012,
        carrier="halden-dental",
        category="dental",
        name="Family Essentials Bundle",
        tiers=WITH_CHILDREN,
        rates=areas(tiers("", "", "88.35", "129.60"), "0.9"),
        grouping="bundled",
        shows=("tierError",),
        copy=ppo(
            Text(
                "Dental and vision for households with children, braces included.",
                "Dental y visión para hogares con hijos, con frenos incluidos.",
            ),
            Text(
                "Made for parents: braces from month 12, sealants, and glasses that may break once a year.",
                "Pensado para padres: frenos desde el mes 12, selladores y anteojos que pueden romperse una vez al año.",
            ),
            Dental(1500, "$50 / $150", ortho=ORTHO, sight=Sight(10, 120, 20)),
            more=Text(
                "**Vision:** one exam a year for $10, $120 for frames or contacts, lenses for $20. A child's broken "
                "glasses are replaced once a year.",
                "**Visión:** un examen al año por $10, $120 para monturas o lentes de contacto, cristales por $20. Los "
                "anteojos rotos de un hijo se reemplazan una vez al año.",
            ),
            badges=(Text("Families", "Familias"), Text("Dental and vision", "Dental y visión")),
        ),
    ),
    PlanSeed(
        id=1013,
        carrier="halden-dental",
        category="dental",
        name="Halden Ortho Plus",
        tiers=ALL_TIERS,
        rates=areas(tiers("41.10", "80.10", "92.60", "131.75")),
        shows=("blackout",),
        blackouts=(
            Blackout(
                "TX",
                0,
                2,
                Text(
                    "Halden Ortho Plus is not taking new enrollments in Texas at this time. Please choose another plan.",
                    "Halden Ortho Plus no acepta nuevas inscripciones en Texas por ahora. Elija otro plan.",
                ),
            ),
        ),
        copy=ppo(
            Text(
                "Braces for adults and children, $2,000 in a lifetime.",
                "Frenos para adultos y niños, $2,000 en toda la vida.",
            ),
            Text(
                "Half the cost of braces or aligners up to $2,000 for each person, at any age.",
                "La mitad del costo de frenos o alineadores hasta $2,000 por persona, a cualquier edad.",
            ),
            Dental(1500, "$50 / $150", ortho=Level("50%", "50%", 12), ortho_maximum=2000, adult_braces=True),
            badges=(Text("Adult braces", "Frenos para adultos"),),
        ),
    ),
    PlanSeed(
        id=1014,
        carrier="halden-dental",
        category="dental",
        name="Halden Group Dental 2000",
        tiers=ALL_TIERS,
        rates=areas(tiers("33.20", "64.70", "63.10", "94.60")),
        portals=("group",),
        shows=("portalError",),
        copy=ppo(
            Text(
                "Employer dental with $2,000 a year and no wait for basic care.",
                "Dental de empleador con $2,000 al año y sin espera para atención básica.",
            ),
            Text(
                "Sold through employers only. Your employer may pay part of the price.",
                "Solo a través de empleadores. Su empleador puede pagar una parte del precio.",
            ),
            Dental(2000, "$50 / $150", basic=Level("80%", "60%"), ortho=ORTHO),
            badges=(Text("Group plan", "Plan de grupo"),),
        ),
    ),
    PlanSeed(
        id=1015,
        carrier="claropoint",
        category="dental",
        name="Claropoint Student Smile",
        tiers=(TierSpec("IO"),),
        rates=areas(tiers("16.40", "", "", "")),
        shows=("tierError",),
        copy=ppo(
            Text("A small dental plan for one person.", "Un plan dental pequeño para una persona."),
            Text(
                "Cleanings and fillings while you study or start out. One person, one price.",
                "Limpiezas y empastes mientras estudia o comienza. Una persona, un precio.",
            ),
            Dental(750, "$25 / $25", basic=Level("70%", "50%", 3), endo=Level(""), major=Level(""), dentists="61,000"),
            badges=(Text("One person", "Una persona"),),
        ),
    ),
)
