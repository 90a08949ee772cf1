"""Pages of the current-members list."""

from datetime import date

import pytest

from planfront.accounts.models import User
from planfront.coverage.models import Policy
from planfront.kernel import clock
from planfront.kernel.tests.work import counted
from planfront.members.models import Member
from planfront.members.services import create_member
from planfront.parties.groups.services import create_group, link_agent_to_group
from planfront.parties.reps.services import create_agent

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

PEOPLE = (
    ("Abigail", "Forsythe", "1979-03-12", "a.forsythe@lakeside.example", "lake"),
    ("Benicio", "Tran", "1991-08-30", "benicio@mailbox.example", None),
    ("Camille", "Okafor", "1984-12-05", "camille@okafor.example", "lake"),
    ("Derek", "Halvorsen", "1968-06-22", "dh@norden.example", "norden"),
    ("Elena", "Marchetti", "1996-01-19", "elena@mailbox.example", None),
    ("Farid", "Tran", "1991-08-30", "farid@mailbox.example", "lake"),
    ("Gina", "Abbott", "1990-02-02", "gina@mailbox.example", "norden"),
)


def account(email, role):
    return User.objects.create_user(email, "planfront-demo", role=role)


@pytest.fixture
def agent(brand):
    return create_agent(
        code="R1",
        brands=[brand],
        first_name="J",
        last_name="L",
        email="j@example.com",
        user=account("rep@demo.test", "rep"),
    )


@pytest.fixture
def lake(brand, agent):
    group = create_group(code="LAKE", name="Lakeside Bakery", brands=[brand], user=account("group@demo.test", "group"))
    link_agent_to_group(agent_id=agent.pk, group=group)
    return group


@pytest.fixture
def people(brand, agent, lake):
    """Seven members: three of a group the rep serves, two of one the rep doesn't, the rest without a group."""
    norden = create_group(code="NORDEN", name="Norden Freight", brands=[brand])
    groups = {"lake": lake, "norden": norden, None: None}
    for first, last, born, email, key in PEOPLE:
        create_member(
            brand=brand,
            group=groups[key],
            agent=None if key == "lake" else agent,
            first_name=first,
            last_name=last,
            birth_date=date.fromisoformat(born),
            gender=0,
            email=email,
        )


@pytest.fixture
def rep(make_client, people):
    client = make_client("shop.test")
    client.sign_in("rep@demo.test")
    return client


def listed(client, agent, **query):
    data = client.get("get-agent-members", agent_id=agent.pk, **query).json()["data"]
    return [row["name"] for row in data["result"]], (data["page"], data["pages"], data["total"])


def test_a_page_has_five_rows_by_name_and_the_last_one_the_rest(rep, agent):
    first = ["Gina Abbott", "Abigail Forsythe", "Derek Halvorsen", "Elena Marchetti", "Camille Okafor"]
    assert listed(rep, agent, page=1) == (first, (1, 2, 7))
    assert listed(rep, agent, page=2) == (["Benicio Tran", "Farid Tran"], (2, 2, 7))
    assert listed(rep, agent, page=9) == (["Benicio Tran", "Farid Tran"], (2, 2, 7))
    assert listed(rep, agent, page=2, per_page=2)[0] == ["Derek Halvorsen", "Elena Marchetti"]


def test_without_a_page_number_all_members_are_listed(rep, agent):
    names, counts = listed(rep, agent)
    assert (len(names), counts) == (7, (1, 1, 7))


@pytest.mark.parametrize(
    ("sort", "first", "last"),
    [
        ("-name", "Farid Tran", "Gina Abbott"),
        ("dob", "Derek Halvorsen", "Elena Marchetti"),
        ("-dob", "Elena Marchetti", "Derek Halvorsen"),
        ("email", "Abigail Forsythe", "Gina Abbott"),
        ("group", "Abigail Forsythe", "Benicio Tran"),
        ("-group", "Benicio Tran", "Abigail Forsythe"),
    ],
)
def test_every_column_sorts_both_ways(rep, agent, sort, first, last):
    names, _counts = listed(rep, agent, sort=sort)
    assert (names[0], names[-1]) == (first, last)


@pytest.mark.parametrize(
    ("search", "names"),
    [
        ("tran", ["Benicio Tran", "Farid Tran"]),
        ("  tran  FAR ", ["Farid Tran"]),
        ("lakeside", ["Abigail Forsythe", "Camille Okafor", "Farid Tran"]),
        ("mailbox.example tran", ["Benicio Tran", "Farid Tran"]),
        ("nobody", []),
        ("%", []),
    ],
)
def test_search_needs_every_word_in_name_email_or_group(rep, agent, search, names):
    result, counts = listed(rep, agent, search=search, page=1)
    assert (result, counts) == (names, (1, 1, len(names)))


@pytest.mark.parametrize(
    "search", ["06/22/1968", "6/22/1968", "06221968", "4821", "derek 4821", "06/22/1968 halvorsen"]
)
def test_search_finds_by_birth_date_and_last_four_of_the_number(rep, agent, search):
    Member.objects.filter(last_name="Halvorsen").update(ssn_last4="4821")
    assert listed(rep, agent, search=search, page=1)[0] == ["Derek Halvorsen"]


