"""The recipes of the demo's brands and their from-prices, as the index page has them."""

import json
import re

import pytest
from django.test import Client

from planfront.art import pictures
from planfront.parties.reps.models import Agent

pytestmark = pytest.mark.django_db


def home(host):
    html = Client(HTTP_HOST=host).get("/").content.decode()
    block = json.loads(re.search(r'id="bootstrap">(.*?)</script>', html)[1])
    return re.search(r"<html [^>]*>", html)[0], block


def test_four_brands_tell_their_home_page_in_four_ways(world):
    shown = {}
    for host in ("localhost", "juniper.localhost", "brightsmile.localhost", "copperline.localhost"):
        tag, block = home(host)
        shown[host] = re.findall(r'data-(?:hero|header|surface|density)="(\w+)"', tag)
        assert block["recipe"]["hero"] == shown[host][0]
    assert shown == {
        "localhost": ["folder", "bar", "sheets", "regular"],
        "juniper.localhost": ["editorial", "masthead", "rules", "airy"],
        "brightsmile.localhost": ["face", "solid", "tiles", "quick"],
        "copperline.localhost": ["card", "bar", "paper", "regular"],
    }


@pytest.mark.parametrize(
    ("host", "place", "prices"),
    [
        (
            "localhost",
            "OH",
            [
                ("Halden Dental PPO 1500", "36.85"),
                ("Ostrander Vision Complete 130", "9.95"),
                ("Tern Harbor SteadyTerm 100", "17.00"),
                ("Fernhollow Accident Cash", "11.90"),
            ],
        ),
        (
            "brightsmile.localhost",
            "ME",
            [
                ("Halden Dental PPO 1500", "38.77"),
                ("Brightwater Choice 3000", "52.49"),
                ("Ostrander Vision Complete 130", "10.16"),
                ("Ostrander Vision Complete 200", "14.60"),
            ],
        ),
        (
            "copperline.localhost",
            "AZ",
            [
                ("Halden Dental PPO 1500", "37.29"),
                ("Ostrander Vision Complete 130", "10.00"),
                ("Tern Harbor SteadyTerm 100", "17.00"),
                ("Fernhollow Accident Cash", "11.90"),
            ],
        ),
    ],
)
def test_featured_plans_say_what_they_cost_an_adult_of_eighteen(world, host, place, prices):
    _tag, block = home(host)
    names = {plan["plan_id"]: plan["plan_name"] for plan in block["featured"]}
    assert block["recipe"]["from_place"] == place
    assert [(names[row["plan_id"]], row["price"]) for row in block["recipe"]["from_prices"]] == prices


def test_the_agency_judges_the_three_plans_that_it_features(world):
    recipe = home("juniper.localhost")[1]["recipe"]
    assert recipe["featured_count"] == 3
    assert [plan["plan_id"] for plan in recipe["judged"]] == [1002, 1102, 1401]
    assert recipe["judged"][1]["en"] == {
        "pick": "You buy new glasses most years.",
        "against": "You keep your frames for three years or more.",
    }


def test_the_agency_shows_the_rep_of_its_recipe_while_they_work_for_it(world):
    assert home("juniper.localhost")[1]["recipe"]["person"] == {
        "name": "Jordan Lee",
        "tagline": {
            "en": "Plain answers about dental, vision, and life plans.",
            "es": "Respuestas claras sobre planes dentales, de visión y de vida.",
        },
        "phone": "(614) 555-0148",
        "image": pictures.portrait_address("olive.bob.dark.none.none.open.shirt.first.window"),
        "drawn": True,
    }
    assert home("localhost")[1]["recipe"]["person"] is None
    other = json.loads(
        re.search(
            r'id="bootstrap">(.*?)</script>', Client(HTTP_HOST="juniper.localhost").get("/plans").content.decode()
        )[1]
    )
    assert (other["recipe"]["has_person"], other["recipe"]["person"]) == (
        True,
        None,
    )  # asked for only where it is shown
    page = Client(HTTP_HOST="juniper.localhost").get("/").content.decode()
    assert "<b>Jordan Lee</b>" in page
    Agent.objects.filter(code="REP1001").update(active=False)
    assert home("juniper.localhost")[1]["recipe"]["person"] is None
