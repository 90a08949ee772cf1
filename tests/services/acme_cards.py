"""Acme's card gateway, which is nobody's: the protocol of examples/card-acme, with the pages of its field and its bank.

As a program it prints its address. A card is typed into a frame of its own origin; the bank's check takes place on a
page that the browser goes to, and that leads back.
"""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

KEY, SECRET = "a key", "a secret"
FIELDS = Path(__file__).resolve().parents[2] / "examples" / "card-acme" / "fields.js"
DECLINED, CHECKED = "4000000000000002", "4000002500003155"
CARD_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Card</title><link rel="icon" href="data:,">
<style>body{margin:0}input{border:0;outline:0;width:100%;padding:0;background:none;font:1rem/1.5 sans-serif}</style>
<input id="card" aria-label="Card" autocomplete="off" inputmode="numeric" placeholder="1234 1234 1234 1234 MM / YY CVC">
<script src="card.js"></script></html>"""
CARD_SCRIPT = """
const field = document.getElementById("card");
const tell = (data) => parent.postMessage(data, "*");
const digits = () => field.value.replace(/\\D/g, "");
field.addEventListener("input", () => {
  const complete = digits().length >= 23;
  tell({ kind: "changed", complete, message: "" });
});
field.addEventListener("focus", () => tell({ kind: "focus", on: true }));
field.addEventListener("blur", () => tell({ kind: "focus", on: false }));
addEventListener("message", async ({ data, source }) => {
  if (source !== parent) return;
  if (data.kind === "focus") field.focus();
  if (data.kind === "look") Object.assign(field.style, { color: data.look.color, fontSize: data.look.size });
  if (data.kind !== "keep") return;
  const answer = await fetch("/cards", {
    method: "POST",
    body: JSON.stringify({ secret: data.secret, card: digits(), holder: data.holder.name }),
  }).catch(() => null);
  tell({ kind: "outcome", outcome: answer ? (await answer.json()).outcome : "away" });
});
tell({ kind: "ready" });
"""
BANK_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Your bank</title>
<link rel="icon" href="data:,"><h1>Your bank</h1><p>Is it you who gives this card?</p><form method="post">
<button name="outcome" value="confirmed">Yes, it is me</button> <button name="outcome" value="refused">No</button>
</form></html>"""


class Acme:
    """``setups`` are its rows by key, ``paid`` its payments by key, ``deleted`` the customers that went."""

    def __init__(self):
        self.setups, self.paid, self.deleted, self.url = {}, {}, [], ""

    def answer(self, method, path, sent, key):
        match method, path.strip("/").split("/"):
            case "POST", ["setups"]:
                return self.setups.setdefault(key, {**self._begun(sent), "back": sent["back"]})
            case "GET", ["setups", number]:
                return self.find(number)
            case "DELETE", ["customers", customer]:
                self.deleted.append(customer)
                return {}
            case "POST", [kind]:
                state = "declined" if sent.get("card") == "card stolen" else "done"
                paid = {"id": f"{kind} {len(self.paid)}", "state": state, "code": "stolen" if state != "done" else ""}
                return self.paid.setdefault(key, paid)
        return None

    def _begun(self, sent):
        number = f"s{len(self.setups)}"
        customer = sent["customer"] or f"customer-{number}"
        facts = {"id": number, "state": "open", "customer": customer, "secret": f"secret of {number}"}
        return {**facts, "check_at": f"{self.url}/bank?setup={number}"}

    def find(self, number):
        return next(row for row in self.setups.values() if row["id"] == number)

    def keep(self, number, token="card 1", last4="4242"):
        """The browser gave the card, and the bank confirmed it."""
        card = {"token": token, "brand": "Visa", "last4": last4, "expiration_month": 7, "expiration_year": 2031}
        self.find(number).update(state="kept", card=card)

    def take(self, sent):
        """A card from the frame of the field."""
        number, row = sent["card"][:16], self.find(sent["secret"].rpartition(" ")[2])
        if number == DECLINED:
            row.update(state="declined", code="declined")
            return "asked"
        row["last4"] = number[-4:]
        if number == CHECKED:
            row["state"] = "check"
            return "check"
        self.keep(row["id"], last4=number[-4:])
        return "kept"

    def hear_bank(self, number, outcome):
        """Where the browser goes on."""
        row = self.find(number)
        if outcome == "confirmed":
            self.keep(number, last4=row["last4"])
        else:
            row.update(state="declined", code="bank")
        return row["back"]


class Server(ThreadingHTTPServer):
    daemon_threads = True
    acme: Acme


class Handler(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *_arguments):
        pass

    @property
    def acme(self):
        return self.server.acme

    def do_GET(self):
        pages = {
            "/fields.js": (FIELDS.read_bytes(), "text/javascript"),
            "/card.html": (CARD_PAGE.encode(), "text/html"),
            "/card.js": (CARD_SCRIPT.encode(), "text/javascript"),
            "/bank": (BANK_PAGE.encode(), "text/html"),
        }
        path = urlsplit(self.path).path
        if path in pages:
            self.send(200, *pages[path])
        else:
            self.api({})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        parts = urlsplit(self.path)
        if parts.path == "/cards":
            self.send(200, json.dumps({"outcome": self.acme.take(json.loads(body))}).encode())
        elif parts.path == "/bank":
            number = parse_qs(parts.query)["setup"][0]
            where = self.acme.hear_bank(number, parse_qs(body)["outcome"][0])
            self.send(303, b"", headers={"Location": where})
        else:
            self.api(json.loads(body or "{}"))

    def do_DELETE(self):
        self.api({})

    def api(self, sent):
        allowed = self.headers.get("Authorization") == f"Bearer {KEY}"
        answer = self.acme.answer(self.command, self.path, sent, self.headers["Idempotency-Key"]) if allowed else {}
        self.send(200 if allowed else 401, json.dumps(answer).encode())

    def send(self, status, body, kind="application/json", *, headers=None):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Access-Control-Allow-Origin", "*")
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def serve():
    """The gateway, on a free port of this machine."""
    server = Server(("127.0.0.1", 0), Handler)
    server.acme = acme = Acme()
    acme.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield acme
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


if __name__ == "__main__":
    with serve() as gateway:
        sys.stdout.write(f"{gateway.url}\n")
        sys.stdout.flush()
        sys.stdin.read()
