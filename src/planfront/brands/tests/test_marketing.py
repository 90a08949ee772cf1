"""The front page's texts: what a brand begins with, and what an operator makes of it."""

import json
import re

import pytest

from planfront.brands import marketing
from planfront.brands.models import MarketingBlock

pytestmark = pytest.mark.django_db


@pytest.fixture
def shown(client, brand):
    def get():
        html = client.get("/", headers={"Host": "shop.test"}).content.decode()
        return json.loads(re.search(r'id="bootstrap">(.*?)</script>', html)[1])["marketing"]

    return get


def test_a_brand_without_texts_shows_those_that_any_store_begins_with(shown, brand):
    text = shown()
    kinds = ["hero", "groups", "group", "help", "tile"]
    assert [list(text["en"]), list(text["es"])] == [kinds, kinds]
    assert not re.search(r"[0-9$%]", json.dumps(text, ensure_ascii=False))
    assert text["es"]["tile"][1]["title"] == "Visión"
    assert [tile["key"] for tile in text["en"]["tile"]] == ["dental", "vision", "term_life"]
    assert marketing.write_start(brand=brand) == 10
    assert shown() == text
    assert marketing.write_start(brand=brand) == 0


def test_what_the_operator_writes_is_shown_of_that_brand_only(shown, brand, other_brand):
    marketing.write_start(brand=other_brand)
    assert len(shown()["en"]["tile"]) == 3
    MarketingBlock.objects.create(
        brand=brand, kind="hero", title="Teeth", i18n={"es": {"title": "Dientes"}}, position=2
    )
    MarketingBlock.objects.create(brand=brand, kind="proof", title="Second", position=2)
    MarketingBlock.objects.create(brand=brand, kind="proof", title="First", position=1)
    MarketingBlock.objects.create(brand=brand, kind="tile", key="pet", title="Pets", active=False)
    assert shown() == {
        "en": {"proof": [{"title": "First"}, {"title": "Second"}], "hero": [{"title": "Teeth"}]},
        "es": {"proof": [{"title": "First"}, {"title": "Second"}], "hero": [{"title": "Dientes"}]},
    }
