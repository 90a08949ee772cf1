"""Sealed values of an application. Each stays closed until it is opened alone, for a reason."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from planfront.billing.models import PaymentMethod
from planfront.billing.selectors import payment_of
from planfront.enrollment.application import context
from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import Answers, StepContext
from planfront.enrollment.models import Application, OutstandingNumber, Screenshot, SignatureEvidence, SignedDocument
from planfront.enrollment.signing import evidence
from planfront.enrollment.signing.document_content import asked_by_plans, signed_context
from planfront.enrollment.signing.documents import SignedFile, file_of
from planfront.enrollment.steps.health import form as health_form
from planfront.enrollment.steps.health.step import questions_of
from planfront.enrollment.steps.registry import BENEFICIARY, DEPENDENT, HEALTH, PERSONAL
from planfront.shopping.questions.kept_answers import list_plan_answers

# Labels for the audit record of opened values.
WORDS = {
    "application": "The application, with numbers hidden",
    "case": "The enrollment's page, with numbers hidden",
    "signed_application": "The signed application (PDF)",
    "ssn": "Social Security number",
    "account_number": "Bank account or card",
    "health_answers": "Health answers",
    "signature": "Signature with its evidence",
    "screenshots": "Picture of a page",
    "designation": "Beneficiaries of a policy",
    "person_data": "Everything about a person",
}
APPLICANT = "applicant"
REASONS = {
    "customer": "The customer asked",
    "caller": "Verifying a caller",
    "carrier": "The insurer asked for it",
    "underwriting": "Underwriting",
    "payment": "A problem with a payment",
    "correction": "Correcting what was entered",
    "twin": "Looking for a duplicate",
    "complaint": "A complaint or an inquiry",
    "audit": "An audit",
}
# Reasons that the work at hand implies.
IMPLIED = {
    "application": "Working on the application",
    "reading": "Reading the application",
    "desk": "Working on the enrollment",
    "privacy": "A privacy request",
}


@dataclass(frozen=True)
class Shown:
    """One opened value: text, a picture as a data: address, or a file to save."""

    name: str
    text: str = ""
    picture: str = ""
    file: SignedFile | None = None

    @property
    def address(self) -> str:
        """The file as a link's address: it comes with the page that says that it was recorded, and with no other."""
        return f"data:application/pdf;base64,{base64.b64encode(self.file.content).decode()}" if self.file else ""


@dataclass(frozen=True)
class Seal:
    """A closed value.

    ``key`` names it on the page, ``what`` (of ``WORDS``) and ``whose`` on the record; ``closed`` is shown until it is
    opened.
    """

    key: str
    what: str
    title: str
    closed: str
    read: Callable[[], Iterable[Shown]]
    whose: str = ""


def context_of(application: Application) -> StepContext:
    """Return the answers as signed; as saved, before the submission."""
    if application.submitted_at:
        return context.with_health(signed_context(application))
    return context.with_health(context.load(application.enrollment, application))


def seals_of(application: Application, ctx: StepContext) -> dict[str, Seal]:
    """Return all sealed values by key."""
    listed = [
        *_seal_numbers(ctx),
        *_numbers_added(application),
        *_seal_account(application),
        *_seal_health(ctx),
        *_plan_answer_seals(application),
        *_seal_document(application),
        *_seal_signatures(application),
        *_seal_screenshots(application),
    ]
    return {item.key: item for item in listed}


