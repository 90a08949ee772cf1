"""The import pages: what each person sees and may do, and that every button asks again."""

import io
import re
from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.cli.ports import free_port
from planfront.config.env import FilesPlace
from planfront.imports import storage
from planfront.imports.models import ImportRun, State
from planfront.imports.services import stage_file
from planfront.imports.tests.conftest import colours  # noqa: F401
from planfront.kernel import clock
from planfront.kernel.jobs.tasks import run_pending
from planfront.rating.engine import cell
from planfront.rating.models import RateTable
from planfront.rating.services import approve_table, create_table
from planfront.rating.tests.conftest import make_plan  # noqa: F401

pytestmark = pytest.mark.django_db
BASE = "/backoffice/imports/importrun/"
GOOD = b"Name,Hex\npetrol,#0a5\nsand,#eca\n"


@pytest.fixture
def sign_in(client, brand):
    client.defaults["HTTP_HOST"] = "shop.test"

    def sign_in(email, *, superuser=True):
        user = User.objects.filter(email=email).first()
        make = User.objects.create_superuser if superuser else User.objects.create_user
        extra = {} if superuser else {"role": "staff", "is_staff": True}
        client.force_login(user or make(email, "planfront-demo", **extra))
        return client

    return sign_in


@pytest.fixture
def first(sign_in):
    return sign_in("admin@demo.test")


def upload(client, body=GOOD, name="colours.csv", kind="colours"):
    return client.post(f"{BASE}add/?kind={kind}", {"file": SimpleUploadedFile(name, body)})


@pytest.fixture
def staged(first, colours):  # noqa: F811
    assert upload(first).status_code == 302
    run = ImportRun.objects.get()
    return stage_file(run_id=run.pk)


def page(client, run, rest="change/"):
    return client.get(f"{BASE}{run.pk}/{rest}")


def do(client, run, step, **data):
    return client.post(f"{BASE}{run.pk}/step/{step}/", data, follow=True).content.decode()


def test_the_kinds_are_offered_with_templates_and_columns(first, colours):  # noqa: F811
    shown = first.get(f"{BASE}add/").content.decode()
    assert "Upload Colors" in shown
    assert "Upload Rates" in shown
    form = first.get(f"{BASE}add/?kind=colours").content.decode()
    assert "<code>Hex</code>" in form
    assert "colours.csv" in form
    blank = first.get(f"{BASE}template/colours/colours.csv")
    assert blank.content.decode("utf-8-sig").splitlines() == ["Name,Hex", "Example: petrol,"]
    assert "attachment" in blank.headers["Content-Disposition"]
    for missing in ("add/?kind=fates", "template/colours/x.csv", "template/fates/x.csv", "columns/fates/"):
        assert first.get(BASE + missing).status_code == 404


@pytest.mark.parametrize("name", ["rates.xlsx", "rates.csv"])
def test_the_rates_template_can_be_downloaded(first, name):
    answer = first.get(f"{BASE}template/rates/{name}")
    assert answer.status_code == 200
    assert len(answer.content) > 500


def test_an_upload_is_read_by_the_worker_and_followed(first, colours):  # noqa: F811
    assert upload(first).headers["Location"] == f"{BASE}{ImportRun.objects.get().pk}/change/"
    run = ImportRun.objects.get()
    shown = page(first, run).content.decode()
    assert f'data-import-progress="{BASE}{run.pk}/progress/"' in shown
    assert "<script>" not in shown.split('<div class="imports">')[1]
    assert page(first, run, "progress/").json() == {
        "state": "queued",
        "label": "Waiting",
        "done": 0,
        "total": 0,
        "percent": 0,
    }
    assert run_pending() == 1
    assert page(first, run, "progress/").json()["percent"] == 100
    shown = page(first, run).content.decode()
    assert "2 new" in shown
    assert "data-import-progress" not in shown


def test_uploading_the_same_file_again_opens_the_existing_import(first, staged):
    again = first.post(f"{BASE}add/?kind=colours", {"file": SimpleUploadedFile("x.csv", GOOD)}, follow=True)
    assert f"already here, as import #{staged.pk}" in again.content.decode()
    assert ImportRun.objects.count() == 1


def test_bad_options_and_a_missing_file_are_reported_at_their_field(first, db):
    assert "This field is required" in first.post(f"{BASE}add/?kind=rates", {}).content.decode()
    body = {"file": SimpleUploadedFile("x.csv", b"x"), "plan_map": "12345ME0160001,99"}
    assert "There is no plan 99." in first.post(f"{BASE}add/?kind=rates", body).content.decode()
    empty = first.post(f"{BASE}add/?kind=rates", {"file": SimpleUploadedFile("x.csv", b"")}).content.decode()
    assert "The submitted file is empty." in empty
    assert not ImportRun.objects.exists()


