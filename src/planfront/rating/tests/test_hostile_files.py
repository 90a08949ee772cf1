"""Rate files that are none: refused with a reason, nothing left behind, nothing in force touched."""

import io
import zipfile

import pytest

from planfront.imports import storage
from planfront.imports.services import import_file
from planfront.rating.models import RateRow, RateTable
from planfront.rating.tests.test_import import GOOD, HEADINGS, LOW

BOMB_XML = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'


def zipped(name, size):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(name, "w") as entry:
        for _ in range(size):
            entry.write(b" " * (1 << 20))
    return target.getvalue()


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", id="picture"),
        pytest.param(("\n".join([HEADINGS, *GOOD])).encode() + b"\n\x00\x00", id="zeros at the end"),
        pytest.param(zipped("xl/sharedStrings.xml", 80), id="zip bomb"),
        pytest.param(zipped("readme.txt", 1), id="zip that is no workbook"),
        pytest.param(zipped("xl/workbook.xml", 1)[:200], id="half a zip"),
        pytest.param(BOMB_XML.encode(), id="xml bomb"),
        pytest.param(b"<qhpApplicationRateGroupListVO", id="half an xml"),
        pytest.param(b"\n\n\n", id="empty lines"),
        pytest.param(HEADINGS.encode(), id="headings only"),
        pytest.param("\n".join([HEADINGS, *GOOD]).encode("utf-16"), id="utf-16"),
        pytest.param((HEADINGS + "\n" + "9" * 3_000_000).encode(), id="one endless line"),
    ],
)
def test_a_hostile_file_is_refused_and_leaves_nothing(make_plan, tmp_path, body):
    make_plan("Dental", LOW)
    path = tmp_path / "rates.csv"
    path.write_bytes(body)
    run = import_file(kind="rates", path=path)
    assert run.state == "refused"
    issue = run.issues.filter(fatal=True).first()
    assert issue.message
    assert issue.code != "unreadable"
    assert not RateTable.objects.exists()
    assert not RateRow.objects.exists()
    assert not (storage.folder() / storage.name_of(run.file)).exists()
