"""Disability income, prescription, lifestyle, membership and pet plans."""

from __future__ import annotations

from planfront.catalog.start import WORK_STATEMENTS, Text
from planfront_demo.data.common import ALL_TIERS, ASSOCIATION, FREE_LOOK, INCLUDED, NOT_INSURANCE, bullets, facts
from planfront_demo.data.rates import areas, flat, flat_options, monthly_payroll, tiers, weekly_income
from planfront_demo.data.shapes import Benefits, Copy, Option, PlanSeed, Row, Rule, Words, join

DI_LABELS = (Text("Benefit", "Beneficio"), Text("Starts after", "Comienza tras"), Text("Pays for up to", "Paga hasta"))
RX_LABELS = (
    Text("Generic drugs", "Genéricos"),
    Text("Brand drugs", "Medicamentos de marca"),
    Text("Pharmacies", "Farmacias"),
)
LIFE_LABELS = (Text("Includes", "Incluye"), Text("Household", "Hogar"), Text("Insurance", "Seguro"))
PET_LABELS = (Text("Pays back", "Reembolsa"), Text("Deductible", "Deducible"), Text("Yearly limit", "Límite anual"))
STD = ("0.210", "0.225", "0.240", "0.260", "0.285", "0.325", "0.385", "0.470", "0.560")
LTD = ("0.180", "0.225", "0.310", "0.405", "0.495", "0.640", "0.860", "1.090", "1.220")
WHOLE_HOUSEHOLD = Text("Whole household", "Todo el hogar")
NOT_INSURED = Text("Not insurance", "No es un seguro")


def _copy(
    short: Words,
    header: Words,
    body: Words,
    labels: tuple[Words, Words, Words],
    values: tuple[Words, Words, Words],
    rows: tuple[tuple[Words, Words], ...],
    *,
    blue: Words,
    exclusions: tuple[Words, ...],
    example: tuple[Words, Words],
    faq: Words,
    insurance: bool = True,
    badges: tuple[Words, ...] = (),
) -> Copy:
    return Copy(
        short=short,
        header=header,
        body=body if insurance else join([body, NOT_INSURANCE]),
        blue_bar=blue,
        association=ASSOCIATION,
        exclusions=bullets(*exclusions),
        example_name=example[0],
        example=example[1],
        faq=join([faq, FREE_LOOK]),
        facts=facts(labels, values),
        badges=badges,
        benefits=Benefits(
            (Text("The plan gives", "El plan ofrece"),), tuple(Row(name, "", (value,)) for name, value in rows)
        ),
    )


def _di(
    short: Words, header: Words, values: tuple[Words, Words, Words], example: Words, hours: int, income: int
) -> Copy:
    return _copy(
        short,
        header,
        Text(
            f"For people who work at least {hours} hours a week and earn at least ${income:,} a year. The price follows "
            "your age and your income, so we ask for both before we show it.",
            f"Para quienes trabajan al menos {hours} horas por semana y ganan al menos ${income:,} al año. El precio "
            "depende de su edad y sus ingresos; por eso los pedimos antes de mostrarlo.",
        ),
        DI_LABELS,
        values,
        (
            (Text("Illness or injury off the job", "Enfermedad o lesión fuera del trabajo"), values[0]),
            (Text("Birth of a child, six weeks", "Nacimiento de un hijo, seis semanas"), values[0]),
            (Text("Part-time return", "Regreso a tiempo parcial"), Text("Half the benefit", "La mitad del beneficio")),
        ),
        blue=Text("Replaces part of your pay", "Reemplaza parte de su salario"),
        exclusions=(
            Text("Injury at work, where workers' compensation pays", "Lesión laboral pagada por compensación laboral"),
            Text(
                "Conditions treated in the 6 months before the start, for 12 months",
                "Condiciones tratadas en los 6 meses previos, durante 12 meses",
            ),
        ),
        example=(Text("Example: your pay and the benefit", "Ejemplo: su salario y el beneficio"), example),
        faq=Text(
            "**Is the benefit taxed?** Not when you pay the premium yourself.",
            "**¿Se grava el beneficio?** No, si usted paga la prima.",
        ),
    )


