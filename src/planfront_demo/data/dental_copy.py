"""What dental plans say: one builder for PPO-like plans, one for plans with set copays."""

from __future__ import annotations

from dataclasses import dataclass

from planfront.catalog.start import Text
from planfront.shopping.year.care import TYPICAL
from planfront_demo.data.common import ASSOCIATION, FREE_LOOK, NONE, NOT_COVERED, bullets, facts, money, months
from planfront_demo.data.costs import MOST, Costs, Service, Sight, member_share
from planfront_demo.data.shapes import Benefits, Copy, Row, Share, Words, en, es, join

LABELS = (
    Text("Annual maximum", "Máximo anual"),
    Text("Deductible", "Deducible"),
    Text("Major care", "Atención mayor"),
)
COLUMNS = (
    Text("In network", "Dentro de la red"),
    Text("Out of network", "Fuera de la red"),
    Text("Waiting period", "Período de espera"),
)
CARE = {
    "preventive": (
        Text("Exams, cleanings, X-rays", "Exámenes, limpiezas, radiografías"),
        Text("Preventive", "Preventiva"),
    ),
    "basic": (Text("Fillings, simple extractions", "Empastes, extracciones simples"), Text("Basic", "Básica")),
    "endo": (
        Text("Root canals, gum treatment", "Tratamientos de conducto y de encías"),
        Text("Major", "Mayor"),
    ),
    "major": (Text("Crowns, bridges, dentures", "Coronas, puentes, dentaduras"), Text("Major", "Mayor")),
    "ortho": (
        Text("Braces, children to age 19", "Frenos, hijos hasta los 19 años"),
        Text("Orthodontia", "Ortodoncia"),
    ),
}
ADULT_BRACES = (Text("Braces, at any age", "Frenos, a cualquier edad"), CARE["ortho"][1])
EXCLUSIONS = bullets(
    Text("Cosmetic care such as whitening and veneers", "Cuidado estético, como blanqueamiento y carillas"),
    Text("Teeth missing before your plan started", "Dientes que faltaban antes del inicio del plan"),
    Text(
        "Replacement of a crown or denture within 7 years",
        "Reemplazo de una corona o dentadura dentro de 7 años",
    ),
    Text(
        "Care outside the United States, except emergencies",
        "Atención fuera de los Estados Unidos, salvo emergencias",
    ),
)
CLAIMS = Text(
    "**How claims work.** In-network dentists bill the plan for you. Out of network, pay the dentist and send the "
    "itemized bill within 12 months. Most claims are paid in 10 business days.",
    "**Cómo funcionan las reclamaciones.** Los dentistas de la red le cobran directamente al plan. Fuera de la red, "
    "pague al dentista y envíe la factura detallada dentro de 12 meses. La mayoría se paga en 10 días hábiles.",
)


@dataclass(frozen=True)
class Level:
    """Plan's share in and out of network ("" = not covered) and the wait in months."""

    inside: str
    outside: str = ""
    wait: int = 0


@dataclass(frozen=True)
class Dental:
    maximum: int
    deductible: str
    preventive: Level = Level("100%", "80%")
    basic: Level = Level("80%", "60%", 3)
    endo: Level = Level("50%", "40%", 6)
    major: Level = Level("50%", "40%", 6)
    ortho: Level = Level("", "", 0)
    dentists: str = "118,000"
    ortho_maximum: int = 1500
    adult_braces: bool = False
    sight: Sight | None = None

    @property
    def deductibles(self) -> tuple[int, int]:
        """Person and family, from the words."""
        person, _slash, family = self.deductible.partition("/")
        return int(person.strip().strip("$") or 0), int(family.strip().strip("$") or 0)


def _care(kind: str, plan: Dental) -> tuple[Words, Words]:
    """Name and class of a kind of care."""
    return ADULT_BRACES if kind == "ortho" and plan.adult_braces else CARE[kind]


def _row(kind: str, plan: Dental) -> Row:
    level: Level = getattr(plan, kind)
    name, note = _care(kind, plan)
    shown = (level.inside or NOT_COVERED, level.outside or NOT_COVERED)
    return Row(name, note, (*shown, months(level.wait) if level.inside else "–"))


def _major(plan: Dental) -> Words:
    level = plan.major
    if not level.inside:
        return NOT_COVERED
    if not level.wait:
        return Text(f"{level.inside} from day one", f"{level.inside} desde el primer día")
    return Text(f"{level.inside} after {level.wait} months", f"{level.inside} tras {level.wait} meses")


def _benefits(plan: Dental) -> Benefits:
    rows = [_row(kind, plan) for kind in CARE]
    return Benefits(COLUMNS, (*rows, *(_sight_rows(plan.sight) if plan.sight else ())))


