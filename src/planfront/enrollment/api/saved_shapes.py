"""``data`` of save-enrollment: fields of a form by name, or what the tab's own call takes."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from planfront.enrollment.application import wire
from planfront.enrollment.forms.body import Entry
from planfront.enrollment.steps.beneficiary.schemas import BeneficiaryIn
from planfront.enrollment.steps.dependent.schemas import DependentIn
from planfront.enrollment.steps.health.schemas import HealthInfo
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.text import texts


class SavedDependents(BaseModel):
    dependents: Annotated[list[DependentIn], Field(max_length=30)]
    spouse_choice: Entry = ""


class SavedBeneficiaries(BaseModel):
    beneficiaries: Annotated[list[BeneficiaryIn], Field(max_length=10)]


# By tab, the name that tells the shape of its own call from fields of a form.
_SHAPES: dict[str, tuple[str, type[BaseModel]]] = {
    "dependent_info": ("dependents", SavedDependents),
    "beneficiary_info": ("beneficiaries", SavedBeneficiaries),
    "primary_health_info": ("condition_questions", HealthInfo),
}


def shape_saved(tab: str, data: Any) -> Any:
    """Return ``data`` as the services take it: a bare list becomes that of its tab. Raise FieldErrors."""
    name, shape = _SHAPES.get(wire.step_key(tab) or "", ("", None))
    value = {name: data} if name and isinstance(data, list) else data
    if shape is None or not isinstance(value, dict) or name not in value:
        return data
    try:
        return shape.model_validate(value).model_dump()
    except ValidationError as error:
        raise FieldErrors(_item(item) for item in error.errors()) from None


def _item(problem: Any) -> FieldError:
    return FieldError(".".join(map(str, problem["loc"])), texts.of_problem(problem["type"]))
