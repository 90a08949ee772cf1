"""What health-related plans say: one builder, with the words of each category."""

from __future__ import annotations

from planfront.catalog.start import Text
from planfront_demo.data.common import ASSOCIATION, FREE_LOOK, bullets, facts
from planfront_demo.data.shapes import Benefits, Copy, Row, Share, Words, join

LABELS: dict[str, tuple[Words, Words, Words]] = {
    "medical": (
        Text("Deductible", "Deducible"),
        Text("Out-of-pocket limit", "Límite de gasto propio"),
        Text("Primary care visit", "Visita de atención primaria"),
    ),
    "limitedmed": (
        Text("Doctor visit", "Visita médica"),
        Text("Hospital day", "Día de hospital"),
        Text("Yearly maximum", "Máximo anual"),
    ),
    "hospital": (
        Text("Admission", "Ingreso"),
        Text("Each day", "Cada día"),
        Text("Intensive care day", "Día de cuidados intensivos"),
    ),
    "critical": (
        Text("Lump sum", "Pago único"),
        Text("Conditions", "Enfermedades"),
        Text("Second event", "Segundo evento"),
    ),
    "accident": (
        Text("Emergency visit", "Visita a urgencias"),
        Text("Fracture", "Fractura"),
        Text("Hospital admission", "Ingreso hospitalario"),
    ),
    "supplemental": (
        Text("What it pays", "Qué paga"),
        Text("Benefit", "Beneficio"),
        Text("Questions", "Preguntas"),
    ),
}
PAYS_YOU = Text(
    "The money is paid to you, not to the hospital, on top of any other insurance. Spend it as you like.",
    "El dinero se le paga a usted, no al hospital, además de cualquier otro seguro. Úselo como quiera.",
)
CLAIM = Text(
    "**How claims work.** Send the form with the bill or the doctor's note, online or by mail. Most claims are paid "
    "within 7 business days.",
    "**Cómo funcionan las reclamaciones.** Envíe el formulario con la factura o la nota médica, en línea o por correo. "
    "La mayoría se paga dentro de 7 días hábiles.",
)
BLUE = {
    "medical": Text(
        "Major medical style cover for gaps between jobs or plans", "Cobertura para períodos entre empleos o planes"
    ),
    "limitedmed": Text("Fixed amounts for everyday care", "Montos fijos para la atención diaria"),
    "hospital": Text("Cash from the first night", "Dinero desde la primera noche"),
    "critical": Text("One payment when it matters most", "Un solo pago cuando más importa"),
    "accident": Text("Covers work, home, sport, and travel", "Cubre trabajo, hogar, deporte y viajes"),
    "supplemental": Text("Fills what other plans leave open", "Completa lo que otros planes no pagan"),
}
EXCLUSIONS = bullets(
    Text(
        "Care that began before the plan started, for 12 months", "Atención iniciada antes del plan, durante 12 meses"
    ),
    Text("Injury from a crime you took part in", "Lesiones por un delito en el que participó"),
    Text("Elective cosmetic surgery", "Cirugía estética electiva"),
    Text(
        "Care paid by workers' compensation, where the law says so",
        "Atención pagada por compensación laboral, según la ley",
    ),
)


def row(name: Words, *values: Words, note: Words = "") -> Row:
    return Row(name, note, values)


def cash(
    category: str,
    short: Words,
    header: Words,
    values: tuple[Words, Words, Words],
    rows: tuple[Row, ...],
    *,
    columns: tuple[Words, ...] = (Text("The plan pays", "El plan paga"),),
    body: Words = "",
    more_faq: Words = "",
    example: tuple[Words, Words] | None = None,
    shares: tuple[Share, ...] = (),
    badges: tuple[Words, ...] = (),
    pays_you: bool = True,
) -> Copy:
    """A plan that pays set amounts. ``values`` are the three facts of the category."""
    name, text = example or (Text("Example", "Ejemplo"), "")
    parts: list[Words] = [part for part in (body, PAYS_YOU if pays_you else "", CLAIM) if part]
    return Copy(
        short=short,
        header=header,
        body=join(parts),
        blue_bar=BLUE[category],
        association=ASSOCIATION,
        exclusions=EXCLUSIONS,
        example_name=name,
        example=text,
        faq=join([part for part in (more_faq, FREE_LOOK) if part]),
        facts=facts(LABELS[category], values),
        benefits=Benefits(columns, rows),
        badges=badges,
        shares=shares,
    )
