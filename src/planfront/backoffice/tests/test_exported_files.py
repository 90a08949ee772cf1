"""The page of files lists every file that the store hands out, with its columns in words."""

import json
import pkgutil
import re
from html import unescape
from importlib import import_module
from pathlib import Path

import pytest

import planfront
from planfront.accounts.models import User
from planfront.backoffice.exported_files import FILES, list_files
from planfront.backoffice.site import site
from planfront.kernel.files.handed_out import EXPLAINED, FileKind, answer_file

pytestmark = pytest.mark.django_db
PACKAGE = Path(planfront.__file__).parent
PAGE = "/backoffice/files/"
OPENAPI = PACKAGE.parents[1] / "api" / "openapi.json"


def modules():
    for module in pkgutil.walk_packages([str(PACKAGE)], "planfront."):
        if not {"tests", "migrations", "management"} & set(module.name.split(".")):
            yield module.name


def declared_kinds():
    for name in modules():
        source = PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py")
        if source.exists() and "FileKind(" in source.read_text():
            for value in vars(import_module(name)).values():
                yield from [value] if isinstance(value, FileKind) else []


@pytest.fixture
def owner(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def all_files(rf, owner):
    request = rf.get(PAGE)
    request.user = User.objects.get()
    return list(list_files(request, site))


def entry(page, title):
    """Return the part of the page about a file."""
    text = unescape(page.content.decode())
    return next(part for part in text.split("<li><div><h3")[1:] if re.match(rf"[^>]*>(<a [^>]*>)?{title}<", part))


def test_every_declared_file_is_listed():
    kinds = list(declared_kinds())
    assert len(kinds) >= 20
    assert [kind.name for kind in kinds if kind not in FILES] == []


def test_only_one_function_attaches_files():
    """So nothing leaves as a file without a declaration. Pictures and films are shown, not handed out."""
    rule = re.compile(r"Content-Disposition|as_attachment")
    answering = {str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py") if rule.search(path.read_text())}
    product = {name for name in answering if "/tests/" not in name}
    assert product == {"kernel/files/handed_out.py", "webapp/films.py"}


def test_every_call_that_answers_a_file_is_listed():
    schema = json.loads(OPENAPI.read_text())
    shapes = schema["components"]["schemas"]
    holding = {
        name
        for name, shape in shapes.items()
        if {"name", "content"} <= set(shape.get("properties", {})) and not name.endswith("Body")
    }
    holding |= {name for name in shapes if name.startswith("Envelope_") and name.split("_")[1] in holding}
    calls = {
        operation["operationId"]
        for path in schema["paths"].values()
        for operation in path.values()
        if any(f'/{name}"' in json.dumps(operation["responses"].get("200", {})) for name in holding)
    }
    assert {"export_group_people", "get_cards_file", "signed_application"} <= calls
    assert calls - {call for kind in FILES for call in kind.calls} == set()


def test_columns_are_explained_to_accounting_payroll_and_auditors(all_files):
    kinds = [file.kind for file in all_files]
    assert [kind.name for kind in kinds if not all(column.heading for column in kind.columns)] == []
    explained = [kind for kind in kinds if kind.need in EXPLAINED]
    assert [(kind.name, kind.heading) for kind in explained if not kind.has_words or not kind.content] == []


def test_a_file_has_columns_or_is_a_document(all_files):
    bare = {file.kind.name for file in all_files if not file.kind.columns and {"csv", "xlsx"} & set(file.kind.forms)}
    assert bare == {"template"}  # each kind of import explains its own columns


def test_an_undeclared_form_is_refused():
    with pytest.raises(ValueError, match="not in tuple"):
        answer_file(FILES[0], "zip", b"", "people")


def test_the_page_says_who_may_fetch_a_file_and_what_is_in_it(owner):
    page = owner.get(PAGE)
    policies = entry(page, "Policies")
    assert 'href="/backoffice/coverage/policy/"' in policies
    assert "All staff, for the brands they work for. CSV" in policies
    assert '<dt lang="en">Monthly dues</dt><dd>Dues and fees a month beside the premium, in dollars.</dd>' in policies
    people = entry(page, "People of a group, with deductions")
    assert "The group's administrator, at the group's desk. CSV" in people
    assert "href" not in people
    assert "Administrators and service staff. JSON, PDF" in entry(page, "A person's data")


def test_a_list_that_the_reader_may_not_open_is_no_link(works):
    page = works("reader").get(PAGE)
    assert 'href="/backoffice/coverage/policy/"' in entry(page, "Policies")
    assert "href" not in entry(page, "A person's data")
    print_files = entry(page, "Print files")
    assert "href" not in print_files
    assert "Staff who work for all brands. CSV" in print_files


def test_every_link_opens_for_its_reader(works):
    reader = works("reader", all_brands=True)
    links = {*re.findall(r'<h3[^>]*><a href="([^"]+)"', reader.get(PAGE).content.decode())}
    assert "/backoffice/coverage/policy/" in links
    assert [link for link in sorted(links) if reader.get(link).status_code != 200] == []


def test_the_headings_are_those_of_the_file(owner, all_files):
    policies = next(file.kind for file in all_files if file.kind.permission == "coverage.view_policy")
    csv = b"".join(owner.get("/backoffice/coverage/policy/export.csv").streaming_content).decode("utf-8-sig")
    assert csv.splitlines()[0].split(",") == policies.heading


def test_spanish_readers_read_it_in_spanish(owner):
    page = owner.get(PAGE, headers={"accept-language": "es"})
    assert "Una línea por póliza: cuánto cuesta, desde cuándo y para quién." in entry(page, "Policies")
    assert "<dt>Prima</dt>" in entry(page, "Personas de un grupo, con descuentos de nómina")
