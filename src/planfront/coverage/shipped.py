"""The life events and reasons that an installation begins with. From then on they are the operator's.

Days and papers are those that are usual in the field; none is a law. Codes of reasons: X12 834, INS04.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from planfront.coverage.effective_days import Base, Step
from planfront.kernel import clock

SINCE = date(2026, 1, 1)
_ALL = ("member", "group", "rep")
_JOINS = ("add_person", "plan", "rider", "amount", "beneficiary")
_LEAVES = ("drop_person", "address", "beneficiary")


@dataclass(frozen=True)
class _Event:
    key: str
    name: str
    name_es: str
    happened: str
    happened_es: str
    rule: dict[str, Any]
    paper: str = ""
    paper_es: str = ""
    reporters: tuple[str, ...] = _ALL
    opens: tuple[str, ...] = _JOINS
    extra: dict[str, Any] = field(default_factory=dict)
    ends_work: bool = False


def _starts(
    base: Base, step: Step, before: int, after: int | None, retroactive_limit: int | None = None
) -> dict[str, Any]:
    days = {"days_before": before, "days_after": after, "retroactive_limit": retroactive_limit}
    return {"effect": "starts", "base": base.value, "step": step.value, **days}


def _ends(base: Base, step: Step, before: int, after: int | None) -> dict[str, Any]:
    return {**_starts(base, step, before, after), "effect": "ends"}


EVENTS = (
    _Event(
        "birth",
        "Birth",
        "Nacimiento",
        "Born",
        "Nació",
        _starts(Base.EVENT, Step.SAME_DAY, 0, 60, 60),
        "Birth certificate",
        "Acta de nacimiento",
        extra={"paper_may_follow": True},
    ),
    _Event(
        "adoption",
        "Adoption",
        "Adopción",
        "Adopted",
        "Se adoptó",
        _starts(Base.EVENT, Step.SAME_DAY, 0, 60, 60),
        "Court paper",
        "Documento del tribunal",
    ),
    _Event(
        "marriage",
        "Marriage",
        "Matrimonio",
        "Married",
        "Se casó",
        _starts(Base.LATER, Step.NEXT_FIRST, 0, 60, 0),
        "Marriage certificate",
        "Acta de matrimonio",
        opens=(*_JOINS, "name"),
    ),
    _Event(
        "divorce",
        "Divorce",
        "Divorcio",
        "Divorced",
        "Se divorció",
        _ends(Base.EVENT, Step.END_OF_MONTH, 0, 60),
        "Decree",
        "Sentencia",
        ("member", "rep"),
        (*_LEAVES, "name"),
    ),
    _Event(
        "death",
        "Death",
        "Fallecimiento",
        "Died",
        "Falleció",
        _ends(Base.EVENT, Step.SAME_DAY, 0, None),
        "Certificate",
        "Acta de defunción",
        ("staff",),
        (*_LEAVES, "end"),
        ends_work=True,
    ),
    _Event(
        "coverage-lost",
        "Other coverage lost",
        "Pérdida de otra cobertura",
        "Ended",
        "Terminó",
        _starts(Base.LATER, Step.NEXT_FIRST, 60, 60, 0),
        "Letter of the insurer",
        "Carta de la aseguradora",
    ),
    _Event(
        "coverage-gained",
        "Other coverage gained",
        "Nueva cobertura",
        "Began",
        "Comenzó",
        _ends(Base.LATER, Step.MONTH_BEFORE, 0, 60),
        "Card or letter",
        "Tarjeta o carta",
        opens=("drop_person", "end", "plan", "amount"),
    ),
    _Event(
        "move",
        "Move",
        "Mudanza",
        "Moved",
        "Se mudó",
        _starts(Base.LATER, Step.NEXT_FIRST, 60, 60, 0),
        opens=("address", "plan"),
    ),
    _Event(
        "work",
        "Income or work hours",
        "Ingresos u horas de trabajo",
        "Changed",
        "Cambió",
        _starts(Base.LATER, Step.NEXT_FIRST, 0, 30, 0),
        "Pay slip",
        "Comprobante de pago",
        ("group", "rep"),
        ("work", "plan", "rider", "amount"),
    ),
    _Event(
        "tobacco",
        "Tobacco use",
        "Consumo de tabaco",
        "Started or stopped",
        "Empezó o dejó",
        _starts(Base.LATER, Step.NEXT_FIRST, 0, 60, 0),
        reporters=("member", "rep"),
        opens=("tobacco",),
    ),
    _Event(
        "gender",
        "Gender on record",
        "Género registrado",
        "Changed",
        "Cambió",
        _starts(Base.LATER, Step.NEXT_FIRST, 0, 60, 0),
        reporters=("member", "rep"),
        opens=("gender",),
    ),
    _Event(
        "medicare",
        "Medicare",
        "Medicare",
        "Medicare begins",
        "Comienza Medicare",
        _ends(Base.EVENT, Step.DAY_BEFORE, 90, 90),
        "Medicare card",
        "Tarjeta de Medicare",
        opens=("drop_person", "end", "plan"),
    ),
    _Event(
        "left-work",
        "Left the employer",
        "Dejó el empleo",
        "Last day worked",
        "Último día de trabajo",
        _ends(Base.EVENT, Step.END_OF_MONTH, 60, None),
        reporters=("group", "rep", "staff"),
        opens=("end",),
        ends_work=True,
    ),
)

REASONS = (
    ("end", "own-choice", "Member's choice", "Decisión del miembro", "14"),
    ("end", "unpaid", "Not paid", "Falta de pago", "59"),
    ("end", "died", "Death", "Fallecimiento", "03"),
    ("end", "divorced", "Divorce", "Divorcio", "01"),
    ("end", "reached-age", "Reached the age limit", "Alcanzó la edad límite", "07"),
    ("end", "left-work", "Left the employer", "Dejó el empleo", "08"),
    ("end", "retired", "Retired", "Se jubiló", "04"),
    ("end", "fewer-hours", "Works fewer hours", "Trabaja menos horas", "07"),
    ("end", "other-coverage", "Has other coverage", "Tiene otra cobertura", "14"),
    ("end", "medicare", "Has Medicare", "Tiene Medicare", "14"),
    ("end", "moved", "Moved out of the area", "Se mudó fuera del área", "43"),
    ("end", "plan-changed", "Changed to another plan", "Cambió a otro plan", "22"),
    ("end", "plan-ended", "The plan ended", "El plan terminó", "07"),
    ("end", "group-ended", "The group ended its plan", "El grupo terminó su plan", "07"),
    ("end", "military", "Called to the military", "Servicio militar", "37"),
    ("cancel", "never-wanted", "Taken back within the free look", "Anulada en el período de revisión", "14"),
    ("cancel", "never-paid", "First premium not paid", "Primera prima sin pagar", "59"),
    ("cancel", "in-error", "Entered in error", "Registrada por error", "AI"),
    ("cancel", "twice", "Enrolled twice", "Inscrita dos veces", "AI"),
    ("cancel", "declined", "Declined by the insurer", "Rechazada por la aseguradora", "26"),
    ("reinstate", "paid-up", "Paid up", "Pagos al corriente", "41"),
    ("reinstate", "ended-in-error", "Ended in error", "Terminada por error", "41"),
)

NOT_FOR_GROUPS = frozenset({"own-choice", "unpaid", "divorced", "reached-age", "moved", "plan-changed", "plan-ended"})
"""Reasons that an employer doesn't know, or that aren't why somebody leaves work: a group isn't asked about them."""


