"""A list and its export take as many queries for 300 rows as for 30, and open nothing that is sealed."""

import csv
import re
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from itertools import count
from typing import Any

import pytest
from django.db import connection, models
from django.test.utils import CaptureQueriesContext
from django_tasks_db.models import DBTaskResult

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent, OpenedRecord
from planfront.backoffice.lists import paging
from planfront.backoffice.registry import PAGES
from planfront.billing.models import BillDate
from planfront.brands.models import Video
from planfront.coverage.models import Policy, RenewalItem, RenewalRun, ReportedChange
from planfront.coverage.owed_fees import SoldFee
from planfront.coverage.tests.policies import issue
from planfront.enrollment.models import (
    AgreementText,
    Application,
    ClientSignature,
    PossibleDuplicate,
    RequirementProfile,
)
from planfront.imports.models import ImportRun
from planfront.integrations.models import BankRouting
from planfront.kernel import clock
from planfront.kernel.security.fields import EncryptedTextField
from planfront.leads.models import Consent, ConsentRevocation
from planfront.members.models import DuplicateMember, Member, ReferenceItem, Relative
from planfront.parties.groups.models import Group
from planfront.parties.groups.services import create_group
from planfront.rating.models import RateTable

pytestmark = pytest.mark.django_db
NUMBERS = count(1)
JOB = {"args": ["planfront.kernel.jobs.tasks:reap", [], 0], "kwargs": {}}
FEW_ROWS = (AgreementText, BankRouting, ClientSignature, Group, ImportRun, ReferenceItem, RequirementProfile)
# What a column's kind doesn't tell. Only a second person may approve, so one of two is left out.
GIVEN = {
    BillDate: lambda number: {"day": number % 28 + 1, "brand_id": number},
    Consent: lambda number: {"enquiry": None},
    ConsentRevocation: lambda number: {"enquiry": None},
    DBTaskResult: lambda number: {"args_kwargs": JOB, "priority": 0, "worker_ids": []},
    ReportedChange: lambda number: {"member": make(Member, 1)[0], "waits_for": "staff", "shown": []},
    OpenedRecord: lambda number: {"action": "sealed.opened"},
    ImportRun: lambda number: {"approved_by": None, "state": "refused"},
    DuplicateMember: lambda number: dict(zip(("first", "second"), make(Member, 2), strict=True)),
    PossibleDuplicate: lambda number: {"earlier": make(Application, 1)[0]},
    RenewalRun: lambda number: {"agreed_by": None, "answer_by": date(2025, 12, 1)},
    RenewalItem: lambda number: {"policy": make(Policy, 1)[0]},
    RateTable: lambda number: {"approved_by": None, "method": "FLAT", "version": number, "modal_factor": 1},
    Relative: lambda number: {"ssn": ""},
    Video: lambda number: {"language": str(number)},
}
KINDS: tuple[tuple[Any, Callable[[int], Any]], ...] = (
    (models.BooleanField, lambda number: True),
    (models.DateTimeField, lambda number: clock.now()),
    (models.DateField, lambda number: date(2026, 1, 1)),
    (models.DecimalField, lambda number: 1),
    (models.IntegerField, lambda number: number),
    (models.EmailField, lambda number: f"person{number}@example.com"),
    (models.JSONField, lambda number: {}),
    (models.FileField, lambda number: ""),
    ((models.CharField, models.TextField), str),
)


def make(model, amount):
    """Rows with every column filled, references too: an empty one would hide the queries it costs."""
    kept = {}
    rows = [model(**columns(model, next(NUMBERS), kept)) for _ in range(amount)]
    return model._default_manager.bulk_create(rows)


def columns(model, number, kept):
    result = GIVEN.get(model, lambda number: {})(number)
    for field in model._meta.fields:
        if field.name not in result and field.attname not in result and not isinstance(field, models.AutoField):
            content = value(model, field, number, kept)
            result |= {field.name: content} if content is not None else {}
    return result


def value(model, field, number, kept):
    """``kept``: the rows that many refer to, by their model."""
    if field.is_relation:
        if field.related_model is model:
            return None
        if field.one_to_one:
            return make(field.related_model, 1)[0]
        if field.related_model not in kept:
            kept[field.related_model] = field.related_model._default_manager.first() or make(field.related_model, 1)[0]
        return kept[field.related_model]
    if field.choices:
        return field.flatchoices[0][0]
    if field.has_default() and not field.unique:
        return field.get_default()
    content = next((fill(number) for kinds, fill in KINDS if isinstance(field, kinds)), None)
    return content[-field.max_length :] if isinstance(content, str) and field.max_length else content


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


