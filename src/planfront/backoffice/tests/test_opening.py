"""An installation without a brand: its first page, the back office's own host, and the command that opens a brand."""

import re

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from planfront.accounts import mailtokens
from planfront.accounts.models import StaffBrand, User
from planfront.brands.models import Brand, MarketingBlock
from planfront.brands.selectors import setting
from planfront.catalog.models import Plan, PlanQuestionSet
from planfront.enrollment.models import HealthQuestion, RequirementProfile
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.models import Portal
from planfront.shopping.opening import next_steps

pytestmark = pytest.mark.django_db
OFFICE = {"Host": "office.test"}
HOST = {"Host": "larkspur.test"}


@pytest.fixture
def office(settings):
    settings.BACKOFFICE_HOST = "office.test"


def open_brand(capsys, key="larkspur", name="Larkspur Benefits", host="larkspur.test"):
    call_command("open_brand", key, name, host)
    return capsys.readouterr().out


@pytest.mark.parametrize("path", ["/", "/plans", "/api/v1/get-states", "/backoffice/"])
def test_without_a_brand_every_host_says_how_to_begin(client, path):
    answer = client.get(path, headers={"Host": "1.2.3.4"})
    page = answer.content.decode()
    assert (answer.status_code, answer.headers["Retry-After"], answer.headers["Cache-Control"]) == (
        503,
        "600",
        "no-store",
    )
    assert "Set BACKOFFICE_HOST to the host of the back office" in page
    assert "./run manage open-brand KEY NAME HOST" in page
    assert "<form" not in page


def test_the_first_page_speaks_spanish(client):
    page = client.get("/", headers={"Host": "1.2.3.4", "Accept-Language": "es"}).content.decode()
    assert '<html lang="es">' in page
    assert "Esta tienda todavía no está configurada" in page


def test_probes_answer_without_a_brand(client):
    assert client.get("/healthz", headers={"Host": "1.2.3.4"}).status_code == 200


def test_the_back_office_has_a_host_before_there_is_a_brand(client, office):
    assert client.get("/", headers=OFFICE).headers["Location"] == "/backoffice/"
    sign_in = client.get("/backoffice/login/", headers=OFFICE)
    assert sign_in.status_code == 200
    assert "Return to site" not in sign_in.content.decode()
    for path in ("/plans", "/api/v1/get-states", "/theme.000000000000.css"):
        assert client.get(path, headers=OFFICE).status_code == 400, path
    page = client.get("/", headers={"Host": "1.2.3.4"}).content.decode()
    assert "at the host named in BACKOFFICE_HOST" in page
    assert "office.test" not in page


def test_the_back_office_s_host_shows_no_store_and_another_host_no_back_office(client, office, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    for path in ("/backoffice/", f"/backoffice/brands/brand/{brand.pk}/change/", "/backoffice/health/"):
        assert client.get(path, headers=OFFICE).status_code == 200, path
    assert client.get("/plans", headers=OFFICE).status_code == 400
    client.logout()
    assert "Return to site" in client.get("/backoffice/login/", headers={"Host": "shop.test"}).content.decode()
    assert client.get("/backoffice/", headers={"Host": "nobody.test"}).status_code == 400


def test_a_brand_is_opened_by_a_command_without_claims_people_or_plans(client, capsys, office):
    said = open_brand(capsys)
    brand = Brand.objects.get()
    assert said.splitlines()[0] == "Larkspur Benefits is open to staff, at larkspur.test. It isn't public yet."
    assert "createsuperuser" in said
    assert (brand.active, brand.phone, brand.email, brand.support_hours, brand.tagline) == (False, "", "", "", "")
    portals = Portal.objects.filter(brands=brand).values_list("code", "groups_only")
    assert list(portals) == [("IF", False), ("GB", True)]
    assert setting(brand.pk, "default_portal_id") == str(Portal.objects.get(code="IF").pk)
    texts = MarketingBlock.objects.filter(brand=brand)
    assert set(texts.values_list("kind", flat=True)) == {"hero", "groups", "group", "help", "tile"}
    assert all(block.i18n["es"]["title"] for block in texts)
    sets = {row.code: (row.version, row.plans.count()) for row in PlanQuestionSet.objects.all()}
    assert sets == dict.fromkeys(("life-statements", "work-statements", "life-health", "critical-health"), (1, 0))
    assert HealthQuestion.objects.count() == 7
    assert RequirementProfile.objects.get().state == "NY"
    assert not Plan.objects.exists()
    assert client.get("/", headers=HOST).status_code == 400


def test_a_second_brand_shares_portals_and_questions(capsys):
    open_brand(capsys)
    open_brand(capsys, "alder", "Alder", "alder.test")
    assert Portal.objects.count() == 2
    assert [portal.brands.count() for portal in Portal.objects.all()] == [2, 2]
    assert PlanQuestionSet.objects.count() == 4
    assert HealthQuestion.objects.count() == 7


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("lark spur", "Larkspur", "larkspur.test"), "key: "),
        (("larkspur", "", "larkspur.test"), "name: This field is required."),
        (("larkspur", "Larkspur", "https://larkspur.test"), "host: Enter the host alone"),
        (("larkspur", "Larkspur", "shop.test"), "host: Another brand already uses this host."),
        (("shop", "Larkspur", "larkspur.test"), "key: Another brand already has this key."),
    ],
)
def test_a_brand_that_can_t_be_opened_is_refused_with_the_reason(brand, arguments, why):
    with pytest.raises(CommandError, match=why):
        call_command("open_brand", *arguments)
    assert Brand.objects.count() == 1


