"""The health questions as a form, for the applicant and for each dependent.

Answers: ``condition_questions`` ``[{question_id, question_text, yes_no_flag, conditions: [{…}]}]``,
``medication_question`` ``{question_id, question_text, yes_no_flag, medications: [{id, medication, dosage,
medical_condition}]}``, ``notes``, and ``confirmed`` "1" where the form's last line was ticked. On the form every value
is a field of its own, named by its path with the id of the question in it, so that a draft fits its question whatever
the list becomes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.enrollment.forms import kinds, rules
from planfront.enrollment.forms.base import Answers, Block, FieldDef, Problems, Row, StepContext
from planfront.enrollment.forms.checking import Check
from planfront.enrollment.forms.common import YES_NO
from planfront.enrollment.forms.field import Field
from planfront.kernel.text.parse import us_date

ROWS = 3
NOTES_LENGTH = 2000
LEFT_ALONE = "undefined"
"""The value of a select that no one touched."""
GENERAL, PHYSICIAN, PLAIN, MEDICATION = "general", "physician", "plain", "medication"


def _text(name: str, label: Promise, *, required: bool = False) -> Field:
    return Field(name, label, required=required, max_length=120)


def _flag(name: str, label: Promise) -> Field:
    return Field(name, label, kinds.SELECT, required=True, options=YES_NO)


_RECOVERED = Field("date_of_recovery", gettext_lazy("Date of recovery"), kinds.DATE)
# By kind of question, what a yes asks for.
DETAILS: dict[str, tuple[Field, ...]] = {
    GENERAL: (
        _text("health_condition", gettext_lazy("Condition"), required=True),
        Field("date_of_onset", gettext_lazy("Date of onset"), kinds.DATE, required=True),
        _RECOVERED,
        _flag("is_treatment", gettext_lazy("Current treatment")),
        _flag("is_medicate", gettext_lazy("Taking medication")),
        Field("d_last_seen", gettext_lazy("Date last seen"), kinds.DATE),
        _text("symptoms", gettext_lazy("Symptoms")),
    ),
    PHYSICIAN: (
        _text("condition", gettext_lazy("Condition"), required=True),
        _text("status", gettext_lazy("Status"), required=True),
        Field("last_seen_by_physician", gettext_lazy("Last seen by physician"), kinds.DATE),
        _RECOVERED,
        _text("physician_name", gettext_lazy("Physician name"), required=True),
        _text("address", gettext_lazy("Physician address")),
        Field("phone", gettext_lazy("Physician phone"), kinds.PHONE),
    ),
    PLAIN: (),
}
MEDICINE = (
    _text("medication", gettext_lazy("Medication"), required=True),
    _text("dosage", gettext_lazy("Dosage")),
    _text("medical_condition", gettext_lazy("Medical condition")),
)
_DECLARED = {field.name: field for field in (*DETAILS[GENERAL], *DETAILS[PHYSICIAN], *MEDICINE)}
CONFIRMED = "confirmed"
"""Says that every question was read: on the form each begins with No."""


@dataclass(frozen=True)
class Question:
    """``kind`` says which details a yes asks for."""

    id: int
    text: str
    kind: str


# --- the form -------------------------------------------------------------------------------------------------------


def fields(
    ctx: StepContext,
    questions: Sequence[Question],
    values: Mapping[str, str],
    dated: Sequence[Check],
    prefix: str = "",
    unanswered: str = "0",
    confirm: str = "",
) -> list[FieldDef]:
    """Every question with its details below it, the notes, and the line that confirms all answers. ``dated``: the rules
    of every date; ``prefix`` is put before each name; ``unanswered`` is the value of a question that has none."""
    notes = _("Additional Notes")
    listed = [
        *(field for question in questions for field in _question_fields(question, prefix, dated, unanswered)),
        Field(f"{prefix}notes", notes, kinds.NOTES, group=notes, max_length=NOTES_LENGTH),
        Field(f"{prefix}{CONFIRMED}", confirm, kinds.CHECKBOX, required=True),
    ]
    return [field.definition(ctx, values) for field in listed]


def _question_fields(question: Question, prefix: str, dated: Sequence[Check], unanswered: str) -> list[Field]:
    start = prefix + _start(question)
    flag = Field(f"{start}yes_no_flag", question.text, kinds.RADIO, required=True, options=YES_NO, default=unanswered)
    below = {"field": flag.name, "eq": "1"}
    if question.kind == MEDICATION:
        number = Field(f"{start}question_id", kind=kinds.HIDDEN, default=str(question.id))
        return [number, flag, *_medicine_fields(f"{start}medications.", below)]
    details = [
        replace(field, name=f"{start}conditions.0.{field.name}", show_if=below, group=_("Tell us more"))
        for field in _dated(DETAILS[question.kind], dated)
    ]
    return [flag, *details]


def _start(question: Question) -> str:
    return "medication_question." if question.kind == MEDICATION else f"condition_questions.{question.id}."


def _dated(declared: Sequence[Field], dated: Sequence[Check]) -> list[Field]:
    """The fields, their dates with these rules."""
    return [replace(field, checks=list(dated)) if field.kind is kinds.DATE else field for field in declared]


def _medicine_fields(start: str, below: dict[str, Any]) -> list[Field]:
    return [
        replace(
            field,
            name=f"{start}{row}.{field.name}",
            label=f"{field.label} {row + 1}",
            required=field.required and row == 0,
            show_if=below,
            group=_("Your medications"),
        )
        for row in range(ROWS)
        for field in MEDICINE
    ]


def flatten(answers: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """The answers by the names of the form."""
    flat: dict[str, str] = {f"{prefix}notes": str(answers.get("notes", ""))}
    for question in answers.get("condition_questions", []):
        start = f"{prefix}condition_questions.{question['question_id']}."
        flat[f"{start}yes_no_flag"] = str(question["yes_no_flag"])
        for name, value in (question.get("conditions") or [{}])[0].items():
            flat[f"{start}conditions.0.{name}"] = str(value)
    medication = answers.get("medication_question") or {}
    if medication:
        flat[f"{prefix}medication_question.yes_no_flag"] = str(medication["yes_no_flag"])
    for row, question in enumerate(medication.get("medications", [])):
        for field in MEDICINE:
            name = f"{prefix}medication_question.medications.{row}.{field.name}"
            flat[name] = str(question.get(field.name, ""))
    if answers.get(CONFIRMED):
        flat[f"{prefix}{CONFIRMED}"] = str(answers[CONFIRMED])
    return flat


def typed(answers: Mapping[str, Any]) -> dict[str, str]:
    """Return unchecked answers by the names of the form. Selects that were left alone are empty."""
    return {name: "" if value == LEFT_ALONE else value for name, value in flatten(answers).items()}


def by_id(name: str, listed: Sequence[Mapping[str, Any]]) -> str:
    """A name with the place of a question in ``listed``, with the question's id instead, as on the form."""
    start, _dot, rest = name.partition(".")
    place, _dot, detail = rest.partition(".")
    if start != "condition_questions" or not place.isdigit() or int(place) >= len(listed):
        return name
    return f"{start}.{listed[int(place)]['question_id']}.{detail}"


