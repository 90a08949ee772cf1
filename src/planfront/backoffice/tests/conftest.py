from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from planfront.accounts.models import StaffBrand, User
from planfront.brands.models import Brand


@pytest.fixture(autouse=True)
def _brands_as_written(brands_not_held: None) -> None:
    """Tests of this room write rows of brands themselves."""


@pytest.fixture
def works(client: Client, brand: Brand) -> Callable[..., Client]:
    """Sign in as staff with a role, for the brands named or else for ``brand``."""
    client.defaults["HTTP_HOST"] = "shop.test"

    def sign_in(role: str, *brands: Brand, **more: Any) -> Client:
        staff = User.objects.create_user(f"{role}@demo.test", role="staff", is_staff=True, staff_role=role, **more)
        StaffBrand.objects.bulk_create(StaffBrand(user=staff, brand_id=row.pk) for row in brands or (brand,))
        client.force_login(staff)
        return client

    return sign_in
