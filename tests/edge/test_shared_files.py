"""Files in a bucket: what one node saves, others read and serve; and what happens while the bucket is away."""

import http.client
import json
import re
import time

import pytest

from tests.concurrency.test_leases import wait_for
from tests.edge import bucket as s3
from tests.edge.test_roles import Node, empty_store, node  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 120
FILM = b"\x00\x00\x00\x18ftypisom" + bytes(range(256)) * 4
PNG = b"\x89PNG\r\n\x1a\nthe rest"
COUNTIES = "ZIP,COUNTY,RES_RATIO,BUS_RATIO,OTH_RATIO,TOT_RATIO\\n04038,23005,0.981,1,1,0.983\\n"

UPLOAD = f"""
from planfront.imports.services import create_run
run, _new = create_run(kind="zip-counties", file_name="zips.csv", blocks=[b"{COUNTIES}"], queue=True)
print(run.file)
"""
STATE = """
import json
from django_tasks_db.models import DBTaskResult
from planfront.imports.models import ImportRun
row = DBTaskResult.objects.latest("enqueued_at")
print(json.dumps([ImportRun.objects.get().state, row.status, (row.run_after - row.enqueued_at).total_seconds()]))
"""
HURRY = """
from django.db.models import F
from django_tasks_db.models import DBTaskResult
DBTaskResult.objects.update(run_after=F("enqueued_at"))
"""
BRAND = f"""
from django.core.files.base import ContentFile
from planfront.brands.models import Asset, Brand, Domain, Video
brand = Brand.objects.create(key="shop", name="Shop", logo_key="planfront", phone="8005550143")
Domain.objects.create(brand=brand, host="shop.test", primary=True)
asset = Asset(brand=brand, kind="logo", title="Logo")
asset.file.save("Our Logo.png", ContentFile({PNG!r}))
video = Video(brand=brand, audience="member", title="How", transcript="So.")
video.film.save("how.mp4", ContentFile({FILM!r}), save=False)
video.captions.save("en.vtt", ContentFile(b"WEBVTT"), save=False)
video.save()
print(asset.address, "/media/" + video.film.name)
"""
RENAME = """
import time
from planfront.brands.models import Brand
from planfront.brands.services import brands_changed
Brand.objects.update(name="Renamed Store")
brands_changed()
print(time.time())
"""


@pytest.fixture(scope="module")
def bucket():
    with s3.running() as result:
        yield result


@pytest.fixture
def nodes(node, bucket, tmp_path):  # noqa: F811
    """Two machines with the database and the bucket in common, and nothing else."""
    node.env.update(bucket.variables)
    other = Node(tmp_path / "other", node.env["DATABASE_URL"], **bucket.variables)
    other.folder.mkdir()
    return node, other


def get(node, path, host="shop.test", **headers):  # noqa: F811
    there = http.client.HTTPConnection("127.0.0.1", node.port, timeout=20)
    try:
        there.request("GET", path, headers={"Host": host, **headers})
        answer = there.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        there.close()


def test_a_file_uploaded_on_one_node_is_read_by_the_worker_of_another(nodes, bucket):
    here, there = nodes
    name = here.python(UPLOAD)
    assert f"shop/imports/{name}.bin" in bucket.names()
    with there.running("worker"):
        wait_for(lambda: json.loads(here.python(STATE))[:2] == ["staged", "SUCCESSFUL"], PATIENCE)
    assert [list(machine.folder.glob("imports/*")) for machine in nodes] == [[], []]


def test_a_job_waits_while_the_bucket_is_away_and_the_file_is_not_refused(nodes, bucket):
    here, there = nodes
    here.python(UPLOAD)
    bucket.shut()
    try:
        with there.running("worker"):
            wait_for(lambda: json.loads(here.python(STATE))[1:] == ["READY", pytest.approx(30, abs=2)], PATIENCE)
            assert json.loads(here.python(STATE))[0] == "reading"
            bucket.open()
            here.python(HURRY)
            wait_for(lambda: json.loads(here.python(STATE))[:2] == ["staged", "SUCCESSFUL"], PATIENCE)
    finally:
        bucket.shut()
        bucket.open()


def test_what_one_node_saves_another_serves_with_the_same_headers(nodes, bucket):
    here, there = nodes
    picture, film = here.python(BRAND).split()
    assert {f"shop{picture}", f"shop{film}"} <= bucket.names()
    with there.running("web"):
        wait_for(lambda: there.ask("/healthz") == 200, PATIENCE)
        status, headers, body = get(there, picture)
        assert (status, body) == (200, PNG)
        assert headers["Content-Type"] == "image/png"
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; ")
        assert headers["Cache-Control"] == "public, max-age=604800, immutable"
        assert get(there, "/media/brand/00/none.png")[0] == 404

        status, headers, body = get(there, film, Range="bytes=4-7")
        assert (status, body, headers["Content-Range"]) == (206, b"ftyp", f"bytes 4-7/{len(FILM)}")
        assert get(there, film)[2] == FILM

        assert b"Renamed Store" not in get(there, "/")[2]
        changed = float(here.python(RENAME))
        time.sleep(max(changed + 1 - time.time(), 0))
        assert b"Renamed Store" in get(there, "/")[2]
        _look_while_away(there, picture, bucket)


def _look_while_away(there, picture, bucket):
    bucket.shut()
    try:
        began = time.monotonic()
        status, headers, body = get(there, picture)
        assert (status, headers["Retry-After"]) == (503, "2")
        assert "no file was saved or read" in body.decode()
        assert time.monotonic() - began < 8
        status, _headers, body = get(there, "/readyz")
        problem = json.loads(body)["checks"]["files"]
        assert (status, re.sub(r"\(.*\)", "", problem)) == (200, "The shared store of files can't be used .")
        assert get(there, "/")[0] == 200
    finally:
        bucket.open()
    wait_for(lambda: get(there, picture)[0] == 200)
    wait_for(lambda: json.loads(get(there, "/readyz")[2])["checks"]["files"] == "ok")


def test_a_file_on_the_disk_of_another_node_is_named_as_missing(node, tmp_path):  # noqa: F811
    here, there = node, Node(tmp_path / "other", node.env["DATABASE_URL"])
    there.folder.mkdir()
    here.python(UPLOAD)
    with there.running("worker"):
        wait_for(lambda: json.loads(here.python(STATE))[:2] == ["refused", "SUCCESSFUL"], PATIENCE)
    code = "from planfront.imports.models import ImportRun as r; print(*r.objects.values_list('issues__code'))"
    assert here.python(code) == "('missing',)"
