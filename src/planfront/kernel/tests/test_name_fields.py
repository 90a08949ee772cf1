"""Forms of the back office ask the rule that every door asks, because the columns do."""

import pytest
from django.core.exceptions import ValidationError

from planfront.accounts.models import User
from planfront.kernel.tests.spellings import LATIN, NO_NAMES, READ, UNPRINTABLE
from planfront.kernel.text.names import NameColumn, PersonNameField
from planfront.members.models import Member, Relative
from planfront.parties.reps.models import Agent


@pytest.mark.parametrize(("typed", "read"), READ.items())
def test_a_name_is_folded(typed, read):
    assert PersonNameField().clean(typed) == read


def test_what_is_no_name_is_refused():
    for name in NO_NAMES:
        with pytest.raises(ValidationError, match="Please enter valid name"):
            PersonNameField().clean(name)
    for name in UNPRINTABLE:
        with pytest.raises(ValidationError, match=LATIN):
            PersonNameField().clean(name)


def test_a_name_may_be_left_out_where_the_form_says_so():
    assert PersonNameField(required=False).clean(" ") == ""


@pytest.mark.parametrize("model", [Member, Relative, Agent, User])
def test_columns_for_peoples_names_make_such_fields(model):
    columns = [field for field in model._meta.fields if field.name in ("first_name", "middle_name", "last_name")]
    columns = columns or [model._meta.get_field("name")]
    assert all(isinstance(column, NameColumn) for column in columns)
    assert all(isinstance(column.formfield(), PersonNameField) for column in columns)
