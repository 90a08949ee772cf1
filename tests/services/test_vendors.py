"""Addresses, phone numbers and email addresses, checked by vendors over real sockets: right, wrong, and in trouble."""

import subprocess
import time
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import translation

from planfront.integrations import addresses, emails, outside, phones, ports
from planfront.integrations.models import KeptAnswer
from planfront.integrations.vendors import neverbounce, numverify, usps
from planfront.kernel import clock
from planfront.kernel.models import OutsideService
from planfront.kernel.outgoing import calls as outgoing
from tests.services.conftest import lead_to, started

pytestmark = pytest.mark.django_db
PHONE = "(614) 555-0193"
TYPED = addresses.Address("88 Lindenhall Ave", "Unit 3B", "Columbus", "OH", "43215")
PHONE_DOUBT = "We couldn't check this phone number just now. Please make sure it's right."
EMAIL_DOUBT = "We couldn't check this email address just now. Please make sure it's right."


def phone(visitor, number=PHONE, **headers):
    visitor.headers = headers
    return visitor.get("validate-phone-numverify", phone=number)


def email(visitor, address, **headers):
    visitor.headers = headers
    return visitor.post("validate-email-neverbounce", {"email": address})


def errors(answer):
    assert answer.status_code == 422
    return [(item["target_element"], item["error_message"]) for item in answer.json()["data"]]


def state(name):
    return OutsideService.objects.get(pk=name)


# Right and wrong


def test_a_phone_number_is_checked_with_its_kind_of_line(vendors, visitor):
    answer = phone(visitor).json()
    assert answer["data"] == {"value": "6145550193", "is_valid": True, "line_type": "mobile", "doubt": False}
    assert answer["message"] == ""
    ((method, path, query, _headers),) = vendors.calls
    assert (method, path) == ("GET", "/validate")
    assert query == {"access_key": "num-key", "number": "6145550193", "country_code": "US"}
    assert phone(visitor, "6145550190").json()["data"]["line_type"] == "landline"


def test_a_number_that_does_not_work_is_refused(vendors, visitor):
    assert errors(phone(visitor, "6145550199")) == [("phone", "Invalid phone number")]


def test_a_number_that_cannot_be_one_is_not_even_sent(vendors, visitor):
    assert errors(phone(visitor, "1115550148")) == [("phone", "Invalid phone number")]
    assert vendors.calls == []


@pytest.mark.parametrize("name", ["casey", "catchall"])
def test_an_e_mail_address_that_takes_mail_is_taken(vendors, visitor, name):
    answer = email(visitor, f"{name}@mailbox.example").json()
    assert answer["data"] == {"value": f"{name}@mailbox.example", "is_valid": True, "suggestion": "", "doubt": False}
    ((method, path, query, _headers),) = vendors.calls
    assert (method, path) == ("POST", "/v4/single/check")
    assert query == {"key": "never-key", "email": f"{name}@mailbox.example", "timeout": "2"}


def test_an_e_mail_address_that_nobody_knows_is_taken_with_a_word(vendors, visitor):
    answer = email(visitor, "unknown@mailbox.example").json()
    assert (answer["data"]["is_valid"], answer["data"]["doubt"]) == (True, True)
    assert answer["message"] == EMAIL_DOUBT


@pytest.mark.parametrize(
    ("address", "english", "spanish"),
    [
        (
            "invalid@mailbox.example",
            "This address can't receive email. Check it for typos.",
            "Esta dirección no puede recibir correo electrónico. Revise si hay errores.",
        ),
        (
            "disposable@mailbox.example",
            "This is a disposable email address. Enter one you'll keep.",
            "Esta es una dirección de correo desechable. Ingrese una que vaya a conservar.",
        ),
        (
            "casey@mialbox.example",
            "This address can't receive email. Did you mean casey@mailbox.example?",
            "Esta dirección no puede recibir correo electrónico. ¿Quiso decir casey@mailbox.example?",
        ),
    ],
)
def test_only_invalid_and_disposable_addresses_are_refused(vendors, visitor, address, english, spanish):
    assert errors(email(visitor, address)) == [("email", english)]
    assert errors(email(visitor, address, **{"Accept-Language": "es"})) == [("email", spanish)]


