"""Riders of the demo's plans, with their rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from planfront.catalog.start import HealthQuestion, Text
from planfront.rating.engine import Component, RateCell
from planfront_demo.data.life import LEVEL_20
from planfront_demo.data.rates import by_age, tier_cells


@dataclass(frozen=True)
class RiderSeed:
    """A rider: optional ``part`` of the plan's rate table with its ``cells``, or another plan. Its code is the part's."""

    code: str
    label: Text
    text: Text
    part: Component | None = None
    cells: tuple[RateCell, ...] = ()
    other_plan: int | None = None
    min_age: int | None = None
    max_age: int | None = None
    questions: tuple[HealthQuestion, ...] = ()


RISKS = (
    HealthQuestion(
        Text(
            "Do you race cars or motorcycles, climb, dive below 100 feet, or fly other than as a passenger?",
            "¿Corre en autos o motocicletas, escala, bucea a más de 30 metros o vuela sin ser pasajero?",
        ),
        declines=True,
    ),
)


def _accident(rate: str, questions: tuple[HealthQuestion, ...] = ()) -> RiderSeed:
    return RiderSeed(
        "AD",
        Text("Accidental death benefit", "Beneficio por muerte accidental"),
        Text(
            "Pays the amount a second time when death comes from an accident, up to age 70.",
            "Paga el monto por segunda vez si la muerte se debe a un accidente, hasta los 70 años.",
        ),
        Component("AD", optional=True),
        by_age([rate] * 10, component="AD"),
        max_age=64,
        questions=questions,
    )


def _share(rates: Sequence[str], percent: int) -> list[str]:
    return [str((Decimal(rate) * percent / 100).quantize(Decimal("0.001"))) for rate in rates]


WAIVER = RiderSeed(
    "WP",
    Text("Waiver of premium", "Exención de prima"),
    Text(
        "We pay your premium while you are totally disabled for more than six months.",
        "Pagamos su prima mientras tenga una incapacidad total de más de seis meses.",
    ),
    Component("WP", optional=True),
    by_age(_share(LEVEL_20, 6), component="WP"),
    max_age=59,
)
RETURN = RiderSeed(
    "ROP",
    Text("Return of premium", "Devolución de primas"),
    Text(
        "What you paid for the plan comes back to you when the ten years are over.",
        "Lo que pagó por el plan se le devuelve cuando terminan los diez años.",
    ),
    Component("ROP", optional=True),
    by_age(_share(LEVEL_20, 55), component="ROP"),
    max_age=54,
)
BRACES = RiderSeed(
    "ORTHO",
    Text("Orthodontia for adults and children", "Ortodoncia para adultos y niños"),
    Text(
        "50% of braces, up to $1,500 for each person in a lifetime, after 12 months.",
        "50% de los frenos, hasta $1,500 por persona en toda la vida, después de 12 meses.",
    ),
    Component("ORTHO", optional=True),
    tier_cells("6.40", "12.60", "15.90", "22.10", component="ORTHO"),
)
EYES = RiderSeed(
    "VISION",
    Text("Claropoint Vision Essential", "Claropoint Vision Essential"),
    Text(
        "An eye exam and frames every year, added as a plan of its own.",
        "Un examen de la vista y armazón cada año, como plan aparte.",
    ),
    other_plan=1101,
)

RIDERS: dict[int, tuple[RiderSeed, ...]] = {
    1001: (EYES,),
    1004: (BRACES, EYES),
    1401: (_accident("0.045"), WAIVER),
    1402: (_accident("0.045"), RETURN),
    1405: (_accident("0.040", RISKS),),
}
