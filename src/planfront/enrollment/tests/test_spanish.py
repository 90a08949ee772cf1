"""The wizard in Spanish: labels, messages, texts, receipt."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from planfront.enrollment.tests.conftest import problems
from planfront.messaging.models import OutboundEmail

ROOMS = Path(__file__).parents[2]


@pytest.fixture
def spanish(wizard):
    wizard.client.headers["Accept-Language"] = "es"
    return wizard


def test_labels_messages_and_masks_are_spanish(spanish):
    assert problems(spanish.personal(ssn="1"))["ssn"] == "Número de Seguro Social no válido"
    assert problems(spanish.contact(phone_number="1")) is not None
    spanish.personal()
    fields = spanish.fields("personal-info")
    assert (fields["marital_status"]["label"], fields["ssn"]["value"]) == ("Estado civil", "Termina en 5678")
    spanish.client.headers["Accept-Language"] = "en"
    assert spanish.personal(ssn="Termina en 5678").status_code == 200


def test_agreement_texts_and_receipt_are_spanish(spanish):
    spanish.up_to("sign")
    payment = spanish.data("get-agreement-texts")[-1]["text_body"]
    assert "Autorizo a Shop a cobrar de mi cuenta que termina en 7710 un pago inicial de $51.00" in payment
    assert ", el día 28 del mes, por primera vez el " in payment
    spanish.billing(bill_date="5")
    assert spanish.data("get-review-summary")["signature"]["reason"] == "Firme de nuevo, cambió: fecha de cobro"
    spanish.billing()
    assert "Se aplica un cargo de $30" in spanish.data("get-billing-text")["text"]
    spanish.submit()
    receipt = spanish.data("get-receipt")
    assert receipt["covered"] == "Miembro"
    assert receipt["next_steps"][0]["when"] == "En 10 minutos"
    assert OutboundEmail.objects.get(kind="receipt_client").language == "es"


@pytest.mark.parametrize("room", ["enrollment", "billing", "coverage", "sales"])
def test_translations_have_the_placeholders_of_their_source(room):
    with (ROOMS / room / "locale/es/LC_MESSAGES/django.po").open("rb") as stream:
        catalogue = read_po(stream, locale="es")
    for message in catalogue:
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        for source, text in zip(ids, texts, strict=True):
            assert text or not source
            for mark in ("%(", "{"):
                assert source.count(mark) == text.count(mark) or not source, source
