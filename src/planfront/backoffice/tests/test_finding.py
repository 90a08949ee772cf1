"""People are found by a form that is posted; no address of a page holds a name or an email address."""

import pytest

from planfront.accounts.models import User
from planfront.backoffice.lists.private_search import PrivateSearch
from planfront.backoffice.registry import PAGES
from planfront.members.models import Member
from planfront.members.services import create_member
from planfront.messaging.services import queue_email

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
OUTBOX = "/backoffice/messaging/outboundemail/"
USERS = "/backoffice/accounts/user/"
MEMBERS = "/backoffice/members/member/"


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def mails(brand):
    for number, to in enumerate(["maria@example.com", "maria@example.com", "jordan@example.com"]):
        context = {"code": "A7C9DEFGH3", "link": "http://shop.test/", "expires_on": "12/21/2026"}
        queue_email(brand=brand, kind="resume_code", to=to, context=context, dedupe_key=str(number))


def shown(staff, url):
    return staff.get(url).context["cl"].result_count


def test_searching_mail_by_address_keeps_the_address_out_of_links(staff, mails):
    answer = staff.post(OUTBOX + "?status__exact=QUEUED&p=1", {"find": " MARIA@example "})
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(OUTBOX + "?status__exact=QUEUED&found=")
    assert "maria" not in answer.headers["Location"].lower()
    page = staff.get(answer.headers["Location"])
    assert page.context["cl"].result_count == 2
    html = page.content.decode()
    assert 'href="?status__exact=QUEUED"' in html
    assert "maria" not in "".join(html.split('href="')[1:][i].split('"')[0] for i in range(html.count('href="')))
    assert "maria" not in str(dict(staff.session)).lower()


def test_search_words_in_the_url_are_ignored(staff, mails):
    assert shown(staff, OUTBOX + "?q=maria") == 3
    assert 'name="q"' not in staff.get(OUTBOX).content.decode()


def test_empty_searches_expired_tokens_and_no_matches_are_explained(staff, mails):
    assert shown(staff, staff.post(OUTBOX, {"find": "nobody"}).headers["Location"]) == 0
    assert staff.post(OUTBOX + "?found=1", {"find": " "}).headers["Location"] == OUTBOX
    assert shown(staff, OUTBOX + "?found=00000000") == 0


def test_an_empty_list_says_whether_nothing_is_on_file_or_nothing_matches(staff, mails):
    address = staff.post(OUTBOX, {"find": "nobody"}).headers["Location"]
    for narrowed in (address, OUTBOX + "?status__exact=FAILED"):
        html = staff.get(narrowed).content.decode()
        assert "Nothing matches" in html
        assert "Show everything" in html
    empty = staff.get(MEMBERS).content.decode()
    assert "Nothing here yet" in empty
    assert "Show everything" not in empty
    full = staff.get(OUTBOX).content.decode()
    assert "Nothing here yet" not in full
    assert "Nothing matches" not in full


def test_accounts_and_members_can_be_searched(staff, brand):
    User.objects.create_user("rep@demo.test", "x", role="rep", name="Jordan Lee")
    create_member(
        ssn="219099999",
        brand=brand,
        first_name="Maria",
        last_name="Santos",
        birth_date="1984-03-09",
        gender=1,
        email="maria@example.com",
    )
    assert shown(staff, staff.post(USERS, {"find": "jordan"}).headers["Location"]) == 1
    assert shown(staff, staff.post(MEMBERS, {"find": "santos maria"}).headers["Location"]) == 1
    key = Member.objects.get().pk
    assert shown(staff, staff.post(MEMBERS, {"find": str(key)}).headers["Location"]) == 1


def test_only_the_latest_searches_are_kept_and_at_most_200_rows(staff):
    User.objects.bulk_create(User(email=f"u{number}@x.example", role="rep") for number in range(201))
    for _ in range(12):
        answer = staff.post(USERS, {"find": "x.example"})
    assert len(staff.session["found"]) == 10
    page = staff.get(answer.headers["Location"])
    assert page.context["cl"].result_count == 200
    assert "More than 200 were found" in page.content.decode()


def test_strangers_cannot_search(client, brand, mails):
    answer = client.post(OUTBOX, {"find": "maria"}, headers={"Host": "shop.test"})
    assert answer.headers["Location"].startswith("/backoffice/login/")


@pytest.mark.parametrize(
    "label",
    [model._meta.label_lower for model, page in PAGES if issubclass(page, PrivateSearch) and page.search_fields],
)
def test_each_list_of_people_has_the_posted_search(staff, label):
    page = staff.get(f"/backoffice/{label.replace('.', '/')}/").content.decode()
    assert '<form id="find" method="post"' in page
