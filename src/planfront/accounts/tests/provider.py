"""A small OpenID Connect provider that answers over HTTP: discovery, keys and tokens, and a sign-in page for browsers.

As a program (``python -m planfront.accounts.tests.provider``) it prints its issuer and serves until its input ends."""

import base64
import json
import sys
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

from planfront.kernel import clock

CLIENT, SECRET = "planfront-store", "a secret of the client"
BACK = "http://shop.test/sign-in/single"
PAGE = b"""<!doctype html><html lang="en"><title>Shop ID</title><link rel="icon" href="data:,"><h1>Shop ID</h1>
<form method="post"><label>Email <input name="email" type="email"></label> <button>Continue</button></form>"""


class Provider:
    """``claims`` say who signs in, ``signer`` signs tokens. ``sign_in`` plays the browser there: code and state;
    ``entered`` is the answer to a real one."""

    def __init__(self):
        self.key = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})
        self.signer = self.key
        self.claims = {"sub": "p-1", "email": "rep@demo.test", "email_verified": True}
        self.codes, self.down, self.issuer = {}, False, ""

    def sign_in(self, address, **changes):
        query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert address.startswith(f"{self.issuer}/authorize?")
        assert query["redirect_uri"] == BACK
        return self._code(query, **changes), query["state"]

    def entered(self, address, email):
        """Where a browser goes back to that signed in with an address."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        code = self._code(query, sub=f"person {email}", email=email)
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def _code(self, query, **changes):
        assert (query["response_type"], query["client_id"]) == ("code", CLIENT)
        assert set(query["scope"].split()) == {"openid", "email"}
        assert query["code_challenge_method"] == "S256"
        now = int(clock.now().timestamp())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": query["nonce"]}
        code = f"code-{len(self.codes)}"
        self.codes[code] = (query["code_challenge"], {**claims, **self.claims, **changes})
        return code

    def token(self, form, authorization):
        """The answer of the token endpoint, or None for a request that isn't the client's."""
        basic = base64.b64encode(f"{CLIENT}:{SECRET}".replace(" ", "+").encode()).decode()
        challenge, claims = self.codes.pop(form.get("code", [""])[0], ("", None))
        verifier = form.get("code_verifier", [""])[0]
        result = base64.urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")
        known = authorization in (f"Basic {basic}", f"Basic {base64.b64encode(f'{CLIENT}:{SECRET}'.encode()).decode()}")
        if claims is None or result != challenge or not known:
            return None
        signed = jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.signer)
        return {"access_token": "access", "token_type": "Bearer", "id_token": signed}

    def document(self, path):
        if path == "/.well-known/openid-configuration":
            at = self.issuer
            return {
                "issuer": at,
                "authorization_endpoint": f"{at}/authorize",
                "token_endpoint": f"{at}/token",
                "jwks_uri": f"{at}/keys",
            }
        return KeySet([self.key]).as_dict(private=False) if path == "/keys" else None


def _handler(provider):
    class Handler(BaseHTTPRequestHandler):
        def _send(self, result):
            body = json.dumps(result or {"error": "invalid_grant"}).encode()
            self.send_response(503 if provider.down else 200 if result else 400)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            if self.path.startswith("/authorize?"):
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(PAGE)
            else:
                self._send(provider.document(self.path))

        def do_POST(self):
            form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            if self.path.startswith("/authorize?"):
                self.send_response(303)
                self.send_header("Location", provider.entered(self.path, form["email"][0]))
                self.end_headers()
            else:
                self._send(provider.token(form, self.headers.get("Authorization", "")))

        def log_message(self, *_arguments):
            return

    return Handler


@contextmanager
def running():
    """A provider on a free port of this machine."""
    provider = Provider()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(provider))
    provider.issuer = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


if __name__ == "__main__":
    with running() as provider:
        print(provider.issuer, flush=True)  # noqa: T201 - read by the journey that started this
        sys.stdin.read()
