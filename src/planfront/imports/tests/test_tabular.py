"""Rows of CSV files and workbooks, and the files that only look like them."""

import io
import time
import zipfile
from datetime import date, datetime

import pytest
from openpyxl import Workbook

from planfront.imports.errors import FileError
from planfront.imports.files import look_at
from planfront.imports.layouts import Layout, normalise
from planfront.imports.tabular import open_table, plain_cell, row_count
from planfront.imports.tabular import records as read_records
from planfront.imports.workbook import cell_text


def records(path, *headings, tell=lambda issue: None, sheets=()):
    """Row number and cells, of a file with these headings."""
    layouts = [Layout(headings or ("Name",), None)]
    return [(record.number, record.cells) for record in read_records(path, layouts, tell, sheets)]


def book(path, **contents):
    workbook = Workbook()
    workbook.remove(workbook.active)
    for name, lines in contents.items():
        sheet = workbook.create_sheet(name.replace("_", " "))
        for line in lines:
            sheet.append(line)
    workbook.save(path)
    return path


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("above", ["", "Rates, as of 2027; all | areas\n\n", "sep={}\n"])
def test_the_separator_and_the_headings_are_found_together(write, delimiter, above):
    path = write("x")
    title = above.format(delimiter)
    path.write_text(title + delimiter.join(["Plan Id", "Text"]) + f'\n1{delimiter}"a,b;c"\n\n2{delimiter}Ünï\n')
    row = title.count("\n") + 1
    assert records(path, "PlanId", "Text") == [
        (row + 1, {"planid": "1", "text": "a,b;c"}),
        (row + 3, {"planid": "2", "text": "Ünï"}),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_every_usual_encoding_is_recognized(write, encoding):
    path = write("Name\nHalden’s – Kids™ Café\n".encode(encoding))
    assert records(path) == [(2, {"name": "Halden’s – Kids™ Café"})]
    assert row_count(path) == 1


def test_rows_that_are_no_data_are_named(write):
    issues = []
    path = write(
        "Code,Name,,Employees\nA,Acme,,7\nExample: HARBOR,Harbor,,42\nB,Bell,x,8\nC,Cole,y,9\n"
        " code ,NAME,,Employees\nTotal,,,24\nGrand total:,3,,24\nTotal,Total Foods,,5\n"
    )
    rows = records(
        path, "Code", tell=lambda issue: issues.append((issue.row, issue.column, issue.message, issue.fatal))
    )
    assert [(number, cells["name"]) for number, cells in rows] == [
        (2, "Acme"),
        (4, "Bell"),
        (5, "Cole"),
        (9, "Total Foods"),
    ]
    assert issues == [
        (3, "", "An example of the template: left out.", False),
        (4, "C", "This column has no heading. Write one above it, or delete it.", True),
        (6, "", "This row repeats the headings. Delete it.", True),
        (7, "", "This row is a total. Delete it.", True),
        (8, "", "This row is a total. Delete it.", True),
    ]


def test_lines_are_counted_without_a_last_line_end(write):
    assert look_at(write("a\nb")).lines == 2


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"\x89PNG\r\n\x00\x1a", "notText"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00\x00\x00", "oldWorkbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "password"),
        (b"Name\n\x00\n", "notText"),
        (b"<html><table><tr><td>Name</td></tr></table></html>", "webPage"),
        (b"\xef\xbb\xbf\r\n<!DOCTYPE html><p>", "webPage"),
        (b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">', "webPage"),
        (b'Name\n"open\n', "badCsv"),
        (b"Name,name\n1,2\n", "headingTwice"),
        (b"\n\n", "emptyFile"),
        (b"Colour,Size\n1,2\n", "noHeading"),
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
        records(write(body))
    assert caught.value.code == code
    assert len(caught.value.message) > 20


def test_a_row_with_a_comma_too_many_is_told_and_a_row_cut_off_at_its_end_is_read(write):
    issues = []
    path = write(b"Name,ZIPs,City\na,04101, 04102,X\nb\nc,04103\n")
    assert records(path, tell=issues.append) == [
        (3, {"name": "b"}),
        (4, {"name": "c", "zips": "04103"}),
    ]
    assert [(issue.row, issue.code, issue.fatal) for issue in issues] == [(2, "longRow", True)]


def test_workbook_cells_are_read_as_text(tmp_path):
    path = book(tmp_path / "x.xlsx", First=[["Name", "When"], ["a", date(2027, 1, 31)], [], ["b", 54.1]])
    assert records(path) == [(2, {"name": "a", "when": "2027-01-31"}), (4, {"name": "b", "when": "54.1"})]


def test_every_sheet_with_the_headings_is_read_and_the_others_are_named(tmp_path):
    path = book(
        tmp_path / "x.xlsx",
        How_to=[["Fill in the names"]],
        Area_1=[["Name"], ["a"]],
        Area_2=[["Names of area 2"], ["Name", "Code"], ["b", "#REF!"]],
        Lists=[["High"], ["Low"]],
        Empty=[],
    )
    issues = []
    assert records(path, tell=issues.append) == [(2, {"name": "a"}), (3, {"name": "b", "code": ""})]
    assert [(issue.column, issue.message, issue.fatal) for issue in issues] == [
        ("How to", "The sheet “How to” was not read: it doesn't have the headings.", False),
        ("Area 1", "The sheet “Area 1” was read.", False),
        ("Area 2", "The sheet “Area 2” was read.", False),
        ("Lists", "The sheet “Lists” was not read: it doesn't have the headings.", False),
        ("Area 2!Code", "#REF! is an error of the spreadsheet: the cell counts as empty.", False),
    ]
    issues.clear()
    assert records(path, tell=issues.append, sheets=["area 1"]) == [(2, {"name": "a"})]
    assert "The sheet “Area 2” was not read: it wasn't chosen." in [issue.message for issue in issues]
    for name, code in {"Area 3": "noSheet", "Lists": "noHeading"}.items():
        with pytest.raises(FileError) as caught:
            records(path, sheets=[name])
        assert caught.value.code == code


def test_a_hidden_sheet_is_named_and_read_only_when_it_is_chosen(tmp_path):
    workbook = Workbook()
    workbook.active.append(["Name"])
    workbook.active.append(["a"])
    old = workbook.create_sheet("Last year")
    old.append(["Name"])
    old.append(["b"])
    old.sheet_state = "hidden"
    workbook.save(tmp_path / "x.xlsx")
    issues = []
    assert records(tmp_path / "x.xlsx", tell=issues.append) == [(2, {"name": "a"})]
    assert issues[1].message == "The sheet “Last year” was not read: it is hidden."
    assert records(tmp_path / "x.xlsx", sheets=["Last year"]) == [(2, {"name": "b"})]


def test_headings_that_come_twice_take_the_title_above_them(tmp_path):
    path = book(
        tmp_path / "x.xlsx",
        First=[
            ["Employee", None, "Spouse Information", None, None],
            ["Name", "Born", "Name", "Born", "Born"],
            ["a", "b", "c", "d", "e"],
        ],
    )
    with open_table(path, [Layout(("Name",), None)]) as table:
        assert table.sheets[0].headings == ["Name", "Born", "Spouse Name", "Spouse Born", "Spouse Born"]
    with pytest.raises(FileError, match="headingTwice"):
        records(path)


def test_a_formula_whose_value_was_never_saved_is_named(tmp_path):
    workbook = Workbook()
    workbook.active.append(["Name", "Pay"])
    workbook.active.append(["a", "=1+1"])
    workbook.save(tmp_path / "x.xlsx")
    issues = []
    assert records(tmp_path / "x.xlsx", tell=issues.append) == [(2, {"name": "a", "pay": ""})]
    assert [(issue.row, issue.column, issue.fatal) for issue in issues] == [(2, "Pay", True)]
    assert "formula without its value" in issues[0].message


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("33.550000000000004", "33.55"),
        ("0.30000000000000004", "0.3"),
        ("0.333333333333333", "0.333333333333333"),
        (" 33.55 ", "33.55"),
        ("12345678901234567", "12345678901234567"),
    ],
)
def test_what_binary_fractions_add_to_a_number_is_taken_away(text, plain):
    assert plain_cell(text) == plain


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


