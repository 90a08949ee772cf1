"""What product people type is said back as shoppers understand it, in both languages, and doubts are named."""

import pytest
from django.utils.translation import override

from planfront.backoffice.plan_editor.benefit_words import say_benefits


def said(*values, columns=("In network", "Out of network", "Waiting period")):
    return say_benefits({"columns": list(columns), "rows": [{"name": "Fillings", "values": list(values)}]})[0]


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (("100%", "80%", "None"), "In network: you pay nothing. Out of network: you pay 20%. From the first day."),
        (
            ("50%", "Not covered", "12 months"),
            "In network: you pay half. Out of network: not covered. Once you have had the plan for 12 months.",
        ),
        (("no", "no", ""), "Not covered."),
        (
            ("$25 a visit", "60% after deductible", "1 month"),
            (
                "In network: you pay $25.00 a visit. Out of network: you pay 40%, once the deductible is met. "
                "Once you have had the plan for 1 month."
            ),
        ),
        (
            ("up to $130", "20% coinsurance", "At once"),
            "In network: the plan pays up to $130.00. Out of network: you pay 20%. From the first day.",
        ),
    ],
)
def test_what_is_typed_is_said_back(values, text):
    answer = said(*values)
    assert (answer.text, answer.unsure, answer.unread) == (text, (), ())


def test_a_column_of_what_shoppers_pay_is_read_as_their_part():
    assert said("$28", "None", columns=("You pay", "Waiting period")).text == "You pay $28.00. From the first day."
    assert said("20%", columns=("You pay",)).text == "You pay 20%."


@pytest.mark.parametrize(
    ("value", "text"),
    [("20%", "You pay 80%."), ("80", "You pay 20%."), ("$40", "You pay $40.00."), ("80 percent", "You pay 20%.")],
)
def test_a_doubt_is_named_with_how_it_was_read(value, text):
    answer = said(value, columns=("Plan pays",))
    assert (answer.text, answer.unsure) == (text, (value,))


def test_what_nobody_can_read_is_shown_as_it_is_typed():
    answer = said("see the brochure", "80%", "soon")
    assert answer.unread == ("see the brochure", "soon")
    assert answer.text == "Out of network: you pay 20%."


def test_spanish_shoppers_are_told_in_spanish():
    with override("es"):
        assert said("80%", "no", "6 months").text == (
            "Dentro de la red: usted paga el 20 %. Fuera de la red: no cubierto. Cuando haya tenido el plan "
            "durante 6 meses."
        )


def test_a_spanish_table_is_read_too():
    columns = ("Dentro de la red", "Fuera de la red", "Período de espera")
    with override("es"):
        answer = said("100%", "No cubierto", "Ninguno", columns=columns)
    assert answer.text == "Dentro de la red: usted no paga nada. Fuera de la red: no cubierto. Desde el primer día."
    assert answer.unread == ()
