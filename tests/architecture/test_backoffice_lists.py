"""Every list of the back office filters, searches and exports, or says why not; none shows what is sensitive."""

import re

import pytest
from django.contrib.admin.utils import NotRelationField, get_fields_from_path
from django.core.exceptions import FieldDoesNotExist

from planfront.backoffice.lists.export import Exports
from planfront.backoffice.lists.private_search import PrivateSearch
from planfront.backoffice.registry import PAGES
from planfront.kernel.security.fields import EncryptedTextField

SENSITIVE = re.compile(
    r"ssn|social|birth|\bdob\b|income|password|secret|token|_hash$|answers?$|evidence|^picture$|screenshot|"
    r"account_number|card_|frozen|receipt|draft$|notes$"
)
# What these hold is about the store's own data, and says nothing about a person.
HARMLESS = {"record_hash"}
PERSONAL = re.compile(r"(^|_)(email|first_name|last_name|applicant|to|phone)$")
EACH = pytest.mark.parametrize(("model", "page"), PAGES, ids=[model._meta.label for model, _page in PAGES])


def _path(name):
    return re.sub(r"^[=^@-]", "", name)


def _used(page):
    """Names of everything that a list shows, filters by, searches or sorts by."""
    for search_field in (*page.list_display, *page.list_filter, *page.search_fields, *(page.ordering or ())):
        name = search_field[0] if isinstance(search_field, tuple) else search_field
        if isinstance(name, str):
            yield _path(name)


@EACH
def test_a_list_filters_and_searches_or_says_why_not(model, page):
    assert page.list_filter or page.no_filter, "list_filter, or no_filter with the reason"
    assert page.search_fields or page.no_search, "search_fields, or no_search with the reason"


@EACH
def test_every_list_can_be_exported(model, page):
    assert issubclass(page, Exports)
    assert page.change_list_template == "backoffice/list.html"


@EACH
def test_a_list_uses_nothing_sensitive(model, page):
    for name in _used(page):
        assert name in HARMLESS or not SENSITIVE.search(name), name
        try:
            fields = get_fields_from_path(model, name)
        except (FieldDoesNotExist, NotRelationField, AttributeError):
            continue
        assert not any(isinstance(field, EncryptedTextField) for field in fields), name


@EACH
def test_people_are_searched_by_a_posted_form(model, page):
    """Names and addresses of persons never become part of an address of a page (backoffice.lists.private_search)."""
    if any(PERSONAL.search(_path(name)) for name in page.search_fields) and model._meta.label != "parties.Agent":
        assert issubclass(page, PrivateSearch)
