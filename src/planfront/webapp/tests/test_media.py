"""Documents of plans: who may open them, and with which headers."""

import pytest
from django.core.files.base import ContentFile

from planfront.catalog.models import PlanDocument, ProviderNetwork
from planfront.catalog.tests.factories import make_plan

pytestmark = pytest.mark.django_db
HOST = {"Host": "shop.test"}


@pytest.fixture
def upload(brand, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    plan = make_plan(offer={"brand": brand})
    document = PlanDocument(plan=plan, kind="brochure", title="Brochure")
    document.file.save("Über uns <2026>.PDF", ContentFile(b"%PDF-1.7 hello"), save=True)
    return document


def test_an_upload_is_served_safely(client, upload):
    assert upload.href == f"/media/documents/{upload.pk}/uber-uns-2026.pdf"
    answer = client.get(upload.href, headers=HOST)
    assert answer.status_code == 200
    assert b"".join(answer.streaming_content) == b"%PDF-1.7 hello"
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Disposition"] == 'inline; filename="uber-uns-2026.pdf"'
    assert "script-src" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_other_brands_and_other_names_find_nothing(client, upload, other_brand):
    assert client.get(upload.href, headers={"Host": "other.test"}).status_code == 404
    assert client.get(f"/media/documents/{upload.pk}/other.pdf", headers=HOST).status_code == 404
    assert client.get("/media/documents/99999/x.pdf", headers=HOST).status_code == 404
    assert client.get(f"/media/{upload.file.name}", headers=HOST).status_code == 404
    upload.plan.active = False
    upload.plan.save()
    assert client.get(upload.href, headers=HOST).status_code == 404


def test_the_summary_says_what_the_plan_says(client, brand, other_brand):
    plan = make_plan(
        "Halden <b>",
        offer={"brand": brand},
        description={"body_text": "<p>Pays<script>alert(1)</script></p>", "faq_text": "**Why?** So."},
        benefits={"columns": ["In network"], "rows": [{"name": "Exams", "note": "Preventive", "values": ["100%"]}]},
        i18n={"es": {"benefits": {"columns": ["Red"], "rows": [{"name": "Exámenes", "values": ["100%"]}]}}},
    )
    network = ProviderNetwork.objects.create(name="Halden PPO", kind="dental", search_url="https://halden.example/")
    network.plans.add(plan)
    path = f"/media/plans/{plan.pk}/summary/"
    html = client.get(path + "en", headers=HOST).content.decode()
    assert "<h1>Halden &lt;b&gt;</h1>" in html
    assert "<p>Pays</p>" in html
    assert "<strong>Why?</strong>" in html
    assert "alert" not in html
    assert '<a href="https://halden.example/" rel="noopener noreferrer">Halden PPO</a>' in html
    spanish = client.get(path + "es", headers=HOST)
    assert spanish.headers["Content-Language"] == "es"
    assert "Exámenes" in spanish.content.decode()
    assert "Resumen de beneficios" in spanish.content.decode()
    assert client.get(path + "fr", headers=HOST).status_code == 404
    assert client.get(path + "en", headers={"Host": "other.test"}).status_code == 404
