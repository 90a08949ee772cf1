"""The life of an import: every step once, by the right person, and nothing by halves."""

from datetime import timedelta

import pytest
from django.utils import translation

from planfront.audit.models import AuditEvent
from planfront.imports import services, storage
from planfront.imports.errors import CanNotRollBack, FileError, ImportBusy, SamePerson, Stale, WrongState
from planfront.imports.models import ImportRun, State
from planfront.imports.staging import clear_ended, prune_files
from planfront.imports.tasks import stage_run
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors, NotFound
from planfront.kernel.jobs.tasks import run_pending

pytestmark = pytest.mark.django_db
GOOD = "Name,Hex\npetrol,#0a5\nsand,#eca\n"


@pytest.fixture
def staged(colours, people, write):
    def staged(text=GOOD):
        return services.import_file(kind="colours", path=write(text), by=people[0])

    return staged


@pytest.fixture
def live(staged, people):
    def live(text=GOOD):
        run = services.approve_run(run_id=staged(text).pk, by=people[1], go_live_on=clock.today())
        return services.take_run_live(run_id=run.pk)

    return live


def test_a_file_is_staged_and_changes_nothing(staged, colours):
    run = staged()
    assert (run.state, run.rows_done, run.review["headline"]) == ("staged", 2, "2 new")
    assert run.review["changes"][0] == {"what": "petrol (new)", "before": "", "after": "hex: #0a5", "percent": None}
    assert colours.world == {}


def test_a_template_that_was_only_filled_in_below_its_example_brings_what_was_filled_in(staged, colours):
    blank = colours.template("colours.csv").body.decode("utf-8-sig")
    run = staged(f"{blank}sand,#eca\n")
    assert (run.state, run.rows_done, run.review["headline"]) == ("staged", 1, "1 new")
    assert [str(issue) for issue in run.issues.all()] == ["row 2: An example of the template: left out."]
    run = staged(blank)
    assert (run.state, str(run.issues.last())) == ("refused", "file: The file has no rows below its headings.")


def test_two_people_take_it_live_and_every_step_is_recorded(live, colours):
    run = live()
    assert (run.state, colours.world) == ("live", {"petrol": {"hex": "#0a5"}, "sand": {"hex": "#eca"}})
    actions = AuditEvent.objects.filter(subject_type="import").order_by("at").values_list("action", flat=True)
    assert list(actions) == ["import.queued", "import.staged", "import.approved", "import.live"]


def test_one_bad_row_refuses_the_file(staged, colours):
    run = staged("Name,Hex\npetrol,#0a5\nsand,beige\nrock,grey\n")
    assert run.state == "refused"
    assert [str(issue) for issue in run.issues.all()] == [
        "row 3, Hex: 'beige' is no colour.",
        "row 4, Hex: 'grey' is no colour.",
    ]
    assert not run.changes.exists()
    assert not (storage.folder() / storage.name_of(run.file)).exists()
    with pytest.raises(WrongState):
        services.approve_run(run_id=run.pk, by=None, go_live_on=clock.today())


def test_a_file_of_headings_alone_is_refused(staged, colours):
    run = staged("Name,Hex\n")
    assert (run.state, [issue.code for issue in run.issues.all()]) == ("refused", ["noRows"])


def test_the_uploader_cannot_approve_the_import(staged, people):
    run = staged()
    with pytest.raises(SamePerson):
        services.approve_run(run_id=run.pk, by=people[0], go_live_on=clock.today())
    services.approve_run(run_id=run.pk, by=people[1], go_live_on=clock.today() + timedelta(days=9))
    with pytest.raises(SamePerson):
        services.take_run_live(run_id=run.pk, by=people[0])


def test_the_go_live_day_cannot_be_in_the_past(staged, people):
    with pytest.raises(FieldErrors):
        services.approve_run(run_id=staged().pk, by=people[1], go_live_on=clock.today() - timedelta(days=1))


def test_approving_and_going_live_twice_is_once(staged, people, colours):
    run = staged()
    for _ in range(2):
        services.approve_run(run_id=run.pk, by=people[1], go_live_on=clock.today())
    for _ in range(2):
        services.take_run_live(run_id=run.pk)
    assert AuditEvent.objects.filter(action__in=["import.approved", "import.live"]).count() == 2


def test_the_ticker_takes_live_what_is_due(staged, people, colours):
    run, day = staged(), clock.today() + timedelta(days=3)
    services.approve_run(run_id=run.pk, by=people[1], go_live_on=day)
    assert services.take_due_runs_live() == 0
    assert services.take_due_runs_live(day) == 1
    run.refresh_from_db()
    assert run.state == "live"


def test_a_stale_run_waits_and_says_why_without_blocking_others(staged, people, colours):
    stale, fine = staged(), staged("Name,Hex\nrock,#777\n")
    for run in (stale, fine):
        services.approve_run(run_id=run.pk, by=people[1], go_live_on=clock.today())
    colours.world["sand"] = {"hex": "#000"}
    with pytest.raises(Stale):
        services.take_run_live(run_id=stale.pk)
    with translation.override("es"):
        assert services.take_due_runs_live() == 1
    stale.refresh_from_db()
    assert stale.state == "approved"
    assert "Upload the file again" in stale.problem
    assert set(colours.world) == {"sand", "rock"}
    assert AuditEvent.objects.filter(action="import.not_live").count() == 1
    assert services.take_due_runs_live() == 0
    services.discard_run(run_id=stale.pk)


