"""Names and flags of the cookies, as the settings have them behind an HTTPS proxy."""

import json
import subprocess
import sys

import pytest

from planfront.cli import environment

NAMES = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "VISITOR_COOKIE")
FLAGS = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SESSION_COOKIE_SAMESITE", "CSRF_COOKIE_SAMESITE")
PROGRAM = f"""
import json
from django.conf import settings
print(json.dumps([[getattr(settings, name) for name in names] for names in ({NAMES!r}, {FLAGS!r})]))
"""


def cookies_of(tmp_path, https):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment.for_child(PLANFRONT_HTTPS=https, PLANFRONT_VAR=str(tmp_path)),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("https", "prefix", "secure"),
    [("1", "__Host-", True), ("0", "", False)],
)
def test_behind_https_each_cookie_is_secure_and_of_its_host_alone(tmp_path, https, prefix, secure):
    names, flags = cookies_of(tmp_path, https)
    assert names == [f"{prefix}pf_staff", f"{prefix}pf_csrf", f"{prefix}pf_visit"]
    assert flags == [secure, secure, "Strict", "Strict"]
