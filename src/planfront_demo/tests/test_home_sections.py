"""What the sections of home pages say, as the demo's engine works it out."""

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from planfront.brands import recipes
from planfront.brands.models import Brand
from planfront.parties.reps.models import Agent

pytestmark = pytest.mark.django_db


def ask(host, sections, place="", language="en"):
    client = Client(HTTP_HOST=host)
    token = client.post("/api/v1/session").json()["data"]["token"]
    headers = {"Authorization": f"Bearer {token}", "Accept-Language": language}
    answer = client.get("/api/v1/get-home-sections", {"sections": sections, "place": place}, headers=headers).json()
    return answer["data"] if answer["status"] == "success" else answer


def test_a_family_s_order_adds_up_to_the_cent(world):
    order = ask("localhost", "statement", "OH")["statement"]
    assert [(line["plan_name"], line["amount"]) for line in order["lines"]] == [
        ("Halden Dental PPO 1500", "104.85"),
        ("Ostrander Vision Complete 130", "24.60"),
        ("Tern Harbor SteadyTerm 100", "27.81"),
    ]
    assert order["lines"][2]["note"] == "Includes a 3% administrative fee of $0.81."
    assert (order["membership"], order["once"]) == ("5.00", "15.00")
    assert (order["monthly"], order["first_month"]) == ("162.26", "177.26")


def test_the_desk_says_what_is_paid_for_the_first_care_of_the_year(world):
    prices = ask("brightsmile.localhost", "desk", "ME")["desk"]
    assert [(price["code"], price["own"], price["fee"], price["waiting_months"]) for price in prices] == [
        ("cleaning", "0.00", "110.00", 0),
        ("eye_exam", "10.00", "120.00", 0),
        ("lenses", "25.00", "130.00", 0),
        ("frames", "30.00", "160.00", 0),
        ("crown", "650.00", "1250.00", 6),
    ]
    assert prices[4]["deductible"] == "50.00"


def test_the_passbook_of_a_hard_year_is_what_goes_in_and_what_the_plans_pay_out(world):
    book = ask("copperline.localhost", "passbook", "AZ")["passbook"]
    assert [(plan["plan_name"], plan["price"]) for plan in book["plans"]] == [
        ("Halden Dental PPO 1500", "37.29"),
        ("Ostrander Vision Complete 130", "10.00"),
    ]
    assert (book["premiums"], book["membership_year"], book["once"]) == ("567.48", "60.00", "15.00")
    assert [(entry["name"], entry["paid"]) for entry in book["entries"]] == [
        ("Checkups and X-rays", "435.00"),
        ("Crown", "600.00"),
        ("Eye exam", "110.00"),
        ("Glasses: frames", "130.00"),
        ("Glasses: lenses", "105.00"),
    ]
    assert (book["paid_in"], book["paid_out"], book["kept"]) == ("642.48", "1380.00", "737.52")


def test_an_agency_says_waits_and_what_an_unused_plan_costs(world):
    facts = ask("juniper.localhost", "talk", "OH")["talk"]
    assert (facts["basic_months"], facts["major_months"], facts["orthodontia_months"]) == (3, 6, None)
    assert (facts["membership"], facts["lowest"], facts["lowest_year"]) == ("5.00", "9.95", "179.40")


def test_the_board_has_the_memberships_and_care_is_named_in_the_visitor_s_language(world):
    answer = ask("copperline.localhost", "board,passbook", "AZ", "es")
    assert [row["price"] for row in answer["board"]] == ["9.95", "16.95", "24.95"]
    assert answer["passbook"]["entries"][1]["name"] == "Corona"


def test_the_rep_is_named_while_they_work_for_the_brand(world):
    assert ask("copperline.localhost", "person")["person"]["name"] == "Sam Ortiz"
    Agent.objects.filter(code="REP1002").update(active=False)
    assert ask("copperline.localhost", "person")["person"] is None


def test_only_what_was_asked_for_is_worked_out_and_a_place_is_a_state(world):
    answer = ask("localhost", "talk,featured", "OH")
    assert answer["talk"] is not None
    assert [answer[name] for name in ("statement", "desk", "passbook", "board", "person")] == [None] * 5
    assert ask("localhost", "talk")["talk"] is None
    assert ask("localhost", "talk", "ZZ")["status"] == "error"


@pytest.mark.parametrize(
    ("values", "refused"),
    [
        ({"sections": ["featured", "desk", "help"]}, {"from_place": "The section desk needs a state for its prices."}),
        ({"sections": ["featured"]}, {"sections": "Every home page has the section help; talk and board help, too."}),
        ({"sections": ["featured", "board"]}, {}),
    ],
)
def test_sections_that_need_a_state_or_help_say_so(values, refused):
    assert recipes.find_problems(recipes.read(values)) == refused


def test_asking_for_ever_new_figures_is_stopped_and_figures_that_are_held_are_still_told(world, monkeypatch):
    monkeypatch.setattr("planfront.shopping.home.api._WORKED_OUT", 1)
    first = ask("localhost", "statement,desk,board", "VT")
    assert first["place"] == "VT"
    assert ask("localhost", "statement,desk,board", "UT")["statusCode"] == 429
    assert ask("localhost", "statement,desk,board", "VT") == first
    assert ask("juniper.localhost", "person")["person"]["name"] == "Jordan Lee"


@pytest.mark.parametrize("name", ["Planfront", "Juniper & Main", "BrightSmile", "Copperline"])
def test_every_brand_compares_dental_plans_and_says_what_they_cover(world, name):
    sections = set(recipes.read(Brand.objects.get(name=name).recipe).sections)
    assert {"groups", "covers"} <= sections
    assert sections & {"doors", "drawer"}


def test_support_goes_to_the_ticket_site_of_a_brand_that_has_one(world, make_client):
    tickets = "/static/demo/tickets.html"
    assert make_client("juniper.localhost").get("get-ticket-link").json()["data"] == {"ticket": tickets}
    assert finders.find(tickets.removeprefix("/static/"))
    other = make_client("copperline.localhost").get("get-ticket-link").json()["data"]["ticket"]
    assert other.startswith("mailto:")
