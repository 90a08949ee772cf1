"""A lead as a person: name, place, need, household, consents, and whether a call is allowed now."""

import csv
from base64 import b64decode
from datetime import date
from io import StringIO

import pytest
import time_machine

from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid
from planfront.leads.inbox import leads_due
from planfront.leads.models import AssistantQuestion, ConsentRevocation, ConsentText, Lead
from planfront.leads.person import load_person
from planfront.leads.tests.test_chat import say
from planfront.leads.tests.test_desk import listed, signed_in
from planfront.members.models import Member
from planfront.parties.reps.models import License
from planfront.shopping.models import Quote
from planfront.shopping.tests.factories import start

pytestmark = pytest.mark.django_db
MORNING, NIGHT = "2026-11-10T15:00:00Z", "2026-11-11T02:30:00Z"
"""10 am and 9:30 pm in New York."""


@pytest.fixture(autouse=True)
def _morning():
    with time_machine.travel(MORNING, tick=True):
        yield


@pytest.fixture
def asked(brand):
    ConsentText.objects.create(purpose="phone", version=1, text="{seller} may call me.")
    rows = (
        ("covered", "Who is it for?", "choice", "Me\nMy family\nMy company", "IO\nIF\n-"),
        ("wanted", "What kind?", "choice", "Dental or vision\nAdvice", "dental vision\n-"),
        ("words", "Anything else?", "text", "", ""),
        ("name", "Your name?", "text", "", ""),
        ("zip", "Your ZIP code?", "text", "", ""),
        ("", "Your phone number?", "phone", "", ""),
    )
    return {
        fact or kind: AssistantQuestion.objects.create(
            position=position, question=question, kind=kind, options=options, fact=fact, stands_for=meaning
        )
        for position, (fact, question, kind, options, meaning) in enumerate(rows, 1)
    }


@pytest.fixture
def rep(make_client, brand):
    return signed_in(make_client, brand, "R1", "rep@demo.test", "Jordan")


@pytest.fixture
def chat(visitor, asked, rep):
    """Answer the chat; a number is given with the box ticked."""

    def answer(*, agreed=True, **changes):
        said = {
            "covered": "My family",
            "wanted": "Dental or vision",
            "words": "We'd like  to keep Dr. Osei.",
            "name": "Renata Solis",
            "zip": "43215-1234",
            "phone": "6145550137",
        } | changes
        for key, text in said.items():
            box = [{"purpose": "phone", "version": 1}] if key == "phone" and agreed else []
            done = say(visitor, asked[key], text, agent_id=rep.agent.pk, consents=box)
            assert done.status_code == 200, done.content
        return Lead.objects.get()

    return answer


def page(client, lead):
    answer = client.get("get-lead", lead_id=str(lead.pk))
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def test_a_lead_is_a_person_with_a_name_a_place_and_a_need(rep, chat):
    chat()
    (row,) = listed(rep)["result"]
    assert (row["title"], row["age"], row["place"], row["need"]) == (
        "Renata Solis",
        None,
        "Columbus, OH 43215",
        "We'd like to keep Dr. Osei.",
    )
    assert row["missing"] == ["dob", "gender"]


def test_answers_are_worded_for_the_reader(rep, chat, asked):
    asked["covered"].i18n = {"es": {"question": "¿Para quién?", "options": "Yo\nMi familia\nMi empresa"}}
    asked["covered"].save()
    lead = chat()
    rep.headers = {"Accept-Language": "es"}
    covered, wanted = page(rep, lead)["needs"]
    assert (covered["fact"], covered["question"], covered["answer"]) == ("covered", "¿Para quién?", "Mi familia")
    assert (wanted["fact"], wanted["answer"]) == ("wanted", "Dental or vision")


@pytest.mark.parametrize("zip_code", ["4321", "00000"])
def test_a_zip_code_that_does_not_exist_is_refused(visitor, asked, chat, rep, zip_code):
    chat()
    answer = say(visitor, asked["zip"], zip_code, agent_id=rep.agent.pk)
    assert answer.json()["data"] == [{"target_element": "answer", "error_message": "Enter 5 digit zip code."}]


def test_the_household_comes_from_what_the_visit_priced(rep, chat, visitor):
    quote = start(visitor, tier="IF", zip="75201", dob="05/18/1992", agent_id=rep.agent.pk)
    more = {"enrollment_id": quote, "dep_dob": "06/02/1990", "no_of_children": "2"}
    assert visitor.post("store-temp-dependent-info", more).status_code == 200
    shown = page(rep, chat())
    assert (shown["age"], shown["place"], shown["missing"]) == (34, "Dallas, TX 75201", [])
    assert [(item["kind"], item["age"], item["born"], item["count"]) for item in shown["household"]] == [
        ("self", 34, "05/18/1992", 1),
        ("spouse", 36, "06/02/1990", 1),
        ("children", None, "", 2),
    ]


