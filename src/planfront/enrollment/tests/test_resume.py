"""Save & Continue Later: codes, links, tries, brands."""

import re
from datetime import timedelta

import pytest
import time_machine

from planfront.enrollment.models import ResumeCode
from planfront.enrollment.tests.conftest import Wizard, problems
from planfront.kernel import clock
from planfront.kernel.jobs import tasks
from planfront.messaging.models import OutboundEmail, Status
from planfront.shopping.models import Quote

EMAIL = "maren@mailbox.example"
WRONG = "The code or email address isn't correct."


def save(wizard, **more):
    return wizard.post("save-enrollment", **{"email": EMAIL, "tab": "contact_info", **more})


def code_of(mail):
    return re.search(r"^\s+([A-Z0-9]{10})$", mail.text, re.MULTILINE).group(1)


@pytest.fixture
def code(wizard):
    wizard.personal()
    answer = save(wizard, data={"city": "Dublin", "ssn": "512-34-5678"})
    assert answer.json()["message"] == "Information Saved!!! Check your email to continue"
    return code_of(OutboundEmail.objects.get(kind="resume_code"))


def resume(client, code, email=EMAIL):
    return client.post("continue-enrollment", {"code": code, "email": email})


def test_a_code_brings_another_session_back(wizard, code, stranger):
    assert stranger.get("/get-dynamic-tabs", enrollment_id=wizard.id).status_code == 404
    data = resume(stranger, f"{code[:5].lower()}-{code[5:]}", "MAREN@mailbox.example ").json()["data"]
    assert (data["enrollment_id"], data["saved_tab"], data["href"]) == (
        wizard.id,
        "contact_info",
        "/enrollment/contact-info",
    )
    assert data["others"]["type"] == "new-member"
    assert Wizard(stranger, wizard.id).fields("contact-info")["city"]["value"] == "Dublin"


def test_a_code_shows_that_its_address_works(code, stranger):
    OutboundEmail.objects.update(status=Status.RETURNED)
    resume(stranger, code[::-1])
    assert OutboundEmail.objects.filter(status=Status.RETURNED).count() == 1
    assert resume(stranger, code).status_code == 200
    assert OutboundEmail.objects.get().status == Status.KEPT


def test_only_hashes_are_stored(code):
    row = ResumeCode.objects.get()
    assert code not in str(vars(row))
    assert EMAIL not in str(vars(row))
    assert row.expires_at - row.created_at == timedelta(days=30)


def test_saving_works_with_nothing_filled(store, visitor):
    from planfront.enrollment.tests.conftest import quote

    wizard = Wizard(visitor, quote(visitor))
    assert save(wizard, tab="primary_info", data={}).status_code == 200
    assert problems(save(wizard, email="nope")) == {"email": "Enter valid email address"}
    assert problems(save(wizard, tab="nope")) == {"tab": "Choose one of the listed values."}
    assert problems(save(wizard, data=5)) == {"data": "This value is not valid."}


def test_a_cart_is_mailed_with_its_prices_and_brings_back_to_it(wizard, stranger):
    assert save(wizard, tab="cart_info").status_code == 200
    mail = OutboundEmail.objects.get(kind="saved_cart")
    cart = wizard.client.get("get-plan-cart", enrollment_id=wizard.id).json()["data"]
    for item in (item for item in cart["result"] if item["removable"]):
        assert item["plan_name"] in mail.text
        assert f"${item['price']}" in mail.text
    assert f"Recurring Cost: ${cart['recurring_month_cost']}" in mail.text
    assert "You haven't bought anything, and you haven't been charged." in mail.html
    data = resume(stranger, code_of(mail)).json()["data"]
    assert (data["saved_tab"], data["href"]) == ("cart_info", "/cart")
    assert stranger.get("get-cart-count", enrollment_id=wizard.id).json()["data"]["result"] == 1


def test_prices_without_a_cart_are_saved_and_bring_back_to_the_plans(store, visitor, stranger):
    from planfront.enrollment.tests.conftest import quote

    wizard = Wizard(visitor, quote(visitor))
    assert save(wizard, tab="cart_info").status_code == 200
    mail = OutboundEmail.objects.get(kind="saved_cart")
    assert "Recurring Cost" not in mail.text
    data = resume(stranger, code_of(mail)).json()["data"]
    assert (data["saved_tab"], data["href"]) == ("cart_info", "/plans")
    assert stranger.get("get-cart-count", enrollment_id=wizard.id).json()["data"]["result"] == 0


def test_a_saved_cart_is_mailed_in_the_shoppers_language(wizard):
    wizard.client.headers["Accept-Language"] = "es"
    save(wizard, tab="cart_info")
    assert "Sus planes y precios están guardados" in OutboundEmail.objects.get(kind="saved_cart").text