def test_an_address_that_is_the_same_but_for_its_form_only_gets_its_zip_4(vendors):
    result = addresses.check(TYPED)
    assert (result.address.address1, result.address.zip4) == ("88 Lindenhall Ave", "1234")
    assert (result.suggestion, result.note, result.problem) == (None, "", "")
    token, address = vendors.calls
    assert token[:3] == [
        "POST",
        "/oauth2/v3/token",
        {"grant_type": "client_credentials", "client_id": "usps-id", "client_secret": "usps-secret"},
    ]
    assert address[:3] == [
        "GET",
        "/addresses/v3/address",
        {
            "streetAddress": "88 Lindenhall Ave",
            "secondaryAddress": "Unit 3B",
            "city": "Columbus",
            "state": "OH",
            "ZIPCode": "43215",
        },
    ]


@pytest.mark.parametrize("mood", ["well", "older"])
def test_another_address_is_suggested_in_either_shape_of_answer(vendors, mood):
    vendors.be(mood, streetAddress="88 N LINDENHALL AVE")
    result = addresses.check(TYPED)
    assert result.address == TYPED
    assert result.suggestion == addresses.Address("88 N Lindenhall Ave", "Unit 3B", "Columbus", "OH", "43215", "1234")
    assert result.note == ""


@pytest.mark.parametrize(
    ("mood", "english", "spanish"),
    [
        (
            "unit",
            "The apartment or suite number is missing, or USPS doesn't recognize it.",
            "Falta el número de apartamento u oficina, o USPS no lo reconoce.",
        ),
        (
            "no",
            "USPS doesn't recognize this address. Please make sure it's right.",
            "USPS no reconoce esta dirección. Asegúrese de que sea correcta.",
        ),
        (
            "untold",
            "USPS doesn't recognize this address. Please make sure it's right.",
            "USPS no reconoce esta dirección. Asegúrese de que sea correcta.",
        ),
        (
            "unknown",
            "USPS doesn't recognize this address. Please make sure it's right.",
            "USPS no reconoce esta dirección. Asegúrese de que sea correcta.",
        ),
        (
            "status 503",
            "We couldn't check this address with USPS. Please make sure it's right.",
            "No pudimos verificar esta dirección con USPS. Asegúrese de que sea correcta.",
        ),
    ],
)
def test_doubts_about_an_address_are_words_and_no_problem(vendors, mood, english, spanish):
    vendors.be(mood)
    result = addresses.check(TYPED)
    assert (result.problem, result.suggestion) == ("", None)
    for language, words in (("en", english), ("es", spanish)):
        with translation.override(language):
            assert addresses.words_of(result.note) == words


def test_what_does_not_fit_together_is_refused_before_anybody_is_asked(vendors):
    assert addresses.check(addresses.Address("88 Lindenhall Ave", "", "Columbus", "NY", "43215")).problem == "state"
    assert vendors.calls == []


# Tokens and quota


def test_a_token_is_kept_and_renewed_once_when_it_is_refused(vendors):
    addresses.check(TYPED)
    addresses.check(addresses.Address("90 Lindenhall Ave", "", "Columbus", "OH", "43215"))
    assert vendors.paths == ["/oauth2/v3/token", *["/addresses/v3/address"] * 2]
    usps.tokens._tokens = {key: ("old", until) for key, (_old, until) in usps.tokens._tokens.items()}
    vendors.be()
    assert addresses.check(addresses.Address("92 Lindenhall Ave", "", "Columbus", "OH", "43215")).note == ""
    assert vendors.paths == ["/addresses/v3/address", "/oauth2/v3/token", "/addresses/v3/address"]
    vendors.be("refused")
    assert addresses.check(addresses.Address("94 Lindenhall Ave", "", "Columbus", "OH", "43215")).note == "doubt"
    assert vendors.paths == ["/addresses/v3/address", "/oauth2/v3/token", "/addresses/v3/address"]
    assert state("address.usps").problem == "status 401"


def test_an_expired_token_is_not_sent(vendors, monkeypatch):
    addresses.check(TYPED)
    monkeypatch.setattr(usps, "monotonic", lambda: time.monotonic() + 28_799)
    addresses.check(addresses.Address("90 Lindenhall Ave", "", "Columbus", "OH", "43215"))
    assert vendors.paths == ["/oauth2/v3/token", "/addresses/v3/address"] * 2


