import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.brands.models import Video

pytestmark = pytest.mark.django_db
ADD = "/backoffice/brands/video/add/"


@pytest.fixture
def staff(client, brand, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


def form(brand, film):
    return {
        "brand": brand.pk,
        "audience": "employer",
        "language": "en",
        "title": "For employers",
        "transcript": "Words.",
        "active": "on",
        "film": SimpleUploadedFile("film.mp4", film),
        "captions": SimpleUploadedFile("film.vtt", b"WEBVTT\n"),
    }


def test_staff_upload_a_video(staff, brand):
    assert staff.post(ADD, form(brand, b"\x00\x00\x00\x18ftypisom")).status_code == 302
    video = Video.objects.get()
    assert video.film.name.startswith("videos/")
    assert video.film.storage.exists(video.film.name)
    assert AuditEvent.objects.filter(action="backoffice.video.added", subject_id=str(video.pk)).count() == 1
    assert b"For employers" in staff.get("/backoffice/brands/video/").content
    assert staff.post(ADD, form(brand, b"\x00\x00\x00\x18ftypisom")).status_code == 200  # one of a kind and language


def test_the_words_of_a_video_are_changed_while_its_file_is_lost(staff, brand):
    staff.post(ADD, form(brand, b"\x00\x00\x00\x18ftypisom"))
    video = Video.objects.get()
    video.film.storage.delete(video.film.name)
    words = {name: value for name, value in form(brand, b"").items() if name not in {"film", "captions"}}
    answer = staff.post(f"/backoffice/brands/video/{video.pk}/change/", {**words, "title": "For groups"})
    assert answer.status_code == 302
    assert Video.objects.get().title == "For groups"


def test_files_that_are_not_videos_are_refused(staff, brand):
    answer = staff.post(ADD, form(brand, b"<html>"))
    assert answer.context["errors"] == [["This file isn't MP4, whatever its name says."]]
    assert not Video.objects.exists()
