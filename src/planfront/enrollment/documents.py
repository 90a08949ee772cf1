"""What the signed application says as a document: all of it from what was frozen, in the language of the signing."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _

from planfront.brands import selectors as brands
from planfront.enrollment import context, shopper
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.base import Answers, Block, Parties, Row, StepContext
from planfront.enrollment.steps.registry import AGREEMENT, REVIEW
from planfront.kernel import clock
from planfront.kernel.ids import CODE_GROUP, grouped
from planfront.kernel.parse import show_date
from planfront.messaging.documents import look
from planfront.policies import selectors as policies

if TYPE_CHECKING:
    from planfront.enrollment.models import Application, SignatureEvidence
    from planfront.policies.models import Confirmation

TEMPLATE = Path(__file__).parent / "pdf" / "application.typ"
CODE_LENGTH = 4 * CODE_GROUP


def describe(application: Application, signature: SignatureEvidence, code: str) -> Answers:
    """``{"name", "data", "files"}`` of the document; names, texts and amounts are those that were signed for."""
    enrollment = application.enrollment
    confirmation = policies.confirmation_of(enrollment)
    if confirmation is None:
        raise ValueError("only a submitted application has a document")
    with translation.override(signature.evidence.get("language", "en")):
        ctx = context.load(enrollment, application)
        ctx = replace(ctx, saved=application.frozen["answers"], drafts={})
        logo = brands.logo_file(enrollment.brand)
        files = {f"logo{logo[0]}": logo[1]} if logo else {}
        if signature.picture:
            files["signature.png"] = base64.b64decode(signature.picture)
        number = str(confirmation.number)
        return {
            "name": f"{slugify(enrollment.brand.name)}-{slugify(_('Signed application'))}-{number}.pdf",
            "data": {
                **look(enrollment.brand, logo),
                "lang": translation.get_language()[:2],
                **_head(confirmation, ctx),
                "sections": _sections(application, ctx),
                **_plans(confirmation),
                **_signing(signature),
                **_evidence(application, signature, code),
                "page": _("Page {page} of {pages}"),
            },
            "files": files,
        }


def _head(confirmation: Confirmation, ctx: StepContext) -> Answers:
    receipt = policies.receipt(confirmation)
    number = receipt["confirmation_number"]
    shown = (
        (_("Applicant"), receipt["member_name"]),
        (_("Confirmation number"), f"#{number}"),
        (_("Submitted on"), receipt["enrolled_on"]),
        (_("Who is covered"), receipt["covered"]),
        (_("Coverage starts on"), receipt["effective_date"]),
        (_("Prepared by"), _preparer(ctx.parties)),
    )
    return {
        "title": _("Signed application #%(number)s") % {"number": number},
        "heading": _("Application for coverage"),
        "about": _("As it was answered, signed and submitted. Numbers of people and accounts show their last digits."),
        "facts": _filled(shown),
    }


def _preparer(parties: Parties) -> str:
    name, code = parties.agent_name or parties.group_name, parties.agent_code or parties.group_code
    return f"{name} ({code})" if name and code else name


def _sections(application: Application, ctx: StepContext) -> list[Answers]:
    """The answers as the review cards have them in full: numbers masked."""
    tabs = [one.step for one in registry.tabs(ctx) if one.required and one.step not in (AGREEMENT, REVIEW)]
    found = [_section(step.card_title(), step.summary(ctx).details) for step in tabs]
    found.append(_section(_("Questions about your plans"), _asked_by_plans(application.frozen)))
    if notes := ctx.answers(REVIEW.key).get("additional_notes", ""):
        found.append(_section(_("Additional Notes"), [Block(rows=[Row(label="", value=notes)])]))
    return [one for one in found if one["blocks"]]


def _section(title: str, blocks: list[Block]) -> Answers:
    return {"title": title, "blocks": [one.model_dump() for one in blocks if one.rows]}


def _asked_by_plans(frozen: Answers) -> list[Block]:
    names = frozen.get("plans", {})
    return [
        Block(
            title=": ".join(filter(None, (names.get(str(given["plan_id"]), ""), given["title"]))),
            rows=[Row(label=one["question"] or given["title"], value=_said(one)) for one in given["answers"]],
        )
        for given in frozen.get("plan_answers", [])
    ]


def _said(answer: Answers) -> str:
    said = [str(answer.get("said", "")), str(answer.get("text") or ""), *answer.get("ticked", [])]
    said += ["; ".join(str(value) for value in one.values() if value) for one in answer.get("detail") or []]
    return " · ".join(filter(None, said)) or "–"


def _plans(confirmation: Confirmation) -> Answers:
    receipt = policies.receipt(confirmation)
    plans = [one for one in receipt["lines"] if one["policy_number"]]
    fees = [one for one in receipt["lines"] if not one["policy_number"]]
    tables = [{"heading": _("Plans"), "first": _("Plan"), "second": _("Each month"), "lines": list(map(_line, plans))}]
    if fees:
        tables.append({"heading": _("Fees"), "first": _("Fee"), "second": _("Amount"), "lines": list(map(_line, fees))})
    return {
        "tables": tables,
        "totals": [
            {"label": _("First Month Total Cost"), "amount": f"${receipt['initial_month_cost']}"},
            {"label": _("Recurring Monthly Cost"), "amount": f"${receipt['recurring_month_cost']}"},
        ],
        "payment": policies.payment_sentence(confirmation),
    }


def _line(line: Answers) -> Answers:
    once = line["price"] == "0.00" and line["one_time"] != "0.00"
    policy = _("Policy %(number)s") % {"number": line["policy_number"]} if line["policy_number"] else ""
    riders = [
        _("Includes %(rider)s: $%(amount)s") % {"rider": one["name"], "amount": one["price"]} for one in line["riders"]
    ]
    evidence = line["evidence"]["text"] if line["evidence"] else ""
    return {
        "name": line["name"],
        "about": [text for text in (line["note"], policy) if text],
        "parts": [*riders, *([evidence] if evidence else [])],
        "amount": f"${line['one_time'] if once else line['price']}",
    }


def _signing(signature: SignatureEvidence) -> Answers:
    kept = signature.evidence
    return {
        "agreements_heading": _("Agreements"),
        "ticked": _("Accepted"),
        "agreements": [
            {"head": one["head"], "body": one["body"], "tick": one["tick"]} for one in kept.get("texts", [])
        ],
        "signature": {
            "heading": _("Signature"),
            "picture": "signature.png" if signature.picture else "",
            "typed": kept.get("typed_name", ""),
            "alt": _("Signature of %(name)s, drawn by hand") % {"name": kept.get("signer", "")},
            "name": kept.get("signer", ""),
            "about": " · ".join((_role(kept), _local(signature.at))),
        },
    }


def _role(kept: Answers) -> str:
    return {
        "rep": _("Verified by the broker"),
        "group": _("Verified by the group"),
    }.get(kept.get("role", ""), _("Verified by the applicant"))


def _local(at: datetime) -> str:
    """In the store's time zone, with its name."""
    local = clock.local(at)
    return f"{show_date(local.date())} {local:%H:%M:%S %Z}"


