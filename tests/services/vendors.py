"""Stand-ins for vendors, in a process of their own: each speaks its vendor's protocol over HTTP on this machine.

``POST /stand-in`` sets how it behaves ({"mood": …, "more": …}) and forgets what it was asked, ``GET /stand-in`` tells
that: [[method, path, query or body, headers], …]. Run as a program it prints its port; ``--tls CERT KEY`` serves TLS.
"""

from __future__ import annotations

import json
import ssl
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

STATE: dict[str, Any] = {"mood": "well", "more": {}, "asked": [], "tokens": 0, "connections": 0}


def usps(data, headers):
    """Addresses 3.0 of the United States Postal Service: (status, answer)."""
    mood = STATE["mood"]
    if headers.get("Authorization") != f"Bearer token-{STATE['tokens']}" or mood == "refused":
        return 401, {"error": {"code": "401", "message": "Unauthorized"}}
    if mood == "unknown":
        problem = {"status": "404", "code": "010005", "title": "Address Not Found", "detail": "No."}
        return 404, {
            "apiVersion": "3.2.2",
            "error": {"code": "404", "message": "Address Not Found", "errors": [problem]},
        }
    street = {"streetAddress": "88 LINDENHALL AVE", "secondaryAddress": "UNIT 3B", "city": "COLUMBUS", "state": "OH"}
    street |= {"ZIPCode": "43215", "ZIPPlus4": "1234", "urbanization": None} | STATE["more"]
    known = {"unit": "D", "no": "N", "untold": None}.get(mood, "Y")
    facts = {"deliveryPoint": "88", "DPVConfirmation": known, "DPVCMRA": "N", "business": "N", "vacant": "N"}
    if mood == "older":
        street |= {"postalCode": None, "province": None, "country": None, "countryISOCode": None}
        named = {"addressAdditionalInfo": facts, "addressCorrections": None, "addressMatches": None}
        return 200, {"firm": None, "address": street, **named}
    return 200, {"firm": "", "address": street, "additionalInfo": facts, "corrections": [], "matches": [{"code": "31"}]}


def usps_token(data, _headers):
    if (data.get("grant_type"), data.get("client_secret")) != ("client_credentials", "usps-secret"):
        return 401, {"error": "invalid_client"}
    STATE["tokens"] += 1
    facts = {"token_type": "Bearer", "issued_at": "1768200000000", "status": "approved", "scope": "addresses"}
    return 200, {"access_token": f"token-{STATE['tokens']}", "expires_in": "28799", **facts}


def neverbounce(data, _headers):
    if STATE["mood"] in {"auth_failure", "temp_unavail", "throttle_triggered", "general_failure", "bad_referrer"}:
        return 200, {"status": STATE["mood"], "message": "No.", "execution_time": 2}
    if data.get("key") != "never-key":
        return 200, {"status": "auth_failure", "message": "Invalid API key", "execution_time": 1}
    name = data["email"].partition("@")[0]
    result = name if name in {"invalid", "disposable", "catchall", "unknown"} else "valid"
    meant = "casey@mailbox.example" if data["email"].endswith("@mialbox.example") else ""
    return 200, {
        "status": "success",
        "result": "invalid" if meant else result,
        "flags": ["has_dns"],
        "suggested_correction": meant,
        "execution_time": 299,
    }


def numverify(data, _headers):
    errors = {
        "key": (101, "invalid_access_key"),
        "inactive": (102, "inactive_user"),
        "month": (104, "usage_limit_reached"),
    }
    if STATE["mood"] in errors or data.get("access_key") != "num-key":
        code, kind = errors.get(STATE["mood"], errors["key"])
        return 200, {"success": False, "error": {"code": code, "type": kind, "info": "No."}}
    number = data["number"]
    return 200, {
        "valid": not number.endswith("99"),
        "number": f"1{number}",
        "local_format": number,
        "international_format": f"+1{number}",
        "country_prefix": "+1",
        "country_code": "US",
        "country_name": "United States of America",
        "location": "Columbus",
        "carrier": "",
        "line_type": "landline" if number.endswith("0") else "mobile",
    }


ROUTES = {
    "/oauth2/v3/token": usps_token,
    "/addresses/v3/address": usps,
    "/v4/single/check": neverbounce,
    "/validate": numverify,
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        STATE["connections"] += 1
        super().setup()

    def log_message(self, *_arguments):
        """Silent."""

    def do_GET(self):
        parts = urlsplit(self.path)
        if parts.path == "/stand-in":
            self.answer(200, {"asked": STATE["asked"], "connections": STATE["connections"]})
            return
        self.serve(parts.path, {name: values[-1] for name, values in parse_qs(parts.query).items()})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        if self.path == "/stand-in":
            STATE.update({"mood": "well", "more": {}, "asked": [], "connections": 0} | json.loads(body))
            self.answer(200, {})
            return
        plain = "json" in (self.headers.get("Content-Type") or "")
        data = json.loads(body) if plain else {name: values[-1] for name, values in parse_qs(body).items()}
        self.serve(self.path, data)

    def serve(self, path, data):
        STATE["asked"].append([self.command, path, data, dict(self.headers)])
        mood = STATE["mood"]
        if mood == "slow":
            time.sleep(20)
        if mood.startswith("status "):
            self.answer(int(mood.split()[1]), {"error": {"code": mood, "message": "No."}}, STATE["more"])
        elif mood == "once" and len(STATE["asked"]) == 1:
            self.answer(503, {})
        elif mood == "malformed":
            self.send(200, b"<html>maintenance</html>")
        elif mood == "other":
            self.answer(200, {"hello": "world"})
        elif mood == "half":
            self.send(200, b'{"address": {"street', length=5000)
        elif mood == "redirect":
            self.answer(302, {}, {"Location": "http://169.254.169.254/latest/meta-data/"})
        else:
            self.answer(*ROUTES[path](data, self.headers))

    def answer(self, status, body, headers=None):
        self.send(status, json.dumps(body).encode(), headers=headers)

    def send(self, status, body, *, length=None, headers=None):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(length or len(body)))
        self.end_headers()
        self.wfile.write(body)
        if length:
            self.close_connection = True


def main():
    port = int(sys.argv[sys.argv.index("--port") + 1]) if "--port" in sys.argv else 0
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    if "--tls" in sys.argv:
        at = sys.argv.index("--tls")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[at + 1], sys.argv[at + 2])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    sys.stdout.write(f"{server.server_port}\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main()
