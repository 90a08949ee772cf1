"""Who signs, what a change does to a signature, and how it is given again."""

import io
import re

import pytest
from pypdf import PdfReader

from planfront.accounts.models import Role, User
from planfront.billing.models import PaymentRule
from planfront.enrollment.models import AgreementText, ClientSignature, SignatureEvidence
from planfront.enrollment.steps.agreement.texts import name_of
from planfront.enrollment.tests.conftest import png, problems, wizard_of
from planfront.enrollment.tests.test_documents import content_of
from planfront.enrollment.tests.test_hand_over import latest_code, open_by_code, send
from planfront.kernel.jobs import tasks
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.models import GroupAdministrator
from planfront.parties.groups.services import create_group
from planfront.shopping.models import CartLine, Quote
from tests.fixtures import ApiClient

REP_SIGNED = "Wren Alder, broker (REP1), for Maren Lee Castillo"


@pytest.fixture
def signed(wizard):
    return wizard.up_to("sign")


@pytest.fixture
def begun(rep, store):
    """What a rep filled in, up to Billing Information."""
    return wizard_of(rep, store, eprocess="rep").up_to("billing")


def signature(wizard):
    return wizard.data("get-review-summary")["signature"]


def open_texts(wizard):
    """{key: id} of the texts that need a tick."""
    return {
        text["text_id"].partition(":")[0]: text["text_id"]
        for text in signature(wizard)["texts"]
        if not text["accepted_at"]
    }


def gone_and_new(wizard, key):
    text = next(text for text in signature(wizard)["texts"] if text["text_id"].startswith(f"{key}:"))
    return [(piece["kind"], piece["text"]) for piece in text["pieces"] if piece["kind"]]


def figures(wizard):
    return {
        figure["label"]: (figure["figure"], figure["note"])
        for figure in wizard.data("get-review-summary")["notice"]["figures"]
    }


def test_the_final_confirmation_shows_amounts_and_dates(signed):
    result = figures(signed)
    assert list(result) == ["First payment", "Then each month", "Coverage starts"]
    amount, note = result["First payment"]
    assert amount == "$51.00"
    assert re.fullmatch(r"by \d\d/\d\d/\d{4}, from HARBORLIGHT BANK, ending \d{4}", note)
    assert re.fullmatch(r"on the \d+th, first on \d\d/\d\d/\d{4}", result["Then each month"][1])
    assert re.fullmatch(r"\d\d/\d\d/\d{4}", result["Coverage starts"][0])


def test_where_nobodys_account_is_charged_the_figures_say_how_it_is_paid(wizard, store):
    PaymentRule.objects.create(brand_id=store.brand.pk, method="list")
    wizard.answer_questions().post("save-billing-info", payment_method="list")
    assert figures(wizard)["First payment"][1] == "Payment will be by list bill."
    assert figures(wizard)["Then each month"][1] == ""


# --- what a change does ----------------------------------------------------------------------------------------------


def test_a_signature_says_who_gave_it_when_and_for_how_many_texts(signed):
    result = signature(signed)
    assert (result["state"], result["who"], result["accepted"]) == ("signed", "Maren Lee Castillo", 4)
    assert re.fullmatch(r"\d\d/\d\d/\d{4}", result["on"])
    assert re.fullmatch(r"\d{1,2}:\d\d [AP]M E[SD]T", result["at"])
    assert open_texts(signed) == {}
    assert signed.data("get-form-fields-agreement-info")["signature"]["state"] == "signed"


def test_what_was_drawn_goes_back_to_the_session_that_drew_it_alone(begun):
    begun.sign(signature_kind="draw", signature=png(), typed_name="")
    assert signature(begun)["picture"].startswith("data:image/png;base64,")
    again = ApiClient("shop.test")
    assert again.sign_in("rep@shop.example").status_code == 200
    assert signature(type(begun)(again, begun.id))["picture"] == ""


@pytest.mark.parametrize("change", [{"address2": "Unit 9"}, {"phone_number": "6145550199"}, {"city": "Bexley"}])
def test_how_somebody_is_reached_changes_without_a_signature(signed, change):
    signed.contact(**change)
    assert signature(signed)["state"] == "signed"
    assert signed.submit().json()["status"] == "success"


def test_a_new_billing_date_is_named_and_asks_for_one_text_and_one_signature(signed):
    signed.billing(bill_date="5")
    result = signature(signed)
    assert (result["state"], result["reason"]) == ("again", "Sign again: billing date changed")
    assert list(open_texts(signed)) == ["payment"]
    assert ("del", "28th") in gone_and_new(signed, "payment")
    assert ("ins", "5th") in gone_and_new(signed, "payment")
    refused = problems(signed.sign(accepted=[]))
    assert [name_of(name) for name in refused] == ["accepted.payment:2"]
    assert signed.sign(accepted=list(open_texts(signed).values())).status_code == 200
    assert signature(signed)["state"] == "signed"
    first, second = SignatureEvidence.objects.order_by("sequence")
    assert [len(record.evidence["texts"]) for record in (first, second)] == [4, 4]
    assert "5th of the month" in second.evidence["texts"][3]["body"]