def test_a_reps_own_clients_are_not_taken_for_the_lead(rep, chat, visitor):
    lead = chat()
    start(rep, dob="01/01/1960", agent_id=rep.agent.pk)
    Lead.objects.update(session=Quote.objects.get().session)
    assert page(rep, lead)["household"] == []


@pytest.mark.parametrize(
    ("now", "zip_code", "state", "local_time"),
    [
        (MORNING, "43215", "ok", "10:00 AM"),
        (MORNING, "90012", "late", "7:00 AM"),
        (NIGHT, "43215", "late", "9:30 PM"),
        (NIGHT, "90012", "ok", "6:30 PM"),
    ],
)
def test_a_call_is_allowed_from_8_am_to_9_pm_where_they_live(rep, chat, now, zip_code, state, local_time):
    lead = chat(zip=zip_code)
    with time_machine.travel(now, tick=False):
        call = load_person(lead).call
    assert (call.state, call.local_time) == (state, local_time)


def test_nobody_is_called_who_did_not_agree_or_took_it_back(rep, chat, brand):
    lead = chat(agreed=False)
    assert page(rep, lead)["call"]["state"] == "refused"
    assert [(item["purpose"], item["given"]) for item in page(rep, lead)["consents"]] == [
        ("phone", False),
        ("email", False),
    ]
    chat()
    shown = page(rep, lead)
    assert (shown["call"]["state"], shown["consents"][0]["given"], shown["consents"][0]["text"]) == (
        "ok",
        True,
        "Shop may call me.",
    )
    ConsentRevocation.objects.create(brand=brand, lead=lead, purpose="phone", version=1, how="phone", at=clock.now())
    shown = page(rep, lead)
    assert (shown["call"]["state"], shown["consents"][0]["given"]) == ("refused", False)
    assert shown["consents"][0]["ended_at"]


def test_without_a_place_a_call_must_be_fit_from_coast_to_coast(rep, chat):
    lead = chat()
    lead.answers.filter(question__fact="zip").delete()
    assert page(rep, lead)["call"] == {"state": "late", "local_time": ""}  # 7 am in Los Angeles


def test_a_saved_call_makes_a_lead_contacted_and_comes_back_on_its_day(rep, chat):
    lead = chat()
    body = {"lead_id": str(lead.pk), "outcome": "talked", "follow_up_on": "11/12/2026"}
    shown = rep.post("add-lead-note", body).json()["data"]
    assert (shown["status"], shown["follow_up_on"], shown["notes"][0]["outcome"]) == (
        "CONTACTED",
        "11/12/2026",
        "talked",
    )
    assert leads_due(lead.brand_id, rep.agent.pk) == []
    with time_machine.travel("2026-11-12T15:00:00Z"):
        assert [facts.title for facts in leads_due(lead.brand_id, rep.agent.pk)] == ["Renata Solis"]


def test_a_day_to_follow_up_needs_no_note(rep, chat):
    lead = chat()
    answer = rep.post("add-lead-note", {"lead_id": str(lead.pk), "follow_up_on": "11/12/2026"}).json()
    shown = answer["data"]
    assert (answer["message"], shown["status"], shown["follow_up_on"], shown["notes"]) == (
        "Saved.",
        "NEW",
        "11/12/2026",
        [],
    )
    with time_machine.travel("2026-11-12T15:00:00Z"):
        assert [facts.title for facts in leads_due(lead.brand_id, rep.agent.pk)] == ["Renata Solis"]


def today(client):
    return client.get("get-today").json()["data"]["items"]


def test_a_new_lead_is_on_the_list_of_the_day_until_it_is_called(rep, chat):
    lead = chat()
    (item,) = today(rep)
    assert (item["title"], item["need"], item["phone"]) == (
        "Renata Solis",
        "We'd like to keep Dr. Osei.",
        "(614) 555-0137",
    )
    assert (item["href"], item["to"]) == (f"/leads/{lead.pk}", f"/leads/{lead.pk}?quote=1")
    assert rep.post("log-call", {"key": item["key"], "outcome": "talked"}).status_code == 200
    assert (today(rep), page(rep, lead)["status"]) == ([], "CONTACTED")
    assert rep.post("mark-today-item", {"key": item["key"], "mark": "open"}).status_code == 200
    assert ([row["key"] for row in today(rep)], page(rep, lead)["notes"]) == ([item["key"]], [])


def test_who_may_not_be_called_has_no_number_on_the_list(rep, chat):
    chat(agreed=False)
    (item,) = today(rep)
    assert (item["phone"], "Didn't agree to calls" in item["facts"]) == ("", True)