def address(model):
    return f"/backoffice/{model._meta.app_label}/{model._meta.model_name}/"


def lines(answer):
    assert answer.status_code == 200, answer
    return list(csv.reader(b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()))


def opened(*_arguments):
    raise AssertionError("a list opened a sealed column")


def shown_rows(context):
    """The rows of a list; one with a page of its own calls them so."""
    return context["cl"].result_list if "cl" in context else context["rows"]


def look(staff, model):
    """The list with its export: number of rows and lines, and the queries of each."""
    counted = []
    for url in (address(model), f"{address(model)}export.csv"):
        with CaptureQueriesContext(connection) as captured:
            answer = staff.get(url)
            result_list = lines(answer)[1:] if answer.streaming else shown_rows(answer.context)
        counted.append((result_list, [item["sql"] for item in captured]))
    (_page, listed), (exported, written) = counted
    return len(exported), listed, written


@pytest.mark.counts_queries
@pytest.mark.parametrize("model", [model for model, _page in PAGES], ids=lambda model: model._meta.label)
@pytest.mark.parametrize(("rows", "more"), [(5, 50), pytest.param(30, 300, marks=pytest.mark.at_length)])
@pytest.mark.thorough
def test_a_list_takes_the_same_queries_for_ten_times_the_rows(staff, model, rows, more, monkeypatch):
    make(model, rows)
    staff.get(address(model))
    monkeypatch.setattr(EncryptedTextField, "open", opened)
    few, listed, written = look(staff, model)
    make(model, more - rows)
    many, listed_more, written_more = look(staff, model)
    assert many - few >= more - rows  # an export adds to the audit record itself
    assert len(listed_more) == len(listed), [sql for sql in listed_more if sql not in listed]
    assert len(written_more) == len(written), [sql for sql in written_more if sql not in written]


@pytest.mark.parametrize("model", [model for model, _page in PAGES], ids=lambda model: model._meta.label)
def test_a_list_reads_no_whole_column_for_its_filters(staff, model):
    """What could be chosen stands elsewhere, but for tables that are written by hand or loaded from a short file."""
    make(model, 5)
    _exported, listed, _written = look(staff, model)
    # The count of first steps, above every page, asks which area schemes there are rates for.
    chosen = [sql for sql in listed if not sql.startswith('SELECT DISTINCT "rating_ratetable"."area_scheme"')]
    whole = [sql for sql in chosen if sql.startswith("SELECT DISTINCT") and f'FROM "{model._meta.db_table}"' in sql]
    assert not whole or model in FEW_ROWS, whole


def test_an_export_is_what_the_list_shows_and_is_recorded(staff, brand):
    for code, name in (("ACME01", "Acme"), ("BOLT02", "=HYPERLINK(1)"), ("ACRE03", "Acre")):
        create_group(code=code, name=name, brands=[brand], active=code != "ACRE03")
    page = staff.get(address(Group) + "?q=ac&o=-1&p=1").content.decode()
    link = re.search(r'href="(export\.csv[^"]*)"', page)[1].replace("&amp;", "&")
    assert link == "export.csv?q=ac&o=-1"
    answer = staff.get(address(Group) + link)
    assert f'groups-{clock.today():%Y-%m-%d}.csv"' in answer.headers["Content-Disposition"]
    result = lines(answer)
    assert [line[:2] for line in result] == [["Code", "Name"], ["ACRE03", "Acre"], ["ACME01", "Acme"]]
    assert [line[-1] for line in result] == ["Active", "no", "yes"]
    event = AuditEvent.objects.get(action="backoffice.group.exported")
    assert event.meta == {"rows": 2, "filters": ["o", "q"]}
    assert "name" in event.fields
    every = lines(staff.get(address(Group) + "export.csv"))
    assert every[2][:2] == ["BOLT02", "'=HYPERLINK(1)"]
    assert staff.get(address(Group) + "export.csv?nonsense=1").headers["Location"] == "./?e=1"


