"""The packages of examples/ are installed as pip would, chosen by environment, and asked in a store of their own."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.services.conftest import started

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
KINDS = ("address", "phone", "email")
ASK = """
import json, dataclasses
from planfront.integrations import addresses, emails, phones, ports
home = addresses.Address("9 Rowan Street", "", "Columbus", "OH", "43215")
away = dataclasses.replace(home, address1="8 Rowan Street")
print(json.dumps({
    "titles": [str(ports.title_of(port)) for port in ("address", "phone", "email")],
    "address": [dataclasses.asdict(addresses.check(place)) for place in (home, away)],
    "phone": [dataclasses.asdict(phones.check(number)) for number in ("6145550148", "6145550199")],
    "email": [
        [check.valid, check.disposable, check.doubt]
        for name in ("casey", "nobody", "perhaps", "thrown")
        for check in [emails.check(f"{name}@mailbox.example")]
    ],
}))
"""


def install(target):
    """Put every example where Python finds it, with the metadata that pip makes of its pyproject.toml."""
    for kind in KINDS:
        facts = tomllib.loads((EXAMPLES / f"{kind}-acme/pyproject.toml").read_text())
        project, (module,) = facts["project"], facts["tool"]["setuptools"]["py-modules"]
        shutil.copy(EXAMPLES / f"{kind}-acme/{module}.py", target)
        folder = target / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        )
        groups = [
            f"[{group}]\n" + "\n".join(f"{name} = {place}" for name, place in entries.items())
            for group, entries in project["entry-points"].items()
        ]
        (folder / "entry_points.txt").write_text("\n\n".join(groups))


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A migrated store with the examples installed; call it with a command and variables."""
    target, var = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("var")
    install(target)
    source = os.environ.get("PLANFRONT_MIGRATED_SQLITE")
    if source:
        shutil.copy(source, var / "planfront.sqlite3")
    base = {"PYTHONPATH": f"{ROOT / 'src'}:{target}", "PLANFRONT_VAR": str(var)}
    base |= {f"{kind.upper()}_CHECK": "acme" for kind in KINDS}
    base["DATABASE_URL"] = f"sqlite:///{var}/planfront.sqlite3"
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "DJANGO_"))}

    def run(*command, **variables):
        return subprocess.run(
            [sys.executable, "-m", "planfront", *command],
            cwd=ROOT,
            env={**inherited, **base, **variables},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    keys = {f"ACME_{kind.upper()}_KEY": f"{kind}-key" for kind in KINDS}
    migrated = run("manage", "migrate", "-v", "0", **keys)
    assert migrated.returncode == 0, migrated.stderr
    return run


def test_each_example_answers_by_its_entry_point(store, tmp_path):
    secret = tmp_path / "phone"
    secret.write_text("phone-key\n")
    with started(program="acme.py") as url:
        variables = {f"ACME_{kind.upper()}_URL": url for kind in KINDS}
        variables |= {"ACME_ADDRESS_KEY": "address-key", "ACME_EMAIL_KEY": "email-key"}
        done = store("manage", "shell", "-v", "0", "-c", ASK, **variables, ACME_PHONE_KEY_FILE=str(secret))
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout.splitlines()[-1])
    assert result["titles"] == ["Acme Addresses", "Acme Phones", "Acme Mail"]
    known, unknown = result["address"]
    assert known["suggestion"] == {
        "address1": "9 Rowan Ct",
        "address2": "",
        "city": "Columbus",
        "state": "OH",
        "zip": "43215",
        "zip4": "0009",
    }
    assert (unknown["note"], unknown["suggestion"], unknown["problem"]) == ("unknown", None, "")
    assert result["phone"] == [
        {"number": "6145550148", "valid": True, "line_type": "mobile", "doubt": False},
        {"number": "6145550199", "valid": False, "line_type": "mobile", "doubt": False},
    ]
    assert result["email"] == [
        [True, False, False],
        [False, False, False],
        [True, False, True],
        [False, True, False],
    ]


def test_an_example_without_its_key_stops_the_start_with_a_line(store):
    done = store("seed", ACME_ADDRESS_KEY="address-key", ACME_EMAIL_KEY="email-key")
    assert done.returncode == 1
    assert "PHONE_CHECK=acme needs ACME_PHONE_KEY (or ACME_PHONE_KEY_FILE)." in done.stdout + done.stderr


def test_the_guide_names_what_is_there():
    guide = (ROOT / "docs/extending.md").read_text()
    for path in re.findall(r"\]\(\.\./([\w/-]+)/?\)", guide):
        assert (ROOT / path).exists()
    for kind in KINDS:
        assert (EXAMPLES / f"{kind}-acme/acme_{kind}.py").exists()
        assert f"{kind}-acme" in (EXAMPLES / "README.md").read_text()
