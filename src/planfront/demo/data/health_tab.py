"""The questions of the wizard's Health tab, and what the long-term disability plan wants to know of an employer."""

from __future__ import annotations

from typing import NamedTuple

from planfront.demo.data.shapes import Text


class TabQuestion(NamedTuple):
    """``kind`` as in enrollment.HealthQuestion; ``dependents``: asked about each dependent, too."""

    id: int
    text: Text
    kind: str
    dependents: bool = True


# They are asked about the applicant and about dependents: no "you".
QUESTIONS = (
    TabQuestion(
        141,
        Text(
            "In the past five years, any treatment for a condition of the heart or blood vessels?",
            "En los últimos cinco años, ¿algún tratamiento por el corazón o los vasos sanguíneos?",
        ),
        "general",
    ),
    TabQuestion(
        142,
        Text(
            "In the past five years, any treatment for a condition of the lungs, liver, or kidneys?",
            "En los últimos cinco años, ¿algún tratamiento por los pulmones, el hígado o los riñones?",
        ),
        "general",
    ),
    TabQuestion(
        143,
        Text(
            "In the past ten years, any treatment for cancer or a tumor?",
            "En los últimos diez años, ¿algún tratamiento por cáncer o un tumor?",
        ),
        "general",
    ),
    TabQuestion(
        145,
        Text("Has health insurance ever been refused?", "¿Se ha negado alguna vez un seguro de salud?"),
        "plain",
        dependents=False,
    ),
    TabQuestion(
        146,
        Text(
            "In the past two years, any night in a hospital?", "En los últimos dos años, ¿alguna noche en un hospital?"
        ),
        "physician",
    ),
    TabQuestion(
        147,
        Text(
            "Has a physician advised an operation or a test that has not been done yet?",
            "¿Ha recomendado un médico una operación o un examen que aún no se ha hecho?",
        ),
        "physician",
    ),
    TabQuestion(
        149,
        Text("Any prescribed medication now?", "¿Algún medicamento con receta actualmente?"),
        "medication",
    ),
)

EMPLOYER_DETAILS = (1802, ("emp_industry", "emp_num_employed", "emp_vac_policy", "emp_barg_unit", "holiday_policy"))
"""The plan that asks for them, and the fields."""

_MEASURES = ("weight", "height_feet", "height_inch")
MEASURED = {
    1202: ("Short-term medical: weight and height", _MEASURES),
    1402: ("Larger life amounts: weight and height", _MEASURES),
}
"""Plans that ask for weight and height, of the applicant and of dependents: the name of the profile, and the fields."""

REPLACEMENT = ("New York: replacement of life insurance", "term_life", "NY")
"""Where the application asks whether life insurance is replaced: profile, category and state."""
