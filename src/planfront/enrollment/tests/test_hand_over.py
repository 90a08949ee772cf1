"""A rep fills in, the client checks, signs and pays; what the rep changes later waits for the client's yes."""

import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
import time_machine
from django.db import connection

from planfront.enrollment.models import (
    HandOver,
    HealthQuestion,
    RequirementProfile,
    ResumeCode,
    Section,
    SignatureEvidence,
)
from planfront.enrollment.tests.conftest import (
    BILLING,
    CONTACT,
    SSN,
    Wizard,
    fill_cart,
    problems,
    quote,
    wizard_of,
)
from planfront.enrollment.tests.test_beneficiaries import JONAH
from planfront.enrollment.tests.test_health import answers, questions  # noqa: F401
from planfront.kernel import clock
from planfront.messaging.models import OutboundEmail

EMAIL = CONTACT["email_address"]
HANDED = "handedOver"
WHOLE = {**JONAH, "beneficiary_percentage": "100"}


@pytest.fixture
def begun(rep, store):
    """What a rep filled in, up to Contact Information."""
    return wizard_of(rep, store, eprocess="rep").answer_questions()


def send(wizard, **more):
    return wizard.post("send-to-client", **{"email": EMAIL, **more})


def code_of(mail):
    return re.search(r"^\s+([A-Z0-9]{10})$", mail.text, re.MULTILINE).group(1)


def latest_code():
    return code_of(OutboundEmail.objects.filter(kind="hand_over").latest("created_at"))


def open_by_code(client, code, email=EMAIL):
    return client.post("continue-enrollment", {"code": code, "email": email})


@pytest.fixture
def handed(begun, make_client):
    """``rep`` sent it, ``client`` opened it in another session."""
    assert send(begun).json()["message"] == f"Sent to {EMAIL}"
    client = make_client("shop.test")
    assert open_by_code(client, latest_code()).status_code == 200
    return SimpleNamespace(rep=begun, client=Wizard(client, begun.id))


def standing(wizard):
    return wizard.data("get-hand-over")


def answer(wizard, proposal, what, **more):
    return wizard.post("answer-proposal", proposal_id=proposal["proposal_id"], answer=what, **more)


def city(wizard):
    return wizard.fields("contact-info")["city"]["value"]


def pay_and_sign(wizard):
    assert wizard.billing().json()["status"] == "success"
    assert wizard.sign().json()["status"] == "success"
    return wizard.submit().json()


def refused(response):
    return response.json().get("errorCode") == HANDED


# --- sending and opening --------------------------------------------------------------------------------------------


def test_an_application_can_be_sent_once_the_rep_s_part_is_complete(store, rep):
    wizard = Wizard(rep, quote(rep, eprocess="rep"))
    fill_cart(rep, wizard.id, store.dental)
    wizard.personal()
    assert wizard.data("/get-dynamic-tabs")["hand_over"] == {
        "side": "seller",
        "live": False,
        "may_send": False,
        "waiting": 0,
    }
    assert problems(send(wizard)) == {"contact_info": "Please complete Contact Information first."}
    wizard.contact()
    assert wizard.data("/get-dynamic-tabs")["hand_over"]["may_send"]
    assert standing(wizard)["suggested_email"] == EMAIL
    assert send(wizard).json()["data"]["hand_over"]["state"] == "sent"


@pytest.mark.parametrize(
    ("body", "messages"),
    [
        ({"email": ""}, {"email": "Field is required"}),
        ({"email": "maren@"}, {"email": "Enter valid email address"}),
        ({"email": "Wren@shop.example"}, {"email": "Must be the client's email, not the rep's."}),
        ({"message": "512-34-5678"}, {"message": "Leave out Social Security, account and card numbers."}),
        ({"message": "x" * 1001}, {"message": "This is too long."}),
    ],
)
def test_invalid_hand_over_requests_are_refused(begun, body, messages):
    assert problems(send(begun, **body)) == messages
    assert not HandOver.objects.exists()


