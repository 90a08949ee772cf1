"""The shared store of files: how it is named, and what is said while it doesn't answer."""

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django_tasks_db.models import DBTaskResult

from planfront.brands import films, pictures
from planfront.catalog.files import check_document
from planfront.cli.ports import free_port
from planfront.config.env import EnvError, FilesPlace, parse_files
from planfront.kernel.files import bucket as shared_files
from planfront.kernel.files import storages as files
from planfront.kernel.jobs.tasks import job, run_pending

WORDS = "Our file store can't be reached right now, so no file was saved or read. Try again in a moment."


@pytest.fixture
def away(settings, monkeypatch):
    """A bucket at a port where nobody listens."""
    settings.FILES_PLACE = FilesPlace("files", "shop", f"http://127.0.0.1:{free_port()}", "us-east-1", "key", "secret")
    monkeypatch.setattr(shared_files, "SUSPENSION", 0.0)
    yield
    shared_files._service._rested = 0.0


def test_a_bucket_is_named_by_an_address():
    place = parse_files("s3://files/a/b/?region=eu-west-1&endpoint=https://s3.example.com/", "key", "secret")
    assert place == FilesPlace("files", "a/b", "https://s3.example.com", "eu-west-1", "key", "secret")
    assert "secret" not in repr(place)
    assert parse_files("s3://files", None, None) == FilesPlace("files", "", "", "us-east-1", None, None)
    assert parse_files("", None, None) is None


@pytest.mark.parametrize(
    ("url", "key", "why"),
    [
        ("https://files", None, "FILES_URL must be such as s3://bucket/folder"),
        ("s3://", None, "must be such as"),
        ("s3://files?acl=public", None, "must be such as"),
        ("s3://files/../other", None, "the folder may have"),
        ("s3://files?endpoint=http://s3.example.com", None, "endpoint must be an https:// address"),
        ("s3://files?endpoint=https://user@s3.example.com", None, "endpoint must be an https:// address"),
        ("s3://files", "key", "FILES_KEY_ID and FILES_SECRET_KEY belong together"),
    ],
)
def test_what_names_no_bucket_stops_the_start(url, key, why):
    with pytest.raises(EnvError, match=why):
        parse_files(url, key, None)


def test_every_way_to_the_bucket_says_that_it_is_away(away):
    store = files.storage()
    ways = [
        lambda: store.save("a/b.txt", ContentFile(b"x")),
        lambda: store.open("a/b.txt"),
        lambda: store.exists("a/b.txt"),
        lambda: store.size("a/b.txt"),
        lambda: store.delete("a/b.txt"),
        lambda: store.listdir("a"),
        lambda: files.read_part("a/b.txt", 0, 1),
    ]
    for way in ways:
        with pytest.raises(files.StorageUnavailable) as refused:
            way()
        assert (refused.value.status, str(refused.value.message)) == (503, WORDS)
    assert files.find_problem() == "The shared store of files can't be used (EndpointConnectionError)."


def test_after_a_failure_nothing_is_asked_for_a_moment(away, monkeypatch):
    monkeypatch.setattr(shared_files, "SUSPENSION", 60.0)
    assert files.find_problem() == "The shared store of files can't be used (EndpointConnectionError)."
    assert files.find_problem() == "The shared store of files can't be used (left alone after a failure)."


def test_a_form_says_so_before_anything_is_saved(away):
    uploads = [
        (check_document, SimpleUploadedFile("a.pdf", b"%PDF-1.7")),
        (films.check_captions, SimpleUploadedFile("a.vtt", b"WEBVTT")),
        (lambda upload: pictures.check("logo", upload), SimpleUploadedFile("a.svg", SVG)),
    ]
    for check, upload in uploads:
        with pytest.raises(ValidationError) as refused:
            check(upload)
        assert refused.value.messages == [WORDS]


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>'


@job(retries=0)
def needs_a_file() -> None:
    files.storage().size("a/b.txt")


@job(idempotent=False)
def charges_twice() -> None:
    files.storage().size("a/b.txt")


@pytest.mark.django_db
def test_a_job_is_put_off_while_files_are_away_but_for_one_that_must_not_run_twice(away):
    needs_a_file.enqueue()
    charges_twice.enqueue()
    assert run_pending() == 2
    again = DBTaskResult.objects.get(status="READY")
    assert again.args_kwargs["args"][:3] == [f"{__name__}.needs_a_file", [], 0]
    assert 29 < (again.run_after - again.enqueued_at).total_seconds() < 31
    failed = DBTaskResult.objects.get(status="FAILED")
    assert failed.args_kwargs["args"][0] == f"{__name__}.charges_twice"
