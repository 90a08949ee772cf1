"""One search over everything that staff may see."""

import re
from datetime import date
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import StaffBrand, User
from planfront.audit.models import AuditEvent
from planfront.backoffice.search.kinds import KINDS
from planfront.backoffice.tests.rows import NOON, application, enrolled
from planfront.brands.models import Domain
from planfront.catalog.tests.factories import make_plan
from planfront.coverage.models import Policy
from planfront.enrollment.models import Application, SearchKey
from planfront.enrollment.worklists.search import KeyKind, index_of
from planfront.letters.models import Letter
from planfront.members.identifiers import subscriber_number
from planfront.members.models import Member, Relative
from planfront.messaging.models import OutboundEmail
from planfront.messaging.selectors import email_hash
from planfront.parties.groups.models import Portal
from planfront.parties.groups.services import create_group
from planfront.parties.reps.services import create_agent
from planfront.shopping.models import SentQuote

pytestmark = pytest.mark.django_db
FIND = "/backoffice/find/"


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


def person(brand, first, last="Lee", **more):
    data = {"birth_date": date(1990, 2, 11), "gender": 2, "email": f"{first}@mailbox.example".lower(), **more}
    return Member.objects.create(brand=brand, first_name=first, last_name=last, **data)


def rep(brand, **more):
    names = {"code": "REP1001", "first_name": "Jordan", "last_name": "Lee", "email": "j@example.com", **more}
    return create_agent(brands=[brand], **names)


def page_of(row):
    return f"/backoffice/{row._meta.app_label}/{row._meta.model_name}/{row.pk}/change/"


def looked(staff, words, kind=""):
    """Where somebody gets who types the words and presses Enter."""
    answer = staff.post(FIND, {"words": words, **({"kind": kind} if kind else {})})
    assert answer.status_code == 302
    return answer.headers["Location"]


def shown(staff, words, kind=""):
    place = looked(staff, words, kind)
    assert place.startswith(f"{FIND}?found="), place
    return staff.get(place).content.decode()


def results(page):
    """The best match, and what is shown of each kind."""
    page = re.sub(r"</?mark>", "", page).split("<aside")[0]
    best = re.search(r'<h2 id="best">(.*?)</h2>', page)
    parts = re.split(r'<h2 id="kind-([a-z]+)">', page)
    found = {kind: re.findall(r"<b>(.*?)</b>", part) for kind, part in zip(parts[1::2], parts[2::2], strict=True)}
    return best[1] if best else None, found


def counts(page):
    kinds = page.split('aria-label="Kinds"')[1].split("</nav>")[0]
    return re.findall(r"(\w+) <em>(\S+)</em>", kinds)


def test_people_reps_groups_codes_and_pages_are_found_by_how_a_word_begins(staff, brand):
    (
        person(brand, "Ana"),
        person(brand, "Leeland", "Brooks"),
        person(brand, "Otto", "Ray"),
        person(brand, "Kathleen", "X"),
    )
    rep(brand, landing_url="jordan-lee")
    create_group(code="LEEW22", name="Leeward Boat Works", brands=[brand])
    page = shown(staff, "lee")
    assert results(page) == (
        "Ana Lee",
        {
            "people": ["Leeland Brooks"],
            "reps": ["Jordan Lee"],
            "groups": ["Leeward Boat Works"],
            "codes": ["REP1001", "LEEW22"],
        },
    )
    assert counts(page) == [("All", "6"), ("People", "2"), ("Reps", "1"), ("Groups", "1"), ("Codes", "2")]
    assert "Ana <mark>Lee</mark>" in page
    assert results(shown(staff, "roster")) == (None, {"pages": ["Rosters"]})


@pytest.mark.parametrize(
    "words",
    [
        "ana@mailbox.example",
        "ANA@mailbox.example",
        "(614) 555-0148",
        "1 614 555 0148",
        "tel:+16145550148",
        "02/11/1990",
        "2/11/90",
        "4821",
        "E-77",
    ],
)
def test_a_person_is_found_by_what_a_caller_says(staff, brand, words):
    ana = person(brand, "Ana", phone="6145550148", employee_number="E-77", ssn_last4="4821")
    person(brand, "Otto", birth_date=date(1980, 1, 1))
    assert looked(staff, words) == page_of(ana)
    recorded = AuditEvent.objects.filter(action="backoffice.looked_by_last_four")
    assert recorded.count() == (1 if words == "4821" else 0)
    assert "4821" not in str(list(recorded.values()))


