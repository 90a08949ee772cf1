"""Known weaknesses, licenses and the bill of materials of the pinned packages."""

import json
import zipfile
from datetime import date

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from planfront.cli.console import CliError
from planfront.cli.paths import FRONTEND
from tools.paths import REQUIREMENTS
from tools.supply import advisories, command, licenses, packages, sbom
from tools.supply.packages import NPM, PYPI, Package

TODAY = date(2026, 11, 23)


def package(name="Left_Pad", version="1.4.0", ecosystem=PYPI, license_="MIT"):
    return Package(ecosystem, name.lower().replace("_", "-"), version, license_, shipped=True)


def record(*events, name="left-pad", ecosystem=PYPI, kind="ECOSYSTEM", **more):
    ranges = [{"type": kind, "events": list(events)}] if events else []
    affected = {"package": {"ecosystem": ecosystem, "name": name}, "ranges": ranges, **more}
    return {"id": "GHSA-1", "aliases": ["CVE-1"], "summary": "Pads too much", "affected": [affected]}


def weaknesses_in(record_, package_):
    return [(weakness.id, weakness.fixed) for weakness in advisories.find_weaknesses([package_], [record_])]


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.3.9", []),
        ("1.4.0", [("GHSA-1", "1.4.10")]),
        ("1.4.9", [("GHSA-1", "1.4.10")]),
        ("1.4.10", []),
        ("2.0.0", [("GHSA-1", "2.0.1")]),
        ("2.0.1", []),
    ],
)
def test_a_version_between_introduced_and_fixed_is_weak(version, expected):
    events = ({"introduced": "2.0.0"}, {"fixed": "2.0.1"}, {"introduced": "1.4"}, {"fixed": "1.4.10"})
    assert weaknesses_in(record(*events), package(version=version)) == expected


def test_the_last_affected_version_is_weak_and_the_next_is_not():
    weak = record({"introduced": "0"}, {"last_affected": "1.4.0"})
    assert weaknesses_in(weak, package(version="1.4.0")) == [("GHSA-1", "")]
    assert weaknesses_in(weak, package(version="1.4.1")) == []


def test_a_weakness_without_an_end_holds_for_every_later_version():
    assert weaknesses_in(record({"introduced": "1.0"}), package(version="9.0")) == [("GHSA-1", "")]


def test_versions_that_a_record_lists_are_weak():
    listed = record(versions=["1.4.0"])
    assert weaknesses_in(listed, package(version="1.4.0")) == [("GHSA-1", "")]
    assert weaknesses_in(listed, package(version="1.4.1")) == []


def test_npm_versions_are_ordered_as_npm_orders_them():
    weak = record({"introduced": "0"}, {"fixed": "1.0.0"}, name="@pad/left", ecosystem=NPM, kind="SEMVER")
    before = Package(NPM, "@pad/left", "1.0.0-beta.2", "MIT", shipped=True)
    assert weaknesses_in(weak, before) == [("GHSA-1", "1.0.0")]
    assert weaknesses_in(weak, Package(NPM, "@pad/left", "1.0.0", "MIT", shipped=True)) == []
    assert weaknesses_in(weak, package("@pad/left", "0.1.0")) == []  # the same name in the other ecosystem


def test_names_of_python_packages_compare_as_pypi_compares_them():
    assert weaknesses_in(record({"introduced": "0"}, name="Left.Pad"), package()) == [("GHSA-1", "")]


def test_a_withdrawn_record_counts_no_more():
    assert weaknesses_in(record({"introduced": "0"}) | {"withdrawn": "2026-01-01T00:00:00Z"}, package()) == []


