"""The drill: backups while people enroll, restored elsewhere, hold what had been acknowledged, and fit together."""

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from planfront.cli import environment
from planfront.cli.console import say
from tests.kills.shopper import Shopper
from tests.kills.store import Store
from tools import trial

pytestmark = pytest.mark.skipif(not os.environ.get("PLANFRONT_KILLS"), reason="PLANFRONT_KILLS says how many")
PEOPLE = 4
SUBMITTED = """
import json
from planfront.sales.models import Confirmation
from planfront.members.models import Member
print(json.dumps({
    "confirmations": [str(one) for one in Confirmation.objects.values_list("number", flat=True)],
    "members": [[one.first_name, bool(one.birth_date)] for one in Member.objects.order_by("pk")],
}))
"""


def planfront(env: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(environment.planfront(*arguments), env=env, check=False, capture_output=True, text=True)


def elsewhere(store: Store, folder: Path, name: str) -> dict[str, str]:
    """The environment of an empty place on the same kind of database."""
    if store.database == "postgres":
        trial._create_database(name, "template0")
    return trial._environment(store.database, folder, name)


def test_backups_under_load_come_back_elsewhere(store, tmp_path):
    shoppers = [Shopper(store, number) for number in range(501, 501 + PEOPLE)]
    media = store.folder / "media" / "brand" / "picture.png"
    media.parent.mkdir(parents=True, exist_ok=True)
    media.write_bytes(b"a picture")
    first = Shopper(store, 500)
    first.enroll()
    backups: list[Path] = []
    with ThreadPoolExecutor(PEOPLE) as pool:
        enrolling = [pool.submit(shopper.enroll) for shopper in shoppers]
        while not backups or not all(item.done() for item in enrolling):
            arguments = ("--to", str(tmp_path / "backups"), "--keys", str(tmp_path / "keys"))
            result = planfront(store.env, "backup", *arguments)
            assert result.returncode == 0, result.stderr
            backups.append(Path(result.stdout.strip()))
        for item in enrolling:
            item.result()
    say(f"{store.database}: {len(backups)} backups while {PEOPLE} people enrolled")
    assert [text for shopper in shoppers for text in shopper.lost] == []

    place = elsewhere(store, tmp_path / "place", f"{store.folder.name.replace('-', '_')}_restored")
    backup = backups[0]
    restored = planfront(place, "restore", str(backup), "--keys", str(tmp_path / "keys" / f"{backup.name}-keys"))
    assert restored.returncode == 0, restored.stdout + restored.stderr
    assert "Everything is as it was signed." in restored.stdout
    tables = json.loads((backup / "manifest.json").read_text())["tables"]
    assert f"Restored {sum(tables.values())} rows in {len(tables)} tables" in restored.stdout
    assert (tmp_path / "place" / "media" / "brand" / "picture.png").read_bytes() == b"a picture"
    held = read(place)
    assert first.confirmation in held["confirmations"]
    assert len(held["confirmations"]) == tables["sales_confirmation"]

    again = planfront(place, "restore", str(backup))
    assert again.returncode == 1
    assert "already" in again.stderr
    # The last one holds what everybody was told, and takes the place of the first.
    last = planfront(place, "backup", "--to", str(tmp_path / "second"))
    assert last.returncode == 0, last.stderr
    newest = planfront(store.env, "backup", "--to", str(tmp_path / "newest"))
    replaced = planfront(place, "restore", newest.stdout.strip(), "--replace")
    assert replaced.returncode == 0, replaced.stdout + replaced.stderr
    assert {shopper.confirmation for shopper in (first, *shoppers)} <= set(read(place)["confirmations"])


def read(env: dict[str, str]) -> dict[str, list]:
    done = planfront(env, "manage", "shell", "--no-imports", "-c", SUBMITTED)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.strip().splitlines()[-1])