def test_an_enrollment_is_found_by_the_birth_date_phone_and_last_four_of_whom_it_is_for(staff, brand):
    row = application(brand)
    for kind, text in ((KeyKind.BORN, "1990-02-11"), (KeyKind.PHONE, "6145550148"), (KeyKind.LAST_FOUR, "4821")):
        SearchKey.objects.create(application=row, index=index_of(kind, text))
    for words in ("02/11/1990", "614 555 0148", "4821"):
        assert looked(staff, words) == page_of(row)
    for words in ("02/12/1990", "614 555 0149", "4822"):
        assert "Nothing was found" in shown(staff, words)
    assert AuditEvent.objects.filter(action="backoffice.looked_by_last_four").count() == 2


def test_four_digits_that_are_also_a_number_open_nothing_at_once(staff, brand):
    by_number, by_last_four = person(brand, "Ana", pk=4821), person(brand, "Otto", ssn_last4="4821")
    assert sorted(results(shown(staff, "4821"))[1]["people"]) == ["Otto Lee"]
    assert looked(staff, "#4821").startswith(f"{FIND}?found=")
    Member.objects.filter(pk=by_last_four.pk).delete()
    assert looked(staff, "4821") == page_of(by_number)


def test_a_child_is_found_and_leads_to_the_member_a_beneficiary_is_not(staff, brand):
    ana = person(brand, "Ana")
    data = {"member": ana, "relationship": "child", "last_name": "Lee", "birth_date": date(2019, 8, 30)}
    Relative.objects.create(kind="dependent", first_name="Theo", **data)
    Relative.objects.create(kind="beneficiary", first_name="Thelma", **data)
    page = shown(staff, "lee")
    assert results(page) == ("Ana Lee", {"people": ["Theo Lee"]})
    assert "Child of Ana <mark>Lee</mark>. 08/30/2019" in page
    assert looked(staff, "08/30/2019") == looked(staff, "theo") == page_of(ana)
    assert "Nothing was found" in shown(staff, "thelma")


def test_enrollments_and_policies_are_found_by_their_numbers_and_by_whose_they_are(staff, brand):
    sold = enrolled(brand, (make_plan("Brightwater Choice"), "31.00", "accepted"))
    case = sold.enrollment.application
    Application.objects.filter(pk=case.pk).update(applicant="Theresa Lee", submitted_at=NOON)
    policy = sold.sales.get().policy
    Policy.objects.filter(pk=policy.pk).update(number=f"PF{sold.number}-01")
    for words in (f"#{sold.number}", str(sold.number)):
        assert looked(staff, words) == page_of(case)
    for words in (f"pf{sold.number}-01", f"PF-{sold.number}-01", f"PF{sold.number}"):
        assert looked(staff, words) == page_of(policy)
    Policy.objects.filter(pk=policy.pk).update(number="PF-5001-1002")
    for words in ("PF-5001-1002", "PF5001-10", "pf-5001"):
        assert looked(staff, words) == page_of(policy)
    Policy.objects.filter(pk=policy.pk).update(number=f"PF{sold.number}-01")
    titles = {
        "policies": [f"Brightwater Choice, PF{sold.number}-01"],
        "enrollments": [f"#{sold.number}, Theresa Lee"],
    }
    page = shown(staff, "theresa lee")
    assert results(page) == (None, titles)
    assert ">$31.00<small>a month</small>" in page
    Policy.objects.filter(pk=policy.pk).update(member=person(brand, "Theresa"))
    assert results(shown(staff, "theresa lee")) == ("Theresa Lee", titles)
    assert "Nothing was found" in shown(staff, "PF999")