def test_the_mail_has_the_name_the_code_and_nothing_else_of_the_person(begun):
    send(begun, message="As we said on the phone.")
    mail = OutboundEmail.objects.get(kind="hand_over")
    assert (mail.to, mail.subject) == (EMAIL, "Wren Alder sent you an application to review and sign")
    for part in ("Maren Lee Castillo", "As we said on the phone.", "/continue-enrollment?for=client"):
        assert part in mail.text
        assert part.split("?")[0] in mail.html
    for secret in (SSN, SSN[-4:], CONTACT["address1"], "04/17/1989", "555-0193", begun.id):
        assert secret not in mail.text + mail.html
    code, row = code_of(mail), ResumeCode.objects.get()
    assert f"/continue-enrollment?for=client#{code}" in mail.text
    assert f"?for=client#{code}" in mail.html
    assert code not in str(vars(row))
    assert row.expires_at - row.created_at == timedelta(days=30)
    with connection.cursor() as cursor:
        cursor.execute("SELECT email, message FROM enrollment_handover")
        assert EMAIL not in str(cursor.fetchone())


def test_the_mail_is_in_spanish_when_the_rep_works_in_spanish(begun):
    begun.client.headers["Accept-Language"] = "es"
    send(begun)
    mail = OutboundEmail.objects.get(kind="hand_over")
    assert mail.subject == "Wren Alder le envió una solicitud para revisar y firmar"
    assert "Abra el enlace" in mail.text


def test_a_double_click_mails_one_code_and_later_a_new_one_ends_the_first(begun, make_client):
    send(begun)
    first = latest_code()
    send(begun)
    assert OutboundEmail.objects.filter(kind="hand_over").count() == 1
    with time_machine.travel(clock.now() + timedelta(minutes=2), tick=False):
        assert send(begun).status_code == 200
        second = latest_code()
        assert first != second
        assert open_by_code(make_client("shop.test"), first).status_code == 422
        assert open_by_code(make_client("shop.test"), second).status_code == 200
    assert HandOver.objects.count() == 1
    assert "email" in problems(send(begun, email="other@mailbox.example"))


def test_the_code_opens_it_and_a_wrong_one_reads_like_a_wrong_address(begun, make_client):
    send(begun)
    code = latest_code()
    wrong = [
        problems(open_by_code(make_client("shop.test"), *pair)) for pair in (("A" * 10, EMAIL), (code, "x@y.example"))
    ]
    assert wrong == [dict.fromkeys(("code", "email"), "The code or email address isn't correct.")] * 2
    data = open_by_code(make_client("shop.test"), code).json()["data"]
    assert (data["enrollment_id"], data["href"], data["others"]["eprocess"]) == (
        begun.id,
        "/enrollment/check",
        "applicant",
    )
    assert HandOver.objects.get().state == "opened"


def test_codes_are_throttled(begun, make_client):
    send(begun)
    tries = [open_by_code(make_client("shop.test"), "A" * 10).status_code for _ in range(6)]
    assert tries == [422] * 5 + [429]
    assert open_by_code(make_client("shop.test"), latest_code()).status_code == 429


def test_nobody_opens_it_as_the_client_who_is_signed_in_to_sell(begun):
    send(begun)
    text = problems(open_by_code(begun.client, latest_code()))
    assert text == {"code": "You are signed in to sell. Sign out to open this as the client."}
    assert HandOver.objects.get().state == "sent"


# --- who may do what ------------------------------------------------------------------------------------------------


def test_after_sending_the_rep_reads_and_the_client_acts(handed, store):
    rep, client = handed.rep, handed.client
    assert rep.data("/get-dynamic-tabs")["hand_over"]["live"]
    assert rep.tabs()["billing_info"]["theirs"]
    assert not client.tabs()["billing_info"]["theirs"]
    assert city(rep) == "Columbus"
    assert refused(rep.billing())
    assert refused(rep.sign())
    assert refused(rep.submit())
    assert refused(rep.post("save-draft", tab_name="contact_info", values={"city": "Dublin"}))
    assert refused(rep.post("save-enrollment", email=EMAIL, tab="contact_info"))
    for path in ("remove-plan-from-cart", "add-plan-to-cart"):
        assert refused(rep.post(path, plan_id=store.dental.pk))
    assert refused(rep.client.put(f"change-filter-info/{rep.id}", {"working_hours": "20"}))
    assert client.data("/get-dynamic-tabs")["enrolling_for"] == ""
    assert pay_and_sign(client)["status"] == "success"


