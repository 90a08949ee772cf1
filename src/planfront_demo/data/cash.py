"""Critical illness, accident and supplemental plans."""

from __future__ import annotations

from dataclasses import replace

from planfront.catalog.start import CRITICAL_HEALTH, Text
from planfront_demo.data.common import ALL_TIERS, COUNTED
from planfront_demo.data.health_copy import cash, row
from planfront_demo.data.rates import by_age, flat, members, smoker_bands, term_life, tier_options, tiers
from planfront_demo.data.shapes import Option, PlanSeed, Rates, Rule, Switch

CRITICAL = ("0.31", "0.38", "0.52", "0.74", "1.08", "1.57", "2.26", "3.18", "4.35")
CANCER = ("6.20", "6.90", "8.10", "9.80", "12.40", "16.10", "20.90", "26.80", "33.50", "41.90")
CANCER_TOBACCO = ("9.90", "11.10", "13.00", "15.90", "20.30", "26.60", "34.80", "44.90", "56.40", "70.80")
NO_QUESTIONS = Text("None", "Ninguna")
LEVELS = (
    Option("L1", Text("Level 1", "Nivel 1"), Text("Fracture to $1,500", "Fractura hasta $1,500")),
    Option("L2", Text("Level 2", "Nivel 2"), Text("Fracture to $3,000", "Fractura hasta $3,000")),
    Option("L3", Text("Level 3", "Nivel 3"), Text("Fracture to $5,000", "Fractura hasta $5,000")),
)


def _lump(amount: int) -> Rates:
    """Issue-age rates per $1,000 for the applicant, tobacco apart."""
    return term_life(CRITICAL, "1.80", amount)


_CANCER = PlanSeed(
    id=1501,
    carrier="fernhollow-mutual",
    category="supplemental",
    name="Fernhollow Cancer Care",
    tiers=COUNTED,
    rates=members(by_age(CANCER, child="1.90", open_end=True), max_children=1),
    rule=Rule(min_age=18, max_age=74, needs_tobacco=True, needs_children=True, needs_spouse_dob=True),
    switches=(Switch("tobacco", "eq", True, 1502),),
    shows=("changePid", "smokerError"),
    copy=cash(
        "supplemental",
        Text(
            "$5,000 at diagnosis and set amounts for treatment, for people who don't use tobacco.",
            "$5,000 al diagnóstico y montos fijos por tratamiento, para personas que no usan tabaco.",
        ),
        Text(
            "A first payment at diagnosis, then help with every treatment day.",
            "Un primer pago al diagnóstico y ayuda con cada día de tratamiento.",
        ),
        (Text("Cash at diagnosis", "Dinero al diagnóstico"), "$5,000", NO_QUESTIONS),
        (
            row(Text("First diagnosis", "Primer diagnóstico"), "$5,000"),
            row(Text("Chemotherapy or radiation day", "Día de quimioterapia o radiación"), "$300"),
            row(Text("Screening, once a year", "Prueba de detección, una vez al año"), "$100"),
        ),
        badges=(Text("Non-tobacco rate", "Tarifa sin tabaco"),),
    ),
)