def test_a_card_marks_what_changed_since_the_signature(signed):
    signed.billing(bill_date="5")
    cards = {record["tab_name"]: record for record in signed.data("get-review-summary")["result"]}
    (change,) = cards["billing_info"]["changes"]
    assert cards["billing_info"]["rows"][change["row"]] == {"label": "Billing date", "value": "5th of month"}
    assert change["was"] == "28th of month"
    assert cards["contact_info"]["changes"] == []


def test_answers_that_a_text_relies_on_ask_for_the_signature_alone(signed):
    signed.personal(marital_status="0")
    assert signature(signed)["reason"] == "Sign again: marital status changed"
    assert open_texts(signed) == {}
    assert signed.sign(accepted=[]).status_code == 200
    assert signature(signed)["state"] == "signed"


def test_several_changes_are_listed_and_taking_them_back_brings_the_signature_back(signed):
    signed.personal(marital_status="0", last_name="Casti")
    signed.billing(bill_date="5")
    assert signature(signed)["reason"] == "Sign again: name, marital status and 1 more changed"
    signed.personal()
    signed.billing()
    assert signature(signed)["state"] == "signed"


def test_a_price_that_changed_is_named(signed):
    CartLine.objects.update(premium="41.00")
    assert signature(signed)["reason"] == "Sign again: price changed"
    assert list(open_texts(signed)) == ["payment"]


def test_new_words_of_a_text_are_named(signed):
    AgreementText.objects.create(
        key="application", version=2, head="Apply", body="I apply for {plans}.", tick="Yes", order=20
    )
    assert signature(signed)["reason"] == "Sign again: new wording of Apply"
    assert list(open_texts(signed)) == ["application"]


def test_ticks_carry_their_first_time_into_the_next_signature(signed):
    before = SignatureEvidence.objects.get().evidence["texts"]
    signed.billing(bill_date="5")
    signed.sign(accepted=list(open_texts(signed).values()), accepted_at=dict.fromkeys(open_texts(signed).values(), "x"))
    after = SignatureEvidence.objects.latest("sequence").evidence["texts"]
    assert [record["ticked_at"] for record in after[:3]] == [record["ticked_at"] for record in before[:3]]
    assert after[3]["ticked_at"] == "x"


# --- who signs -------------------------------------------------------------------------------------------------------


def test_a_rep_signs_in_their_own_name_and_for_whom(begun):
    form = begun.data("get-form-fields-agreement-info")
    fields = {record["field_name"]: record for record in form["result"]}
    assert (fields["agent_name"]["value"], fields["agent_code"]["value"]) == ("Wren Alder", "REP1")
    assert fields["user_name"]["value"] == "Maren Lee Castillo"
    assert fields["question"]["group"] == "Broker Verification"
    assert form["signature"]["signer"]["sentence"].startswith(f"Signed by {REP_SIGNED}, on ")
    ticks = [item["tick_label"] for item in begun.data("get-agreement-texts")]
    assert ticks[3] == "Maren Lee Castillo authorizes these payments."
    assert problems(begun.sign(typed_name="Maren Castillo")) == {"typed_name": "Type your own name: Wren Alder"}
    assert begun.sign(typed_name="wren alder").status_code == 200
    evidence = SignatureEvidence.objects.get().evidence
    assert [evidence[name] for name in ("role", "signer", "signer_code", "applicant", "typed_name")] == [
        "rep",
        "Wren Alder",
        "REP1",
        "Maren Lee Castillo",
        "wren alder",
    ]
    assert signature(begun)["who"] == REP_SIGNED


def test_review_receipt_and_document_say_who_signed_for_whom(begun):
    begun.sign(typed_name="Wren Alder")
    cards = {record["tab_name"]: record for record in begun.data("get-review-summary")["result"]}
    assert {"label": "Signed by", "value": REP_SIGNED} in cards["agreement_info"]["rows"]
    assert begun.submit().json()["status"] == "success"
    assert begun.data("get-receipt")["signed_by"] == REP_SIGNED
    tasks.run_pending()
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content_of(begun))).pages)
    words = re.sub(r"\s+", " ", text)
    assert words.count(REP_SIGNED) == 2
    assert "Verified by the broker" in words


