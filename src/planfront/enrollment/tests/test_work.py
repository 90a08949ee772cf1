"""Enrollments in progress: whose they are, how they stand, and what a page of them costs."""

import csv
from base64 import b64decode
from datetime import date, timedelta
from io import StringIO
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM
from planfront.enrollment.models import Application, ResumeCode, State, Transition
from planfront.enrollment.submission.states import change_state
from planfront.enrollment.tests.conftest import Wizard, fill_cart, quote
from planfront.kernel import clock
from planfront.kernel.text.words import words_of
from planfront.members.models import Member
from planfront.members.services import create_member
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.services import create_group
from planfront.parties.reps.models import Agent
from planfront.shopping.models import CartLine, Quote, SentQuote
from planfront.shopping.quote.state import touch_quote
from planfront.shopping.worklists.index import write_name_words

pytestmark = pytest.mark.both_databases

EMAIL = "maren@mailbox.example"


def account(email, role):
    return User.objects.create_user(email, "planfront-demo", role=role, name=email)


@pytest.fixture
def desks(store, other_brand, make_client):
    """Signed-in clients: a rep, another rep, a group administrator; and the rep on the other brand."""
    jordan = Agent.objects.create(code="A1", first_name="Jordan", last_name="Lee", user=account("a1@demo.test", "rep"))
    sam = Agent.objects.create(code="A2", first_name="Sam", last_name="Ortiz", user=account("a2@demo.test", "rep"))
    group = create_group(code="G1", name="Acme", brands=[], user=account("g1@demo.test", "group"))
    for party in (jordan, sam, group):
        party.brands.set([store.brand, other_brand])

    def client(email, host="shop.test"):
        client = make_client(host)
        assert client.sign_in(email).status_code == 200
        return client

    return SimpleNamespace(
        jordan=jordan,
        group=group,
        rep=client("a1@demo.test"),
        other=client("a2@demo.test"),
        admin=client("g1@demo.test"),
        abroad=client("a1@demo.test", "other.test"),
    )


@pytest.fixture
def begin(desks, store, make_client):
    """A client's enrollment with a plan in the cart, checked out, for the rep and the group."""

    def start(**owners):
        client = make_client("shop.test")
        wizard = Wizard(client, quote(client))
        fill_cart(client, wizard.id, store.dental)
        value = owners or {"agent": desks.jordan, "group": desks.group}
        Quote.objects.filter(public_id=wizard.id).update(**value)
        return wizard

    return start


def listed(client, **query):
    answer = client.get("get-work-list", **query)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def act(client, path, enrollment, **body):
    return client.post(path, {"enrollment_id": enrollment.id, **body})


def shops_for(client, enrollment):
    """The client's full and first name, as the shop's pages show them to a rep."""
    answer = client.get("get-group-agent-member-info", enrollment_id=enrollment.id)
    parties = answer.json()["data"]["result"]
    return parties["client_name"], parties["client_first_name"]


def ids(client, **query):
    return [row["enrollment_id"] for row in listed(client, **query)["result"]]


def test_a_cart_is_listed_with_its_plans_and_its_monthly_cost(desks, begin):
    result = begin()
    Quote.objects.update(checked_out_at=None)
    (row,) = listed(desks.rep)["result"]
    assert (row["name"], row["status"], row["plans"], row["monthly"], row["step"], row["href"]) == (
        "",
        "draft",
        ["Halden Dental PPO"],
        "36.00",
        "",
        "/cart",
    )
    cart = result.get("get-plan-cart").json()["data"]
    assert cart["recurring_month_cost"] == row["monthly"]


