from dataclasses import replace

import pytest
from django.conf import settings as configured

from planfront.kernel.http.request import client_ip


@pytest.mark.parametrize(("https", "expected"), [(True, "203.0.113.9"), (False, "10.0.0.5")])
def test_the_forwarded_address_counts_behind_the_https_proxy_only(rf, settings, https, expected):
    settings.ENV = replace(configured.ENV, https=https)
    request = rf.get("/", REMOTE_ADDR="10.0.0.5", headers={"X-Forwarded-For": "198.51.100.7, 203.0.113.9"})
    assert client_ip(request) == expected