def test_a_group_administrator_signs_as_one(store):
    user = User.objects.create_user("hr@shop.example", "planfront-demo", role=Role.GROUP, name="Dana Fox")
    create_group(code="ACME01", name="Acme Manufacturing", brands=[store.brand], user=user)
    client = ApiClient("shop.test")
    assert client.sign_in("hr@shop.example").status_code == 200
    wizard = wizard_of(client, store, eprocess="group").up_to("billing")
    assert wizard.fields("agreement-info")["group_code"]["value"] == "ACME01"
    assert wizard.sign(typed_name="Dana Fox").status_code == 200
    assert signature(wizard)["who"] == (
        "Dana Fox, administrator of Acme Manufacturing (ACME01), for Maren Lee Castillo"
    )


def test_whoever_is_not_signed_in_signs_as_the_applicant_whatever_the_call_says(wizard):
    wizard.up_to("billing")
    Quote.objects.update(eprocess="rep")
    fields = wizard.fields("agreement-info")
    assert "agent_name" not in fields
    assert wizard.sign(eprocess="rep", agent_name="Wren Alder").status_code == 200
    assert SignatureEvidence.objects.get().evidence["role"] == "applicant"


def test_a_client_who_was_sent_what_a_rep_signed_reads_every_text_and_signs(begun, make_client):
    begun.sign(typed_name="Wren Alder")
    send(begun)
    client = make_client("shop.test")
    open_by_code(client, latest_code())
    theirs = type(begun)(client, begun.id)
    result = signature(theirs)
    assert (result["state"], result["reason"]) == ("again", "Your own signature is needed beside that of Wren Alder")
    assert (result["signer"]["role"], len(open_texts(theirs))) == ("applicant", 4)
    assert theirs.sign().status_code == 200
    assert [signature(record)["state"] for record in (theirs, begun)] == ["signed", "signed"]
    assert signature(begun)["who"] == "Maren Lee Castillo"


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ({}, "Shop asks for the applicant's own signature on every application."),
        ({"state": "OH"}, "Shop asks for the applicant's own signature in Ohio."),
        ({"category": "dental"}, "Shop asks for the applicant's own signature on Halden Dental PPO."),
        (
            {"category": "dental", "state": "OH"},
            "Shop asks for the applicant's own signature on Halden Dental PPO in Ohio.",
        ),
    ],
)
def test_where_the_operator_says_so_only_the_client_signs(begun, rule, message):
    ClientSignature.objects.create(**rule)
    result = signature(begun)
    assert (result["client_signs"], result["may_send"]) == (message, True)
    refused = begun.sign(typed_name="Wren Alder").json()
    assert (refused["status"], refused["errorCode"], refused["message"]) == ("error", "clientSigns", message)
    assert not SignatureEvidence.objects.exists()


@pytest.mark.parametrize("rule", [{"state": "TX"}, {"category": "life"}, {"brand_id": 99}, {"active": False}])
def test_rules_for_others_leave_the_signature_to_the_rep(begun, rule):
    ClientSignature.objects.create(**rule)
    assert signature(begun)["client_signs"] == ""
    assert begun.sign(typed_name="Wren Alder").status_code == 200


def test_a_rule_made_after_a_rep_signed_keeps_the_application_from_being_sent_in(begun):
    begun.sign(typed_name="Wren Alder")
    ClientSignature.objects.create(state="OH")
    assert signature(begun)["state"] == "again"
    assert "agreement_info" in problems(begun.submit())


def test_an_applicant_signs_whatever_the_rules_say(wizard):
    ClientSignature.objects.create()
    assert wizard.up_to("sign").submit().json()["status"] == "success"


def test_receipts_of_a_group_go_to_its_address_and_the_administrators_who_want_them(store):
    users = [
        User.objects.create_user(
            f"{name}@shop.example", "planfront-demo", role=Role.GROUP, name=name.title(), language=language
        )
        for name, language in (("hr", "es"), ("dana", "es"), ("quiet", "en"))
    ]
    group = create_group(
        code="ACME01", name="Acme", brands=[store.brand], email="HR@shop.example", landing_url="acme", user=users[0]
    )
    GroupAdministrator.objects.create(group=group, user=users[1], receives_mail=True)
    GroupAdministrator.objects.create(group=group, user=users[2])
    client = ApiClient("shop.test")
    assert client.sign_in("dana@shop.example").status_code == 200
    wizard = wizard_of(client, store, eprocess="group").up_to("billing")
    assert wizard.sign(typed_name="Dana").status_code == 200
    assert wizard.submit().json()["status"] == "success"
    mails = OutboundEmail.objects.filter(kind="receipt_rep")
    text = sorted((mail.to.lower(), mail.language) for mail in mails)
    assert text == [("dana@shop.example", "es"), ("hr@shop.example", "es")]
