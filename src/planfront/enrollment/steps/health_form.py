"""The health questions as a form, for the applicant and for each dependent.

Answers: ``condition_questions`` ``[{question_id, question_text, yes_no_flag, conditions: [{…}]}]``,
``medication_question`` ``{question_id, question_text, yes_no_flag, medications: [{id, medication, dosage,
medical_condition}]}``, ``notes``, and ``confirmed`` "1" where the form's last line was ticked. On the form every value
is a field of its own, named by its path with the id of the question in it, so that a draft fits its question whatever
the list becomes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from planfront.enrollment.steps import rules
from planfront.enrollment.steps.base import Answers, Block, FieldDef, Problems, Row
from planfront.enrollment.steps.checking import Check
from planfront.kernel import texts
from planfront.kernel.parse import show_date, show_phone, us_date, us_phone

ROWS = 3
NOTES_LENGTH = 2000
_TEXT_LENGTH = 120
LEFT_ALONE = "undefined"
"""What selects send that nobody touched."""
GENERAL, PHYSICIAN, PLAIN, MEDICATION = "general", "physician", "plain", "medication"
# What a detail is: text, date, yes or no, or a phone number; * stands for one that must be answered.
DETAILS: dict[str, dict[str, str]] = {
    GENERAL: {
        "health_condition": "text*",
        "date_of_onset": "date*",
        "date_of_recovery": "date",
        "is_treatment": "flag*",
        "is_medicate": "flag*",
        "d_last_seen": "date",
        "symptoms": "text",
    },
    PHYSICIAN: {
        "condition": "text*",
        "status": "text*",
        "last_seen_by_physician": "date",
        "date_of_recovery": "date",
        "physician_name": "text*",
        "address": "text",
        "phone": "phone",
    },
    PLAIN: {},
}
MEDICINE = ("medication", "dosage", "medical_condition")
CONFIRMED = "confirmed"
"""Says that every question was read: on the form each begins with No."""


@dataclass(frozen=True)
class Question:
    """``kind`` says which details a yes asks for."""

    id: int
    text: str
    kind: str


def yes_no() -> list[tuple[str, str]]:
    return [("1", _("Yes")), ("0", _("No"))]


def _labels() -> dict[str, str]:
    return {
        "health_condition": _("Condition"),
        "condition": _("Condition"),
        "date_of_onset": _("Date of onset"),
        "date_of_recovery": _("Date of recovery"),
        "is_treatment": _("Current treatment"),
        "is_medicate": _("Taking medication"),
        "d_last_seen": _("Date last seen"),
        "symptoms": _("Symptoms"),
        "status": _("Status"),
        "last_seen_by_physician": _("Last seen by physician"),
        "physician_name": _("Physician name"),
        "address": _("Physician address"),
        "phone": _("Physician phone"),
        "medication": _("Medication"),
        "dosage": _("Dosage"),
        "medical_condition": _("Medical condition"),
    }


# --- the form -------------------------------------------------------------------------------------------------------


def fields(
    questions: Sequence[Question],
    values: Mapping[str, str],
    dated: Sequence[Check],
    prefix: str = "",
    unanswered: str = "0",
    confirm: str = "",
) -> list[FieldDef]:
    """Every question with its details below it, the notes, and the line that confirms all answers. ``dated``: the rules
    of every date; ``prefix`` is put before each name; ``unanswered`` is the value of a question that has none."""
    result = [
        question_field.model_copy(update={"checks": list(dated)}) if question_field.type == "date" else question_field
        for question in questions
        for question_field in _question_fields(question, prefix, unanswered)
    ]
    notes = _("Additional Notes")
    result.append(
        FieldDef(field_name=f"{prefix}notes", type="textarea", label=notes, group=notes, max_length=NOTES_LENGTH)
    )
    result.append(FieldDef(field_name=f"{prefix}{CONFIRMED}", type="checkbox", label=confirm, required=True))
    return [answer.model_copy(update={"value": values.get(answer.field_name) or answer.value}) for answer in result]


def _question_fields(question: Question, prefix: str, unanswered: str) -> list[FieldDef]:
    start = prefix + _start(question)
    flag = FieldDef(
        field_name=f"{start}yes_no_flag",
        type="radio",
        label=question.text,
        required=True,
        value=unanswered,
        options=rules.options(yes_no()),
    )
    below = {"field": flag.field_name, "eq": "1"}
    if question.kind == MEDICATION:
        number = FieldDef(field_name=f"{start}question_id", type="hidden", value=str(question.id))
        rows = [_medicine(start, row, below, _("Your medications")) for row in range(ROWS)]
        return [number, flag, *(answer for row in rows for answer in row)]
    labels = _labels()
    details = [
        _detail(f"{start}conditions.0.{name}", labels[name], what).model_copy(
            update={"show_if": below, "group": _("Tell us more")}
        )
        for name, what in DETAILS[question.kind].items()
    ]
    return [flag, *details]


def _start(question: Question) -> str:
    return "medication_question." if question.kind == MEDICATION else f"condition_questions.{question.id}."


def _detail(name: str, label: str, what: str) -> FieldDef:
    kind, must = what.rstrip("*"), what.endswith("*")
    if kind == "flag":
        return FieldDef(field_name=name, type="select", label=label, required=must, options=rules.options(yes_no()))
    if kind == "date":
        return FieldDef(field_name=name, type="date", label=label, required=must, max_length=10)
    if kind == "phone":
        return FieldDef(field_name=name, type="phone", label=label, required=must, input_mode="tel", max_length=14)
    return FieldDef(field_name=name, label=label, required=must, max_length=_TEXT_LENGTH)


def _medicine(start: str, row: int, below: dict[str, Any], group: str) -> list[FieldDef]:
    labels = _labels()
    return [
        FieldDef(
            field_name=f"{start}medications.{row}.{name}",
            max_length=_TEXT_LENGTH,
            show_if=below,
            group=group,
            label=f"{labels[name]} {row + 1}",
            required=row == 0 and name == "medication",
        )
        for name in MEDICINE
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
        for name in MEDICINE:
            flat[f"{prefix}medication_question.medications.{row}.{name}"] = str(question.get(name, ""))
    if answers.get(CONFIRMED):
        flat[f"{prefix}{CONFIRMED}"] = str(answers[CONFIRMED])
    return flat


def typed(answers: Mapping[str, Any]) -> dict[str, str]:
    """Answers that nobody checked, by the names of the form. Selects that were left alone are empty."""
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
    questions: Sequence[Question], data: Mapping[str, Any], dated: Sequence[Check], problems: Problems
) -> Answers:
    """Clean answers. Problems are named ``condition_questions.N.conditions.0.…`` by the place in what was sent."""
    sent = [question for question in data.get("condition_questions") or [] if isinstance(question, Mapping)]
    places = {str(one.get("question_id", "")): index for index, one in enumerate(sent)}
    done = []
    for question in questions:
        if question.kind == MEDICATION:
            continue
        index = places.get(str(question.id))
        if index is None:
            problems.add("condition_questions", _("Please answer all questions"))
            continue
        done.append(_condition(question, sent[index], f"condition_questions.{index}.", dated, problems))
    medication = next((question for question in questions if question.kind == MEDICATION), None)
    answers: Answers = {"condition_questions": done}
    if medication is not None:
        answers["medication_question"] = _medication(medication, data.get("medication_question") or {}, problems)
    answers["notes"] = rules.check_length(problems, str(data.get("notes") or "").strip(), "notes", NOTES_LENGTH)
    return {**answers, **_confirmation(data, problems)}


def _confirmation(data: Mapping[str, Any], problems: Problems) -> Answers:
    """The ticked line. Who sends none has given each answer without a form that begins with No."""
    ticked = rules.text(data, CONFIRMED)
    if ticked and ticked != "1":
        problems.add(CONFIRMED, _("This field is required."))
    return {CONFIRMED: "1"} if ticked == "1" else {}


def _flag(given: Mapping[str, Any], name: str, problems: Problems) -> str:
    value = _plain(given, "yes_no_flag")
    if value not in {"0", "1"}:
        problems.add(name, _("Please answer all questions"))
    return value


def _plain(given: Mapping[str, Any], name: str) -> str:
    value = rules.text(given, name)
    return "" if value == LEFT_ALONE else value


def _condition(
    question: Question, given: Mapping[str, Any], start: str, dated: Sequence[Check], problems: Problems
) -> Answers:
    done: Answers = {
        "question_id": question.id,
        "question_text": question.text,
        "yes_no_flag": _flag(given, f"{start}yes_no_flag", problems),
    }
    if done["yes_no_flag"] == "1" and DETAILS[question.kind]:
        listed = given.get("conditions") or [{}]
        first = listed[0] if isinstance(listed[0], Mapping) else {}
        _check_alone(question, listed[1:], f"{start}conditions.1.", problems)
        _check_order(first, f"{start}conditions.0.date_of_recovery", problems)
        done["conditions"] = [
            {
                name: value
                for name, what in DETAILS[question.kind].items()
                if (value := _value(first, name, what, f"{start}conditions.0.", dated, problems))
            }
        ]
    return done


def _check_alone(question: Question, others: Sequence[Any], start: str, problems: Problems) -> None:
    """Nothing that was told is dropped: there is room for one condition, and the notes for the others."""
    if any(_plain(answer, name) for answer in others if isinstance(answer, Mapping) for name in DETAILS[question.kind]):
        first = next(iter(DETAILS[question.kind]))
        problems.add(start + first, _("Describe one condition here; put others into the notes."))


def _check_order(given: Mapping[str, Any], name: str, problems: Problems) -> None:
    onset, recovery = us_date(_plain(given, "date_of_onset")), us_date(_plain(given, "date_of_recovery"))
    if onset and recovery and recovery < onset:
        problems.add(name, _("The date of recovery can't be before the date of onset."))


def _value(
    given: Mapping[str, Any], name: str, what: str, start: str, dated: Sequence[Check], problems: Problems
) -> str:
    kind, value = what.rstrip("*"), _plain(given, name)
    if not value:
        if what.endswith("*"):
            problems.add(start + name, texts.REQUIRED)
        return ""
    if kind == "date":
        day = us_date(value)
        if day is None:
            problems.add(start + name, texts.of_date(value))
        problems.check(start + name, show_date(day), dated, given)
        return show_date(day)
    if kind == "flag" and value not in {"0", "1"}:
        problems.add(start + name, texts.CHOICE)
    if kind == "phone":
        number = us_phone(value)
        if number is None:
            problems.add(start + name, texts.PHONE)
        return number or ""
    return rules.check_length(problems, value, start + name, _TEXT_LENGTH)


def _medication(question: Question, given: Mapping[str, Any], problems: Problems) -> Answers:
    done: Answers = {
        "question_id": question.id,
        "question_text": question.text,
        "yes_no_flag": _flag(given, "medication_question.yes_no_flag", problems),
    }
    if done["yes_no_flag"] != "1":
        return done
    listed = [medication for medication in given.get("medications") or [{}] if isinstance(medication, Mapping)]
    start = "medication_question.medications."
    if len(listed) > ROWS:
        problems.add(f"{start}{ROWS}.medication", _("Name up to 3 medications; put others into the notes."))
    done["medications"] = []
    for row, answer in enumerate(listed[:ROWS]):
        values = {name: _plain(answer, name) for name in MEDICINE}
        if row and not any(values.values()):
            continue
        if not values["medication"]:
            problems.add(f"{start}{row}.medication", texts.REQUIRED)
        for name, value in values.items():
            rules.check_length(problems, value, f"{start}{row}.{name}", _TEXT_LENGTH)
        done["medications"].append({"id": row + 1, **values})
    return done


# --- the review card ------------------------------------------------------------------------------------------------


def rows(answers: Mapping[str, Any]) -> list[Row]:
    """How many questions were answered with yes."""
    asked = [*answers.get("condition_questions", []), *filter(None, [answers.get("medication_question")])]
    if not asked:
        return []
    yes = sum(answer["yes_no_flag"] == "1" for answer in asked)
    words = _("%(yes)s of %(all)s questions answered with yes") % {"yes": yes, "all": len(asked)}
    told = [Row(label=_("Health Questions"), value=words)]
    if answers.get(CONFIRMED):
        told.append(Row(label=_("All answers confirmed"), value=_("Yes")))
    return told


def blocks(answers: Mapping[str, Any], questions: Sequence[Question] = ()) -> list[Block]:
    """Each question with its answer and details; in the reader's language while it is one of ``questions``."""
    words, labels, texts_now = dict(yes_no()), _labels(), {question.id: question.text for question in questions}
    asked = [*answers.get("condition_questions", []), *filter(None, [answers.get("medication_question")])]
    result = []
    for answer in asked:
        listed = [Row(label=_("Answer"), value=words.get(answer["yes_no_flag"], ""))]
        for detail in (*answer.get("conditions", []), *answer.get("medications", [])):
            listed += [
                Row(label=labels[name], value=_shown(name, str(value), words))
                for name, value in detail.items()
                if value and name in labels
            ]
        result.append(Block(title=texts_now.get(answer["question_id"], answer["question_text"]), rows=listed))
    if answers.get("notes"):
        result.append(Block(title=_("Additional Notes"), rows=[Row(label=_("Notes"), value=answers["notes"])]))
    return result


def _shown(name: str, value: str, words: Mapping[str, str]) -> str:
    if name in {"is_treatment", "is_medicate"}:
        return words.get(value, value)
    return show_phone(value) if name == "phone" else value
