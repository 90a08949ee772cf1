"""The content of the signed application as a document: all from the frozen answers, in the language of the signing."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _

from planfront.brands import selectors as brands
from planfront.catalog.wording import language
from planfront.enrollment.application import context
from planfront.enrollment.forms.base import Answers, Block, Parties, Row, Step, StepContext
from planfront.enrollment.signing import evidence
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.registry import AGREEMENT, REVIEW
from planfront.kernel.security.ids import CODE_GROUP
from planfront.messaging.documents import brand_look
from planfront.sales import selectors as policies

if TYPE_CHECKING:
    from planfront.enrollment.models import Application, SignatureEvidence
    from planfront.sales.models import Confirmation

TEMPLATE = Path(__file__).parent / "pdf" / "application.typ"
CODE_LENGTH = 4 * CODE_GROUP


def describe(application: Application, signature: SignatureEvidence, code: str) -> Answers:
    """``{"name", "data", "files"}`` of the document; names, texts and amounts are those that were signed for."""
    quote = application.enrollment
    confirmation = policies.confirmation_of(quote)
    if confirmation is None:
        raise ValueError("only a submitted application has a document")
    with translation.override(signature.evidence.get("language", "en")):
        ctx = signed_context(application)
        logo = brands.logo_file(quote.brand)
        files = {f"logo{logo[0]}": logo[1]} if logo else {}
        if signature.picture:
            files["signature.png"] = base64.b64decode(signature.picture)
        number = str(confirmation.number)
        return {
            "name": f"{slugify(quote.brand.name)}-{slugify(_('Signed application'))}-{number}.pdf",
            "data": {
                **brand_look(quote.brand, logo),
                "lang": language(),
                **_head(confirmation, ctx),
                "sections": _sections(application, ctx),
                **plans_of(confirmation),
                **evidence.signing_page(signature),
                **evidence.proof(application, signature, code),
                "page": _("Page {page} of {pages}"),
            },
            "files": files,
        }


def signed_context(application: Application) -> StepContext:
    """Return the context of a submitted application with the answers that were frozen, and no others."""
    ctx = context.with_answers(context.quote_context(application.enrollment), {})
    return replace(ctx, saved=application.frozen["answers"], drafts={})


def signed_steps(application: Application, ctx: StepContext) -> list[Step]:
    """The tabs with answers that were signed for. Applications from before they were kept have those of today."""
    step_keys = application.frozen.get("tabs") or [tab.step.key for tab in registry.tabs(ctx) if tab.required]
    return [step for step in registry.STEPS if step.key in step_keys and step not in (AGREEMENT, REVIEW)]


def _head(confirmation: Confirmation, ctx: StepContext) -> Answers:
    receipt = policies.build_receipt(confirmation)
    number = receipt["confirmation_number"]
    facts = (
        (_("Applicant"), receipt["member_name"]),
        (_("Confirmation number"), f"#{number}"),
        (_("Submitted on"), receipt["enrolled_on"]),
        (_("Who is covered"), receipt["covered"]),
        (_("Coverage starts on"), receipt["effective_date"]),
        (_("Prepared by") if ctx.shopper.eprocess in ("rep", "group") else _("On record with"), _seller(ctx.parties)),
    )
    return {
        "title": _("Signed application #%(number)s") % {"number": number},
        "heading": _("Application for coverage"),
        "about": _("As it was answered, signed and submitted. Numbers of people and accounts show their last digits."),
        "facts": evidence.drop_empty(facts),
    }


def _seller(parties: Parties) -> str:
    name, code = parties.agent_name or parties.group_name, parties.agent_code or parties.group_code
    return f"{name} ({code})" if name and code else name


def _sections(application: Application, ctx: StepContext) -> list[Answers]:
    """The answers as the review cards have them in full: numbers masked."""
    steps = signed_steps(application, ctx)
    result = [_section(step.card_title(), step.summary(ctx).details) for step in steps]
    result.append(asked_by_plans(application.frozen))
    if notes := ctx.answers(REVIEW.key).get("additional_notes", ""):
        result.append(_section(_("Additional Notes"), [Block(rows=[Row(label="", value=notes)])]))
    return [item for item in result if item["blocks"]]


def _section(title: str, blocks: Iterable[Block]) -> Answers:
    return {"title": title, "blocks": [{**block.model_dump(), "lang": language()} for block in blocks if block.rows]}


def asked_by_plans(frozen: Answers) -> Answers:
    """Return the plans' questions and answers in the words that were on the page.

    That may be another language; applications from before the words were kept have English.
    """
    names = frozen.get("plans", {})
    blocks = [
        {
            "title": ": ".join(filter(None, (names.get(str(plan_answer["plan_id"]), ""), _title(plan_answer)))),
            "rows": [_answer_row(answer, _title(plan_answer)) for answer in plan_answer["answers"]],
            "lang": plan_answer.get("language", "en"),
        }
        for plan_answer in frozen.get("plan_answers", [])
    ]
    return {"title": _("Questions about your plans"), "blocks": [block for block in blocks if block["rows"]]}


def _title(plan_answer: Answers) -> str:
    return str(plan_answer.get("shown_title") or plan_answer["title"])


def _answer_row(answer: Answers, title: str) -> Answers:
    words = {**answer, "who": "", **answer.get("shown", {})}
    return {"label": words["question"] or title, "value": _answer_text(words)}


def _answer_text(answer: Answers) -> str:
    texts = [str(answer.get("said", "")), answer["who"], str(answer.get("text") or ""), *answer.get("ticked", [])]
    texts += ["; ".join(str(value) for value in item.values() if value) for item in answer.get("detail") or []]
    return " · ".join(filter(None, texts)) or "–"


def plans_of(confirmation: Confirmation) -> Answers:
    """Tables of plans and fees, the totals, and how it is paid."""
    receipt = policies.build_receipt(confirmation)
    plans = [line for line in receipt["lines"] if line["policy_number"]]
    fees = [line for line in receipt["lines"] if not line["policy_number"]]
    tables = [{"heading": _("Plans"), "first": _("Plan"), "second": _("Each month"), "lines": list(map(_line, plans))}]
    if fees:
        tables.append({"heading": _("Fees"), "first": _("Fee"), "second": _("Amount"), "lines": list(map(_line, fees))})
    pay = receipt["share"].from_pay if receipt["share"] else None
    return {
        "tables": tables,
        "totals": [
            *([{"label": pay.label, "amount": f"${pay.amount}"}] if pay else []),
            {"label": _("First Month Total Cost"), "amount": f"${receipt['initial_month_cost']}"},
            {"label": _("Recurring Monthly Cost"), "amount": f"${receipt['recurring_month_cost']}"},
        ],
        "payment": policies.payment_sentence(confirmation),
    }


def _line(line: Answers) -> Answers:
    once = line["price"] == "0.00" and line["one_time"] != "0.00"
    policy = _("Policy %(number)s") % {"number": line["policy_number"]} if line["policy_number"] else ""
    riders = [
        _("Includes %(rider)s: $%(amount)s") % {"rider": rider["name"], "amount": rider["price"]}
        for rider in line["riders"]
    ]
    evidence = line["evidence"]["text"] if line["evidence"] else ""
    return {
        "name": line["name"],
        "about": [text for text in (line["note"], policy) if text],
        "parts": [*riders, *filter(None, [evidence, line["share"].text if line["share"] else ""])],
        "amount": f"${line['one_time'] if once else line['price']}",
    }
