"""Sentences that many plans share, and the categories' words."""

from __future__ import annotations

from planfront.catalog.start import Text
from planfront_demo.data.shapes import Fact, TierSpec, Words, en, es

ALL_TIERS = (TierSpec("IO"), TierSpec("IS"), TierSpec("IC"), TierSpec("IF"))
COUNTED = (TierSpec("IO"), TierSpec("IS"), TierSpec("IC", 1, 9), TierSpec("IF", 1, 8))
"""All tiers, for prices that follow the number of children."""
WITH_CHILDREN = (TierSpec("IC"), TierSpec("IF"))

ASSOCIATION = Text(
    "This plan is offered to members of a national association with over 100,000 members. "
    "Membership is $5.00 a month, the same however many plans you choose.",
    "Este plan se ofrece a los miembros de una asociación nacional con más de 100,000 miembros. "
    "La membresía cuesta $5.00 al mes, sin importar cuántos planes elija.",
)
NOT_INSURANCE = Text(
    "This is a membership or discount program. It is not insurance and does not replace it.",
    "Este es un programa de membresía o de descuentos. No es un seguro ni lo reemplaza.",
)
FREE_LOOK = Text(
    "**Can I cancel?** Yes. Within 30 days of the start you get your first payment back if no claim was made. "
    "After that you can cancel at the end of any month.",
    "**¿Puedo cancelar?** Sí. Durante los primeros 30 días recupera su primer pago si no presentó reclamaciones. "
    "Después puede cancelar al final de cualquier mes.",
)
NONE = Text("None", "Ninguno")
NOT_COVERED = Text("Not covered", "No cubierto")
INCLUDED = Text("Included", "Incluido")


def months(count: int) -> Words:
    return Text(f"{count} months", f"{count} meses") if count else NONE


def money(dollars: int | str) -> str:
    """``"$1,500"`` from 1500; text passes unchanged."""
    return dollars if isinstance(dollars, str) else f"${dollars:,}"


def facts(labels: tuple[Words, Words, Words], values: tuple[Words, Words, Words]) -> tuple[Fact, ...]:
    return tuple(Fact(label, value) for label, value in zip(labels, values, strict=True))


def bullets(*lines: Words) -> Text:
    """A list, language by language."""
    return Text("\n".join(f"- {en(line)}" for line in lines), "\n".join(f"- {es(line)}" for line in lines))
