"""Rules of the house that no linter knows, checked on every file of the checkout."""

import ast
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"
PACKAGE = SOURCES / "planfront"
IGNORED = {
    *(".git", ".venv", ".tools", "var", "node_modules", "dist", "collected", "__pycache__"),
    *(".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".import_linter_cache"),
    *("test-results", "playwright-report"),
}
TEXT = {".py", ".ts", ".tsx", ".mjs", ".css", ".md", ".json", ".toml", ".txt", ".in", ".po", ".html", ".svg", ""}
REGISTRIES = [
    ".".join(parts)
    for parts in (
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("pypi", "org"),
        ("python" + "hosted", "org"),
        ("deb", "debian", "org"),
        ("yarnpkg", "com"),
    )
]


def files(top: Path = ROOT) -> Iterator[Path]:
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if name not in IGNORED]
        for name in names:
            path = Path(folder) / name
            if path.suffix in TEXT and not path.is_symlink():
                yield path


def python_files() -> Iterator[Path]:
    return (path for path in files(SOURCES) if path.suffix == ".py" and "migrations" not in path.parts)


def product_files() -> Iterator[Path]:
    return (path for path in python_files() if "tests" not in path.parts)


def lines_matching(pattern: str, paths: Iterator[Path]) -> list[str]:
    rule = re.compile(pattern)
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if rule.search(line)
    ]


@pytest.mark.parametrize("text", REGISTRIES)
def test_no_file_names_a_registry(text: str):
    assert lines_matching(re.escape(text), files()) == []


def test_the_npm_lock_names_versions_and_hashes_but_no_addresses():
    packages = json.loads((ROOT / "frontend" / "package-lock.json").read_text())["packages"]
    assert [path for path, entry in packages.items() if "resolved" in entry] == []
    assert [path for path, entry in packages.items() if path and "version" not in entry] == []


def test_locked_requirements_carry_hashes():
    for name in ("base.txt", "dev.txt", "tools.txt"):
        text = (ROOT / "requirements" / name).read_text()
        pins = re.findall(r"^\S+==\S+(?: ; [^\\\n]+)? \\\n    --hash=sha256:", text, re.MULTILINE)
        assert len(pins) == len(re.findall(r"^\S+==", text, re.MULTILINE)) > 0, name


def test_the_formatter_lays_out_every_line():
    assert lines_matching(r"#\s*fmt: ?(skip|off)", (path for path in files() if path.suffix == ".py")) == []


def test_there_are_no_signals():
    assert (
        lines_matching(r"django\.(db\.models|core|dispatch|contrib\.\w+)\.?signals?\b|@receiver\b", product_files())
        == []
    )


def test_models_are_imported_not_looked_up_by_name():
    for_migrations = {PACKAGE / "kernel" / "database" / "operations.py"}
    paths = (path for path in product_files() if path not in for_migrations)
    assert lines_matching(r"\bget_model\(", paths) == []


def test_saving_a_model_has_no_logic():
    paths = (path for path in product_files() if path.name == "models.py")
    assert lines_matching(r"^\s+def (save|delete)\(self", paths) == []


def test_only_the_kernel_asks_for_the_time():
    paths = (path for path in product_files() if path != PACKAGE / "kernel" / "clock.py")
    assert (
        lines_matching(r"\b(datetime\.(now|utcnow|today)|date\.today|timezone\.(now|localdate|localtime))\(", paths)
        == []
    )


def test_product_code_does_not_print():
    assert lines_matching(r"^\s*print\(", product_files()) == []


def test_no_unfinished_work_is_marked_in_the_source():
    marks = "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X(?!-XX)"))
    assert (
        lines_matching(
            rf"\b({marks})(?!\w)", (path for path in files() if path.suffix in {".py", ".ts", ".tsx", ".css"})
        )
        == []
    )


def test_other_rooms_models_are_reached_through_selectors_and_services():
    """Importing another room's models for annotations only (TYPE_CHECKING) is fine."""
    # The demo world and the back office work on every room's tables.
    rooms = (path for path in product_files() if PACKAGE in path.parents and PACKAGE / "backoffice" not in path.parents)
    result = [
        f"{path.relative_to(ROOT)} imports planfront.{room}.models"
        for path in rooms
        for room in rooms_whose_models_are_imported(path)
        if room != path.relative_to(PACKAGE).parts[0]
    ]
    assert result == []


def rooms_whose_models_are_imported(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        id(node)
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and "TYPE_CHECKING" in ast.dump(branch.test)
        for node in ast.walk(branch)
    }
    modules = {name for node in ast.walk(tree) if id(node) not in for_types for name in imported_modules(node)}
    return {match[1] for name in modules if (match := re.match(r"planfront\.(\w+)\.models\b", name))}


def imported_modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return []


def test_the_model_rule_sees_a_planted_import(tmp_path: Path):
    planted = tmp_path / "planted.py"
    planted.write_text(
        "from typing import TYPE_CHECKING\n"
        "from planfront.catalog.models import Plan\n"
        "from planfront.brands import models\n"
        "if TYPE_CHECKING:\n    from planfront.members.models import Member\n"
    )
    assert rooms_whose_models_are_imported(planted) == {"catalog", "brands"}


def test_what_must_be_unique_is_so_without_a_value_too():
    """Two NULLs differ in a unique constraint: an optional column needs Coalesce, or a condition."""
    from django.apps import apps
    from django.db.models import UniqueConstraint

    result = [
        f"{model._meta.label}.{constraint.name}: {name}"
        for model in apps.get_models()
        for constraint in model._meta.constraints
        if isinstance(constraint, UniqueConstraint) and constraint.condition is None
        for name in constraint.fields
        if model._meta.get_field(name).null
    ]
    assert result == []


def test_the_misspelt_names_of_the_wire_stay_at_the_edge():
    """Inside, everything has its properly spelt name."""
    misspelt = re.compile("benificiary|aggrement|codition_questions")
    edge = {PACKAGE / "enrollment" / name for name in ("application/wire.py", "steps/health/schemas.py")}
    edge.add(PACKAGE / "api" / "reference" / "names.py")  # says what the wire's names mean
    result = [
        str(path.relative_to(ROOT))
        for path in product_files()
        if path not in edge and misspelt.search(path.read_text())
    ]
    assert result == []