def test_policies_are_exported_with_the_fees_beside_their_prices(staff, brand):
    """P-1 and P-2 are one member's, who owes the dues once; P-3 ended with its dues; P-4 begins next year."""
    plain, once = SoldFee("membership", Decimal("5.00")), SoldFee("enrollment", Decimal("15.00"), True, 1)
    today = clock.today()
    yesterday = today - timedelta(days=1)
    last_year, next_year = today.replace(year=today.year - 1, day=1), today.replace(year=today.year + 1, day=1)
    make(Member, 3)
    people = list(Member.objects.order_by("pk"))
    issue(brand, number="P-1", member_id=people[0].pk, first=last_year, sold_with=[plain, once])
    issue(brand, number="P-2", member_id=people[0].pk, first=last_year, sold_with=[plain])
    issue(
        brand,
        number="P-3",
        member_id=people[1].pk,
        first=last_year,
        ends_on=yesterday,
        sold_with=[plain],
    )
    issue(brand, number="P-4", member_id=people[2].pk, first=next_year, sold_with=[plain], fees=Decimal("1.10"))
    heading, *rows = lines(staff.get(address(Policy) + "export.csv?o=1"))
    at = [heading.index(name) for name in ("Number", "Monthly", "Monthly dues", "Charged once")]
    assert sorted([row[column] for column in at] for row in rows) == [
        ["P-1", "36.85", "5.00", "15.00"],
        ["P-2", "36.85", "0.00", "0.00"],
        ["P-3", "36.85", "5.00", "0.00"],
        ["P-4", "37.95", "5.00", "0.00"],
    ]


def test_empty_cells_are_exported_empty(staff, brand):
    User.objects.create_user("iris@demo.test", role="rep")
    _heading, *rows = lines(staff.get(address(User) + "export.csv"))
    assert rows
    assert not [cell for row in rows for cell in row if cell in {"-", "'-"}]
    assert "" in {cell for row in rows for cell in row}


def test_ticked_rows_are_exported(staff, brand):
    rows = [create_group(code=f"G{number}", name=f"Group {number}", brands=[brand]) for number in range(3)]
    sent = {"action": "export_csv", "_selected_action": [rows[0].pk, rows[2].pk]}
    result = lines(staff.post(address(Group), sent))
    assert [line[0] for line in result] == ["Code", "G2", "G0"]
    assert AuditEvent.objects.get(action="backoffice.group.exported").meta == {"rows": 2, "filters": ["selected"]}


def test_search_results_are_exported_without_search_words_in_the_url(staff, brand):
    make(Member, 3)
    sought = Member.objects.first()
    Member.objects.filter(pk=sought.pk).update(last_name="Santos")
    link = staff.post(address(Member), {"find": "santos"}).headers["Location"]
    result = lines(staff.get(link.replace("member/?", "member/export.csv?")))
    assert [line[0] for line in result[1:]] == [str(sought.pk)]


def test_strangers_cannot_export_a_list(client, brand):
    client.defaults["HTTP_HOST"] = "shop.test"
    assert client.get(address(Member) + "export.csv").headers["Location"].startswith("/backoffice/login/")
    assert not AuditEvent.objects.filter(action="backoffice.member.exported").exists()


@pytest.mark.parametrize(
    ("query", "found"),
    [("", 3), ("?at_from=2026-03-08", 2), ("?at_to=2026-03-08", 2), ("?at_from=2026-03-08&at_to=2026-03-08", 1)],
)
def test_a_date_range_includes_both_days_in_the_operators_zone(staff, query, found):
    """The clocks of New York go forward on 8 March 2026, so that the day has 23 hours."""
    for number, at in enumerate(["2026-03-08T04:59:59Z", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"]):
        AuditEvent.objects.create(at=at, action="x", actor_kind="system", subject_type="t", subject_id=str(number))
    assert staff.get(address(AuditEvent) + query).context["cl"].result_count == found


def test_an_impossible_date_is_refused(staff):
    assert staff.get(address(AuditEvent) + "?at_from=soon").headers["Location"].endswith("?e=1")


def test_only_the_first_words_of_a_long_search_are_used(staff, brand):
    """Thousands of words make a condition that no database takes."""
    create_group(code="G1", brands=[brand], name="Corner Bakery")
    words = "corner bakery " * 3000
    for path in ("parties/group", "catalog/plan", "parties/agent", "django_tasks_database/dbtaskresult"):
        assert staff.get(f"/backoffice/{path}/", {"q": words}).status_code == 200, path
    assert staff.get("/backoffice/parties/group/", {"q": words}).context["cl"].result_count == 1
    assert staff.get("/backoffice/parties/group/", {"q": f"dairy {words}"}).context["cl"].result_count == 0


def test_a_long_list_is_counted_up_to_a_bound_and_says_that_there_is_more(staff, brand, monkeypatch):
    monkeypatch.setattr(paging, "MOST", 120)
    for number in range(121):
        create_group(code=f"G{number}", name=f"Group {number}", brands=[brand])
    page = staff.get("/backoffice/parties/group/").content.decode()
    assert "120+" in page
    assert "p=3" in page
    assert "p=4" not in page
    Group.objects.first().delete()
    page = staff.get("/backoffice/parties/group/").content.decode()
    assert "120+" not in page
    assert re.search(r"120\s+groups", page)
