"""The Providers page's networks come from the catalog, per brand."""

import pytest

from planfront.catalog.models import ProviderNetwork
from planfront.webapp.bootstrap import build_page_data

pytestmark = pytest.mark.django_db


def network(name, kind="dental", **fields):
    return ProviderNetwork.objects.create(name=name, kind=kind, search_url=f"https://{kind}.example/", **fields)


def test_a_brands_networks_are_listed_in_every_language(brand, other_brand):
    network("Sight", "vision", i18n={"es": {"note": "Dos tiendas"}}, note="Two shops")
    network("Second", sort_order=2)
    network("First", sort_order=1).brands.add(brand)
    network("Theirs", sort_order=0).brands.add(other_brand)
    network("Gone", active=False)
    assert build_page_data(brand, None)["providers"] == [
        {"type": "dental", "name": {"en": "First", "es": "First"}, "url": "https://dental.example/", "note": {}},
        {"type": "dental", "name": {"en": "Second", "es": "Second"}, "url": "https://dental.example/", "note": {}},
        {
            "type": "vision",
            "name": {"en": "Sight", "es": "Sight"},
            "url": "https://vision.example/",
            "note": {"en": "Two shops", "es": "Dos tiendas"},
        },
    ]
    listed = [provider["name"]["en"] for provider in build_page_data(other_brand, None)["providers"]]
    assert listed == ["Theirs", "Second", "Sight"]
