import pytest

from planfront.leads.models import Consent, LocationConsent, Progress, RepEnquiry
from planfront.messaging.models import OutboundEmail

pytestmark = pytest.mark.django_db
PATH = "/api/v2/agent-registration-query"
PERSON = {"name": "Ana O'Neil-Ruiz", "phone": "6145550148", "email": "ana@example.com", "state": "OH"}
THANKS = "Thank you. We have received your information and will contact you soon."


def test_an_enquiry_is_kept_once_and_the_operator_told_once(visitor, stranger, brand):
    brand.email = "operator@example.com"
    brand.save()
    for client, phone in ((visitor, "6145550148"), (visitor, "(614) 555-0148"), (stranger, "6145550148")):
        answer = client.post(PATH, PERSON | {"phone": phone})
        assert (answer.status_code, answer.json()["status"], answer.json()["message"]) == (200, "success", THANKS)
        assert answer.json()["data"] == {}
    row = RepEnquiry.objects.get()
    assert (row.name, row.phone, row.email, row.state) == tuple(PERSON.values())
    mail = OutboundEmail.objects.get()
    assert (mail.kind, mail.to, mail.subject) == ("rep_enquiry", "operator@example.com", "New rep enquiry at Shop")
    assert f"/backoffice/leads/repenquiry/{row.pk}/change/" in mail.text
    assert "Ana" not in mail.text + mail.html
    row.status = Progress.LOST
    row.save()
    assert visitor.post(PATH, PERSON).status_code == 200
    assert RepEnquiry.objects.count() == 2


def test_two_brands_have_an_enquiry_each(visitor, make_client, other_brand):
    assert visitor.post(PATH, PERSON).status_code == 200
    assert make_client("other.test").post(PATH, PERSON).status_code == 200
    assert RepEnquiry.objects.count() == 2
    assert OutboundEmail.objects.count() == 0


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        *((field, "", "Field is required") for field in PERSON),
        *(("name", name, "Enter valid name") for name in ("Ana <b>", "Ana @", "-'", "A;B")),
        *(("phone", phone, "Invalid phone number") for phone in ("614555014", "16145550148", "0145550148", "phone")),
        *(("email", email, "Enter valid email address") for email in ("ana", "ana@", "ana@x", "a b@example.com")),
        ("state", "XX", "Choose one of the listed values."),
    ],
)
def test_a_wrong_field_is_named(visitor, field, value, message):
    answer = visitor.post(PATH, PERSON | {field: value})
    assert answer.status_code == 422
    assert answer.json()["data"] == [{"target_element": field, "error_message": message}]
    assert answer.json()["message"] == "Check the marked fields."
    assert RepEnquiry.objects.count() == 0


def test_all_missing_fields_are_named_at_once(visitor):
    answer = visitor.post(PATH, {})
    assert [item["target_element"] for item in answer.json()["data"]] == ["name", "phone", "email", "state"]


@pytest.mark.parametrize("name", ["José Núñez", "D`Arcy", "Smith_2 the 3rd", "O’Hara"])
def test_names_may_contain_hyphens_and_apostrophes(visitor, name):
    assert visitor.post(PATH, PERSON | {"name": name}).status_code == 200


def test_enquiries_are_slowed_down(visitor):
    statuses = [visitor.post(PATH, PERSON).status_code for _ in range(21)]
    assert statuses == [200] * 20 + [429]


def test_messages_are_spanish_for_spanish_readers(visitor):
    visitor.headers = {"Accept-Language": "es"}
    wrong = visitor.post(PATH, PERSON | {"name": "<>"}).json()
    assert wrong["data"] == [{"target_element": "name", "error_message": "Ingrese un nombre válido"}]
    assert visitor.post(PATH, PERSON).json()["message"].startswith("Gracias. Recibimos")