def people_of(ctx: StepContext) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield each person of the application: a key, the role in words without a name, and the answers."""
    yield APPLICANT, APPLICANT, ctx.answers(PERSONAL.key)
    for key, listed in ((DEPENDENT.key, "dependents"), (BENEFICIARY.key, "beneficiaries")):
        word = "dependent" if key == DEPENDENT.key else "beneficiary"
        for number, item in enumerate(ctx.answers(key).get(listed, []), 1):
            yield f"{word}-{number}", f"{word} {number}", item


def _seal_numbers(ctx: StepContext) -> Iterator[Seal]:
    for key, role, person in people_of(ctx):
        number = str(person.get("ssn") or "")
        if number:
            name = rules.full_name(person)
            yield Seal(
                f"ssn-{key}",
                "ssn",
                f"{name}: Social Security number",
                rules.ending(number),
                partial(_show_number, number),
                role,
            )


def _numbers_added(application: Application) -> Iterator[Seal]:
    """Yield numbers that were added after the submission."""
    for place, row in enumerate(OutstandingNumber.objects.filter(application=application), 1):
        if row.number:
            yield Seal(
                f"ssn-added-{place}",
                "ssn",
                f"{row.person.get('name', '')}: Social Security number, added later",
                rules.ending(row.number),
                partial(_show_number, row.number),
                f"added later {place}",
            )


def _show_number(number: str) -> list[Shown]:
    return [Shown("Social Security number", f"{number[:3]}-{number[3:5]}-{number[5:]}")]


def _seal_account(application: Application) -> Iterator[Seal]:
    row = payment_of(application.enrollment)
    if row is not None and row.last4 and row.account_index:
        bank = f"{row.bank_name}, ending {row.last4}".strip(", ")
        yield Seal("account", "account_number", "Account number", bank, partial(_account_number, row))


def _account_number(row: PaymentMethod) -> Iterator[Shown]:
    yield Shown("Routing number", row.routing_number)
    yield Shown("Account number", row.account_number)


def _seal_health(ctx: StepContext) -> Iterator[Seal]:
    people = [(APPLICANT, APPLICANT, ctx.answers(PERSONAL.key), ctx.answers(HEALTH.key))]
    people += [
        (f"dependent-{number}", f"dependent {number}", dependent, dependent.get("health_info") or {})
        for number, dependent in enumerate(ctx.answers(DEPENDENT.key).get("dependents", []), 1)
    ]
    for key, role, person, value in people:
        blocks = health_form.blocks(ctx, value, questions_of(ctx))
        if blocks:
            showns = [Shown(block.title, " · ".join(row.value for row in block.rows if row.value)) for block in blocks]
            name = f"{rules.full_name(person)}: health answers"
            yield Seal(
                f"health-{key}", "health_answers", name, _count_answers(len(blocks)), partial(list, showns), role
            )


def _count_answers(answers: int) -> str:
    return f"{answers} answer{'' if answers == 1 else 's'}, closed"


def _plan_answer_seals(application: Application) -> Iterator[Seal]:
    for number, block in enumerate(asked_by_plans(_read_answers(application))["blocks"], 1):
        showns = [Shown(row["label"], row["value"]) for row in block["rows"]]
        yield Seal(
            f"questions-{number}",
            "health_answers",
            block["title"] or "Questions of a plan",
            _count_answers(len(showns)),
            partial(list, showns),
        )


def _read_answers(application: Application) -> Answers:
    if application.submitted_at:
        return dict(application.frozen)
    return {"plan_answers": list_plan_answers(application.enrollment)}


def _seal_document(application: Application) -> Iterator[Seal]:
    row = SignedDocument.objects.filter(application=application).defer("content").first()
    if row is not None:
        yield Seal(
            "document",
            "signed_application",
            "The signed application (PDF)",
            row.name,
            partial(_show_document, row),
        )


def _show_document(row: SignedDocument) -> list[Shown]:
    return [Shown(row.name, file=file_of(row))]


def _seal_signatures(application: Application) -> Iterator[Seal]:
    rows = SignatureEvidence.objects.filter(application=application).defer("evidence", "picture")
    for row in rows.order_by("sequence"):
        yield Seal(
            f"signature-{row.sequence}",
            "signature",
            f"Signature {row.sequence} with its evidence",
            "Not shown",
            partial(_show_signature, application, row),
        )


def _show_signature(application: Application, row: SignatureEvidence) -> Iterator[Shown]:
    page = evidence.signing_page(row)["signature"]
    picture = f"data:image/png;base64,{row.picture}" if row.picture else ""
    yield Shown(f"Signature of {page['name']}", page["typed"], picture)
    proof = evidence.proof(application, row, "")
    for line in (*proof["evidence"], *proof["record"]):
        yield Shown(line["label"], line["value"])
    for text in proof["texts"]:
        yield Shown(text["head"], f"Checked at {text['at']}\nSHA-256 {text['sha256']}")


def _seal_screenshots(application: Application) -> Iterator[Seal]:
    for row in Screenshot.objects.filter(application=application).defer("image").order_by("name"):
        yield Seal(
            f"picture-{row.name}",
            "screenshots",
            f"Picture of the page {row.name}",
            "Not shown",
            partial(_show_screenshot, row),
        )


def _show_screenshot(row: Screenshot) -> list[Shown]:
    return [Shown(row.name, picture=f"data:image/png;base64,{row.image}")]