def test_the_best_match_offers_its_two_next_steps(staff, brand):
    row = rep(brand)
    person(brand, "Ana", agent=row), person(brand, "Bea", "Leeman")
    rep(brand, code="REP1002", first_name="Jordana", email="k@example.com")
    page = shown(staff, "jordan lee")
    best = page.split('aria-labelledby="best"')[1].split("</section>")[0]
    assert "Rep. Licensed in 0 states, 1 member" in best
    assert f'href="{page_of(row)}">Open<' in best
    assert f'href="/backoffice/members/member/?agent__id__exact={row.pk}">Book of business</a>' in best
    book = staff.get(f"/backoffice/members/member/?agent__id__exact={row.pk}")
    assert book.context["cl"].result_count == 1
    assert results(page) == ("Jordan Lee", {"reps": ["Jordana Lee"]})
    assert results(shown(staff, "rep1"))[1]["codes"] == ["REP1001", "REP1002"]


@pytest.mark.parametrize("kind", ["member", "group", "portal", "plan", "brand", "account", "policy"])
def test_every_next_step_leads_somewhere(staff, brand, kind):
    person(brand, "Zora", group=create_group(code="ZG1", name="Zed", brands=[brand]))
    Portal.objects.create(code="ZP", name="Zportal").brands.add(brand)
    make_plan("Zplan")
    User.objects.create_user("zed@demo.test", "x", role="rep", name="Zaccount")
    policy = enrolled(brand, (make_plan("Second"), "31.00", "accepted")).sales.get().policy
    words = {"member": "zora", "group": "zed", "portal": "zportal", "plan": "zplan", "brand": brand.key}
    words |= {"account": "zaccount", "policy": policy.number}
    page = staff.post(f"{FIND}typing/", {"words": words[kind], "whole": "1"}).content.decode()
    steps = re.findall(r'<a class="desk-button[^"]*"[^>]*href="([^"]+)"', page)
    assert len(steps) == 2, page
    for href in steps:
        assert staff.get(href.replace("&amp;", "&")).status_code == 200


def test_a_number_or_code_opens_at_once_and_what_was_opened_is_listed_latest_first(staff, brand):
    plan, row = make_plan("Brightwater Choice", code="BW3000"), rep(brand)
    assert looked(staff, "rep1001") == page_of(row)
    assert looked(staff, "BW3000") == page_of(plan)
    assert "Recently opened" not in staff.get(FIND).content.decode()
    for place in (page_of(row), page_of(plan), page_of(row), page_of(brand)):
        assert staff.get(place).status_code == 200
    lately = staff.get(FIND).content.decode().split("Recently opened")[1].split("<aside")[0]
    assert re.findall(r"<b>(.*?)</b>", lately) == [brand.name, "Jordan Lee", "Brightwater Choice"]


def test_the_number_on_a_card_opens_its_member_and_a_wrong_digit_nobody(staff, brand):
    maria = Member.objects.create(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1
    )
    number = subscriber_number(maria.pk)
    assert looked(staff, number.lower()) == page_of(maria)
    wrong = f"{number[:-1]}{(int(number[-1]) + 1) % 10}"
    assert looked(staff, wrong) != page_of(maria)


def test_a_word_that_is_also_a_code_opens_nothing_while_there_is_more(staff, brand):
    create_group(code="ACME", name="Acme Works", brands=[brand])
    person(brand, "Acme")
    assert results(shown(staff, "acme")) == ("Acme Works", {"people": ["Acme Lee"], "codes": ["ACME"]})


def test_what_was_opened_lately_is_the_best_match_of_several_people(staff, brand):
    rows = [person(brand, first) for first in ("Ana", "Bea", "Cora")]
    assert results(shown(staff, "lee"))[0] == "Ana Lee"
    staff.get(page_of(rows[1]))
    assert results(shown(staff, "lee")) == ("Bea Lee", {"people": ["Ana Lee", "Cora Lee"]})


def test_a_kind_has_at_most_three_and_an_address_for_all_of_them(staff, brand):
    for number in range(5):
        person(brand, f"Ana{number}")
    page = shown(staff, "lee")
    assert results(page) == ("Ana0 Lee", {"people": ["Ana1 Lee", "Ana2 Lee", "Ana3 Lee"]})
    place = re.search(r'href="(\?found=\w+&amp;kind=people)">All 5<', page)[1].replace("&amp;", "&")
    every = staff.get(FIND + place).content.decode()
    assert results(every) == (None, {"people": [f"Ana{number} Lee" for number in range(5)]})
    assert results(shown(staff, "lee", "people")) == results(every)
    assert results(shown(staff, "lee", "nothing")) == results(page)