def test_consent_is_kept_with_the_words_that_were_read(visitor, texts):
    shown = visitor.get("consent-texts").json()["data"]["result"]
    assert shown == [
        {"purpose": "email", "version": 2, "text": "Shop may contact me."},
        {"purpose": "phone", "version": 2, "text": "Shop may contact me."},
    ]
    boxes = [{"purpose": "phone", "version": 2}, {"purpose": "email", "version": 2}]
    sent = PERSON | {"consents": boxes, "web_url": "https://shop.test/?name=Ana"}
    assert visitor.post(PATH, sent).status_code == 200
    rows = Consent.objects.order_by("purpose")
    assert [(row.purpose, row.version, row.text, row.page) for row in rows] == [
        ("email", 2, "Shop may contact me.", "https://shop.test/"),
        ("phone", 2, "Shop may contact me.", "https://shop.test/"),
    ]
    assert all(row.enquiry == RepEnquiry.objects.get() for row in rows)


def test_consent_to_an_outdated_text_is_not_recorded(visitor, texts):
    answer = visitor.post(PATH, PERSON | {"consents": [{"purpose": "phone", "version": 1}]})
    assert answer.status_code == 422
    words = "The text has changed. Please read it again."
    assert answer.json()["data"] == [{"target_element": "consents", "error_message": words}]
    assert RepEnquiry.objects.count() == Consent.objects.count() == 0
    location = PERSON | {"consents": [{"purpose": "location", "version": 1}]}
    assert visitor.post(PATH, location).status_code == 422


def test_the_location_banner_is_answered_once_per_device(visitor, stranger, agent):
    ask = {"device_id": "d1", "web_url": "https://shop.test/plans?zip=43215", "agent_id": agent.pk}
    assert visitor.get("check-lead-information", **ask).json()["statusCode"] == 204
    assert visitor.get("check-lead-information").json()["statusCode"] == 204
    for _twice in range(2):
        stored = visitor.get("get-lead-information", store_information=1, group_id="", **ask)
        assert (stored.status_code, stored.json()["statusCode"]) == (200, 200)
    row = LocationConsent.objects.get()
    assert (row.allowed, row.page, row.agent, row.ip) == (True, "https://shop.test/plans", agent, "127.0.0.1")
    assert visitor.get("check-lead-information", **ask).json()["statusCode"] == 200
    assert stranger.get("check-lead-information", **ask).json()["statusCode"] == 204
    assert stranger.get("get-lead-information", store_information=0, **ask).json()["statusCode"] == 200
    assert stranger.get("check-lead-information", **ask).json()["statusCode"] == 200
    assert [row.allowed for row in LocationConsent.objects.order_by("pk")] == [True, False]


@pytest.mark.parametrize("query", [{"agent_id": 999}, {"group_id": 999}, {"store_information": 2}, {"device_id": ""}])
def test_a_location_answer_with_unknown_values_is_refused(visitor, query):
    answer = visitor.get("get-lead-information", **({"store_information": 1, "device_id": "d1"} | query))
    assert answer.status_code == (404 if set(query) & {"agent_id", "group_id"} else 422)
    assert LocationConsent.objects.count() == 0


def test_a_reps_id_is_told_for_public_reps_of_the_brand_only(visitor, make_client, other_brand, agent, hidden):
    for name in ("REP1001", "rep1001", "jordan-lee", "Jordan-Lee", agent.pk, str(agent.pk)):
        answer = visitor.post("decrypt-detail", {"agentId": name})
        assert (answer.status_code, answer.json()["data"]) == (200, [{"agentId": agent.pk}])
    for name in ("REP1002", hidden.pk, "nobody", 10**12, -1, "²"):
        assert visitor.post("decrypt-detail", {"agentId": name}).status_code == 404
    assert make_client("other.test").post("decrypt-detail", {"agentId": "REP1001"}).status_code == 404
    assert visitor.post("decrypt-detail", {}).status_code == 422


def test_guessing_reps_is_slowed_down(visitor, agent):
    statuses = [visitor.post("decrypt-detail", {"agentId": f"X{n}"}).status_code for n in range(31)]
    assert statuses == [404] * 30 + [429]
