"""The proxies in deploy/ for one machine, nginx and Caddy, each as it is but for ports and certificates on loopback."""

import http.client
import json
import os
import socket
import ssl
import subprocess
import tempfile
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from planfront.cli.paths import ROOT
from planfront.cli.ports import free_port
from planfront.cli.process import die_with_parent
from tools.cluster import certificate, packages

DEPLOY, HERE, HOST = ROOT / "deploy", "127.0.0.1", "larkspur.example.com"
MIB = 1 << 20


class Store(BaseHTTPRequestHandler):
    """Answers with what it heard. ``began`` is set as soon as a request's headers are there."""

    protocol_version = "HTTP/1.1"
    began = threading.Event()

    def do_GET(self):
        self.began.set()
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        heard = {name.lower(): value for name, value in self.headers.items()}
        answer = json.dumps({"path": self.path, "headers": heard, "length": len(body)}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_POST = do_GET  # noqa: N815 - the name that http.server asks for

    def log_message(self, *_arguments):
        """Say nothing."""


class Proxy:
    def __init__(self, kind):
        self.kind, self.plain, self.secure = kind, free_port(), free_port()

    def connect(self, *protocols):
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        trusting.set_alpn_protocols(protocols or ["http/1.1"])
        return trusting.wrap_socket(socket.create_connection((HERE, self.secure), 20), server_hostname=HOST)

    def ask(self, method, path, body=None, headers=None, *, secure=True):
        there = http.client.HTTPConnection(HERE, self.plain, timeout=20)
        if secure:
            there.sock = self.connect()
        try:
            there.putrequest(method, path, skip_host=True)
            for name, value in {"Host": HOST, "Content-Length": len(body or b""), **(headers or {})}.items():
                there.putheader(name, str(value))
            try:
                there.endheaders(body)
            except OSError:
                assert len(body) > MIB  # whoever refuses a body needn't read it
            answer = there.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            there.close()


def nginx(folder, store, plain, secure):
    site = (DEPLOY / "nginx.conf").read_text()
    certificate.write(folder / "fullchain.pem", folder / "privkey.pem", None)
    here = {
        "listen 80 ": f"listen {HERE}:{plain} ",
        "listen 443 ": f"listen {HERE}:{secure} ",
        "    listen [::]:80 default_server;\n": "",
        "    listen [::]:443 ssl http2 default_server;\n": "",
        "/etc/letsencrypt/live/planfront": str(folder),
        "/var/www/html": str(folder / "html"),
        "127.0.0.1:8000": f"{HERE}:{store}",
    }
    (folder / "store.conf").write_text(replaced(site, here))
    user = "user root;\n" if os.geteuid() == 0 else ""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind}; " for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"{user}daemon off;\npid {folder}/nginx.pid;\nerror_log stderr warn;\nevents {{}}\n"
        f"http {{ access_log off; {temporary}include {folder}/store.conf; }}\n"
    )
    command = [packages.path_of("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    accepts(*command, "-t")
    return command


def caddy(folder, store, plain, secure):
    here = {
        "\temail it@example.com\n": f"\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tdefault_bind {HERE}\n"
        f"\thttp_port {plain}\n\thttps_port {secure}\n\tstorage file_system {folder}/storage\n",
        "127.0.0.1:8000": f"{HERE}:{store}",
    }
    (folder / "Caddyfile").write_text(replaced((DEPLOY / "Caddyfile").read_text(), here))
    program, chosen = packages.path_of("caddy"), ("--config", str(folder / "Caddyfile"), "--adapter", "caddyfile")
    accepts(program, "validate", *chosen)
    return [program, "run", *chosen]


def replaced(text, places):
    for place, value in places.items():
        assert place in text, place
        text = text.replace(place, value)
    return text


def accepts(*command):
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment())
    assert done.returncode == 0, done.stderr
    assert not [line for line in done.stderr.splitlines() if "warn" in line and '"user" directive' not in line]


def environment():
    """Caddy keeps what it knows in its home."""
    return {**os.environ, "HOME": tempfile.gettempdir(), "XDG_CONFIG_HOME": tempfile.gettempdir()}


@pytest.fixture(scope="module", params=[nginx, caddy], ids=["nginx", "caddy"])
def proxy(request, tmp_path_factory):
    result = Proxy(request.param.__name__)
    if not packages.path_of(result.kind):
        pytest.skip(f"needs {result.kind}")
    folder = tmp_path_factory.mktemp("proxy")
    challenge = folder / "html" / ".well-known" / "acme-challenge"
    challenge.mkdir(parents=True)
    (challenge / "a-token").write_text("a-token.of-the-account")
    with served() as store:
        command = request.param(folder, store, result.plain, result.secure)
        log = (folder / "log").open("wb")
        process = subprocess.Popen(
            command, env=environment(), stdout=log, stderr=log, preexec_fn=die_with_parent(), cwd=folder
        )
        try:
            wait_for(result, process, folder / "log")
            yield result
        finally:
            process.terminate()
            process.wait(20)
            log.close()


@contextmanager
def served():
    with ThreadingHTTPServer((HERE, 0), Store) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def wait_for(proxy, process, log: Path):
    for _ in range(200):
        assert process.poll() is None, log.read_text()
        try:
            if proxy.ask("GET", "/")[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(log.read_text())


def test_a_visitor_without_tls_is_sent_on(proxy):
    status, headers, _text = proxy.ask("GET", "/plans?zip=43215", secure=False)
    assert status in {301, 308}
    assert headers["Location"] == f"https://{HOST}/plans?zip=43215"


def test_pages_come_by_http_2_and_nothing_older_than_tls_1_2(proxy):
    with proxy.connect("h2", "http/1.1") as peer:
        assert (peer.selected_alpn_protocol(), peer.version()) == ("h2", "TLSv1.3")


def test_the_store_hears_who_asks_and_believes_no_visitor(proxy):
    said = {
        "X-Forwarded-For": "198.51.100.9",
        "X-Forwarded-Proto": "http",
        "X-Forwarded-Host": "elsewhere.example",
        "X-Real-IP": "198.51.100.9",
        "Forwarded": "for=198.51.100.9",
        "agent_id": "11",
        "group_id": "12",
    }
    status, answered, text = proxy.ask("GET", "/api/v1/plans", headers=said)
    heard = json.loads(text)["headers"]
    assert (status, heard["host"]) == (200, HOST)
    assert (heard["x-forwarded-for"], heard["x-forwarded-proto"]) == (HERE, "https")
    assert not {"x-forwarded-host", "x-real-ip", "forwarded"} & set(heard)
    assert (heard["agent_id"], heard["group_id"]) == ("11", "12")
    assert answered["Server"] in {None, "nginx"} or answered["Server"].startswith("BaseHTTP")


def test_figures_of_the_machine_stay_on_it(proxy):
    assert proxy.ask("GET", "/metrics")[0] == 404


@pytest.mark.parametrize(("path", "mib", "status"), [("/a", 11, 200), ("/a", 13, 413), ("/backoffice/a", 13, 200)])
def test_only_the_back_office_takes_long_bodies(proxy, path, mib, status):
    answer, _headers, text = proxy.ask("POST", path, b"x" * (mib * MIB))
    assert answer == status
    if status == 200:
        assert json.loads(text)["length"] == mib * MIB


def test_a_file_for_the_back_office_reaches_the_store_while_it_is_sent(proxy):
    Store.began.clear()
    with proxy.connect() as peer:
        head = f"POST /backoffice/a HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: {900 * MIB}\r\n\r\n"
        peer.sendall(head.encode() + b"x" * MIB)
        assert Store.began.wait(10)


def test_nginx_hands_out_what_proves_a_host_to_certbot(proxy):
    if proxy.kind != "nginx":
        pytest.skip("Caddy proves its hosts itself")
    status, _headers, text = proxy.ask("GET", "/.well-known/acme-challenge/a-token", secure=False)
    assert (status, text) == (200, b"a-token.of-the-account")
    assert proxy.ask("GET", "/.well-known/acme-challenge/another", secure=False)[0] == 404