def test_a_double_click_mails_one_code(wizard):
    assert save(wizard).status_code == 200
    assert save(wizard).status_code == 200
    assert OutboundEmail.objects.filter(kind="resume_code").count() == 1


def test_wrong_code_wrong_email_and_expired_code_get_the_same_answer(code, stranger, make_client):
    result = [
        problems(resume(make_client("shop.test"), *pair)) for pair in ((code[::-1], EMAIL), (code, "x@y.example"))
    ]
    with time_machine.travel(clock.now() + timedelta(days=31), tick=False):
        result.append(problems(resume(make_client("shop.test"), code)))
    assert result == [{"code": WRONG, "email": WRONG}] * 3
    assert problems(resume(stranger, "", "")) == {"code": "Field is required", "email": "Field is required"}


def test_five_attempts_are_followed_by_a_wait(code, make_client):
    codes = [resume(make_client("shop.test"), "AAAAAAAAAA").status_code for _ in range(6)]
    assert codes == [422] * 5 + [429]
    assert resume(make_client("shop.test"), code).status_code == 429
    with time_machine.travel(clock.now() + timedelta(minutes=16), tick=False):
        assert resume(make_client("shop.test"), code).status_code == 200


def wait_for(make_client):
    """A stranger who knows the address tries codes until everybody else has to wait."""
    stranger = [resume(make_client("shop.test"), "AAAAAAAAAA").status_code for _ in range(6)]
    assert stranger == [422] * 5 + [429]


def another_day(client):
    """The same browser, in another visit."""
    client.client.cookies.pop("pf_visit")
    client.start()
    return client


def test_strangers_keep_nobody_out_of_the_browser_that_saved(wizard, code, make_client):
    wait_for(make_client)
    assert resume(make_client("shop.test"), code).status_code == 429
    assert resume(another_day(wizard.client), code).status_code == 200


def test_strangers_keep_nobody_out_of_a_browser_that_opened_it_before(code, stranger, make_client):
    assert resume(stranger, code).status_code == 200
    wait_for(make_client)
    assert resume(another_day(stranger), code).status_code == 200


def test_a_browser_that_used_the_link_is_known_too(code, stranger, make_client):
    token, _tab = link_of(OutboundEmail.objects.get(kind="resume_code"))
    assert stranger.get(f"direct-continue/{token}").status_code == 200
    wait_for(make_client)
    assert resume(another_day(stranger), code).status_code == 200


def test_a_known_browser_has_five_tries_too(wizard, code):
    client = wizard.client
    assert [resume(another_day(client), "AAAAAAAAAA").status_code for _ in range(6)] == [422] * 5 + [429]
    assert resume(another_day(client), code).status_code == 429


def test_a_browser_is_known_for_its_own_address_alone(code, stranger, make_client):
    """Somebody who saved for another address is a stranger to this one, and so is who has saved and not sent back."""
    wait_for(make_client)
    assert resume(stranger, code).status_code == 429
    assert "pf_known" not in stranger.client.cookies
    stranger.client.cookies["pf_known"] = "a-secret-of-somebody-else-12345"
    assert resume(stranger, code).status_code == 429


def test_wrong_codes_of_others_in_the_office_lock_nobody_out(code, make_client):
    """They share one network address."""
    for number in range(12):
        guess = resume(make_client("shop.test"), "A" * 9 + "BCDEFGHJKMNP"[number], f"colleague{number}@mailbox.example")
        assert guess.status_code == 422
    assert resume(make_client("shop.test"), code).status_code == 200


def test_five_wrong_codes_of_one_browser_make_it_wait(code, stranger):
    codes = [resume(stranger, "A" * 9 + letter, f"{letter}@mailbox.example").status_code for letter in "BCDEFG"]
    assert codes == [422] * 5 + [429]


@pytest.mark.thorough
def test_a_network_address_waits_after_sixty_wrong_codes(code, make_client):
    def guess(number):
        body = f"B{number:09}", f"colleague{number}@mailbox.example"
        return resume(make_client("shop.test"), *body).status_code

    assert [guess(number) for number in range(61)] == [422] * 60 + [429]


def test_a_code_is_good_on_its_brand_only(code, other_brand, make_client):
    assert problems(resume(make_client("other.test"), code)) == {"code": WRONG, "email": WRONG}


def link_of(mail):
    return re.search(r"/direct-continue/([\w-]+)/([\w-]+)", mail.text).groups()


