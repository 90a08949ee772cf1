"""What of an application is sealed, opened for staff one part at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from planfront.billing.models import PaymentMethod
from planfront.enrollment.models import Application, Screenshot, Section, SignatureEvidence, SignedDocument
from planfront.enrollment.services.documents import SignedFile, file_of
from planfront.shopping.services import answers_given

PERSON, PEOPLE, HEALTH = "primary_info", "dependent_info", "primary_health_info"


@dataclass(frozen=True)
class Shown:
    """One opened value: text, or a picture as a data: address."""

    name: str
    text: str = ""
    picture: str = ""


@dataclass(frozen=True)
class Part:
    """``what``: the name that stands in the audit record. ``file``: what is saved instead of shown, where there is
    such a thing."""

    what: str
    title: str
    read: Callable[[Application], Iterable[Shown]]
    file: Callable[[Application], SignedFile | None] = lambda _application: None


def _answers(application: Application, key: str) -> dict[str, Any]:
    row = Section.objects.filter(application=application, key=key).first()
    return dict(row.answers) if row else {}


def _name(person: dict[str, Any]) -> str:
    return " ".join(filter(None, (person.get("first_name"), person.get("last_name"))))


def _numbers(application: Application) -> Iterable[Shown]:
    people = [_answers(application, PERSON), *_answers(application, PEOPLE).get("dependents", [])]
    for one in people:
        if one.get("ssn"):
            yield Shown(_name(one), str(one["ssn"]))


def _account(application: Application) -> Iterable[Shown]:
    row = PaymentMethod.objects.filter(enrollment_id=application.enrollment_id).first()
    if row is not None and row.account_number:
        yield Shown("Bank", row.bank_name)
        yield Shown("Routing number", row.routing_number)
        yield Shown("Account number", row.account_number)
    if row is not None and row.card_brand:
        yield Shown("Card", f"{row.card_brand} ending {row.last4}")


def _health(application: Application) -> Iterable[Shown]:
    dependents = _answers(application, PEOPLE).get("dependents", [])
    people = [("Applicant", _answers(application, HEALTH))]
    people.extend((_name(one), one.get("health_info") or {}) for one in dependents)
    for name, kept in people:
        if kept:
            yield Shown(name, _pretty(kept))
    for given in answers_given(application.enrollment):
        for answer in given["answers"]:
            said = [str(answer.get("said", "")), str(answer.get("text") or ""), *answer.get("ticked", [])]
            details = answer.get("detail") or []
            said.extend("; ".join(str(value) for value in entry.values() if value) for entry in details)
            yield Shown(answer["question"] or given["title"], " · ".join(filter(None, said)))


def _signatures(application: Application) -> Iterable[Shown]:
    for row in SignatureEvidence.objects.filter(application=application).order_by("sequence"):
        picture = f"data:image/png;base64,{row.picture}" if row.picture else ""
        yield Shown(f"Signature {row.sequence}", _pretty(row.evidence), picture)


def _pictures(application: Application) -> Iterable[Shown]:
    for row in Screenshot.objects.filter(application=application).order_by("name"):
        yield Shown(row.name, picture=f"data:image/png;base64,{row.image}")


def _frozen(application: Application) -> Iterable[Shown]:
    if application.frozen:
        yield Shown(f"SHA-256 {application.frozen_sha256}", _pretty(application.frozen))


def _document(application: Application) -> SignedFile | None:
    row = SignedDocument.objects.filter(application=application).first()
    return file_of(row) if row else None


def _pretty(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, indent=2, ensure_ascii=False, sort_keys=True)


PARTS = (
    Part("signed_application", "The signed application (PDF)", lambda _application: (), _document),
    Part("ssn", "Social Security numbers", _numbers),
    Part("account_number", "Bank account or card", _account),
    Part("health_answers", "Health answers", _health),
    Part("signature", "Signatures with their evidence", _signatures),
    Part("screenshots", "Pictures of the pages", _pictures),
    Part("application", "The application as it was signed", _frozen),
)
BY_WHAT = {part.what: part for part in PARTS}