def test_rolling_back_restores_what_was_there(live, colours):
    live()
    second = live("Name,Hex\npetrol,#fff\n")
    assert colours.world["petrol"] == {"hex": "#fff"}
    services.roll_back_run(run_id=second.pk)
    services.roll_back_run(run_id=second.pk)
    assert colours.world == {"petrol": {"hex": "#0a5"}, "sand": {"hex": "#eca"}}
    assert ImportRun.objects.get(pk=second.pk).state == "rolled_back"


def test_rolling_back_under_a_later_import_is_refused(live):
    first = live()
    live("Name,Hex\npetrol,#fff\n")
    with pytest.raises(CanNotRollBack):
        services.roll_back_run(run_id=first.pk)


def test_a_discarded_file_leaves_nothing_and_can_be_uploaded_again(staged):
    run = staged()
    services.discard_run(run_id=run.pk)
    services.discard_run(run_id=run.pk)
    assert (run.changes.count(), (storage.folder() / storage.name_of(run.file)).exists()) == (0, False)
    assert staged().pk != run.pk


def test_the_same_file_is_one_run_while_it_is_open(staged):
    first = staged()
    assert staged().pk == first.pk
    assert ImportRun.objects.count() == 1
    assert len(list(storage.folder().glob(f"{first.file}*"))) == 1


def test_a_run_can_be_discarded_while_it_is_read(colours, people, write, monkeypatch):
    seen = []

    def stage(run, path, sink):
        sink.change("petrol", "new", None, {"hex": "#0a5"})
        services.discard_run(run_id=run.pk)
        seen.append(run.pk)
        sink.save(1, 2)

    monkeypatch.setattr(colours, "stage", stage)
    with pytest.raises(ImportBusy):
        services.import_file(kind="colours", path=write(GOOD), by=people[0])
    assert ImportRun.objects.get(pk=seen[0]).state == "discarded"
    assert not ImportRun.objects.get(pk=seen[0]).changes.exists()


def test_an_interrupted_clean_up_is_finished_later(staged, monkeypatch):
    run = staged()
    ImportRun.objects.filter(pk=run.pk).update(state=State.DISCARDED)
    clear_ended()
    run.refresh_from_db()
    assert (run.cleared, run.changes.count()) == (True, 0)


def test_a_file_that_breaks_the_reader_is_refused(colours, write, monkeypatch):
    monkeypatch.setattr(colours, "stage", lambda run, path, sink: 1 / 0)
    run = services.import_file(kind="colours", path=write(GOOD))
    assert (run.state, run.issues.get().code) == ("refused", "unreadable")
    monkeypatch.setattr(colours, "stage", lambda run, path, sink: (_ for _ in ()).throw(FileError("x", "No.", 3)))
    run = services.import_file(kind="colours", path=write(GOOD))
    assert (run.state, run.issues.get().row) == ("refused", 3)


def test_the_job_reads_an_upload(colours, people, write):
    run, new = services.create_run(kind="colours", file_name="x.csv", blocks=[GOOD.encode()], by=people[0])
    assert (run.state, new) == ("queued", True)
    stage_run.run([run.pk], 0)
    run.refresh_from_db()
    assert run.state == "staged"


def test_unreadable_uploads_are_refused(colours, monkeypatch):
    with pytest.raises(FieldErrors):
        services.create_run(kind="colours", file_name="x.csv", blocks=[])
    monkeypatch.setattr(storage, "MAX_BYTES", 5)
    with pytest.raises(FieldErrors):
        services.create_run(kind="colours", file_name="x.csv", blocks=[b"abc", b"def"])
    with pytest.raises(NotFound):
        services.create_run(kind="fates", file_name="x.csv", blocks=[b"abc"])
    assert not ImportRun.objects.exists()


def test_an_import_that_no_longer_fits_can_not_be_approved_and_says_so(staged, live, colours, people):
    run = staged("Name,Hex\npetrol,#fff\n")
    live()
    run_pending()
    run.refresh_from_db()
    assert "has changed since you uploaded it" in run.problem
    with pytest.raises(Stale):
        services.approve_run(run_id=run.pk, by=people[1], go_live_on=clock.today())
    assert AuditEvent.objects.filter(action="import.reviewed", subject_id=str(run.pk)).count() == 1


def test_the_file_of_an_old_import_is_deleted_and_its_changes_stay(live, colours):
    run = live()
    assert prune_files(clock.now() + timedelta(days=364)) == 0
    assert prune_files(clock.now() + timedelta(days=366)) == 1
    assert not (storage.folder() / storage.name_of(run.file)).exists()
    assert prune_files(clock.now() + timedelta(days=366)) == 0
    assert AuditEvent.objects.get(action="import_file.pruned").meta == {"count": 1}
    services.roll_back_run(run_id=run.pk)
    assert colours.world == {}