def test_refresh_keeps_the_records_that_concern_pinned_packages(tmp_path):
    export, target = tmp_path / "all.zip", tmp_path / "advisories.json"
    other = record({"introduced": "0"}, name="right-pad") | {"id": "GHSA-2"}
    with zipfile.ZipFile(export, "w") as archive:
        archive.writestr("GHSA-1.json", json.dumps(record({"introduced": "0"}) | {"details": "Long"}))
        archive.writestr("GHSA-2.json", json.dumps(other))
    assert advisories.refresh(target, [str(export)], [package()], TODAY) == 1
    refreshed, records = advisories.load(target)
    assert refreshed == TODAY
    assert [kept["id"] for kept in records] == ["GHSA-1"]
    assert "details" not in records[0]


@pytest.mark.parametrize("source", ["nowhere.zip", "http://advisories.example/all.zip"])
def test_refresh_refuses_what_is_no_file_and_no_https_address(tmp_path, source):
    with pytest.raises(CliError):
        advisories.refresh(tmp_path / "advisories.json", [source], [package()], TODAY)
    assert not (tmp_path / "advisories.json").exists()


@pytest.fixture
def listed(tmp_path, monkeypatch):
    """Check one package against one advisory: ``listed(accepted)`` is the command's status."""
    advisories_file, page, pyproject = (tmp_path / name for name in ("a.json", "licenses.md", "pyproject.toml"))
    monkeypatch.setattr(command, "ADVISORIES", advisories_file)
    monkeypatch.setattr(command, "LICENSES", page)
    monkeypatch.setattr(command, "ROOT", tmp_path)
    page.write_text(licenses.write_page([package()]), encoding="utf-8")

    def check(accepted, *records):
        advisories_file.write_text(json.dumps({"refreshed": "2026-11-23", "records": records}))
        pyproject.write_text(f"[tool.planfront.supply.accepted]\n{accepted}\n")
        return command.check([package()], TODAY)

    return check


def test_a_known_weakness_fails_the_check_and_is_named(listed, capsys):
    assert listed("", record({"introduced": "0"}, {"fixed": "1.5.0"})) == 1
    text = "left-pad 1.4.0 (PyPI): GHSA-1, CVE-1: Pads too much (mended in 1.5.0)"
    assert text in capsys.readouterr().err
    assert listed("") == 0


@pytest.mark.parametrize(("until", "status"), [("2026-11-23", 0), ("2026-11-22", 1)])
def test_a_weakness_is_accepted_until_its_day(listed, until, status):
    accepted = f'CVE-1 = {{ reason = "Never pads", until = {until} }}'
    assert listed(accepted, record({"introduced": "0"})) == status


def test_an_acceptance_that_nothing_needs_is_named(listed, capsys):
    assert listed('CVE-9 = { reason = "Gone", until = 2027-01-01 }') == 1
    assert "CVE-9: accepted, but nothing pinned falls under it any more" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("expression", "refused"),
    [
        ("MIT", False),
        ("GPL-3.0-only OR MIT", False),
        ("MPL-2.0 AND (Apache-2.0 OR MIT)", False),
        ("AGPL-3.0-only", True),
        ("MIT AND GPL-3.0-only", True),
        ("", True),
    ],
)
def test_only_licenses_of_the_list_are_allowed(expression, refused):
    assert bool(licenses.find_refused([package(license_=expression)])) is refused


def test_the_bill_of_materials_names_every_pinned_package_and_fits_its_schema():
    pinned = packages.read_all(REQUIREMENTS, FRONTEND / "package-lock.json")
    text = sbom.write(pinned, "0.1.0")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    components = {part["purl"]: part for part in json.loads(text)["components"]}
    assert len(components) == len(pinned)
    django = next(part for purl, part in components.items() if purl.startswith("pkg:pypi/django@"))
    assert (django["scope"], django["licenses"][0]["license"]["id"]) == ("required", "BSD-3-Clause")
    assert {digest["alg"] for digest in django["hashes"]} == {"SHA-256"}
    assert next(part for purl, part in components.items() if purl.startswith("pkg:pypi/pytest@"))["scope"] == "excluded"
    assert any(purl.startswith("pkg:npm/%40tanstack/react-query@") for purl in components)