def test_bad_rows_are_listed_and_downloaded(first, colours):  # noqa: F811
    upload(first, b"Name,Hex\npetrol,#0a5\nsand,=beige\n")
    run = stage_file(run_id=ImportRun.objects.get().pk)
    shown = page(first, run).content.decode()
    assert "The file was rejected, and nothing changed." in shown
    assert "Correct the error below, and upload it again." in shown
    assert "<strong>Rejected</strong>" in shown
    assert ", 2 rows read</dd>" in shown
    assert f'href="{BASE}add/?kind={run.kind}">Upload the corrected file</a>' in shown
    assert "&#x27;=beige&#x27; is no colour." in shown
    table = page(first, run, "issues.csv").getvalue().decode("utf-8-sig").splitlines()
    assert table == ["row,column,code,reason,rejects the file", "3,Hex,badHex,'=beige' is no colour.,yes"]
    assert "step/approve" not in shown


def test_the_uploader_cannot_approve_and_is_told_why(first, staged):
    shown = page(first, staged).content.decode()
    assert "You uploaded this file" in shown
    assert "step/approve" not in shown
    assert "so someone else has to do this" in page(first, staged, "step/approve/").content.decode()
    text = do(first, staged, "approve", go_live_on=clock.today().isoformat())
    assert "so someone else has to do this." in text
    staged.refresh_from_db()
    assert staged.state == State.STAGED


def test_a_second_person_approves_for_today(staged, sign_in, colours):  # noqa: F811
    second = sign_in("approver@demo.test")
    assert f'href="{BASE}{staged.pk}/step/approve/"' in page(second, staged).content.decode()
    assert 'type="date"' in page(second, staged, "step/approve/").content.decode()
    assert "This import is live." in do(second, staged, "approve", go_live_on=clock.today().isoformat())
    staged.refresh_from_db()
    assert (staged.state, staged.approved_by.email) == ("live", "approver@demo.test")
    assert set(colours.world) == {"petrol", "sand"}
    event = AuditEvent.objects.get(action="import.live")
    assert (event.actor_kind, event.actor_id) == ("staff", staged.approved_by_id)


def test_a_past_or_missing_go_live_day_is_refused(staged, sign_in):
    second = sign_in("approver@demo.test")
    over = (clock.today() - timedelta(days=1)).isoformat()
    assert "Choose today or a later day." in do(second, staged, "approve", go_live_on=over)
    assert "Enter a valid date." in do(second, staged, "approve", go_live_on="soon")
    staged.refresh_from_db()
    assert staged.state == State.STAGED


def test_a_scheduled_import_can_be_brought_forward_and_rolled_back(staged, sign_in, colours):  # noqa: F811
    second = sign_in("approver@demo.test")
    do(second, staged, "approve", go_live_on=(clock.today() + timedelta(days=9)).isoformat())
    assert "Goes live on" in page(second, staged).content.decode()
    assert "bring its day forward" in page(sign_in("admin@demo.test"), staged).content.decode()
    second = sign_in("approver@demo.test")
    assert "right away instead" in page(second, staged, "step/go-live/").content.decode()
    assert "This import is live." in do(second, staged, "go-live")
    assert colours.world
    assert "Carts whose price changes" in page(second, staged, "step/roll-back/").content.decode()
    assert "Rolled back" in do(second, staged, "roll-back")
    assert colours.world == {}
    assert "that&#x27;s no longer possible" in page(second, staged, "step/roll-back/").content.decode()


def test_the_uploader_cannot_roll_back_alone(staged, sign_in, colours):  # noqa: F811
    do(sign_in("approver@demo.test"), staged, "approve", go_live_on=clock.today().isoformat())
    uploader = sign_in("admin@demo.test")
    shown = page(uploader, staged).content.decode()
    assert "roll it back: a second person has to." in shown
    assert "step/roll-back" not in shown
    assert "so someone else has to do this" in page(uploader, staged, "step/roll-back/").content.decode()
    assert "someone else has to do this" in do(uploader, staged, "roll-back")
    staged.refresh_from_db()
    assert (staged.state, set(colours.world)) == (State.LIVE, {"petrol", "sand"})
    assert "Rolled back" in do(sign_in("approver@demo.test"), staged, "roll-back")
    assert colours.world == {}