def post_to(brand, member):
    OutboundEmail.objects.create(
        brand=brand, kind="receipt", to=member.email, subject="Your receipt", html="h", text="SEALED", created_at=NOON
    )
    Letter.objects.create(
        key="a",
        brand=brand,
        member=member,
        kind="change",
        language="en",
        subject="A change",
        recipient="SEALED",
        document={},
        mailed=True,
        on_paper=False,
        day=NOON.date(),
        created_at=NOON,
    )


def test_mail_letters_and_sent_quotes_are_found_by_whom_they_went_to_and_say_nothing_sealed(staff, brand):
    ana = person(brand, "Ana")
    post_to(brand, ana)
    SentQuote.objects.create(
        brand=brand,
        sender_kind="rep",
        sender_name="Jordan Lee",
        recipient_name="SEALED",
        recipient_email=ana.email,
        recipient_hash=email_hash(ana.email),
        frozen={},
        sha256="x",
        initial_month_cost=Decimal("40.00"),
        recurring_month_cost=Decimal("31.00"),
        token_hash="t",
        sent_at=NOON,
        expires_at=NOON,
    )
    page = shown(staff, "ana")
    assert results(page) == ("Ana Lee", {"mail": ["Your receipt", "A change"]})
    page = shown(staff, "ana@mailbox.example")
    assert results(page) == ("Ana Lee", {"quotes": ["Quote of 03/10/2026"], "mail": ["Your receipt", "A change"]})
    assert "SEALED" not in page
    assert looked(staff, "jordan") == page_of(SentQuote.objects.get())


def test_stores_are_found_by_name_host_and_portal(staff, brand):
    Domain.objects.create(host="shop.zebra.example", brand=brand)
    portal = Portal.objects.create(code="P100", name="Zebra portal")
    portal.brands.add(brand)
    assert results(shown(staff, "zebra"))[1] == {"stores": [brand.name, "Zebra portal"]}
    assert looked(staff, "shop.zebra.example") == page_of(brand)
    assert looked(staff, "p100") == page_of(portal)


def test_nothing_found_says_what_was_looked_through_and_in_which_stores(staff, brand, other_brand):
    page = shown(staff, "zz<b>")
    assert "Nothing was found for “zz&lt;b&gt;”." in page
    looked_through = "people, policies, enrollments, quotes, reps, groups, codes, stores, plans, accounts, email, pages"
    assert f"Searched: {looked_through}; ended policies and people who aren't active included." in page
    assert f"Stores: {other_brand.name}, {brand.name}." in page
    page = shown(staff, "01/01/1901")
    assert "Searched: people, enrollments, pages;" in page


@pytest.mark.thorough
def test_more_than_two_hundred_ask_for_one_more_word(staff, brand):
    Member.objects.bulk_create(
        Member(
            brand=brand, first_name=f"Ana{n}", last_name="Lee", birth_date=date(1990, 2, 11), gender=2, email="a@b.c"
        )
        for n in range(201)
    )
    page = shown(staff, "lee")
    assert counts(page) == [("All", "201+"), ("People", "200+")]
    assert "More than 200 people were found. Add one more word." in page
    assert len(results(shown(staff, "lee", "people"))[1]["people"]) == 200
    Member.objects.first().delete()
    page = shown(staff, "lee")
    assert counts(page) == [("All", "200"), ("People", "200")]
    assert "Add one more word" not in page


@pytest.mark.parametrize("words", ["o'brien", "o'b", "smith-lee", "obrien smith", "smi"])
def test_names_with_signs_in_them_are_found(staff, brand, words):
    sean = person(brand, "Sean Obrien", "O'Brien Smith-Lee")
    assert looked(staff, words) == page_of(sean)


