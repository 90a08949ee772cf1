"""Acme, a vendor that is nobody: the protocol that the adapters of examples/ speak. Prints its port."""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

STREET = {"street": "9 Rowan Ct", "unit": "", "city": "Columbus", "state": "OH", "zip": "43215", "plus4": "0009"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_arguments):
        """Silent."""

    def do_GET(self):
        number = self.path.rpartition("/")[2]
        self.answer(200, {"works": not number.endswith("99"), "line": "mobile"})

    def do_POST(self):
        sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/v1/addresses":
            known = sent["street"].startswith("9")
            self.answer(200 if known else 404, STREET | {"unit_known": True} if known else {})
        else:
            name = sent["email"].partition("@")[0]
            score = {"nobody": 0, "perhaps": 50}.get(name, 100)
            self.answer(200, {"score": score, "disposable": name == "thrown", "meant": None})

    def answer(self, status, body):
        if not self.headers["X-Acme-Key"].endswith("-key"):
            status, body = 403, {}
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    sys.stdout.write(f"{server.server_port}\n")
    sys.stdout.flush()
    server.serve_forever()
