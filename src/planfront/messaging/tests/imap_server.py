"""A mailbox by IMAP over TLS on this machine, as far as reading it takes."""

import re
import socketserver
import threading
from contextlib import contextmanager

from tests.certificates import serve_localhost

USER, PASSWORD = "returns@shop.example", 'k"1'


class MailServer(socketserver.ThreadingTCPServer):
    """``messages`` and their ``flags`` by number, and the ``lines`` that clients sent."""

    allow_reuse_address = daemon_threads = True

    def __init__(self, context):
        super().__init__(("127.0.0.1", 0), _Session)
        self.context = context
        self.password, self.folder, self.era = PASSWORD, "INBOX", 7
        self.messages, self.flags, self.lines = {}, {}, []

    @property
    def url(self):
        return f"imaps://returns%40shop.example:k%221@localhost:{self.server_address[1]}/INBOX"

    def put(self, *messages):
        for message in messages:
            number = str(len(self.messages) + 1)
            self.messages[number], self.flags[number] = message, set()

    def get_request(self):
        connection, address = super().get_request()
        return self.context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False), address

    def handle_error(self, request, client_address):
        """A client that goes away is no failure of a test."""


class _Session(socketserver.StreamRequestHandler):
    server: MailServer

    def say(self, text):
        self.wfile.write(text.encode() + b"\r\n")

    def handle(self):
        self.say("* OK ready")
        while line := self.rfile.readline().decode().strip():
            self.server.lines.append(line)
            tag, command = line.split(" ", 1)
            verb = " ".join(command.split()[:2]) if command.startswith("UID") else command.split()[0]
            answer = getattr(self, f"do_{verb.lower().replace(' ', '_')}")(command)
            self.say(f"{tag} {answer or 'OK done'}")
            if verb == "LOGOUT":
                return

    def do_capability(self, _command):
        self.say("* CAPABILITY IMAP4rev1")

    def do_login(self, command):
        quoted = self.server.password.replace('"', r"\"")
        return None if command == f'LOGIN "{USER}" "{quoted}"' else "NO [AUTHENTICATIONFAILED] no"

    def do_select(self, command):
        if command != f'SELECT "{self.server.folder}"':
            return "NO there is no such folder"
        self.say(f"* {len(self.server.messages)} EXISTS")
        self.say(f"* OK [UIDVALIDITY {self.server.era}] valid")
        return "OK [READ-WRITE] done"

    def do_uid_search(self, _command):
        self.say(" ".join(["* SEARCH", *(number for number, flags in self.server.flags.items() if not flags)]))

    def do_uid_fetch(self, command):
        number, most = re.fullmatch(r"UID FETCH (\d+) \(BODY\.PEEK\[\]<0\.(\d+)>\)", command).groups()
        part = self.server.messages[number][: int(most)]
        self.wfile.write(b"* %s FETCH (UID %s BODY[]<0> {%d}\r\n" % (number.encode(), number.encode(), len(part)))
        self.wfile.write(part + b")\r\n")

    def do_uid_store(self, command):
        number, flags = re.fullmatch(r"UID STORE (\d+) \+FLAGS\.SILENT \((.*)\)", command).groups()
        self.server.flags[number] |= set(flags.split())

    def do_logout(self, _command):
        self.say("* BYE bye")


@contextmanager
def mail_server(folder):
    """Run a server whose certificate is in ``cert.pem`` of the folder."""
    with MailServer(serve_localhost(folder)) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
