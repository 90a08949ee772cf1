"""Checks of signed records: each against itself, what it covers, and the one before."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef

from planfront.enrollment.models import Application, SignatureEvidence, SignedDocument
from planfront.enrollment.signing import documents, services
from planfront.enrollment.terms import canonical
from planfront.kernel.security.crypto import CryptoError


@dataclass(frozen=True)
class Fault:
    """``what``: "signature", "document" or "application"; ``key``: its record number or id."""

    what: str
    key: str
    reason: str


@dataclass
class Report:
    """``heads``: the newest hash of each chain. Kept elsewhere, they show later whether the end was cut off."""

    signatures: int = 0
    documents: int = 0
    applications: int = 0
    waiting: int = 0
    heads: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def check_document(row: SignedDocument) -> list[str]:
    """Return the faults of a document, its signature and its application; [] when all are as they were made."""
    before = SignedDocument.objects.filter(sequence=row.sequence - 1).values_list("record_hash", flat=True).first()
    result = _document_faults(row, before or "")
    result += [f"signature: {reason}" for reason in _signature_faults(row.signature)]
    return result + _application_faults(row.application)


def _document_faults(row: SignedDocument, previous: str) -> list[str]:
    result = []
    if row.previous_hash != previous:
        result.append("the record before it is missing or another one")
    if row.record_hash != documents.record_hash(row):
        result.append("the record was changed")
    try:
        content = base64.b64decode(row.content)
    except (CryptoError, ValueError):
        return [*result, "the file can't be opened"]
    if hashlib.sha256(content).hexdigest() != row.sha256:
        result.append("the file was changed")
    if row.signature_hash != row.signature.record_hash:
        result.append("it stands on another signature")
    if row.frozen_sha256 != row.application.frozen_sha256:
        result.append("it stands on another application")
    return result


def _signature_faults(row: SignatureEvidence) -> list[str]:
    try:
        return [] if row.record_hash == services.record_hash(row) else ["the record was changed"]
    except (CryptoError, ValueError):
        return ["the evidence can't be opened"]


def _application_faults(row: Application) -> list[str]:
    try:
        right = canonical.sha256(canonical.text_of(row.frozen)) == row.frozen_sha256
    except (CryptoError, ValueError):
        return ["the frozen application can't be opened"]
    return [] if right else ["the frozen application was changed"]


def check_all(*, anchors: frozenset[str] = frozenset()) -> Report:
    """Every signature, document and submitted application. ``anchors``: hashes that an earlier report gave as heads;
    each must be in a chain still. Reads one row at a time."""
    report, visited = Report(), set[str]()
    for what, hashes in (("signature", _signatures(report)), ("document", _documents(report))):
        for value in hashes:
            visited.add(value)
            report.heads[what] = value
    for value in sorted(anchors - visited):
        report.faults.append(Fault("chain", value, "this record is gone"))
    _applications(report)
    return report


def _signatures(report: Report) -> Iterator[str]:
    previous = ""
    for row in SignatureEvidence.objects.order_by("sequence").iterator(chunk_size=100):
        report.signatures += 1
        reasons = _signature_faults(row)
        if row.previous_hash != previous:
            reasons.append("the record before it is missing or another one")
        report.faults += [Fault("signature", str(row.sequence), reason) for reason in reasons]
        previous = row.record_hash
        yield previous


def _documents(report: Report) -> Iterator[str]:
    previous = ""
    rows = SignedDocument.objects.select_related("signature", "application").order_by("sequence")
    for row in rows.iterator(chunk_size=20):
        report.documents += 1
        report.faults += [Fault("document", str(row.sequence), reason) for reason in _document_faults(row, previous)]
        previous = row.record_hash
        yield previous


def _applications(report: Report) -> None:
    mine = {"application": OuterRef("pk")}
    signed, result = Exists(SignatureEvidence.objects.filter(**mine)), Exists(SignedDocument.objects.filter(**mine))
    rows = Application.objects.filter(submitted_at__isnull=False).annotate(signed=signed, made=result).order_by("pk")
    for row in rows.iterator(chunk_size=100):
        report.applications += 1
        reasons = _application_faults(row)
        if not row.signed:
            reasons.append("its signature is missing")
        report.waiting += row.signed and not row.made
        report.faults += [Fault("application", str(row.pk), reason) for reason in reasons]
