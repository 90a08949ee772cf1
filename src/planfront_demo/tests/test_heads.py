"""What each of the four brands tells search engines and shared links."""

import re
from html import unescape

import pytest

pytestmark = pytest.mark.django_db
EVERYTHING = "Compare dental, vision, life and other supplemental plans at {} and enroll online."
NARROW = "Compare dental and vision plans at {} and enroll online."
BRANDS = [
    ("planfront", "Planfront", EVERYTHING),
    ("juniper", "Juniper & Main", EVERYTHING),
    ("brightsmile", "BrightSmile", NARROW),
    ("copperline", "Copperline", EVERYTHING),
]


@pytest.mark.parametrize(("key", "name", "description"), BRANDS)
def test_home_plan_and_rep_pages_have_their_head_and_the_sitemap_lists_them(world, client, key, name, description):
    host = "localhost" if key == "planfront" else f"{key}.localhost"

    def get(path):
        return client.get(path, headers={"Host": host})

    def head_of(path):
        answer = get(path)
        assert answer.status_code == 200, path
        html = answer.content.decode()
        tags = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', html))
        return {"canonical": re.search(r'"canonical" href="([^"]*)"', html)[1]} | {
            key: unescape(text) for key, text in tags.items()
        }

    site = f"http://{host}:8000"
    home = head_of("/")
    assert home["og:title"] == f"Dental and Vision for Everyone – {name}"
    assert home["description"] == description.format(name)
    assert home["canonical"] == home["og:url"] == f"{site}/"
    assert home["og:image"] == f"{site}/static/art/brand/{key}/share.png"
    plan = head_of("/plan/1002/")
    assert plan["og:title"] == f"Halden Dental PPO 1500 – {name}"
    assert plan["canonical"] == f"{site}/plan/1002/halden-dental-ppo-1500"
    rep = head_of("/jordan-lee")
    assert rep["og:title"] == f"Jordan Lee – {name}"
    assert rep["description"] == "Plain answers about dental, vision, and life plans."
    listed = re.findall("<loc>(.*?)</loc>", get("/sitemap.xml").content.decode())
    assert {f"{site}/", f"{site}/plans?type=dental", plan["canonical"], f"{site}/jordan-lee"} <= set(listed)
    assert (f"{site}/plans?type=term_life" in listed) is (key != "brightsmile")
    assert len(listed) == len(set(listed))
    assert all(address.startswith(f"{site}/") for address in listed)
