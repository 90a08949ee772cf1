"""Agreement & Signature: ticks, answers, drawn and typed signatures, evidence and its chain."""

import base64
import zlib

import pytest
from django.db import DatabaseError, connection, transaction

from planfront.catalog.models import PlanBlackout, PlanRule
from planfront.enrollment.models import AgreementText, SignatureEvidence
from planfront.enrollment.signing.chain import check_all
from planfront.enrollment.steps.agreement.texts import name_of
from planfront.enrollment.tests.conftest import png, problems
from planfront.shopping.models import CartLine


@pytest.fixture
def ready(wizard):
    return wizard.up_to("billing")


def texts_of(wizard):
    """{key:version: text}; the ids also have a digest of the words in them."""
    return {name_of(item["text_id"]): item for item in wizard.data("get-agreement-texts")}


def test_texts_name_plans_amounts_and_dates(ready):
    texts = texts_of(ready)
    assert list(texts) == ["electronic:1", "application:2", "association:3", "payment:2"]
    assert "Halden Dental PPO" in texts["application:2"]["text_body"]
    assert texts["association:3"]["tick_label"] == "I agree to join the association for $5.00 a month."
    assert "an initial payment of $51.00 within 5 days" in texts["payment:2"]["text_body"]
    assert "{" not in str([text["text_body"] for text in texts.values()])


def test_every_tick_the_answer_and_the_signature_are_required(ready):
    only = texts_of(ready)["application:2"]["text_id"]
    result = problems(ready.sign(accepted=[only], verification_code="", typed_name="", signature_kind=""))
    assert {name_of(name) if ":" in name else name: words for name, words in result.items()} == {
        "accepted.electronic:1": "This field is required.",
        "accepted.association:3": "This field is required.",
        "accepted.payment:2": "This field is required.",
        "verification_code": "Field is required",
        "signature": "Signature is required",
    }
    assert problems(ready.sign(typed_name="")) == {"typed_name": "Signature is required"}
    assert problems(ready.sign(signature_kind="draw")) == {"signature": "Signature is required"}
    assert problems(ready.sign(signature_kind="draw", signature=png(blank=True))) == {
        "signature": "Signature is required"
    }
    assert problems(ready.sign(typed_name="Somebody Else")) == {
        "typed_name": "Type the applicant's name as it appears on the application: Maren Lee Castillo"
    }


def test_a_wrong_signer_or_day_in_the_form_is_refused(ready):
    result = problems(ready.sign(eprocess="somebody", date="02/30/2026"))
    assert result == {
        "eprocess": "Choose one of the listed values.",
        "date": "February 2026 has 28 days. Check the day.",
    }
    assert ready.sign(eprocess="rep", date="01/02/2026").status_code == 200


@pytest.mark.parametrize("typed", ["MAREN  castillo", "Maren Lee Castillo", "maren l. castillo", "Márén Castillo"])
def test_typed_names_are_compared_leniently(ready, typed):
    assert ready.sign(typed_name=typed).status_code == 200


def test_a_drawn_signature_is_kept_as_pixels_alone(ready):
    text = png()
    assert ready.sign(signature_kind="draw", signature=text, typed_name="").status_code == 200
    row = SignatureEvidence.objects.get()
    raw = base64.b64decode(row.picture)
    assert raw.startswith(b"\x89PNG")
    assert row.evidence["kind"] == "draw"


def bomb():
    """A PNG header that claims 60,000 × 60,000 pixels."""

    def chunk(kind, data):
        body = kind + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

    header = (60000).to_bytes(4, "big") * 2 + bytes([8, 6, 0, 0, 0])
    raw = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    return "data:image/png;base64," + base64.b64encode(raw).decode()


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ("data:image/jpeg;base64,AAAA", "The picture must be a PNG image."),
        ("data:image/png;base64,????", "The picture must be a PNG image."),
        ("data:image/png;base64,aGVsbG8=", "The picture must be a PNG image."),
        (
            "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\nrubbish").decode(),
            "The picture must be a PNG image.",
        ),
    ],
)
def test_an_invalid_signature_picture_is_refused(ready, sent, message):
    assert problems(ready.sign(signature_kind="draw", signature=sent)) == {"signature": message}


