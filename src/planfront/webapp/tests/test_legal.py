"""The legal pages as visitors open them, and the links to them."""

import re
from datetime import date
from pathlib import Path

import pytest
from django.test import Client

from planfront.accounts.models import User
from planfront.brands import legal
from planfront.brands.models import LegalKey, LegalText
from planfront.cli.paths import FRONTEND
from planfront.kernel.jobs.tasks import run_pending
from planfront.messaging.models import OutboundEmail
from planfront.parties.reps.models import License
from planfront.parties.reps.services import create_agent
from planfront.webapp.cookies import COOKIES, SESSION_STORAGE, STORAGE

pytestmark = pytest.mark.django_db


def open_page(path, host="shop.test", **headers):
    return Client().get(path, headers={"Host": host, **headers})


@pytest.mark.parametrize("key", LegalKey.values)
@pytest.mark.parametrize(("language", "other"), [("en", "es"), ("es", "en")])
def test_every_page_opens_in_both_languages(brand, key, language, other):
    answer = open_page(f"/legal/{key}?lang={language}")
    html = answer.content.decode()
    assert (answer.status_code, answer.headers["Content-Language"]) == (200, language)
    assert f'<html lang="{language}">' in html
    assert f'href="?lang={other}"' in html
    assert not re.search(r"\{[a-z]+\}", html)
    # The one that says whether it is day or night.
    assert html.count("<script") == html.count('<script src="/static/app/assets/first-')


def test_without_a_choice_the_visitors_language_is_used(brand):
    assert "Aviso de privacidad" in open_page("/legal/privacy", **{"Accept-Language": "es"}).content.decode()


@pytest.mark.parametrize("path", ["/legal/nothing", "/legal/privacy?version=9", "/legal/privacy/x"])
def test_unknown_legal_pages_are_not_found(brand, path):
    assert open_page(path).status_code == 404


def test_a_replaced_version_says_so_and_leads_to_the_one_in_force(brand):
    for version in (2, 3):
        text = LegalText(brand=brand, key="terms", version=version, head=f"Terms {version}", body="Be kind.")
        legal.publish_legal_text(text=text)
    html = open_page("/legal/terms?version=2").content.decode()
    assert "This version was replaced." in html
    assert 'href="/legal/terms?version=3"' in html
    assert '<a href="/legal/terms?version=2">2</a>' in open_page("/legal/terms").content.decode()


def test_markup_of_the_operator_is_cleaned(brand):
    text = LegalText(brand=brand, key="terms", version=2, head="T", body="<p>ok</p><script>alert(1)</script>")
    legal.publish_legal_text(text=text)
    html = open_page("/legal/terms").content.decode()
    assert "<p>ok</p>" in html
    assert "alert(1)" not in html


def test_licences_in_force_are_disclosed_by_name_state_and_number(brand, other_brand):
    rep = create_agent(code="REP1", brands=[brand], first_name="Jordan", last_name="Lee", email="j@example.com")
    License.objects.create(agent=rep, state="OH", number="OH-778812")
    License.objects.create(agent=rep, state="TX", number="TX-100000", expires_on=date(2020, 1, 1))
    html = open_page("/legal/licenses").content.decode()
    assert "OH-778812" in html
    assert "TX-100000" not in html
    assert "No license is on record yet." in open_page("/legal/licenses", host="other.test").content.decode()


def test_the_list_of_cookies_and_storage_is_complete():
    """Against what the browser's code may write."""
    source = (FRONTEND / "src" / "lib" / "storage.ts").read_text()
    declared = re.search(r"export type StorageKey =(.*?);", source, re.DOTALL)[1]
    listed = [name for row in STORAGE for name in row.names]
    assert sorted(listed) == sorted(re.findall(r'"([^"]+)"', declared))
    session_names = {name for row in SESSION_STORAGE for name in row.names}
    in_use = {match for file in _browser_sources() for match in re.findall(r"sessionStorage\.\w+\((\w+)", file)}
    assert len(in_use) <= len(session_names)
    assert {name for row in COOKIES for name in row.names} >= {"pf_visit", "pf_staff", "pf_csrf"}


def _browser_sources():
    folder: Path = FRONTEND / "src"
    return [file.read_text() for file in folder.rglob("*.ts*") if ".test." not in file.name]


def test_pages_carry_the_links_in_both_languages(brand):
    html = open_page("/plans").content.decode()
    assert '"legal":[{"href":"/legal/privacy","en":"Privacy Notice","es":"Aviso de privacidad"}' in html


def test_mails_carry_the_links(brand, visitor):
    User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    visitor.post("session/reset", {"email": "rep@demo.test"})
    run_pending()
    mail = OutboundEmail.objects.get()
    for path in ("/legal/privacy", "/legal/terms"):
        assert path in mail.html
        assert path in mail.text
