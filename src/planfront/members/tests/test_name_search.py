"""Members are found by any part of their names and email addresses, however that part is looked up."""

from datetime import date

import pytest
from django.db import connection

from planfront.accounts.models import User
from planfront.kernel.database.triggers import POSTGRES, names_in
from planfront.members import listing, name_search
from planfront.members.listing import Book, Wanted, member_page
from planfront.members.migrations import _name_trigrams
from planfront.members.models import Member
from planfront.members.name_search import few_with, members_called
from planfront.members.services import create_member
from planfront.parties.reps.services import create_agent

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
NAMES = (
    ("Anneliese", "O'Brian"),
    ("José", "Núñez-Tran"),
    ("Mary Ann", "Li"),
    ("Ørjan", "Vu"),
    ("Quincy", 'Mac"Neil'),
    ("安娜", "李小龙"),
    ("Dana", "100%_Sure"),
)
PARTS = (
    *("anneliese", "NNELI", "'bri", "jos", "josé", "úñe", "ÚÑE", "z-t", "tran", "ran", "li", "y", "vu", "ØRJ", "ørj"),
    *(
        'c"n',
        '"',
        "李小龙",
        "李",
        "0%_",
        "%",
        "_s",
        "lbox.exam",
        "@mail",
        "dana mailbox",
        "ann li",
        "nobody",
        "qx",
        "AND",
    ),
    *("a OR b", "NEAR(a b)", "names : dana", "*", "ana*"),
)


@pytest.fixture
def rep(brand):
    user = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    return create_agent(code="R1", brands=[brand], first_name="J", last_name="L", email="j@example.com", user=user)


@pytest.fixture
def people(brand, rep):
    return [
        create_member(
            brand=brand,
            agent=rep,
            first_name=first,
            last_name=last,
            birth_date=date(1989, 4, 17),
            gender=1,
            email=f"n{number}@mailbox.example",
        )
        for number, (first, last) in enumerate(NAMES)
    ]


def first_names(brand, rep, search):
    page = member_page(Book(brand.pk, rep.pk), Wanted(page=1, per_page=50, search=search))
    return sorted(row.first_name for row in page.rows)


def holding(search):
    """By reading everybody: each word in the lower-case names and address, as the database lowers letters."""
    rows = [(row.first_name, row.search) for row in Member.objects.all()]
    words = [{word.lower(), name_search.ascii_lower(word)} for word in search.split()]
    return sorted(name for name, text in rows if all(any(form in text for form in forms) for forms in words))


@pytest.mark.parametrize("few", [2_000, 2, 0])
@pytest.mark.parametrize("large_book", [False, True])
@pytest.mark.usefixtures("people")
@pytest.mark.thorough
def test_a_part_finds_the_same_people_however_many_have_it_and_however_large_the_book_is(
    brand, rep, monkeypatch, few, large_book
):
    monkeypatch.setattr(name_search, "FEW", few)
    monkeypatch.setattr(listing, "FEW", few)
    if large_book:
        monkeypatch.setattr(listing, "own_members", lambda *_arguments: None)
    for part in PARTS:
        assert first_names(brand, rep, part) == holding(part), part


@pytest.mark.usefixtures("people")
def test_a_name_is_found_by_the_index_and_a_short_part_is_not_looked_up():
    anneliese = Member.objects.get(first_name="Anneliese")
    assert few_with(["nneli"]) == {anneliese.pk}
    assert few_with(["mailbox"], names_only=True) == set()
    assert len(few_with(["mailbox"])) == len(NAMES)
    assert few_with(["li"]) is None


@pytest.mark.usefixtures("people")
def test_who_is_renamed_or_deleted_is_not_found_by_the_name_that_was(brand, rep):
    member = Member.objects.get(first_name="Anneliese")
    Member.objects.filter(pk=member.pk).update(first_name="Rosalind", email="rosalind@mailbox.example")
    assert (first_names(brand, rep, "nneli"), first_names(brand, rep, "salin")) == ([], ["Rosalind"])
    assert (few_with(["nneli"]), few_with(["salin"])) == (set(), {member.pk})
    Member.objects.filter(pk=member.pk).delete()
    assert (first_names(brand, rep, "salin"), few_with(["salin"])) == ([], set())


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["anne"], ["Anneliese"]),
        (["o'b"], ["Anneliese"]),
        (["brian"], []),
        (["tran"], ["José"]),
        (["ma"], ["Mary Ann", "Quincy"]),
        (["l", "mary"], ["Mary Ann"]),
        (["n3"], ["Ørjan"]),
        (["ann", "mary"], ["Mary Ann"]),
    ],
)
def test_words_of_a_name_are_found_by_how_they_begin(words, names):
    if connection.vendor == POSTGRES and words in (["o'b"], ["brian"]):
        pytest.skip("PostgreSQL takes an apostrophe for the end of a word")
    rows = Member.objects.filter(members_called(words))
    assert sorted(rows.values_list("first_name", flat=True)) == sorted(names)


def test_the_database_has_what_is_declared():
    if connection.vendor != POSTGRES:
        assert names_in(connection, "name_trigrams_") == {trigger.name for trigger in _name_trigrams.triggers()}
        return
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        names = Member.objects.filter(name_search._having(["nneli"], names_only=True)).explain()
        either = Member.objects.filter(name_search._having(["nneli"], names_only=False)).explain()
    assert "members_name_pieces" in names
    assert "members_name_pieces" in either
    assert "members_email_pieces" in either


def test_whoever_is_still_there_is_found_after_tidying(people):
    Member.objects.filter(first_name="Anneliese").update(first_name="Rosalind")
    name_search.tidy()
    assert few_with(["salin"]) == {people[0].pk}
