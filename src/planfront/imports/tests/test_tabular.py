"""Rows of CSV files and workbooks, and the files that only look like them."""

import io
import zipfile
from datetime import date, datetime

import pytest
from openpyxl import Workbook

from planfront.imports.errors import FileError
from planfront.imports.files import look_at
from planfront.imports.tabular import cell_text, normalise, records, row_count, rows, sheets


def book(path, **contents):
    workbook = Workbook()
    workbook.remove(workbook.active)
    for name, lines in contents.items():
        sheet = workbook.create_sheet(name)
        for line in lines:
            sheet.append(line)
    workbook.save(path)
    return path


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_every_usual_delimiter_is_recognized(write, delimiter):
    path = write("x")
    path.write_text(delimiter.join(["Plan Id", "Text"]) + f'\n1{delimiter}"a,b;c"\n\n2{delimiter}Ünï\n')
    assert list(records(path)) == [
        (2, {"planid": "1", "text": "a,b;c"}),
        (4, {"planid": "2", "text": "Ünï"}),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_every_usual_encoding_is_recognized(write, encoding):
    path = write("Name\nCompañía\n".encode(encoding))
    assert [row.cells for row in rows(path)] == [("Name",), ("Compañía",)]
    assert row_count(path) == 2


def test_lines_are_counted_without_a_last_line_end(write):
    assert look_at(write("a\nb")).lines == 2


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"\x89PNG\r\n\x00\x1a", "notText"),
        (b"Name\n\x00\n", "notText"),
        (b'Name\n"open\n', "badCsv"),
        (b"Name,name\n1,2\n", "headingTwice"),
        (b"\n\n", "emptyFile"),
        (b"Name,ZIPs\na,04101, 04102\n", "longRow"),
        (b"PK\x03\x04rubbish", "badWorkbook"),
        (b"Name" + b",x" * 500 + b"\n", "tooManyColumns"),
        (b"Name\n" + b"x" * 32_768 + b"\n", "longCell"),
        # Neither a line without an end nor one row over many lines is taken into memory whole.
        (b"Name\n" + b"," * (1 << 21), "badCsv"),
        (b'Name\n"x' + (b"," * 1000 + b'"\n",') * 1100, "badCsv"),
    ],
)
def test_unreadable_files_are_refused(write, body, code):
    with pytest.raises(FileError) as caught:
        list(records(write(body)))
    assert caught.value.code == code


def test_workbook_cells_are_read_as_text(tmp_path):
    path = book(
        tmp_path / "x.xlsx", First=[["Name", "When"], ["a", date(2027, 1, 31)], [], ["b", 54.1]], Second=[["x"]]
    )
    assert sheets(path) == ["First", "Second"]
    assert list(records(path)) == [(2, {"name": "a", "when": "2027-01-31"}), (4, {"name": "b", "when": "54.1"})]
    assert [row.cells for row in rows(path, "Second")] == [("x",)]
    with pytest.raises(FileError, match="noSheet"):
        list(rows(path, "Third"))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "Yes"),
        (12, "12"),
        (54.1, "54.1"),
        (1e6, "1000000"),
        (0.1 + 0.2, "0.3"),
        (float("nan"), ""),
        (datetime(2027, 1, 31), "2027-01-31"),
        (datetime(2027, 1, 31, 9), "2027-01-31 09:00:00"),
    ],
)
def test_cell_values_become_text(value, text):
    assert cell_text(value) == text


def test_a_zip_bomb_is_not_unpacked(tmp_path):
    path = tmp_path / "bomb.xlsx"
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("xl/sharedStrings.xml", "w") as entry,
    ):
        for _ in range(70):
            entry.write(b" " * (1 << 20))
    with pytest.raises(FileError, match="tooLarge"):
        list(rows(path))


def test_entities_in_a_workbook_are_refused(tmp_path):
    source = book(tmp_path / "x.xlsx", First=[["Name"], ["a"]])
    bad = tmp_path / "bad.xlsx"
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(bad, "w") as new:
        for entry in old.infolist():
            body = old.read(entry)
            if entry.filename.endswith("sheet1.xml"):
                head = b'<!DOCTYPE x [<!ENTITY a "b">]>'
                at = body.find(b"<worksheet")
                body = body[:at] + head + body[at:].replace(b">a<", b">&a;<")
            new.writestr(entry, body)
    with pytest.raises(FileError, match="badWorkbook"):
        list(rows(bad))


def changed_sheet(source, target, old, new):
    with zipfile.ZipFile(source) as zip_file, zipfile.ZipFile(target, "w") as result:
        for entry in zip_file.infolist():
            body = zip_file.read(entry)
            result.writestr(entry, body.replace(old, new) if entry.filename.endswith("sheet1.xml") else body)
    return target


def test_a_sheet_that_lies_about_its_size_is_read_whole(tmp_path):
    source = book(tmp_path / "x.xlsx", First=[["Name", "Age"], ["a", "1"], ["b", "2"]])
    lying = changed_sheet(source, tmp_path / "y.xlsx", b'<dimension ref="A1:B3"', b'<dimension ref="A1:A2"')
    assert [cells for _number, cells in records(lying)] == [{"name": "a", "age": "1"}, {"name": "b", "age": "2"}]


def test_a_row_far_below_the_end_of_any_sheet_is_refused(tmp_path):
    source = book(tmp_path / "x.xlsx", First=[["Name"], ["a"]])
    far = b'<row r="200000000"><c t="inlineStr"><is><t>z</t></is></c></row></sheetData>'
    with pytest.raises(FileError, match="tooLarge"):
        list(rows(changed_sheet(source, tmp_path / "y.xlsx", b"</sheetData>", far)))


def test_a_cut_off_workbook_is_refused(tmp_path):
    whole = io.BytesIO(book(tmp_path / "x.xlsx", First=[["Name"], ["a"]]).read_bytes()).getvalue()
    cut = tmp_path / "cut.xlsx"
    cut.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FileError, match="badWorkbook"):
        list(rows(cut))


def test_headings_are_compared_by_letters_and_digits():
    assert normalise("RATING AREA ID") == normalise("RatingAreaId") == "ratingareaid"
