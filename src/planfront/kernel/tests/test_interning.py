import pytest

from planfront.kernel.memory.interning import intern_values


def test_equal_values_are_one_object_and_others_are_not():
    assert intern_values((1, "a")) is intern_values((1, "a"))
    assert intern_values((1, "a")) is not intern_values((1, "b"))


def test_values_without_a_hash_are_refused():
    with pytest.raises(TypeError):
        intern_values(([],))
