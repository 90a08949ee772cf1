"""Outside services in the back office: how each port stands in words, and trying it."""

import re
from datetime import timedelta
from html import unescape

import pytest

from planfront.accounts.models import Role, StaffBrand, StaffRole, User
from planfront.audit.models import AuditEvent
from planfront.integrations import ports
from planfront.integrations.models import KeptAnswer
from planfront.integrations.vendors import numverify
from planfront.kernel import clock
from planfront.kernel.models import OutsideService
from tests.services.conftest import lead_to

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/outside/"
HEALTH = "/backoffice/health/"


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo", name="Ada"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


def text_of(answer):
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def port_of(answer, port):
    """What the page says of a port."""
    part = re.search(rf'<li id="{port}".*?</li>', answer.content.decode(), re.DOTALL)[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", part)).split())


def test_without_a_word_everything_is_answered_here(staff, settings):
    settings.ADAPTERS = {}
    page = staff.get(PAGE)
    for port in ("phone", "email", "address"):
        assert "Built in. Answered here; nothing is sent out." in port_of(page, port)
        assert f"Setting {port.upper()}_CHECK=embedded" in port_of(page, port)
    tried = staff.post(PAGE, {"port": "phone", "phone": "6145550148"})
    assert re.search(r"Try it The number works. \d+ ms$", port_of(tried, "phone"))


def test_each_port_says_how_its_service_stands(staff, vendors, settings, monkeypatch):
    assert "Numverify. Not called yet." in port_of(staff.get(PAGE), "phone")
    staff.post(PAGE, {"port": "phone", "phone": "6145550148"})
    since = clock.show_hour(OutsideService.objects.get(pk="phone.numverify").since)
    words = port_of(staff.get(PAGE), "phone")
    assert f"Numverify. Responding since {since}." in words
    host = vendors.url.removeprefix("http://")
    assert f"Host {host} Quota 1 call in this hour Last answer {since} Last failure never" in words
    vendors.be("status 503")
    monkeypatch.setattr(numverify.SERVICE, "seconds", 0.5)
    for _call in range(3):
        tried = staff.post(PAGE, {"port": "phone", "phone": "6145550148"})
        assert re.search(r"It answered with status 503\. \d+ ms$", port_of(tried, "phone"))
    row = OutsideService.objects.get(pk="phone.numverify")
    assert (
        f"Numverify. Not responding since {clock.show_hour(row.since)}. It answered with status 503. "
        f"We won't call it until {clock.show_hour(row.retry_at)}."
    ) in port_of(staff.get(PAGE), "phone")
    tried = staff.post(PAGE, {"port": "phone", "phone": "6145550148"})
    assert "It failed several times, so we stopped calling it for a while." in port_of(tried, "phone")
    assert "Numverify doesn't answer." in text_of(staff.get(HEALTH))
    assert "Numverify no responde." in text_of(staff.get(HEALTH, headers={"Accept-Language": "es"}))
    later = clock.now() + timedelta(minutes=2)
    monkeypatch.setattr(clock, "now", lambda: later)
    vendors.be()
    tried = staff.post(PAGE, {"port": "phone", "phone": "6145550148"})
    assert "The number works. Type of line: mobile." in port_of(tried, "phone")
    assert "Numverify doesn't answer." not in text_of(staff.get(HEALTH))


@pytest.mark.parametrize(
    ("port", "typed", "mood", "english", "spanish"),
    [
        ("phone", {"phone": "6145550199"}, "well", "The number doesn't work.", "El número no funciona."),
        (
            "phone",
            {"phone": "12"},
            "well",
            "This isn't a U.S. phone number.",
            "Este no es un número de teléfono de EE. UU.",
        ),
        ("phone", {"phone": "6145550148"}, "key", "It doesn't accept our key.", "No acepta nuestra clave."),
        (
            "phone",
            {"phone": "6145550148"},
            "inactive",
            "It answered with the error 102.",
            "Respondió con el error 102.",
        ),
        ("phone", {"phone": "6145550148"}, "month", "It asked for fewer calls.", "Pidió menos llamadas."),
        (
            "email",
            {"email": "casey@mailbox.example"},
            "well",
            "This address can receive email.",
            "Esta dirección puede recibir correo electrónico.",
        ),
        (
            "email",
            {"email": "unknown@mailbox.example"},
            "well",
            "We don't know if this address can receive email.",
            "No sabemos si esta dirección puede recibir correo electrónico.",
        ),
        (
            "email",
            {"email": "casey@mailbox.example"},
            "malformed",
            "Its answer isn't in a format we know.",
            "Su respuesta no tiene un formato conocido.",
        ),
        (
            "address",
            {"address1": "88 Lindenhall Ave", "city": "Columbus", "state": "OH", "zip": "43215"},
            "well",
            "Standard form: 88 Lindenhall Ave, Unit 3B, Columbus, OH 43215-1234.",
            "Forma estándar: 88 Lindenhall Ave, Unit 3B, Columbus, OH 43215-1234.",
        ),
        (
            "address",
            {"address1": "88 Lindenhall Ave"},
            "refused",
            "It doesn't accept our key.",
            "No acepta nuestra clave.",
        ),
        ("address", {"address1": "1 A St"}, "half", "Its answer was cut off.", "Su respuesta se interrumpió."),
    ],
)
def test_a_trial_says_what_came_of_it(staff, vendors, port, typed, mood, english, spanish):
    for language, words in (("en", english), ("es", spanish)):
        vendors.be(mood)
        answer = staff.post(PAGE, {"port": port, **typed}, headers={"Accept-Language": language})
        assert words in port_of(answer, port)


def test_a_trial_is_on_record_without_what_was_typed(staff, vendors):
    staff.post(PAGE, {"port": "email", "email": "casey@mailbox.example"})
    event = AuditEvent.objects.get(action="outside.tried")
    assert (event.subject_type, event.subject_id) == ("port", "email")
    assert event.meta == {"adapter": "neverbounce", "works": True}
    assert not KeptAnswer.objects.exists()
    assert "casey" not in repr(AuditEvent.objects.values().get(action="outside.tried"))


def test_a_setting_that_is_missing_or_wrong_is_named(staff, vendors, settings):
    lead_to(settings, vendors.url, usps_client_secret=None)
    words = port_of(staff.get(PAGE), "address")
    assert "ADDRESS_CHECK=usps needs USPS_CLIENT_SECRET (or USPS_CLIENT_SECRET_FILE)." in words
    settings.ADAPTERS = {"phone": "nobody"}
    ports.forget_adapters()
    page = staff.get(PAGE)
    assert "PHONE_CHECK=nobody is no adapter that is there: embedded, numverify, or a dotted path." in port_of(
        page, "phone"
    )
    assert staff.post(PAGE, {"port": "phone", "phone": "6145550148"}).status_code == 404


def test_the_page_is_for_who_works_for_all_brands_and_trials_for_administrators(client, vendors, brand):
    client.defaults["HTTP_HOST"] = "shop.test"
    assert client.get(PAGE).status_code == 302
    body = {"port": "phone", "phone": "6145550148"}
    for role, brands, reads, tries in (
        (StaffRole.READER, [], 200, 403),
        (StaffRole.SERVICE, [], 200, 403),
        (StaffRole.ADMIN, [], 200, 200),
        (StaffRole.ADMIN, [brand], 403, 403),
    ):
        user = User.objects.create_user(
            f"{role}{len(brands)}@demo.test",
            role=Role.STAFF,
            is_staff=True,
            staff_role=role,
            all_brands=not brands,
        )
        StaffBrand.objects.bulk_create(StaffBrand(user=user, brand_id=own.pk) for own in brands)
        client.force_login(user)
        assert client.get(PAGE).status_code == reads
        assert client.post(PAGE, body).status_code == tries
        assert ("Outside services" in text_of(client.get("/backoffice/"))) == (reads == 200)
    assert len(vendors.calls) == 1


def test_other_ports_and_forged_requests_are_refused(staff, vendors, brand):
    for port in ("", "zip", "card", "nothing"):
        assert staff.post(PAGE, {"port": port}).status_code == 404
    assert vendors.calls == []
    staff.handler.enforce_csrf_checks = True
    assert staff.post(PAGE, {"port": "phone", "phone": "6145550148"}).status_code == 403
    assert vendors.calls == []
