"""A lead that a rep adds by hand: its facts, duplicates, consents, and its quote."""

import pytest
import time_machine

from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM
from planfront.leads.consents import revoke_consent
from planfront.leads.models import AssistantQuestion, Consent, Lead, LeadAnswer
from planfront.leads.tests.test_chat import say
from planfront.leads.tests.test_desk import listed, signed_in
from planfront.shopping.models import Quote

pytestmark = pytest.mark.django_db
RENATA = {
    "name": " Renata  Solis ",
    "phone": "6145550148",
    "email": "Renata@mailbox.example",
    "zip": "43215",
    "born": "5/18/1992",
    "words": "Dental for two",
    "note": "Met at the fair",
    "language": "es",
}


@pytest.fixture(autouse=True)
def _morning():
    with time_machine.travel("2026-11-10T15:00:00Z", tick=True):
        yield


@pytest.fixture
def rep(make_client, brand):
    return signed_in(make_client, brand, "R1", "rep@demo.test", "Jordan")


def add(client, **typed):
    return client.post("add-lead", {**RENATA, **typed})


def added(client, **typed):
    answer = add(client, **typed)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def page(client, key):
    return client.get("get-lead", lead_id=key).json()["data"]


def wrong(answer):
    assert answer.status_code == 422
    return {item["target_element"]: item["error_message"] for item in answer.json()["data"]}


def test_a_person_becomes_a_lead_of_the_rep(rep):
    answer = added(rep)
    assert (answer["title"], answer["added"]) == ("Renata Solis", True)
    lead = page(rep, answer["lead_id"])
    assert [lead[name] for name in ("name", "age", "place", "phone", "email", "words", "need")] == [
        "Renata Solis",
        34,
        "Columbus, OH 43215",
        "(614) 555-0148",
        "Renata@mailbox.example",
        "Dental for two",
        "Dental for two",
    ]
    assert [lead[name] for name in ("status", "mine", "added_by", "language", "finished", "missing")] == [
        "NEW",
        True,
        "Jordan Lee",
        "es",
        True,
        ["gender", "tier"],
    ]
    assert [(note["author"], note["text"]) for note in lead["notes"]] == [("Jordan Lee", "Met at the fair")]
    assert [(event["kind"], event["detail"]) for event in lead["events"]] == [("added", "Jordan Lee")]
    assert [listed(rep, search=text)["total"] for text in ("renata", "614555", "dental", "other")] == [1, 1, 1, 0]
    event = AuditEvent.objects.get(action="lead.added")
    assert (event.subject_id, event.meta) == (answer["lead_id"], {"by_hand": True})


def test_a_name_and_one_way_to_reach_them_are_enough(rep):
    nothing = dict.fromkeys(("name", "phone", "email", "zip", "born", "words", "note"), " ")
    assert wrong(add(rep, **nothing)) == {
        "name": "Field is required",
        "phone": "Enter a phone number or an email address.",
    }
    lead = page(rep, added(rep, **nothing | {"name": "Ana", "email": "ana@mailbox.example"})["lead_id"])
    assert (lead["title"], lead["phone"], lead["notes"], lead["missing"]) == (
        "Ana",
        "",
        [],
        ["zip", "dob", "gender", "tier"],
    )


def test_everything_that_is_wrong_is_said_and_nothing_is_added(rep):
    assert wrong(add(rep, phone="614", email="renata", zip="00000", born="13/40/1992")) == {
        "phone": "Invalid phone number",
        "email": "Enter valid email address",
        "zip": "Enter 5 digit zip code.",
        "born": "Enter a date as mm/dd/yyyy.",
    }
    assert Lead.objects.count() == 0


def test_the_same_phone_or_email_again_names_the_lead_that_is_there(rep, make_client, brand):
    first = added(rep)
    again = {
        "lead_id": first["lead_id"],
        "title": "Renata Solis",
        "added": False,
        "keeps": ["note"],
        "withdrawn": [],
    }
    assert added(rep, name="R. Solis", email="") == again
    assert added(rep, phone="", email="renata@MAILBOX.example") == again
    assert added(rep, phone="6145550149", email="other@mailbox.example")["added"] is True
    assert added(rep, again=True)["added"] is True
    assert listed(rep)["total"] == 3
    # Another rep isn't told of this rep's leads.
    other = signed_in(make_client, brand, "R2", "sam@demo.test", "Sam")
    assert added(other)["added"] is True
    assert listed(rep)["total"] == 3


