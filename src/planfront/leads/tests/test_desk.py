"""A rep's own leads: whose they are, their status, and notes with author and time."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.leads.models import Lead, LeadNote
from planfront.leads.tests.test_chat import say
from planfront.parties.reps.services import create_agent

pytestmark = pytest.mark.django_db


def signed_in(make_client, brand, code, email, name):
    user = User.objects.create_user(email, "planfront-demo", role="rep")
    agent = create_agent(
        code=code, brands=[brand], first_name=name, last_name="Lee", email=email, user=user, landing_url=name.lower()
    )
    client = make_client("shop.test")
    assert client.sign_in(email).status_code == 200
    client.agent = agent
    return client


@pytest.fixture
def rep(make_client, brand):
    return signed_in(make_client, brand, "R1", "rep@demo.test", "Jordan")


@pytest.fixture
def lead(rep, visitor, questions):
    interest, _size, phone = questions
    assert say(visitor, interest, "Me", agent_id=rep.agent.pk, web_url="https://shop.test/plans").status_code == 200
    assert say(visitor, phone, "6145550148", agent_id=rep.agent.pk).status_code == 200
    return Lead.objects.get()


def listed(client, **query):
    answer = client.get("get-assigned-leads", **query)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def test_a_lead_is_listed_with_its_contact_and_need(rep, lead):
    (row,) = listed(rep)["result"]
    assert (row["lead_id"], row["status"], row["phone"], row["email"], row["finished"]) == (
        str(lead.pk),
        "NEW",
        "(614) 555-0148",
        "",
        True,
    )
    assert (row["title"], row["name"], row["need"]) == ("(614) 555-0148", "", "Me")


def test_a_rep_moves_a_lead_on(rep, lead):
    assert rep.post("move-lead", {"lead_id": str(lead.pk), "status": "CLOSED"}).status_code == 422
    moved = rep.post("move-lead", {"lead_id": str(lead.pk), "status": "WON"})
    assert moved.json()["data"]["status"] == "WON"
    assert (listed(rep, status="NEW")["total"], listed(rep, status="WON")["total"]) == (0, 1)
    rep.post("move-lead", {"lead_id": str(lead.pk), "status": "WON"})
    assert AuditEvent.objects.get(action="lead.moved").meta == {"from": "NEW", "to": "WON"}


def test_notes_say_who_and_when_and_are_only_added(rep, lead):
    body = {"lead_id": str(lead.pk), "text": " Called,\nno answer "}
    for _twice in range(2):
        (note,) = rep.post("add-lead-note", body).json()["data"]["notes"]
    assert (note["author"], note["text"], bool(note["at"])) == ("Jordan Lee", "Called,\nno answer", True)
    rep.post("add-lead-note", {**body, "text": "Reached them"})
    notes = rep.get("get-lead", lead_id=str(lead.pk)).json()["data"]["notes"]
    assert [note["text"] for note in notes] == ["Called,\nno answer", "Reached them"]
    for text in ("  ", "x" * 1001):
        assert rep.post("add-lead-note", {**body, "text": text}).status_code == 422
    assert AuditEvent.objects.filter(action="lead.noted").count() == LeadNote.objects.count() == 2


def test_each_rep_has_exactly_their_own_leads(rep, lead, make_client, brand, visitor):
    other = signed_in(make_client, brand, "R2", "sam@demo.test", "Sam")
    for client, status in ((other, 404), (visitor, 404)):
        assert client.post("move-lead", {"lead_id": str(lead.pk), "status": "WON"}).status_code == status
        assert client.post("add-lead-note", {"lead_id": str(lead.pk), "text": "Hello"}).status_code == status
    assert (listed(other)["total"], visitor.get("get-assigned-leads").status_code) == (0, 404)
    Lead.objects.update(assigned=other.agent)
    assert (listed(other)["total"], listed(rep)["total"]) == (1, 0)


def test_a_page_costs_the_same_queries_however_long(rep, lead):
    def queries():
        with CaptureQueriesContext(connection) as queries:
            listed(rep, per_page=50)
        return len(queries)

    queries()
    item = queries()
    kept = {field.attname: getattr(lead, field.attname) for field in Lead._meta.concrete_fields if field.name != "id"}
    for number in range(30):
        result = Lead.objects.create(**kept | {"device_id": f"x{number}"})
        LeadNote.objects.create(lead=result, author="J", text="Called", at=lead.created_at)
    assert listed(rep, per_page=50)["total"] == 31
    assert queries() <= item


def test_leads_are_found_by_the_beginnings_of_what_was_answered(rep, lead, visitor, questions, make_client, brand):
    result = {
        text: listed(rep, search=text)["total"]
        for text in (
            "614",
            "6145550148",
            "(614) 555-01",
            "me 555",
            "M",
            "you",
            "0149",
            "me you",
        )
    }
    assert result == {
        "614": 1,
        "6145550148": 1,
        "(614) 555-01": 1,
        "me 555": 1,
        "M": 0,
        "you": 0,
        "0149": 0,
        "me you": 0,
    }
    assert say(visitor, questions[2], "6145550149", agent_id=rep.agent.pk).status_code == 200
    assert [listed(rep, search=text)["total"] for text in ("0148", "0149")] == [0, 1]
    assert [listed(rep, search="0149", status=status)["total"] for status in ("NEW", "WON")] == [1, 0]
    other = signed_in(make_client, brand, "R2", "sam@demo.test", "Sam")
    assert listed(other, search="614")["total"] == 0
    Lead.objects.update(assigned=other.agent)
    assert (listed(other, search="614")["total"], listed(rep, search="614")["total"]) == (1, 0)
