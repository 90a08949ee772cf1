"""The signed application: what it says, who gets it, and how it is proved."""

import base64
import hashlib
import io
import re
from datetime import date, timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from pypdf import PdfReader

from planfront.audit.models import AuditEvent
from planfront.catalog.models import PlanQuestionSet
from planfront.catalog.tests.factories import make_option, make_questions
from planfront.enrollment.models import Application, RequirementProfile, SignatureEvidence, SignedDocument
from planfront.enrollment.signing import chain
from planfront.enrollment.signing import documents as services
from planfront.enrollment.signing import services as signing
from planfront.enrollment.signing.document_content import describe
from planfront.enrollment.submission.due_documents import make_due_documents
from planfront.enrollment.terms import canonical
from planfront.enrollment.tests.conftest import BILLING, SSN, Wizard, fill_cart, png, quote
from planfront.enrollment.tests.test_beneficiaries import ESTATE, TRUST
from planfront.kernel import clock
from planfront.kernel.files.pdf import PdfFailed
from planfront.kernel.jobs import tasks
from planfront.kernel.security.ids import group_code
from planfront.messaging.models import OutboundEmail
from planfront.parties.reps.models import Agent
from planfront.shopping.models import PlanAnswers, Quote

pytestmark = pytest.mark.both_databases

AGREED = "I agree to sign and receive documents electronically."


@pytest.fixture
def signed(wizard):
    """A submitted enrollment with its document."""
    wizard.up_to("billing")
    assert wizard.sign(signature_kind="draw", signature=png(), typed_name="").json()["status"] == "success"
    assert wizard.submit(additional_notes="Call after five.").json()["status"] == "success"
    tasks.run_pending()
    return wizard


def content_of(wizard):
    return base64.b64decode(wizard.post("signed-application").json()["data"]["content"])


def pages(content):
    return [re.sub(r"\s+", " ", page.extract_text()) for page in PdfReader(io.BytesIO(content)).pages]


def verify(wizard, **body):
    return wizard.client.post("verify-document", body).json()["data"]


def tamper(sql, *values):
    """Write past the triggers, as somebody with the database in hand could."""
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if sqlite:
            kept = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'sign%%'"
            cursor.execute(kept, [])
            triggers = cursor.fetchall()
            for name, _made in triggers:
                cursor.execute(f"DROP TRIGGER {name}")
        else:
            cursor.execute("SET session_replication_role = replica")
        cursor.execute(sql, values)
        if sqlite:
            for _name, result in triggers:
                cursor.execute(result)
        else:
            cursor.execute("SET session_replication_role = DEFAULT")


def test_the_document_is_made_once_after_the_submission(signed):
    answer = signed.post("signed-application").json()["data"]
    content, row = base64.b64decode(answer["content"]), SignedDocument.objects.get()
    assert answer["state"] == "ready"
    assert re.fullmatch(r"shop-signed-application-\d{7}\.pdf", answer["name"])
    assert (row.sha256, row.sequence, row.language) == (hashlib.sha256(content).hexdigest(), 1, "en")
    assert services.create_document(application_id=row.application_id).pk == row.pk
    catalog = PdfReader(io.BytesIO(content)).trailer["/Root"]
    assert catalog["/MarkInfo"]["/Marked"]
    assert "pdfuaid:part>1<" in catalog["/Metadata"].get_object().get_data().decode()


def test_the_document_shows_what_was_signed_with_numbers_masked(signed):
    texts = pages(content_of(signed))
    text, number = " ".join(texts), signed.data("get-receipt")["policy_id"]
    for expected in (
        f"#{number}",
        f"Policy PF{number}-01",
        "Halden Dental PPO",
        "$31.00",
        "Fee: Halden Dental PPO",
        "$15.00",
        "First Month Total Cost $51.00",
        "Recurring Monthly Cost $36.00",
        "88 Lindenhall Ave",
        "Ending 5678",
        "ending 7710",
        "Call after five.",
        AGREED,
        "Verified by the applicant",
    ):
        assert expected in text
    for secret in (SSN, "512-34-5678", BILLING["account_number"], "123457710"):
        assert secret not in text
    application, signature = Application.objects.get(), SignatureEvidence.objects.get()
    proof = texts[-1]
    assert "Evidence of the signature" in proof
    assert f"{signature.at:%Y-%m-%d %H:%M:%S} UTC" in proof
    for expected in (application.frozen_sha256, signature.content_sha256, signature.record_hash, "Drawn by hand"):
        assert expected in proof
    assert group_code(SignedDocument.objects.get().code) in proof
    assert len(PdfReader(io.BytesIO(content_of(signed))).pages[1].images) == 1