PLANS: tuple[PlanSeed, ...] = (
    PlanSeed(
        id=1901,
        carrier="fernhollow-mutual",
        category="critical",
        name="Fernhollow Critical Lump 10",
        tiers=ALL_TIERS,
        rates=_lump(10_000),
        rule=Rule(min_age=18, max_age=64, needs_tobacco=True),
        shows=("smokerError",),
        copy=cash(
            "critical",
            Text("$10,000 for a heart attack, stroke, or cancer.", "$10,000 por ataque al corazón, derrame o cáncer."),
            Text(
                "One payment, no health questions, at the rate of the age you start.",
                "Un pago, sin preguntas de salud, con la tarifa de la edad en que comienza.",
            ),
            ("$10,000", Text("6 conditions", "6 enfermedades"), "50%"),
            (
                row(Text("Heart attack, stroke, cancer", "Ataque al corazón, derrame, cáncer"), "100%"),
                row(Text("Bypass surgery", "Cirugía de derivación"), "25%"),
                row(Text("Early-stage cancer", "Cáncer en etapa temprana"), "25%"),
                row(Text("Screening, once a year", "Prueba de detección, una vez al año"), "$50"),
            ),
        ),
    ),
    PlanSeed(
        id=1902,
        carrier="fernhollow-mutual",
        category="critical",
        name="Fernhollow Critical Lump 25",
        tiers=ALL_TIERS,
        rates=_lump(25_000),
        questions=CRITICAL_HEALTH,
        shows=("smokerError", "newQuestionsError", "decline"),
        rule=Rule(min_age=18, max_age=64, needs_tobacco=True, needs_questions=True),
        copy=cash(
            "critical",
            Text("$25,000 after two health questions.", "$25,000 tras dos preguntas de salud."),
            Text(
                "A larger payment for a larger list of conditions.",
                "Un pago mayor para una lista más amplia de enfermedades.",
            ),
            ("$25,000", Text("12 conditions", "12 enfermedades"), "100%"),
            (
                row(Text("Heart attack, stroke, cancer", "Ataque al corazón, derrame, cáncer"), "100%"),
                row(Text("Organ failure, transplant", "Fallo de órganos, trasplante"), "100%"),
                row(Text("Loss of sight, hearing, or speech", "Pérdida de vista, oído o habla"), "100%"),
                row(Text("Bypass surgery", "Cirugía de derivación"), "25%"),
            ),
        ),
    ),
    PlanSeed(
        id=1903,
        carrier="brightwater",
        category="critical",
        name="Brightwater Critical Family",
        tiers=ALL_TIERS,
        rates=tiers("18.40", "34.60", "22.90", "39.80"),
        rule=Rule(min_age=18, max_age=64),
        portals=("individual", "association", "group"),
        copy=cash(
            "critical",
            Text(
                "$5,000 for each adult and $2,500 for each child at one price.",
                "$5,000 por adulto y $2,500 por hijo a un solo precio.",
            ),
            Text(
                "One rate for every age and no questions about tobacco.",
                "Una tarifa para toda edad y sin preguntas sobre tabaco.",
            ),
            ("$5,000", Text("4 conditions", "4 enfermedades"), Text("None", "Ninguno")),
            (
                row(
                    Text("Heart attack, stroke, cancer, organ failure", "Ataque, derrame, cáncer, fallo de órganos"),
                    "$5,000",
                ),
                row(Text("A child", "Un hijo"), "$2,500"),
            ),
        ),
    ),
    PlanSeed(
        id=2001,
        carrier="fernhollow-mutual",
        category="accident",
        name="Fernhollow Accident Cash",
        tiers=ALL_TIERS,
        rates=tier_options(
            {
                "L1": ("11.90", "18.70", "21.30", "28.40"),
                "L2": ("17.60", "27.70", "31.60", "42.10"),
                "L3": ("24.30", "38.20", "43.60", "58.10"),
            }
        ),
        options=LEVELS,
        default_option="L1",
        portals=("individual", "association", "group"),
        copy=cash(
            "accident",
            Text(
                "Pays you, not the hospital, after a fracture, burn, or emergency visit.",
                "Le paga a usted, no al hospital, tras una fractura, quemadura o visita a urgencias.",
            ),
            Text(
                "Set amounts for what happens after an accident, on or off the job, around the clock.",
                "Montos fijos por lo que sigue a un accidente, dentro o fuera del trabajo, a toda hora.",
            ),
            ("$150", Text("To $1,500", "Hasta $1,500"), "$1,000"),
            (
                row(Text("Emergency visit", "Visita a urgencias"), "$150", "$225", "$300"),
                row(
                    Text("Fracture", "Fractura"),
                    Text("To $1,500", "Hasta $1,500"),
                    Text("To $3,000", "Hasta $3,000"),
                    Text("To $5,000", "Hasta $5,000"),
                ),
                row(
                    Text("Burn", "Quemadura"),
                    Text("To $1,000", "Hasta $1,000"),
                    Text("To $2,000", "Hasta $2,000"),
                    Text("To $4,000", "Hasta $4,000"),
                ),
                row(Text("Hospital admission", "Ingreso hospitalario"), "$1,000", "$1,500", "$2,000"),
                row(Text("Physical therapy visit", "Sesión de fisioterapia"), "$25", "$35", "$50"),
            ),
            columns=(Text("Level 1", "Nivel 1"), Text("Level 2", "Nivel 2"), Text("Level 3", "Nivel 3")),
            example=(
                Text("Example: a broken wrist", "Ejemplo: una muñeca rota"),
                Text(
                    "Level 1 pays $150 for the emergency visit, $600 for the fracture, and $25 for each of four "
                    "therapy visits: $850.",
                    "El nivel 1 paga $150 por urgencias, $600 por la fractura y $25 por cada una de cuatro sesiones "
                    "de terapia: $850.",
                ),
            ),
        ),
    ),
    PlanSeed(
        id=2002,
        carrier="brightwater",
        category="accident",
        name="Brightwater Accident 24",
        tiers=ALL_TIERS,
        rates=tiers("14.20", "22.60", "25.40", "33.90"),
        copy=cash(
            "accident",
            Text(
                "Pays your accident bills up to $2,500 after a $100 deductible.",
                "Paga sus facturas por accidente hasta $2,500 tras un deducible de $100.",
            ),
            Text(
                "For families whose medical plan has a large deductible.",
                "Para familias cuyo plan médico tiene un deducible grande.",
            ),
            (Text("Actual cost", "Costo real"), Text("Actual cost", "Costo real"), Text("To $2,500", "Hasta $2,500")),
            (
                row(
                    Text("All care after one accident", "Toda la atención tras un accidente"),
                    Text("To $2,500", "Hasta $2,500"),
                ),
                row(Text("Your deductible", "Su deducible"), "$100"),
                row(Text("Accidental death", "Muerte accidental"), "$10,000"),
            ),
        ),
    ),
    PlanSeed(
        id=2003,
        carrier="tern-harbor-life",
        category="accident",
        name="Tern Harbor AD&D 100",
        tiers=ALL_TIERS,
        rates=tiers("4.80", "7.90", "6.20", "9.40"),
        needs=("beneficiary_info",),
        portals=("individual", "association", "group"),
        copy=cash(
            "accident",
            Text(
                "$100,000 for accidental death or loss of limb or sight.",
                "$100,000 por muerte accidental o pérdida de extremidad o vista.",
            ),
            Text(
                "A large amount for a small price, without questions.",
                "Un monto grande por un precio pequeño, sin preguntas.",
            ),
            (
                Text("Not covered", "No cubierto"),
                Text("Not covered", "No cubierto"),
                Text("Not covered", "No cubierto"),
            ),
            (
                row(Text("Accidental death", "Muerte accidental"), "$100,000"),
                row(Text("Two limbs or both eyes", "Dos extremidades o ambos ojos"), "$100,000"),
                row(Text("One limb or one eye", "Una extremidad o un ojo"), "$50,000"),
            ),
        ),
    ),
    _CANCER,
    replace(
        _CANCER,
        id=1502,
        name="Fernhollow Cancer Care (tobacco)",
        listed=False,
        shows=(),
        switches=(Switch("tobacco", "eq", False, 1501),),
        rates=members(by_age(CANCER_TOBACCO, child="1.90", open_end=True), max_children=1),
        copy=replace(
            _CANCER.copy,
            badges=(Text("Tobacco rate", "Tarifa con tabaco"),),
            short=Text(
                "$5,000 at diagnosis and set amounts for treatment, for people who use tobacco.",
                "$5,000 al diagnóstico y montos fijos por tratamiento, para personas que usan tabaco.",
            ),
        ),
    ),
    PlanSeed(
        id=1503,
        carrier="fernhollow-mutual",
        category="supplemental",
        name="Fernhollow Heart & Stroke",
        tiers=COUNTED,
        rates=members(smoker_bands(CANCER[:9], "1.55", child="1.60"), max_children=1),
        rule=Rule(min_age=18, max_age=64, needs_tobacco=True, needs_children=True, needs_spouse_dob=True),
        shows=("smokerError",),
        copy=cash(
            "supplemental",
            Text("$10,000 after a heart attack or stroke.", "$10,000 tras un ataque al corazón o derrame."),
            Text("For families with a history of heart disease.", "Para familias con antecedentes del corazón."),
            (Text("Cash after the event", "Dinero tras el evento"), "$10,000", NO_QUESTIONS),
            (
                row(Text("Heart attack or stroke", "Ataque al corazón o derrame"), "$10,000"),
                row(Text("Bypass or stent", "Derivación o stent"), "$2,500"),
                row(Text("Rehabilitation day", "Día de rehabilitación"), "$75"),
            ),
        ),
    ),
    PlanSeed(
        id=1504,
        carrier="halden-dental",
        category="supplemental",
        name="Halden Hearing Aid Plan",
        tiers=ALL_TIERS,
        rates=tiers("8.90", "16.80", "12.40", "19.90"),
        copy=cash(
            "supplemental",
            Text(
                "$1,000 toward hearing aids every three years and a free test.",
                "$1,000 para audífonos cada tres años y una prueba gratis.",
            ),
            Text(
                "Hearing care at the same offices that take your dental plan.",
                "Cuidado auditivo en las mismas oficinas que aceptan su plan dental.",
            ),
            (Text("Hearing aids", "Audífonos"), "$1,000", NO_QUESTIONS),
            (
                row(
                    Text("Hearing test, once a year", "Prueba de audición, una vez al año"),
                    Text("In full", "Por completo"),
                ),
                row(Text("Hearing aids, every 3 years", "Audífonos, cada 3 años"), "$1,000"),
                row(Text("Batteries", "Baterías"), Text("48 a year", "48 al año")),
            ),
        ),
    ),
    PlanSeed(
        id=1505,
        carrier="fernhollow-mutual",
        category="supplemental",
        name="Fernhollow Travel Medical",
        tiers=ALL_TIERS,
        rates=flat("9.75"),
        copy=cash(
            "supplemental",
            Text(
                "$50,000 of emergency care abroad for the whole household.",
                "$50,000 de atención de emergencia en el extranjero para todo el hogar.",
            ),
            Text(
                "One flat price, any number of trips up to 30 days each.",
                "Un precio fijo, cualquier cantidad de viajes de hasta 30 días.",
            ),
            (Text("Emergencies abroad", "Emergencias en el extranjero"), "$50,000", NO_QUESTIONS),
            (
                row(Text("Emergency care abroad", "Atención de emergencia en el extranjero"), "$50,000"),
                row(Text("Medical evacuation", "Evacuación médica"), "$100,000"),
                row(Text("Lost bags", "Equipaje perdido"), "$500"),
            ),
        ),
    ),
)
