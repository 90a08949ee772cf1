"""Vision plans."""

from __future__ import annotations

from planfront.catalog.start import Text
from planfront_demo.data.common import ALL_TIERS, ASSOCIATION, FREE_LOOK, WITH_CHILDREN, bullets, facts, money
from planfront_demo.data.costs import MOST, Costs, Service
from planfront_demo.data.rates import areas, tiers
from planfront_demo.data.shapes import Benefits, Copy, PlanSeed, Row, TierSpec, Words, join

LABELS = (
    Text("Exam copay", "Copago del examen"),
    Text("Frame allowance", "Asignación para monturas"),
    Text("Lens copay", "Copago de cristales"),
)
COLUMNS = (
    Text("In network", "Dentro de la red"),
    Text("Out of network", "Fuera de la red"),
    Text("How often", "Frecuencia"),
)
YEARLY = Text("Once a year", "Una vez al año")
TWO_YEARS = Text("Every 2 years", "Cada 2 años")


def _pay(copay: int) -> Words:
    return Text(f"You pay ${copay}", f"Usted paga ${copay}") if copay else Text("In full", "Por completo")


def _up_to(amount: int) -> Words:
    return Text(f"Up to ${amount}", f"Hasta ${amount}")


def _copy(
    short: Words,
    header: Words,
    exam: int | None,
    frames: int,
    lenses: int,
    *,
    frames_every: Words = YEARLY,
    badges: tuple[Words, ...] = (),
) -> Copy:
    eye = [] if exam is None else [Row(Text("Eye exam", "Examen de la vista"), "", (_pay(exam), _up_to(45), YEARLY))]
    rows = (
        *eye,
        Row(Text("Frames", "Monturas"), "", (_up_to(frames), _up_to(frames // 2), frames_every)),
        Row(
            Text("Single, bifocal, trifocal lenses", "Cristales sencillos, bifocales, trifocales"),
            "",
            (_pay(lenses), _up_to(60), YEARLY),
        ),
        Row(
            Text("Contacts instead of glasses", "Lentes de contacto en lugar de anteojos"),
            "",
            (_up_to(frames), _up_to(frames - 25), YEARLY),
        ),
        Row(Text("Laser surgery", "Cirugía láser"), Text("Discount", "Descuento"), ("15%", "–", "–")),
    )
    left = max(0, 210 - frames)
    return Copy(
        short=short,
        header=header,
        body=Text(
            "Pick any eye doctor. In network you pay the copay and anything above the allowance; out of network send us "
            "the receipt and we pay you back up to the amount shown. Anything over the frame allowance is 20% off in "
            "network.",
            "Elija cualquier oculista. Dentro de la red paga el copago y lo que exceda la asignación; fuera de la red "
            "envíe el recibo y le reembolsamos hasta el monto indicado. Lo que exceda la asignación tiene 20% de "
            "descuento dentro de la red.",
        ),
        blue_bar=Text(
            "Starts on your effective date, no waiting period", "Comienza en su fecha de vigencia, sin espera"
        ),
        association=ASSOCIATION,
        exclusions=bullets(
            Text("Sunglasses without a prescription", "Gafas de sol sin receta"),
            Text(
                "Lost or broken glasses before the next benefit",
                "Anteojos perdidos o rotos antes del próximo beneficio",
            ),
            Text("Medical treatment of eye disease", "Tratamiento médico de enfermedades de los ojos"),
        ),
        example_name=Text("Example: $210 frames", "Ejemplo: monturas de $210"),
        example=Text(
            f"The plan pays {money(frames)} toward the frames. You pay ${left} less 20%, which is ${left * 0.8:.2f}, "
            f"and ${lenses} for the lenses.",
            f"El plan paga {money(frames)} de las monturas. Usted paga ${left} menos 20%, es decir ${left * 0.8:.2f}, "
            f"y ${lenses} por los cristales.",
        ),
        faq=join(
            [
                Text(
                    "**Can I use it online?** Yes. Two online shops are in the network; elsewhere send us the receipt.",
                    "**¿Puedo usarlo en línea?** Sí. Dos tiendas en línea están en la red; en otras, envíe el recibo.",
                ),
                FREE_LOOK,
            ]
        ),
        facts=facts(
            LABELS, (money(exam) if exam is not None else Text("No exam", "Sin examen"), money(frames), money(lenses))
        ),
        benefits=Benefits(COLUMNS, rows),
        badges=badges,
        costs=Costs(services=_services(exam, frames, lenses, every_two=frames_every is TWO_YEARS)),
    )


def _services(exam: int | None, frames: int, lenses: int, *, every_two: bool) -> tuple[Service, ...]:
    year, pair = "Item(s) per Year", "Item(s) per 2 Years"
    eye = (
        ()
        if exam is None
        else (
            Service(
                "exam", "Eye exam", copay_in=exam, allowance_out=45, limit_quantity=1, limit_unit="Exam(s) per Year"
            ),
        )
    )
    return (
        *eye,
        Service(
            "frames",
            "Frames",
            allowance_in=frames,
            allowance_out=frames // 2,
            limit_quantity=1,
            limit_unit=pair if every_two else year,
        ),
        Service(
            "lenses",
            "Single, bifocal, trifocal lenses",
            copay_in=lenses,
            allowance_out=60,
            limit_quantity=1,
            limit_unit=year,
        ),
        Service(
            "contacts",
            "Contacts instead of glasses",
            allowance_in=frames,
            allowance_out=frames - 25,
            limit_quantity=1,
            limit_unit=year,
        ),
        Service("vision_other", "Laser surgery", coinsurance_in=8500, coinsurance_out=MOST),
    )


PLANS: tuple[PlanSeed, ...] = (
    PlanSeed(
        id=1101,
        carrier="claropoint",
        category="vision",
        name="Claropoint Vision Essential",
        tiers=ALL_TIERS,
        rates=areas(tiers("6.45", "11.90", "12.40", "15.95"), "0.4"),
        grouping="vision",
        portals=("individual", "association", "group"),
        copy=_copy(
            Text(
                "A yearly exam and a fixed allowance for lenses or contacts.",
                "Un examen al año y una asignación fija para cristales o lentes de contacto.",
            ),
            Text(
                "The basics of eye care for less than the price of one exam a year.",
                "Lo básico del cuidado de la vista por menos de lo que cuesta un examen al año.",
            ),
            15,
            100,
            30,
            frames_every=TWO_YEARS,
        ),
    ),
    PlanSeed(
        id=1102,
        carrier="ostrander-vision",
        category="vision",
        name="Ostrander Vision Complete 130",
        tiers=ALL_TIERS,
        rates=areas(tiers("9.95", "18.30", "19.10", "24.60"), "0.4"),
        grouping="vision",
        portals=("individual", "association", "group"),
        copy=_copy(
            Text(
                "One exam a year for $10 and a $130 allowance on frames or contacts.",
                "Un examen al año por $10 y una asignación de $130 para monturas o lentes de contacto.",
            ),
            Text(
                "One exam a year for $10, lenses for $25, and $130 for frames or contacts every year.",
                "Un examen al año por $10, cristales por $25 y $130 para monturas o lentes de contacto cada año.",
            ),
            10,
            130,
            25,
        ),
    ),
    PlanSeed(
        id=1103,
        carrier="ostrander-vision",
        category="vision",
        name="Ostrander Vision Complete 200",
        tiers=ALL_TIERS,
        rates=areas(tiers("14.30", "26.40", "27.60", "35.75"), "0.4"),
        grouping="vision",
        copy=_copy(
            Text(
                "A free exam and $200 for frames or contacts every year.",
                "Un examen gratis y $200 para monturas o lentes de contacto cada año.",
            ),
            Text(
                "For designer frames or daily contacts: $200 each year and lenses for $10.",
                "Para monturas de diseñador o lentes diarios: $200 al año y cristales por $10.",
            ),
            0,
            200,
            10,
            badges=(Text("Progressive lenses", "Cristales progresivos"),),
        ),
    ),
    PlanSeed(
        id=1104,
        carrier="claropoint",
        category="vision",
        name="Claropoint Vision Plus",
        tiers=ALL_TIERS,
        rates=areas(tiers("8.70", "16.10", "16.80", "21.55"), "0.4"),
        copy=_copy(
            Text(
                "A $10 exam and $150 for frames every two years.",
                "Un examen por $10 y $150 para monturas cada dos años.",
            ),
            Text(
                "A larger frame allowance for people who keep their glasses longer.",
                "Una asignación mayor para quienes conservan sus anteojos más tiempo.",
            ),
            10,
            150,
            20,
            frames_every=TWO_YEARS,
        ),
    ),
    PlanSeed(
        id=1105,
        carrier="ostrander-vision",
        category="vision",
        name="Ostrander Materials Only",
        tiers=ALL_TIERS,
        rates=areas(tiers("5.10", "9.40", "9.80", "12.60"), "0.4"),
        portals=("individual", "association", "group"),
        copy=_copy(
            Text(
                "$120 a year for glasses or contacts when your exam is already covered.",
                "$120 al año para anteojos o lentes de contacto si su examen ya está cubierto.",
            ),
            Text(
                "Pairs with a medical plan that pays for the eye exam.",
                "Complementa un plan médico que paga el examen de la vista.",
            ),
            None,
            120,
            20,
            badges=(Text("No exam", "Sin examen"),),
        ),
    ),
    PlanSeed(
        id=1106,
        carrier="claropoint",
        category="vision",
        name="Claropoint Kids Sight",
        tiers=WITH_CHILDREN,
        rates=areas(tiers("", "", "13.20", "17.40"), "0.4"),
        shows=("tierError",),
        copy=_copy(
            Text(
                "Two exams a year and a spare pair for every child.",
                "Dos exámenes al año y un par de repuesto para cada hijo.",
            ),
            Text(
                "Children outgrow glasses. This plan replaces them without asking why.",
                "Los niños dejan chicos los anteojos. Este plan los reemplaza sin preguntar por qué.",
            ),
            5,
            120,
            0,
            badges=(Text("Families", "Familias"),),
        ),
    ),
    PlanSeed(
        id=1107,
        carrier="brightwater",
        category="vision",
        name="Brightwater Sight Solo",
        tiers=(TierSpec("IO"), TierSpec("IS")),
        rates=areas(tiers("7.35", "13.60", "", ""), "0.4"),
        shows=("tierError",),
        copy=_copy(
            Text(
                "Vision for one or two adults, with $140 for contacts.",
                "Visión para uno o dos adultos, con $140 para lentes de contacto.",
            ),
            Text(
                "No family price to carry: made for households without children.",
                "Sin pagar un precio familiar: pensado para hogares sin hijos.",
            ),
            10,
            140,
            25,
        ),
    ),
)