def test_a_cart_that_was_sent_as_a_quote_is_called_by_its_client_until_the_application_names_somebody(desks, begin):
    wizard = begin()
    quote = Quote.objects.get(public_id=wizard.id)
    for day, name in ((1, "Ada Young"), (2, "Ada Younger")):
        SentQuote.objects.create(
            brand=quote.brand,
            enrollment=quote,
            agent=desks.jordan,
            sender_kind="rep",
            sender_name="Jordan Lee",
            recipient_name=name,
            recipient_email="ada@mail.example",
            recipient_hash=f"{day}",
            token_hash=f"{day}",
            frozen={},
            initial_month_cost="51.00",
            recurring_month_cost="36.00",
            sent_at=clock.now() - timedelta(days=3 - day),
            expires_at=clock.now() + timedelta(days=1),
        )
    (row,) = listed(desks.rep)["result"]
    assert (row["name"], row["quoted_to"]) == ("", "Ada Younger")
    assert shops_for(desks.rep, wizard) == ("", "")  # the shopper fills it in
    Quote.objects.update(eprocess="rep")
    assert shops_for(desks.rep, wizard) == ("Ada Younger", "Ada")
    Quote.objects.update(eprocess="applicant")
    wizard.personal()
    (row,) = listed(desks.rep)["result"]
    assert (row["name"], row["quoted_to"]) == ("Maren Lee Castillo", "")
    Quote.objects.update(eprocess="rep")
    assert shops_for(desks.rep, wizard) == ("Maren Lee Castillo", "Maren")


def test_a_draft_says_who_it_is_for_and_how_far_it_got(desks, begin):
    result = begin()
    result.personal()
    (row,) = listed(desks.rep)["result"]
    assert (row["name"], row["step"], row["href"]) == ("Maren Lee Castillo", "Personal Information", "/enrollment")
    assert "512345678" not in str(row)
    result.post("save-enrollment", email=EMAIL, tab="contact_info", data={"city": "Dublin"})
    (row,) = listed(desks.admin)["result"]
    assert (row["status"], row["step"]) == ("saved", "Contact Information")
    assert Wizard(desks.rep, result.id).get("/get-dynamic-tabs").status_code == 200


def test_a_typed_name_counts_before_it_is_checked(desks, begin):
    result = begin()
    result.post("save-draft", tab_name="primary_info", values={"first_name": "Maren"})
    assert listed(desks.rep)["result"][0]["name"] == "Maren"


def test_an_existing_members_name_is_known(desks, begin, store):
    result = begin()
    member = Member.objects.create(
        gender=0, brand=store.brand, first_name="Maria", last_name="Santos", birth_date="1986-03-14"
    )
    Quote.objects.update(member=member)
    write_name_words(Quote.objects.get(public_id=result.id), words_of("Maria Santos"))
    assert listed(desks.rep, search="santos MARIA")["result"][0]["name"] == "Maria Santos"
    assert ids(desks.rep, search="castillo") == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("submitted", "submitted"),
        ("pending", "pending"),
        ("accepted", "accepted"),
        ("active", "active"),
        ("terminated", "ended"),
        ("cancelled", "ended"),
    ],
)
def test_a_state_has_its_status_and_its_filter(desks, begin, state, status):
    result = begin().up_to("sign")
    assert result.submit().status_code == 200
    begin()
    application = Application.objects.get(enrollment__public_id=result.id)
    change_state(application, State(state), "because", SYSTEM)
    Quote.objects.filter(public_id=result.id).update(expires_at=clock.now() - timedelta(days=1))
    (row,) = listed(desks.rep, status=status)["result"]
    assert (row["enrollment_id"], row["status"], row["href"]) == (result.id, status, "/enrollment/receipt")
    assert (row["plans"], row["monthly"]) == (["Halden Dental PPO"], "36.00")
    assert result.id not in ids(desks.rep, status="draft")
    assert Wizard(desks.rep, result.id).get("get-receipt").status_code == 200


def test_saved_and_draft_are_told_apart(desks, begin):
    saved, draft = begin(), begin()
    saved.post("save-enrollment", email=EMAIL, tab="cart_info")
    assert (ids(desks.rep, status="saved"), ids(desks.rep, status="draft")) == ([saved.id], [draft.id])


def test_empty_and_expired_carts_are_left_out(desks, begin):
    empty, _gone = begin(), begin()
    Quote.objects.exclude(public_id=empty.id).update(expires_at=clock.now() - timedelta(days=1))
    assert empty.post("remove-plan-from-cart", plan_id=CartLine.objects.get(enrollment__public_id=empty.id).plan_id)
    assert ids(desks.rep) == []


