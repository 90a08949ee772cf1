import pytest

CLOSING = {
    "en": "Please allow 24 hours for a representative to reach out to you.",
    "es": "Un representante se comunicará con usted en un plazo de 24 horas.",
}
WALKS = {
    "en": ("My employees", "10 to 49", "Dental or vision", "No waiting", "Ana Ruiz", "43215", "By phone", "6145550148"),
    "es": (
        "Solo a mí",
        "Vida o incapacidad",
        "Precio",
        "Ana Ruiz",
        "43215",
        "Por correo electrónico",
        "ana@example.com",
    ),
}


@pytest.mark.parametrize("host", ["localhost", "brightsmile.localhost"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_chat_of_the_demo_ends_with_the_promise(world, make_client, language, host):
    client = make_client(host)
    client.headers = {"Accept-Language": language}
    questions = []
    for answer in WALKS[language]:
        question = client.get("assist/get", device_id="d1").json()["data"]["question"]
        questions.append(question["question"])
        sent = {"question_id": question["id"], "answer": answer, "device_id": "d1"}
        assert client.post("assist/add", sent).json()["status"] == "success"
    done = client.get("assist/get", device_id="d1").json()
    assert (done["data"]["question"], done["message"]) == (None, CLOSING[language])
    assert [lead["assistant_question"]["question"] for lead in done["data"]["answer"]] == questions
    assert questions[0] == {"en": "Who are you looking to cover?", "es": "¿A quién desea dar cobertura?"}[language]


def test_the_boxes_name_the_seller_in_both_languages(world, make_client):
    client = make_client("brightsmile.localhost")
    shown = {}
    for language in ("en", "es"):
        client.headers = {"Accept-Language": language}
        rows = client.get("consent-texts").json()["data"]["result"]
        shown[language] = {row["purpose"]: row["text"] for row in rows}
        assert set(shown[language]) == {"phone", "email", "location"}
        assert all("BrightSmile" in text for text in shown[language].values())
    assert "not a condition of purchase" in shown["en"]["phone"]
    assert "No es una condición de compra" in shown["es"]["phone"]
