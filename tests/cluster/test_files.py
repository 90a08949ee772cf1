"""Uploads on a cluster: what one web node takes, the other serves and a worker reads; and a bucket that hangs for a
minute. PLANFRONT_CLUSTER as for the kills."""

import json
import struct
import time
import zlib

import pytest

from planfront.cli.console import say
from tests.cluster.office import Clerk, words
from tests.cluster.people import PEOPLE
from tools.cluster.layout import WORKERS

pytestmark = [
    pytest.mark.skipif(not PEOPLE, reason="PLANFRONT_CLUSTER says how many people enroll"),
    pytest.mark.at_length,
]
ADD_PICTURE, ADD_IMPORT = "/backoffice/brands/asset/add/", "/backoffice/imports/importrun/add/?kind=zip-counties"
AWAY = 60.0  # seconds
BRAND = "from planfront.brands.models import Brand; print(Brand.objects.get(domains__host='localhost').pk)"
PICTURE = """
import json
from planfront.brands.models import Asset
print(json.dumps([row.address for row in Asset.objects.filter(title="Harbor")]))
"""
RUNS = """
import json
from planfront.imports.models import ImportRun
print(json.dumps({row.file_name: row.state for row in ImportRun.objects.filter(kind="zip-counties")}))
"""


def png(width, height):
    """A picture of one colour."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress((b"\0" + b"\x0a\x5c\x5a" * width) * height)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def counties(county):
    return f"ZIP,COUNTY,RES_RATIO,BUS_RATIO,OTH_RATIO,TOT_RATIO\n04038,{county},0.981,1,1,0.983\n".encode()


@pytest.fixture(scope="module")
def clerk(cluster):
    return Clerk(cluster.layout, "web1").sign_in("admin@demo.test", "planfront-demo")


@pytest.fixture(scope="module")
def address(cluster, clerk):
    """Of a picture that was uploaded on the first node."""
    values = {"brand": str(cluster.python(BRAND)), "kind": "empty_state_icon", "title": "Harbor"}
    status, _headers, body = clerk.send(ADD_PICTURE, values, file=("harbor.png", png(64, 48)))
    assert status == 302, words(body)[-2000:]
    (result,) = cluster.python(PICTURE)
    return result


def test_a_picture_uploaded_on_one_node_is_served_by_the_other(clerk, address):
    status, headers, body = clerk.at("web2").get(address)
    assert (status, headers["Content-Type"], body) == (200, "image/png", png(64, 48))


def test_a_file_uploaded_on_one_node_is_read_by_a_worker_and_followed_on_the_other(cluster, clerk):
    status, headers, body = clerk.send(ADD_IMPORT, {}, file=("first.csv", counties(23005)))
    assert status == 302, words(body)[-2000:]
    run = headers["Location"].removesuffix("change/")

    def ready():
        return json.loads(clerk.at("web2").get(f"{run}progress/")[2])["state"] == "staged"

    cluster.wait_until(ready, 60)


def test_while_the_bucket_hangs_people_are_told_and_nothing_is_lost(cluster, clerk, address):
    for worker in WORKERS:
        cluster.send_away(worker)
    assert clerk.send(ADD_IMPORT, {}, file=("second.csv", counties(23001)))[0] == 302
    cluster.pause("files")
    began = time.monotonic()
    try:
        for worker in WORKERS:
            cluster.bring_back(worker)  # finds the job, and no file
        status, _headers, body = clerk.send(ADD_IMPORT, {}, file=("third.csv", counties(23003)))
        waited = time.monotonic() - began
        assert status == 200
        assert "no file was saved or read" in words(body)
        status, headers, body = clerk.at("web2").get(address)
        assert (status, headers["Retry-After"]) == (503, "2")
        assert "no file was saved or read" in words(body)
        assert clerk.get("/")[0] == 200
        time.sleep(max(began + AWAY - time.monotonic(), 0))
        assert cluster.python(RUNS).keys() == {"first.csv", "second.csv"}
    finally:
        cluster.resume("files")
    assert clerk.at("web2").get(address)[2] == png(64, 48)
    late = cluster.wait_until(lambda: cluster.python(RUNS)["second.csv"] == "staged", 240)
    assert clerk.send(ADD_IMPORT, {}, file=("third.csv", counties(23003)))[0] == 302
    cluster.wait_until(lambda: cluster.python(RUNS)["third.csv"] == "staged", 60)
    say(f"the bucket hung for {AWAY:.0f} s: an upload was told so after {waited:.0f} s, the job ran {late:.0f} s after")