def book(**contents):
    workbook = Workbook()
    workbook.remove(workbook.active)
    for name, lines in contents.items():
        sheet = workbook.create_sheet(name)
        for line in lines:
            sheet.append(line)
    target = io.BytesIO()
    workbook.save(target)
    return target.getvalue()


def test_a_person_chooses_the_sheets_and_the_file_is_read_again(first, colours):  # noqa: F811
    body = book(Notes=[["How to"]], Blue=[["Name", "Hex"], ["petrol", "#0a5"]], Brown=[["Name", "Hex"], ["sand", "#e"]])
    assert upload(first, body, "colours.xlsx").status_code == 302
    run = stage_file(run_id=ImportRun.objects.get().pk)
    shown = page(first, run).content.decode()
    assert "The sheet “Notes” was not read: it doesn&#x27;t have the headings." in shown
    assert 'value="Brown" checked' in shown
    assert 'value="Notes"> Notes: not read' in shown
    assert run.review["counts"] == {"new": 2, "changed": 0, "ended": 0}
    answer = first.post(f"{BASE}{run.pk}/sheets/", {"sheet": ["Brown", "Elsewhere"]})
    again = stage_file(run_id=ImportRun.objects.latest("pk").pk)
    assert answer.headers["Location"].endswith(f"/{again.pk}/change/")
    assert [change.subject for change in again.changes.all()] == ["sand"]
    assert ImportRun.objects.get(pk=run.pk).state == State.DISCARDED
    assert 'value="Blue"> Blue: not read' in page(first, again).content.decode()
    do(first, again, "discard")
    sent = {"file": SimpleUploadedFile("colours.xlsx", body), "sheets": "Blue; "}
    assert first.post(f"{BASE}add/?kind=colours", sent).status_code == 302
    named = stage_file(run_id=ImportRun.objects.latest("pk").pk)
    assert (named.sheets, [change.subject for change in named.changes.all()]) == (["Blue"], ["petrol"])


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_the_rates_in_force_come_back_as_they_were(first, make_plan, kind):  # noqa: F811
    plan = make_plan("Vision")
    rows = [cell("12.50", tier="IO"), cell("30", tier="IF")]
    first_table = create_table(plan_id=plan.pk, eff_from=date(2026, 1, 1), method="TIER", rows=rows)
    approve_table(table_id=first_table.pk)
    later = create_table(plan_id=plan.pk, eff_from=date(2090, 1, 1), method="TIER", rows=[cell("99", tier="IO")])
    approve_table(table_id=later.pk)
    assert f"/backoffice/rating/ratetable/in-force.{kind}" in first.get(f"{BASE}add/?kind=rates").content.decode()
    answer = first.get(f"/backoffice/rating/ratetable/in-force.{kind}")
    assert f"rates-in-force-{clock.today()}.{kind}" in answer.headers["Content-Disposition"]
    body = b"".join(answer) if answer.streaming else answer.content
    assert upload(first, body, f"rates.{kind}", "rates").status_code == 302
    run = stage_file(run_id=ImportRun.objects.get().pk)
    assert (run.state, [str(issue) for issue in run.issues.all()]) == (State.STAGED, [])
    (table,) = RateTable.objects.filter(source=run)
    first_table.refresh_from_db()
    assert (table.plan_id, table.eff_from, table.digest) == (plan.pk, date(2026, 1, 1), first_table.digest)


def test_rates_in_force_take_the_permission_of_rates(sign_in, brand):
    clerk = sign_in("clerk@demo.test", superuser=False)
    assert clerk.get("/backoffice/rating/ratetable/in-force.csv").status_code == 403
    assert sign_in("admin@demo.test").get("/backoffice/rating/ratetable/in-force.pdf").status_code == 404


def test_discarding_asks_for_confirmation(first, staged):
    assert "Live data stays the same" in page(first, staged, "step/discard/").content.decode()
    assert "Discarded." in do(first, staged, "discard")
    staged.refresh_from_db()
    assert (staged.state, staged.changes.count()) == ("discarded", 0)
    assert "is at a different stage" in do(first, staged, "approve", go_live_on=clock.today().isoformat())


@pytest.mark.parametrize("rest", ["change/", "progress/", "issues.csv", "step/approve/"])
def test_visitors_and_reps_are_refused_and_unknown_imports_not_found(client, brand, staged, rest):
    assert client.get(f"{BASE}{staged.pk + 1}/{rest}").status_code == 404
    client.force_login(User.objects.create_user("rep@demo.test", "planfront-demo", role="rep"))
    assert client.get(f"{BASE}{staged.pk}/{rest}").status_code == 302
    client.logout()
    assert client.get(f"{BASE}{staged.pk}/{rest}").headers["Location"].startswith("/backoffice/login/")