def _sight_rows(sight: Sight) -> tuple[Row, ...]:
    eyes = Text("Vision", "Visión")
    lenses = (
        ()
        if sight.lenses is None
        else (
            Row(
                Text("Lenses, once a year", "Cristales, una vez al año"),
                eyes,
                (Text(f"You pay ${sight.lenses}", f"Usted paga ${sight.lenses}"), Text("Up to $60", "Hasta $60"), NONE),
            ),
        )
    )
    return (
        Row(
            Text("Eye exam, once a year", "Examen de la vista, una vez al año"),
            eyes,
            (Text(f"You pay ${sight.exam}", f"Usted paga ${sight.exam}"), Text("Up to $45", "Hasta $45"), NONE),
        ),
        Row(
            Text("Frames or contacts, once a year", "Monturas o lentes de contacto, una vez al año"),
            eyes,
            (
                Text(f"Up to ${sight.frames}", f"Hasta ${sight.frames}"),
                Text(f"Up to ${sight.frames // 2}", f"Hasta ${sight.frames // 2}"),
                NONE,
            ),
        ),
        *lenses,
    )


def _costs(plan: Dental) -> Costs:
    services = [_service(kind, plan) for kind in CARE]
    return Costs(
        services=(*services, *(_sight_services(plan.sight) if plan.sight else ())),
        deductible=plan.deductibles,
        maximum=plan.maximum,
        ortho_maximum=plan.ortho_maximum if plan.ortho.inside else None,
    )


def _service(kind: str, plan: Dental) -> Service:
    level: Level = getattr(plan, kind)
    name = en(_care(kind, plan)[0])
    if not level.inside:
        return Service(kind, name, covered=False, waiting_months=None)
    first = bool(plan.deductibles[0]) and kind != "preventive"
    return Service(
        kind,
        name,
        audience="child" if kind == "ortho" and not plan.adult_braces else "",
        coinsurance_in=member_share(level.inside),
        coinsurance_out=member_share(level.outside),
        deductible_in=first,
        deductible_out=first,
        waiting_months=level.wait,
        limit_quantity=2 if kind == "preventive" else None,
        limit_unit="Visit(s) per Year" if kind == "preventive" else "",
    )


