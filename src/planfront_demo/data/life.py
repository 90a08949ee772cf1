"""Term life and guaranteed-issue life plans. Tern Harbor's are the premier plans with the 3 % administrative fee."""

from __future__ import annotations

from dataclasses import replace

from planfront.catalog.start import LIFE_HEALTH, LIFE_STATEMENTS, Text
from planfront.rating.engine import cell
from planfront_demo.data.common import ALL_TIERS, ASSOCIATION, bullets, facts, money
from planfront_demo.data.rates import family_life, term_life, tobacco_rates
from planfront_demo.data.shapes import (
    Amounts,
    Benefits,
    Copy,
    PlanSeed,
    Rates,
    Row,
    Rule,
    TierSpec,
    Words,
    en,
    es,
    join,
)

TERM_LABELS = (Text("Benefit", "Beneficio"), Text("Term", "Plazo"), Text("Underwriting", "Evaluación"))
GI_LABELS = (Text("Benefit", "Beneficio"), Text("Questions", "Preguntas"), Text("Waiting period", "Período de espera"))
LEVEL_20 = ("0.165", "0.180", "0.215", "0.270", "0.365", "0.520", "0.780", "1.160", "1.740")
LEVEL_10 = ("0.110", "0.120", "0.140", "0.180", "0.250", "0.360", "0.540", "0.810", "1.230")
YEARLY = ("0.070", "0.075", "0.090", "0.120", "0.175", "0.265", "0.410", "0.640", "0.980", "1.620")
SENIOR = {50: "2.10", 55: "2.65", 60: "3.40", 65: "4.45", 70: "5.90", 75: "7.80"}
NO_QUESTIONS = Text("No questions", "Sin preguntas")
YES_NO = Text("Yes or no questions", "Preguntas de sí o no")
EXCLUSIONS = bullets(
    Text("Suicide in the first two years", "Suicidio en los dos primeros años"),
    Text("False answers on the application, for two years", "Respuestas falsas en la solicitud, durante dos años"),
)
ADMIN_FEE = Text(
    "The monthly price includes a 3% administrative fee.",
    "El precio mensual incluye un cargo administrativo del 3%.",
)


def years(count: int) -> Words:
    return Text(f"{count} years", f"{count} años")