def test_staff_may_do_what_their_role_allows(staged, sign_in):
    clerk = sign_in("clerk@demo.test", superuser=False)
    assert page(clerk, staged).status_code == 403
    assert clerk.get(f"{BASE}add/").status_code == 403
    assert upload(clerk).status_code == 403
    for step in ("approve", "discard", "roll-back", "go-live"):
        assert clerk.post(f"{BASE}{staged.pk}/step/{step}/").status_code == 403
    user = User.objects.get(email="clerk@demo.test")
    user.staff_role, user.all_brands = "service", True
    user.save()
    clerk = sign_in("clerk@demo.test")
    shown = page(clerk, staged)
    assert shown.status_code == 200
    assert "/step/" not in shown.content.decode()
    assert clerk.post(f"{BASE}{staged.pk}/step/approve/").status_code == 403
    user.staff_role = "admin"
    user.save()
    text = do(sign_in("clerk@demo.test"), staged, "approve", go_live_on=clock.today().isoformat())
    assert "This import is live." in text


def test_unknown_steps_and_runs_are_not_found(first, staged):
    assert page(first, staged, "step/explode/").status_code == 404
    assert first.post(f"{BASE}{staged.pk}/delete/").status_code in {403, 404}


def test_the_list_of_imports_can_be_filtered(first, staged):
    assert "colours.csv" in first.get(f"{BASE}?state__exact=staged").content.decode()
    assert "colours.csv" not in first.get(f"{BASE}?state__exact=live").content.decode()
    assert "Upload a file" in first.get(BASE).content.decode()


def test_a_form_without_its_token_is_refused(staged, sign_in):
    sign_in("approver@demo.test")
    strict = Client(enforce_csrf_checks=True, headers={"Host": "shop.test"})
    strict.force_login(User.objects.get(email="approver@demo.test"))
    assert strict.post(f"{BASE}{staged.pk}/step/discard/").status_code == 403


def test_rate_tables_are_shown_exported_and_never_edited(first, make_plan):  # noqa: F811
    plan = make_plan()
    table = create_table(plan_id=plan.pk, method="TIER", eff_from=date(2026, 1, 1), rows=[cell("9.25", tier="IO")])
    approve_table(table_id=table.pk)
    base = "/backoffice/rating/ratetable/"
    assert "Dental High" in first.get(f"{base}?in_force=now").content.decode()
    assert "Dental High" not in first.get(f"{base}?in_force=later&status__exact=approved").content.decode()
    shown = first.get(f"{base}{table.pk}/change/").content.decode()
    assert "9.2500" in shown
    assert 'href="../export.xlsx"' in shown
    answer = first.get(f"{base}{table.pk}/export.xlsx")
    assert (answer.status_code, answer.content[:2]) == (200, b"PK")
    assert first.get(f"{base}99999/export.xlsx").status_code == 404
    assert first.post(f"{base}{table.pk}/change/", {"eff_to": "2026-02-01"}).status_code == 403
    assert first.post(f"{base}{table.pk}/delete/").status_code == 403


def test_a_file_that_can_not_be_stored_is_said_beside_it_and_the_form_stays(first, colours, settings):  # noqa: F811
    settings.FILES_PLACE = FilesPlace("files", "", f"http://127.0.0.1:{free_port()}", "us-east-1", "key", "secret")
    before = set(storage.folder().iterdir())
    answer = upload(first)
    assert answer.status_code == 200
    assert "file store can&#x27;t be reached right now" in answer.content.decode()
    assert (ImportRun.objects.count(), set(storage.folder().iterdir())) == (0, before)


@pytest.mark.both_databases
def test_the_counts_of_a_review_have_one_order(first, staged):
    counts = {"plansNotInFile": 1, "unchanged": 7, "new": 2, "zinc": 9, "rates": 12, "ended": 3, "changed": 4}
    staged.review, staged.counts = {**staged.review, "counts": counts}, {"left_out": 5, "rates": 12, "tables": 1}
    staged.save()
    counted = re.findall(r"<dt>([^<]+)</dt><dd>(\d+)</dd>", page(first, staged).content.decode())
    order = ["rates", "new", "changed", "ended", "unchanged", "plans not in file", "zinc"]
    assert [name for name, _count in counted if name in order] == [*order]


def test_staff_sign_in_and_out_in_the_words_of_the_store(first, db):
    assert "Sign out" in first.get(BASE).content.decode()
    page = Client().get("/backoffice/login/", HTTP_HOST="shop.test").content.decode()
    assert re.search(r"<title>\s*Sign in \|", page)
    assert "Log in" not in page