def _membership(
    short: Words, header: Words, values: tuple[Words, Words, Words], rows: tuple[tuple[Words, Words], ...]
) -> Copy:
    return _copy(
        short,
        header,
        Text(
            "Elevate is a wellness membership. A premier life plan needs one; you may also buy it alone.",
            "Elevate es una membresía de bienestar. Un plan de vida premier la requiere; también puede comprarla sola.",
        ),
        LIFE_LABELS,
        values,
        rows,
        insurance=False,
        blue=Text("Use it from the first day", "Úsela desde el primer día"),
        exclusions=(Text("Visits and goods beyond the listed ones", "Visitas y artículos no indicados"),),
        example=(
            Text("Example: a sore throat on Sunday", "Ejemplo: dolor de garganta en domingo"),
            Text("A video visit costs $0 with the membership.", "Una videoconsulta cuesta $0 con la membresía."),
        ),
        faq=Text(
            "**Can I change the level?** Yes, at the end of any month.",
            "**¿Puedo cambiar de nivel?** Sí, al final de cualquier mes.",
        ),
        badges=(Text("Membership", "Membresía"),),
    )


def _pet(
    short: Words, header: Words, values: tuple[Words, Words, Words], rows: tuple[tuple[Words, Words], ...]
) -> Copy:
    return _copy(
        short,
        header,
        Text(
            "One pet for each plan, 8 weeks to 12 years old on the start date. See any licensed vet and send the bill.",
            "Una mascota por plan, de 8 semanas a 12 años al inicio. Vea a cualquier veterinario y envíe la factura.",
        ),
        PET_LABELS,
        values,
        rows,
        blue=Text("Any licensed vet in the United States", "Cualquier veterinario con licencia en Estados Unidos"),
        exclusions=(
            Text("Conditions the pet had before the start", "Condiciones previas de la mascota"),
            Text("Breeding and birth", "Cría y parto"),
        ),
        example=(
            Text("Example: a swallowed sock, $1,800", "Ejemplo: un calcetín tragado, $1,800"),
            Text(
                "You pay the deductible and your share of the rest; the plan pays back the remainder in 5 days.",
                "Usted paga el deducible y su parte; el plan reembolsa el resto en 5 días.",
            ),
        ),
        faq=Text(
            "**Two pets?** Add the plan once for each pet by phone; the second gets 10% off.",
            "**¿Dos mascotas?** Añada el plan por teléfono para cada una; la segunda tiene 10% de descuento.",
        ),
    )


def _rx(
    short: Words,
    header: Words,
    values: tuple[Words, Words, Words],
    rows: tuple[tuple[Words, Words], ...],
    *,
    insurance: bool,
) -> Copy:
    return _copy(
        short,
        header,
        Text(
            "Show the card on your phone at the counter. There is no form to send in.",
            "Muestre la tarjeta en su teléfono en el mostrador. No hay formularios que enviar.",
        ),
        RX_LABELS,
        values,
        rows,
        insurance=insurance,
        blue=Text("64,000 pharmacies", "64,000 farmacias"),
        exclusions=(
            Text("Drugs without a prescription", "Medicamentos sin receta"),
            Text("Drugs for cosmetic use", "Medicamentos de uso estético"),
        ),
        example=(
            Text("Example: a blood pressure drug", "Ejemplo: un medicamento para la presión"),
            Text(
                "Listed at $38, with the card $7.40 for 30 tablets.",
                "Precio de lista $38; con la tarjeta $7.40 por 30 tabletas.",
            ),
        ),
        faq=Text(
            "**Does it work with my insurance?** Use whichever price is lower.",
            "**¿Funciona con mi seguro?** Use el precio que sea menor.",
        ),
    )