def test_the_quota_of_an_hour_is_kept_across_processes_and_then_ends(vendors, settings, monkeypatch):
    lead_to(settings, vendors.url, usps_per_hour=2)
    houses = [addresses.Address(f"{number} Lindenhall Ave", "", "Columbus", "OH", "43215") for number in range(80, 90)]
    assert [addresses.check(house).note for house in houses[:4]] == ["", "", "doubt", "doubt"]
    assert vendors.paths.count("/addresses/v3/address") == 2
    assert state("address.usps").used == 2
    later = clock.now() + timedelta(hours=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert addresses.check(houses[4]).note == ""


# Kept answers


def test_an_answer_is_kept_thirty_days_and_nothing_of_it_can_be_read(vendors, visitor, monkeypatch):
    for _time in range(2):
        assert phone(visitor).json()["data"]["line_type"] == "mobile"
    assert len(vendors.calls) == 1
    (row,) = KeptAnswer.objects.values()
    assert len(row["key"]) == 64
    assert "6145550193" not in repr(row)
    assert "mobile" not in repr(row)
    days = clock.now() + timedelta(days=30)
    monkeypatch.setattr(clock, "now", lambda: days)
    assert phones.check(PHONE).line_type == "mobile"
    assert len(vendors.calls) == 2
    assert outside.prune_answers() == 0
    assert outside.prune_answers(days + timedelta(days=30)) == 1
    assert not KeptAnswer.objects.exists()


def test_a_doubt_is_not_kept(vendors, visitor):
    vendors.be("malformed")
    assert phone(visitor).json()["data"]["doubt"]
    vendors.be()
    assert phone(visitor).json()["data"] == {
        "value": "6145550193",
        "is_valid": True,
        "line_type": "mobile",
        "doubt": False,
    }


def test_one_address_of_the_net_asks_for_sixty_new_values_an_hour(vendors, visitor, monkeypatch):
    monkeypatch.setattr(outside, "ASKED_AN_HOUR", 2)
    doubts = [phone(visitor, f"614555010{digit}").json()["data"]["doubt"] for digit in (1, 2, 3, 1)]
    assert doubts == [False, False, True, False]
    assert len(vendors.calls) == 2


# Trouble


@pytest.mark.parametrize(
    ("mood", "problem"),
    [
        ("status 500", "status 500"),
        ("status 404", "status 404"),
        ("status 429", "status 429"),
        ("redirect", "status 302"),
        ("malformed", "malformed"),
        ("other", "malformed"),
        ("half", "broken"),
        ("key", "status 401"),
        ("inactive", "answer 102"),
        ("month", "status 429"),
    ],
)
def test_a_phone_service_in_trouble_costs_a_word(vendors, visitor, mood, problem):
    vendors.be(mood)
    answer = phone(visitor)
    assert answer.status_code == 200
    assert answer.json()["data"] == {"value": "6145550193", "is_valid": True, "line_type": "", "doubt": True}
    assert answer.json()["message"] == PHONE_DOUBT
    assert phone(visitor, **{"Accept-Language": "es"}).json()["message"] == (
        "No pudimos verificar este número de teléfono en este momento. Asegúrese de que sea correcto."
    )
    assert state("phone.numverify").problem == problem


@pytest.mark.parametrize(
    ("mood", "problem"),
    [
        ("auth_failure", "status 401"),
        ("general_failure", "answer general_failure"),
        ("temp_unavail", "answer temp_unavail"),
        ("bad_referrer", "answer bad_referrer"),
        ("throttle_triggered", "status 429"),
    ],
)
def test_errors_that_come_with_status_200_block_no_address(vendors, visitor, mood, problem):
    vendors.be(mood)
    answer = email(visitor, "invalid@mailbox.example").json()
    assert answer["data"] == {"value": "invalid@mailbox.example", "is_valid": True, "suggestion": "", "doubt": True}
    assert answer["message"] == EMAIL_DOUBT
    assert state("email.neverbounce").problem == problem
    assert email(visitor, "casey@mailbox.example", **{"Accept-Language": "es"}).json()["message"] == (
        "No pudimos verificar este correo electrónico en este momento. Asegúrese de que sea correcto."
    )


def test_whoever_waits_for_a_service_waits_three_seconds():
    for vendor in (usps, neverbounce, numverify):
        assert vendor.SERVICE.seconds == outgoing.SECONDS == 3.0


def test_a_slow_service_is_waited_for_until_its_deadline_and_then_left_alone(vendors, visitor, monkeypatch):
    monkeypatch.setattr(numverify.SERVICE, "seconds", 0.5)
    vendors.be("slow")
    for digit in (1, 2, 3, 4):
        began = time.monotonic()
        assert phone(visitor, f"614555010{digit}").json()["data"]["doubt"]
        assert time.monotonic() - began < 15  # the service takes 20
    assert len(vendors.calls) == 3
    assert (state("phone.numverify").state, state("phone.numverify").problem) == ("open", "deadline")


def test_a_call_that_only_reads_is_sent_again_when_the_trouble_may_be_over(vendors, visitor):
    vendors.be("once")
    assert phone(visitor).json()["data"]["line_type"] == "mobile"
    assert len(vendors.calls) == 2
    assert state("phone.numverify").failures == 0


def test_connections_are_used_again(vendors, visitor):
    before = vendors.state["connections"]
    for digit in (1, 2, 3, 4):
        phone(visitor, f"614555010{digit}")
    assert len(vendors.calls) == 4
    # Two for the questions of this test, and at most one for the four calls.
    assert vendors.state["connections"] - before <= 4


def test_a_service_that_was_down_for_an_hour_is_tried_by_one_call_and_used_again(vendors, visitor, monkeypatch):
    vendors.be("status 500")
    for digit in range(6):
        assert phone(visitor, f"614555010{digit}").json()["data"]["doubt"]
    assert len(vendors.calls) == 3
    row = state("phone.numverify")
    assert (row.state, row.failures, row.retry_at - row.last_failure) == ("open", 3, timedelta(seconds=30))
    start = clock.now()
    for minutes in range(1, 61):
        moment = start + timedelta(minutes=minutes)
        monkeypatch.setattr(clock, "now", lambda moment=moment: moment)
        assert phone(visitor, "6145550107").json()["data"]["doubt"]
    # After 30 seconds, then twice as long each time, up to ten minutes.
    assert len(vendors.calls) == 3 + 9
    vendors.be()
    later = start + timedelta(minutes=71)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert phone(visitor, "6145550107").json()["data"]["line_type"] == "mobile"
    row = state("phone.numverify")
    assert (row.state, row.failures, row.since, row.last_success) == ("closed", 0, later, later)


def test_while_one_call_tries_a_service_the_others_do_not_wait_for_it(vendors, visitor):
    vendors.be()
    now = clock.now()
    OutsideService.objects.create(
        name="phone.numverify",
        state="half_open",
        since=now,
        failures=3,
        hour_began=now,
        retry_at=now + timedelta(seconds=5),
    )
    assert phone(visitor).json()["data"]["doubt"]
    assert vendors.calls == []


def test_a_service_says_how_long_it_wants_to_be_left_alone(vendors, visitor):
    vendors.be("status 429", **{"Retry-After": "900"})
    phone(visitor)
    row = state("phone.numverify")
    assert (row.state, row.retry_at - row.last_failure) == ("open", timedelta(minutes=15))


def test_a_service_that_is_not_there_costs_a_word(vendors, visitor, settings):
    lead_to(settings, "http://127.0.0.1:9")
    assert phone(visitor).json()["data"]["doubt"]
    assert state("phone.numverify").problem == "connection"


def test_a_certificate_that_nobody_vouches_for_is_not_trusted(vendors, visitor, settings, tmp_path):
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    make_certificate(certificate, key)
    with started("--tls", str(certificate), str(key), scheme="https") as url:
        lead_to(settings, url)
        assert phone(visitor).json()["data"]["doubt"]
        assert state("phone.numverify").problem == "tls"


def make_certificate(certificate, key):
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    private, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "me")])
    now = clock.now()
    built = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(private, hashes.SHA256())
    )
    certificate.write_bytes(built.public_bytes(serialization.Encoding.PEM))
    form = serialization.PrivateFormat.TraditionalOpenSSL
    key.write_bytes(private.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()))