def test_an_oversized_signature_picture_is_refused(ready):
    wide = png(size=(4097, 10))
    for sent in (wide, bomb()):
        answer = ready.sign(signature_kind="draw", signature=sent)
        assert problems(answer)["signature"] in {"The picture is too large.", "The picture must be a PNG image."}
    heavy = "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"0" * (2 * 1024 * 1024)).decode()
    assert problems(ready.sign(signature_kind="draw", signature=heavy)) == {"signature": "The picture is too large."}


def test_evidence_says_what_was_signed_by_whom_and_where(ready):
    ready.client.headers["User-Agent"] = "Test/1.0"
    ready.sign(
        typed_name="maren castillo", accepted_at={texts_of(ready)["application:2"]["text_id"]: "2026-11-21T10:00:00Z"}
    )
    row = SignatureEvidence.objects.get()
    evidence = row.evidence
    assert [text["id"] for text in evidence["texts"]] == ready.accepted()
    assert evidence["texts"][1]["ticked_at"] == "2026-11-21T10:00:00Z"
    assert len(evidence["texts"][1]["sha256"]) == 64
    assert (evidence["typed_name"], evidence["role"], evidence["user_agent"]) == (
        "maren castillo",
        "applicant",
        "Test/1.0",
    )
    assert "santa" not in str(evidence).lower()
    assert evidence["ip"]


def test_the_evidence_chain_is_verified_and_reveals_changes(ready, make_wizard):
    ready.sign()
    make_wizard().up_to("sign")
    first, second = SignatureEvidence.objects.order_by("sequence")
    assert (second.sequence, second.previous_hash) == (first.sequence + 1, first.record_hash)
    assert check_all().faults == []
    second.evidence = {**second.evidence, "signer": "Another"}
    second.save(update_fields=["evidence"])
    assert [fault.key for fault in check_all().faults] == [str(second.sequence)]


def test_the_database_refuses_changes_of_evidence(ready):
    ready.sign()
    for sql in (
        "UPDATE enrollment_signatureevidence SET record_hash = 'x'",
        "DELETE FROM enrollment_signatureevidence",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)


def test_an_edit_after_signing_asks_for_the_signature_again(ready):
    ready.sign()
    assert ready.tabs()["agreement_info"]["status"] == "done"
    ready.personal(first_name="Marena")
    assert ready.tabs()["agreement_info"]["status"] == "error"
    assert problems(ready.submit()) == {"agreement_info": "Something changed after signing. Please sign again."}
    ready.personal()
    assert ready.tabs()["agreement_info"]["status"] == "done"


def test_review_can_be_opened_once_everything_before_the_agreement_was_saved(ready):
    assert ready.tabs()["review_info"]["status"] == "todo"
    assert ready.data("/get-dynamic-tabs")["resume"]["tab_name"] == "agreement_info"
    ready.sign()
    ready.billing(bill_date="5")
    assert ready.tabs()["agreement_info"]["status"] == "error"
    tabs = ready.data("/get-dynamic-tabs")
    assert tabs["resume"]["tab_name"] == "review_info"
    assert {text["tab_name"]: text["status"] for text in tabs["result"]}["review_info"] == "todo"


def test_review_waits_for_tabs_that_were_never_saved(wizard):
    wizard.answer_questions()
    assert wizard.tabs()["review_info"]["status"] == "locked"


def test_signing_needs_every_earlier_step(wizard):
    wizard.personal()
    result = problems(wizard.sign())
    assert result == {
        "contact_info": "Please complete Contact Information first.",
        "billing_info": "Please complete Billing Information first.",
    }


