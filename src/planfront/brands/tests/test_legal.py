"""Legal texts of a brand: which one counts, versions, publishing."""

from datetime import timedelta

import pytest

from planfront.brands import legal
from planfront.brands.legal_texts import SHIPPED
from planfront.brands.models import LegalKey, LegalText
from planfront.kernel import clock
from planfront.kernel.errors import Conflict

pytestmark = pytest.mark.django_db


def publish(brand, *, version=2, head="Our privacy", from_day=None, spanish=True):
    text = LegalText(brand=brand, key="privacy", version=version, head=head, body="Write to {email}.")
    text.i18n = {"es": {"head": "Nuestra privacidad", "body": "Escriba a {email}."}} if spanish else {}
    text.effective_from = from_day
    return legal.publish_legal_text(text=text)


def heads(brand, language="en"):
    return {page.key: page.head for page in legal.legal_pages(brand, language)}


def test_a_brand_without_texts_has_the_products_in_both_languages(brand):
    assert list(heads(brand)) == list(LegalKey.values)
    assert set(SHIPPED) == set(LegalKey.values)
    assert heads(brand)["privacy"] == "Privacy Notice"
    assert heads(brand, "es")["privacy"] == "Aviso de privacidad"


def test_a_brands_own_text_comes_before_one_for_all_brands(brand, other_brand):
    publish(None, head="Everybody's privacy")
    publish(brand)
    assert heads(brand)["privacy"] == "Our privacy"
    assert heads(other_brand)["privacy"] == "Everybody's privacy"


def test_a_text_is_in_force_from_its_first_day(brand):
    publish(brand, from_day=clock.today() + timedelta(days=1))
    assert heads(brand)["privacy"] == "Privacy Notice"
    publish(brand, version=3, head="Newer", from_day=clock.today() + timedelta(days=2))
    assert heads(brand)["privacy"] == "Privacy Notice"


def test_names_in_braces_are_filled_in(brand):
    publish(brand)
    page = legal.legal_page(brand, "privacy", "es")
    assert (page.head, page.body) == ("Nuestra privacidad", f"Escriba a {brand.email}.")


def test_missing_spanish_falls_back_to_english(brand):
    publish(brand, spanish=False)
    page = legal.legal_page(brand, "privacy", "es")
    assert (page.head, page.language) == ("Our privacy", "en")


def test_earlier_versions_stay_readable_and_drafts_are_not(brand):
    publish(brand)
    publish(brand, version=3, head="Newer")
    LegalText.objects.create(brand=brand, key="privacy", version=4, head="Draft", body="x")
    assert legal.legal_versions(brand, "privacy") == [3, 2]
    earlier = legal.legal_page(brand, "privacy", "en", version=2)
    assert (earlier.head, earlier.replaced) == ("Our privacy", True)
    assert legal.legal_page(brand, "privacy", "en", version=4) is None
    assert legal.legal_page(brand, "no-such-page", "en") is None


def test_the_next_version_is_a_draft_with_the_current_text(brand):
    first = legal.start_legal_text(key="terms", brand=brand)
    assert (first.version, first.head, first.i18n["es"]["head"]) == (2, "Terms of Use", "Términos de uso")
    with pytest.raises(Conflict):
        legal.start_legal_text(key="terms", brand=brand)
    legal.publish_legal_text(text=first)
    assert legal.start_legal_text(key="terms", brand=brand).version == 3


def test_a_version_does_not_begin_before_an_older_one(brand):
    publish(brand, from_day=clock.today() + timedelta(days=5))
    with pytest.raises(Conflict):
        publish(brand, version=3)


def test_a_text_in_force_is_read_in_the_visitors_language_with_the_brands_values(brand):
    publish(brand)
    first = legal.legal_pages(brand, "es")[0]
    assert (first.key, first.version, first.language) == ("privacy", 2, "es")
    assert (first.head, first.body) == ("Nuestra privacidad", f"Escriba a {brand.email}.")
    assert (first.href, first.in_force_since) == ("/legal/privacy", clock.today())
