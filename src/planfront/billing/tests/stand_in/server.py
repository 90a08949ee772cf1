"""What the stand-in answers. Bodies are forms, as Stripe takes them; unknown parameters and wrong keys are refused."""

import hashlib
import hmac
import json
import ssl
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from threading import Lock, Thread
from urllib.parse import parse_qsl, urlsplit

HERE = Path(__file__).parent
SECRET_KEY, PUBLISHABLE_KEY, WEBHOOK_SECRET = "sk_test_standin", "pk_test_standin", "whsec_standin"
DECLINES = {
    "4000000000000002": ("card_declined", "generic_decline"),
    "4000000000009995": ("card_declined", "insufficient_funds"),
    "4000000000000069": ("expired_card", "expired_card"),
    "4000000000000127": ("incorrect_cvc", "incorrect_cvc"),
    "4000000000000119": ("processing_error", "processing_error"),
}
# Kept, and declined when charged.
CHARGE_DECLINES = {
    "4000000000000341": ("card_declined", "generic_decline"),
    "4000000000009987": ("card_declined", "lost_card"),
    "4100000000000019": ("card_declined", "fraudulent"),
    "4000002760003184": ("authentication_required", "authentication_required"),
}
CHECKED = {"4000002500003155", "4000002760003184"}
BRANDS = {"4": "visa", "5": "mastercard", "3": "amex", "6": "discover"}
SETUP = {"customer", "usage", "payment_method_types", "metadata"}
INTENT = {
    *("amount", "currency", "customer", "payment_method", "payment_method_types", "confirm", "off_session"),
    *("metadata", "description", "statement_descriptor_suffix"),
}
SLOW = 20  # seconds
REFUSED = json.dumps({"error": {"type": "api_error", "message": "stand-in: not now"}}).encode()
SPOILT = {"malformed": b"<html>maintenance</html>", "other": b'{"hello": "world"}', "half": b'{"id": "seti_'}
TYPES = {"js": "text/javascript", "html": "text/html; charset=utf-8", "css": "text/css"}


class Refusal(Exception):
    def __init__(self, status, kind, code, **more):
        super().__init__(code)
        self.status, self.body = status, {"error": {"type": kind, "code": code, "message": f"stand-in: {code}", **more}}


def nested(pairs):
    """``a[b][c]=1`` as a tree."""
    tree = {}
    for name, value in pairs:
        head, *rest = name.replace("]", "").split("[")
        at = tree
        for part in rest:
            at, head = at.setdefault(head, {}), part
        at[head] = value
    return tree


