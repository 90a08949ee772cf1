"""After an erasure what was planted is nowhere: not in a table, not sealed in one, not in a file. Of what was sent
stays exactly what is declared."""

from datetime import date
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection
from django.urls import reverse

from planfront.accounts.models import Role, User
from planfront.audit.services import Origin
from planfront.enrollment.models import Application
from planfront.enrollment.signing.chain import check_all
from planfront.enrollment.submission.due_documents import make_due_documents
from planfront.enrollment.submission.duplicates import index_due_duplicates
from planfront.enrollment.tests.conftest import Wizard, quote
from planfront.kernel import clock
from planfront.kernel.jobs import tasks
from planfront.kernel.security.fields import encrypted_fields
from planfront.leads.models import AssistantQuestion, Lead
from planfront.members.name_search import few_with, tidy
from planfront.members.services import create_member
from planfront.messaging.models import OutboundEmail
from planfront.privacy.models import State
from planfront.privacy.registry import Clues, list_candidates
from planfront.privacy.services import list_places, load_person, open_request, request_approve
from planfront.shopping.models import Quote
from tests.proofs.searching import Search

pytestmark = pytest.mark.django_db
PLANTED = {"email": "quillonette@mailbox.example", "name": "Quillonette", "ssn": "512345678"}


@pytest.fixture
def staff(db):
    return [
        User.objects.create_user(f"{name}@demo.test", role=Role.STAFF, is_staff=True, is_superuser=True)
        for name in ("first", "second")
    ]


def by(user):
    return Origin(kind="staff", user_id=user.pk)