# --- checking -------------------------------------------------------------------------------------------------------


def clean(
    ctx: StepContext, questions: Sequence[Question], data: Mapping[str, Any], dated: Sequence[Check], problems: Problems
) -> Answers:
    """Clean answers. Problems are named ``condition_questions.N.conditions.0.…`` by the place in what was sent."""
    sent = [question for question in data.get("condition_questions") or [] if isinstance(question, Mapping)]
    places = {str(question.get("question_id", "")): index for index, question in enumerate(sent)}
    done = []
    for question in questions:
        if question.kind == MEDICATION:
            continue
        index = places.get(str(question.id))
        if index is None:
            problems.add("condition_questions", _("Please answer all questions"))
            continue
        done.append(_condition(ctx, question, sent[index], f"condition_questions.{index}.", dated, problems))
    medication = next((question for question in questions if question.kind == MEDICATION), None)
    answers: Answers = {"condition_questions": done}
    if medication is not None:
        answers["medication_question"] = _medication(ctx, medication, data.get("medication_question") or {}, problems)
    answers["notes"] = rules.check_length(problems, str(data.get("notes") or "").strip(), "notes", NOTES_LENGTH)
    return {**answers, **_confirmation(data, problems)}


def _confirmation(data: Mapping[str, Any], problems: Problems) -> Answers:
    """The ticked line. Who sends none has given each answer without a form that begins with No."""
    ticked = rules.text(data, CONFIRMED)
    if ticked and ticked != "1":
        problems.add(CONFIRMED, _("This field is required."))
    return {CONFIRMED: "1"} if ticked == "1" else {}


def _answer(row: Mapping[str, Any], name: str, problems: Problems) -> str:
    value = _plain(row, "yes_no_flag")
    if value not in {"0", "1"}:
        problems.add(name, _("Please answer all questions"))
    return value


def _plain(row: Mapping[str, Any], name: str) -> str:
    value = rules.text(row, name)
    return "" if value == LEFT_ALONE else value


