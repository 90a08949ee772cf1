"""Who signs proves who they are: by a mailed code, or by what is on record of them. Tries are limited."""

from datetime import timedelta

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.enrollment.models import SignatureEvidence, SignerCheck, VerificationQuestion
from planfront.enrollment.steps.agreement.texts import name_of
from planfront.enrollment.tests.conftest import CONTACT, Wizard, mailed_code, problems, wizard_of
from planfront.kernel import clock
from planfront.messaging.models import OutboundEmail
from planfront.parties.reps.models import Agent, License
from planfront.shopping.models import CartLine

EMAIL = CONTACT["email_address"]


@pytest.fixture
def ready(wizard):
    return wizard.up_to("billing")


@pytest.fixture
def begun(rep, store):
    """What a rep filled in, up to Billing Information."""
    return wizard_of(rep, store, eprocess="rep").up_to("billing")


def form_of(wizard):
    return wizard.data("get-form-fields-agreement-info")


def verification(wizard):
    return form_of(wizard)["signature"]["verification"]


def codes():
    return list(OutboundEmail.objects.filter(kind="signing_code").order_by("created_at"))


def wrong_code():
    return f"{(int(mailed_code()) + 1) % 10**6:06}"


# --- the code --------------------------------------------------------------------------------------------------------


def test_opening_the_form_mails_one_code_to_the_applicant(ready):
    question = verification(ready)
    assert (question["needed"], question["kind"], question["question"]) == (
        True,
        "code",
        "What 6-digit code did we just email you?",
    )
    assert question["hint"] == (
        "We emailed the code to m…n@mailbox.example. It works for 10 minutes, and you have 5 tries."
    )
    verification(ready)
    (mail,) = codes()
    assert (mail.to, mail.subject) == (EMAIL, "Your code to sign at Shop")
    assert ready.sign().status_code == 200


def test_the_form_defines_question_answer_and_code(ready):
    fields = {item["field_name"]: item for item in form_of(ready)["result"]}
    assert {"question_id", "question", "answer", "verification_code", "date", "user_name", "signature"} <= set(fields)
    assert (fields["verification_code"]["required"], fields["verification_code"]["label"]) == (True, "Verify Answer")
    assert (fields["answer"]["required"], fields["answer"]["type"]) == (False, "hidden")


def test_no_code_is_mailed_before_the_application_is_complete(wizard):
    wizard.answer_questions()
    assert verification(wizard)["hint"] == "We'll email it to m…n@mailbox.example."
    assert codes() == []
    assert problems(wizard.sign(verification_code="123456")) == {
        "billing_info": "Please complete Billing Information first."
    }


def test_the_code_is_taken_under_either_name(ready):
    verification(ready)
    assert ready.sign(answer=mailed_code()).status_code == 200


def test_what_was_typed_on_the_application_is_no_answer(ready):
    verification(ready)
    result = problems(ready.sign(answer="Santa Fé"))
    assert result == {"answer": "This is not right. You have 4 tries left."}


def test_five_wrong_codes_mean_a_wait_and_then_a_new_code(ready):
    with time_machine.travel(clock.now(), tick=False) as traveller:
        verification(ready)
        texts = [problems(ready.sign(verification_code=wrong_code()))["verification_code"] for _try in range(5)]
        assert texts[0] == "This is not right. You have 4 tries left."
        assert texts[3] == "This is not right. You have 1 try left."
        assert texts[4].startswith("Too many wrong answers. Try again after ")
        right = problems(ready.sign(verification_code=mailed_code()))
        assert right["verification_code"].startswith("Too many wrong answers.")
        assert verification(ready)["waits"]
        assert len(codes()) == 1
        refused = problems(ready.post("send-verification-code"))
        assert refused["verification_code"].startswith("Too many wrong answers.")
        traveller.shift(timedelta(minutes=15, seconds=1))
        assert verification(ready)["has_code"]
        assert len(codes()) == 2
        assert ready.sign().status_code == 200
    assert AuditEvent.objects.filter(action="tries.refused", meta__scope="signing").count() == 6


