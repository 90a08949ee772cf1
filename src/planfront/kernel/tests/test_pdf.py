import io
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pypdf import PdfReader

from planfront.kernel.files import pdf

AT = datetime(2026, 11, 10, 17, tzinfo=UTC)
HEAD = """#let d = json(bytes(sys.inputs.data))
#set document(title: d.title)
#set text(font: ("Hanken Grotesk", "Libertinus Serif"), lang: "en")
#title()
"""
HOSTILE = '#panic("x") *bold* $x^2$ [a] @ref // comment \\ "quoted" <label> José Жд'


def template(tmp_path, body, head=HEAD):
    folder = tmp_path / "template"
    folder.mkdir(exist_ok=True)
    (folder / "page.typ").write_text(head + body)
    return folder / "page.typ"


def make(path, data=None, **extra):
    return pdf.make_pdf(template=path, data={"title": "A title", **(data or {})}, at=AT, **extra)


def read(pdf):
    return PdfReader(io.BytesIO(pdf))


def shown(pdf):
    return " ".join(page.extract_text() for page in read(pdf).pages)


def test_typed_text_is_not_run_as_markup(tmp_path):
    result = make(template(tmp_path, "#d.text"), {"text": HOSTILE + "\u202eab\x07c"})
    assert HOSTILE in shown(result).replace("\n", " ")
    assert "abc" in shown(result)


def test_a_document_is_tagged_named_and_dated(tmp_path):
    result = read(make(template(tmp_path, "= A heading")))
    catalog = result.trailer["/Root"]
    assert catalog["/MarkInfo"]["/Marked"]
    assert catalog["/Lang"] == "en"
    assert "pdfuaid:part>1<" in catalog["/Metadata"].get_object().get_data().decode()
    assert result.metadata.title == "A title"
    assert result.metadata.creation_date == AT


def test_a_character_without_a_typeface_is_a_question_mark_and_never_a_box(tmp_path):
    result = read(make(template(tmp_path, "#d.text"), {"text": "Ana 牙牙"}))
    assert "Ana ??" in result.pages[0].extract_text()
    assert "pdfuaid:part>1<" in result.trailer["/Root"]["/Metadata"].get_object().get_data().decode()


def test_the_same_input_gives_the_same_bytes(tmp_path):
    path = template(tmp_path, "#d.text #lorem(900)")
    assert make(path, {"text": "one"}) == make(path, {"text": "one"}) != make(path, {"text": "two"})


def test_the_brands_typefaces_are_embedded(tmp_path):
    faces = ("Hanken Grotesk", "Figtree", "Source Serif 4", "Bricolage Grotesque 96pt")
    body = "\n".join(f'#text(font: "{face}", fallback: false, weight: 800)[Prices]' for face in faces)
    result = make(template(tmp_path, body))
    assert shown(result).count("Prices") == 4
    for name in (b"HankenGrotesk", b"Figtree", b"SourceSerif4", b"BricolageGrotesque"):
        assert name in result


def test_files_lie_beside_the_template(tmp_path):
    picture = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
    path = template(tmp_path, '#image("logo.svg", alt: "Logo", width: 2cm)')
    assert len(make(path, files={"logo.svg": picture})) > 1000
    with pytest.raises(pdf.PdfFailed):
        make(path, files={"../logo.svg": picture})


@pytest.mark.parametrize("outside", ["/etc/passwd", "../../../../../../etc/passwd", "../secret.txt"])
def test_nothing_outside_can_be_read(tmp_path, outside):
    (tmp_path / "secret.txt").write_text("secret")
    with pytest.raises(pdf.PdfFailed):
        make(template(tmp_path, f'#read("{outside}")'))


def test_no_package_is_fetched(tmp_path):
    with pytest.raises(pdf.PdfFailed):
        make(template(tmp_path, '#import "@local/example:0.1.0": add'))


def test_a_document_that_never_ends_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(pdf, "TIME_LIMIT", 0.5)
    with pytest.raises(pdf.PdfFailed, match="within"):
        make(template(tmp_path, "#for n in range(300000) [= #n #lorem(n)]"))


def test_the_environment_is_not_passed_to_the_typesetter(tmp_path, monkeypatch):
    seen = {}

    def run(*args, **kwargs):
        seen.update(kwargs)
        raise subprocess.TimeoutExpired("x", 1)

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(pdf.PdfFailed):
        make(template(tmp_path, "x"))
    assert seen["env"] == {}
    assert not Path(seen["cwd"]).exists()


def test_a_wrong_template_says_what_is_wrong(tmp_path):
    with pytest.raises(pdf.PdfFailed, match="unknown variable"):
        make(template(tmp_path, "#nothing"))