def test_a_session_without_the_code_can_only_read(begun, make_client):
    begun.post("save-enrollment", email="other@mailbox.example", tab="contact_info")
    code = code_of(OutboundEmail.objects.get(kind="resume_code"))
    guest = make_client("shop.test")
    open_by_code(guest, code, "other@mailbox.example")
    send(begun)
    guest = Wizard(guest, begun.id)
    assert standing(guest)["side"] == "guest"
    assert standing(guest)["hand_over"]["email"] == ""
    for response in (guest.contact(city="Dublin"), guest.billing(), guest.sign(), guest.submit()):
        assert refused(response)
    assert guest.post("withdraw-hand-over").status_code == 404
    assert guest.post("return-hand-over").status_code == 404


def test_each_side_has_its_own_calls(handed, stranger, rep):
    handed.rep.contact(city="Dublin")
    (proposal,) = standing(handed.client)["proposals"]
    assert handed.client.post("withdraw-hand-over").status_code == 404
    assert send(handed.client).status_code == 404
    assert handed.rep.post("return-hand-over").status_code == 404
    assert answer(handed.rep, proposal, "accept").status_code == 404
    assert answer(handed.rep, proposal, "decline").status_code == 404
    assert answer(handed.client, proposal, "withdraw").status_code == 404
    foreign = Wizard(stranger, handed.rep.id)
    assert answer(foreign, proposal, "accept").status_code == 404
    assert foreign.get("get-hand-over").status_code == 404
    other = Wizard(handed.client.client, handed.rep.id)
    unknown = {"proposal_id": "6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"}
    assert answer(other, unknown, "accept").status_code == 404


# --- proposed changes -----------------------------------------------------------------------------------------------


def test_a_change_waits_and_an_accepted_one_is_made(handed):
    saved = handed.rep.contact(city="Dublin").json()
    assert saved["data"]["next"]["tab_name"] == "billing_info"
    assert (city(handed.client), city(handed.rep)) == ("Columbus", "Dublin")
    result = standing(handed.client)
    (proposal,) = result["proposals"]
    assert proposal["changes"] == [{"label": "City", "old": "Columbus", "new": "Dublin"}]
    assert (proposal["title"], proposal["by"]) == ("Contact Information", "Wren Alder")
    assert handed.client.data("/get-dynamic-tabs")["hand_over"]["waiting"] == 1
    assert OutboundEmail.objects.filter(kind="hand_over_change", to=EMAIL).count() == 1
    assert answer(handed.client, proposal, "accept", version=result["version"]).status_code == 200
    assert answer(handed.client, proposal, "accept").status_code == 200
    assert city(handed.client) == "Dublin"
    assert standing(handed.client)["proposals"] == []


def test_declining_a_change_keeps_the_old_value(handed):
    handed.rep.personal(ssn="529345678", first_name="Marin")
    result = standing(handed.client)
    (proposal,) = result["proposals"]
    assert {change["label"]: (change["old"], change["new"]) for change in proposal["changes"]} == {
        "First name": ("Maren", "Marin"),
        "Social Security Number": ("Ending 5678", "Ending 5678"),
    }
    assert "529345678" not in str(result)
    assert answer(handed.client, proposal, "decline").status_code == 200
    assert handed.client.fields("personal-info")["first_name"]["value"] == "Maren"
    assert Section.objects.get(key="primary_info").answers["ssn"] == SSN
    assert handed.rep.fields("personal-info")["first_name"]["value"] == "Maren"
    assert answer(handed.client, proposal, "accept").status_code == 409


def test_repeating_a_proposal_keeps_it_and_proposing_the_old_value_withdraws_it(handed):
    handed.rep.contact(city="Dublin")
    (first,) = standing(handed.client)["proposals"]
    handed.rep.contact(city="Dublin")
    assert standing(handed.client)["proposals"][0]["proposal_id"] == first["proposal_id"]
    handed.rep.contact(city="Bexley")
    (second,) = standing(handed.client)["proposals"]
    assert second["changes"][0]["new"] == "Bexley"
    assert answer(handed.client, first, "accept").status_code == 409
    handed.rep.contact()
    assert standing(handed.client)["proposals"] == []
    assert city(handed.client) == "Columbus"