def test_the_document_names_a_trust_and_the_estate_as_beneficiaries(wizard):
    RequirementProfile.objects.create(name="Life", tabs={"beneficiary_info": True})
    wizard.answer_questions().post("save-beneficiary-info", beneficiaries=[TRUST, ESTATE])
    for answer in (wizard.billing(), wizard.sign(), wizard.submit()):
        assert answer.json()["status"] == "success", answer.json()
    tasks.run_pending()
    text = " ".join(pages(content_of(wizard))).replace("’", "'")
    for expected in ("The Castillo Family Trust", "Trustee Rosa O'Neil", "Date of the trust 03/04/2015", "Estate"):
        assert expected in text


def spanish_text(wizard):
    """Of a document signed in Spanish."""
    wizard.client.headers["Accept-Language"] = "es"
    wizard.up_to("sign")
    wizard.submit()
    tasks.run_pending()
    return " ".join(pages(content_of(wizard)))


def test_the_document_is_in_the_language_of_the_signing(wizard):
    text = spanish_text(wizard)
    for expected in ("Solicitud de cobertura", "Evidencia de la firma", "Nombre escrito", "Acepto firmar y recibir"):
        assert expected in text
    assert "Evidence of" not in text
    assert SignedDocument.objects.get().language == "es"


def test_a_spanish_header_and_birth_state_are_those_of_the_store_s_pages(wizard):
    text = spanish_text(wizard)
    assert "lun-vie 8am-8pm ET" in text
    assert "Estado de nacimiento Nuevo México" in text
    assert "lun-vie 8am-8pm ET" in OutboundEmail.objects.get(kind="receipt_client").html


# What was asked was shown in the first language, and signed in the second.
LANGUAGES = {
    "in Spanish": ("es", "es", ("Salud", "¿Está usted bien?", "Sí · Solicitante · Corazón: Soplo")),
    "in English": ("en", "en", ("Health", "Are you well?", "Yes · Applicant · Heart: Murmur")),
    "asked in English, signed in Spanish": ("en", "es", ("Health", "Are you well?", "Yes · Applicant · Heart: Murmur")),
    "asked in Spanish, signed in English": ("es", "en", ("Salud", "¿Está usted bien?", "Sí · Solicitante · Corazón")),
}


@pytest.fixture
def submit_answers(store, visitor):
    """Submits an enrollment whose plan asked something, in the language of the answers and that of the signature.
    ``kept``: whether the language is kept with the answers, as it wasn't in the first versions."""
    question = make_questions(store.dental, sub_type="checkbox", i18n={"es": {"text": "¿Está usted bien?"}})
    PlanQuestionSet.objects.update(i18n={"es": {"title": "Salud"}})
    words = {"es": {"text": "Soplo", "option_group": "Corazón"}}
    option = make_option(question, "Murmur", option_group="Heart", i18n=words)

    def submit(answered, signed, *, kept=True):
        wizard = Wizard(visitor, quote(visitor))
        visitor.headers["Accept-Language"] = answered
        item = {"question_id": question.pk, "yes_no_flag": "Yes", "checkbox_answers": [option.pk]}
        body = {"plan_id": store.dental.pk, "answers": [item]}
        assert wizard.post("save-question-answers", **body).json()["status"] == "success"
        if not kept:
            row = PlanAnswers.objects.get()
            row.answers = {"answers": row.answers["answers"]}
            row.save()
        visitor.headers["Accept-Language"] = signed
        fill_cart(visitor, wizard.id, store.dental)
        wizard.up_to("sign")
        wizard.submit()
        tasks.run_pending()
        return wizard

    return submit


@pytest.mark.parametrize("case", LANGUAGES)
@pytest.mark.thorough
def test_questions_of_plans_stand_in_the_words_that_were_shown(submit_answers, case):
    answered, signing, (title, question, answer) = LANGUAGES[case]
    result = submit_answers(answered, signing)
    heading = {"es": "Preguntas sobre sus planes", "en": "Questions about your plans"}[signing]
    text = " ".join(pages(content_of(result)))
    assert f"{heading} Halden Dental PPO: {title} {question} {answer}" in text
    (value,) = Application.objects.get().frozen["plan_answers"]
    english = {"title": value["title"], **{name: value["answers"][0][name] for name in ("question", "said", "ticked")}}
    assert english == {
        "title": "Health",
        "question": "Are you well?",
        "said": "Yes",
        "ticked": ["Heart: Murmur"],
    }
    assert (value["language"], value["shown_title"]) == (answered, title)
    assert value["answers"][0]["shown"]["question"] == question
    assert chain.check_all().faults == []


