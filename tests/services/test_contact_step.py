"""Contact and Employer Information with vendors behind them: what is offered, refused, doubted, and never lost."""

import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.enrollment.models import RequirementProfile, Section
from planfront.enrollment.tests.conftest import Wizard, fill_cart, make_store, problems, quote
from planfront.enrollment.tests.test_employer import EMPLOYER
from planfront.kernel.outgoing import calls as outgoing

pytestmark = pytest.mark.django_db
DOUBTS = [
    "We couldn't check this address with USPS. Please make sure it's right.",
    "We couldn't check this email address just now. Please make sure it's right.",
    "We couldn't check this phone number just now. Please make sure it's right.",
]


@pytest.fixture
def wizard(brand, visitor, settings):
    """A Member Only enrollment with a plan in the cart, begun before anybody is asked."""
    store = make_store(brand)
    result = Wizard(visitor, quote(visitor))
    fill_cart(visitor, result.id, store.dental)
    return result


def save(wizard, **change):
    answer = wizard.contact(with_validation="1", **change)
    assert answer.status_code == 200, answer.json()
    return answer.json()["data"]


def shown(wizard):
    fields = wizard.fields("contact-info")
    names = ("address1", "address2", "city", "state", "zip", "zip4", "email_address", "phone_number")
    return {name: fields[name]["value"] for name in names}


TYPED = {
    "address1": "88 Lindenhall Ave",
    "address2": "Unit 3B",
    "city": "Columbus",
    "state": "OH",
    "zip": "43215",
    "zip4": "",
    "email_address": "maren@mailbox.example",
    "phone_number": "6145550193",
}


def test_a_known_address_gets_its_zip_4_and_nobody_is_asked_anything(vendors, wizard):
    saved = save(wizard)
    assert (saved["notices"], saved["suggested_address"]) == ([], None)
    assert shown(wizard) == TYPED | {"zip4": "1234"}


def test_another_address_is_offered_after_what_was_typed_is_saved(vendors, wizard):
    vendors.be(streetAddress="88 N LINDENHALL AVE")
    saved = save(wizard)
    theirs = {
        "address1": "88 N Lindenhall Ave",
        "address2": "Unit 3B",
        "city": "Columbus",
        "state": "OH",
        "zip": "43215",
        "zip4": "1234",
    }
    assert saved["suggested_address"] == theirs
    assert shown(wizard) == TYPED
    again = save(wizard, **theirs)
    assert again["suggested_address"] is None
    assert shown(wizard) == TYPED | theirs


def test_without_the_tick_nobody_asks_the_postal_service(vendors, wizard):
    assert wizard.contact().json()["data"]["suggested_address"] is None
    assert "/addresses/v3/address" not in vendors.paths


def test_while_every_service_is_away_the_step_is_saved_with_a_word_for_each(vendors, wizard):
    vendors.be("status 500")
    saved = save(wizard)
    assert (saved["notices"], saved["suggested_address"]) == (DOUBTS, None)
    assert shown(wizard) == TYPED
    wizard.client.headers = {"Accept-Language": "es"}
    assert save(wizard)["notices"] == [
        "No pudimos verificar esta dirección con USPS. Asegúrese de que sea correcta.",
        "No pudimos verificar este correo electrónico en este momento. Asegúrese de que sea correcto.",
        "No pudimos verificar este número de teléfono en este momento. Asegúrese de que sea correcto.",
    ]


def test_slow_services_share_the_seconds_of_one_call(vendors, wizard, monkeypatch):
    monkeypatch.setattr(outgoing, "SECONDS", 1.0)
    vendors.be("slow")
    began = time.monotonic()
    assert save(wizard)["notices"] == DOUBTS
    assert time.monotonic() - began < 15  # each service takes 20
    assert shown(wizard) == TYPED


def test_an_address_that_the_postal_service_does_not_know_is_no_obstacle(vendors, wizard):
    vendors.be("unknown")
    saved = save(wizard)
    assert saved["notices"] == ["USPS doesn't recognize this address. Please make sure it's right."]
    assert shown(wizard) == TYPED


@pytest.mark.parametrize(
    ("change", "target", "message"),
    [
        ({"phone_number": "6145550199"}, "phone_number", "This phone number doesn't work. Please check it."),
        (
            {"email_address": "disposable@mailbox.example"},
            "email_address",
            "This is a disposable email address. Enter one you'll keep.",
        ),
        (
            {"email_address": "invalid@mailbox.example"},
            "email_address",
            "This address can't receive email. Check it for typos.",
        ),
        ({"address1": "Lindenhall Avenue"}, "address1", "This doesn't match the rest of the address."),
    ],
)
def test_what_certainly_does_not_work_is_refused_at_its_field(vendors, wizard, change, target, message):
    assert problems(wizard.contact(with_validation="1", **change)) == {target: message}
    assert not Section.objects.filter(key="contact_info").exists()


def test_everything_that_is_wrong_is_told_at_once(vendors, wizard):
    wrong = {"city": "", "phone_number": "6145550199", "email_address": "invalid@mailbox.example"}
    assert problems(wizard.contact(with_validation="1", **wrong)) == {
        "city": "Field is required",
        "phone_number": "This phone number doesn't work. Please check it.",
        "email_address": "This address can't receive email. Check it for typos.",
    }


def test_a_second_save_asks_nobody_again(vendors, wizard):
    save(wizard)
    vendors.be()
    save(wizard)
    assert vendors.calls == []


def test_no_statement_that_locks_comes_before_the_services_have_answered(vendors, wizard):
    """Calls are refused inside of transactions, so a save that works has asked before it opened its own."""
    with CaptureQueriesContext(connection) as queries:
        save(wizard)
    statements = [query["sql"] for query in queries]
    first_write = next(at for at, sql in enumerate(statements) if sql.startswith("UPDATE") and "enrollment_" in sql)
    last_ask = max(at for at, sql in enumerate(statements) if "kernel_outsideservice" in sql)
    assert last_ask < first_write


def test_an_employer_s_address_is_checked_in_the_same_way(vendors, wizard):
    RequirementProfile.objects.create(name="Employer", tabs={"employer_info": True})
    vendors.be(streetAddress="12 W FOUNDRY ROW", secondaryAddress="")
    answer = wizard.post("save-employer-info", **EMPLOYER, with_validation="1")
    assert answer.json()["data"]["suggested_address"] == {
        "address1": "12 W Foundry Row",
        "address2": "",
        "city": "Columbus",
        "state": "OH",
        "zip": "43215",
        "zip4": "1234",
    }
    assert wizard.fields("employer-info")["address1"]["value"] == "12 Foundry Row"