def test_changes_by_both_sides_to_one_tab_are_merged(handed):
    handed.rep.contact(city="Dublin")
    result = standing(handed.client)
    assert handed.client.contact(address2="Unit 4").status_code == 200
    (proposal,) = result["proposals"]
    assert answer(handed.client, proposal, "accept", version=result["version"]).status_code == 409
    assert answer(handed.client, proposal, "accept", version=standing(handed.client)["version"]).status_code == 200
    fields = handed.client.fields("contact-info")
    assert (fields["city"]["value"], fields["address2"]["value"]) == ("Dublin", "Unit 4")
    stale = handed.rep.contact(address2="Unit 5", version=1)
    assert stale.status_code == 409
    assert {"address2": "Unit 4", "city": "Dublin"}.items() <= stale.json()["data"]["values"].items()


def test_the_clients_unsaved_input_survives_an_accepted_change(handed):
    handed.rep.contact(city="Dublin")
    typed = {"address2": "Unit 9", "city": "Bexley"}
    draft = {"tab_name": "contact_info", "values": typed}
    assert handed.client.post("save-draft", version=None, **draft).status_code == 200
    values = handed.rep.contact(city="Dublin", version=1).json()["data"]["values"]
    assert values == {"city": "Columbus"}, "what is saved, not what the client only typed"
    (proposal,) = standing(handed.client)["proposals"]
    assert answer(handed.client, proposal, "accept").status_code == 200
    fields = handed.client.fields("contact-info")
    assert (fields["city"]["value"], fields["address2"]["value"]) == ("Dublin", "Unit 9")


def test_the_client_is_shown_a_change_of_price(handed):
    handed.rep.contact(zip="44114", city="Cleveland")
    (proposal,) = standing(handed.client)["proposals"]
    text = answer(handed.client, proposal, "accept").json()
    assert (text["errorCode"], text["data"]["new_total"]) == ("priceChanged", "45.00")
    assert city(handed.client) == "Columbus"
    assert answer(handed.client, proposal, "accept", accept_price="1").json()["status"] == "success"
    assert handed.client.data("/get-dynamic-tabs")["totals"]["recurring_month_cost"] == "45.00"


def test_a_waiting_change_is_decided_before_submission(handed):
    assert handed.client.billing().json()["status"] == "success"
    assert handed.client.sign().json()["status"] == "success"
    handed.rep.contact(city="Dublin")
    stopped = handed.client.submit().json()
    assert stopped["errorCode"] == "changesWaiting"
    (proposal,) = standing(handed.client)["proposals"]
    answer(handed.client, proposal, "decline")
    assert handed.client.submit().json()["status"] == "success"


def test_an_accepted_change_asks_for_a_new_signature(handed):
    handed.client.billing()
    handed.client.sign()
    handed.rep.contact(city="Dublin")
    answer(handed.client, standing(handed.client)["proposals"][0], "accept")
    assert handed.client.tabs()["agreement_info"]["status"] == "done"
    handed.rep.personal(marital_status="0")
    answer(handed.client, standing(handed.client)["proposals"][0], "accept")
    assert problems(handed.client.submit()) == {"agreement_info": "Something changed after signing. Please sign again."}


def test_the_rep_takes_a_proposal_back(handed):
    handed.rep.contact(city="Dublin")
    (proposal,) = standing(handed.rep)["proposals"]
    assert answer(handed.rep, proposal, "withdraw").status_code == 200
    assert standing(handed.client)["proposals"] == []
    assert city(handed.rep) == "Columbus"


def test_dependents_are_proposed_as_a_list(store, rep, make_client):
    wizard = Wizard(rep, quote(rep, "IC", eprocess="rep"))
    rep.post("store-temp-dependent-info", {"enrollment_id": wizard.id, "no_of_children": 1})
    fill_cart(rep, wizard.id, store.dental)
    wizard.answer_questions()
    child = {
        "first_name": "Ana",
        "last_name": "Castillo",
        "birthdate": "05/05/2015",
        "gender": "1",
        "ssn": "523456789",
        "relationship": "child",
    }
    assert wizard.post("save-dependent-info", dependents=[{"primary_info": child}]).json()["status"] == "success"
    send(wizard)
    client = make_client("shop.test")
    open_by_code(client, latest_code())
    client = Wizard(client, wizard.id)

    def listed(who):
        return who.data("get-enrollment-temp-info", column="dependent_info")["result"]["dependents"]

    (ana,) = listed(wizard)
    changed = [{"primary_info": {**ana["primary_info"], "first_name": "Anna"}}]
    assert wizard.post("save-dependent-info-to-temp", dependents=changed).status_code == 200
    assert standing(client)["proposals"] == []
    assert listed(wizard)[0]["primary_info"]["first_name"] == "Anna"
    assert wizard.post("save-dependent-info", dependents=changed).status_code == 200
    (proposal,) = standing(client)["proposals"]
    assert proposal["changes"] == [{"label": "Anna Castillo: Name", "old": "Ana Castillo", "new": "Anna Castillo"}]
    assert "523456789" not in str(standing(client))
    assert answer(client, proposal, "accept").json()["status"] == "success"
    assert listed(client)[0]["primary_info"]["first_name"] == "Anna"
    assert client.tabs()["dependent_info"]["status"] == "done"