def _condition(
    ctx: StepContext,
    question: Question,
    row: Mapping[str, Any],
    start: str,
    dated: Sequence[Check],
    problems: Problems,
) -> Answers:
    done: Answers = {
        "question_id": question.id,
        "question_text": question.text,
        "yes_no_flag": _answer(row, f"{start}yes_no_flag", problems),
    }
    if done["yes_no_flag"] == "1" and DETAILS[question.kind]:
        listed = row.get("conditions") or [{}]
        first = listed[0] if isinstance(listed[0], Mapping) else {}
        _check_alone(question, listed[1:], f"{start}conditions.1.", problems)
        _check_order(first, f"{start}conditions.0.date_of_recovery", problems)
        values = _values(ctx, _dated(DETAILS[question.kind], dated), first, f"{start}conditions.0.", problems)
        done["conditions"] = [{name: value for name, value in values.items() if value}]
    return done


def _check_alone(question: Question, others: Sequence[Any], start: str, problems: Problems) -> None:
    """Refuse details that would be lost: there is room for one condition, and the notes for the others."""
    details, answered = DETAILS[question.kind], [answer for answer in others if isinstance(answer, Mapping)]
    if any(_plain(answer, field.name) for answer in answered for field in details):
        problems.add(start + details[0].name, _("Describe one condition here; put any others in the notes."))


def _check_order(row: Mapping[str, Any], name: str, problems: Problems) -> None:
    onset, recovery = us_date(_plain(row, "date_of_onset")), us_date(_plain(row, "date_of_recovery"))
    if onset and recovery and recovery < onset:
        problems.add(name, _("The date of recovery can't be before the date of onset."))


def _values(
    ctx: StepContext, declared: Sequence[Field], row: Mapping[str, Any], start: str, problems: Problems
) -> dict[str, str]:
    """The clean answers of a row; its problems are named from ``start``."""
    sent, inner = {field.name: _plain(row, field.name) for field in declared}, Problems()
    values = {field.name: field.clean(ctx, sent, {}, inner, required=field.required is True) for field in declared}
    for name, item in inner.items.items():
        problems.add(start + name, item.error_message)
    return values


def _medication(ctx: StepContext, question: Question, sent: Mapping[str, Any], problems: Problems) -> Answers:
    done: Answers = {
        "question_id": question.id,
        "question_text": question.text,
        "yes_no_flag": _answer(sent, "medication_question.yes_no_flag", problems),
    }
    if done["yes_no_flag"] != "1":
        return done
    listed = [medication for medication in sent.get("medications") or [{}] if isinstance(medication, Mapping)]
    start = "medication_question.medications."
    if len(listed) > ROWS:
        problems.add(f"{start}{ROWS}.medication", _("List up to 3 medications, and put any others in the notes."))
    done["medications"] = []
    for row, answer in enumerate(listed[:ROWS]):
        if row and not any(_plain(answer, field.name) for field in MEDICINE):
            continue
        values = _values(ctx, MEDICINE, answer, f"{start}{row}.", problems)
        done["medications"].append({"id": row + 1, **values})
    return done


# --- the review card ------------------------------------------------------------------------------------------------


def rows(answers: Mapping[str, Any]) -> list[Row]:
    """Return how many questions were answered with yes."""
    questions = [*answers.get("condition_questions", []), *filter(None, [answers.get("medication_question")])]
    if not questions:
        return []
    yes = sum(answer["yes_no_flag"] == "1" for answer in questions)
    words = _("%(yes)s of %(all)s questions answered with yes") % {"yes": yes, "all": len(questions)}
    result = [Row(label=_("Health Questions"), value=words)]
    if answers.get(CONFIRMED):
        result.append(Row(label=_("All answers confirmed"), value=_("Yes")))
    return result


def blocks(ctx: StepContext, answers: Mapping[str, Any], questions: Sequence[Question] = ()) -> list[Block]:
    """Each question with its answer and details; in the reader's language while it is one of ``questions``."""
    words, texts_now = dict(YES_NO), {question.id: question.text for question in questions}
    answered = [*answers.get("condition_questions", []), *filter(None, [answers.get("medication_question")])]
    result = []
    for answer in answered:
        listed = [Row(label=_("Answer"), value=str(words.get(answer["yes_no_flag"], "")))]
        for detail in (*answer.get("conditions", []), *answer.get("medications", [])):
            listed += [
                Row(label=str(_DECLARED[name].label), value=_DECLARED[name].row(ctx, detail))
                for name, value in detail.items()
                if value and name in _DECLARED
            ]
        result.append(Block(title=texts_now.get(answer["question_id"], answer["question_text"]), rows=listed))
    if answers.get("notes"):
        result.append(Block(title=_("Additional Notes"), rows=[Row(label=_("Notes"), value=answers["notes"])]))
    return result
