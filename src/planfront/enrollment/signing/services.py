"""Signing: one evidence record per act, chained to the record before it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from planfront.audit.services import Origin
from planfront.enrollment.application import parties, store
from planfront.enrollment.application.proposals import live_hand_over
from planfront.enrollment.application.results import SaveResult, save_result
from planfront.enrollment.forms.base import APPLICANT, Answers
from planfront.enrollment.models import Application, SignatureEvidence, TextsShown
from planfront.enrollment.saving import pricing
from planfront.enrollment.signing import codes
from planfront.enrollment.signing.chaining import next_place
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.agreement.texts import Text, name_of
from planfront.enrollment.steps.agreement.verification import typed_answer, verification_of
from planfront.enrollment.steps.registry import AGREEMENT
from planfront.enrollment.terms import canonical
from planfront.enrollment.terms.verification import masked_address
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, FieldError, FieldErrors
from planfront.kernel.security.ids import new_uuid

if TYPE_CHECKING:
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote


@dataclass(frozen=True)
class Circumstances:
    """The browser and the session that a signature came from."""

    user_agent: str
    session_id: str


def save_agreement(
    *,
    quote: Quote,
    data: dict[str, Any],
    origin: Origin,
    circumstances: Circumstances,
    side: Side = "client",
) -> SaveResult:
    """Check ticks, answer and signature, and record the act. Everything before must be complete and every plan have its
    price: it is what is signed. Without ``accepted`` the call says yes to every text as this session last fetched it.

    Raises the business error ``clientSigns`` where only the applicant may sign. A wrong answer counts in any case.
    """
    with transaction.atomic():
        opened = _open_for_signing(quote, side, origin)
        _check_answer(opened, data, origin, circumstances)
        data = {**data, **_accept_by_call(opened, data, circumstances)}
        try:
            clean = AGREEMENT.validate(opened.ctx, data)
        except FieldErrors as found:
            refused = found
        else:
            return _record_signature(opened, clean, origin, circumstances)
    raise refused


def _open_for_signing(quote: Quote, side: Side, origin: Origin) -> store.OpenDraft:
    """Locked for who may sign."""
    opened = store.open_draft(quote, side)
    opened.sign_as(parties.signer_of(opened.quote, side, origin.kind, origin.user_id))
    if opened.ctx.signer.role != APPLICANT.role and opened.ctx.agreement.client_signs:
        raise BusinessError("clientSigns", opened.ctx.agreement.client_signs)
    _check_earlier_tabs(opened)
    pricing.reprice_or_refuse(opened.quote, opened.cart)
    return opened


def _check_answer(opened: store.OpenDraft, data: dict[str, Any], origin: Origin, circumstances: Circumstances) -> None:
    result, refused = codes.check_answer(
        application=opened.application,
        ctx=opened.ctx,
        typed_code=typed_answer(data),
        session_id=UUID(circumstances.session_id),
        origin=origin,
    )
    opened.ctx = replace(opened.ctx, verification=result, verification_refused=refused)


def _accept_by_call(opened: store.OpenDraft, data: dict[str, Any], circumstances: Circumstances) -> Answers:
    """Return the texts that a call without ``accepted`` agrees to: those its session last fetched, where they still
    read the same."""
    if data.get("accepted") is not None:
        return {}
    fetched = TextsShown.objects.filter(enrollment=opened.quote, session_id=circumstances.session_id).first()
    if fetched is None:
        raise FieldErrors.single("accepted", _("Get the texts first. The signer must have read them."))
    listed = [text for text in AGREEMENT.texts(opened.ctx) if text.rendering in fetched.renderings]
    stale = [text.text_id for text in AGREEMENT.texts(opened.ctx) if text not in listed]
    return {
        "accepted": [*(text.text_id for text in listed), *(f"{name_of(key)}:" for key in stale)],
        "accepted_by_call": fetched.at.isoformat(),
    }


def note_shown_texts(*, quote: Quote, session_id: UUID, texts: Iterable[Text]) -> None:
    """Note what a session fetched, for a call that accepts it without naming it."""
    values = {"renderings": [text.rendering for text in texts], "at": clock.now()}
    TextsShown.objects.update_or_create(enrollment=quote, session_id=session_id, defaults=values)


def _record_signature(
    opened: store.OpenDraft, clean: Answers, origin: Origin, circumstances: Circumstances
) -> SaveResult:
    picture = str(clean.pop("picture", ""))
    evidence = _build_evidence(opened, clean, origin, circumstances)
    row = append_evidence(
        application=opened.application, evidence=evidence, picture=picture, content=opened.ctx.agreement.content_sha256
    )
    opened.signed = row.content_sha256
    signed_for = {
        "quote": canonical.quote(opened.ctx),
        "answers": canonical.signed_answers(opened.ctx.saved, registry.required_keys(opened.ctx)),
    }
    answers = {**clean, "evidence": str(row.id), canonical.SIGNED_FOR: signed_for}
    store.write_answers(opened, AGREEMENT.key, answers, origin)
    return save_result(opened, AGREEMENT)


def _check_earlier_tabs(opened: store.OpenDraft) -> None:
    states = registry.tabs(opened.ctx)
    open_tabs = [state for state in states if state.missing and registry.is_before(state.step, AGREEMENT)]
    if open_tabs:
        raise FieldErrors(
            [
                FieldError(open_tab.step.key, _("Please complete %(tab)s first.") % {"tab": open_tab.step.title()})
                for open_tab in open_tabs
            ]
        )


def _build_evidence(opened: store.OpenDraft, clean: Answers, origin: Origin, circumstances: Circumstances) -> Answers:
    question = verification_of(opened.ctx).question
    return {
        "texts": [_shown_text(text, clean["acceptances"][text.rendering]) for text in AGREEMENT.texts(opened.ctx)],
        "question": question.text,
        "answered": {"code": masked_address(question.to)} if question.is_code else {"record": question.id},
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
        **_describe_hand_over(opened),
    }


def _describe_hand_over(opened: store.OpenDraft) -> Answers:
    """Return who had filled in what the client signs, and how the client came to it."""
    live = live_hand_over(opened.application)
    if live is None:
        return {}
    sender = {"kind": live.sender_kind, "user_id": live.sender_id, "name": live.sender_name}
    opened_at = live.opened_at.isoformat() if live.opened_at else ""
    return {
        "hand_over": {
            "id": str(live.id),
            "sender": sender,
            "sent_at": live.sent_at.isoformat(),
            "opened_at": opened_at,
        }
    }


def _shown_text(text: Text, accepted: dict[str, str]) -> Answers:
    """A text exactly as it was shown, and how it was accepted: by a tick, or by the call that signed."""
    full_text = f"{text.head}\n\n{text.body}\n\n{text.tick}"
    stamp = {"ticked_at": accepted["at"]} if accepted["by"] == "tick" else {"ticked_at": "", "shown_at": accepted["at"]}
    return {
        "id": text.text_id,
        "head": text.head,
        "body": text.body,
        "tick": text.tick,
        "sha256": canonical.sha256(full_text),
        "accepted_by": accepted["by"],
        **stamp,
    }


def append_evidence(*, application: Application, evidence: Answers, picture: str, content: str) -> SignatureEvidence:
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
                "at": row.at,
            }
        )
    )
