import pytest

from planfront.integrations import addresses, banks, cards, emails, phones, zips
from planfront.integrations.services import load_banks, load_zip_counties
from planfront.integrations.states import STATES
from planfront.kernel.errors import FieldErrors

pytestmark = pytest.mark.django_db


def test_all_states_and_the_district_are_listed(visitor):
    rows = visitor.get("get-states").json()["data"]["result"]
    assert len(rows) == len(STATES) == 51
    assert rows[0] == {"name": "Alabama", "abbrev": "AL"}
    assert {"name": "District of Columbia", "abbrev": "DC"} in rows


@pytest.mark.parametrize(
    ("zip_code", "state", "county"),
    [
        ("10001", "NY", "New York County"),
        ("60601", "IL", "Cook County"),
        ("75201", "TX", "Dallas County"),
        ("90012", "CA", "Los Angeles County"),
        ("33101", "FL", "Miami-Dade County"),
    ],
)
def test_demo_zips_have_their_places(visitor, zip_code, state, county):
    data = visitor.get("validate-zip-code", zip_code=zip_code).json()["data"]
    assert (data["state"], data["county_required"], data["counties"]) == (state, False, [])
    assert zips.lookup(zip_code).counties == (county,)
    posted = visitor.post("service/validate-zip-code", {"zip": zip_code}).json()["data"]
    assert posted == data
    looked = visitor.get("lookup-zip-state", zip=zip_code).json()["data"]
    assert (looked["state"], looked["abbrev"], looked["name"]) == (state, state, STATES[state])


@pytest.mark.parametrize(
    ("zip_code", "state", "name"), [("00901", "PR", "Puerto Rico"), ("09012", "AE", "Armed Forces Europe")]
)
def test_mail_goes_to_places_where_nobody_may_buy(visitor, zip_code, state, name):
    looked = visitor.get("lookup-zip-state", zip=zip_code, purpose="mail").json()["data"]
    assert (looked["state"], looked["abbrev"], looked["name"]) == (state, state, name)
    assert visitor.get("lookup-zip-state", zip=zip_code).status_code == 422
    assert visitor.get("lookup-zip-state", zip=zip_code, purpose="home").status_code == 422


def test_mail_abroad_is_refused_with_the_reason(visitor):
    answer = visitor.get("lookup-zip-state", zip="96960", purpose="mail")
    assert answer.status_code == 422
    assert answer.json()["data"][0]["error_message"] == (
        "Enter an address in a U.S. state or territory, or a military address (APO, FPO, or DPO)."
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Field is required"),
        ("123", "Enter 5 digit zip code."),
        ("abcde", "Enter 5 digit zip code."),
        ("00000", "Invalid Zip code"),
        ("96799", "We don't sell plans in American Samoa."),
        (
            "09001",
            "This is a military address (APO, FPO, or DPO). Enter where you live; your mail can go to another address.",
        ),
        ("96960", "Plans are not sold in the area of this ZIP code."),
    ],
)
def test_invalid_zips_are_refused(visitor, text, message):
    answer = visitor.get("validate-zip-code", zip_code=text)
    assert answer.status_code == 422
    assert answer.json()["data"] == [{"target_element": "zip", "error_message": message}]


def test_the_operator_s_counties_replace_the_library_s(visitor):
    places = [zips.Place("KY", "Christian County", ""), zips.Place("TN", "Montgomery County", "")]
    assert load_zip_counties(zip_code="42223", places=places) == 2
    info = zips.lookup("42223-0001")
    assert info.states == ("KY", "TN")
    assert info.counties == ("Christian County", "Montgomery County")
    assert info.city == "Fort Campbell"


@pytest.mark.parametrize(
    ("text", "number", "valid"),
    [
        ("(614) 555-0148", "6145550148", True),
        ("1-614-555-0148", "6145550148", True),
        ("0145550148", "", False),
        ("614555014", "", False),
        ("1115550148", "", False),
    ],
)
def test_phone_numbers_are_checked(visitor, text, number, valid):
    assert phones.check(text) == phones.PhoneCheck(number, valid)
    assert visitor.get("validate-phone-numverify", phone=text).status_code == (200 if valid else 422)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("maria@EXAMPLE.com", "maria@example.com"),
        ("rep@demo.test", "rep@demo.test"),
        ("maria@", ""),
        ("maria@@example.com", ""),
        ("a b@example.com", ""),
    ],
)
def test_email_addresses_are_checked(visitor, text, address):
    assert emails.check(text).address == address
    answer = visitor.post("validate-email-neverbounce", {"email": text})
    assert answer.status_code == (200 if address else 422)
    if not address:
        assert answer.json()["data"][0]["error_message"] == "Enter valid email address"


