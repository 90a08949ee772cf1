"""Somebody at the back office of one web node: signed in, with forms and files as a browser sends them."""

from __future__ import annotations

import http.client
import re
from html import unescape
from typing import Any
from uuid import uuid4

from tools.cluster.layout import Layout

Answer = tuple[int, http.client.HTTPMessage, bytes]


class Clerk:
    def __init__(self, layout: Layout, node: str) -> None:
        self.layout, self.node = layout, node
        self._cookies: dict[str, str] = {}

    def sign_in(self, email: str, password: str) -> Clerk:
        status, _headers, body = self.send("/backoffice/login/", {"username": email, "password": password})
        assert status == 302, body[-3000:]
        return self

    def at(self, node: str) -> Clerk:
        """The same person, whom the balancer sends to another node."""
        result = Clerk(self.layout, node)
        result._cookies = dict(self._cookies)
        return result

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, {}, None)

    def send(self, path: str, values: dict[str, str], **files: tuple[str, bytes]) -> Answer:
        """Open a form, and send it."""
        page = self.get(path)[2].decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token, page[-3000:]
        boundary = uuid4().hex
        parts = [_part(boundary, name, "", value.encode()) for name, value in values.items()]
        parts += [_part(boundary, name, file, content) for name, (file, content) in files.items()]
        parts.append(_part(boundary, "csrfmiddlewaretoken", "", token[1].encode()))
        body = b"".join(parts) + f"--{boundary}--\r\n".encode()
        return self._ask("POST", path, {"Content-Type": f"multipart/form-data; boundary={boundary}"}, body)

    def _ask(self, method: str, path: str, headers: dict[str, str], body: Any) -> Answer:
        there = http.client.HTTPConnection("127.0.0.1", self.layout.ports[self.node], timeout=90)
        sent = {"Host": "localhost", "Origin": "https://localhost", "X-Forwarded-Proto": "https", **headers}
        sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        try:
            there.request(method, path, body, sent)
            answer = there.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = cookie.partition(";")[0].partition("=")
                self._cookies[name] = value
            return answer.status, answer.headers, answer.read()
        finally:
            there.close()


def _part(boundary: str, name: str, file: str, content: bytes) -> bytes:
    shown = f'; filename="{file}"' if file else ""
    kind = "Content-Type: application/octet-stream\r\n" if file else ""
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{shown}\r\n{kind}\r\n'
    return head.encode() + content + b"\r\n"


def words(body: bytes) -> str:
    """What a page says, without its markup."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body.decode())).split())
