"""How-to videos: what pages offer, who gets the files, and parts of a film."""

import json
import re
from pathlib import PurePosixPath

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile

from planfront.brands import files, films, videos
from planfront.brands.models import Video

pytestmark = pytest.mark.django_db
HOST = {"Host": "shop.test"}
FILM = b"\x00\x00\x00\x18ftypisom" + bytes(range(256)) * 4
CAPTIONS = "WEBVTT\n\n00:00.000 --> 00:02.000\nFour answers.\n"


@pytest.fixture
def video(brand, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    row = Video(brand=brand, audience="member", title="How to enroll", transcript="First.\n\nThen.")
    row.film.save("Wie <geht> das.MP4", ContentFile(FILM), save=False)
    row.captions.save("en.vtt", ContentFile(CAPTIONS.encode()), save=False)
    row.save()
    return row


def test_a_brand_without_videos_offers_none(client, brand, video):
    def offered():
        html = client.get("/", headers=HOST).content.decode()
        return json.loads(re.search(r'id="bootstrap">(.*?)</script>', html)[1])["videos"]

    (text,) = offered()
    assert text.pop("film") == files.address(video.film.name)
    assert text.pop("captions") == files.address(video.captions.name)
    assert text == {
        "audience": "member",
        "language": "en",
        "title": "How to enroll",
        "poster": "",
        "transcript": f"/media/videos/{video.pk}/transcript.txt",
    }
    Video.objects.update(active=False)
    assert offered() == []


def test_members_come_before_employers(brand, video):
    Video.objects.create(brand=brand, audience="employer", title="E", film="videos/a/e.mp4", captions="videos/a/e.vtt")
    assert [item["audience"] for item in videos.list_videos(brand.pk)] == ["member", "employer"]


def test_files_go_to_their_brand_only(client, video, other_brand):
    film, words = files.address(video.film.name), f"/media/videos/{video.pk}/transcript.txt"
    captions = client.get(files.address(video.captions.name), headers=HOST)
    assert film.endswith("/wie-geht-das.mp4")
    assert captions.headers["Content-Type"] == "text/vtt; charset=utf-8"
    assert b"".join(captions.streaming_content).decode() == CAPTIONS
    assert client.get(words, headers=HOST).content == b"First.\n\nThen."
    for path in (film, words):
        assert client.get(path, headers={"Host": "other.test"}).status_code == 404
    for path in ("/media/videos/0/transcript.txt", film.replace(".mp4", ".webm"), "/media/videos/x/../../y"):
        assert client.get(path, headers=HOST).status_code == 404
    video.film.storage.delete(video.film.name)
    assert client.get(film, headers=HOST).status_code == 404
    Video.objects.update(active=False)
    assert client.get(words, headers=HOST).status_code == 404


@pytest.mark.parametrize(
    ("range_header", "start", "stop"),
    [
        ("bytes=0-", 0, 1036),
        ("bytes=0-1", 0, 2),
        ("bytes=1000-99999", 1000, 1036),
        ("bytes=-6", 1030, 1036),
        ("bytes=-99999", 0, 1036),
    ],
)
def test_a_player_gets_the_part_it_asks_for(client, video, range_header, start, stop):
    answer = client.get(files.address(video.film.name), headers={**HOST, "Range": range_header})
    assert answer.status_code == 206
    assert answer.headers["Content-Range"] == f"bytes {start}-{stop - 1}/1036"
    assert answer.headers["Content-Length"] == str(stop - start)
    assert answer.headers["Content-Type"] == "video/mp4"
    assert b"".join(answer.streaming_content) == FILM[start:stop]


@pytest.mark.parametrize(
    "range_header", ["bytes=1036-", "bytes=5-2", "bytes=-0", "bytes=-", "bytes=1-2,5-6", "lines=1-2"]
)
def test_a_range_outside_the_file_is_refused(client, video, range_header):
    answer = client.get(files.address(video.film.name), headers={**HOST, "Range": range_header})
    assert answer.status_code == 416
    assert answer.headers["Content-Range"] == "bytes */1036"


def test_a_part_has_4_mb_at_most(client, video, monkeypatch):
    monkeypatch.setattr("planfront.webapp.films._LARGEST_PART", 100)
    answer = client.get(files.address(video.film.name), headers={**HOST, "Range": "bytes=10-"})
    assert (answer.status_code, answer.headers["Content-Range"]) == (206, "bytes 10-109/1036")
    assert (answer.headers["Content-Length"], b"".join(answer.streaming_content)) == ("100", FILM[10:110])


def test_a_whole_video_is_served_with_safe_headers(client, video):
    answer = client.get(files.address(video.film.name), headers=HOST)
    assert (answer.status_code, answer.headers["Accept-Ranges"]) == (200, "bytes")
    assert "media-src 'self'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Content-Disposition"] == f'inline; filename="{PurePosixPath(video.film.name).name}"'
    assert b"".join(answer.streaming_content) == FILM


@pytest.mark.parametrize(
    ("check", "name", "start", "message"),
    [
        (films.check_film, "a.mov", b"", "Upload an MP4 or WebM file."),
        (films.check_film, "a.mp4", b"<html>", "This file isn't MP4, whatever its name says."),
        (films.check_film, "a.webm", FILM, "This file isn't WEBM, whatever its name says."),
        (films.check_captions, "a.srt", b"1", "Upload a WebVTT file (.vtt)."),
        (films.check_captions, "a.vtt", b"1", "A WebVTT file begins with the word WEBVTT."),
        (films.check_poster, "a.svg", b"<svg>", "Upload a PNG or JPEG file."),
        (films.check_poster, "a.png", b"<svg>", "This isn't a picture, whatever its name says."),
    ],
)
def test_other_files_are_refused(check, name, start, message):
    with pytest.raises(ValidationError) as refused:
        check(ContentFile(start, name=name))
    assert refused.value.message == message


def test_files_are_accepted_by_what_they_are():
    films.check_film(ContentFile(FILM, name="a.mp4"))
    films.check_film(ContentFile(b"\x1aE\xdf\xa3....", name="a.WEBM"))
    films.check_captions(ContentFile(b"\xef\xbb\xbfWEBVTT\n", name="a.vtt"))
    films.check_poster(ContentFile(b"\xff\xd8\xff\xe0", name="a.jpeg"))
    big = ContentFile(b"WEBVTT", name="a.vtt")
    big.size = 1024 * 1024 + 1
    with pytest.raises(ValidationError):
        films.check_captions(big)
