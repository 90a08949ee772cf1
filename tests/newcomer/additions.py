"""A throw-away step and a throw-away field, added to a copy of the sources by exactly the files that CONTRIBUTING
names. Run as a program, it makes such a copy in a folder that is empty yet, from which a store can be served."""

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PACKAGE = Path("src/planfront")
ROOM = PACKAGE / "enrollment"
# By file, what stands there and what a newcomer makes of it.
EDITS = {
    "enrollment/steps/registry.py": [
        (
            "from planfront.enrollment.steps.personal.step import",
            """from planfront.enrollment.steps.household.step import HouseholdStep
from planfront.enrollment.steps.personal.step import""",
        ),
        ("= (PERSONAL, CONTACT, EMPLOYER,", "= (PERSONAL, CONTACT, HouseholdStep(), EMPLOYER,"),
    ],
    "enrollment/steps/personal/form.py": [
        (
            """        Field(
            "birthdate",
""",
            """        Field(
            "nickname",
            _("Nickname"),
            kinds.NAME,
            required=True,
            autocomplete="nickname",
            checks=is_name(rules.FIRST_NAME),
            summary=Summed(_("Nickname"), 1),
        ),
        Field(
            "birthdate",
""",
        )
    ],
    "demo/resume.py": [('"last_name": "Castillo",', '"last_name": "Castillo",\n        "nickname": "Mo",')],
}


def copy_with_additions(target: Path) -> None:
    """Copy the sources to ``target``, with the step and the field."""
    shutil.copytree(ROOT / "src", target / "src", ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    shutil.copytree(ROOT / "api", target / "api")
    shutil.copy(ROOT / "pyproject.toml", target)
    for name, changes in EDITS.items():
        path = target / PACKAGE / name
        text = path.read_text()
        for before, after in changes:
            assert text.count(before) == 1, (name, before)
            text = text.replace(before, after)
        path.write_text(text)
    folder = target / ROOM / "steps/household"
    folder.mkdir()
    for name in ("__init__.py", "form.py", "step.py"):
        shutil.copy(HERE / f"household/{name}.txt", folder / name)


def make_servable(target: Path) -> None:
    """Give the copy what a store needs beside its sources: packages and the built pages, which stay where they are."""
    for name in (".venv", ".tools", "frontend"):
        if (ROOT / name).exists():
            (target / name).symlink_to(ROOT / name)


if __name__ == "__main__":
    copy_with_additions(Path(sys.argv[1]))
    make_servable(Path(sys.argv[1]))