def test_the_next_steps_shrink_as_they_are_done(capsys, office):
    first = next_steps()
    assert [step.split(":")[0] for step in first[:3]] == [
        "Create an account for yourself",
        "Open a brand",
        "Add an insurer and its plans",
    ]
    User.objects.create_superuser("admin@demo.test", "planfront-demo")
    open_brand(capsys)
    assert next_steps() == first[2:]


def test_staff_are_invited_to_the_back_office_s_host_while_no_brand_is_public(client, capsys, office):
    open_brand(capsys)
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    body = {"email": "kim@demo.test", "name": "Kim", "language": "en", "staff_role": "service", "all_brands": "on"}
    assert client.post("/backoffice/accounts/user/add/", body, headers=OFFICE).status_code == 302
    (mail,) = OutboundEmail.objects.filter(kind="account_invitation")
    (secret,) = re.findall(r"http://office\.test(?::\d+)?/backoffice/new-password/#(\S+)", mail.text)
    desk = Client(headers=OFFICE)
    page, typed = "/backoffice/new-password/", "paddle over copper moss"
    assert desk.get(page).status_code == 200

    def choose(secret, password, again=None):
        return desk.post(page, {"secret": secret, "password": password, "again": again or password})

    assert "no longer valid" in choose("made-up", typed).content.decode()
    assert "no longer valid" in choose("", typed).content.decode()
    assert "too short" in choose(secret, "short").content.decode()
    assert "are different" in choose(secret, typed, "other words").content.decode()
    assert choose(secret, typed).headers["Location"] == "/backoffice/login/"
    assert User.objects.get(email="kim@demo.test").check_password(typed)
    assert "no longer valid" in choose(secret, "another paddle moss").content.decode()


def test_nobody_but_staff_chooses_a_password_at_the_back_office(client, office, brand):
    rep = User.objects.create_user("rep@demo.test", None, role="rep")
    secret = mailtokens.issue(user=rep, purpose=mailtokens.Purpose.INVITE, brand_id=brand.pk)
    typed = {"secret": secret, "password": "paddle over copper moss", "again": "paddle over copper moss"}
    assert "no longer valid" in client.post("/backoffice/new-password/", typed, headers=OFFICE).content.decode()


def test_without_the_back_office_s_host_an_invitation_waits_for_a_public_brand(client, capsys, other_brand):
    open_brand(capsys)
    client.defaults["HTTP_HOST"] = other_brand.domains.get().host
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    kim = User.objects.create_user("kim@demo.test", None, role="staff", is_staff=True, staff_role="reader")
    StaffBrand.objects.create(user=kim, brand_id=Brand.objects.get(key="larkspur").pk)
    for action in ("invite_to_sign_in", "send_password_link"):
        answer = client.post(
            "/backoffice/accounts/user/", {"action": action, "_selected_action": [kim.pk]}, follow=True
        )
        assert "No store is public yet. Set BACKOFFICE_HOST" in answer.content.decode()
    assert not OutboundEmail.objects.exists()


def test_own_password_is_changed_at_the_back_office_s_host(client, office):
    admin = User.objects.create_superuser("admin@demo.test", "planfront-demo")
    client.force_login(admin)
    new = "paddle over copper moss"
    typed = {"old_password": "planfront-demo", "new_password1": new, "new_password2": new}
    assert client.get("/backoffice/password_change/", headers=OFFICE).status_code == 200
    assert client.post("/backoffice/password_change/", typed, headers=OFFICE).status_code == 302
    admin.refresh_from_db()
    assert admin.check_password(new)