def _utc(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


def _evidence(application: Application, signature: SignatureEvidence, code: str) -> Answers:
    return {
        "evidence_heading": _("Evidence of the signature"),
        "evidence": _filled(_act(application, signature)),
        "record_heading": _("Record"),
        "record": _filled(_record(application, signature)),
        "texts_heading": _("Texts as shown"),
        "texts_columns": [_("Text"), _("Ticked at"), "SHA-256"],
        "texts": [
            {"head": one["head"], "at": one["ticked_at"] or "–", "sha256": one["sha256"]}
            for one in signature.evidence.get("texts", [])
        ],
        "verify": _verify(shopper.site_url(application.enrollment.brand_id), code),
    }


def _filled(rows: Iterable[tuple[str, str]]) -> list[Answers]:
    return [{"label": label, "value": value} for label, value in rows if value]


def _act(application: Application, signature: SignatureEvidence) -> tuple[tuple[str, str], ...]:
    """Who signed, how that was verified, when and from where."""
    kept, submitted = signature.evidence, application.submitted_at or signature.at
    return (
        (_("Signed by"), kept.get("signer", "")),
        (_("Kind of signature"), _("Typed name") if kept.get("kind") == "type" else _("Drawn by hand")),
        (_("Verification"), _role(kept)),
        (_("Verification question"), kept.get("question", "")),
        (_("Answer"), _("Matched the application; it is kept as a keyed hash only.")),
        (_("Signed in as"), _account(kept.get("actor", {}))),
        (_("Sent by"), _sent(kept.get("hand_over") or {})),
        (_("Signed at"), f"{_utc(signature.at)}\n{_local(signature.at)}"),
        (_("Submitted at"), f"{_utc(submitted)}\n{_local(submitted)}"),
        (_("Network address"), kept.get("ip", "")),
        (_("Browser"), kept.get("user_agent", "")),
        (_("Language of the signing"), _language(kept.get("language", "en"))),
    )


def _verify(site: str, code: str) -> Answers:
    return {
        "heading": _("Check this document"),
        "text": _(
            "Anybody who has this file or its code can check that it is genuine and unchanged. "
            "The page tells nothing about the people in it."
        ),
        "link": f"{site}/verify?code={grouped(code)}",
        "shown": f"{site}/verify".partition("://")[2],
        "code_label": _("Code"),
        "code": grouped(code),
    }


def _record(application: Application, signature: SignatureEvidence) -> tuple[tuple[str, str], ...]:
    return (
        (_("Record number"), str(signature.sequence)),
        (_("Frozen application, SHA-256"), application.frozen_sha256),
        (_("What was signed, SHA-256"), signature.content_sha256),
        (_("Signature record, SHA-256"), signature.record_hash),
        (_("Record before it, SHA-256"), signature.previous_hash),
    )


def _account(actor: Answers) -> str:
    kinds = {
        "rep": _("A rep, with an account"),
        "group": _("A group administrator, with an account"),
        "member": _("The member, with an account"),
        "staff": _("Staff, with an account"),
    }
    return kinds.get(actor.get("kind", ""), _("A visitor without an account"))


def _sent(hand_over: Answers) -> str:
    """Who had filled in the application, and how its client came to it."""
    if not hand_over:
        return ""
    lines = [f"{hand_over['sender']['name']}, {_utc(datetime.fromisoformat(hand_over['sent_at']))}"]
    if hand_over.get("opened_at"):
        opened = _utc(datetime.fromisoformat(hand_over["opened_at"]))
        lines.append(_("Opened by the client with the mailed code, %(at)s") % {"at": opened})
    return "\n".join(lines)


def _language(code: str) -> str:
    return {"es": _("Spanish")}.get(code[:2], _("English"))