class StandIn:
    """``away``: nothing is answered. ``loses``: so many answers get lost after the work is done. ``mood``: how the API
    answers, "" as it should: "slow", "half", "malformed" and "other" after the work is done; "status 429", with
    ``headers``, and "once", a 503 to the first request from then on, before it. ``seen``: every POST as method, path
    and body. ``requests``: every one as method, path and idempotency key. ``charged``: how often money really went."""

    def __init__(self):
        self.address = ""
        self.away, self.loses, self.mood, self.headers = False, 0, "", {}
        self.seen, self.requests, self.charged, self.refunded = [], [], [], []
        self._ids, self._lock = count(1), Lock()
        self._objects, self._keys, self._numbers = {}, {}, {}

    def new(self, prefix, kind, **facts):
        row = {"id": f"{prefix}_{next(self._ids):04}", "object": kind, "created": int(time.time()), **facts}
        self._objects[row["id"]] = row
        return row

    def find(self, key, kind):
        row = self._objects.get(key)
        if row is None or row["object"] != kind:
            raise Refusal(404, "invalid_request_error", "resource_missing")
        return row

    def answer(self, method, path, params, key, secret):
        """Status and body, once for an idempotency key."""
        with self._lock:
            if key and key in self._keys:
                sent, answer = self._keys[key]
                if sent != (path, params):
                    return 400, {"error": {"type": "idempotency_error", "message": "stand-in: another request"}}
                return answer
            try:
                answer = 200, self._route(method, path.split("/")[2:], params, secret)
            except Refusal as refusal:
                answer = refusal.status, refusal.body
            if key:
                self._keys[key] = ((path, params), answer)
            return answer

    def _route(self, method, path, params, secret):
        if method == "POST" and path[-1] in {"confirm", "check"}:
            act = self._confirm if path[-1] == "confirm" else self._check
            return act(self._of_browser(path[1], params), params)
        if not secret:
            raise Refusal(401, "invalid_request_error", "api_key_invalid")
        if method == "DELETE" and path[0] == "customers":
            return self._delete_customer(path[1])
        routes = self._posts() if method == "POST" else self._gets()
        act = routes.get((path[0], len(path)))
        if act is None:
            raise Refusal(404, "invalid_request_error", "url_invalid")
        return act(params) if len(path) == 1 else act(path[1])

    def _posts(self):
        return {
            ("customers", 1): self._customer,
            ("setup_intents", 1): self._setup,
            ("payment_intents", 1): self._pay,
            ("refunds", 1): self._refund,
        }

    def _gets(self):
        return {
            ("setup_intents", 2): lambda key: self.find(key, "setup_intent"),
            ("payment_methods", 2): lambda key: self.find(key, "payment_method"),
            ("payment_intents", 1): lambda params: self._listed("payment_intent", "customer", params),
            ("refunds", 1): lambda params: self._listed("refund", "payment_intent", params),
            ("balance", 1): lambda _params: {"object": "balance", "livemode": False},
        }

    def _customer(self, params):
        self._only(params, {"metadata"})
        return self.new("cus", "customer", metadata=params.get("metadata", {}))

    def _delete_customer(self, key):
        """With all that is in its vault."""
        self.find(key, "customer")
        methods = [row for row in self._objects.values() if row["object"] == "payment_method"]
        for row in methods:
            if row["customer"] == key:
                row["customer"] = None
        del self._objects[key]
        return {"id": key, "object": "customer", "deleted": True}

    @staticmethod
    def _only(params, known):
        for name in params:
            if name not in known:
                raise Refusal(400, "invalid_request_error", "parameter_unknown", param=name)

    def _listed(self, kind, name, params):
        rows = [row for row in self._objects.values() if row["object"] == kind and row[name] == params[name]]
        return {"object": "list", "data": list(reversed(rows)), "has_more": False, "url": "/v1"}

    def _setup(self, params):
        self._only(params, SETUP)
        self.find(params["customer"], "customer")
        row = self.new(
            "seti",
            "setup_intent",
            customer=params["customer"],
            usage=params["usage"],
            status="requires_payment_method",
            payment_method=None,
            last_setup_error=None,
            next_action=None,
            metadata=params.get("metadata", {}),
        )
        row["client_secret"] = f"{row['id']}_secret_{hashlib.sha256(row['id'].encode()).hexdigest()[:16]}"
        return row

    def _of_browser(self, key, params):
        """A setup as its own page may ask for it: with the publishable key and its secret."""
        row = self.find(key, "setup_intent")
        if params.get("key") != PUBLISHABLE_KEY or params.get("client_secret") != row["client_secret"]:
            raise Refusal(401, "invalid_request_error", "api_key_invalid")
        return row

    def _confirm(self, row, params):
        if row["status"] not in {"requires_payment_method", "requires_confirmation"}:
            raise Refusal(400, "invalid_request_error", "setup_intent_unexpected_state")
        card = params["payment_method_data"]["card"]
        number = card["number"].replace(" ", "")
        method = self.new(
            "pm",
            "payment_method",
            type="card",
            customer=row["customer"],
            billing_details=params["payment_method_data"].get("billing_details", {}),
            card={
                "brand": BRANDS.get(number[:1], "unknown"),
                "last4": number[-4:],
                "exp_month": int(card["exp_month"]),
                "exp_year": int(card["exp_year"]),
            },
        )
        self._numbers[method["id"]] = number
        if number in DECLINES:
            raise self._declined(row, method, *DECLINES[number])
        row["payment_method"], row["last_setup_error"] = method["id"], None
        row["status"] = "requires_action" if number in CHECKED else "succeeded"
        row["next_action"] = {"type": "use_stripe_sdk"} if number in CHECKED else None
        return row

    def _declined(self, row, method, code, decline_code):
        error = {"type": "card_error", "code": code, "decline_code": decline_code, "payment_method": method}
        row["last_setup_error"], row["status"], row["payment_method"] = error, "requires_payment_method", None
        return Refusal(402, "card_error", code, decline_code=decline_code, setup_intent=row)

    def _check(self, row, params):
        """What the bank says on its page."""
        if row["status"] != "requires_action":
            raise Refusal(400, "invalid_request_error", "setup_intent_unexpected_state")
        row["next_action"] = None
        if params["outcome"] == "confirmed":
            row["status"] = "succeeded"
            return row
        method = self.find(row["payment_method"], "payment_method")
        raise self._declined(row, method, "setup_intent_authentication_failure", None)

    def _pay(self, params):
        self._only(params, INTENT)
        method = self.find(params["payment_method"], "payment_method")
        if method["customer"] != params["customer"]:
            raise Refusal(400, "invalid_request_error", "payment_method_customer_mismatch")
        row = self.new(
            "pi",
            "payment_intent",
            amount=int(params["amount"]),
            currency=params["currency"],
            customer=params["customer"],
            payment_method=method["id"],
            metadata=params.get("metadata", {}),
            description=params.get("description"),
            status="succeeded",
            last_payment_error=None,
        )
        number = self._numbers[method["id"]]
        if number in CHARGE_DECLINES:
            code, decline_code = CHARGE_DECLINES[number]
            error = {"type": "card_error", "code": code, "decline_code": decline_code}
            row["status"], row["last_payment_error"] = "requires_payment_method", error
            raise Refusal(402, "card_error", code, decline_code=decline_code, payment_intent=row)
        self.charged.append(row["amount"])
        return row

    def _refund(self, params):
        self._only(params, {"payment_intent", "amount", "metadata"})
        paid = self.find(params["payment_intent"], "payment_intent")
        before = sum(row["amount"] for row in self._objects.values() if row.get("payment_intent") == paid["id"])
        if before + int(params["amount"]) > paid["amount"]:
            raise Refusal(400, "invalid_request_error", "amount_too_large")
        self.refunded.append(int(params["amount"]))
        return self.new(
            "re",
            "refund",
            payment_intent=paid["id"],
            amount=int(params["amount"]),
            status="succeeded",
            metadata=params.get("metadata", {}),
        )

    def confirm(self, reference, number="4242424242424242", outcome=""):
        """Play the browser: a card in the fields, and what the bank says if it is asked. Returns the state."""
        row = self._objects[reference]
        of_browser = {"key": PUBLISHABLE_KEY, "client_secret": row["client_secret"]}
        card = {"number": number, "exp_month": "7", "exp_year": "2031", "cvc": "917"}
        path = f"/v1/setup_intents/{reference}"
        self.answer("POST", f"{path}/confirm", {**of_browser, "payment_method_data": {"card": card}}, "", False)
        if outcome:
            self.answer("POST", f"{path}/check", {**of_browser, "outcome": outcome}, "", False)
        return row["status"]


