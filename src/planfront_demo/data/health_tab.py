"""Details that single plans of the demo ask for."""

from __future__ import annotations

EMPLOYER_DETAILS = (1802, ("emp_industry", "emp_num_employed", "emp_vac_policy", "emp_barg_unit", "holiday_policy"))
"""The plan that asks for them, and the fields."""

_MEASURES = ("weight", "height_feet", "height_inch")
MEASURED = {
    1202: ("Short-term medical: weight and height", _MEASURES),
    1402: ("Larger life amounts: weight and height", _MEASURES),
}
"""Plans that ask for weight and height, of the applicant and of dependents: the name of the profile, and the fields."""