@pytest.mark.parametrize(
    "words", ["''", "\\\\", "a & b", "!!", "lee:*", "a | b", "%%", "__", "<->", "((", "zz<b>", "😀😀"]
)
@pytest.mark.thorough
def test_signs_of_the_database_find_nothing_and_break_nothing(staff, brand, words):
    person(brand, "Otto", "Ray")
    assert "Nothing was found" in shown(staff, words)
    assert typed(staff, words) == ([], "Nothing found")


def test_search_terms_appear_in_no_url_and_are_not_stored_in_the_clear(staff, brand):
    person(brand, "Ana"), person(brand, "Otto")
    place = looked(staff, "lee")
    assert "lee" not in place.lower()
    assert "lee" not in str(dict(staff.session)).lower()
    for other in ("?found=other", "?q=lee", "?words=lee"):
        page = staff.get(FIND + other).content.decode()
        assert "Ana" not in page
    assert looked(staff, "l") == FIND
    assert looked(staff, "  ") == FIND


@pytest.mark.thorough
def test_search_finds_and_counts_only_what_brand_and_role_allow(client, brand, other_brand):
    ours, theirs = person(brand, "Ana"), person(other_brand, "Anatol", ssn_last4="4821", phone="6145550148")
    Relative.objects.create(
        member=theirs,
        kind="dependent",
        relationship="child",
        first_name="Ana",
        last_name="X",
        birth_date=date(2019, 8, 30),
    )
    sold = enrolled(other_brand, (make_plan("Ana Plan"), "31.00", "accepted"))
    rep(other_brand, first_name="Ana", code="ANA1", landing_url="ana")
    create_group(code="ANA22", name="Ana Works", brands=[other_brand])
    OutboundEmail.objects.create(
        brand=other_brand, kind="receipt", to=ours.email, subject="S", html="h", text="t", created_at=NOON
    )
    user = User.objects.create_user("look@demo.test", "planfront-demo", role="staff", is_staff=True)
    user.staff_role = "reader"
    user.save()
    StaffBrand.objects.create(user=user, brand_id=brand.pk)
    client.force_login(user)
    client.defaults["HTTP_HOST"] = "shop.test"
    assert looked(client, "ana") == page_of(ours)
    for words in ("4821", "614 555 0148", "08/30/2019", f"#{sold.number}", "ANA1", "ANA22", "/ana", theirs.email):
        page = shown(client, words)
        assert "Nothing was found" in page, words
        assert f"Stores: {brand.name}." in page
        assert typed(client, words) == ([], "Nothing found")
    client.logout()
    assert client.get(FIND).status_code == 302
    assert client.post(FIND, {"words": "lee"}).headers["Location"].startswith("/backoffice/login/")


def test_what_was_opened_before_is_no_more_listed_once_it_may_not_be_looked_at(client, brand, other_brand):
    ana = person(brand, "Ana")
    user = User.objects.create_user("look@demo.test", "planfront-demo", role="staff", is_staff=True)
    user.staff_role = "reader"
    user.save()
    StaffBrand.objects.create(user=user, brand_id=brand.pk)
    client.force_login(user)
    client.defaults["HTTP_HOST"] = "shop.test"
    assert client.get(page_of(ana)).status_code == 200
    assert "Ana Lee" in client.get(FIND).content.decode()
    Member.objects.filter(pk=ana.pk).update(brand=other_brand)
    assert "Ana Lee" not in client.get(FIND).content.decode()