PLANS: tuple[PlanSeed, ...] = (
    PlanSeed(
        id=1801,
        carrier="tern-harbor-life",
        category="di",
        name="Tern Harbor Paycheck Short Term",
        is_disability=True,
        rates=weekly_income(STD, pct="60", low="100", high="1000"),
        tiers=ALL_TIERS,
        needs=("employer_info",),
        rule=Rule(min_age=18, max_age=64, min_hours=20, min_income=15_000),
        shows=("salaryError", "hourError"),
        portals=("individual", "association", "group"),
        statements=WORK_STATEMENTS,
        copy=_di(
            Text(
                "60% of your weekly pay, up to $1,000, when you cannot work.",
                "60% de su salario semanal, hasta $1,000, si no puede trabajar.",
            ),
            Text(
                "A weekly check for up to 26 weeks after an illness, injury, or birth.",
                "Un cheque semanal por hasta 26 semanas tras enfermedad, lesión o parto.",
            ),
            (Text("60% of pay", "60% del salario"), Text("14 days", "14 días"), Text("26 weeks", "26 semanas")),
            Text(
                "$35,400 a year is $681 a week; the benefit is $408 a week.",
                "$35,400 al año son $681 por semana; el beneficio es de $408 por semana.",
            ),
            20,
            15_000,
        ),
    ),
    PlanSeed(
        id=1802,
        carrier="tern-harbor-life",
        category="di",
        name="Tern Harbor Paycheck Long Term",
        is_disability=True,
        rates=monthly_payroll(LTD, cap="10000"),
        tiers=ALL_TIERS,
        needs=("employer_info",),
        rule=Rule(min_age=18, max_age=64, min_hours=30, min_income=25_000),
        shows=("salaryError", "hourError"),
        portals=("individual", "group"),
        copy=_di(
            Text(
                "60% of your monthly pay until age 65 after a long illness.",
                "60% de su salario mensual hasta los 65 años tras una enfermedad larga.",
            ),
            Text("Takes over where short-term cover ends.", "Continúa donde termina la cobertura de corto plazo."),
            (Text("60% of pay", "60% del salario"), Text("180 days", "180 días"), Text("Age 65", "65 años")),
            Text(
                "$31,200 a year is $2,600 a month; the benefit is $1,560 a month.",
                "$31,200 al año son $2,600 al mes; el beneficio es de $1,560 al mes.",
            ),
            30,
            25_000,
        ),
    ),
    PlanSeed(
        id=1803,
        carrier="fernhollow-mutual",
        category="di",
        name="Fernhollow Income Shield",
        is_disability=True,
        rates=flat_options({"500": "14.60", "1000": "27.90", "1500": "40.80"}),
        tiers=ALL_TIERS,
        options=(
            Option("500", Text("$500 a month", "$500 al mes")),
            Option("1000", Text("$1,000 a month", "$1,000 al mes")),
            Option("1500", Text("$1,500 a month", "$1,500 al mes")),
        ),
        default_option="1000",
        rule=Rule(min_age=18, max_age=64, min_hours=20, min_income=12_000),
        shows=("salaryError", "hourError"),
        copy=_di(
            Text("A fixed $500 to $1,500 a month for up to a year.", "De $500 a $1,500 fijos al mes por hasta un año."),
            Text(
                "One price at every age for people with more than one job.",
                "Un precio a toda edad, para quienes tienen más de un empleo.",
            ),
            (Text("$500 to $1,500", "$500 a $1,500"), Text("30 days", "30 días"), Text("12 months", "12 meses")),
            Text(
                "With $1,000 a month you get $33.33 for each day you cannot work.",
                "Con $1,000 al mes recibe $33.33 por cada día sin poder trabajar.",
            ),
            20,
            12_000,
        ),
    ),
    PlanSeed(
        id=1701,
        carrier="brightwater",
        category="rx",
        name="Brightwater Rx Saver",
        tiers=ALL_TIERS,
        rates=flat("6.95"),
        is_insurance=False,
        portals=("individual", "association", "group"),
        coverages=("PRESCRIPTION", "LOW_COST"),
        copy=_rx(
            Text("A discount card for the whole household.", "Una tarjeta de descuento para todo el hogar."),
            Text(
                "Lower prices at 64,000 pharmacies for everyone at your address.",
                "Mejores precios en 64,000 farmacias para todos en su domicilio.",
            ),
            (Text("Up to 80% off", "Hasta 80% menos"), Text("Up to 25% off", "Hasta 25% menos"), "64,000"),
            (
                (Text("Generic drugs", "Genéricos"), Text("Up to 80% off", "Hasta 80% menos")),
                (Text("Brand drugs", "De marca"), Text("Up to 25% off", "Hasta 25% menos")),
                (Text("Pet drugs", "Para mascotas"), Text("Up to 40% off", "Hasta 40% menos")),
            ),
            insurance=False,
        ),
    ),
    PlanSeed(
        id=1702,
        carrier="fernhollow-mutual",
        category="rx",
        name="Fernhollow Rx 5-25",
        tiers=ALL_TIERS,
        rates=tiers("24.50", "46.80", "41.20", "61.90"),
        coverages=("PRESCRIPTION",),
        copy=_rx(
            Text(
                "$5 generics and $25 preferred brands, by mail or at the counter.",
                "Genéricos por $5 y marcas preferidas por $25, por correo o en el mostrador.",
            ),
            Text(
                "Insurance for prescriptions with set copays and a yearly limit of $1,500.",
                "Seguro de recetas con copagos fijos y un límite anual de $1,500.",
            ),
            ("$5", "$25", "58,000"),
            (
                (Text("Generic drugs, 30 days", "Genéricos, 30 días"), "$5"),
                (Text("Preferred brands, 30 days", "Marcas preferidas, 30 días"), "$25"),
                (Text("Generic drugs by mail, 90 days", "Genéricos por correo, 90 días"), "$10"),
            ),
            insurance=True,
        ),
    ),
    PlanSeed(
        id=1601,
        carrier="elevate",
        category="lifestyle",
        name="Elevate Essentials",
        is_membership=True,
        is_insurance=False,
        tiers=ALL_TIERS,
        rates=flat("9.95"),
        portals=("individual", "association", "group"),
        copy=_membership(
            Text(
                "Video visits and a pharmacy card for the household.",
                "Videoconsultas y una tarjeta de farmacia para el hogar.",
            ),
            Text(
                "A doctor on screen day and night, at no cost for each visit.",
                "Un médico en pantalla día y noche, sin costo por visita.",
            ),
            (Text("Video doctor", "Médico por video"), WHOLE_HOUSEHOLD, NOT_INSURED),
            (
                (Text("Video doctor visits", "Videoconsultas médicas"), "$0"),
                (Text("Pharmacy card", "Tarjeta de farmacia"), INCLUDED),
            ),
        ),
    ),
    PlanSeed(
        id=1602,
        carrier="elevate",
        category="lifestyle",
        name="Elevate Plus",
        is_membership=True,
        is_insurance=False,
        tiers=ALL_TIERS,
        rates=flat("16.95"),
        portals=("individual", "association", "group"),
        copy=_membership(
            Text(
                "Essentials with counselling and a fitness network.",
                "Essentials más consejería y una red de gimnasios.",
            ),
            Text(
                "Adds someone to talk to and 11,000 gyms at member prices.",
                "Añade alguien con quien hablar y 11,000 gimnasios a precio de miembro.",
            ),
            (Text("Video doctor, counselling", "Médico por video, consejería"), WHOLE_HOUSEHOLD, NOT_INSURED),
            (
                (Text("Video doctor visits", "Videoconsultas médicas"), "$0"),
                (Text("Counselling, six talks a year", "Consejería, seis charlas al año"), "$0"),
                (Text("Fitness network", "Red de gimnasios"), Text("From $25 a month", "Desde $25 al mes")),
            ),
        ),
    ),
    PlanSeed(
        id=1603,
        carrier="elevate",
        category="lifestyle",
        name="Elevate Complete",
        is_membership=True,
        is_insurance=False,
        tiers=ALL_TIERS,
        rates=flat("24.95"),
        portals=("individual", "association", "group"),
        copy=_membership(
            Text(
                "Everything in Plus, with a health coach and bill review.",
                "Todo lo de Plus, con un asesor de salud y revisión de facturas.",
            ),
            Text(
                "A coach for your goals and an expert who argues about medical bills for you.",
                "Un asesor para sus metas y un experto que discute las facturas médicas por usted.",
            ),
            (Text("Doctor, coach, bill review", "Médico, asesor, facturas"), WHOLE_HOUSEHOLD, NOT_INSURED),
            (
                (Text("Everything in Elevate Plus", "Todo lo de Elevate Plus"), INCLUDED),
                (Text("Health coach", "Asesor de salud"), Text("Monthly call", "Llamada mensual")),
                (
                    Text("Medical bill review", "Revisión de facturas médicas"),
                    Text("Bills over $400", "Facturas de más de $400"),
                ),
            ),
        ),
    ),
    PlanSeed(
        id=1604,
        carrier="fernhollow-mutual",
        category="lifestyle",
        name="Fernhollow Legal Circle",
        is_insurance=False,
        tiers=ALL_TIERS,
        rates=flat("17.50"),
        copy=_copy(
            Text(
                "A lawyer by phone, a will, and help with traffic tickets.",
                "Un abogado por teléfono, un testamento y ayuda con multas de tránsito.",
            ),
            Text(
                "Ask before you sign: leases, contracts, repairs, and letters reviewed.",
                "Pregunte antes de firmar: contratos, alquileres, reparaciones y cartas revisadas.",
            ),
            Text(
                "Calls are answered on weekdays; documents come back within three business days.",
                "Las llamadas se atienden en días hábiles; los documentos vuelven en tres días hábiles.",
            ),
            LIFE_LABELS,
            (Text("Legal help", "Ayuda legal"), WHOLE_HOUSEHOLD, NOT_INSURED),
            (
                (Text("Phone advice", "Consejo por teléfono"), INCLUDED),
                (Text("A simple will", "Un testamento simple"), INCLUDED),
                (Text("Traffic tickets", "Multas de tránsito"), Text("Two a year", "Dos al año")),
            ),
            blue=Text("Lawyers in all 50 states", "Abogados en los 50 estados"),
            insurance=False,
            exclusions=(
                Text("Business matters", "Asuntos de negocios"),
                Text("Lawsuits already begun", "Demandas ya iniciadas"),
            ),
            example=(
                Text("Example: a lease", "Ejemplo: un contrato de alquiler"),
                Text("A review that costs $250 elsewhere is included.", "Una revisión que cuesta $250 está incluida."),
            ),
            faq=Text(
                "**Who may call?** Everyone living at your address.", "**¿Quién puede llamar?** Todos en su domicilio."
            ),
        ),
    ),
    PlanSeed(
        id=1605,
        carrier="brightwater",
        category="lifestyle",
        name="Brightwater Identity Watch",
        is_insurance=False,
        tiers=ALL_TIERS,
        rates=tiers("7.90", "13.90", "11.90", "15.90"),
        copy=_copy(
            Text(
                "Watches your credit and helps repair a stolen identity.",
                "Vigila su crédito y ayuda a reparar una identidad robada.",
            ),
            Text(
                "Alerts the day your name is used, and a person who does the paperwork.",
                "Avisos el día en que usan su nombre y una persona que hace el papeleo.",
            ),
            Text(
                "One credit bureau is watched daily. Children are watched too in family tiers.",
                "Se vigila a diario una agencia de crédito. En niveles familiares también a los hijos.",
            ),
            LIFE_LABELS,
            (Text("Credit alerts", "Avisos de crédito"), Text("By tier", "Según el nivel"), NOT_INSURED),
            (
                (Text("Credit alerts", "Avisos de crédito"), Text("Daily", "Diarios")),
                (Text("Repair service", "Servicio de reparación"), INCLUDED),
                (Text("Lost wallet help", "Ayuda por cartera perdida"), INCLUDED),
            ),
            blue=Text("A person, not a form", "Una persona, no un formulario"),
            insurance=False,
            exclusions=(Text("Losses before the start", "Pérdidas antes del inicio"),),
            example=(
                Text("Example: a card opened in your name", "Ejemplo: una tarjeta abierta a su nombre"),
                Text(
                    "You get an alert within a day and the case is handled for you.",
                    "Recibe un aviso en un día y el caso se gestiona por usted.",
                ),
            ),
            faq=Text("**Does it lower my credit score?** No.", "**¿Baja mi puntaje de crédito?** No."),
        ),
    ),
    PlanSeed(
        id=2201,
        carrier="fernhollow-mutual",
        category="pet",
        name="Fernhollow Paw Basic",
        tiers=ALL_TIERS,
        rates=areas(flat_options({"CAT": "13.40", "DOG": "21.80"}), "0.5"),
        default_option="DOG",
        options=(Option("DOG", Text("Dog", "Perro")), Option("CAT", Text("Cat", "Gato"))),
        copy=_pet(
            Text("70% of accident bills for a dog or a cat.", "70% de las facturas por accidente de un perro o gato."),
            Text(
                "Broken legs, swallowed socks, and emergency nights.",
                "Patas rotas, calcetines tragados y noches de urgencia.",
            ),
            ("70%", "$250", "$5,000"),
            (
                (Text("Accidents", "Accidentes"), "70%"),
                (Text("Illness", "Enfermedad"), Text("Not covered", "No cubierto")),
                (Text("Emergency clinic", "Clínica de emergencia"), "70%"),
            ),
        ),
    ),
    PlanSeed(
        id=2202,
        carrier="fernhollow-mutual",
        category="pet",
        name="Fernhollow Paw Complete",
        tiers=ALL_TIERS,
        rates=areas(flat_options({"CAT": "24.90", "DOG": "42.60"}), "0.5"),
        default_option="DOG",
        options=(Option("DOG", Text("Dog", "Perro")), Option("CAT", Text("Cat", "Gato"))),
        copy=_pet(
            Text(
                "90% of accident and illness bills, with a yearly check-up.",
                "90% de las facturas por accidente y enfermedad, con chequeo anual.",
            ),
            Text("For the pets that sleep on the bed.", "Para las mascotas que duermen en la cama."),
            ("90%", "$100", "$15,000"),
            (
                (Text("Accidents and illness", "Accidentes y enfermedad"), "90%"),
                (Text("Yearly check-up", "Chequeo anual"), "$60"),
                (Text("Dental cleaning", "Limpieza dental"), "$100"),
            ),
        ),
    ),
    PlanSeed(
        id=2203,
        carrier="brightwater",
        category="pet",
        name="Brightwater Vet Discount",
        is_insurance=False,
        tiers=ALL_TIERS,
        rates=flat("5.50"),
        copy=_pet(
            Text(
                "20% off at 9,000 vets, for every pet you have.",
                "20% menos en 9,000 veterinarios, para todas sus mascotas.",
            ),
            Text("No age limit and no conditions left out.", "Sin límite de edad ni condiciones excluidas."),
            (Text("20% off", "20% menos"), "$0", Text("No limit", "Sin límite")),
            (
                (Text("Office visits", "Consultas"), Text("20% off", "20% menos")),
                (Text("Shots and surgery", "Vacunas y cirugía"), Text("20% off", "20% menos")),
            ),
        ),
    ),
)