def test_each_person_sees_only_their_own_enrollments(desks, begin, stranger):
    reps, groups, _nobodys = begin(agent=desks.jordan), begin(group=desks.group), begin(agent=None)
    assert (ids(desks.rep), ids(desks.admin)) == ([reps.id], [groups.id])
    assert ids(desks.other) == ids(desks.abroad) == []
    assert stranger.get("get-work-list").status_code == 404
    Agent.objects.update(active=False)
    assert desks.rep.get("get-work-list").status_code == 404


def test_pages_go_by_the_last_change(desks, begin):
    first, second, third = begin(), begin(), begin()
    first.personal()
    assert ids(desks.rep) == [first.id, third.id, second.id]
    assert ids(desks.rep, sort="changed") == [second.id, third.id, first.id]
    page = listed(desks.rep, page=9, per_page=2)
    assert ([row["enrollment_id"] for row in page["result"]], page["total"], page["page"], page["pages"]) == (
        [second.id],
        3,
        2,
        2,
    )


def test_a_page_costs_the_same_queries_however_long(desks, begin):
    result = begin()
    result.personal()

    def queries():
        with CaptureQueriesContext(connection) as queries:
            listed(desks.rep, per_page=100)
        return len(queries)

    queries()
    item = queries()
    base = Quote.objects.get(public_id=result.id)
    for _copy in range(4):
        begin().personal()
    five = queries()
    line = CartLine.objects.first()
    for _copy in range(95):
        copied = Quote(
            **{
                column.attname: getattr(base, column.attname)
                for column in Quote._meta.concrete_fields
                if column.name not in {"id", "public_id"}
            }
        )
        copied.save(force_insert=True)
        CartLine.objects.create(
            enrollment=copied,
            plan=line.plan,
            plan_pricing_id="x",
            premium="31.00",
            added_at=line.added_at,
            priced_at=line.priced_at,
        )
        Application.objects.create(enrollment=copied, created_at=base.created_at, updated_at=base.updated_at)
    assert listed(desks.rep, per_page=100)["total"] == 100
    assert item == five == queries()


def test_search_wants_every_word_to_begin_a_word_of_the_name(desks, begin):
    result, other = begin(), begin()
    result.personal()
    other.post("save-draft", tab_name="primary_info", values={"first_name": "Désirée", "last_name": "De la Cruz"})
    assert ids(desks.rep, search="mar CAST") == [result.id]
    assert ids(desks.rep, search="cruz desiree") == [other.id]
    assert ids(desks.rep, search="ruz") == ids(desks.rep, search="%") == ids(desks.other, search="cruz") == []
    result.post("save-draft", tab_name="primary_info", values={"last_name": "Okafor"})
    assert (ids(desks.rep, search="castillo"), ids(desks.rep, search="okafor")) == ([], [result.id])


def test_a_name_that_many_have_is_found_without_counting_them(desks, begin, monkeypatch):
    monkeypatch.setattr("planfront.kernel.http.paging.MOST", 1)
    created = [begin() for _copy in range(3)]
    for item in created:
        item.personal()
    result = listed(desks.rep, search="maren", per_page=1)
    assert (result["result"][0]["enrollment_id"], len(result["result"])) == (created[2].id, 1)
    assert ids(desks.rep, search="maren", status="pending") == []


def test_the_words_follow_the_enrollment_to_another_group(desks, begin):
    result = begin(group=desks.group)
    result.personal()
    row = Quote.objects.get(public_id=result.id)
    row.group_id = None
    touch_quote(quote=row, fields=["group_id"])
    assert ids(desks.admin, search="maren") == []


def test_a_new_code_ends_the_ones_before(desks, begin):
    result = begin()
    result.post("save-enrollment", email="old@mailbox.example", tab="contact_info")
    sent = act(desks.rep, "resend-code", result, email=EMAIL)
    assert (sent.status_code, sent.json()["data"]["email"]) == (200, EMAIL)
    assert [mail.to for mail in OutboundEmail.objects.order_by("created_at")] == ["old@mailbox.example", EMAIL]
    assert ResumeCode.objects.filter(expires_at__gt=clock.now()).count() == 1
    assert listed(desks.rep)["continue_link"].endswith("/continue-enrollment")
    assert AuditEvent.objects.filter(action="resume.code_resent").count() == 1
    assert listed(desks.rep)["result"][0]["can"] == ["code", "link", "withdraw"]


