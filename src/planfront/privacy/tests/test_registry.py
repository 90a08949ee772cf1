"""Every table of the store says what it holds of people, or why nobody is looked for in it."""

import pytest
from django.apps import apps
from django.db.models import QuerySet

from planfront.kernel.security.fields import encrypted_fields
from planfront.privacy.registry import declared, exemptions, holdings

TABLES = [model._meta.label_lower for model in apps.get_models() if not model._meta.proxy]
SEALED_AND_EXEMPT = {
    "billing.vaultremoval",
    "members.rosterimport",
    "accounts.mailrequest",
    "accounts.singlesignon",
    "accounts.signonattempt",
    "privacy.privacyrequest",
    "privacy.legalhold",
}
"""Sealed columns in which nobody is looked for; the exemption says why."""


def test_every_table_is_declared():
    undeclared = [table for table in TABLES if table not in declared()]
    assert undeclared == [], "declare each in the privacy.py of its room"


def test_every_declaration_is_of_an_existing_table():
    assert declared() <= set(TABLES)


def test_tables_with_sealed_columns_are_exempt_by_decision_only():
    sealed = {table for table in exemptions() if encrypted_fields(apps.get_model(table))}
    assert sealed == SEALED_AND_EXEMPT


def test_every_exemption_has_a_reason():
    assert all(reason.strip() for reason in exemptions().values())


def test_a_table_is_declared_once():
    assert not {holding.table for holding in holdings()} & exemptions().keys()


@pytest.mark.django_db
@pytest.mark.parametrize("holding", holdings(), ids=lambda item: item.table)
def test_a_declaration_names_existing_columns_and_tables(holding):
    names = {field.name for field in holding.model._meta.get_fields()}
    assert set(holding.of) <= names
    assert set(holding.of.values()) <= {each.table for each in holdings()}
    assert holding.hidden <= names
    assert isinstance(holding.rows([]), QuerySet)
    assert str(holding.title)
    assert str(holding.period)
