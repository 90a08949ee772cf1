"""Every answer of the catalogue through the API, in both languages, with what helps; and what helps does help."""

from datetime import date

import pytest
import time_machine
from django.utils import translation

from planfront_demo.tests.showcase import SHOWS

pytestmark = pytest.mark.django_db
BASICS = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO", "eprocess": "applicant"}
MORE = {"is_smoker": "0", "annual_incode": "48000", "working_hours": "40", "spouse_dob": "09/02/1988"}
WIRE = {"tobacco": "is_smoker", "income": "annual_incode", "hours": "working_hours", "portal_id": "portal"}


@pytest.fixture(autouse=True)
def _today():
    with time_machine.travel("2026-11-21T17:00:00Z", tick=True), translation.override("en"):
        yield


def start(client, show=None, **changes):
    """A quote of the usual shopper with what a show changes."""
    profile = dict(show.profile) if show else {}
    basics = BASICS | {"zip": profile.get("zip", "43215")} | changes
    if isinstance(born := profile.get("dob"), date):
        basics["dob"] = born.strftime("%m/%d/%Y")
    if "portal_id" in profile:
        basics["platform_group_id"] = profile["portal_id"]
    key = client.post("add-filter-for-new-user", basics).json()["data"]["temp_enrollment_id"]
    more = dict(MORE)
    if "tobacco" in profile:
        more["is_smoker"] = "" if profile["tobacco"] is None else str(int(profile["tobacco"]))
    if "income" in profile:
        more["annual_incode"] = str(profile["income"] or "")
    if "hours" in profile:
        more["working_hours"] = str(profile["hours"])
    assert client.put(f"change-filter-info/{key}", more).status_code == 200
    return key


def price(client, key, plan_id):
    return client.get("get-plan-pricing-detail", pid=plan_id, enrollment_id=key).json()


FOUND = {
    # code: (action, changes, English remedy, Spanish remedy)
    "portalError": (
        "group_code",
        {},
        "This plan is sold through employers only.",
        "Este plan se vende solo ",
    ),
    "stateError": ("zip", {}, "Sold in ", "Se vende en "),
    "changePid": ("plan", {}, "Your answers fit ", "Sus respuestas corresponden a "),
    "planAgeError": ("dob", {}, "For people born from ", "Para personas nacidas del "),
    "smokerError": ("tobacco", {}, "Tell us whether you use tobacco.", "Indique si usa tabaco."),
    "salaryError": (
        "income",
        {},
        "Enter your annual income.",
        "Ingrese su ingreso anual.",
    ),
    "hourError": (
        "hours",
        {"working_hours": "20"},
        "Requires at least 20 working hours a week.",
        "Requiere al menos 20 horas de trabajo por semana.",
    ),
    "newQuestionsError": (
        "questions",
        {},
        "Answer the questions of this plan.",
        "Responda las preguntas de este plan.",
    ),
    "tierError": (
        "tier",
        {"tier": "IC"},
        "Available for “You and your children”, ",
        "Disponible para: “Usted y sus hijos”, ",
    ),
    "metError": ("zip", {}, "Sold in parts of ", "Se vende en partes de "),
    "ageError": ("dob", {}, "Rated for ages 18 to 64.", "Con tarifa para estas edades: 18 a 64."),
}


@pytest.mark.parametrize("show", SHOWS, ids=lambda show: show.code)
def test_each_answer_says_what_helps(world, make_client, show):
    client = make_client("localhost")
    key = start(client, show)
    action, changes, english, spanish = FOUND[show.code]
    answer = price(client, key, show.plan_id)
    assert answer["errorCode"] == show.code
    remedy = answer["data"]["remedy"]
    assert (remedy["action"], remedy["changes"]) == (action, changes)
    assert remedy["text"].startswith(english)
    assert answer["message"]
    client.headers["Accept-Language"] = "es"
    local = price(client, key, show.plan_id)
    assert local["data"]["remedy"]["text"].startswith(spanish)
    assert local["message"] != answer["message"]
