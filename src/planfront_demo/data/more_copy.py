"""Questions, exclusions and worked examples that a category's plans share, and the examples of single plans."""

from __future__ import annotations

from dataclasses import replace

from planfront.catalog.start import Text
from planfront_demo.data.common import FREE_LOOK, bullets
from planfront_demo.data.shapes import PlanSeed, Share, Words, en, join

FAQS: dict[str, tuple[Words, ...]] = {
    "vision": (
        Text(
            "**Are progressive lenses covered?** You pay the lens copay and a set price for the progressive part, from $55.",
            "**¿Se cubren los cristales progresivos?** Paga el copago de cristales y un precio fijo por la parte progresiva, desde $55.",
        ),
    ),
    "medical": (
        Text(
            "**Which doctors can I see?** Any. You pay less with the 900,000 doctors and hospitals of the network.",
            "**¿A qué médicos puedo ver?** A cualquiera. Paga menos con los 900,000 médicos y hospitales de la red.",
        ),
        Text(
            "**When does it start?** On the first of the month you choose, at the earliest the day after you enroll.",
            "**¿Cuándo comienza?** El primer día del mes que elija, como pronto el día después de inscribirse.",
        ),
    ),
    "limitedmed": (
        Text(
            "**Is this major medical insurance?** No. It pays set amounts, whatever the bill, and does not replace a medical plan.",
            "**¿Es un seguro médico completo?** No. Paga montos fijos, sea cual sea la factura, y no reemplaza un plan médico.",
        ),
        Text(
            "**Do I need a certain doctor?** No. See any licensed doctor and send the bill.",
            "**¿Necesito un médico determinado?** No. Vea a cualquier médico con licencia y envíe la factura.",
        ),
    ),
    "hospital": (
        Text(
            "**Does it pay if I have other insurance?** Yes, the full amount, to you.",
            "**¿Paga si tengo otro seguro?** Sí, el monto completo, a usted.",
        ),
        Text(
            "**Is childbirth covered?** A stay for childbirth is covered when the plan has been in force for 10 months.",
            "**¿Se cubre el parto?** La estancia por parto se cubre si el plan lleva 10 meses vigente.",
        ),
    ),
    "critical": (
        Text(
            "**When is the money paid?** After the diagnosis and 30 days of survival, usually within 7 business days.",
            "**¿Cuándo se paga el dinero?** Tras el diagnóstico y 30 días de supervivencia, por lo general en 7 días hábiles.",
        ),
        Text(
            "**May I use it for anything?** Yes: rent, travel to a specialist, or the deductible of your medical plan.",
            "**¿Puedo usarlo para todo?** Sí: alquiler, viajes al especialista o el deducible de su plan médico.",
        ),
    ),
    "accident": (
        Text(
            "**Are sports covered?** Yes, as a hobby. Paid competition is not.",
            "**¿Se cubre el deporte?** Sí, como pasatiempo. La competencia pagada no.",
        ),
        Text(
            "**How soon must I see a doctor?** Within 72 hours of the accident.",
            "**¿En cuánto tiempo debo ver a un médico?** Dentro de 72 horas del accidente.",
        ),
    ),
    "supplemental": (
        Text(
            "**Does it replace my medical plan?** No. It pays in addition to it.",
            "**¿Reemplaza mi plan médico?** No. Paga además de él.",
        ),
    ),
    "term_life": (
        Text(
            "**What if I miss a payment?** You have 31 days to make it up, and the cover goes on.",
            "**¿Y si olvido un pago?** Tiene 31 días para hacerlo y la cobertura continúa.",
        ),
        FREE_LOOK,
    ),
    "guaranteed": (
        Text(
            "**Can the price go up?** The plan's own words above say when; nobody is singled out for a higher price.",
            "**¿Puede subir el precio?** El texto del plan indica cuándo; a nadie se le sube el precio de forma individual.",
        ),
        FREE_LOOK,
    ),
    "di": (
        Text(
            "**Who decides that I cannot work?** Your doctor's note and the insurer's review, usually within 5 business days.",
            "**¿Quién decide que no puedo trabajar?** La nota de su médico y la revisión de la aseguradora, por lo general en 5 días hábiles.",
        ),
    ),
    "rx": (
        Text(
            "**Can my family use it?** Everybody the plan covers uses the same card number.",
            "**¿Puede usarla mi familia?** Todas las personas cubiertas usan el mismo número de tarjeta.",
        ),
    ),
    "lifestyle": (
        Text(
            "**How do I start using it?** Your member number comes by e-mail on the day the membership starts.",
            "**¿Cómo empiezo a usarlo?** Su número de miembro llega por correo electrónico el día de inicio.",
        ),
    ),
    "pet": (
        Text(
            "**Is there a waiting period?** Accidents are covered from the start, illness (where the plan covers it) after 14 days.",
            "**¿Hay período de espera?** Los accidentes se cubren desde el inicio; las enfermedades (si el plan las cubre), a los 14 días.",
        ),
    ),
}