def test_a_lead_from_the_chat_is_recognized(rep, visitor):
    question = AssistantQuestion.objects.create(position=1, question="Your phone number?", kind="phone")
    assert say(visitor, question, "6145550148", agent_id=rep.agent.pk).status_code == 200
    assert added(rep)["added"] is False


def test_without_a_word_from_the_person_there_is_no_consent(rep):
    lead = page(rep, added(rep)["lead_id"])
    assert lead["call"]["state"] == "refused"
    assert [(row["purpose"], row["given"], row["told"]) for row in lead["consents"]] == [
        ("phone", False, False),
        ("email", False, False),
    ]
    assert Consent.objects.count() == 0


def test_what_the_person_told_the_rep_is_kept_in_words_that_say_so(rep):
    lead = page(rep, added(rep, told=["phone", "email"], email="")["lead_id"])
    assert lead["call"]["state"] == "ok"
    phone, email = lead["consents"]
    assert (phone["given"], phone["told"], phone["text"]) == (
        True,
        True,
        "Jordan Lee wrote down: this person said that we may call or text them.",
    )
    # There is no address to agree to.
    assert (email["given"], Consent.objects.get().version) == (False, 0)
    assert AuditEvent.objects.get(action="consent.given").meta == {"purpose": "phone", "version": 0}


def test_what_was_told_and_noted_is_saved_with_the_lead_that_is_there(rep):
    first = added(rep, told=["email"])["lead_id"]
    news = {"phone": "6145550149", "note": "Called again", "told": ["phone", "email"]}
    answer = added(rep, **news)
    assert (answer["added"], answer["keeps"]) == (False, ["note", "email"]), "it has another number"
    news["phone"] = RENATA["phone"]
    assert added(rep, **news)["keeps"] == ["note", "phone", "email"]
    assert (page(rep, first)["call"]["state"], Consent.objects.count()) == ("refused", 1)
    for _twice in range(2):
        assert added(rep, **news, keep=True)["lead_id"] == first
    lead = page(rep, first)
    assert [note["text"] for note in lead["notes"]] == ["Met at the fair", "Called again"]
    assert (lead["call"]["state"], Consent.objects.count()) == ("ok", 2)
    assert Lead.objects.count() == 1


def test_consent_that_was_taken_back_is_told_when_the_person_is_added_and_on_the_page(rep, make_client, brand, visitor):
    """One rule for leads from the chat and by hand."""
    question = AssistantQuestion.objects.create(position=1, question="Your phone number?", kind="phone")
    assert say(visitor, question, "6145550148").status_code == 200
    other = signed_in(make_client, brand, "R2", "sam@demo.test", "Sam")
    before = added(other, told=["phone"])["lead_id"]
    revoke_consent(contact=Lead.objects.get(added_by=""), purpose="phone", how="phone", origin=SYSTEM)
    lead = page(other, before)
    assert (lead["call"]["state"], lead["consents"][0]["given"]) == ("refused", False)
    withdrawn = [{"purpose": "phone", "on": "11/10/2026"}]
    with time_machine.travel("2026-11-12T15:00:00Z", tick=True):
        rep = signed_in(make_client, brand, "R3", "kim@demo.test", "Kim")
        answer = added(rep, told=["phone"])
        assert (answer["added"], answer["withdrawn"]) == (True, withdrawn)
        lead = page(rep, answer["lead_id"])
        consent = lead["consents"][0]
        assert (lead["withdrawn"], consent["given"], consent["told"]) == (withdrawn, True, True)
        assert consent["at"].startswith("2026-11-12")
        assert added(rep, told=["phone"], phone="6145550149", email="kim@mailbox.example")["withdrawn"] == []


def test_facts_are_labeled_in_english_whatever_the_rep_reads(rep):
    rep.headers["Accept-Language"] = "es"
    added(rep)
    labels = LeadAnswer.objects.order_by("asked").values_list("asked", flat=True)
    assert list(labels) == [
        "Birth date",
        "Email address",
        "Phone number",
        "Their name",
        "What they need, in their own words",
        "ZIP code",
    ]


def test_it_becomes_a_prefilled_quote(rep):
    key = added(rep)["lead_id"]
    answer = rep.post("start-lead-quote", {"lead_id": key, "gender": "1", "tier": "IO"})
    assert answer.status_code == 200, answer.content
    quote = Quote.objects.get(public_id=answer.json()["data"]["temp_enrollment_id"])
    assert (quote.zip, f"{quote.dob:%m/%d/%Y}", quote.agent_id) == ("43215", "05/18/1992", rep.agent.pk)


def test_only_reps_add_leads(visitor):
    assert add(visitor).status_code == 404
