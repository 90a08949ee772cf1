"""What CONTRIBUTING says of a new step and a new field is tried on a copy of the sources: exactly the files that it
names are changed, then the copy's own wizard is walked."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ROOM = Path("src/planfront/enrollment")
# By file, what stands there and what a newcomer makes of it.
EDITS = {
    "steps/registry.py": [
        (
            "from planfront.enrollment.steps.personal.step import",
            """from planfront.enrollment.steps.household.step import HouseholdStep
from planfront.enrollment.steps.personal.step import""",
        ),
        ("= (PERSONAL, CONTACT, EMPLOYER,", "= (PERSONAL, CONTACT, HouseholdStep(), EMPLOYER,"),
    ],
    "schemas.py": [
        (
            "class EnrollerCodeBody(",
            """@takes(HOUSEHOLD_FORM)
class HouseholdBody(StepBody):
    pass


class EnrollerCodeBody(""",
        ),
        (
            "from planfront.enrollment.steps.personal.form import",
            """from planfront.enrollment.steps.household.form import FORM as HOUSEHOLD_FORM
from planfront.enrollment.steps.personal.form import""",
        ),
    ],
    "application/api/forms.py": [
        (
            '@router.get("/get-form-fields-contact-info"',
            '''@router.get("/get-form-fields-household", response=_FORM, operation_id="get_form_fields_household")
def get_form_fields_household(request: ApiRequest, enrollment_id: EnrollmentId) -> Any:
    """Fields of Household."""
    return _form(request, enrollment_id, "household_info")


@router.get("/get-form-fields-contact-info"''',
        )
    ],
    "application/api/saves.py": [
        (
            '@router.post("/save-enroller-code"',
            '''@router.post("/save-household", response=SAVED, operation_id="save_household")
def save_household(request: ApiRequest, body: schemas.HouseholdBody) -> Any:
    """Save Household."""
    return _step_saved(request, "household_info", body)


@router.post("/save-enroller-code"''',
        )
    ],
    "steps/personal/form.py": [
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
}


@pytest.fixture
def copy(tmp_path):
    """The sources with a newcomer's step and field."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    shutil.copytree(ROOT / "api", tmp_path / "api")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name, changes in EDITS.items():
        path = tmp_path / ROOM / name
        text = path.read_text()
        for before, after in changes:
            assert text.count(before) == 1, (name, before)
            text = text.replace(before, after)
        path.write_text(text)
    folder = tmp_path / ROOM / "steps/household"
    folder.mkdir()
    for name in ("__init__.py", "form.py", "step.py"):
        shutil.copy(HERE / f"household/{name}.txt", folder / name)
    shutil.copy(HERE / "walk.py.txt", tmp_path / ROOM / "tests/test_household.py")
    return tmp_path


def test_step_and_field_added_as_documented_work_from_draft_to_submission(copy):
    walk = f"{ROOM}/tests/test_household.py"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-o", "addopts=--strict-markers", walk]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment["DATABASE_URL"] = f"sqlite:///{copy}/store.sqlite3"
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "21 passed" in done.stdout
