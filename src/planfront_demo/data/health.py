"""Medical, limited medical and hospital plans."""

from __future__ import annotations

from planfront.catalog.start import Text
from planfront_demo.data.common import ALL_TIERS, COUNTED, NOT_COVERED
from planfront_demo.data.health_copy import cash, row
from planfront_demo.data.places import STATES
from planfront_demo.data.rates import areas, by_age, members, smoker_bands, tier_options, tiers
from planfront_demo.data.shapes import Option, PlanSeed, Rates, Rule, Share

SHORT_TERM = ("96.00", "104.00", "118.00", "134.00", "156.00", "189.00", "238.00", "301.00", "372.00")
SHORT_TERM_RICH = ("128.00", "139.00", "157.00", "178.00", "207.00", "251.00", "316.00", "400.00", "494.00")
SHORT_TERM_STATES = tuple(state for state in STATES if state not in {"MA", "NJ", "VT", "WA"})
HOSPITAL = ("13.10", "13.90", "15.20", "17.40", "20.30", "24.60", "30.10", "37.90", "47.20")


def _medical(adult: tuple[str, ...], child: str) -> Rates:
    """Everyone at their own age; tobacco users from 18 pay a quarter more."""
    return members(smoker_bands(adult, "1.25", child=child))


PLANS: tuple[PlanSeed, ...] = (
    PlanSeed(
        id=1201,
        carrier="brightwater",
        category="medical",
        name="Brightwater ShortTerm 5000",
        tiers=COUNTED,
        rates=areas(_medical(SHORT_TERM, "58.00")),
        states=SHORT_TERM_STATES,
        coverages=("LOW_COST",),
        rule=Rule(min_age=18, max_age=64, needs_tobacco=True, needs_children=True, needs_spouse_dob=True),
        needs=("primary_health_info",),
        shows=("smokerError", "stateError", "planAgeError"),
        copy=cash(
            "medical",
            Text(
                "Up to 12 months of medical cover with a $5,000 deductible.",
                "Hasta 12 meses de cobertura médica con un deducible de $5,000.",
            ),
            Text(
                "A bridge between jobs: doctor visits for a copay, 80% after the deductible.",
                "Un puente entre empleos: visitas médicas con copago y 80% tras el deducible.",
            ),
            ("$5,000", "$10,000", "$40"),
            (
                row(Text("Primary care visit", "Visita de atención primaria"), "$40"),
                row(Text("Hospital stay", "Hospitalización"), Text("20% after deductible", "20% tras el deducible")),
                row(Text("Emergency room", "Urgencias"), Text("$250, then 20%", "$250, luego 20%")),
                row(Text("Prescriptions", "Recetas"), Text("Discount card", "Tarjeta de descuento")),
            ),
            columns=(Text("You pay", "Usted paga"),),
            pays_you=False,
            body=Text(
                "Short-term insurance for up to 12 months. It does not cover conditions you had before, and it is "
                "not minimum essential coverage.",
                "Seguro de corto plazo por hasta 12 meses. No cubre condiciones previas y no es cobertura esencial "
                "mínima.",
            ),
            badges=(Text("Short term", "Corto plazo"),),
        ),
    ),
    PlanSeed(
        id=1202,
        carrier="brightwater",
        category="medical",
        name="Brightwater ShortTerm 2500",
        tiers=COUNTED,
        rates=areas(_medical(SHORT_TERM_RICH, "77.00")),
        states=SHORT_TERM_STATES,
        coverages=("LOW_DEDUCTIBLES",),
        rule=Rule(min_age=18, max_age=64, needs_tobacco=True, needs_children=True, needs_spouse_dob=True),
        needs=("primary_health_info",),
        shows=("smokerError", "stateError", "planAgeError"),
        copy=cash(
            "medical",
            Text(
                "The same short-term plan with half the deductible.",
                "El mismo plan de corto plazo con la mitad del deducible.",
            ),
            Text(
                "Pays sooner: a $2,500 deductible and a $7,500 limit on what you pay in a year.",
                "Paga antes: deducible de $2,500 y un límite de $7,500 de gasto propio al año.",
            ),
            ("$2,500", "$7,500", "$30"),
            (
                row(Text("Primary care visit", "Visita de atención primaria"), "$30"),
                row(Text("Hospital stay", "Hospitalización"), Text("20% after deductible", "20% tras el deducible")),
                row(Text("Emergency room", "Urgencias"), Text("$250, then 20%", "$250, luego 20%")),
                row(Text("Prescriptions", "Recetas"), Text("$15 generic", "$15 genéricos")),
            ),
            columns=(Text("You pay", "Usted paga"),),
            pays_you=False,
            body=Text(
                "Short-term insurance for up to 12 months. It does not cover conditions you had before.",
                "Seguro de corto plazo por hasta 12 meses. No cubre condiciones previas.",
            ),
            badges=(Text("Short term", "Corto plazo"),),
        ),
    ),
    PlanSeed(
        id=1203,
        carrier="fernhollow-mutual",
        category="medical",
        name="Fernhollow Preventive MEC",
        tiers=ALL_TIERS,
        rates=tiers("59.00", "98.00", "112.00", "154.00"),
        coverages=("MINIMUM_ESSENTIAL_COVERAGE", "LOW_COST"),
        portals=("individual", "association", "group"),
        copy=cash(
            "medical",
            Text(
                "Minimum essential coverage: preventive care in full, nothing else.",
                "Cobertura esencial mínima: atención preventiva completa y nada más.",
            ),
            Text(
                "Check-ups, shots, and screenings at no cost in network.",
                "Chequeos, vacunas y pruebas sin costo dentro de la red.",
            ),
            ("$0", Text("Not applicable", "No aplica"), "$0"),
            (
                row(Text("Yearly check-up and shots", "Chequeo anual y vacunas"), "$0"),
                row(Text("Screenings", "Pruebas de detección"), "$0"),
                row(Text("Virtual doctor", "Médico virtual"), "$10"),
                row(Text("Hospital stay", "Hospitalización"), NOT_COVERED),
            ),
            columns=(Text("You pay", "Usted paga"),),
            pays_you=False,
            badges=("MEC",),
        ),
    ),
    PlanSeed(
        id=1204,
        carrier="fernhollow-mutual",
        category="medical",
        name="Fernhollow MEC Plus",
        tiers=ALL_TIERS,
        rates=tiers("96.00", "163.00", "181.00", "248.00"),
        coverages=("MINIMUM_ESSENTIAL_COVERAGE", "PRESCRIPTION", "LOW_DEDUCTIBLES"),
        copy=cash(
            "medical",
            Text(
                "Preventive care plus three doctor visits and generic drugs.",
                "Atención preventiva más tres visitas médicas y genéricos.",
            ),
            Text(
                "Minimum essential coverage with everyday care added.",
                "Cobertura esencial mínima con atención diaria añadida.",
            ),
            ("$0", Text("Not applicable", "No aplica"), "$20"),
            (
                row(Text("Yearly check-up and shots", "Chequeo anual y vacunas"), "$0"),
                row(Text("Doctor visits, three a year", "Visitas médicas, tres al año"), "$20"),
                row(Text("Urgent care, two a year", "Atención urgente, dos al año"), "$50"),
                row(Text("Generic drugs", "Medicamentos genéricos"), "$5"),
            ),
            columns=(Text("You pay", "Usted paga"),),
            pays_you=False,
            badges=("MEC", Text("Prescriptions", "Recetas")),
        ),
    ),
    PlanSeed(
        id=1301,
        carrier="fernhollow-mutual",
        category="limitedmed",
        name="Fernhollow DayCare 100",
        tiers=ALL_TIERS,
        rates=tiers("34.50", "66.20", "61.80", "92.40"),
        portals=("individual", "association", "group"),
        coverages=("LOW_COST",),
        copy=cash(
            "limitedmed",
            Text(
                "$60 for each doctor visit and $100 for each hospital day.",
                "$60 por visita médica y $100 por día de hospital.",
            ),
            Text(
                "Set amounts for everyday care, with no deductible and no network.",
                "Montos fijos para la atención diaria, sin deducible ni red.",
            ),
            ("$60", "$100", "$10,000"),
            (
                row(Text("Doctor visit, six a year", "Visita médica, seis al año"), "$60"),
                row(Text("Lab and X-ray", "Laboratorio y rayos X"), "$40"),
                row(Text("Hospital day", "Día de hospital"), "$100"),
                row(Text("Surgery", "Cirugía"), "$500"),
            ),
        ),
    ),
    PlanSeed(
        id=1302,
        carrier="fernhollow-mutual",
        category="limitedmed",
        name="Fernhollow DayCare 250",
        tiers=ALL_TIERS,
        rates=tiers("56.90", "109.30", "101.90", "152.60"),
        copy=cash(
            "limitedmed",
            Text(
                "$90 for each doctor visit and $250 for each hospital day.",
                "$90 por visita médica y $250 por día de hospital.",
            ),
            Text(
                "Larger set amounts, with emergency visits and surgery included.",
                "Montos fijos mayores, con urgencias y cirugía incluidas.",
            ),
            ("$90", "$250", "$25,000"),
            (
                row(Text("Doctor visit, eight a year", "Visita médica, ocho al año"), "$90"),
                row(Text("Emergency visit", "Visita a urgencias"), "$150"),
                row(Text("Hospital day", "Día de hospital"), "$250"),
                row(Text("Surgery", "Cirugía"), "$1,500"),
            ),
        ),
    ),
    PlanSeed(
        id=1303,
        carrier="brightwater",
        category="limitedmed",
        name="Brightwater First Dollar",
        tiers=ALL_TIERS,
        rates=areas(
            tier_options(
                {
                    "L1": ("41.25", "79.20", "73.90", "110.60"),
                    "L2": ("63.80", "122.50", "114.30", "171.10"),
                    "L3": ("89.40", "171.60", "160.10", "239.80"),
                }
            ),
            "0.5",
        ),
        options=(
            Option("L1", Text("Level 1", "Nivel 1"), Text("$75 a visit", "$75 por visita")),
            Option("L2", Text("Level 2", "Nivel 2"), Text("$100 a visit", "$100 por visita")),
            Option("L3", Text("Level 3", "Nivel 3"), Text("$125 a visit", "$125 por visita")),
        ),
        default_option="L1",
        copy=cash(
            "limitedmed",
            Text(
                "Pays from the first dollar at three levels you choose.",
                "Paga desde el primer dólar en tres niveles a elegir.",
            ),
            Text(
                "Pick a level: the same list of care, with amounts that grow.",
                "Elija un nivel: la misma lista de atención, con montos que crecen.",
            ),
            (
                Text("$75 to $125", "$75 a $125"),
                Text("$150 to $500", "$150 a $500"),
                Text("$15,000 to $50,000", "$15,000 a $50,000"),
            ),
            (
                row(Text("Doctor visit", "Visita médica"), "$75", "$100", "$125"),
                row(Text("Hospital day", "Día de hospital"), "$150", "$300", "$500"),
                row(Text("Surgery", "Cirugía"), "$750", "$1,500", "$3,000"),
            ),
            columns=(Text("Level 1", "Nivel 1"), Text("Level 2", "Nivel 2"), Text("Level 3", "Nivel 3")),
        ),
    ),
    PlanSeed(
        id=2101,
        carrier="fernhollow-mutual",
        category="hospital",
        name="Fernhollow Hospital Stay 1000",
        tiers=COUNTED,
        rates=members(by_age(HOSPITAL, child="7.40")),
        rule=Rule(min_age=18, max_age=74, needs_children=True, needs_spouse_dob=True),
        shows=("ageError",),
        portals=("individual", "association", "group"),
        copy=cash(
            "hospital",
            Text("$1,000 when you are admitted and $150 for each day.", "$1,000 al ser ingresado y $150 por cada día."),
            Text(
                "Helps with the deductible of your medical plan, rent, or child care.",
                "Ayuda con el deducible de su plan médico, el alquiler o el cuidado de los hijos.",
            ),
            ("$1,000", "$150", "$300"),
            (
                row(Text("Admission, twice a year", "Ingreso, dos veces al año"), "$1,000"),
                row(Text("Each day, up to 30", "Cada día, hasta 30"), "$150"),
                row(Text("Intensive care day", "Día de cuidados intensivos"), "$300"),
                row(Text("Newborn stay", "Estancia de recién nacido"), "$100"),
            ),
            example=(
                Text("Example: three nights", "Ejemplo: tres noches"),
                Text("An admission and three days pay $1,450 to you.", "Un ingreso y tres días le pagan $1,450."),
            ),
            shares=(
                Share("plan", Text("Admission", "Ingreso"), "1000.00"),
                Share("plan", Text("3 days", "3 días"), "450.00"),
            ),
        ),
    ),
    PlanSeed(
        id=2102,
        carrier="brightwater",
        category="hospital",
        name="Brightwater Hospital Plus",
        tiers=ALL_TIERS,
        rates=areas(tiers("24.80", "48.90", "41.60", "65.30"), "0.5"),
        rule=Rule(min_age=18, max_age=69),
        copy=cash(
            "hospital",
            Text(
                "$2,000 when you are admitted, with emergency visits included.",
                "$2,000 al ser ingresado, con visitas a urgencias incluidas.",
            ),
            Text(
                "One price up to age 69, whatever your age today.",
                "Un mismo precio hasta los 69 años, sin importar su edad.",
            ),
            ("$2,000", "$100", "$250"),
            (
                row(Text("Admission, once a year", "Ingreso, una vez al año"), "$2,000"),
                row(Text("Each day, up to 15", "Cada día, hasta 15"), "$100"),
                row(Text("Emergency visit", "Visita a urgencias"), "$150"),
                row(Text("Ambulance", "Ambulancia"), "$200"),
            ),
        ),
    ),
)
