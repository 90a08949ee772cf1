from datetime import timedelta

import pytest
import time_machine

from planfront.accounts.models import User, VisitorSession
from planfront.audit.models import AuditEvent
from planfront.kernel import clock

pytestmark = pytest.mark.django_db
PROBE = "session/sign-out"


@pytest.fixture
def rep(brand):
    return User.objects.create_user("Rep@Demo.Test", "planfront-demo", role="rep", name="Jordan Lee")


def test_a_session_starts_and_its_token_opens_calls(visitor):
    assert VisitorSession.objects.count() == 1
    assert visitor.post(PROBE).status_code == 200


def test_calls_without_a_token_are_refused(visitor):
    visitor.token = "made-up"
    answer = visitor.post(PROBE)
    assert answer.status_code == 401
    assert answer.json() == {
        "status": "error",
        "statusCode": 401,
        "message": "Your session has ended. Please reload the page.",
        "data": {},
    }


def test_a_reload_continues_the_same_session(visitor):
    before = visitor.token
    visitor.start()
    assert VisitorSession.objects.count() == 1
    assert visitor.token.split(".")[0] == before.split(".")[0]


def test_a_browser_token_is_useless_without_its_cookie(make_client, brand):
    browser = make_client("shop.test", browser=True)
    browser.client.cookies.clear()
    assert browser.post(PROBE).status_code == 401


def test_a_token_does_not_pass_with_another_sessions_cookie(visitor, stranger):
    visitor.client.cookies = stranger.client.cookies
    assert visitor.post(PROBE).status_code == 401


def test_a_token_of_one_brand_does_not_open_another(visitor, other_brand):
    visitor.host = "other.test"
    assert visitor.post(PROBE).status_code == 401


def test_other_sites_cannot_start_sessions(visitor):
    answer = visitor.client.post("/api/v1/session", headers={"Host": "shop.test", "Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403


def test_a_session_expires_after_a_week(visitor):
    with time_machine.travel(clock.now() + timedelta(days=8)):
        assert visitor.post(PROBE).status_code == 401


def test_signing_in_names_the_role_and_ends_older_tokens(visitor, rep):
    old = visitor.token
    answer = visitor.sign_in("rep@demo.test")
    assert answer.json()["data"] | {"token": ""} == {"token": "", "role": "rep", "name": "Jordan Lee"}
    assert AuditEvent.objects.filter(action="session.signed_in", actor_id=rep.pk).count() == 1
    visitor.token, new = old, visitor.token
    assert visitor.post(PROBE).status_code == 401
    visitor.token = new
    assert visitor.post(PROBE).status_code == 200


@pytest.mark.parametrize(
    ("email", "password"), [("rep@demo.test", "wrong"), ("nobody@demo.test", "planfront-demo"), ("", "")]
)
def test_wrong_sign_ins_look_the_same(visitor, rep, email, password):
    answer = visitor.sign_in(email, password)
    assert answer.status_code == 422
    assert [item["target_element"] for item in answer.json()["data"]] == ["email", "password"]
    assert answer.json()["message"] == "The email or password isn't correct."


def test_inactive_accounts_cannot_sign_in(visitor, rep):
    User.objects.update(is_active=False)
    answer = visitor.sign_in("rep@demo.test")
    assert (answer.status_code, answer.json()["message"]) == (
        422,
        "This account is turned off. Please call us if you need it.",
    )
    assert visitor.sign_in("rep@demo.test", "wrong").json()["message"] == "The email or password isn't correct."


@pytest.mark.parametrize("email", ["rep@demo.test", "nobody@demo.test"])
def test_guessing_passwords_waits_longer_and_longer_and_is_logged(visitor, rep, email):
    now = clock.now()
    waits = []
    with time_machine.travel(now, tick=False) as travel:
        for _ in range(5):
            assert visitor.sign_in(email, "wrong").status_code == 422
        for _ in range(7):
            answer = visitor.sign_in(email, "planfront-demo")
            assert answer.status_code == 429
            waits.append(int(answer.headers["Retry-After"]))
            travel.shift(waits[-1])
            assert visitor.sign_in(email, "wrong").status_code == 422
    assert waits == [30, 60, 120, 240, 480, 900, 900]
    assert answer.json()["message"] == "Too many tries. Please wait 15 minutes and try again."
    assert AuditEvent.objects.filter(action="session.sign_in_refused").count() == 12
    slowed = AuditEvent.objects.filter(action="session.sign_in_slowed").order_by("at", "id")
    assert next(item.meta for item in slowed) == {"wait": 30}
    assert slowed.count() == 7
    assert email not in str(list(AuditEvent.objects.values()))


def test_the_wait_over_the_right_password_signs_in_and_forgets_the_tries(visitor, rep):
    with time_machine.travel(clock.now(), tick=False) as travel:
        for _ in range(5):
            visitor.sign_in("rep@demo.test", "wrong")
        travel.shift(30)
        assert visitor.sign_in("rep@demo.test").status_code == 200
        for _ in range(5):
            assert visitor.sign_in("rep@demo.test", "wrong").status_code == 422


def test_an_address_that_tries_many_accounts_has_to_wait_too(visitor, rep):
    for number in range(60):
        assert visitor.sign_in(f"a{number}@demo.test", "wrong").status_code == 422
    assert visitor.sign_in("b@demo.test", "wrong").status_code == 429


def test_signing_out_ends_the_session(visitor, rep):
    visitor.sign_in("rep@demo.test")
    assert visitor.post(PROBE).status_code == 200
    assert visitor.post(PROBE).status_code == 401


def test_a_cookie_planted_before_the_sign_in_is_worth_nothing_after_it(make_client, rep):
    browser = make_client("shop.test", browser=True)
    planted = browser.client.cookies["pf_visit"].value
    browser.sign_in("rep@demo.test")
    assert browser.post(PROBE).status_code == 200
    other = make_client("shop.test", browser=True)
    other.client.cookies["pf_visit"] = planted
    answer = other.client.post("/api/v1/session", headers={"Host": "shop.test", "Sec-Fetch-Mode": "cors"})
    assert answer.json()["data"]["role"] == "visitor"


def test_signing_in_again_keeps_the_session_and_somebody_else_gets_a_new_one(make_client, rep):
    User.objects.create_user("maria@demo.test", "planfront-demo", role="member")
    browser = make_client("shop.test", browser=True)
    browser.sign_in("rep@demo.test")
    first = browser.token.split(".")[0]
    browser.sign_in("rep@demo.test")
    assert browser.token.split(".")[0] == first
    browser.sign_in("maria@demo.test")
    assert browser.token.split(".")[0] != first
    assert browser.client.cookies["pf_visit"].value.split(".")[0] == browser.token.split(".")[0]
    assert VisitorSession.objects.get(pk=first).expires_at <= clock.now()