@pytest.mark.thorough
@pytest.mark.counts_queries
def test_the_number_of_queries_is_the_same_whatever_is_found(staff, brand):
    def queries(words):
        place = looked(staff, words)
        staff.get(place)
        with CaptureQueriesContext(connection) as spent:
            staff.get(place)
        return [re.sub(r"\s+", " ", query["sql"])[:60] for query in spent]

    nothing = queries("lee")
    ana = person(brand, "Ana")
    person(brand, "Bea"), rep(brand), rep(brand, code="LEE2", email="k@example.com")
    create_group(code="LEEW22", name="Leeward Boat Works", brands=[brand])
    Portal.objects.create(code="LEEP", name="Lee portal").brands.add(brand)
    User.objects.create_user("lee@demo.test", "x", role="rep", name="Jordan Lee")
    Relative.objects.create(
        member=ana,
        kind="dependent",
        relationship="child",
        first_name="Theo",
        last_name="Lee",
        birth_date=date(2019, 8, 30),
    )
    sold = enrolled(brand, *((make_plan(f"Lee {number}"), "31.00", "accepted") for number in range(4)))
    Application.objects.filter(enrollment=sold.enrollment).update(applicant="Theresa Lee", submitted_at=NOON)
    Policy.objects.update(member=ana)
    post_to(brand, ana)
    assert set(results(shown(staff, "lee"))[1]) == set(KINDS) - {"quotes"}
    assert queries("lee") == nothing
    for number in range(30):
        person(brand, f"Cora{number}")
    assert queries("lee") == nothing


def typed(staff, words, **more):
    answer = staff.post(f"{FIND}typing/", {"words": words, **more})
    assert answer.status_code == 200
    page = answer.content.decode()
    return re.findall(r'role="option"[^>]*><b>(.*?)</b>', page), re.search(r'data-said="(.*?)"', page)[1]


def test_searching_while_one_types_is_not_recorded(staff, brand):
    person(brand, "Ana"), person(brand, "Otto", "Ray")
    Member.objects.filter(first_name="Ana").update(ssn_last4="4821")
    assert typed(staff, "lee") == (["Ana <mark>Lee</mark>"], "1 found, use the arrow keys")
    assert typed(staff, "l") == ([], "Nothing found")
    assert typed(staff, "zz<b>") == ([], "Nothing found")
    assert typed(staff, "4821") == ([], "Nothing found")
    assert not AuditEvent.objects.filter(action="backoffice.looked_by_last_four").exists()
    assert staff.get(f"{FIND}typing/").status_code == 405
    staff.logout()
    assert staff.post(f"{FIND}typing/", {"words": "lee"}).status_code == 302


def test_the_search_page_shows_results_while_one_types_with_kinds_that_send_the_words(staff, brand):
    for number in range(5):
        person(brand, f"Ana{number}")
    page = staff.post(f"{FIND}typing/", {"words": "lee", "whole": "1"}).content.decode()
    assert results(page) == ("Ana0 Lee", {"people": ["Ana1 Lee", "Ana2 Lee", "Ana3 Lee"]})
    assert 'data-said="5 found"' in page
    assert '<button type="submit" name="kind" value="people">People <em>5</em></button>' in page
    assert "<html" not in page
    page = staff.post(f"{FIND}typing/", {"words": "4821", "whole": "1"}).content.decode()
    assert "Press Enter to search by the last four digits of a number" in page
    assert "Recently opened" not in staff.post(f"{FIND}typing/", {"words": "", "whole": "1"}).content.decode()


def test_every_page_has_the_box_and_a_way_to_the_search(staff, brand):
    for place in ("/backoffice/", "/backoffice/members/member/", FIND):
        page = staff.get(place).content.decode()
        assert page.count('data-typing="/backoffice/find/typing/"') == 1
        assert f'href="{FIND}" aria-label="Search everything"' in page


def test_a_policy_search_result_leads_to_its_page_and_from_there_to_its_section_of_the_case_file(staff, brand):
    sold = enrolled(brand, (make_plan("Brightwater Choice"), "31.00", "accepted"))
    policy = sold.sales.get().policy
    assert looked(staff, policy.number) == page_of(policy)
    place = f"/backoffice/enrollment/application/{sold.enrollment.application.pk}/change/#policy-{policy.number}"
    assert f'href="{place}"' in staff.get(page_of(policy)).content.decode()
    page = staff.get(place).content.decode()
    assert f'id="policy-{policy.number}"' in page
    assert "More of this enrollment" in page


def test_before_anything_is_typed_actions_are_offered_by_right(works, brand):
    admin = works("admin")
    assert "Add a member" in typed(admin, "")[0]
    assert typed(admin, "roster")[0][-1:] == ["Upload a <mark>roster</mark>"]
    assert b"Keyboard shortcuts" in admin.get("/backoffice/").content
    assert typed(works("reader"), "")[0] == []
