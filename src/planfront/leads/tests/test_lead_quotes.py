"""From a lead to a quote in one press, and back: prefilled, sent, won."""

from datetime import date

import pytest

from planfront.audit.services import Origin
from planfront.brands.services import save_settings
from planfront.leads.models import AssistantQuestion, Lead, LeadQuote
from planfront.leads.quoting import note_submitted
from planfront.leads.tests.test_chat import say
from planfront.leads.tests.test_desk import signed_in
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.services import create_portal
from planfront.parties.reps.models import License
from planfront.shopping.models import Quote, SentQuote
from planfront.shopping.tests.factories import add, cart, dental, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def rep(make_client, brand):
    save_settings(brand=brand, values={"postal_address": "1 Main Street, Columbus, OH 43215"})
    return signed_in(make_client, brand, "R1", "rep@demo.test", "Jordan")


@pytest.fixture
def lead(visitor, brand, rep):
    asked = [
        ("covered", "choice", "Me\nMy company", "IO\n-", "Me"),
        ("name", "text", "", "", "Renata Solis"),
        ("zip", "text", "", "", "75201"),
        ("", "email", "", "", "renata@mailbox.example"),
    ]
    for position, (fact, kind, options, meaning, answer) in enumerate(asked, 1):
        question = AssistantQuestion.objects.create(
            position=position, question="?", kind=kind, options=options, fact=fact, stands_for=meaning
        )
        assert say(visitor, question, answer, agent_id=rep.agent.pk).status_code == 200
    return Lead.objects.get()


def begin(client, lead, **typed):
    return client.post("start-lead-quote", {"lead_id": str(lead.pk), **typed})


def begun(client, lead, **typed):
    answer = begin(client, lead, **typed)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def page(client, lead):
    return client.get("get-lead", lead_id=str(lead.pk)).json()["data"]


TYPED = {"dob": "05/18/1992", "gender": "1"}


def test_exactly_the_missing_answers_are_asked_for(rep, lead):
    assert page(rep, lead)["missing"] == ["dob", "gender"]
    answer = begin(rep, lead)
    assert answer.status_code == 422
    assert [item["target_element"] for item in answer.json()["data"]] == ["dob", "gender"]
    quote = Quote.objects.get(public_id=begun(rep, lead, **TYPED)["temp_enrollment_id"])
    assert (quote.zip, quote.tier, quote.agent_id, quote.eprocess) == ("75201", "IO", rep.agent.pk, "rep")
    assert page(rep, lead)["missing"] == []


def test_pressing_again_opens_the_same_quote(rep, lead):
    first = begun(rep, lead, **TYPED)
    assert begun(rep, lead)["temp_enrollment_id"] == first["temp_enrollment_id"]
    assert LeadQuote.objects.count() == 1


def test_two_leads_with_the_same_answers_get_two_quotes(rep, lead, visitor):
    kept = {field.attname: getattr(lead, field.attname) for field in Lead._meta.concrete_fields if field.name != "id"}
    other = Lead.objects.create(**kept | {"device_id": "d2"})
    typed = {**TYPED, "zip": "75201", "tier": "IO"}
    assert begun(rep, lead, **typed)["temp_enrollment_id"] != begun(rep, other, **typed)["temp_enrollment_id"]


def test_a_quote_has_the_answers_and_plans_of_the_visit(rep, lead, visitor):
    plan = dental()
    own = start(visitor, agent_id=rep.agent.pk)
    assert add(visitor, own, plan.pk).json()["status"] == "success"
    shown = page(rep, lead)
    assert (shown["missing"], shown["statement"]["of"]) == ([], "visit")
    assert [line["label"] for line in shown["statement"]["lines"]] == [
        "Halden Dental PPO 1500",
        "Association membership",
    ]
    started = begun(rep, lead)
    assert started["count"] == 1
    assert cart(rep, started["temp_enrollment_id"])["recurring_month_cost"] == shown["statement"]["monthly"]
    assert page(rep, lead)["statement"]["of"] == "quote"
    assert cart(visitor, own)["recurring_month_cost"] == shown["statement"]["monthly"]


def test_the_quote_names_its_client_to_the_rep_alone(rep, lead):
    key = begun(rep, lead, **TYPED)["temp_enrollment_id"]
    parties = rep.get("get-group-agent-member-info", enrollment_id=key).json()["data"]["result"]
    assert (parties["client_name"], parties["client_email"], parties["lead_id"]) == (
        "Renata Solis",
        "renata@mailbox.example",
        str(lead.pk),
    )


