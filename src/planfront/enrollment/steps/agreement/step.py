"""The step Agreement & Signature."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.enrollment.forms import pictures, rules
from planfront.enrollment.forms.base import Answers, Block, FieldDef, Problems, Row, Step, StepContext, Summary
from planfront.enrollment.steps.agreement.answers import AgreementAnswers
from planfront.enrollment.steps.agreement.signer import name_matches, signer_name, signer_of
from planfront.enrollment.steps.agreement.texts import Text, name_of
from planfront.enrollment.steps.agreement.verification import Verification, verification_of
from planfront.enrollment.steps.personal.answers import PersonalAnswers
from planfront.kernel.text import texts
from planfront.kernel.text.parse import show_date, us_date
from planfront.sales.signed import who_signed

TICK = gettext_lazy("This field is required.")
CHANGED = gettext_lazy("This text has changed since you opened the page. Please read it again.")
SIGNATURE = gettext_lazy("Signature is required")
# What a form may say of who signs. Who it is, is decided here.
PROCESSES = ("rep", "group", "applicant", "sigapplicant")


def _acceptance(text: Text, data: Mapping[str, Any]) -> dict[str, str]:
    """Return how and when a text was accepted: ticked at the page's time, or by the call when its session was
    shown it."""
    if shown_at := data.get("accepted_by_call"):
        return {"by": "call", "at": str(shown_at)}
    return {"by": "tick", "at": str((data.get("accepted_at") or {}).get(text.text_id, ""))[:40]}


class AgreementStep(Step):
    key = AgreementAnswers.key
    slug = "agreement-signature"
    by_default = True
    form_call = "get-form-fields-agreement-info"
    form_has_more = True
    save_call = "save-agreement-info"
    picture = "agreement_info"
    clients_alone = True
    signed = False
    sensitive = frozenset({"answer", "verification_code"})
    minutes = 2

    def title(self) -> str:
        return _("Agreement & Signature")

    def description(self, ctx: StepContext) -> str:
        return _("Short agreements and your signature.")

    def card_title(self) -> str:
        return _("Agreement & Signature")

    def lead(self, ctx: StepContext) -> str:
        return _("Agreement, Application and Authorization")

    def required(self, ctx: StepContext) -> bool:
        return True

    def texts(self, ctx: StepContext) -> tuple[Text, ...]:
        return ctx.agreement.texts

    def fields(self, ctx: StepContext) -> list[FieldDef]:
        role = ctx.signer.role
        group = {
            "rep": _("Broker Verification"),
            "group": _("Group Verification"),
            "applicant": _("Applicant Verification"),
        }[role]
        draft = ctx.drafts.get(self.key, {})
        result = [
            FieldDef(field_name="accepted", type="hidden", value=str(draft.get("accepted", ""))),
            *self._verification(verification_of(ctx)),
            *self._people(ctx, role),
            FieldDef(
                field_name="date",
                type="date",
                label=_("Date"),
                value=show_date(ctx.today),
                read_only=True,
                required=True,
            ),
        ]
        result = [text.model_copy(update={"group": group}) for text in result]
        result.append(
            FieldDef(
                field_name="signature",
                type="signature",
                label=_("Electronic Signature"),
                required=True,
                hint=_("Signing here has the same effect as signing on paper."),
                group=_("Electronic Signature"),
                draftable=False,  # signing is an act of the moment: it is never kept half done
            )
        )
        return [field.model_copy(update={"order": index}) for index, field in enumerate(result)]

    def _verification(self, verification: Verification) -> list[FieldDef]:
        """The question, and where its answer goes: a mailed code is not an answer. Neither is asked twice."""
        question = verification.question
        code, answer = question.is_code and not verification.passed, not question.is_code and not verification.passed
        question_type = "text" if not verification.passed else "hidden"
        return [
            FieldDef(field_name="question_id", type="hidden", value=question.id, read_only=True),
            FieldDef(
                field_name="question",
                type=question_type,
                label=_("Verification Question"),
                value=question.text,
                read_only=True,
                required=not verification.passed,
            ),
            FieldDef(
                field_name="answer",
                type="text" if answer else "hidden",
                label=_("Verify Answer"),
                required=answer,
                max_length=80,
                autocomplete="off",
                sensitive=True,
                hint=verification.hint if answer else "",
            ),
            FieldDef(
                field_name="verification_code",
                type="code" if code else "hidden",
                label=_("Verify Answer"),
                required=code,
                max_length=12,
                autocomplete="one-time-code",
                input_mode="numeric",
                sensitive=True,
                hint=verification.hint if code else "",
            ),
        ]

    def _people(self, ctx: StepContext, role: str) -> list[FieldDef]:
        def shown(name: str, label: str, value: str) -> FieldDef:
            return FieldDef(field_name=name, label=label, value=value, required=True, read_only=True)

        parties = ctx.parties
        fields = []
        if role == "rep":
            fields += [
                shown("agent_name", _("Broker name"), parties.agent_name),
                shown("agent_code", _("Broker code"), parties.agent_code),
            ]
        if role == "group":
            fields += [
                shown("group_name", _("Group name"), parties.group_name),
                shown("group_code", _("Group code"), parties.group_code),
            ]
        return [*fields, shown("user_name", _("Applicant name"), ctx.read(PersonalAnswers).full_name)]

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        """Clean answers, with ``picture`` (base64 PNG, drawn signatures only) for the evidence record."""
        problems = Problems()
        rules.choice(problems, data, "eprocess", list(PROCESSES), optional=True)
        if us_date(value := rules.text(data, "date")) is None and value:
            problems.add("date", texts.explain_date(value))
        still_accepted = self.kept_acceptances(ctx)
        self._check_accepted(ctx, set(data.get("accepted") or []), still_accepted, problems)
        self._check_answer(ctx, data, problems)
        clean = {
            "accepted": [text.text_id for text in self.texts(ctx)],
            "acceptances": {
                text.rendering: still_accepted.get(text.rendering) or _acceptance(text, data)
                for text in self.texts(ctx)
            },
            "question_id": verification_of(ctx).question.id,
            "verifier": ctx.signer.role,
            "signer_key": ctx.signer.key,
            "signer": signer_of(ctx),
            "user_name": ctx.read(PersonalAnswers).full_name,
            "date": show_date(ctx.today),
            **self._signature(ctx, data, problems),
        }
        problems.stop()
        return clean

    def kept_acceptances(self, ctx: StepContext) -> dict[str, dict[str, str]]:
        """Return by rendering how the same person accepted texts that still read the same: these need no new tick."""
        saved = ctx.read(AgreementAnswers)
        if saved.signer_key != ctx.signer.key:
            return {}
        current = {text.rendering for text in self.texts(ctx)}
        return {rendering: dict(how) for rendering, how in saved.acceptances.items() if rendering in current}

    def _check_accepted(
        self, ctx: StepContext, accepted: set[str], still_accepted: Mapping[str, Any], problems: Problems
    ) -> None:
        names = {name_of(text_id) for text_id in accepted}
        for text in self.texts(ctx):
            if text.text_id not in accepted and text.rendering not in still_accepted:
                problems.add(f"accepted.{text.text_id}", CHANGED if name_of(text.text_id) in names else TICK)

    def _check_answer(self, ctx: StepContext, data: Mapping[str, Any], problems: Problems) -> None:
        """Add what is wrong with the answer, which ``signing.services`` has checked before."""
        verification = verification_of(ctx)
        if verification.passed:
            return
        name = "verification_code" if verification.question.is_code else "answer"
        other = "answer" if name == "verification_code" else "verification_code"
        name = other if rules.text(data, other) and not rules.text(data, name) else name
        if rules.required(problems, data, name):
            problems.add(name, ctx.verification_refused)

    def _signature(self, ctx: StepContext, data: Mapping[str, Any], problems: Problems) -> Answers:
        drawn, typed = str(data.get("signature") or ""), rules.text(data, "typed_name")
        kind = rules.text(data, "signature_kind") or ("type" if typed and not drawn else "draw")
        if kind == "type":
            return self._typed(ctx, typed, problems)
        if kind != "draw" or not drawn:
            problems.add("signature", SIGNATURE)
            return {}
        try:
            picture = pictures.decode(drawn)
        except pictures.PictureError as error:
            problems.add("signature", error.message)
            return {}
        if pictures.is_blank(picture):
            problems.add("signature", SIGNATURE)
            return {}
        return {"signature_kind": "draw", "picture": base64.b64encode(pictures.encode(picture)).decode()}

    def _typed(self, ctx: StepContext, typed: str, problems: Problems) -> Answers:
        if not typed:
            problems.add("typed_name", SIGNATURE)
        elif not name_matches(typed, ctx):
            words = _("Type the applicant's name as it appears on the application: %(name)s")
            if ctx.signer.role != "applicant":
                words = _("Type your own name: %(name)s")
            problems.add("typed_name", words % {"name": signer_name(ctx)})
        return {"signature_kind": "type", "typed_name": typed}

    def missing(self, ctx: StepContext) -> int:
        if not ctx.answers(self.key):
            return 1 + len(self.texts(ctx))
        return 0 if self.holds(ctx) else 1

    def holds(self, ctx: StepContext) -> bool:
        """Return whether someone who may sign has signed exactly what is on the application now."""
        unchanged = ctx.signed_sha256 and ctx.signed_sha256 == ctx.agreement.content_sha256
        return bool(unchanged) and not self.unread(ctx) and self.may_hold(ctx)

    def may_hold(self, ctx: StepContext) -> bool:
        """Return whether the signer may sign: for the applicant only where no rule and no hand-over leaves it to
        them."""
        by_applicant = ctx.read(AgreementAnswers).verifier == "applicant"
        return by_applicant or not (ctx.handed_over or ctx.agreement.client_signs)

    def unread(self, ctx: StepContext) -> list[Text]:
        """Texts in force that were not signed as they read now."""
        signed = ctx.read(AgreementAnswers).acceptances
        return [text for text in self.texts(ctx) if text.rendering not in signed]

    def invalid_answers(self, ctx: StepContext) -> dict[str, str]:
        """Return nothing to correct: a signature that doesn't hold is given again."""
        return {}

    def summary(self, ctx: StepContext) -> Summary:
        if not ctx.answers(self.key):
            return Summary()
        saved = ctx.read(AgreementAnswers)
        count = len(saved.accepted)
        rows = [
            Row(label=_("Signed by"), value=who_signed(saved.signer or {"name": saved.user_name})),
            Row(label=_("Date"), value=saved.date),
            Row(label=_("Texts"), value=_("%(count)s of %(count)s accepted") % {"count": count}),
        ]
        if self.missing(ctx):
            rows.append(Row(label=_("Status"), value=_("Something changed after signing. Please sign again.")))
        return Summary(rows=rows, details=[Block(rows=rows)])
