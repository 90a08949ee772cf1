"""What the store calls, and what it is not led to: this machine, private networks, another address than it saw."""

import ast
import socket
from pathlib import Path

import pytest

from planfront.accounts.models import SingleSignOn
from planfront.brands.models import SiteSetting
from planfront.integrations import phones
from planfront.kernel.models import OutsideService
from planfront.kernel.outgoing import http as outgoing_http
from planfront.kernel.tests.test_outgoing import peer, redirecting, silent
from tests.services.conftest import lead_to

pytestmark = pytest.mark.django_db
PACKAGE = Path(outgoing_http.__file__).parents[2]
PHONE = "6145550193"
WAYS_OUT = {
    "aiohttp",
    "ftplib",
    "http.client",
    "httpcore2",
    "httpx2",
    "requests",
    "smtplib",
    "socket",
    "urllib.request",
    "urllib3",
}
GOES_OUT = {
    "config/server.py",  # listens, and looks at the connection of a request
    "integrations/own_domains.py",  # names errors of look-ups
    "integrations/scanner.py",
    "kernel/observing/metrics.py",  # tells its counts to the supervisor, on a socket of this machine
    "kernel/outgoing/calls.py",
    "kernel/outgoing/http.py",
    "kernel/outgoing/service.py",
    "messaging/mailbox.py",
    "messaging/smtp.py",
    "messaging/tasks.py",  # names errors of mail servers
}


def imports_of(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_only_the_way_out_opens_connections():
    """Whatever else reaches a network would have no deadline and no guard; so nothing fetches pictures by address."""
    paths = [path for path in PACKAGE.rglob("*.py") if not {"tests", "cli"} & set(path.relative_to(PACKAGE).parts)]
    paths_out = {
        path.relative_to(PACKAGE).as_posix()
        for path in paths
        for name in imports_of(path)
        if name in WAYS_OUT or name.partition(".")[0] in WAYS_OUT
    }
    assert paths_out == GOES_OUT


@pytest.mark.parametrize("key", ["logo", "hero_image", "share_image", "favicon"])
def test_a_picture_s_address_elsewhere_is_neither_fetched_nor_shown(brand, brands_not_held, visitor, key):
    with peer(silent) as (port, callers):
        address = f"http://127.0.0.1:{port}/picture.png"
        SiteSetting.objects.create(brand=brand, key=key, value=address)
        for path in ("/", "/site.webmanifest", "/api/v1/get-external-site-dynamic-information"):
            assert address not in visitor.get(path).content.decode()
        assert callers == []


def addresses(monkeypatch, *rounds):
    """What a name is found at, look-up by look-up."""
    left = list(rounds)

    def getaddrinfo(_host, port, **_more):
        result = left.pop(0) if len(left) > 1 else left[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in result]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


def test_a_vendor_s_name_that_moves_inside_is_not_followed(vendors, settings, monkeypatch):
    lead_to(settings, "https://vendor.example")
    addresses(monkeypatch, ["93.184.215.14"], ["127.0.0.1"])
    outgoing_http.check("https://vendor.example")
    assert phones.check(PHONE).doubt
    assert OutsideService.objects.get(pk="phone.numverify").problem == "forbidden"


@pytest.mark.parametrize("mood", ["redirect"])
def test_a_vendor_s_redirect_is_not_followed(vendors, mood):
    vendors.be(mood)
    assert phones.check(PHONE).doubt
    assert OutsideService.objects.get(pk="phone.numverify").problem == "status 302"
    assert len(vendors.calls) == 1


@pytest.fixture
def sign_on(brand):
    return SingleSignOn.objects.create(
        brand=brand,
        active=True,
        name="Shop ID",
        issuer="https://id.example",
        client_id="planfront-store",
        client_secret="a secret of the client",
        roles=["rep"],
    )


def test_a_provider_s_redirect_inside_is_not_followed(visitor, sign_on):
    with peer(silent) as (inside, called), peer(redirecting(f"http://127.0.0.1:{inside}/")) as (port, callers):
        SingleSignOn.objects.update(issuer=f"http://127.0.0.1:{port}")
        assert visitor.post("session/sign-on").json()["errorCode"] == "ssoUnavailable"
        assert len(callers) == 1
        assert called == []


def test_a_provider_s_name_that_moves_inside_is_not_followed(visitor, sign_on, monkeypatch):
    with peer(silent) as (port, callers):
        SingleSignOn.objects.update(issuer=f"https://id.example:{port}")
        addresses(monkeypatch, ["93.184.215.14"], ["127.0.0.1"])
        outgoing_http.check(f"https://id.example:{port}")
        assert visitor.post("session/sign-on").json()["errorCode"] == "ssoUnavailable"
        assert callers == []