EVENT_CODES = {
    "birth": "02",
    "adoption": "05",
    "marriage": "32",
    "divorce": "01",
    "death": "03",
    "coverage-lost": "28",
    "coverage-gained": "14",
    "move": "43",
    "work": "33",
    "tobacco": "25",
    "gender": "25",
    "medicare": "14",
    "left-work": "08",
}


def load_event_codes(event_model: Any) -> None:
    """Fill the empty codes of the shipped life events."""
    for key, code in EVENT_CODES.items():
        event_model.objects.filter(key=key, x12="").update(x12=code)


def load_shipped(event_model: Any, edition_model: Any, reason_model: Any) -> None:
    """Fill the lists that are empty. The models are those of the moment: a migration has its own."""
    if not event_model.objects.exists():
        for order, shipped in enumerate(EVENTS):
            _write_event(event_model, edition_model, order, shipped)
    if not reason_model.objects.exists():
        reason_model.objects.bulk_create(
            reason_model(use=use, key=key, name=name, name_es=name_es, x12=x12, order=order)
            for order, (use, key, name, name_es, x12) in enumerate(REASONS)
        )


def _write_event(event_model: Any, edition_model: Any, order: int, shipped: _Event) -> None:
    event = event_model.objects.create(
        key=shipped.key,
        name=shipped.name,
        name_es=shipped.name_es,
        happened=shipped.happened,
        happened_es=shipped.happened_es,
        order=order,
        ends_work=shipped.ends_work,
        **({"x12": EVENT_CODES[shipped.key]} if hasattr(event_model, "x12") else {}),  # not yet in the first migration
    )
    edition_model.objects.create(
        event=event,
        in_force_from=SINCE,
        paper=shipped.paper,
        paper_es=shipped.paper_es,
        reporters=list(shipped.reporters),
        opens=list(shipped.opens),
        changed_at=clock.now(),
        **shipped.rule,
        **shipped.extra,
    )