EXCLUSIONS: dict[str, tuple[Words, ...]] = {
    "vision": (
        Text(
            "A second pair of glasses in the same benefit year",
            "Un segundo par de anteojos en el mismo año de beneficio",
        ),
    ),
    "term_life": (
        Text("Death while flying as a pilot or crew member", "Muerte al volar como piloto o tripulante"),
        Text(
            "War, declared or not, while serving in the armed forces",
            "Guerra, declarada o no, durante el servicio militar",
        ),
    ),
    "guaranteed": (
        Text(
            "The full amount in the first years, as stated above; an accident always pays in full",
            "El monto completo en los primeros años, según se indica; un accidente siempre paga el total",
        ),
    ),
    "di": (
        Text("Disability from an injury you caused on purpose", "Incapacidad por una lesión causada a propósito"),
        Text("Time in prison", "Tiempo en prisión"),
    ),
    "rx": (Text("Drugs given in a hospital", "Medicamentos administrados en un hospital"),),
    "lifestyle": (
        Text("Emergencies: call 911", "Emergencias: llame al 911"),
        Text("Use by people outside your household", "Uso por personas ajenas a su hogar"),
    ),
    "pet": (
        Text("Grooming, food, and boarding", "Peluquería, alimento y hospedaje"),
        Text("Pets used for work or racing", "Mascotas de trabajo o de carreras"),
    ),
}

_PLAN_PAYS, _YOU = Text("Plan pays", "Paga el plan"), Text("Your share", "Su parte")


def _cash(name: Words, text: Words, *parts: tuple[Words, str]) -> tuple[Words, Words, tuple[Share, ...]]:
    return name, text, tuple(Share("plan", label, amount) for label, amount in parts)