CHILDREN = [
    {
        "first_name": name,
        "last_name": "Castillo",
        "birthdate": "05/05/2015",
        "gender": "1",
        "ssn": number,
        "relationship": "child",
    }
    for name, number in (("Ana", "523456789"), ("Bea", "523456790"), ("Cleo", "523456791"))
]


def listed_children(*names):
    return [{"primary_info": child} for child in CHILDREN if child["first_name"] in names]


@pytest.fixture
def begun_with_a_child(rep, store):
    wizard = wizard_of(rep, store, "IC", eprocess="rep").answer_questions()
    assert wizard.post("save-dependent-info", dependents=listed_children("Ana")).json()["status"] == "success"
    return wizard


@pytest.fixture
def parents(begun_with_a_child, make_client):
    """Sent and opened with one child on the list; (rep, client)."""
    send(begun_with_a_child)
    client = make_client("shop.test")
    open_by_code(client, latest_code())
    return begun_with_a_child, Wizard(client, begun_with_a_child.id)


def everybody():
    """(on the stored list, set aside)."""
    kept = Section.objects.get(key="dependent_info").answers
    return [[item["first_name"] for item in kept[name]] for name in ("dependents", "set_aside")]


@pytest.mark.parametrize("accepted", [True, False])
def test_dependents_the_client_added_meanwhile_are_set_aside(parents, accepted):
    rep, client = parents
    rep.post("save-dependent-info", dependents=listed_children("Cleo"))
    client.post("save-dependent-info", dependents=listed_children("Ana", "Bea"), accept_price="1")
    (proposal,) = standing(client)["proposals"]
    if accepted:
        assert answer(client, proposal, "accept", accept_price="1").json()["status"] == "success"
    else:
        assert client.post("return-hand-over").status_code == 200
    assert [everybody()[0], sorted(everybody()[1])] == [["Cleo"], ["Ana", "Bea"]]


def test_a_list_that_the_rep_was_still_making_changes_nothing_submitted(parents):
    rep, client = parents
    rep.post("save-dependent-info-to-temp", dependents=listed_children("Bea"))
    assert pay_and_sign(client)["status"] == "success"
    assert everybody() == [["Ana"], []]


def test_a_code_that_ended_is_not_counted_as_sent(handed, make_client):
    handed.client.post("save-enrollment", email=EMAIL, tab="contact_info")
    handed.client.post("return-hand-over")
    assert handed.rep.post("save-enrollment", email=EMAIL, tab="contact_info").status_code == 200
    mails = OutboundEmail.objects.filter(kind="resume_code")
    assert mails.count() == 2
    code = code_of(mails.latest("created_at"))
    assert open_by_code(make_client("shop.test"), code).status_code == 200


@pytest.fixture
def insured(begun, questions, make_client):  # noqa: F811
    """Sent with beneficiaries and health answers; (rep, client)."""
    RequirementProfile.objects.create(name="Life", tabs={"beneficiary_info": True, "primary_health_info": True})
    assert begun.post("save-beneficiary-info", beneficiaries=[WHOLE]).json()["status"] == "success"
    assert begun.post("save-primary-health-info", **answers()).json()["status"] == "success"
    assert send(begun).json()["status"] == "success"
    client = make_client("shop.test")
    open_by_code(client, latest_code())
    return begun, Wizard(client, begun.id)


def beneficiaries(wizard):
    return wizard.data("get-beneficiaries-existing-user-enrollment")["result"]["beneficiaries"]


def changed_list(wizard):
    (item,) = beneficiaries(wizard)
    return [{**item, "first_name": "Jonas"}]


