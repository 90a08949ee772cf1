"""./run supply: known weaknesses and licenses of what is pinned, and the bill of materials."""

import argparse
import tomllib
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import planfront
from planfront.cli import environment
from planfront.cli.console import CliError, complain, say
from planfront.cli.paths import FRONTEND, ROOT, var_dir
from planfront.kernel import clock
from tools.paths import REQUIREMENTS
from tools.supply import advisories, licenses, packages, sbom
from tools.supply.advisories import Acceptance, Weakness
from tools.supply.packages import Package

ADVISORIES = REQUIREMENTS / "advisories.json"
LICENSES = ROOT / "THIRD_PARTY_NOTICES.md"
_OLD_AFTER_DAYS = 30


def command(options: argparse.Namespace) -> int:
    pinned = packages.read_all(REQUIREMENTS, FRONTEND / "package-lock.json")
    environment.setup_django()
    today = clock.real_today()
    match options.task:
        case "refresh":
            return refresh(pinned, options.sources, today)
        case "licenses":
            return write_licenses(pinned)
        case "sbom":
            return write_sbom(pinned, options.sources)
    return check(pinned, today)


def check(pinned: Sequence[Package], today: date) -> int:
    """Print what is wrong; 1 when anything is."""
    refreshed, records = advisories.load(ADVISORIES)
    accepted = read_accepted(ROOT / "pyproject.toml")
    weaknesses = advisories.find_weaknesses(pinned, records)
    faults = [
        *(str(weakness) for weakness in weaknesses if not _is_accepted(weakness, accepted, today)),
        *(f"{name}: accepted, but nothing pinned falls under it any more" for name in _idle(weaknesses, accepted)),
        *licenses.find_refused(pinned),
    ]
    if LICENSES.read_text(encoding="utf-8") != licenses.write_page(pinned):
        faults.append("THIRD_PARTY_NOTICES.md is not current: ./run supply licenses writes it.")
    for fault in faults:
        complain(fault)
    age = (today - refreshed).days
    say(f"{len(pinned)} pinned packages against {len(records)} advisories, refreshed on {refreshed} ({age} days ago).")
    if age > _OLD_AFTER_DAYS:
        say("The list is old: ./run supply refresh (docs/operations.md) brings it up to date.")
    return 1 if faults else 0


def read_accepted(pyproject: Path) -> dict[str, Acceptance]:
    """[tool.planfront.supply.accepted] of pyproject.toml, by id."""
    settings = tomllib.loads(pyproject.read_text(encoding="utf-8"))["tool"].get("planfront", {})
    rows = settings.get("supply", {}).get("accepted", {})
    return {name: Acceptance(name, row["reason"], row["until"]) for name, row in rows.items()}


def _is_accepted(weakness: Weakness, accepted: dict[str, Acceptance], today: date) -> bool:
    names = (weakness.id, *weakness.aliases)
    return any(name in accepted and today <= accepted[name].until for name in names)


def _idle(weaknesses: Sequence[Weakness], accepted: dict[str, Acceptance]) -> list[str]:
    return sorted(accepted.keys() - {name for weakness in weaknesses for name in (weakness.id, *weakness.aliases)})


def refresh(pinned: Sequence[Package], sources: Sequence[str], today: date) -> int:
    if not sources:
        raise CliError("Name the advisories to read: paths or https addresses of OSV exports (zip, folder or JSON).")
    count = advisories.refresh(ADVISORIES, sources, pinned, today)
    say(f"{ADVISORIES.relative_to(ROOT)} holds {count} advisories about pinned packages.")
    return check(pinned, today)


def write_licenses(pinned: Sequence[Package]) -> int:
    LICENSES.write_text(licenses.write_page(pinned), encoding="utf-8")
    say(f"Wrote {LICENSES.relative_to(ROOT)}.")
    return 0


def write_sbom(pinned: Sequence[Package], targets: Sequence[str]) -> int:
    target = Path(targets[0]) if targets else var_dir() / "planfront.cdx.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(sbom.write(pinned, planfront.__version__), encoding="utf-8")
    say(f"Wrote {target}: {len(pinned)} packages.")
    return 0
