"""The state of an application's signature: given, to be given again and why, or not given yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from planfront.enrollment.forms.base import Answers, Row, Step, StepContext, Summary
from planfront.enrollment.handover import selectors
from planfront.enrollment.models import SignatureEvidence, State
from planfront.enrollment.steps.agreement.answers import AgreementAnswers
from planfront.enrollment.steps.agreement.signer import signer_of
from planfront.enrollment.steps.agreement.verification import verification_of
from planfront.enrollment.steps.registry import AGREEMENT, STEPS
from planfront.enrollment.terms import canonical
from planfront.kernel import clock
from planfront.kernel.text.parse import show_date
from planfront.kernel.text.worddiff import Piece, pieces
from planfront.sales.signed import who_signed

if TYPE_CHECKING:
    from planfront.enrollment.application.parties import Asker
    from planfront.enrollment.models import Application
    from planfront.enrollment.steps.agreement.texts import Text
    from planfront.shopping.models import Quote

# What a change of the quote is called, by the keys of ``canonical.quote``; what is not named here is "quote".
_QUOTED = {
    ("shopper", "tier"): gettext_lazy("who is covered"),
    ("shopper", "zip"): gettext_lazy("ZIP code"),
    ("shopper", "dob"): gettext_lazy("date of birth"),
    ("cart", "effective_date"): gettext_lazy("effective date"),
}


def signature_state(quote: Quote, application: Application | None, ctx: StepContext, asker: Asker) -> Answers:
    """Return what pages show of the signature. ``state``: signed, again or unsigned.

    A drawing goes back only to the session that drew it, and not after the submission.
    """
    saved = ctx.answers(AGREEMENT.key)
    row = _latest_signature(application) if saved else None
    state = "unsigned" if row is None else "signed" if AGREEMENT.holds(ctx) else "again"
    return {
        "state": state,
        **_signature_out(row, saved, asker.session_id),
        "reason": sign_again_reason(ctx) if state == "again" else "",
        "texts": _list_texts(ctx, row, get_language() or "en"),
        "signer": {**signer_of(ctx), "sentence": _sentence(ctx)},
        "verification": verification_out(ctx),
        "client_signs": str(ctx.agreement.client_signs) if ctx.signer.role != "applicant" else "",
        "may_send": asker.side == "seller" and quote.handed_over_at is None and selectors.may_send(ctx, application),
    }


def verification_out(ctx: StepContext) -> Answers:
    """Return the question to the signer, and whether it still has to be answered."""
    result = verification_of(ctx)
    return {
        "needed": not result.passed,
        "kind": "code" if result.question.is_code else "answer",
        "question_id": result.question.id,
        "question": result.question.text,
        "hint": result.hint,
        "has_code": result.has_code,
        "waits": result.waits,
        "outbox": settings.OUTBOX if result.question.is_code else "",
    }


def _latest_signature(application: Application | None) -> SignatureEvidence | None:
    rows = SignatureEvidence.objects.filter(application=application).select_related("application")
    return rows.order_by("-sequence").first()


def _signature_out(row: SignatureEvidence | None, saved: Answers, session_id: str) -> Answers:
    """The signature that was given last."""
    if row is None:
        return {"who": "", "on": "", "at": "", "accepted": 0, "picture": "", "typed_name": ""}
    evidence = row.evidence
    own = evidence.get("session_id") == session_id and row.application.state == State.DRAFT
    return {
        "who": who_signed(saved.get("signer") or {"name": evidence.get("signer", "")}),
        "on": clock.show_day(row.at),
        "at": clock.show_time(row.at),
        "accepted": len(evidence.get("texts", [])),
        "picture": f"data:image/png;base64,{row.picture}" if row.picture and own else "",
        "typed_name": evidence.get("typed_name", ""),
    }


def _sentence(ctx: StepContext) -> str:
    """Return the sentence that review, receipt, document and record will have."""
    values = {"who": who_signed(signer_of(ctx)), "date": show_date(ctx.today)}
    return _("Signed by %(who)s, on %(date)s.") % values


def _list_texts(ctx: StepContext, row: SignatureEvidence | None, language: str) -> list[Answers]:
    """Every text in force: when who asks accepted it as it reads now, else what changed in it since the last
    signature."""
    accepted = AGREEMENT.kept_acceptances(ctx)
    evidence: Answers = row.evidence if row else {}
    before = {text["id"].partition(":")[0]: text for text in evidence.get("texts", [])}
    comparable = evidence.get("language", "en")[:2] == language[:2]
    return [
        {
            "text_id": text.text_id,
            "text_head": text.head,
            "tick_label": text.tick,
            "accepted_at": _accepted_at(accepted[text.rendering]["at"], row)
            if row and text.rendering in accepted
            else "",
            "pieces": _text_pieces(before.get(text.text_id.partition(":")[0]) if comparable else None, text),
        }
        for text in AGREEMENT.texts(ctx)
    ]


def _accepted_at(ticked_at: str, row: SignatureEvidence) -> str:
    """Return when a text was ticked; where the browser didn't say, when it was signed."""
    try:
        moment = datetime.fromisoformat(ticked_at)
    except ValueError:
        moment = row.at
    return clock.show_time(moment if moment.tzinfo else row.at)