@pytest.mark.parametrize(
    "url", ["http://127.0.0.2:9", "https://169.254.169.254", "https://10.0.0.8", "https://[fe80::1]"]
)
def test_private_addresses_are_not_reached(vendors, visitor, settings, url):
    lead_to(settings, url)
    assert phone(visitor).json()["data"]["doubt"]
    assert state("phone.numverify").problem == "forbidden"


def test_the_own_machine_is_not_reached_in_production(vendors, visitor, settings):
    settings.PRODUCTION = True
    assert phone(visitor).json()["data"]["doubt"]
    assert vendors.calls == []


def test_nothing_goes_out_inside_of_a_transaction(vendors):
    with transaction.atomic(), pytest.raises(RuntimeError, match="outside of transactions"):
        phones.check(PHONE)
    with transaction.atomic(), pytest.raises(RuntimeError, match="outside of transactions"):
        outgoing.attempt(lambda: None, peer="anybody")
    assert vendors.calls == []


def test_an_adapter_that_fails_in_its_own_way_costs_a_word(settings, visitor):
    ports.forget_adapters()
    settings.ADAPTERS = {"phone": f"{__name__}.fail", "email": f"{__name__}.answer_nonsense"}
    assert phone(visitor).json()["message"] == PHONE_DOUBT
    assert email(visitor, "casey@mailbox.example").json()["message"] == EMAIL_DOUBT
    ports.forget_adapters()


