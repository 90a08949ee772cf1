"""A stand-in for every vendor, and the settings that lead to it."""

import json
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from planfront.integrations import ports
from planfront.integrations.vendors import neverbounce, numverify, usps
from planfront.kernel.outgoing import calls as outgoing
from planfront.kernel.outgoing import service as outgoing_service

HERE = Path(__file__).parent
PATIENCE = 30.0


class StandIn:
    """The other process: ``be`` sets its mood, ``asked`` is what came to it since."""

    def __init__(self, url):
        self.url = url

    def be(self, mood="well", **more):
        self._ask(json.dumps({"mood": mood, "more": more}).encode())

    @property
    def state(self):
        return self._ask()

    @property
    def calls(self):
        return self.state["asked"]

    @property
    def paths(self):
        return [path for _method, path, _data, _headers in self.calls]

    def _ask(self, body=None):
        with urllib.request.urlopen(f"{self.url}/stand-in", data=body, timeout=30) as answer:  # noqa: S310 - http
            return json.loads(answer.read())


@contextmanager
def started(*arguments, scheme="http", program="vendors.py"):
    """The stand-in's address while it runs."""
    command = [sys.executable, str(HERE / program), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield f"{scheme}://127.0.0.1:{process.stdout.readline().strip()}"
        finally:
            process.kill()


@pytest.fixture(scope="session")
def _running():
    with started() as url:
        yield StandIn(url)


def lead_to(settings, url, **more):
    """Every vendor at ``url``, with the keys that the stand-in takes."""
    settings.ENV = replace(
        settings.ENV,
        **{
            "usps_client_id": "usps-id",
            "usps_client_secret": "usps-secret",
            "neverbounce_key": "never-key",
            "numverify_key": "num-key",
            "usps_url": url,
            "neverbounce_url": url,
            "numverify_url": url,
            **more,
        },
    )


@pytest.fixture
def vendors(_running, settings, db, monkeypatch):
    """The stand-in, well, and the store that asks it."""
    _running.be()
    ports.forget_adapters()
    usps.tokens.forget()
    monkeypatch.setattr(outgoing_service, "_BACKOFF", 0.01)
    # What a busy machine needs; tests about time set their own.
    for vendor in (usps, neverbounce, numverify):
        monkeypatch.setattr(vendor.SERVICE, "seconds", PATIENCE)
    monkeypatch.setattr(outgoing, "SECONDS", PATIENCE)
    settings.ADAPTERS = {"address": "usps", "phone": "numverify", "email": "neverbounce"}
    lead_to(settings, _running.url)
    yield _running
    usps.tokens.forget()
    ports.forget_adapters()