def test_beneficiaries_and_health_answers_are_proposed_and_made(insured):
    rep, client = insured
    rep.post("save-beneficiary-info", beneficiaries=changed_list(rep))
    rep.post("save-primary-health-info", **answers(q145={}))
    people, health = standing(client)["proposals"]
    assert {"label": "Jonas Castillo: Name", "old": "Jonah Castillo", "new": "Jonas Castillo"} in people["changes"]
    assert [(change["old"], change["new"]) for change in health["changes"]] == [("No", "Yes")]
    HealthQuestion.objects.filter(pk=145).update(text_es="¿Ha consumido tabaco en los últimos 12 meses?")
    client.client.headers["Accept-Language"] = "es"
    assert standing(client)["proposals"][1]["changes"] == [
        {"label": "¿Ha consumido tabaco en los últimos 12 meses?: Respuesta", "old": "No", "new": "Sí"}
    ]
    assert beneficiaries(client)[0]["first_name"] == "Jonah"
    for proposal in (people, health):
        assert answer(client, proposal, "accept").json()["status"] == "success"
    assert beneficiaries(client)[0]["first_name"] == "Jonas"
    assert {client.tabs()[key]["status"] for key in ("beneficiary_info", "primary_health_info")} == {"done"}


def test_accepted_health_answers_stand_before_what_was_typed_of_the_same_question(insured):
    rep, client = insured
    rep.post("save-primary-health-info", **answers(q145={}))
    typed = {"condition_questions.145.yes_no_flag": "0", "notes": "Only in spring"}
    assert client.post("save-draft", tab_name="primary_health_info", values=typed).status_code == 200
    (proposal,) = standing(client)["proposals"]
    assert answer(client, proposal, "accept").json()["status"] == "success"
    section = Section.objects.get(key="primary_health_info")
    assert section.draft == {"notes": "Only in spring"}
    (question,) = [question for question in section.answers["condition_questions"] if question["question_id"] == 145]
    assert question["yes_no_flag"] == "1"


def test_health_answers_are_changed_after_the_questions_are_no_longer_asked(insured):
    rep, client = insured
    rep.post("save-primary-health-info", **answers(q145={}))
    RequirementProfile.objects.update(tabs={"beneficiary_info": True, "primary_health_info": False})
    (proposal,) = standing(client)["proposals"]
    assert [(change["old"], change["new"]) for change in proposal["changes"]] == [("No", "Yes")]
    before = Section.objects.get(key="primary_health_info").answers["condition_questions"]
    assert answer(client, proposal, "accept").json()["status"] == "success"
    after = Section.objects.get(key="primary_health_info").answers["condition_questions"]
    assert [item["question_id"] for item in after] == [item["question_id"] for item in before]
    assert [(item["question_id"], item["yes_no_flag"]) for item in after if item not in before] == [(145, "1")]


def test_taken_back_a_list_and_health_answers_are_the_rep_s_to_finish(insured):
    rep, _client = insured
    rep.post("save-beneficiary-info", beneficiaries=changed_list(rep))
    rep.post("save-primary-health-info", **answers(q145={}))
    rep.post("withdraw-hand-over")
    assert beneficiaries(rep)[0]["first_name"] == "Jonas"
    assert rep.tabs()["beneficiary_info"]["status"] == "error"
    draft = Section.objects.get(key="primary_health_info").draft
    assert draft["condition_questions.145.yes_no_flag"] == "1"


# --- the ends -------------------------------------------------------------------------------------------------------


def test_taken_back_the_client_is_out_and_proposals_become_the_rep_s_drafts(handed):
    code = latest_code()
    handed.rep.contact(city="Dublin")
    back = handed.rep.post("withdraw-hand-over").json()
    assert (back["message"], back["data"]["hand_over"]["state"]) == ("The application is yours again.", "withdrawn")
    assert handed.client.get("/get-dynamic-tabs").status_code == 404
    assert open_by_code(handed.client.client, code).status_code == 422
    assert city(handed.rep) == "Dublin"
    assert Section.objects.get(key="contact_info").answers["city"] == "Columbus"
    assert handed.rep.contact(city="Dublin").json()["status"] == "success"
    assert handed.rep.post("withdraw-hand-over").status_code == 200
    assert send(handed.rep).status_code == 200