def test_a_code_goes_to_the_applicant_s_own_address(desks, begin):
    result = begin()
    assert act(desks.rep, "resend-code", result).status_code == 422
    result.post("save-draft", tab_name="contact_info", values={"email_address": EMAIL})
    assert act(desks.rep, "resend-code", result).json()["data"]["email"] == EMAIL
    assert act(desks.rep, "resend-code", result, email="no address").status_code == 422
    statuses = {act(desks.rep, "resend-code", result, email=EMAIL).status_code for _try in range(5)}
    assert 429 in statuses


def test_withdrawing_ends_an_enrollment_and_its_codes(desks, begin):
    result = begin()
    result.post("save-enrollment", email=EMAIL, tab="contact_info")
    for client in (desks.other, desks.abroad):
        assert act(client, "withdraw-enrollment", result, reason="mistake").status_code == 404
    assert act(desks.rep, "withdraw-enrollment", result, reason="because").status_code == 422
    assert act(desks.rep, "withdraw-enrollment", result, reason="mistake").status_code == 200
    (row,) = listed(desks.rep, status="ended")["result"]
    assert (row["enrollment_id"], row["href"], row["can"]) == (result.id, "", [])
    assert not ResumeCode.objects.filter(expires_at__gt=clock.now()).exists()
    moved = Transition.objects.get()
    assert (moved.from_state, moved.to_state, moved.actor_kind, moved.reason) == (
        "draft",
        "cancelled",
        "rep",
        "withdrawn: Started by mistake",
    )
    assert result.personal().status_code == 409
    assert result.post("remove-plan-from-cart", plan_id=1).status_code == 409
    again = act(desks.rep, "withdraw-enrollment", result, reason="mistake")
    assert (again.status_code, again.json()["message"]) == (409, "This enrollment was withdrawn and can't be changed.")


def test_a_submitted_enrollment_cannot_be_withdrawn(desks, begin):
    result = begin().up_to("sign")
    assert result.submit().status_code == 200
    assert act(desks.rep, "withdraw-enrollment", result, reason="mistake").status_code == 409
    assert act(desks.rep, "resend-code", result, email=EMAIL).status_code == 409


def exported(client, path, **query):
    answer = client.get(path, **query)
    assert answer.status_code == 200, answer.content
    content = b64decode(answer.json()["data"]["content"]).decode("utf-8-sig")
    return [row[:4] for row in csv.reader(StringIO(content))][1:]


def test_enrollments_are_exported_as_they_are_found(desks, begin):
    begin().personal()
    assert exported(desks.rep, "export-work-list", search="maren") == [
        ["Maren Lee Castillo", "Draft", "Halden Dental PPO", "36.00"]
    ]
    assert exported(desks.rep, "export-work-list", status="ended") == []
    assert exported(desks.other, "export-work-list") == []


def test_members_and_clients_are_exported_for_their_rep_and_group_alone(desks, store):
    member = create_member(
        brand=store.brand,
        group=desks.group,
        agent=desks.jordan,
        first_name="Ada",
        last_name="Young",
        birth_date=date(1990, 2, 3),
        gender=1,
        email="ada@mailbox.example",
    )
    row = [member.name, "1990-02-03", "ada@mailbox.example"]
    of_rep = exported(desks.rep, "export-agent-members", agent_id=desks.jordan.pk, search="young")
    assert [line[:3] for line in of_rep] == [row]
    of_group = exported(desks.admin, "export-group-users", group_id=desks.group.pk)
    assert [line[:3] for line in of_group] == [row]
    assert [line[:3] for line in exported(desks.rep, "export-clients", search="ada")] == [row]
    assert [line[:3] for line in exported(desks.rep, "export-clients", members=f"{member.pk},{10**8}")] == [row]
    assert exported(desks.rep, "export-clients", members=str(10**8)) == []
    assert exported(desks.other, "export-clients", members=str(member.pk)) == []
    assert exported(desks.rep, "export-clients", search="nobody") == []
    assert exported(desks.other, "export-clients") == []
    assert desks.other.get("export-agent-members", agent_id=desks.jordan.pk).status_code == 404
    assert desks.admin.get("export-clients").status_code == 404