def test_the_lead_is_quoted_when_sent_and_won_when_its_client_enrolls(rep, lead, stranger):
    key = begun(rep, lead, **TYPED)["temp_enrollment_id"]
    assert add(rep, key, dental().pk).json()["status"] == "success"
    body = {"enrollment_id": key, "tab": "cart_info", "name": "Renata Solis", "email": "renata@mailbox.example"}
    assert rep.post("save-enrollment", body).json()["status"] == "success"
    shown = page(rep, lead)
    assert (shown["status"], [event["kind"] for event in shown["events"]]) == (
        "QUOTED",
        ["sent", "started", "finished", "chat"],
    )
    assert OutboundEmail.objects.filter(kind="quote").count() == 1
    opened = stranger.post("open-quote", {"token": SentQuote.objects.get().token}).json()["data"]
    parties = stranger.get("get-group-agent-member-info", enrollment_id=opened["enrollment_id"]).json()["data"][
        "result"
    ]
    assert (parties["client_name"], parties["lead_id"]) == ("", None)
    note_submitted(quote=Quote.objects.get(public_id=opened["enrollment_id"]), origin=Origin())
    assert page(rep, lead)["status"] == "WON"


def test_quotes_go_with_the_lead_to_another_rep(rep, lead, make_client, brand):
    key = begun(rep, lead, **TYPED)["temp_enrollment_id"]
    assert add(rep, key, dental().pk).json()["status"] == "success"
    body = {"enrollment_id": key, "tab": "cart_info", "name": "Renata Solis", "email": "renata@mailbox.example"}
    assert rep.post("save-enrollment", body).json()["status"] == "success"
    sam = signed_in(make_client, brand, "R2", "sam@demo.test", "Sam")
    handed = rep.post("hand-over-leads", {"lead_ids": [str(lead.pk)], "agent_id": sam.agent.pk}).json()["data"]
    assert handed == {"assigned": 1, "not_assigned": []}
    assert SentQuote.objects.get().agent_id == sam.agent.pk
    assert rep.get("get-sent-quotes").json()["data"]["total"] == 0
    shown = sam.get("get-sent-quotes").json()["data"]
    assert (shown["total"], shown["may_act"], shown["result"][0]["name"]) == (1, True, "Renata Solis")
    assert begun(sam, lead)["temp_enrollment_id"] == key


def test_a_cart_that_was_not_sent_goes_along_too(rep, lead, make_client, brand):
    key = begun(rep, lead, **TYPED)["temp_enrollment_id"]
    sam = signed_in(make_client, brand, "R2", "sam@demo.test", "Sam")
    rep.post("hand-over-leads", {"lead_ids": [str(lead.pk)], "agent_id": sam.agent.pk})
    assert begun(sam, lead)["temp_enrollment_id"] == key


def test_a_lead_stays_with_its_quotes_where_the_other_rep_does_not_sell(rep, lead, make_client, brand):
    quote = Quote.objects.get(public_id=begun(rep, lead, **TYPED)["temp_enrollment_id"])
    portal = create_portal(code="lake", name="Lake", brands=[brand], open_to_all=False)
    portal.agents.add(rep.agent)
    Quote.objects.filter(pk=quote.pk).update(portal=portal)
    sam = signed_in(make_client, brand, "R2", "sam@demo.test", "Sam")
    handed = rep.post("hand-over-leads", {"lead_ids": [str(lead.pk)], "agent_id": sam.agent.pk}).json()["data"]
    assert (handed["assigned"], [row["name"] for row in handed["not_assigned"]]) == (0, ["Renata Solis"])
    assert page(rep, lead)["mine"]


def test_a_lead_stays_where_the_other_rep_has_no_license_for_its_quote(rep, lead, make_client, brand):
    key = begun(rep, lead, **TYPED)["temp_enrollment_id"]
    sam = signed_in(make_client, brand, "R2", "sam@demo.test", "Sam")
    License.objects.create(agent=sam.agent, state="TX", number="7", expires_on=date(2030, 5, 1))
    Quote.objects.filter(public_id=key).update(state="OH")
    body = {"lead_ids": [str(lead.pk)], "agent_id": sam.agent.pk}
    refused = {"name": "Renata Solis", "reason": "Sam Lee isn't licensed in Ohio."}
    (stays,) = rep.post("hand-over-leads", body).json()["data"]["not_assigned"]
    assert stays.items() >= refused.items()
    Quote.objects.filter(public_id=key).update(state="TX")
    assert add(rep, key, dental().pk).json()["status"] == "success"
    quote = {"enrollment_id": key, "tab": "cart_info", "name": "Renata Solis", "email": "renata@mailbox.example"}
    assert rep.post("save-enrollment", quote).json()["status"] == "success"
    sent = SentQuote.objects.get()
    sent.frozen["profile"]["state"] = "OH"
    sent.save(update_fields=["frozen"])
    (stays,) = rep.post("hand-over-leads", body).json()["data"]["not_assigned"]
    assert stays.items() >= refused.items()
    assert (page(rep, lead)["mine"], SentQuote.objects.get().agent_id) == (True, rep.agent.pk)


def test_another_rep_starts_no_quote_for_it(rep, lead, make_client, brand):
    sam = signed_in(make_client, brand, "R2", "sam@demo.test", "Sam")
    assert begin(sam, lead, **TYPED).status_code == 404