@pytest.mark.thorough
def test_formatted_rows_without_values_are_cheap_and_lose_nothing(tmp_path):
    workbook = Workbook()
    sheet = workbook.active
    sheet.append(["Name"])
    sheet.append(["a"])
    for row in sheet.iter_rows(min_row=3, max_row=20_000, max_col=16):
        for cell in row:
            cell.number_format = "0.00"
    sheet.cell(20_001, 1, "z")
    workbook.save(tmp_path / "x.xlsx")
    began = time.process_time()
    assert records(tmp_path / "x.xlsx") == [(2, {"name": "a"}), (20_001, {"name": "z"})]
    spent = time.process_time() - began
    plain = book(tmp_path / "y.xlsx", First=[["Name"], *([f"n{row}"] for row in range(20_000))])
    began = time.process_time()
    records(plain)
    assert spent < 2 * (time.process_time() - began)


def test_a_zip_bomb_is_not_unpacked(tmp_path):
    path = tmp_path / "bomb.xlsx"
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("xl/sharedStrings.xml", "w") as entry,
    ):
        for _ in range(70):
            entry.write(b" " * (1 << 20))
    with pytest.raises(FileError, match="tooLarge"):
        records(path)


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
        records(bad)


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
        records(changed_sheet(source, tmp_path / "y.xlsx", b"</sheetData>", far))


def test_a_cut_off_workbook_is_refused(tmp_path):
    whole = io.BytesIO(book(tmp_path / "x.xlsx", First=[["Name"], ["a"]]).read_bytes()).getvalue()
    cut = tmp_path / "cut.xlsx"
    cut.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FileError, match="badWorkbook"):
        records(cut)


def test_headings_are_compared_by_letters_and_digits():
    assert normalise("RATING AREA ID") == normalise("RatingAreaId") == "ratingareaid"