def test_the_client_returns_it_with_a_note(handed):
    answered = handed.client.post("return-hand-over", note="My street is wrong.").json()
    assert answered["message"] == "You returned the application."
    assert handed.client.get("/get-dynamic-tabs").status_code == 404
    result = standing(handed.rep)
    assert (result["hand_over"]["state"], result["hand_over"]["note"]) == ("returned", "My street is wrong.")
    mail = OutboundEmail.objects.get(kind="hand_over_returned")
    assert mail.to == "wren@shop.example"
    assert "street" not in mail.text
    assert handed.rep.contact(city="Dublin").json()["status"] == "success"


def test_signed_by_the_client_with_evidence_and_a_receipt_for_both(handed):
    done = pay_and_sign(handed.client)
    row = SignatureEvidence.objects.get()
    assert row.evidence["role"] == "applicant"
    assert row.evidence["actor"] == {"kind": "visitor", "user_id": None}
    assert row.evidence["hand_over"]["sender"]["name"] == "Wren Alder"
    assert HandOver.objects.get().state == "signed"
    for side in (handed.client, handed.rep):
        assert side.data("get-receipt")["confirmation_number"] == done["data"]["confirmation_number"]
    assert handed.client.data("get-receipt")["return_href"] == "/member-home"
    assert handed.rep.data("get-receipt")["return_href"] == "/agent-home"
    assert handed.rep.contact(city="Dublin").status_code == 409


def test_both_sides_see_the_history(handed):
    handed.rep.contact(city="Dublin")
    answer(handed.client, standing(handed.client)["proposals"][0], "accept")
    pay_and_sign(handed.client)
    texts = [(item["who"], item["role"], item["text"]) for item in reversed(standing(handed.rep)["history"])]
    assert texts == [
        ("Wren Alder", "Rep", "Saved Personal Information"),
        ("Wren Alder", "Rep", "Saved Contact Information"),
        ("Wren Alder", "Rep", "Sent the application to the client"),
        ("Client", "Client", "Opened the application with the code"),
        ("Wren Alder", "Rep", "Proposed a change of Contact Information"),
        ("Client", "Client", "Saved Contact Information"),
        ("Client", "Client", "Accepted the change of Contact Information"),
        ("Client", "Client", "Saved Billing Information"),
        ("Client", "Client", "Signed the application"),
        ("Client", "Client", "Saved Review & Confirmation"),
        ("Client", "Client", "Submitted the application"),
        ("System", "System", "New status: Accepted"),
    ]
    same = [
        (item["who"].replace("You", "Client"), item["text"]) for item in reversed(standing(handed.client)["history"])
    ]
    assert same == [(who, text) for who, _role, text in texts]
    assert not {SSN, BILLING["account_number"], "Dublin"} & set(re.findall(r"[\w-]+", str(texts)))


def test_a_client_who_saves_for_later_comes_back_as_the_client(handed, make_client):
    handed.client.post("save-enrollment", email="own@mailbox.example", tab="billing_info")
    code = code_of(OutboundEmail.objects.get(kind="resume_code"))
    later = make_client("shop.test")
    assert open_by_code(later, code, "own@mailbox.example").json()["data"]["href"] == "/enrollment/billing-information"
    assert pay_and_sign(Wizard(later, handed.rep.id))["status"] == "success"


def test_the_list_says_that_it_waits_and_sends_the_client_a_new_code(handed, make_client):
    def listed():
        return handed.rep.client.get("get-work-list").json()["data"]["result"][0]["status"]

    assert listed() == "waiting"
    with time_machine.travel(clock.now() + timedelta(minutes=2), tick=False):
        text = handed.rep.post("resend-code").json()
        assert text["data"]["email"] == EMAIL
        assert open_by_code(make_client("shop.test"), latest_code()).json()["data"]["href"] == "/enrollment/check"
        assert "email" in problems(handed.rep.post("resend-code", email="other@mailbox.example"))
    handed.rep.post("withdraw-hand-over")
    assert listed() == "draft"


def test_a_withdrawn_enrollment_ends_the_hand_over(handed):
    assert handed.rep.post("withdraw-enrollment", reason="mistake").json()["status"] == "success"
    assert HandOver.objects.get().state == "withdrawn"
    assert handed.client.get("/get-dynamic-tabs").status_code == 404