def event(reference, *, event_id="evt_1", kind="setup_intent.succeeded", age=0, secret=WEBHOOK_SECRET):
    """Body and signature of a webhook."""
    subject = {"id": reference, "object": "setup_intent"}
    body = json.dumps({"id": event_id, "object": "event", "type": kind, "data": {"object": subject}})
    moment = int(time.time()) - age
    signature = hmac.new(secret.encode(), f"{moment}.{body}".encode(), hashlib.sha256).hexdigest()
    return body, f"t={moment},v1={signature}"


class Server(ThreadingHTTPServer):
    daemon_threads = True
    stand_in: StandIn


class Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    @property
    def stand_in(self):
        return self.server.stand_in

    def log_message(self, *_arguments):
        pass

    def do_GET(self):
        parts = urlsplit(self.path)
        if parts.path == "/control":
            names = ("requests", "seen", "charged", "refunded")
            self._send(200, json.dumps({name: getattr(self.stand_in, name) for name in names}).encode())
        elif parts.path.startswith("/v1/"):
            self._api(nested(parse_qsl(parts.query)))
        elif self.stand_in.away:
            self._hang_up()
        else:
            self._file(parts.path.strip("/"))

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        if self.path == "/control":
            vars(self.stand_in).update(json.loads(body))
            self._send(200, b"{}")
            return
        self.stand_in.seen.append(["POST", self.path, body])
        self._api(nested(parse_qsl(body)))

    def do_DELETE(self):
        self._api({})

    def _file(self, name):
        file = HERE / "pages" / ("stripe.js" if name == "v3" else name)
        if file.parent == HERE / "pages" and file.is_file():
            self._send(200, file.read_bytes(), TYPES[file.suffix[1:]])
        else:
            self._send(404, b"{}")

    def _hang_up(self):
        self.close_connection = True
        self.connection.close()

    def _api(self, params):
        if self.stand_in.away:
            self._hang_up()
            return
        secret = self.headers.get("Authorization") == f"Bearer {SECRET_KEY}"
        key = self.headers.get("Idempotency-Key", "") if self.command == "POST" and secret else ""
        path, mood = urlsplit(self.path).path, self.stand_in.mood
        self.stand_in.requests.append([self.command, path, key])
        if mood == "once":
            self.stand_in.mood, mood = "", "status 503"
        if mood.startswith("status "):
            self._send(int(mood.split()[1]), REFUSED, headers=self.stand_in.headers)
            return
        status, answer = self.stand_in.answer(self.command, path, params, key, secret)
        if self.stand_in.loses:
            self.stand_in.loses -= 1
            self._hang_up()
            return
        body = json.dumps(answer).encode()
        if mood == "slow":
            time.sleep(SLOW)
        self._send(status, SPOILT.get(mood, body), missing=5000 if mood == "half" else 0)

    def _send(self, status, body, kind="application/json", *, headers=None, missing=0):
        """``missing``: so many bytes less than announced."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body) + missing))
        self.send_header("Cache-Control", "no-store")
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = bool(missing)


@contextmanager
def serve(certificate=None):
    """A stand-in that answers on a free port of this machine; by TLS with a ``certificate`` and its key, as paths."""
    stand_in = StandIn()
    server = Server(("127.0.0.1", 0), Handler)
    server.stand_in = stand_in
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    stand_in.address = f"{'https' if certificate else 'http'}://127.0.0.1:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield stand_in
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