def _text_pieces(before: Mapping[str, str] | None, text: Text) -> list[Piece]:
    if before is None or before["body"] == text.body:
        return [{"kind": "", "text": text.body}]
    return pieces(before["body"], text.body)


def sign_again_reason(ctx: StepContext) -> str:
    """Return as a heading why a signature doesn't hold any more."""
    signer = ctx.read(AgreementAnswers).signer
    if not AGREEMENT.may_hold(ctx):
        return _("Your own signature is needed beside that of %(name)s") % {"name": signer.get("name", "")}
    if changed := list_changes(ctx):
        return _("Sign again: %(what)s changed") % {"what": _join_names(changed)}
    heads = [text.head for text in AGREEMENT.unread(ctx)]
    return _("Sign again: new wording of %(texts)s") % {"texts": _join_names(heads)}


def _join_names(names: list[str]) -> str:
    """``a``, ``a and b``; of more the first two and how many others."""
    if len(names) <= 2:
        return names[0] if len(names) < 2 else _("%(first)s and %(second)s") % {"first": names[0], "second": names[1]}
    return _("%(first)s, %(second)s and %(count)d more") % {
        "first": names[0],
        "second": names[1],
        "count": len(names) - 2,
    }


def list_changes(ctx: StepContext) -> list[str]:
    """Return what has changed since the signature, each as a sentence names it.

    Empty for signatures from before that was kept, and where only a text has new words.
    """
    signed = ctx.read(AgreementAnswers).signed_for
    if not signed:
        return []
    changed = _quote_changes(signed["quote"], canonical.quote(ctx))
    for before, step in _changed_steps(ctx, signed["answers"]):
        rows = _row_changes(step.summary(before), step.summary(ctx))
        changed += [_in_sentence(label) for label in rows] or [step.title()]
    return list(dict.fromkeys(changed))


def _quote_changes(old: Answers, new: Answers) -> list[str]:
    changed = [str(words) for (part, key), words in _QUOTED.items() if old[part][key] != new[part][key]]
    had, has = ([line["plan_id"] for line in item["cart"]["lines"] if not line["fee"]] for item in (old, new))
    if had != has:
        changed.append(_("plans"))
    elif old["cart"]["lines"] != new["cart"]["lines"] or old["cart"]["monthly"] != new["cart"]["monthly"]:
        changed.append(_("price"))
    return changed if changed or old == new else [_("quote")]


def _changed_steps(ctx: StepContext, signed: Mapping[str, Answers]) -> Iterable[tuple[StepContext, Step]]:
    """Steps whose answers differ in what was signed, with the application as it was signed there."""
    for step in STEPS:
        if step.key not in signed and step.key not in canonical.signed_answers(ctx.saved, [step.key]):
            continue
        current, signed_answers = ctx.answers(step.key), signed.get(step.key, {})
        # What nobody signs for is as it is now.
        free = {name: value for name, value in current.items() if name in step.unsigned}
        relied_on = {name: value for name, value in signed_answers.items() if name not in step.unsigned}
        before = replace(ctx, saved={**ctx.saved, step.key: {**relied_on, **free}})
        if canonical.content(before, [step]) != canonical.content(ctx, [step]):
            yield before, step


def _row_changes(before: Summary, after: Summary) -> list[str]:
    """Labels of lines that differ."""
    old, new = _lines_by_label(before), _lines_by_label(after)
    return [label for label in {**old, **new} if old.get(label) != new.get(label)]


def _lines_by_label(summary: Summary) -> dict[str, list[str]]:
    result: dict[str, list[str]] = {}
    for row in (row for block in summary.details for row in block.rows):
        result.setdefault(row.label, []).append(row.value)
    return result


def _in_sentence(label: str) -> str:
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def changed_rows(ctx: StepContext, step: Step, rows: list[Row]) -> list[dict[str, Any]]:
    """Lines of a review card that the last signature was given for something else: their place, and what they were."""
    signed = ctx.read(AgreementAnswers).signed_for
    if not signed or step.key not in signed["answers"]:
        return []
    before = replace(ctx, saved={**ctx.saved, step.key: signed["answers"][step.key]})
    old: dict[str, list[str]] = {}
    for row in step.summary(before).rows:
        old.setdefault(row.label, []).append(row.value)
    was = [(old.get(row.label) or [""]).pop(0) if row.label in old else "" for row in rows]
    return [{"row": place, "was": was[place]} for place, row in enumerate(rows) if was[place] != row.value]