def _sight_services(sight: Sight) -> tuple[Service, ...]:
    yearly = {"deductible_in": False, "limit_quantity": 1, "limit_unit": "Item(s) per Year"}
    names = [en(row.name) for row in _sight_rows(sight)]
    result = [
        Service("exam", names[0], copay_in=sight.exam, allowance_out=45, **yearly),  # type: ignore[arg-type]
        Service("frames", names[1], allowance_in=sight.frames, allowance_out=sight.frames // 2, **yearly),  # type: ignore[arg-type]
    ]
    if sight.lenses is not None:
        result.append(Service("lenses", names[2], copay_in=sight.lenses, allowance_out=60, **yearly))  # type: ignore[arg-type]
    return tuple(result)


def _body(plan: Dental, more: Words) -> Text:
    first = plan.deductibles[0]
    opening = Text(
        f"The plan pays up to **{money(plan.maximum)}** for each person in a calendar year. "
        + (f"The deductible is {plan.deductible} (person / family) a year. " if first else "There is no deductible. ")
        + "Preventive care does not use the deductible.",
        f"El plan paga hasta **{money(plan.maximum)}** por persona en cada año calendario. "
        + (f"El deducible es {plan.deductible} (persona / familia) al año. " if first else "No hay deducible. ")
        + "La atención preventiva no usa el deducible.",
    )
    braces: Words = (
        Text(
            f"Braces are paid up to **{money(plan.ortho_maximum)}** for each person in a lifetime.",
            f"Los frenos se pagan hasta **{money(plan.ortho_maximum)}** por persona en toda la vida.",
        )
        if plan.ortho.inside
        else ""
    )
    return join([part for part in (opening, braces, more, CLAIMS) if part])


TYPICAL_FEES = {care.code: int(care.fee) for care in TYPICAL}
"""As the year with a plan counts care, so that a page has one fee for it."""


def _example(plan: Dental) -> tuple[Words, Words, tuple[Share, ...]]:
    """A crown, or a filling when crowns aren't covered: deductible, your share, the plan's share."""
    crown = bool(plan.major.inside)
    care, level = ("crown", plan.major) if crown else ("filling", plan.basic)
    cost = TYPICAL_FEES[care]
    deductible = min(cost, plan.deductibles[0])
    pays = (cost - deductible) * int(level.inside.strip("%")) / 100
    yours = cost - deductible - pays
    name = Text(
        f"Example: a ${cost:,} {'crown' if crown else 'filling'}",
        f"Ejemplo: {'una corona' if crown else 'un empaste'} de ${cost:,}",
    )
    start = (
        Text(f"You pay the ${deductible} deductible first. ", f"Primero paga el deducible de ${deductible}. ")
        if deductible
        else Text("", "")
    )
    wait = (
        Text(f", after the {level.wait}-month wait", f", tras la espera de {level.wait} meses")
        if level.wait
        else Text("", "")
    )
    text = Text(
        f"{start.en}The plan then pays {level.inside} of {'the remaining ' if deductible else ''}${cost - deductible:,}. In network{wait.en}.",
        f"{start.es}Luego el plan paga el {level.inside} de {'los ' if deductible else ''}${cost - deductible:,}{' restantes' if deductible else ''}. Dentro de la red{wait.es}.",
    )
    shares = (
        Share("deductible", LABELS[1], f"{deductible}.00"),
        Share("you", Text("Your share", "Su parte"), f"{yours:.2f}"),
        Share("plan", Text("Plan pays", "Paga el plan"), f"{pays:.2f}"),
    )
    return name, text, shares if deductible else shares[1:]


def _faq(plan: Dental) -> Text:
    keep = Text(
        "**Can I keep my dentist?** Yes. You can see any licensed dentist. You pay less with one of the "
        f"{plan.dentists} in the network.",
        "**¿Puedo conservar a mi dentista?** Sí. Puede ver a cualquier dentista con licencia. Paga menos con uno de "
        f"los {plan.dentists} de la red.",
    )
    wait = Text(
        "**Is there a wait for cleanings?** No. Preventive care starts on your effective date.",
        "**¿Hay espera para las limpiezas?** No. La atención preventiva comienza en su fecha de vigencia.",
    )
    return join([keep, wait, FREE_LOOK])


def ppo(short: Words, header: Words, plan: Dental, *, more: Words = "", badges: tuple[Words, ...] = ()) -> Copy:
    name, example, shares = _example(plan)
    return Copy(
        short=short,
        header=header,
        body=_body(plan, more),
        blue_bar=Text("Accepted by over 75% of dentists", "Aceptado por más del 75% de los dentistas"),
        association=ASSOCIATION,
        exclusions=EXCLUSIONS,
        example_name=name,
        example=example,
        faq=_faq(plan),
        facts=facts(LABELS, (money(plan.maximum), plan.deductible.replace("$0 / $0", "$0"), _major(plan))),
        benefits=_benefits(plan),
        badges=("PPO", Text("Any dentist", "Cualquier dentista"), *badges),
        shares=shares,
        costs=_costs(plan),
    )


COPAYS = (
    (CARE["preventive"], "$0"),
    ((Text("Filling, one surface", "Empaste, una superficie"), CARE["basic"][1]), "$28"),
    ((Text("Root canal, front tooth", "Tratamiento de conducto, diente frontal"), CARE["major"][1]), "$185"),
    ((Text("Porcelain crown", "Corona de porcelana"), CARE["major"][1]), "$345"),
    ((Text("Braces, 24 months", "Frenos, 24 meses"), CARE["ortho"][1]), "$2,450"),
)


def copay_plan(short: Words, header: Words, network: str, *, discount: int = 0) -> Copy:
    """A DHMO: set copays, no maximum, one chosen dentist. ``discount`` lowers the copays by that many dollars."""
    rows = tuple(
        Row(name, note, (money(max(0, int(copay.strip("$").replace(",", "")) - discount)), NONE))
        for (name, note), copay in COPAYS
    )
    columns = (Text("You pay", "Usted paga"), COLUMNS[2])
    return Copy(
        short=short,
        header=header,
        body=Text(
            f"Choose a dentist from the {network} network when you enroll. You pay the copay listed, nothing else, and "
            "there is no yearly limit. Referrals go through your dentist. You can change dentists once a month.",
            f"Elija un dentista de la red {network} al inscribirse. Usted paga el copago indicado y nada más, y no hay "
            "límite anual. Su dentista hace las remisiones. Puede cambiar de dentista una vez al mes.",
        ),
        blue_bar=Text("No deductible, no yearly maximum", "Sin deducible y sin máximo anual"),
        association=ASSOCIATION,
        exclusions=join([EXCLUSIONS, bullets(Text("Dentists outside the network", "Dentistas fuera de la red"))], "\n"),
        example_name=Text("Example: a porcelain crown", "Ejemplo: una corona de porcelana"),
        example=Text(
            f"Your copay is {en(rows[3].values[0])}. The plan pays the dentist the rest, from the first day.",
            f"Su copago es {es(rows[3].values[0])}. El plan paga el resto al dentista desde el primer día.",
        ),
        faq=join(
            [
                Text(
                    "**Can I keep my dentist?** If your dentist is in the network. Look before you enroll.",
                    "**¿Puedo conservar a mi dentista?** Si pertenece a la red. Verifíquelo antes de inscribirse.",
                ),
                FREE_LOOK,
            ]
        ),
        facts=facts(LABELS, (Text("No limit", "Sin límite"), "$0", Text("Set copays", "Copagos fijos"))),
        benefits=Benefits(columns, rows),
        costs=Costs(services=tuple(_copay_service(row) for row in rows)),
        badges=("DHMO", Text("One chosen dentist", "Un dentista elegido")),
    )


def _copay_service(row: Row) -> Service:
    kind = next((kind for kind, (_name, note) in CARE.items() if note == row.note and kind != "endo"), "major")
    copay = int(en(row.values[0]).strip("$").replace(",", ""))
    service = "endo" if "Root canal" in en(row.name) else kind
    return Service(
        service, en(row.name), copay_in=copay, coinsurance_out=MOST, deductible_in=False, deductible_out=False
    )
