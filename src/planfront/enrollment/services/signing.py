"""Signing: one evidence record per act, chained to the record before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from planfront.audit.services import Origin
from planfront.enrollment import canonical, shopper
from planfront.enrollment.models import Application, SignatureEvidence
from planfront.enrollment.proposals import live_of
from planfront.enrollment.services import pricing, store
from planfront.enrollment.services.chaining import next_place
from planfront.enrollment.services.results import SaveResult, saved
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.agreement import QUESTIONS, Text
from planfront.enrollment.steps.base import APPLICANT, Answers
from planfront.enrollment.steps.registry import AGREEMENT
from planfront.kernel import clock
from planfront.kernel.crypto import keyed_hash
from planfront.kernel.errors import BusinessError, FieldError, FieldErrors
from planfront.kernel.ids import new_uuid

if TYPE_CHECKING:
    from planfront.enrollment.shopper import Side
    from planfront.shopping.models import TempEnrollment


@dataclass(frozen=True)
class Circumstances:
    """Where a signature came from."""

    user_agent: str
    session_id: str


@transaction.atomic
def agreement_save(
    *,
    enrollment: TempEnrollment,
    data: dict[str, Any],
    origin: Origin,
    circumstances: Circumstances,
    side: Side = "client",
) -> SaveResult:
    """Check ticks, answer and signature, and record the act. Everything before must be complete and every plan have its
    price: it is what is signed. Raises the business error ``clientSigns`` where only the applicant may sign."""
    opened = store.open_draft(enrollment, side)
    opened.sign_as(shopper.signer_of(opened.enrollment, side, origin.kind, origin.user_id))
    if opened.ctx.signer.role != APPLICANT.role and opened.ctx.facts["client_signs"]:
        raise BusinessError("clientSigns", str(opened.ctx.facts["client_signs"]))
    _everything_before(opened)
    pricing.buyable(opened.enrollment)
    clean = AGREEMENT.validate(opened.ctx, data)
    picture = str(clean.pop("picture", ""))
    answer_hash = keyed_hash(str(data.get("answer", "")).casefold().strip(), "verification-answer")
    evidence = _evidence(opened, clean, answer_hash, origin, circumstances)
    row = evidence_append(
        application=opened.application, evidence=evidence, picture=picture, content=opened.ctx.content_sha256
    )
    signed_for = {
        "quote": canonical.quote(opened.ctx),
        "answers": canonical.signed_answers(opened.ctx.saved, registry.required_keys(opened.ctx)),
    }
    answers = {**clean, "evidence": str(row.id), canonical.SIGNED_FOR: signed_for}
    store.write_answers(opened, AGREEMENT.key, answers, origin)
    return saved(opened, AGREEMENT)


def _everything_before(opened: store.Opened) -> None:
    states = registry.tabs(opened.ctx)
    open_tabs = [one for one in states if one.missing and one.step.order < AGREEMENT.order]
    if open_tabs:
        raise FieldErrors(
            [
                FieldError(one.step.key, _("Please complete %(tab)s first.") % {"tab": one.step.title()})
                for one in open_tabs
            ]
        )


def _evidence(
    opened: store.Opened, clean: Answers, answer_hash: str, origin: Origin, circumstances: Circumstances
) -> Answers:
    question = str(QUESTIONS[clean["question_id"]])
    return {
        "texts": [_text(one, clean["accepted_at"][one.rendering]) for one in AGREEMENT.texts(opened.ctx)],
        "question": question,
        "answer_hash": answer_hash,
        "role": clean["verifier"],
        "signer": clean["signer"]["name"],
        "signer_code": clean["signer"]["code"],
        "signer_of": clean["signer"]["of"],
        "applicant": clean["signer"]["applicant"],
        "kind": clean["signature_kind"],
        "typed_name": clean.get("typed_name", ""),
        "actor": {"kind": origin.kind, "user_id": origin.user_id},
        "ip": origin.ip,
        "user_agent": circumstances.user_agent[:400],
        "session_id": circumstances.session_id,
        "language": get_language() or "en",
        **_handed_over(opened),
    }


def _handed_over(opened: store.Opened) -> Answers:
    """Who had filled in what the client signs, and how the client came to it."""
    live = live_of(opened.application)
    if live is None:
        return {}
    sender = {"kind": live.sender_kind, "user_id": live.sender_id, "name": live.sender_name}
    opened_at = live.opened_at.isoformat() if live.opened_at else ""
    return {
        "hand_over": {
            "id": str(live.id), "sender": sender, "sent_at": live.sent_at.isoformat(), "opened_at": opened_at,
        }
    }  # fmt: skip


def _text(text: Text, ticked_at: str) -> Answers:
    """A text exactly as it was shown."""
    whole = f"{text.head}\n\n{text.body}\n\n{text.tick}"
    return {
        "id": text.text_id, "head": text.head, "body": text.body, "tick": text.tick,
        "sha256": canonical.sha256(whole), "ticked_at": ticked_at,
    }  # fmt: skip


def evidence_append(*, application: Application, evidence: Answers, picture: str, content: str) -> SignatureEvidence:
    """Add one record to the chain. Inside a transaction."""
    place = next_place(SignatureEvidence, "signature-chain")
    row = SignatureEvidence(
        id=new_uuid(), application=application, content_sha256=content, picture=picture, at=clock.now(), **place
    )
    row.evidence = evidence
    row.record_hash = record_hash(row)
    row.save(force_insert=True)
    return row


def record_hash(row: SignatureEvidence) -> str:
    """SHA-256 over everything a record says, the picture's hash and the hash before it."""
    return canonical.sha256(
        canonical.text_of(
            {
                "sequence": row.sequence,
                "application": str(row.application_id),
                "content": row.content_sha256,
                "evidence": row.evidence,
                "picture": canonical.sha256(row.picture) if row.picture else "",
                "previous": row.previous_hash,
                "at": row.at.isoformat(timespec="microseconds"),
            }
        )
    )


def broken_records() -> list[int]:
    """Sequence numbers of records that were changed, or whose predecessor is missing. Empty when the chain holds."""
    broken, previous = [], ""
    for row in SignatureEvidence.objects.order_by("sequence").iterator():
        if row.previous_hash != previous or row.record_hash != record_hash(row):
            broken.append(row.sequence)
        previous = row.record_hash
    return broken