def test_a_wrong_code_counts_whatever_else_is_wrong_with_the_call(ready):
    verification(ready)
    ready.sign(verification_code=wrong_code(), typed_name="")
    assert SignerCheck.objects.get().tries == 1
    assert not SignatureEvidence.objects.exists()


def test_an_expired_code_is_refused(ready):
    with time_machine.travel(clock.now(), tick=False) as traveller:
        verification(ready)
        old = mailed_code()
        traveller.shift(timedelta(minutes=10, seconds=1))
        text = problems(ready.post("save-agreement-info", verification_code=old, accepted=[]))
        assert text["verification_code"] == "This code has expired. Ask for a new one."
        assert ready.post("send-verification-code").status_code == 200
        assert mailed_code() != old or len(codes()) == 2
        assert ready.sign(verification_code=mailed_code()).status_code == 200


def test_a_new_code_ends_the_one_before_and_gives_no_new_tries(ready):
    with time_machine.travel(clock.now(), tick=False) as traveller:
        verification(ready)
        first = mailed_code()
        ready.sign(verification_code=wrong_code())
        ready.post("send-verification-code")
        assert len(codes()) == 1, "a minute has to pass"
        traveller.shift(timedelta(seconds=61))
        answer = ready.post("send-verification-code").json()["data"]["verification"]
        assert answer["hint"].endswith("you have 4 tries.")
        assert len(codes()) == 2
        if mailed_code() != first:
            assert "verification_code" in problems(ready.sign(verification_code=first))


def test_without_a_code_one_has_to_be_asked_for(ready):
    text = problems(ready.post("save-agreement-info", verification_code="123456", accepted=[]))
    assert text["verification_code"] == "Ask for a code first."


def test_what_was_answered_is_not_asked_again_within_the_hour_in_the_session(ready, make_client):
    with time_machine.travel(clock.now(), tick=False) as traveller:
        ready.sign()
        ready.billing(bill_date="5")
        assert not verification(ready)["needed"]
        fields = {item["field_name"]: item for item in form_of(ready)["result"]}
        assert (fields["verification_code"]["type"], fields["question"]["type"]) == ("hidden", "hidden")
        assert ready.sign().status_code == 200
        traveller.shift(timedelta(minutes=61))
        ready.billing(bill_date="10")
        assert verification(ready)["needed"]
        assert ready.sign().status_code == 200
        ready.post("save-enrollment", email=EMAIL, tab="review_info")
        ready.billing(bill_date="15")
        resumed = make_client("shop.test")
        mail = OutboundEmail.objects.get(kind="resume_code")
        code = next(line.strip() for line in mail.text.splitlines() if line.startswith("    "))
        assert resumed.post("continue-enrollment", {"code": code, "email": EMAIL}).status_code == 200
        assert verification(Wizard(resumed, ready.id))["needed"]
        assert not verification(ready)["needed"]


def test_the_record_says_how_it_was_proved_and_keeps_no_code(ready):
    ready.sign()
    evidence = SignatureEvidence.objects.get().evidence
    assert evidence["answered"] == {"code": "m…n@mailbox.example"}
    assert mailed_code() not in str(evidence)
    assert SignerCheck.objects.get().code_hash == ""


def test_codes_are_not_kept_as_drafts(ready):
    ready.post("save-draft", tab_name="agreement_info", values={"verification_code": "123456", "answer": "4410"})
    fields = {item["field_name"]: item["value"] for item in form_of(ready)["result"]}
    assert (fields["verification_code"], fields["answer"]) == ("", "")


def test_question_hint_and_mail_are_in_the_language_of_the_page(ready):
    ready.client.headers["Accept-Language"] = "es"
    question = verification(ready)
    assert question["question"] == "¿Qué código de 6 dígitos le acabamos de enviar por correo electrónico?"
    assert question["hint"].endswith("Es válido por 10 minutos y tiene 5 intentos.")
    assert codes()[0].subject == "Su código para firmar en Shop"


# --- other questions -------------------------------------------------------------------------------------------------