@pytest.mark.parametrize("search", ["06/23/1968", "482", "04821", "899554821", "farid 4821"])
def test_search_needs_the_whole_date_and_all_four_digits(rep, agent, search):
    Member.objects.filter(last_name="Halvorsen").update(ssn_last4="4821")
    assert listed(rep, agent, search=search, page=1)[0] == []


def test_last_four_find_nobody_of_another_rep(rep, agent, brand):
    other = create_agent(code="R9", brands=[brand], first_name="S", last_name="O", email="s@example.com")
    create_member(
        brand=brand,
        agent=other,
        first_name="Hugo",
        last_name="Vance",
        birth_date=date(1968, 6, 22),
        gender=0,
        email="hugo@mailbox.example",
        ssn="899554821",
    )
    assert listed(rep, agent, search="4821", page=1)[0] == []
    assert listed(rep, agent, search="06/22/1968", page=1)[0] == ["Derek Halvorsen"]


def test_the_list_can_be_limited_to_one_of_the_reps_groups(rep, agent, lake):
    assert listed(rep, agent, group_id=lake.pk, page=1)[1] == (1, 1, 3)


def test_a_group_s_list_pages_and_searches_alike(make_client, people, lake):
    client = make_client("shop.test")
    client.sign_in("group@demo.test")
    data = client.get("get-group-users", group_id=lake.pk, page=1, per_page=2, sort="-name").json()["data"]
    assert [row["name"] for row in data["result"]] == ["Farid Tran", "Camille Okafor"]
    assert (data["pages"], data["total"]) == (2, 3)
    result = client.get("get-group-users", group_id=lake.pk, page=1, search="abigail").json()["data"]
    assert [row["name"] for row in result["result"]] == ["Abigail Forsythe"]


@pytest.mark.parametrize("query", [{"page": 0}, {"per_page": 0}, {"per_page": 101}, {"sort": "ssn"}, {"page": "x"}])
def test_invalid_pages_and_orders_are_refused(rep, agent, query):
    assert rep.get("get-agent-members", agent_id=agent.pk, **query).status_code == 422


def fill(brand, agent, group, count):
    rows = [
        Member(
            brand_id=brand.pk,
            agent_id=agent.pk if n % 2 else None,
            group_id=group.pk,
            first_name=f"First{n}",
            last_name=f"Last{n * 7919 % count:05}",
            birth_date=date(1990, 1, 1),
            gender=0,
            email=f"n{n}@example.com",
        )
        for n in range(count)
    ]
    result = Member.objects.bulk_create(rows, batch_size=1000)
    Policy.objects.bulk_create(
        [
            Policy(
                number=f"L-{row.pk}",
                brand=brand,
                member=row,
                plan_id=1,
                plan_name="P",
                category="dental",
                effective_date=date(2026, 1, 1),
                created_at=clock.now(),
            )
            for row in result
        ],
        batch_size=1000,
    )


def work(client, path, **query):
    """How many queries a call makes, and how many thousands of instructions SQLite runs for them (0 on PostgreSQL)."""
    with counted() as work:
        assert client.get(path, **query).status_code == 200
    return work.queries, work.thousands


def test_by_group_a_page_may_end_and_begin_inside_one(rep, agent):
    whole = listed(rep, agent, sort="group")[0]
    assert whole == [
        "Abigail Forsythe",
        "Camille Okafor",
        "Farid Tran",
        "Gina Abbott",
        "Derek Halvorsen",
        "Elena Marchetti",
        "Benicio Tran",
    ]
    for size in (1, 2, 4, 7):
        pages = [
            listed(rep, agent, sort="group", page=number, per_page=size)[0] for number in range(1, -(-7 // size) + 1)
        ]
        assert [name for names in pages for name in names] == whole
    down = [listed(rep, agent, sort="-group", page=number, per_page=3)[0] for number in (1, 2, 3)]
    assert [name for names in down for name in names] == whole[::-1]


@pytest.mark.counts_queries
@pytest.mark.parametrize("who", ["rep", "group"])
@pytest.mark.thorough
def test_more_members_of_a_list_are_counted_but_neither_read_nor_sorted(make_client, brand, agent, lake, who):
    """Stepping over a row of an index takes SQLite some five to ten instructions, to read and sort it a hundred."""
    client = make_client("shop.test")
    client.sign_in(f"{who}@demo.test")
    path = "get-agent-members" if who == "rep" else "get-group-users"
    query = {"agent_id": agent.pk} if who == "rep" else {"group_id": lake.pk}
    work(client, path, **query, page=1)
    fill(brand, agent, lake, 100)
    queries, thousands = work(client, path, **query, page=1)
    fill(brand, agent, lake, 9_900)
    queries_later, thousands_later = work(client, path, **query, page=1)
    assert queries_later == queries
    assert thousands_later - thousands < 9.9 * 15


def test_the_masked_number_is_labelled_in_the_reader_s_language(rep, agent):
    Member.objects.filter(first_name="Gina").update(ssn_last4="4821")
    rep.headers["Accept-Language"] = "es"
    first = rep.get("get-agent-members", agent_id=agent.pk, page=1)
    assert first.json()["data"]["result"][0]["ssn"] == "Termina en 4821"
