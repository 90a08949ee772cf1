"""Views of lists: what is saved, renamed, deleted, and whose they are."""

import pytest

from planfront.accounts.models import User

pytestmark = pytest.mark.django_db
OPENED = {"name": "Opened this month", "query": "outcome=opened&days=30"}


def views(client, name="quotes"):
    answer = client.get("account/list-views", list=name)
    return answer.json()["data"]["views"] if answer.status_code == 200 else answer.status_code


def save(client, *wanted, name="quotes"):
    return client.post("account/list-views", {"list": name, "views": list(wanted)})


def account(email):
    return User.objects.create_user(email, "planfront-demo", role="rep", name=email)


@pytest.fixture
def rep(visitor):
    account("rep@demo.test")
    assert visitor.sign_in("rep@demo.test").status_code == 200
    return visitor


def test_views_are_kept_by_list(rep):
    assert views(rep) == []
    assert save(rep, OPENED).json()["data"]["views"] == [OPENED]
    assert (views(rep), views(rep, "clients")) == ([OPENED], [])
    renamed = OPENED | {"name": " Opened   lately "}
    save(rep, renamed)
    assert views(rep) == [OPENED | {"name": "Opened lately"}]
    save(rep)
    assert views(rep) == []


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ([OPENED, OPENED | {"name": "opened THIS month"}], "name"),
        ([OPENED | {"name": "   "}], "name"),
        ([OPENED | {"query": "search=<script>"}], "views.0.query"),
        ([OPENED | {"name": "x" * 41}], "views.0.name"),
    ],
)
def test_bad_views_change_nothing(rep, wanted, field):
    save(rep, OPENED)
    answer = save(rep, *wanted)
    assert (answer.status_code, answer.json()["data"][0]["target_element"]) == (422, field)
    assert views(rep) == [OPENED]


def test_views_belong_to_one_account(rep, make_client):
    save(rep, OPENED)
    account("other@demo.test")
    other = make_client("shop.test")
    assert views(other) == 401
    other.sign_in("other@demo.test")
    assert views(other) == []