def test_the_link_works_once_for_one_session(wizard, code, stranger, make_client):
    token, _tab = link_of(OutboundEmail.objects.get(kind="resume_code"))
    first = stranger.get(f"direct-continue/{token}").json()["data"]
    assert (first["enrollment_id"], first["saved_tab"]) == (wizard.id, "contact_info")
    assert stranger.get(f"direct-continue/{token}").status_code == 200
    assert make_client("shop.test").get(f"direct-continue/{token}").status_code == 404
    assert make_client("shop.test").get(f"direct-continue/{token[:-4]}AAAA").status_code == 404
    assert make_client("shop.test").get("direct-continue/rubbish").status_code == 404


def test_a_link_shows_that_the_address_of_its_mail_works(code, stranger):
    token, _tab = link_of(OutboundEmail.objects.get(kind="resume_code"))
    OutboundEmail.objects.update(status=Status.RETURNED)
    assert stranger.get(f"direct-continue/{token[:-4]}AAAA").status_code == 404
    assert OutboundEmail.objects.filter(status=Status.RETURNED).count() == 1
    assert stranger.get(f"direct-continue/{token}").status_code == 200
    assert OutboundEmail.objects.get().status == Status.KEPT


def test_a_submitted_enrollment_answers_its_receipt(wizard, code, stranger):
    wizard.up_to("sign")
    wizard.submit()
    data = resume(stranger, code).json()["data"]
    assert (data["saved_tab"], data["href"]) == ("receipt", "/enrollment/receipt")
    assert Wizard(stranger, wizard.id).data("get-receipt")["name"] == "Maren"


SENT = "If there is an email address on this application, we've sent a code to it."


def ask_for_code(client, enrollment_id):
    answer = client.post("send-enrollment-code", {"enrollment_id": enrollment_id})
    tasks.run_pending()
    return answer.status_code, answer.json()["message"], answer.json()["data"]


def codes():
    return list(OutboundEmail.objects.filter(kind="resume_code").order_by("created_at"))


def test_somebody_whose_visit_has_ended_comes_back_by_a_code_to_the_address_on_the_application(wizard, stranger):
    wizard.up_to("contact")
    assert ask_for_code(stranger, wizard.id) == (200, SENT, {})
    (mail,) = codes()
    assert (mail.to, mail.language) == (EMAIL, "en")
    assert stranger.get("/get-dynamic-tabs", enrollment_id=wizard.id).status_code == 404
    assert resume(stranger, code_of(mail)).json()["data"]["enrollment_id"] == wizard.id
    assert stranger.get("/get-dynamic-tabs", enrollment_id=wizard.id).status_code == 200


def test_a_code_that_was_mailed_before_goes_on_working(wizard, stranger, make_client):
    wizard.up_to("contact")
    save(wizard)
    (first,) = codes()
    assert ask_for_code(stranger, wizard.id)[0] == 200
    assert resume(stranger, code_of(first)).status_code == 200


def test_the_answer_is_the_same_whatever_there_is(wizard, stranger, other_brand, make_client):
    wizard.personal()  # no address yet
    same = (200, SENT, {})
    assert ask_for_code(stranger, wizard.id) == same
    assert ask_for_code(stranger, "no-such-id") == same
    wizard.contact()
    assert ask_for_code(make_client("other.test"), wizard.id) == same
    Quote.objects.update(expires_at=clock.now())
    assert ask_for_code(stranger, wizard.id) == same
    assert codes() == []


def test_a_typed_address_that_was_not_saved_gets_no_code(wizard, stranger):
    wizard.personal()
    wizard.post("save-draft", tab_name="contact_info", values={"email_address": "else@mailbox.example"})
    assert ask_for_code(stranger, wizard.id)[0] == 200
    assert codes() == []


def test_a_submitted_application_sends_no_code(wizard, stranger):
    wizard.up_to("agreement")
    assert wizard.submit().json()["status"] == "success"
    assert ask_for_code(stranger, wizard.id) == (200, SENT, {})
    assert codes() == []


@pytest.mark.parametrize("process", ["rep", "group"])
def test_an_application_that_is_filled_in_for_somebody_sends_them_no_code(wizard, stranger, process):
    wizard.up_to("contact")
    Quote.objects.update(eprocess=process)
    assert ask_for_code(stranger, wizard.id) == (200, SENT, {})
    assert codes() == []


def test_asking_for_codes_is_slowed_down_alike_for_applications_that_are_there_or_not(wizard, stranger):
    wizard.up_to("contact")
    for enrollment_id in (wizard.id, "no-such-id"):
        statuses = [
            stranger.post("send-enrollment-code", {"enrollment_id": enrollment_id}).status_code for _try in range(6)
        ]
        assert statuses == [200] * 5 + [429]