def test_a_call_that_nobody_answered_comes_back_tomorrow(rep, chat):
    lead = chat()
    shown = rep.post("add-lead-note", {"lead_id": str(lead.pk), "outcome": "no_answer"}).json()["data"]
    assert (shown["status"], shown["follow_up_on"]) == ("CONTACTED", "11/11/2026")


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"follow_up_on": "11/09/2026", "text": "x"}, "follow_up_on"),
        ({"follow_up_on": "13/13/2026", "text": "x"}, "follow_up_on"),
        ({}, "text"),
    ],
)
def test_a_note_that_can_not_be_kept_says_why(rep, chat, sent, field):
    answer = rep.post("add-lead-note", {"lead_id": str(chat().pk), **sent})
    assert [item["target_element"] for item in answer.json()["data"]] == [field]


def test_a_lost_lead_needs_a_reason(rep, chat):
    lead = chat()
    body = {"lead_id": str(lead.pk), "status": "LOST"}
    answer = rep.post("move-lead", body)
    assert answer.json()["data"] == [{"target_element": "reason", "error_message": "Say why this lead is lost."}]
    shown = rep.post("move-lead", {**body, "reason": "price"}).json()["data"]
    assert (shown["status"], shown["reason"]) == ("LOST", "price")
    assert rep.post("move-lead", {**body, "status": "NEW"}).json()["data"]["reason"] == ""


def test_leads_are_handed_to_a_rep_who_may_sell_where_the_person_lives(rep, chat, make_client, brand):
    lead, sam = chat(), signed_in(make_client, brand, "R2", "sam@demo.test", "Sam")
    texan = signed_in(make_client, brand, "R3", "tex@demo.test", "Tex").agent
    License.objects.create(agent=texan, state="TX", number="1", expires_on=date(2027, 5, 1))
    choices = rep.get("get-lead-reps", lead_ids=[str(lead.pk)]).json()["data"]["result"]
    assert choices == [{"agent_id": sam.agent.pk, "name": "Sam Lee"}]
    body = {"lead_ids": [str(lead.pk)], "agent_id": texan.pk}
    assert rep.post("hand-over-leads", body).json()["data"] == {
        "assigned": 0,
        "not_assigned": [{"id": str(lead.pk), "name": "Renata Solis", "reason": "Tex Lee isn't licensed in Ohio."}],
    }
    answer = rep.post("hand-over-leads", {**body, "agent_id": sam.agent.pk}).json()["data"]
    assert answer == {"assigned": 1, "not_assigned": []}
    assert (page(rep, lead)["mine"], page(rep, lead)["rep_name"]) == (False, "Sam Lee")
    assert (listed(rep)["total"], listed(sam)["total"]) == (0, 1)
    assert rep.post("move-lead", {"lead_id": str(lead.pk), "status": "WON"}).status_code == 404
    assert page(sam, lead)["mine"]


@pytest.mark.parametrize(("changes", "status"), [({"agent_id": 999}, 422), ({"lead_ids": []}, 422)])
def test_leads_go_to_a_rep_of_the_brand_only(rep, chat, changes, status):
    body = {"lead_ids": [str(chat().pk)], "agent_id": rep.agent.pk, **changes}
    assert rep.post("hand-over-leads", body).status_code == status


def test_the_leads_of_others_are_not_found_and_one_foreign_id_stops_all(rep, chat, make_client, brand):
    lead, sam = chat(), signed_in(make_client, brand, "R2", "sam@demo.test", "Sam")
    body = {"lead_ids": [str(lead.pk)], "agent_id": sam.agent.pk}
    assert sam.post("hand-over-leads", body).status_code == 404
    assert sam.get("get-lead-reps", lead_ids=[str(lead.pk)]).status_code == 404
    assert rep.post("hand-over-leads", {**body, "lead_ids": [str(lead.pk), str(new_uuid())]}).status_code == 404
    assert page(rep, lead)["mine"]


def test_the_list_is_exported_as_it_is_found(rep, chat):
    chat()

    def exported(**query):
        file = rep.get("export-leads", **query).json()["data"]
        return list(csv.DictReader(StringIO(b64decode(file["content"]).decode("utf-8-sig"))))

    (row,) = exported()
    assert (row["Name"], row["Status"], row["Place"]) == ("Renata Solis", "New", "Columbus, OH 43215")
    assert (len(exported(status="NEW", search="ren")), exported(status="WON")) == (1, [])


def test_the_same_person_is_named_only_where_they_are_the_reps_own_client(rep, chat, brand, make_client):
    lead = chat()
    fields = {"brand": brand, "birth_date": date(1992, 5, 18), "gender": 1, "email": "r@mailbox.example"}
    other = Member.objects.create(**fields, first_name="Rita", last_name="Roe", phone="6145550137")
    assert page(rep, lead)["client"] is None
    Member.objects.filter(pk=other.pk).update(agent=rep.agent)
    assert page(rep, lead)["client"] == {"member_id": other.pk, "name": "Rita Roe"}