EXAMPLES: dict[int, tuple[Words, Words, tuple[Share, ...]]] = {
    1201: (
        Text("Example: a $12,000 hospital stay", "Ejemplo: una hospitalización de $12,000"),
        Text(
            "You pay the $5,000 deductible and 20% of the remaining $7,000. The plan pays $5,600.",
            "Paga el deducible de $5,000 y el 20% de los $7,000 restantes. El plan paga $5,600.",
        ),
        (
            Share("deductible", Text("Deductible", "Deducible"), "5000.00"),
            Share("you", _YOU, "1400.00"),
            Share("plan", _PLAN_PAYS, "5600.00"),
        ),
    ),
    1202: (
        Text("Example: a $12,000 hospital stay", "Ejemplo: una hospitalización de $12,000"),
        Text(
            "You pay the $2,500 deductible and 20% of the remaining $9,500. The plan pays $7,600.",
            "Paga el deducible de $2,500 y el 20% de los $9,500 restantes. El plan paga $7,600.",
        ),
        (
            Share("deductible", Text("Deductible", "Deducible"), "2500.00"),
            Share("you", _YOU, "1900.00"),
            Share("plan", _PLAN_PAYS, "7600.00"),
        ),
    ),
    1203: (
        Text("Example: a yearly check-up, $310", "Ejemplo: un chequeo anual, $310"),
        Text(
            "You pay nothing in network. A video visit about the results costs $10.",
            "No paga nada dentro de la red. Una videoconsulta sobre los resultados cuesta $10.",
        ),
        (Share("you", _YOU, "10.00"), Share("plan", _PLAN_PAYS, "310.00")),
    ),
    1204: (
        Text("Example: a visit and a prescription", "Ejemplo: una visita y una receta"),
        Text("A $145 visit costs you $20 and a generic drug $5.", "Una visita de $145 le cuesta $20 y un genérico $5."),
        (Share("you", _YOU, "25.00"), Share("plan", _PLAN_PAYS, "125.00")),
    ),
    1301: _cash(
        Text("Example: a bad week", "Ejemplo: una mala semana"),
        Text(
            "Two doctor visits, an X-ray, and two hospital days pay $360 to you.",
            "Dos visitas médicas, una radiografía y dos días de hospital le pagan $360.",
        ),
        (Text("2 doctor visits", "2 visitas médicas"), "120.00"),
        (Text("X-ray", "Radiografía"), "40.00"),
        (Text("2 hospital days", "2 días de hospital"), "200.00"),
    ),
    1302: _cash(
        Text("Example: an appendix", "Ejemplo: apendicitis"),
        Text(
            "An emergency visit, surgery, and three hospital days pay $2,400 to you.",
            "Una visita a urgencias, la cirugía y tres días de hospital le pagan $2,400.",
        ),
        (Text("Emergency visit", "Urgencias"), "150.00"),
        (Text("Surgery", "Cirugía"), "1500.00"),
        (Text("3 hospital days", "3 días de hospital"), "750.00"),
    ),
    1303: _cash(
        Text("Example: Level 2", "Ejemplo: nivel 2"),
        Text("Three visits and one hospital day pay $600 to you.", "Tres visitas y un día de hospital le pagan $600."),
        (Text("3 doctor visits", "3 visitas médicas"), "300.00"),
        (Text("1 hospital day", "1 día de hospital"), "300.00"),
    ),
    2102: _cash(
        Text("Example: two nights after an accident", "Ejemplo: dos noches tras un accidente"),
        Text(
            "The ambulance, the emergency visit, the admission, and two days pay $2,550 to you.",
            "La ambulancia, urgencias, el ingreso y dos días le pagan $2,550.",
        ),
        (Text("Admission", "Ingreso"), "2000.00"),
        (Text("2 days", "2 días"), "200.00"),
        (Text("Ambulance and emergency", "Ambulancia y urgencias"), "350.00"),
    ),
    1901: _cash(
        Text("Example: a heart attack", "Ejemplo: un ataque al corazón"),
        Text(
            "The plan pays $10,000, and $5,000 more if a second event follows after a year.",
            "El plan paga $10,000 y otros $5,000 si un segundo evento ocurre después de un año.",
        ),
        (Text("First event", "Primer evento"), "10000.00"),
        (Text("Second event", "Segundo evento"), "5000.00"),
    ),
    1902: _cash(
        Text("Example: a transplant", "Ejemplo: un trasplante"),
        Text(
            "The plan pays $25,000 when the transplant is confirmed.",
            "El plan paga $25,000 al confirmarse el trasplante.",
        ),
        (Text("Transplant", "Trasplante"), "25000.00"),
    ),
    1903: _cash(
        Text("Example: a child's illness", "Ejemplo: la enfermedad de un hijo"),
        Text(
            "The plan pays $2,500 to you for a covered condition of a child.",
            "El plan le paga $2,500 por una enfermedad cubierta de un hijo.",
        ),
        (Text("A child", "Un hijo"), "2500.00"),
    ),
    2002: (
        Text("Example: a $1,600 emergency bill", "Ejemplo: una factura de urgencias de $1,600"),
        Text(
            "You pay the $100 deductible; the plan pays the remaining $1,500.",
            "Paga el deducible de $100; el plan paga los $1,500 restantes.",
        ),
        (Share("deductible", Text("Deductible", "Deducible"), "100.00"), Share("plan", _PLAN_PAYS, "1500.00")),
    ),
    2003: _cash(
        Text("Example: loss of sight in one eye", "Ejemplo: pérdida de la vista en un ojo"),
        Text("The plan pays half of the amount: $50,000.", "El plan paga la mitad del monto: $50,000."),
        (Text("One eye", "Un ojo"), "50000.00"),
    ),
    1501: _cash(
        Text("Example: diagnosis and ten treatment days", "Ejemplo: diagnóstico y diez días de tratamiento"),
        Text("The plan pays $5,000 and ten times $300: $8,000.", "El plan paga $5,000 y diez veces $300: $8,000."),
        (Text("Diagnosis", "Diagnóstico"), "5000.00"),
        (Text("10 treatment days", "10 días de tratamiento"), "3000.00"),
    ),
    1503: _cash(
        Text(
            "Example: a stroke with four weeks of rehabilitation",
            "Ejemplo: un derrame con cuatro semanas de rehabilitación",
        ),
        Text("The plan pays $10,000 and 20 times $75: $11,500.", "El plan paga $10,000 y 20 veces $75: $11,500."),
        (Text("Stroke", "Derrame"), "10000.00"),
        (Text("20 rehabilitation days", "20 días de rehabilitación"), "1500.00"),
    ),
    1504: (
        Text("Example: a pair of hearing aids, $1,900", "Ejemplo: un par de audífonos, $1,900"),
        Text(
            "The plan pays $1,000. You pay $900, once in three years.",
            "El plan paga $1,000. Usted paga $900, una vez en tres años.",
        ),
        (Share("you", _YOU, "900.00"), Share("plan", _PLAN_PAYS, "1000.00")),
    ),
    1505: _cash(
        Text("Example: a broken leg abroad", "Ejemplo: una pierna rota en el extranjero"),
        Text(
            "Treatment of $6,200 and a flight home of $9,800 with medical care are paid in full.",
            "Se pagan por completo el tratamiento de $6,200 y el vuelo de regreso con atención médica de $9,800.",
        ),
        (Text("Treatment", "Tratamiento"), "6200.00"),
        (Text("Medical flight", "Vuelo médico"), "9800.00"),
    ),
}
EXAMPLES[1502] = EXAMPLES[1501]


def enrich(seed: PlanSeed) -> PlanSeed:
    """The plan with its category's questions and exclusions, and its own example where the builder gave none."""
    copy = seed.copy
    faqs, exclusions = FAQS.get(seed.category, ()), EXCLUSIONS.get(seed.category, ())
    faq = join([*faqs, copy.faq] if FREE_LOOK not in faqs else [copy.faq, *faqs])
    more = join([copy.exclusions, bullets(*exclusions)], "\n") if exclusions else copy.exclusions
    result = replace(copy, faq=faq, exclusions=more)
    if seed.id in EXAMPLES and not en(copy.example):
        name, text, shares = EXAMPLES[seed.id]
        result = replace(result, example_name=name, example=text, shares=shares)
    return replace(seed, copy=result)