def test_a_rep_is_asked_for_the_license_of_the_state(begun):
    question = verification(begun)
    assert (question["kind"], question["question"]) == (
        "answer",
        "What are the last four digits of your Ohio license number?",
    )
    assert codes() == []
    assert problems(begun.sign(answer="0000"))["answer"] == "This is not right. You have 4 tries left."
    assert begun.sign(answer="4410").status_code == 200
    assert SignatureEvidence.objects.get().evidence["answered"] == {"record": "4"}


def test_a_rep_without_a_license_in_the_state_gets_a_code_at_the_account(begun):
    License.objects.all().delete()
    assert verification(begun)["kind"] == "code"
    (mail,) = codes()
    assert mail.to == "rep@shop.example"
    assert begun.sign().status_code == 200


def test_the_operator_says_what_is_asked_and_in_which_words(begun, ready):
    VerificationQuestion.objects.create(role="rep", kind="npn", order=1)
    row = VerificationQuestion.objects.create(
        role="applicant", kind="code", text="Which code is in your mail?", i18n={"es": {"text": "¿Qué código?"}}
    )
    assert verification(begun)["kind"] == "answer"
    assert "license" in verification(begun)["question"], "no producer number is on record"
    Agent.objects.update(npn="1234567890")
    assert verification(begun)["question"] == "What are the last four digits of your national producer number?"
    assert begun.sign(answer="7890").status_code == 200
    question = verification(ready)
    assert (question["question"], question["question_id"]) == ("Which code is in your mail?", str(1000 + row.pk))
    ready.client.headers["Accept-Language"] = "es"
    assert verification(ready)["question"] == "¿Qué código?"


def test_a_question_of_another_brand_or_one_that_is_off_is_not_asked(begun):
    VerificationQuestion.objects.create(role="rep", kind="code", brand_id=99)
    VerificationQuestion.objects.create(role="rep", kind="code", active=False)
    assert verification(begun)["kind"] == "answer"


def test_tries_of_one_account_are_not_those_of_another(begun):
    for _try in range(5):
        begun.sign(answer="0000")
    assert verification(begun)["waits"]
    assert set(SignerCheck.objects.values_list("signer", flat=True)) == {f"rep:{User.objects.get().pk}"}


# --- texts that the call accepts -------------------------------------------------------------------------------------


def documented(wizard, **change):
    """The payload of the contract: no list of what was accepted."""
    body = wizard.signing(**change)
    names = ("question_id", "question", "verification_code", "date", "user_name", "typed_name", "signature_kind")
    fields = {item["field_name"]: item["value"] for item in form_of(wizard)["result"]}
    return {"eprocess": "applicant", **{name: body.get(name, fields.get(name, "")) for name in names}}


def test_without_a_list_the_call_accepts_what_its_session_fetched_and_the_record_says_so(ready):
    body = documented(ready)
    assert ready.post("save-agreement-info", **body).status_code == 200
    texts = SignatureEvidence.objects.get().evidence["texts"]
    assert {text["accepted_by"] for text in texts} == {"call"}
    assert all(text["shown_at"] and not text["ticked_at"] for text in texts)


def test_ticks_are_recorded_as_ticks(ready):
    ready.sign()
    assert {text["accepted_by"] for text in SignatureEvidence.objects.get().evidence["texts"]} == {"tick"}


def test_texts_that_a_session_never_fetched_are_not_accepted_by_its_call(ready):
    form = form_of(ready)["signature"]
    body = {"verification_code": mailed_code(), "typed_name": form["signer"]["name"], "signature_kind": "type"}
    text = problems(ready.post("save-agreement-info", **body))
    assert text == {"accepted": "Get the texts first. The signer must have read them."}


def test_a_text_that_reads_differently_since_it_was_fetched_is_not_accepted_by_the_call(ready):
    body = documented(ready)
    CartLine.objects.update(premium="41.00")
    result = problems(ready.post("save-agreement-info", **body))
    assert {name_of(name) for name in result} == {"accepted.payment:2"}
    assert "read it again" in result.popitem()[1]


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_language_in_which_texts_were_fetched_does_not_matter(ready, language):
    ready.client.headers["Accept-Language"] = language
    body = documented(ready)
    ready.client.headers["Accept-Language"] = "en"
    assert ready.post("save-agreement-info", **body).status_code == 200
