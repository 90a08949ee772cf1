"""First steps: each is read from the installation, with its evidence, and nothing can be ticked."""

import json
import re
from datetime import date, timedelta
from html import unescape

import pytest

from planfront.accounts.models import User
from planfront.backoffice.health.first_steps import list_parts
from planfront.brands.models import Brand, LegalKey, LegalText
from planfront.catalog.models import Carrier, Plan
from planfront.kernel import clock
from planfront.parties.reps.models import Agent, License
from planfront.rating.models import RateTable

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/first-steps/"


@pytest.fixture
def staff(client, brand, settings, tmp_path):
    settings.VAR_DIR, settings.SMTP_URL, settings.CARDS_OFFERED = tmp_path, "", False
    (tmp_path / "run").mkdir()
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo", name="Ada"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


def steps():
    return {step.title: (step.is_done, step.evidence) for part in list_parts() for step in part.steps}


def test_a_fresh_installation_has_everything_but_its_brand_to_do(staff):
    LegalText.objects.all().delete()
    found = steps()
    assert found["A brand"] == (True, "Public: Shop")
    assert [title for title, (is_done, _evidence) in found.items() if not is_done] == [
        "Email",
        "Legal texts",
        "Insurers",
        "Plans",
        "Rates",
        "Licenses",
        "A second person",
        "A backup",
        "Payment",
    ]
    page = unescape(staff.get(PAGE).content.decode())
    assert '<h1 id="steps">9 steps to go</h1>' in page
    assert re.findall(r'desk-button is-main" href="([^"]*)"', page) == ["/backoffice/brands/legaltext/"]
    assert "First steps: 2 of 11 done" in staff.get("/backoffice/").content.decode()


def test_each_step_is_done_while_it_is_true_with_its_evidence(staff, brand, settings):
    carrier = Carrier.objects.create(key="c", name="Halden Dental")
    plan = Plan.objects.create(carrier=carrier, category="dental", name="One")
    RateTable.objects.create(
        plan=plan, version=1, status="approved", method="FLAT", eff_from=date(2020, 1, 1), digest="0" * 64
    )
    rep = Agent.objects.create(code="REP1", first_name="Jo", last_name="Lee")
    License.objects.create(agent=rep, state="OH", number="1")
    kit = User.objects.create_superuser("kit@demo.test", "planfront-demo", name="Kit Marsh")
    settings.SMTP_URL, settings.CARDS_OFFERED = "smtp://mail.example:25", True
    finished = (clock.now() - timedelta(hours=8)).isoformat()
    (settings.VAR_DIR / "run" / "backup.json").write_text(json.dumps({"finished": finished, "to": "/one"}))
    for key in LegalKey:
        LegalText.objects.get_or_create(
            key=key, brand=None, version=9, defaults={"head": "A", "body": "B", "published_at": clock.now()}
        )
    found = steps()
    assert all(is_done for is_done, _evidence in found.values()), found
    assert found["Insurers"][1] == "Halden Dental"
    assert found["Rates"][1] == "Every plan has a price today"
    assert found["Licenses"][1] == "Reps are licensed in 1 state"
    assert found["A second person"][1] == "Ada, Kit Marsh can agree to each other’s changes"
    page = staff.get(PAGE).content.decode()
    assert "You’re ready to sell" in page
    kit.is_active = False
    kit.save()
    assert not steps()["A second person"][0], "it broke again"


def test_the_first_open_step_that_can_be_done_here_has_the_only_solid_button(staff, settings):
    settings.BACKOFFICE_HOST = "office.test"
    Brand.objects.update(active=False)
    page = staff.get(PAGE, headers={"Host": "office.test"}).content.decode()
    assert re.findall(r'desk-button is-main" href="([^"]*)">([^<]*)', page) == [
        ("/backoffice/brands/brand/", "Publish a brand")
    ]


def test_who_works_for_one_brand_does_not_see_it(works):
    client = works("admin")
    assert client.get(PAGE).status_code == 403
    assert PAGE not in client.get("/backoffice/").content.decode()
