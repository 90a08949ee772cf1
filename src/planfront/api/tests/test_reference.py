"""The reference that integrators read at /api/v1/docs."""

import jsonschema_rs
import pytest

from planfront.api.reference.document import complete, is_of_models, named_places
from planfront.api.reference.names import SHARED_NAMES
from planfront.api.root import api

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def document():
    return api.get_openapi_schema()


def test_every_parameter_and_field_is_described_with_an_example(document):
    bare = [
        f"{owner}.{name}"
        for owner, name, holder, schema in named_places(document)
        if not holder.get("description") or not ({"example", "examples"} & schema.keys() or is_of_models(schema))
    ]
    assert bare == [], "describe these at their field: Field(description=…, examples=[…])"


def test_the_reference_has_no_unused_rows(document):
    used = {
        name
        for owner, name, holder, _schema in named_places(document)
        if holder.get("description") == SHARED_NAMES.get(name, ("", None))[0]
    }
    assert used == set(SHARED_NAMES)


def test_examples_have_the_type_that_their_place_asks_for(document):
    wrong = []
    for owner, name, _holder, schema in named_places(document):
        kinds = sorted({choice["type"] for choice in schema.get("anyOf", [schema]) if "type" in choice})
        if kinds and "example" in schema and not jsonschema_rs.is_valid({"type": kinds}, schema["example"]):
            wrong.append(f"{owner}.{name}: {schema['example']!r}")
    assert wrong == []


def test_an_example_is_one_of_the_listed_values(document):
    """``purpose`` is that of a consent elsewhere, and its example no purpose of an address."""
    places = {(owner, name): schema for owner, name, _holder, schema in named_places(document)}
    assert places["lookup_zip_state", "purpose"]["example"] == "home"


def test_a_models_own_descriptions_are_kept():
    field = {"type": "string", "description": "Said by the model."}
    model = {"properties": {"zip": field, "dob": {"type": "string"}}}
    document = {"paths": {}, "components": {"schemas": {"Model": model}}}
    complete(document)
    assert field == {"type": "string", "description": "Said by the model.", "example": "60601"}
    assert model["properties"]["dob"]["description"].startswith("Birth date")


def test_the_reference_starts_with_a_guide(visitor, document):
    words = document["info"]["description"]
    for heading in ("Tokens", "Answers and errors", "Lists", "Limits", "Sending again", "Versions"):
        assert f"## {heading}\n" in words
    assert document["servers"] == [{"url": "/", "description": "this store"}]
    served = visitor.client.get("/api/v1/openapi.json", headers={"Host": "shop.test"}).json()
    assert served["info"]["description"] == words
