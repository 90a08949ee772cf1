"""A throw-away step, field, outside service, call and job, added to a copy of the sources by exactly the files that
CONTRIBUTING names. Run as a program, it makes such a copy in an empty folder, from which a store can be served."""

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
        ("    CONTACT,\n", "    CONTACT,\n    HouseholdStep(),\n"),
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
            checks=is_name(texts.FIRST_NAME),
            summary=SummaryRow(_("Nickname"), 1),
        ),
        Field(
            "birthdate",
""",
        )
    ],
    # An outside service: its port, its variable, and that it may be replaced.
    "integrations/ports.py": [
        (
            '    "card": Port(',
            """    "weather": Port(
        "planfront.integrations.weather.embedded", _("Weather"), variable="WEATHER_SERVICE"
    ),
    "card": Port(""",
        )
    ],
    "config/env.py": [
        (
            "    card_gateway: str =",
            '    weather_service: str = variable("WEATHER_SERVICE", "embedded", to_adapter)\n    card_gateway: str =',
        ),
    ],
    "config/settings.py": [('    "card": ENV', '    "weather": ENV.weather_service,\n    "card": ENV')],
    # A call: its schema and route.
    "integrations/api.py": [
        ("import banks, emails, phones, zips", "import banks, emails, phones, weather, zips"),
        (
            "class EmailBody(",
            """class Weather(BaseModel):
    weather: str = Field(description="What it is like outside.", examples=["fair"])


@router.get("/get-weather", response=responses(Weather), operation_id="get_weather")
def get_weather(request: ApiRequest, zip: Short) -> Any:
    \"\"\"The weather at a ZIP code.\"\"\"
    return ok(Weather(weather=weather.look_up(zip)))


class EmailBody(""",
        ),
    ],
    # A job that recurs.
    "kernel/jobs/duties.py": [
        (
            "DUTIES = (\n",
            'DUTIES = (\n    _duty("integrations.tasks:queue_forecast", hours=1),\n',
        )
    ],
    "../planfront_demo/resume.py": [
        ('"last_name": "Castillo",', '"last_name": "Castillo",\n        "nickname": "Mo",'),
    ],
}


def copy_with_additions(target: Path) -> None:
    """Copy the sources to ``target``, with all additions."""
    for name in ("src", "tests", "tools"):
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    shutil.copytree(ROOT / "api", target / "api")
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, target)
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
    for name in ("weather.py", "tasks.py"):
        shutil.copy(HERE / f"weather/{name}.txt", target / PACKAGE / "integrations" / name)


def make_servable(target: Path) -> None:
    """Give the copy what a store needs beside its sources: packages and the built pages, which stay where they are."""
    for name in (".venv", ".tools", "frontend"):
        if (ROOT / name).exists():
            (target / name).symlink_to(ROOT / name)


if __name__ == "__main__":
    copy_with_additions(Path(sys.argv[1]))
    make_servable(Path(sys.argv[1]))
