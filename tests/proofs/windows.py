"""Drafts, other windows and coming back in stories."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from planfront.enrollment.tests.conftest import CONTACT, PERSONAL
from tests.fixtures import ApiClient
from tests.proofs.story import Window
from tests.proofs.values import EMAIL, OK, PAGES, SAVES, SECRET, STORED, TYPED, status_of
from tests.proofs.writing import Writing


class Windows(Writing):
    """What is typed and left, here or elsewhere."""

    @rule(key=st.sampled_from(sorted(TYPED)), text=st.sampled_from(["Mar3n", "Zürich", SECRET]), old=st.booleans())
    def type_something(self, key: str, text: str, old: bool) -> None:
        """Autosave; a number that looks like a Social Security Number is not kept. ``old``: from the form that was
        opened before, refused where somebody else wrote into the field since."""
        name, body = TYPED[key], {"tab_name": key, "values": {TYPED[key]: text, "ssn": "512345678"}}
        late = self.late if old and self.late and self.late[0] == key else None
        answer = self.wizard.post("save-draft", **body, **({"version": late[1]} if late else {}))
        if self.refused(answer):
            return
        there = self.model.in_form(key).get(name)
        if late and text != SECRET and self.model.moved.get(key, 0) > late[2] and there not in (None, text):
            assert answer.status_code == 409, answer.json()
            assert answer.json()["data"]["values"] == {name: there}
            return
        assert status_of(answer) == OK, answer.json()
        if text != SECRET:
            self.model.type(key, {name: text})

    @precondition(lambda self: not self.ended)
    @rule(key=st.sampled_from(sorted(SAVES)))
    def open_second_window(self, key: str) -> None:
        """The form of a step, kept open while other things happen."""
        form = self.wizard.data(f"get-form-fields-{SAVES[key]}")
        self.late = (key, form["version"], self.model.moved.get(key, 0))

    @precondition(lambda self: self.late is not None and not self.ended)
    @rule(last=st.sampled_from(["Castillo", "Ybarra"]))
    def save_from_second_window(self, last: str) -> None:
        """Refused with the other window's values, saved or typed, when they differ and came later; then taken."""
        key, version, seen = self.late
        base = PERSONAL if key == "primary_info" else {**CONTACT, "zip": self.model.zip}
        sent = {**base, "last_name" if key == "primary_info" else "birth_city": last}
        now = self.model.sections.get(key, {}) if self.side == "seller" else self.model.in_form(key)
        means = {**sent, **STORED.get(key, {})}
        differs = {name: now[name] for name in means if name in now and name != "ssn" and now[name] != means[name]}
        answer = self.wizard.post(f"save-{SAVES[key]}", **sent, version=version)
        if self.side != "guest" and self.model.moved.get(key, 0) > seen and differs:
            assert answer.status_code == 409, answer.json()
            data = answer.json()["data"]
            assert data["values"] == differs
            self.everything_is_kept()
            answer = self.wizard.post(f"save-{SAVES[key]}", **sent, version=data["version"])
        self._saved(key, sent, answer)
        self.late = None

    @precondition(lambda self: not self.ended)
    @rule(key=st.sampled_from(sorted(SAVES)))
    def write_in_two_windows(self, key: str) -> None:
        """The form stays open in one window while another one saves it with something else; then the first saves."""
        self.open_second_window(key)
        there = self.model.in_form(key)
        if key == "primary_info":
            self.save_personal("Mary" if there.get("first_name") == "Maren" else "Maren", "1", True)
        else:
            self.save_contact("Dublin" if there.get("city") == "Columbus" else "Columbus", self.model.zip)
        self.save_from_second_window("Ybarra")

    @precondition(lambda self: not self.ended)
    @rule(text=st.sampled_from(["", "Zürich"]))
    def save_for_later(self, text: str) -> None:
        """With what was typed; a code comes by mail."""
        data = {"data": {"address2": text}} if text else {}
        answer = self.post("save-enrollment", email=EMAIL, tab="contact_info", **data)
        if self.refused(answer):
            return
        assert status_of(answer) == OK, answer.json()
        if text:
            self.model.type("contact_info", {"address2": text})
        self.codes.append((self.code_of("resume_code"), "client" if self.model.handed else "guest"))

    @precondition(lambda self: bool(self.codes))
    @rule()
    def resume_elsewhere(self) -> None:
        """The code opens it in a session that knew nothing of it; the older windows stay open."""
        client, (code, who) = ApiClient("shop.test"), self.codes[-1]
        assert client.get("/get-dynamic-tabs", enrollment_id=self.wizard.id).status_code == 404
        answer = client.post("continue-enrollment", {"code": code, "email": EMAIL})
        assert status_of(answer) == OK, answer.json()
        assert answer.json()["data"]["enrollment_id"] == self.wizard.id
        self.windows.append(Window(client, who))
        self.sit_at(self.windows[-1])

    @precondition(lambda self: len(self.windows) > 1)
    @rule(number=st.integers(0, 9))
    def change_window(self, number: int) -> None:
        self.sit_at(self.windows[number % len(self.windows)])

    @rule(page=st.sampled_from(PAGES))
    def go_back_and_look(self, page: str) -> None:
        """Reading a page changes nothing."""
        version = self._version()
        self.wizard.data(f"get-{page}")
        assert self._version() == version