def _copy(
    short: Words,
    header: Words,
    body: Words,
    values: tuple[Words, Words, Words],
    *,
    amount: int,
    premier: bool = True,
    labels: tuple[Words, Words, Words] = TERM_LABELS,
    more: tuple[Row, ...] = (),
    badges: tuple[Words, ...] = (),
) -> Copy:
    paid = Text("Paid to", "Se paga a")
    rows = (
        Row(
            Text("Death, any cause", "Muerte, cualquier causa"),
            "",
            (money(amount), Text("Your beneficiaries", "Sus beneficiarios")),
        ),
        Row(
            Text("Terminal illness", "Enfermedad terminal"),
            Text("Paid early", "Pago anticipado"),
            (money(amount // 2), Text("You", "Usted")),
        ),
        *more,
    )
    text = join([body, ADMIN_FEE]) if premier else body
    return Copy(
        short=short,
        header=header,
        body=text,
        blue_bar=Text(
            "Income tax free for your beneficiaries", "Libre de impuesto sobre la renta para sus beneficiarios"
        ),
        association=ASSOCIATION,
        exclusions=EXCLUSIONS,
        example_name=Text("Example: what the money does", "Ejemplo: para qué sirve el dinero"),
        example=Text(
            f"{money(amount)} replaces a take-home pay of $2,500 a month for {amount // 2500} months.",
            f"{money(amount)} reemplaza un ingreso neto de $2,500 al mes durante {amount // 2500} meses.",
        ),
        faq=join(
            [
                Text(
                    "**Who gets the money?** The people you name, in the shares you set. You can change them any time.",
                    "**¿Quién recibe el dinero?** Las personas que usted nombre, en las partes que fije. Puede cambiarlas.",
                ),
                Text(
                    f"**Are there questions?** {en(values[2] if labels is TERM_LABELS else values[1])}.",
                    f"**¿Hay preguntas?** {es(values[2] if labels is TERM_LABELS else values[1])}.",
                ),
            ]
        ),
        facts=facts(labels, values),
        benefits=Benefits((Text("Pays", "Paga"), paid), rows),
        badges=badges,
    )


def _senior(amount: int, factor: str) -> Rates:
    """Ages 50 to 80 in five-year bands (the last one longer), tobacco apart."""
    cells = []
    for low, rate in SENIOR.items():
        high = 80 if low == 75 else low + 4
        for tobacco, cost in ((False, rate), (True, tobacco_rates([rate], factor)[0])):
            cells.append(cell(cost, age_lo=low, age_hi=high, tobacco=tobacco))
    return replace(term_life((), factor, amount), cells=tuple(cells))


def _level(short_amount: str, years_count: int) -> Text:
    return Text(
        f"The price is set by your age when you start and stays the same for {years_count} years. After that the plan "
        f"ends or goes on at the rate of your age. {short_amount} is paid once.",
        f"El precio se fija según su edad al comenzar y no cambia durante {years_count} años. Después el plan termina "
        f"o continúa con la tarifa de su edad. {short_amount} se paga una sola vez.",
    )


BENEFICIARY = ("beneficiary_info",)

PLANS: tuple[PlanSeed, ...] = (
    PlanSeed(
        id=1401,
        carrier="tern-harbor-life",
        category="term_life",
        name="Tern Harbor SteadyTerm 100",
        is_premier=True,
        rates=term_life(LEVEL_20, "2.15", 100_000),
        tiers=ALL_TIERS,
        needs=(*BENEFICIARY, "ssn_may_follow"),
        rule=Rule(min_age=18, max_age=64, needs_tobacco=True),
        statements=LIFE_STATEMENTS,
        shows=("smokerError",),
        copy=_copy(
            Text(
                "$100,000 of level term life. Includes a 3% administrative fee.",
                "$100,000 de seguro de vida a término nivelado. Incluye un cargo administrativo del 3%.",
            ),
            Text(
                "$100,000 for the people who count on you, at a price that holds for 20 years.",
                "$100,000 para quienes dependen de usted, a un precio que se mantiene 20 años.",
            ),
            _level("$100,000", 20),
            ("$100,000", years(20), YES_NO),
            amount=100_000,
        ),
    ),
    PlanSeed(
        id=1402,
        carrier="tern-harbor-life",
        category="term_life",
        name="Tern Harbor SteadyTerm 250",
        is_premier=True,
        rates=term_life(LEVEL_10, "2.15", 250_000),
        tiers=ALL_TIERS,
        needs=BENEFICIARY,
        rule=Rule(min_age=18, max_age=64, needs_tobacco=True),
        statements=LIFE_STATEMENTS,
        shows=("smokerError",),
        copy=_copy(
            Text(
                "$250,000 for ten years. Three statements, no exam.",
                "$250,000 por diez años. Tres declaraciones, sin examen médico.",
            ),
            Text(
                "A larger amount for the years with a mortgage or small children.",
                "Un monto mayor para los años con hipoteca o hijos pequeños.",
            ),
            _level("$250,000", 10),
            ("$250,000", years(10), YES_NO),
            amount=250_000,
        ),
    ),
    PlanSeed(
        id=1403,
        carrier="tern-harbor-life",
        category="term_life",
        name="Tern Harbor KeyTerm 50",
        is_premier=True,
        rates=term_life(LEVEL_10, "2.00", 50_000),
        tiers=ALL_TIERS,
        needs=BENEFICIARY,
        rule=Rule(min_age=18, max_age=64, needs_tobacco=True),
        shows=("smokerError",),
        portals=("individual", "association", "group"),
        copy=_copy(
            Text(
                "$50,000 for ten years, accepted without health questions.",
                "$50,000 por diez años, sin preguntas de salud.",
            ),
            Text(
                "A first life plan: small, level, and yours the day it starts.",
                "Un primer seguro de vida: pequeño, nivelado y suyo desde el primer día.",
            ),
            _level("$50,000", 10),
            ("$50,000", years(10), NO_QUESTIONS),
            amount=50_000,
        ),
    ),
    PlanSeed(
        id=1404,
        carrier="tern-harbor-life",
        category="term_life",
        name="Tern Harbor FamilyTerm",
        code="L713",
        is_premier=True,
        rates=family_life(YEARLY, "1.90", 50_000, spouse_pct="50", child="1.20"),
        tiers=(TierSpec("IO"), TierSpec("IS"), TierSpec("IC", 1, 1), TierSpec("IF")),
        needs=BENEFICIARY,
        rule=Rule(min_age=18, max_age=69, needs_tobacco=True, needs_spouse_dob=True),
        shows=("smokerError", "tierError"),
        copy=_copy(
            Text(
                "$50,000 for you, $25,000 for your spouse, $10,000 for a child.",
                "$50,000 para usted, $25,000 para su cónyuge y $10,000 para un hijo.",
            ),
            Text(
                "One plan for the household. The Member + 1 Child tier covers exactly one child.",
                "Un plan para el hogar. El nivel Miembro + 1 hijo cubre exactamente a un hijo.",
            ),
            Text(
                "Each person is rated at their own age and the rate moves with the age band.",
                "Cada persona paga según su edad y la tarifa cambia con el rango de edad.",
            ),
            ("$50,000", Text("To age 70", "Hasta los 70 años"), NO_QUESTIONS),
            amount=50_000,
            more=(
                Row(Text("Spouse", "Cónyuge"), "", ("$25,000", Text("You", "Usted"))),
                Row(Text("Child", "Hijo"), "", ("$10,000", Text("You", "Usted"))),
            ),
            badges=(Text("Family", "Familia"),),
        ),
    ),
    PlanSeed(
        id=1405,
        carrier="tern-harbor-life",
        category="term_life",
        name="Tern Harbor Optional Life",
        code="OPT",
        is_premier=True,
        rates=term_life(YEARLY, "1.90", 100_000, issue=False),
        tiers=ALL_TIERS,
        amounts=Amounts(100_000, 300_000, 50_000),
        needs=BENEFICIARY,
        questions=LIFE_HEALTH,
        rule=Rule(
            min_age=18, max_age=69, needs_tobacco=True, needs_questions=True, gi_limit=150_000, max_salary_multiple=7
        ),
        portals=("individual", "group"),
        shows=("smokerError", "newQuestionsError"),
        copy=_copy(
            Text(
                "Choose $100,000 to $300,000. Amounts above $150,000 need medical approval.",
                "Elija de $100,000 a $300,000. Los montos mayores de $150,000 requieren aprobación médica.",
            ),
            Text(
                "$150,000 is yours at once; more is decided in 5 to 10 days after you send your health answers.",
                "$150,000 son suyos de inmediato; el resto se decide en 5 a 10 días tras sus respuestas de salud.",
            ),
            Text(
                "You may ask for more than the guaranteed amount. The part above it stays pending until the insurer "
                "has looked at your answers (evidence of insurability).",
                "Puede pedir más que el monto garantizado. La parte que lo excede queda pendiente hasta que la "
                "aseguradora revise sus respuestas (prueba de asegurabilidad).",
            ),
            (
                Text("$100,000 to $300,000", "$100,000 a $300,000"),
                Text("To age 70", "Hasta los 70 años"),
                Text("Health questions", "Preguntas de salud"),
            ),
            amount=150_000,
        ),
    ),
    PlanSeed(
        id=1406,
        carrier="fernhollow-mutual",
        category="term_life",
        name="Fernhollow Simple Term 25",
        rates=term_life(YEARLY[:9], "1.00", 25_000, issue=False),
        tiers=ALL_TIERS,
        needs=BENEFICIARY,
        rule=Rule(min_age=18, max_age=64),
        copy=_copy(
            Text(
                "$25,000 with one rate for smokers and non-smokers.",
                "$25,000 con una misma tarifa para fumadores y no fumadores.",
            ),
            Text(
                "A few dollars a month for final bills and a little breathing room.",
                "Unos pocos dólares al mes para los gastos finales y un respiro.",
            ),
            Text(
                "The rate follows your age band. No administrative fee.",
                "La tarifa sigue su rango de edad. Sin cargo administrativo.",
            ),
            ("$25,000", Text("To age 65", "Hasta los 65 años"), NO_QUESTIONS),
            amount=25_000,
            premier=False,
        ),
    ),
    PlanSeed(
        id=2301,
        carrier="tern-harbor-life",
        category="guaranteed",
        name="Tern Harbor Golden Promise 10",
        is_premier=True,
        rates=_senior(10_000, "1.35"),
        tiers=ALL_TIERS,
        needs=BENEFICIARY,
        rule=Rule(min_age=50, max_age=80, needs_tobacco=True),
        shows=("planAgeError", "smokerError"),
        copy=_copy(
            Text(
                "$10,000 for final costs, ages 50 to 80. Nobody is turned down.",
                "$10,000 para gastos finales, de 50 a 80 años. No se rechaza a nadie.",
            ),
            Text(
                "Acceptance is guaranteed between 50 and 80, and the price never rises.",
                "La aceptación está garantizada entre 50 y 80 años y el precio nunca sube.",
            ),
            Text(
                "In the first two years the plan pays back what you paid plus 10%. After that the full amount.",
                "En los dos primeros años el plan devuelve lo pagado más 10%. Después, el monto completo.",
            ),
            ("$10,000", Text("None", "Ninguna"), years(2)),
            amount=10_000,
            labels=GI_LABELS,
        ),
    ),
    PlanSeed(
        id=2302,
        carrier="fernhollow-mutual",
        category="guaranteed",
        name="Fernhollow Keepsake 5",
        rates=term_life(
            ("0.60", "0.66", "0.74", "0.86", "1.04", "1.30", "1.66", "2.14", "2.80", "3.60", "4.70"), "1.00", 5_000
        ),
        tiers=ALL_TIERS,
        needs=BENEFICIARY,
        rule=Rule(min_age=18, max_age=74),
        copy=_copy(
            Text("$5,000 for a funeral, at any adult age up to 74.", "$5,000 para un funeral, hasta los 74 años."),
            Text(
                "A small promise, kept within two days of the claim.",
                "Una promesa pequeña, cumplida dentro de los dos días del reclamo.",
            ),
            Text(
                "Paid to one person you name. Full amount after 12 months, before that your payments back.",
                "Se paga a una persona que usted nombra. Monto completo tras 12 meses; antes, sus pagos.",
            ),
            ("$5,000", Text("None", "Ninguna"), Text("12 months", "12 meses")),
            amount=5_000,
            premier=False,
            labels=GI_LABELS,
        ),
    ),
)
