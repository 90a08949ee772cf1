import re
from datetime import date

import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.backoffice.navigation import NAVIGATION
from planfront.backoffice.registry import PAGES
from planfront.backoffice.site import site
from planfront.backoffice.tests.forms import form_of
from planfront.brands.models import Brand
from planfront.kernel.http.headers import CSP_OFFICE
from planfront.kernel.jobs.tasks import run_pending
from planfront.members.services import create_member
from planfront.messaging.models import OutboundEmail
from planfront.messaging.services import queue_email

pytestmark = pytest.mark.django_db
HOST = {"Host": "shop.test"}


@pytest.fixture
def staff(client, brand):
    user = User.objects.create_superuser("admin@demo.test", "planfront-demo")
    client.force_login(user)
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


def test_only_staff_get_in(client, brand):
    assert client.get("/backoffice/", headers=HOST).status_code == 302
    rep = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    client.force_login(rep)
    answer = client.get("/backoffice/brands/brand/", headers=HOST)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/backoffice/login/")


def test_signing_in_is_slowed_down(client, brand):
    User.objects.create_superuser("admin@demo.test", "planfront-demo")
    for attempt in range(11):
        answer = client.post(
            "/backoffice/login/", {"username": "admin@demo.test", "password": f"wrong{attempt}"}, headers=HOST
        )
    assert b"Too many tries" in answer.content
    right = {"username": "admin@demo.test", "password": "planfront-demo"}
    assert b"Too many tries" in client.post("/backoffice/login/", right, headers=HOST).content


def test_a_superuser_signs_in_to_the_back_office(client, brand):
    User.objects.create_superuser("admin@demo.test", "planfront-demo")
    right = {"username": "admin@demo.test", "password": "planfront-demo"}
    answer = client.post("/backoffice/login/?next=/backoffice/", right, headers=HOST)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/backoffice/")


def test_every_page_is_in_the_side_bar_by_its_name(staff):
    pages = {page["link"]: page["title"] for group in NAVIGATION for entry in group["items"] for page in entry["items"]}
    for model, _page in PAGES:
        page = site.get_model_admin(model)
        plural = getattr(page, "list_title", "") or str(page.opts.verbose_name_plural)
        address = f"/backoffice/{model._meta.app_label}/{model._meta.model_name}/"
        assert pages[address] == plural[0].upper() + plural[1:]
    heading = re.sub(r"<[^>]*>", " ", staff.get("/backoffice/django_tasks_database/dbtaskresult/").content.decode())
    assert "System status chevron_right Jobs" in " ".join(heading.split())


@pytest.mark.parametrize("model", [model for model, _page in PAGES], ids=lambda model: model._meta.label)
@pytest.mark.thorough
def test_every_list_and_form_opens(staff, model):
    base = f"/backoffice/{model._meta.app_label}/{model._meta.model_name}/"
    answer = staff.get(base)
    assert answer.status_code == 200
    assert answer.headers["Content-Security-Policy"] == CSP_OFFICE
    assert staff.get(base + "add/").status_code in {200, 403}


def test_a_brand_edit_is_checked_shown_and_recorded(staff, brand):
    url = f"/backoffice/brands/brand/{brand.pk}/change/"
    data = form_of(staff.get(url).content.decode())
    refused = staff.post(url, {**data, "phone": "61455501ab"})
    assert b"Enter ten digits." in refused.content
    saved = staff.post(url, {**data, "phone": "6145550100", "hide_home_breadcrumb": "on"})
    assert saved.status_code == 302
    shown = Brand.objects.get()
    assert (shown.phone, shown.flag("hide_home_breadcrumb"), shown.key) == ("6145550100", True, brand.key)
    event = AuditEvent.objects.get(action="backoffice.brand.saved")
    assert event.fields == ["hide_home_breadcrumb", "phone"]
    assert event.actor_kind == "staff"
    assert b"(614) 555-0100" in staff.get("/").content


def test_member_pages_show_no_social_security_numbers(staff, brand):
    member = create_member(
        ssn="219099999",
        brand=brand,
        first_name="Maria",
        last_name="Santos",
        birth_date=date(1984, 3, 9),
        gender=1,
        email="maria@example.com",
    )
    page = staff.get("/backoffice/members/member/").content.decode()
    assert "Santos" in page
    assert "9999" not in page
    assert "219099999" not in staff.get(f"/backoffice/members/member/{member.pk}/change/").content.decode()


def test_the_outbox_shows_the_mail_as_sent_and_nothing_can_be_changed(staff, brand):
    mail = queue_email(
        brand=brand,
        kind="resume_code",
        to="maria@example.com",
        context={"code": "A7C9DEFGH3", "link": "http://shop.test/", "expires_on": "12/21/2026"},
        dedupe_key="1",
    )
    assert b"A7C9DEFGH3" not in staff.get("/backoffice/messaging/outboundemail/").content
    url = f"/backoffice/messaging/outboundemail/{mail.pk}/change/"
    page = staff.get(url).content.decode()
    body = url.replace("change", "body")
    assert f'<iframe sandbox src="{body}"' in page
    assert "A7C9DEFGH3" in page
    shown = staff.get(body)
    assert "A7C9DEFGH3" in shown.content.decode()
    assert "sandbox; frame-ancestors 'self'" in shown.headers["Content-Security-Policy"]
    assert "script-src" not in shown.headers["Content-Security-Policy"]
    assert staff.post(url, {"subject": "x"}).status_code == 403
    assert staff.post(f"/backoffice/messaging/outboundemail/{mail.pk}/delete/").status_code == 403
    run_pending()
    mail.refresh_from_db()
    assert mail.status == OutboundEmail._meta.get_field("status").choices[3][0] == "KEPT"
    again = {"action": "send_again", "_selected_action": [str(mail.pk)]}
    assert staff.post("/backoffice/messaging/outboundemail/", again).status_code == 302
    mail.refresh_from_db()
    assert mail.status == "QUEUED"


def test_the_audit_record_can_only_be_read(staff, brand):
    event = AuditEvent.objects.create(
        at="2026-11-21T12:00Z", action="x", actor_kind="system", subject_type="t", subject_id="1"
    )
    base = f"/backoffice/audit/auditevent/{event.pk}/"
    assert staff.get(base + "change/").status_code == 200
    assert staff.post(base + "change/", {"action": "y"}).status_code == 403
    assert staff.post(base + "delete/").status_code == 403