def test_the_operator_adds_and_replaces_texts(ready, store):
    AgreementText.objects.create(
        key="fraud",
        state="OH",
        head="Ohio fraud warning",
        body="In {brand}, {plans}.",
        tick="I have read it.",
        order=25,
        i18n={"es": {"head": "Aviso de Ohio"}},
    )
    AgreementText.objects.create(key="application", version=3, head="Apply", body="New", tick="Yes", order=20)
    AgreementText.objects.create(key="other-state", state="TX", head="H", body="B", tick="T")
    texts = texts_of(ready)
    assert list(texts) == ["electronic:1", "application:3", "fraud:1", "association:3", "payment:2"]
    assert texts["fraud:1"]["text_body"] == "In Shop, Halden Dental PPO."
    ready.client.headers["Accept-Language"] = "es"
    texts = texts_of(ready)
    assert texts["fraud:1"]["text_head"] == "Aviso de Ohio"


def test_ticks_survive_a_refresh_and_are_gone_after_signing(ready):
    ready.post("save-draft", tab_name="agreement_info", values={"accepted": "application:2", "typed_name": "Maren"})
    assert ready.fields("agreement-info")["accepted"]["value"] == "application:2"
    ready.sign()
    assert ready.fields("agreement-info")["accepted"]["value"] == ""


def test_a_text_that_changed_after_it_was_shown_is_not_signed(ready):
    shown = ready.accepted()
    CartLine.objects.update(premium="41.00")
    result = problems(ready.sign(accepted=shown))
    assert {name_of(name) for name in result} == {"accepted.payment:2"}
    assert "read it again" in result.popitem()[1]
    assert not SignatureEvidence.objects.exists()
    assert ready.sign().status_code == 200


def test_a_text_published_after_signing_has_to_be_signed_before_submission(ready):
    ready.sign()
    row = AgreementText.objects.create(
        key="application",
        version=2,
        head="Apply",
        body="For {plans}.",
        tick="Yes",
        order=20,
        active=False,
        i18n={"es": {"head": "Solicitud"}},
    )
    assert ready.tabs()["agreement_info"]["status"] == "done"
    AgreementText.objects.filter(pk=row.pk).update(active=True)
    tabs = ready.data("/get-dynamic-tabs")
    assert tabs["resume"]["tab_name"] == "review_info"
    assert problems(ready.submit()) == {"agreement_info": "Something changed after signing. Please sign again."}
    assert ready.sign().status_code == 200
    ready.client.headers["Accept-Language"] = "es"
    assert ready.tabs()["agreement_info"]["status"] == "done"
    # The same number of another row is another text.
    AgreementText.objects.create(
        key="application", version=2, state="OH", head="Ohio", body="For {plans}.", tick="Yes", order=20
    )
    assert ready.tabs()["agreement_info"]["status"] == "error"
    ready.client.headers["Accept-Language"] = "en"
    assert ready.sign().status_code == 200
    assert ready.submit().json()["status"] == "success"


def test_a_text_no_longer_required_keeps_the_signature(ready):
    extra = AgreementText.objects.create(key="fraud", head="H", body="B", tick="T", order=25)
    ready.sign()
    AgreementText.objects.filter(pk=extra.pk).update(active=False)
    assert ready.tabs()["agreement_info"]["status"] == "done"
    assert ready.submit().json()["status"] == "success"


def test_a_cart_that_can_not_be_bought_is_not_signed(ready, store):
    PlanBlackout.objects.create(plan=store.dental, starts="2026-11-01", ends="2027-11-01", message="Back next year.")
    assert problems(ready.sign()) == {"cart_info": "Back next year."}
    PlanBlackout.objects.all().delete()
    PlanRule.objects.create(plan=store.dental, min_hours=30)
    assert problems(ready.sign()) == {
        "cart_info": "Halden Dental PPO: Please enter a sufficient working hours to add product to the cart by clicking"
        " here."
    }
    assert not SignatureEvidence.objects.exists()
