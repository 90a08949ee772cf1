"""The address of the store's own pictures."""

import pytest

from planfront.art import pictures

pytestmark = pytest.mark.django_db
HOST = {"Host": "shop.test"}


def test_a_picture_may_be_kept_under_its_present_address_alone(client, brand):
    answer = client.get(f"{pictures.address()}category/dental.svg", headers=HOST)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    old = client.get("/media/art/0123456789ab/category/dental.svg", headers=HOST)
    assert (old.status_code, old.headers["Cache-Control"]) == (200, "no-cache")
    assert old.content == answer.content


def test_portraits_are_drawn_from_their_code(client, brand):
    code = "olive.bob.dark.none.round.open.blazer.first.window"
    assert client.get(f"{pictures.address()}portrait/{code}.svg", headers=HOST).status_code == 200
    assert client.get(f"{pictures.address()}portrait/{code[:-1]}.svg", headers=HOST).status_code == 404
    assert client.get(f"{pictures.address()}category/unicorn.svg", headers=HOST).status_code == 404