def test_applications_frozen_without_the_words_shown_stay_valid_and_print_english(submit_answers):
    result = submit_answers("es", "es", kept=False)
    (value,) = Application.objects.get().frozen["plan_answers"]
    assert "language" not in value
    assert "shown" not in value["answers"][0]
    text = " ".join(pages(content_of(result)))
    assert "Preguntas sobre sus planes Halden Dental PPO: Health Are you well? Yes · Heart: Murmur" in text
    assert chain.check_all().faults == []
    assert verify(result, code=SignedDocument.objects.get().code)["result"] == "known"


def test_each_time_names_its_zone_beside_utc(wizard):
    wizard.up_to("billing")
    ticked = {wizard.accepted()[0]: "2026-07-21T10:00:00.250Z", wizard.accepted()[1]: "soon"}
    assert wizard.sign(accepted_at=ticked).json()["status"] == "success"
    wizard.submit()
    tasks.run_pending()
    proof = pages(content_of(wizard))[-1]
    at = SignatureEvidence.objects.get().at
    local = f"{clock.local(at):%m/%d/%Y %H:%M:%S %Z}"
    away = {"EST": "-05:00", "EDT": "-04:00"}[local[-3:]]
    assert f"Signed at {at:%Y-%m-%d %H:%M:%S} UTC {local} (America/New_York, UTC{away})" in proof
    # Daylight saving in July.
    assert "2026-07-21 10:00:00 UTC 07/21/2026 06:00:00 EDT" in proof
    assert "soon" in proof


def test_there_is_no_document_before_submission_and_it_is_pending_right_after(wizard):
    wizard.up_to("sign")
    assert wizard.post("signed-application").status_code == 404
    wizard.submit()
    assert wizard.post("signed-application").json()["data"] == {"state": "making", "name": "", "content": ""}


def test_every_opening_is_on_record_and_others_get_none(signed, make_client, rep):
    Quote.objects.update(agent=Agent.objects.get())
    assert make_client("shop.test").post("signed-application", {"enrollment_id": signed.id}).status_code == 404
    content_of(signed)
    assert rep.post("signed-application", {"enrollment_id": signed.id}).json()["data"]["state"] == "ready"
    rows = AuditEvent.objects.filter(action__in=["sealed.opened", "application.document_opened"]).order_by("at")
    assert [(item.action, item.actor_kind, item.fields) for item in rows] == [
        ("application.document_opened", "visitor", []),
        ("sealed.opened", "rep", ["signed_application"]),
    ]


def test_a_document_that_could_not_be_made_is_tried_again(wizard, monkeypatch):
    def failing(**_arguments):
        raise PdfFailed("no")

    with monkeypatch.context() as patched:
        patched.setattr(services, "make_pdf", failing)
        wizard.up_to("sign")
        wizard.submit()
        tasks.run_pending()
        assert not SignedDocument.objects.exists()
    Application.objects.update(submitted_at=clock.now() - timedelta(minutes=11))
    assert make_due_documents() == 1
    tasks.run_pending()
    assert SignedDocument.objects.count() == 1
    assert make_due_documents() == 0


def test_a_code_or_file_proves_a_document_genuine_and_reveals_nothing_else(signed, make_client):
    row = SignedDocument.objects.select_related("signature").get()
    known = verify(signed, code=group_code(row.code).lower())
    assert (known["result"], known["sha256"]) == ("known", row.sha256)
    assert set(known) == {"result", "signed_on", "sha256"}
    assert verify(signed, sha256=row.sha256.upper())["result"] == "genuine"
    assert verify(signed, code=row.code, sha256=row.sha256)["result"] == "genuine"
    flipped = hashlib.sha256(content_of(signed) + b"\n").hexdigest()
    assert verify(signed, code=row.code, sha256=flipped)["result"] == "changed"
    unknown = {"result": "unknown", "signed_on": "", "sha256": ""}
    assert verify(signed, sha256=flipped) == unknown
    assert verify(signed, code="AAAA-AAAA-AAAA-AAAA") == unknown
    answers = [signed.client.post("verify-document", body).status_code for body in ({}, {"sha256": "zz"})]
    assert answers == [422, 422]


def test_documents_of_another_brand_are_unknown(signed, other_brand, make_client):
    row = SignedDocument.objects.get()
    elsewhere = make_client("other.test")
    assert elsewhere.post("verify-document", {"code": row.code}).json()["data"]["result"] == "unknown"