def fail(_number):
    raise ZeroDivisionError


def answer_nonsense(_address):
    return "fine"


# Counts and words for the operator


def test_calls_are_counted_and_nothing_personal_or_secret_is_logged(vendors, visitor, caplog):
    from planfront.kernel.observing.metrics import exposition

    vendors.be("status 500")
    phone(visitor)
    vendors.be()
    phone(visitor)
    phone(visitor)
    text = exposition().decode()
    for outcome in ("answered", "kept", "status 500"):
        assert f'planfront_outside_calls_total{{outcome="{outcome}",service="phone.numverify"}}' in text
    assert 'planfront_outside_seconds_count{service="phone.numverify"}' in text
    for secret in ("6145550193", "num-key"):
        assert secret not in text + caplog.text
    assert "phone.numverify: status 500" in caplog.text


@pytest.mark.parametrize(
    ("missing", "line"),
    [
        (
            {"usps_client_secret": None},
            "ADDRESS_CHECK=usps needs USPS_CLIENT_SECRET (or USPS_CLIENT_SECRET_FILE).",
        ),
        ({"neverbounce_key": None}, "EMAIL_CHECK=neverbounce needs NEVERBOUNCE_KEY (or NEVERBOUNCE_KEY_FILE)."),
        ({"numverify_key": None}, "PHONE_CHECK=numverify needs NUMVERIFY_KEY (or NUMVERIFY_KEY_FILE)."),
    ],
)
def test_a_missing_key_is_named_in_one_line(vendors, settings, missing, line):
    assert ports.problems() == []
    lead_to(settings, vendors.url, **missing)
    assert ports.problems() == [line]


def test_secrets_come_from_files_and_addresses_are_https(tmp_path):
    from planfront.config.env import EnvError, load

    secret = tmp_path / "secret"
    secret.write_text("usps-secret\n")
    env = load({"USPS_CLIENT_SECRET_FILE": str(secret), "USPS_URL": "https://apis-tem.usps.com/"})
    assert (env.usps_client_secret, env.usps_url, env.usps_per_hour) == ("usps-secret", "https://apis-tem.usps.com", 60)
    assert load({"NUMVERIFY_URL": "http://127.0.0.1:9"}).numverify_url == "http://127.0.0.1:9"
    for name, value, mode in (
        ("USPS_URL", "http://apis.usps.com", "demo"),
        ("USPS_URL", "http://127.0.0.1:9", "production"),
        ("NUMVERIFY_URL", "https://key@apilayer.net", "demo"),
        ("NEVERBOUNCE_URL", "api.neverbounce.com", "demo"),
        ("USPS_PER_HOUR", "-1", "demo"),
    ):
        with pytest.raises(EnvError, match=name):
            load({name: value, "PLANFRONT_MODE": mode})


def test_an_e_mail_that_was_checked_is_normalized(vendors):
    assert emails.check("Casey@MAILBOX.example").address == "Casey@mailbox.example"


def test_a_start_without_a_key_stops_with_a_line(tmp_path):
    import os
    import sys

    command = [sys.executable, "-m", "planfront", "seed"]
    variables = {"PLANFRONT_VAR": str(tmp_path), "EMAIL_CHECK": "neverbounce", "PYTHONPATH": "src"}
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "EMAIL_CHECK=neverbounce needs NEVERBOUNCE_KEY (or NEVERBOUNCE_KEY_FILE)." in done.stdout + done.stderr
