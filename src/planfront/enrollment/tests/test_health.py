"""Health questions about the applicant and about dependents."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.enrollment.models import Application, HealthQuestion, RequirementProfile, Section
from planfront.enrollment.tests.conftest import problems
from planfront.enrollment.tests.test_dependents import CHILD, SPOUSE
from planfront.members.services import create_member
from planfront.shopping.models import Quote

GENERAL = {
    "health_condition": "Asthma",
    "date_of_onset": "02/03/2015",
    "is_treatment": "1",
    "is_medicate": "0",
    "date_of_recovery": "",
    "d_last_seen": "06/01/2026",
    "symptoms": "Cough",
}
DOCTOR = {
    "condition": "Fracture",
    "status": "Healed",
    "physician_name": "Dr. Ada Moss",
    "phone": "614-555-0123",
    "last_seen_by_physician": "",
}


@pytest.fixture
def questions(db):
    rows = [
        (101, "Have you been treated for a disease of the lungs?", "general", True, True),
        (145, "Have you used tobacco in the last 12 months?", "plain", True, False),
        (146, "Have you been in a hospital in the last five years?", "physician", True, True),
        (190, "Do you take any medication?", "medication", True, True),
    ]
    for order, (key, text, kind, applicant, dependents) in enumerate(rows):
        HealthQuestion.objects.create(
            id=key, text=text, kind=kind, of_applicant=applicant, of_dependents=dependents, order=order
        )


@pytest.fixture
def health_wizard(wizard, questions):
    RequirementProfile.objects.create(name="Health", tabs={"primary_health_info": True})
    return wizard


def answers(**yes):
    """All no, but for the details given by id (``q101``) and the medications (``taken``)."""
    listed = []
    for key in (101, 145, 146):
        detail = yes.get(f"q{key}")
        listed.append({"question_id": key, "question_text": "", "yes_no_flag": "0" if detail is None else "1"})
        if detail:
            listed[-1]["conditions"] = [detail]
    taken = yes.get("taken")
    medication = {"question_id": 190, "yes_no_flag": "0" if taken is None else "1", "medications": taken or []}
    return {"condition_questions": listed, "medication_question": medication, "notes": yes.get("notes", "")}


def save(wizard, **yes):
    return wizard.post("save-primary-health-info", **answers(**yes))


def test_the_questions_stand_under_their_misspelt_name_and_as_a_form(health_wizard):
    data = health_wizard.data("get-health-questions-primary-health-info")
    assert (data["title"], health_wizard.tabs()["primary_health_info"]["title"]) == (
        "Primary Health Questions",
        "Health Questions",
    )
    assert [question["question_id"] for question in data["codition_questions"]] == [101, 145, 146]
    assert data["medication_question"] == {
        "question_id": 190,
        "question_text": "Do you take any medication?",
        "kind": "medication",
    }
    fields = {answer["field_name"]: answer for answer in data["result"]}
    assert fields["condition_questions.145.yes_no_flag"]["value"] == "0"
    assert fields["condition_questions.101.conditions.0.symptoms"]["show_if"] == {
        "field": "condition_questions.101.yes_no_flag",
        "eq": "1",
    }
    assert not [name for name in fields if name.startswith("condition_questions.145.conditions")]
    assert "medication_question.medications.2.dosage" in fields
    of_dependents = health_wizard.data("get-health-questions-dependent-info")
    assert [question["question_id"] for question in of_dependents["codition_questions"]] == [101, 146]


def test_answering_no_to_everything_is_accepted(health_wizard):
    assert save(health_wizard).status_code == 200
    kept = Section.objects.get(key="primary_health_info").answers
    assert kept["condition_questions"][0] == {
        "question_id": 101,
        "question_text": "Have you been treated for a disease of the lungs?",
        "yes_no_flag": "0",
    }
    assert health_wizard.tabs()["primary_health_info"]["status"] == "done"


def test_details_of_a_yes_are_returned(health_wizard):
    rows = [{"medication": "Albuterol", "dosage": "90 mcg"}, {}, {"medication": "Ibuprofen"}]
    assert (
        save(health_wizard, q101=GENERAL, q146=DOCTOR, q145={}, taken=rows, notes="Line one\nline two").status_code
        == 200
    )
    result = health_wizard.data("get-health-questions-primary-health-info")["result"]
    values = {answer["field_name"]: answer["value"] for answer in result}
    assert values["condition_questions.101.conditions.0.health_condition"] == "Asthma"
    assert values["condition_questions.146.conditions.0.phone"] == "6145550123"
    assert values["medication_question.medications.1.medication"] == "Ibuprofen"
    assert values["notes"] == "Line one\nline two"
    cards = {answer["tab_name"]: answer for answer in health_wizard.data("get-review-summary")["result"]}
    assert cards["primary_health_info"]["rows"] == [
        {"label": "Health Questions", "value": "4 of 4 questions answered with yes"}
    ]


@pytest.mark.parametrize(
    ("yes", "target", "message"),
    [
        (
            {"q101": {**GENERAL, "health_condition": ""}},
            "condition_questions.0.conditions.0.health_condition",
            "Field is required",
        ),
        (
            {"q101": {**GENERAL, "is_treatment": "undefined"}},
            "condition_questions.0.conditions.0.is_treatment",
            "Field is required",
        ),
        (
            {"q101": {**GENERAL, "date_of_onset": "01/01/2999"}},
            "condition_questions.0.conditions.0.date_of_onset",
            "The date can't be in the future.",
        ),
        (
            {"q101": {**GENERAL, "d_last_seen": "02/30/2020"}},
            "condition_questions.0.conditions.0.d_last_seen",
            "February 2020 has 29 days. Check the day.",
        ),
        (
            {"q101": {**GENERAL, "date_of_onset": "04/16/1989"}},
            "condition_questions.0.conditions.0.date_of_onset",
            "This is before you were born.",
        ),
        (
            {"q146": {**DOCTOR, "last_seen_by_physician": "04/16/1989"}},
            "condition_questions.2.conditions.0.last_seen_by_physician",
            "This is before you were born.",
        ),
        (
            {"q101": {**GENERAL, "date_of_recovery": "01/31/2015"}},
            "condition_questions.0.conditions.0.date_of_recovery",
            "The date of recovery can't be before the date of onset.",
        ),
        ({"q146": {**DOCTOR, "phone": "1"}}, "condition_questions.2.conditions.0.phone", "Invalid phone number"),
        (
            {"q146": {**DOCTOR, "physician_name": ""}},
            "condition_questions.2.conditions.0.physician_name",
            "Field is required",
        ),
        ({"taken": [{"dosage": "5 mg"}]}, "medication_question.medications.0.medication", "Field is required"),
        (
            {"taken": [{"medication": "A"}, {"dosage": "5 mg"}]},
            "medication_question.medications.1.medication",
            "Field is required",
        ),
    ],
)
def test_each_invalid_health_answer_has_its_message(health_wizard, yes, target, message):
    assert problems(save(health_wizard, **yes)) == {target: message}


def test_every_question_needs_an_answer(health_wizard):
    body = answers()
    body["condition_questions"].pop(1)
    assert problems(health_wizard.post("save-primary-health-info", **body)) == {
        "condition_questions": "Please answer all questions"
    }
    for left_alone in ("", "undefined", None):
        body = answers()
        body["condition_questions"][0]["yes_no_flag"] = left_alone
        assert problems(health_wizard.post("save-primary-health-info", **body)) == {
            "condition_questions.0.yes_no_flag": "Please answer all questions"
        }


def test_a_second_condition_is_refused_rather_than_dropped(health_wizard):
    body = answers(q101=GENERAL)
    body["condition_questions"][0]["conditions"].append({**GENERAL, "health_condition": "Bronchitis"})
    assert problems(health_wizard.post("save-primary-health-info", **body)) == {
        "condition_questions.0.conditions.1.health_condition": "Describe one condition here; put any others in the "
        "notes."
    }
    body["condition_questions"][0]["conditions"][1] = dict.fromkeys(GENERAL, "")
    assert health_wizard.post("save-primary-health-info", **body).status_code == 200


def test_the_page_gets_the_rules_of_health_dates(health_wizard):
    name = "condition_questions.101.conditions.0.date_of_onset"
    result = health_wizard.data("get-health-questions-primary-health-info")["result"]
    checks = next(answer["checks"] for answer in result if answer["field_name"] == name)
    assert [(check["kind"], check["message"]) for check in checks] == [
        ("not_before", "This is before you were born."),
        ("not_after", "The date can't be in the future."),
    ]


def test_a_new_question_opens_the_tab_again_and_keeps_the_other_answers(health_wizard):
    save(health_wizard, q101=GENERAL)
    HealthQuestion.objects.create(id=200, text="Do you smoke a pipe?", kind="plain", order=0)
    assert health_wizard.tabs()["primary_health_info"]["status"] == "error"
    result = health_wizard.data("get-health-questions-primary-health-info")["result"]
    values = {answer["field_name"]: answer["value"] for answer in result}
    assert values["condition_questions.101.conditions.0.health_condition"] == "Asthma"
    assert values["condition_questions.200.yes_no_flag"] == "0"


def test_drafts_hold_answers_by_their_question(health_wizard):
    name = "condition_questions.101.conditions.0.symptoms"
    kept = health_wizard.post(
        "save-draft", tab_name="health_info", values={name: "Wheezing", "condition_questions.9.x": "y"}
    )
    assert kept.status_code == 200, kept.json()
    result = health_wizard.data("get-health-questions-primary-health-info")["result"]
    assert {answer["field_name"]: answer["value"] for answer in result}[name] == "Wheezing"
    assert Section.objects.get(key="primary_health_info").draft == {name: "Wheezing"}


def test_without_questions_there_is_no_tab(wizard):
    RequirementProfile.objects.create(name="Health", tabs={"primary_health_info": True})
    assert not wizard.tabs()["primary_health_info"]["required"]


# --- dependents -----------------------------------------------------------------------------------------------------


@pytest.fixture
def family(make_wizard, questions):
    RequirementProfile.objects.create(name="Health", tabs={"primary_health_info": True})
    wizard = make_wizard("IF")
    wizard.answer_questions()
    return wizard


def of_dependent(detail=None):
    flag = "0" if detail is None else "1"
    return {
        "condition_questions": [
            {"question_id": 101, "yes_no_flag": flag, "conditions": [detail] if detail else []},
            {"question_id": 146, "yes_no_flag": "0"},
        ],
        "medication_question": {"question_id": 190, "yes_no_flag": "0"},
        "notes": "",
    }


def test_a_dependent_without_answers_is_refused(family):
    assert problems(family.post("validate-single-dependent", primary_info=SPOUSE)) == {
        "health_info.condition_questions": "Please answer all questions",
        "health_info.medication_question.yes_no_flag": "Please answer all questions",
    }
    bad = of_dependent({**GENERAL, "health_condition": ""})
    assert problems(family.post("validate-single-dependent", primary_info=SPOUSE, health_info=bad)) == {
        "health_info.condition_questions.0.conditions.0.health_condition": "Field is required"
    }
    early = of_dependent({**GENERAL, "date_of_onset": "09/01/1987"})
    assert problems(family.post("validate-single-dependent", primary_info=SPOUSE, health_info=early)) == {
        "health_info.condition_questions.0.conditions.0.date_of_onset": "This is before the date of birth."
    }


def test_answers_of_dependents_stay_with_them(family):
    people = [
        {"primary_info": SPOUSE, "health_info": of_dependent(GENERAL)},
        {"primary_info": CHILD, "health_info": of_dependent()},
    ]
    staged = family.post("save-dependent-info-to-temp", dependents=people, spouse_choice="yes")
    assert staged.status_code == 200, staged.json()
    spouse, child = staged.json()["data"]["result"]["dependents"]
    name = "health_info.condition_questions.101.conditions.0.health_condition"
    assert spouse["health_values"][name] == "Asthma"
    assert spouse["health_info"]["condition_questions"][0]["yes_no_flag"] == "1"
    assert "health_info" not in spouse["primary_info"]
    # Sent again without the answers: they stay.
    again = [
        {"primary_info": {**answer["primary_info"], "dependent_id": answer["dependent_id"]}}
        for answer in (spouse, child)
    ]
    done = family.post("save-dependent-info", dependents=again, spouse_choice="yes", accept_price=1)
    assert done.status_code == 200, done.json()
    kept = Section.objects.get(key="dependent_info").answers["dependents"]
    assert kept[0]["health_info"]["condition_questions"][0]["conditions"][0]["symptoms"] == "Cough"


def test_a_dependents_form_asks_the_health_questions(family, wizard):
    form = family.data("get-form-fields-dependent-primary-info")["result"]
    names = [answer["field_name"] for answer in form]
    assert "health_info.condition_questions.146.yes_no_flag" in names
    assert "health_info.condition_questions.145.yes_no_flag" not in names
    assert family.data("check-tab-required", tab_name="primary_health_info")["result"] == {"required": True}


def test_two_windows_that_answer_differently_are_asked_by_the_fields_of_the_form(health_wizard):
    version = health_wizard.data("get-health-questions-primary-health-info")["version"]
    assert save(health_wizard, q101=GENERAL, notes="One").status_code == 200
    stale = health_wizard.post(
        "save-primary-health-info", version=version, **answers(q101={**GENERAL, "symptoms": "None"})
    )
    assert stale.status_code == 409
    assert stale.json()["data"]["values"] == {
        "condition_questions.101.conditions.0.symptoms": "Cough",
        "notes": "One",
    }
    no = health_wizard.post("save-primary-health-info", version=version, **answers(notes="One"))
    assert no.json()["data"]["values"]["condition_questions.101.yes_no_flag"] == "1"
    same = health_wizard.post("save-primary-health-info", version=version, **answers(q101=GENERAL, notes="One"))
    assert same.status_code == 200


def test_questions_are_read_only_where_they_are_asked(wizard, questions):
    def health_queries(call):
        with CaptureQueriesContext(connection) as queries:
            assert call().status_code == 200
        return sum("enrollment_healthquestion" in answer["sql"] for answer in queries)

    assert health_queries(lambda: wizard.get("/get-dynamic-tabs")) == 0
    assert health_queries(lambda: wizard.get("get-health-questions-primary-health-info")) == 1
    # An answer that nobody asked for is checked and kept all the same.
    assert problems(save(wizard, q101={}))["condition_questions.0.conditions.0.health_condition"] == "Field is required"
    assert save(wizard, q101=GENERAL).status_code == 200
    RequirementProfile.objects.create(name="Health", tabs={"primary_health_info": True})
    assert health_queries(lambda: wizard.get("/get-dynamic-tabs")) == 1
    assert health_queries(lambda: wizard.get("get-health-questions-primary-health-info")) == 0  # held until one changes
    assert wizard.tabs()["primary_health_info"]["status"] == "done"


def test_answers_that_no_longer_fit_say_why_where_they_stand(health_wizard):
    def marked():
        result = health_wizard.data("get-health-questions-primary-health-info")["result"]
        return {answer["field_name"]: answer["message"] for answer in result if answer["error"]}

    save(health_wizard, q101=GENERAL)
    assert marked() == {}
    HealthQuestion.objects.filter(pk=145).update(kind="general")
    assert health_wizard.tabs()["primary_health_info"]["status"] == "done"
    HealthQuestion.objects.filter(pk=101).update(kind="physician")
    start = "condition_questions.101.conditions.0."
    missing = {f"{start}{name}": "Field is required" for name in ("condition", "status", "physician_name")}
    assert health_wizard.tabs()["primary_health_info"]["status"] == "error"
    assert marked() == missing
    values = {f"{start}status": "Healed"}
    health_wizard.post("save-draft", tab_name="primary_health_info", values=values)
    assert set(marked()) == set(missing) - set(values)


def test_the_review_is_read_in_spanish(health_wizard):
    HealthQuestion.objects.filter(pk=101).update(text_es="¿Ha recibido tratamiento por una enfermedad pulmonar?")
    save(health_wizard, q101=GENERAL)
    health_wizard.client.headers["Accept-Language"] = "es"
    cards = {answer["tab_name"]: answer for answer in health_wizard.data("get-review-summary")["result"]}
    block = cards["primary_health_info"]["details"][0]
    assert block["title"] == "¿Ha recibido tratamiento por una enfermedad pulmonar?"
    assert [row["label"] for row in block["rows"]][:3] == ["Respuesta", "Afección", "Fecha de inicio"]


def test_saving_for_later_takes_what_the_step_sends(health_wizard):
    """Checked by nobody yet: it waits as the draft of the form."""
    sent = {
        **answers(q101={**GENERAL, "is_medicate": "undefined"}, taken=[{"medication": "Ramipril"}]),
        "notes": "Later",
    }
    later = {"email": "maren@mailbox.example", "tab": "health_info"}
    assert health_wizard.post("save-enrollment", **later, data=sent).status_code == 200
    form = {
        answer["field_name"]: answer["value"]
        for answer in health_wizard.data("get-health-questions-primary-health-info")["result"]
    }
    assert form["condition_questions.101.yes_no_flag"] == "1"
    assert form["condition_questions.101.conditions.0.symptoms"] == "Cough"
    assert form["condition_questions.101.conditions.0.is_medicate"] == ""
    assert (form["medication_question.medications.0.medication"], form["notes"]) == ("Ramipril", "Later")
    sent["condition_questions"][0]["conditions"] = "x"
    assert problems(health_wizard.post("save-enrollment", **later, data=sent)) == {
        "condition_questions.0.conditions": "This value is not valid."
    }


def form_of(wizard):
    data = wizard.data("get-health-questions-primary-health-info")
    return data, {answer["field_name"]: answer for answer in data["result"]}


def test_the_form_asks_once_to_confirm_that_no_was_meant(health_wizard):
    field = form_of(health_wizard)[1]["confirmed"]
    assert (field["type"], field["required"], field["value"]) == ("checkbox", True, "")
    assert field["label"] == "I read every question. Each answer is true, also where it says No."
    unread = health_wizard.post("save-primary-health-info", **answers(), confirmed="0")
    assert problems(unread) == {"confirmed": "This field is required."}
    assert health_wizard.post("save-primary-health-info", **answers(), confirmed="1").status_code == 200
    assert form_of(health_wizard)[1]["confirmed"]["value"] == "1"
    rows = {answer["tab_name"]: answer["rows"] for answer in health_wizard.data("get-review-summary")["result"]}[
        "primary_health_info"
    ]
    assert {"label": "All answers confirmed", "value": "Yes"} in rows


def test_a_new_question_asks_to_confirm_again(health_wizard):
    health_wizard.post("save-primary-health-info", **answers(), confirmed="1")
    HealthQuestion.objects.create(id=102, text="And the heart?", kind="general", of_applicant=True, order=9)
    assert form_of(health_wizard)[1]["confirmed"]["value"] == ""


def test_a_rep_confirms_that_the_client_was_asked(health_wizard):
    Quote.objects.update(eprocess="rep")
    assert form_of(health_wizard)[1]["confirmed"]["label"].startswith("I asked the client every question.")


@pytest.fixture
def known(health_wizard, store, make_wizard):
    """An existing member who answered in an earlier application."""
    health_wizard.post("save-primary-health-info", **answers(q145={}, notes="Well"), confirmed="1")
    member = create_member(
        brand=store.brand,
        first_name="Maria",
        last_name="Santos",
        birth_date="1980-02-03",
        gender=1,
        email="maria@mailbox.example",
        phone="6145550100",
        zip="43215",
        state="OH",
        ssn="512999888",
    )
    again = make_wizard()
    Application.objects.update(state="accepted")
    Quote.objects.update(member=member, enroll_type="existing-member")
    return again


def test_answers_of_an_earlier_application_are_taken_over_unconfirmed(known):
    form, fields = form_of(known)
    assert (form["on_record"], fields["condition_questions.145.yes_no_flag"]["value"]) == (True, "1")
    assert "Please check each of them" in form["lead"]
    record = known.data("get-existing-primary-health-info")["result"]
    taken = known.post("save-primary-health-info", **record, from_record=1)
    assert taken.json()["data"]["next"]["tab_name"] == "primary_health_info"
    form, fields = form_of(known)
    assert (form["on_record"], fields["notes"]["value"], fields["confirmed"]["value"]) == (False, "Well", "")
    assert known.tabs()["primary_health_info"]["status"] != "done"


def test_taking_over_changes_nothing_that_was_answered_since(known):
    record = known.data("get-existing-primary-health-info")["result"]
    known.post("save-draft", tab_name="primary_health_info", values={"notes": "Typed since"})
    known.post("save-primary-health-info", **record, from_record=1)
    assert form_of(known)[1]["notes"]["value"] == "Typed since"
    assert save(known).status_code == 200
    known.post("save-primary-health-info", **record, from_record=1)
    assert Section.objects.get(application__enrollment__public_id=known.id).answers["notes"] == ""