def test_document_checks_are_rate_limited(signed):
    codes = [signed.client.post("verify-document", {"code": "AAAA"}).status_code for _ in range(61)]
    assert (codes[0], codes[-1]) == (200, 429)


def test_the_database_refuses_changes_and_deletes(signed):
    row = SignedDocument.objects.get()
    for change in (lambda: SignedDocument.objects.update(sha256="0" * 64), row.delete):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()
    assert chain.check_all().faults == []


def test_the_whole_chain_is_checked(signed):
    report = chain.check_all()
    assert (report.signatures, report.documents, report.applications, report.waiting) == (1, 1, 1, 0)
    assert report.faults == []
    assert report.heads == {
        "signature": SignatureEvidence.objects.get().record_hash,
        "document": SignedDocument.objects.get().record_hash,
    }


def test_a_record_hashes_the_same_in_every_zone_before_it_is_stored_and_after(signed, monkeypatch):
    here = clock.local(clock.now())
    assert here.utcoffset()
    monkeypatch.setattr(clock, "now", lambda: here)
    facts = {"evidence": {"on": "12/01/2026"}, "picture": "", "content": "c" * 64}
    row = signing.append_evidence(application=Application.objects.get(), **facts)
    assert signing.record_hash(SignatureEvidence.objects.get(pk=row.pk)) == signing.record_hash(row) == row.record_hash
    document = SignedDocument.objects.get()
    document.at = clock.local(document.at)
    assert services.record_hash(document) == document.record_hash
    assert chain.check_all().faults == []


def test_only_values_with_one_form_are_hashed():
    with pytest.raises(TypeError, match="date has no canonical text"):
        canonical.text_of({"born": date(1990, 5, 21)})


TAMPERED = {
    "another file hash": (
        "UPDATE enrollment_signeddocument SET sha256 = %s",
        ["0" * 64],
        {"the record was changed", "the file was changed"},
    ),
    "another time": (
        "UPDATE enrollment_signeddocument SET at = %s",
        ["2026-01-01 00:00:00"],
        {"the record was changed"},
    ),
    "another predecessor": (
        "UPDATE enrollment_signeddocument SET previous_hash = %s",
        ["1" * 64],
        {"the record was changed", "the record before it is missing or another one"},
    ),
    "another signature record": (
        "UPDATE enrollment_signatureevidence SET content_sha256 = %s",
        ["2" * 64],
        {"the record was changed"},
    ),
    "another frozen hash": (
        "UPDATE enrollment_application SET frozen_sha256 = %s",
        ["3" * 64],
        {"the frozen application was changed", "it stands on another application"},
    ),
    "bytes of the sealed file": (
        "UPDATE enrollment_signeddocument SET content = 'v1.k1.AAAA'",
        [],
        {"the file can't be opened"},
    ),
}


@pytest.mark.parametrize("case", TAMPERED)
def test_tampering_is_detected(signed, case):
    sql, values, reasons = TAMPERED[case]
    code = SignedDocument.objects.get().code
    tamper(sql, *values)
    assert {fault.reason for fault in chain.check_all().faults} == reasons
    assert verify(signed, code=code) == {"result": "damaged", "signed_on": "", "sha256": ""}


def test_resealing_a_frozen_application_with_other_answers_is_detected(signed):
    row = Application.objects.get()
    row.frozen = {**row.frozen, "answers": {}}
    row.save(update_fields=["frozen"])
    assert [fault.reason for fault in chain.check_all().faults] == ["the frozen application was changed"]


def test_a_truncated_chain_is_detected_by_an_external_copy_of_its_head(signed):
    head = chain.check_all().heads["document"]
    tamper("DELETE FROM enrollment_signeddocument")
    report = chain.check_all()
    assert (report.faults, report.waiting) == ([], 1)
    assert [fault.key for fault in chain.check_all(anchors=frozenset({head})).faults] == [head]


@pytest.mark.parametrize(("process", "label"), [("applicant", "On record with"), ("rep", "Prepared by")])
def test_a_rep_on_record_has_prepared_only_what_a_rep_filled_in(signed, brand, process, label):
    agent = Agent.objects.create(code="R9", first_name="Jordan", last_name="Lee", email="j@example.com")
    agent.brands.add(brand)
    Quote.objects.update(agent=agent, eprocess=process)
    application = Application.objects.get()
    facts = describe(application, SignatureEvidence.objects.get(), "CODE")["data"]["facts"]
    assert {item["label"]: item["value"] for item in facts}[label] == "Jordan Lee (R9)"