def test_addresses_are_tidied_and_checked():
    address = addresses.Address("12  Oak  Street", "", " Chicago ", "il", "60601")
    assert addresses.check(address).address == addresses.Address("12 Oak St", "", "Chicago", "IL", "60601")
    assert addresses.check(address).problem == ""
    assert addresses.check(addresses.Address("12 Oak St", "", "Chicago", "NY", "60601")).problem == "state"
    assert addresses.check(addresses.Address("12 Oak St", "", "Chicago", "IL", "00000")).problem == "zip"
    assert addresses.check(addresses.Address("Oak Street", "", "Chicago", "IL", "60601")).problem == "address1"


@pytest.mark.parametrize(
    ("number", "valid"),
    [
        ("110000000", True),
        ("021000021", True),
        ("021000022", False),
        ("510000000", False),
        ("000000000", False),
        ("12", False),
    ],
)
def test_routing_numbers_are_checked_by_their_check_digit(number, valid):
    assert banks.is_routing(number) is valid


def test_a_routing_number_is_looked_up_with_its_bank(visitor):
    taken = load_banks(banks=[banks.Bank("110000000", "Harborlight Bank"), banks.Bank("123456789", "Wrong")])
    assert taken == 1
    known = visitor.get("lookup-routing-number", q="110000000").json()
    assert known["data"]["response"]["name"] == "HARBORLIGHT BANK"
    unknown = visitor.get("lookup-routing-number", q="021000021").json()
    assert unknown["data"]["response"]["name"] == ""
    assert unknown["message"] == "We don't know this bank. Please enter the bank's name."
    for number, message in (
        ("12345", "Routing number must be of 9 digits"),
        ("123456789", "This routing number is not valid. Please check it."),
    ):
        answer = visitor.get("lookup-routing-number", q=number)
        assert answer.json()["data"] == [{"target_element": "routing_number", "error_message": message}]


def embedded_gateway():
    result = cards.gateway()
    assert isinstance(result, cards.EmbeddedGateway)
    return result


def card(number):
    return cards.CardInput(number, "123", 12, 2030, "Maria Santos")


def test_the_embedded_gateway_takes_test_cards_only():
    token = embedded_gateway().tokenize(card("4242424242424242"))
    assert (token.brand, token.last4, token.expiration_year) == ("Visa", "4242", 2030)
    kept = embedded_gateway().keep(token.token)
    assert (kept.brand, kept.last4, kept.expiration_month) == ("Visa", "4242", 12)
    for held in (token.token, kept.token, repr(token), repr(kept)):
        assert "4242424242424242" not in held
    assert token.token not in repr(token)
    with pytest.raises(FieldErrors):
        embedded_gateway().tokenize(card("4716190207394368"))
    assert "4242" not in repr(card("4242424242424242"))


@pytest.mark.parametrize(
    ("number", "target", "message"),
    [
        ("4000000000000002", "card_number", cards.DECLINED),
        ("4000000000009987", "card_number", cards.DECLINED),
        ("4000000000009995", "card_number", cards.NO_FUNDS),
        ("4000000000000069", "card_number", cards.EXPIRED),
        ("4000000000000127", "security_code", cards.WRONG_CODE),
        ("4000000000000119", "card_number", cards.NOT_NOW),
    ],
)
def test_declined_test_cards_get_a_token_and_no_place_in_the_vault(number, target, message):
    token = embedded_gateway().tokenize(card(number))
    with pytest.raises(FieldErrors) as refused:
        embedded_gateway().keep(token.token)
    assert [(error.target_element, error.error_message) for error in refused.value.errors] == [(target, message)]


def test_a_token_is_good_for_minutes_and_only_for_its_use(monkeypatch):
    gateway = embedded_gateway()
    token = gateway.tokenize(card("5555555555554444"))
    kept = gateway.keep(token.token)
    for wrong in (token.token[:-1] + "x", kept.token, "tok_1"):
        with pytest.raises(FieldErrors):
            gateway.keep(wrong)
    monkeypatch.setattr(cards, "TOKEN_SECONDS", -1)
    with pytest.raises(FieldErrors):
        gateway.keep(token.token)


def test_card_numbers_are_checked_by_their_check_digit():
    assert cards.luhn("4242424242424242")
    assert not cards.luhn("4242424242424241")
    assert not cards.luhn("")