@pytest.fixture
def search(tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path
    return Search(PLANTED)


def look(search, tmp_path):
    """Every column of every table, every sealed value opened, every file."""
    search.look_at_tables()
    for model in apps.get_models():
        for field in encrypted_fields(model):
            for row in model._default_manager.all():
                search.look(f"sealed {model._meta.label_lower}.{field.name}", getattr(row, field.attname))
    search.look_at_files(Path(tmp_path))
    return {(name, where) for name, where in search.matches}


def find(brand, **clues):
    anchors = {}
    for candidate in list_candidates(Clues(brand.pk, **clues)):
        anchors.setdefault(candidate.table, []).append(candidate.key)
    return anchors


def erase(brand, staff, **clues):
    row = open_request(
        brand_id=brand.pk,
        kind="erasure",
        how="phone",
        received_on=clock.today(),
        subject=clues,
        anchors=find(brand, **clues),
        origin=by(staff[0]),
    )
    return request_approve(row=row, origin=by(staff[1]))


def filled(client, plan_id, *, submit=False, name=PLANTED["name"], email=PLANTED["email"], ssn=PLANTED["ssn"]):
    wizard = Wizard(client, quote(client))
    assert wizard.post("add-plan-to-cart", plan_id=plan_id).json()["status"] == "success"
    day = wizard.data("get-cart-effective-dates")["result"][0]
    wizard.post("cart-checkout", effective_date=day)
    wizard.answer_questions(primary_info={"ssn": ssn, "first_name": name}, contact_info={"email_address": email})
    wizard.post("save-enrollment", email=email, tab="billing_info")
    if submit:
        assert wizard.billing().status_code == 200
        assert wizard.sign().status_code == 200
        assert wizard.submit().json()["status"] == "success"
    tasks.run_pending()
    return wizard


@pytest.fixture
def begun(shop, make_client, monkeypatch):
    return lambda **more: filled(make_client("shop.test"), shop.dental.pk, **more)


def test_nothing_is_left_of_somebody_who_never_sent_the_application(begun, shop, staff, search, tmp_path):
    begun()
    others = begun(name="Maren", email="somebody.else@mailbox.example", ssn="523443386")
    assert {name for name, _where in look(Search(PLANTED), tmp_path)} == set(PLANTED)
    row = erase(shop.brand, staff, email=PLANTED["email"])
    assert row.state == State.DONE
    assert look(search, tmp_path) == set()
    assert Quote.objects.get().public_id == others.id
    assert others.data("get-review-summary")
    assert OutboundEmail.objects.get().to == "somebody.else@mailbox.example"


@pytest.mark.parametrize("clues", [{"number": PLANTED["ssn"]}, {"last_four": "5678", "born": date(1989, 4, 17)}])
def test_an_abandoned_application_is_found_by_its_number(begun, shop, staff, search, tmp_path, clues):
    begun()
    result = find(shop.brand, **clues)
    assert list(result) == ["enrollment.application"]


def test_nothing_readable_is_left_of_a_lead(shop, visitor, staff, search, tmp_path):
    questions = [
        AssistantQuestion.objects.create(position=1, question="Your name?", kind="text"),
        AssistantQuestion.objects.create(position=2, question="Your email?", kind="email"),
    ]
    for question, answer in zip(questions, (PLANTED["name"], PLANTED["email"]), strict=True):
        text = visitor.post("assist/add", {"device_id": "d1", "question_id": question.pk, "answer": answer})
        assert text.status_code == 200, text.content
    assert Lead.objects.count() == 1
    erase(shop.brand, staff, email=PLANTED["email"])
    assert look(search, tmp_path) == set()
    assert not Lead.objects.exists()


def test_a_sent_application_keeps_exactly_what_is_declared(begun, shop, staff, search, tmp_path):
    begun(submit=True)
    result = find(shop.brand, email=PLANTED["email"])
    row = open_request(
        brand_id=shop.brand.pk,
        kind="erasure",
        how="phone",
        received_on=clock.today(),
        subject={"email": PLANTED["email"]},
        anchors=result,
        origin=by(staff[0]),
    )
    kept = {place.holding.table for place in list_places(load_person(row)) if place.kept}
    assert kept == {
        "accounts.user",
        "audit.auditevent",
        "billing.paymentmethod",
        "enrollment.application",
        "enrollment.personkey",
        "enrollment.searchkey",
        "enrollment.signatureevidence",
        "enrollment.signeddocument",
        "enrollment.transition",
        "coverage.change",
        "coverage.coveredperson",
        "coverage.coverageevent",
        "coverage.fee",
        "coverage.policy",
        "coverage.version",
        "members.identity",
        "members.member",
        "sales.confirmation",
        "sales.sale",
        "shopping.cartline",
        "shopping.quote",
    }
    request_approve(row=row, origin=by(staff[1]))
    where = {where for _name, where in look(search, tmp_path)}
    assert where == {
        "sealed enrollment.application.frozen",
        "sealed enrollment.signatureevidence.evidence",
        "sealed sales.confirmation.receipt",
        # Coverage is in force: the member's record and sign-in are needed as long.
        "table accounts_user.email",
        "table accounts_user.name",
        "sealed members.identity.ssn",
        "table members_member.email",
        "table members_member.first_name",
        "table members_member.search",
    }
    assert check_all().faults == []
    assert Application.objects.get().applicant == ""
    assert not OutboundEmail.objects.filter(to=PLANTED["email"]).exists()


def test_nobody_is_found_any_more_by_a_name_that_was_erased(shop, staff, search, tmp_path):
    create_member(
        brand=shop.brand,
        first_name=PLANTED["name"],
        last_name="Castillo",
        birth_date=date(1989, 4, 17),
        gender=1,
        email=PLANTED["email"],
    )
    assert len(few_with(["quillonette"])) == 1
    assert erase(shop.brand, staff, email=PLANTED["email"]).state == State.DONE
    assert few_with(["quillonette"]) == set()
    assert look(search, tmp_path) == set()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's own vacuum does it")
def test_an_erased_name_leaves_the_pieces_that_sqlite_keeps(shop, staff):
    for first, last, email in ((PLANTED["name"], "Castillo", PLANTED["email"]), ("Maren", "Wood", "m@demo.test")):
        born = date(1989, 4, 17)
        create_member(brand=shop.brand, first_name=first, last_name=last, birth_date=born, gender=1, email=email)
    assert (has_piece("qui"), has_piece("woo")) == (True, True)
    erase(shop.brand, staff, email=PLANTED["email"])
    tidy()
    assert (has_piece("qui"), has_piece("woo")) == (False, True)


def has_piece(piece):
    with connection.cursor() as cursor:
        cursor.execute("SELECT block FROM members_name_trigrams_data")
        return any(piece.encode() in block for (block,) in cursor.fetchall())


def test_an_erased_enrollment_can_still_be_looked_at(begun, shop, staff, client):
    """Staff, rep and applicant meet what was blanked on every page of it."""
    wizard = begun(submit=True)
    erase(shop.brand, staff, email=PLANTED["email"])
    client.force_login(staff[0])
    client.defaults["HTTP_HOST"] = "shop.test"
    application = Application.objects.select_related("enrollment__confirmation").get()
    confirmation = application.enrollment.confirmation
    pages = [
        f"/backoffice/enrollment/application/{application.pk}/change/",
        f"/backoffice/sales/confirmation/{confirmation.pk}/change/",
        f"/backoffice/coverage/policy/{confirmation.sales.get().pk}/change/",
        "/backoffice/enrollment/application/",
        "/backoffice/coverage/policy/",
        "/backoffice/",
        "/backoffice/enrollment/signatureevidence/",
        "/backoffice/enrollment/signeddocument/",
    ]
    for page in pages:
        assert client.get(page).status_code == 200, page
    assert client.get(reverse("admin:open_sealed", args=[application.pk])).status_code == 200
    for path in ("get-receipt", "get-review-summary", "/get-dynamic-tabs", "get-plan-cart"):
        assert wizard.get(path).status_code < 500, path
    index_due_duplicates()
    make_due_documents()
    assert check_all().faults == []


def test_a_copy_has_everything_of_an_application_and_the_page_closes_its_numbers(begun, shop, staff, client):
    begun(submit=True)
    row = open_request(
        brand_id=shop.brand.pk,
        kind="export",
        how="email",
        received_on=clock.today(),
        subject={"email": PLANTED["email"]},
        anchors=find(shop.brand, email=PLANTED["email"]),
        origin=by(staff[0]),
    )
    client.force_login(staff[0])
    client.defaults["HTTP_HOST"] = "shop.test"
    address = f"/backoffice/privacy/privacyrequest/{row.pk}/data/"
    handed = client.post(address, {"as": "json"}).content.decode()
    assert PLANTED["ssn"] in handed
    assert "000123457710" in handed
    assert PLANTED["name"] in handed
    assert "code_hash" not in handed
    page = Search({**PLANTED, "account": "000123457710"})
    page.look("page", client.post(address, {"as": "page"}).content)
    assert {name for name, _where in page.matches} == {"email", "name"}
    assert client.post(address, {"as": "pdf"}).content.startswith(b"%PDF-")
