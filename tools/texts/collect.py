"""Collect every text that a person may read, with its Spanish and its place.

They come from the catalogs of the browser's code and of the server, the templates of pages and emails, what only staff
reads, the letters, and the demo world.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import yaml
from babel.messages.extract import extract
from babel.messages.pofile import read_po

from planfront.cli.paths import ROOT, SOURCE

PACKAGE = SOURCE / "planfront"
DEMO = SOURCE / "planfront_demo" / "data"
BROWSER = ROOT / "frontend" / "src" / "locales" / "es"
STAFF = frozenset(("backoffice", "cli", "imports", "rating"))
"""Rooms that only an operator's staff reads, mostly in English; so are the importers of the other rooms."""
_CALLS = {"_": None, "gettext": None, "gettext_lazy": None, "ngettext": (1, 2), "ngettext_lazy": (1, 2)}
_SHOWN_NAMES = frozenset(("help_text", "verbose_name", "verbose_name_plural", "short_description", "description"))
"""Arguments and attributes of models and admin pages whose text staff reads in any room."""
_NOT_SHOWN_CALLS = frozenset(
    ("Field", "compile", "debug", "info", "warning", "exception", "execute", "RunSQL", "getLogger", "extra", "RawSQL")
)
_HANDED = re.compile(
    r"""\{%\s*trans(?:late)?\s+"(?P<text>[^"]+)".*?%\}|\{%\s*blocktrans(?:late)?\b.*?%\}(?P<block>.*?)\{%\s*endblocktrans""",
    re.DOTALL,
)
"""The texts that a template hands to gettext."""
_VARIABLE = re.compile(r"\{\{\s*([\w.]+).*?\}\}")
_SCRIPT_LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
_SCRIPT_VARIABLE = re.compile(r"\$\{[^{}]*\}")
_PLURAL_TAG = re.compile(r"\{%\s*plural\s*%\}")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Text:
    """A visible text. ``id``: six characters that follow from the English. ``spanish``: "" where only English is shown.
    ``where``: file and line, or file and key."""

    english: str
    spanish: str
    where: str

    @property
    def file(self) -> str:
        return self.where.partition(":")[0]

    @property
    def id(self) -> str:
        digest = hashlib.sha256(f"{self.english}\x1f".encode()).digest()
        return base64.b64encode(digest).decode()[:6]


def collect_texts() -> list[Text]:
    """Return all texts, each once per place, in the order of their places."""
    spanish = server_translations()
    found = [
        *browser_texts(),
        *server_texts(spanish),
        *handed_texts(spanish),
        *markup_texts(),
        *staff_texts(),
        *script_texts(),
        *letter_texts(),
        *demo_texts(),
        *legal_texts(),
    ]
    unique: dict[tuple[str, str], Text] = {}
    for text in found:
        unique.setdefault((text.file, text.english), text)
    return sorted(unique.values(), key=lambda text: text.file)


def browser_texts() -> Iterator[Text]:
    """Yield the texts of the browser's code, whose English is the key of the Spanish catalogs."""
    for path in sorted(BROWSER.glob("*.po")):
        with path.open("rb") as stream:
            for entry in read_po(stream, locale="es", abort_invalid=True):
                if entry.id:
                    place = (
                        f"frontend/{entry.locations[0][0]}:{entry.locations[0][1]}" if entry.locations else path.name
                    )
                    yield Text(_one(entry.id), _one(entry.string), place)


def server_translations() -> dict[str, str]:
    """Return the Spanish of every text of the server's catalogs, both forms of a plural parted by a stroke."""
    known: dict[str, str] = {}
    for path in sorted(PACKAGE.glob("*/locale/es/LC_MESSAGES/django.po")):
        with path.open("rb") as stream:
            for entry in read_po(stream, locale="es", abort_invalid=True):
                spanish = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
                if entry.id and spanish and all(spanish):
                    known[_key(entry.id)] = " | ".join(spanish)
    return known


def server_texts(spanish: Mapping[str, str]) -> Iterator[Text]:
    """Yield what the server's code hands to gettext."""
    for path in _sources():
        with path.open("rb") as stream:
            for line, message, _comments, _context in extract("python", stream, keywords=_CALLS):
                yield Text(_one(message), spanish.get(_key(message), ""), _place(path, line))


def handed_texts(spanish: Mapping[str, str]) -> Iterator[Text]:
    """Yield what templates hand to gettext."""
    for path in _templates():
        source = path.read_text(encoding="utf-8")
        for match in _HANDED.finditer(source):
            forms = _read_forms(match)
            place = _place(path, source.count("\n", 0, match.start()) + 1)
            yield Text(_tidy(_one(forms)), spanish.get(forms[0], ""), place)


def markup_texts() -> Iterator[Text]:
    """Yield what is written in the templates of pages as it is."""
    for path in _templates():
        if path.suffix == ".html":
            for line, plain in _read_markup(path.read_text(encoding="utf-8")):
                yield Text(plain, "", _place(path, line))


def _read_forms(match: re.Match[str]) -> tuple[str, ...]:
    """Return the text, or the two forms of a plural, that a template hands to gettext."""
    message = match["text"] or _VARIABLE.sub(r"%(\1)s", match["block"])
    return tuple(_PLURAL_TAG.split(message))


def staff_texts() -> Iterator[Text]:
    """Yield literals of rooms that only staff reads, and the names and help of fields anywhere."""
    for path in _sources():
        room = path.relative_to(PACKAGE).parts[0]
        reader = _Literals(everything=room in STAFF or "importers" in path.parts)
        reader.visit(ast.parse(path.read_text(encoding="utf-8")))
        for line, plain in reader.found:
            yield Text(plain, "", _place(path, line))


def script_texts() -> Iterator[Text]:
    """Yield literals of the back office's scripts."""
    for path in sorted(PACKAGE.glob("backoffice/static/backoffice/*.js")):
        source = path.read_text(encoding="utf-8")
        for match in _SCRIPT_LITERAL.finditer(source):
            plain = _tidy(_SCRIPT_VARIABLE.sub("{…}", match[1] or match[2] or ""))
            if _is_prose(plain):
                yield Text(plain, "", _place(path, source.count("\n", 0, match.start()) + 1))


def letter_texts() -> Iterator[Text]:
    """Yield subject and paragraphs of the letters that come with the store."""
    from planfront.letters.shipped import SHIPPED

    for (kind, language), (subject, body) in SHIPPED.items():
        if language != "en":
            continue
        other_subject, other_body = SHIPPED[kind, "es"]
        place = f"src/planfront/letters/shipped.py {kind}"
        yield Text(subject, other_subject, place)
        yield Text(body, other_body, place)


def demo_texts() -> Iterator[Text]:
    """Yield the texts of plans and stores of the demo world that have both languages."""
    for path in sorted(DEMO.glob("**/*.yaml")):
        for english, spanish, key in _pairs(yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader), ""):
            yield Text(_tidy(english), _tidy(spanish), f"{path.relative_to(ROOT)} {key}")


def legal_texts() -> Iterator[Text]:
    """Yield each legal text as a whole."""
    for path in sorted(PACKAGE.glob("brands/legal_texts/*.en.txt")):
        spanish = path.with_name(path.name.replace(".en.", ".es."))
        yield Text(path.read_text(encoding="utf-8"), spanish.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))


class _Literals(ast.NodeVisitor):
    """Literals that are sentences or labels; `{…}` stands for what is filled in."""

    def __init__(self, *, everything: bool) -> None:
        self.everything = everything
        self.found: list[tuple[int, str]] = []

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in _NOT_SHOWN_CALLS:
            return
        if name in _CALLS:  # handed to gettext
            return
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg in _SHOWN_NAMES:
            self._take(node.value, always=True)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        names = {getattr(target, "id", getattr(target, "attr", "")) for target in node.targets}
        if names & _SHOWN_NAMES:
            self._take(node.value, always=True)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if self.everything:
            self._take(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        if self.everything:
            self._take(node)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def _take(self, node: ast.expr, *, always: bool = False) -> None:
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "{…}" for part in node.values]
            plain = _tidy("".join(map(str, parts)))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            plain = _tidy(node.value)
        else:
            return
        if always or _is_prose(plain):
            self.found.append((node.lineno, plain))


_PROSE = re.compile(
    r"^[\W\d_]*[A-Z][a-z’']* [^=]*[a-z]|^\{…\}.* [a-z]+ [a-z]+|^[A-Z][a-z’']+[.!?:]?$|^[a-z]+ [a-z]+ [a-z ]+$"
)
_CODE = re.compile(r"[<>{}]{2}|__|^[a-z_.]+$|SELECT|UPDATE |[a-z]\.[a-z]|;\w|--\w|\\[bdsw]")


def _is_prose(plain: str) -> bool:
    return bool(_PROSE.search(plain)) and not _CODE.search(plain)


class _Markup(HTMLParser):
    """Text between tags and in attributes that people read."""

    _ATTRIBUTES = frozenset(("aria-label", "alt", "placeholder", "title", "label", "data-confirm"))
    _SILENT = frozenset(("style", "script", "svg"))
    _INLINE = frozenset(("a", "b", "strong", "em", "i", "span", "abbr", "time", "small", "code", "kbd", "bdi"))

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        self._run: list[str] = []
        self._line = 0
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        icon = any(name == "class" and "material-symbols" in (value or "") for name, value in attrs)
        if tag in self._SILENT or icon:
            self._silent.append(tag)
        for name, value in attrs:
            if name in self._ATTRIBUTES and value and re.search(r"[a-z]{2}", _without_fields(value)):
                self.found.append((self.getpos()[0], _tidy(value)))
        if tag not in self._INLINE:
            self._end()

    def handle_endtag(self, tag: str) -> None:
        if self._silent and self._silent[-1] == tag:
            self._silent.pop()
        elif tag not in self._INLINE:
            self._end()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._line = self._line or self.getpos()[0]
            self._run.append(data)

    def close(self) -> None:
        super().close()
        self._end()

    def _end(self) -> None:
        plain = _tidy("".join(self._run))
        if re.search(r"[A-Za-z]{2}", _without_fields(plain)):
            self.found.append((self._line, plain))
        self._run, self._line = [], 0


def _without_fields(plain: str) -> str:
    return re.sub(r"\{…\}", "", plain)


def _read_markup(source: str) -> list[tuple[int, str]]:
    def keep_lines(replacement: str) -> Any:
        return lambda match: replacement + "\n" * match.group().count("\n")

    plain = re.sub(r"\{#.*?#\}|\{%\s*comment.*?endcomment\s*%\}", keep_lines(""), source, flags=re.DOTALL)
    plain = re.sub(r"\{%\s*blocktrans\w*.*?endblocktrans\w*\s*%\}", keep_lines(""), plain, flags=re.DOTALL)
    plain = re.sub(r"\{%\s*(?:trans|translate) .*?%\}", keep_lines(""), plain, flags=re.DOTALL)
    plain = re.sub(r"\{%-?\s*(if|for|with)\b.*?%\}", keep_lines("["), plain, flags=re.DOTALL)
    plain = re.sub(r"\{%-?\s*(else|elif|empty)\b.*?%\}", keep_lines("|"), plain, flags=re.DOTALL)
    plain = re.sub(r"\{%-?\s*(endif|endfor|endwith)\b.*?%\}", keep_lines("]"), plain, flags=re.DOTALL)
    plain = re.sub(r"\{%.*?%\}", keep_lines(""), plain, flags=re.DOTALL)
    plain = re.sub(r"\{\{.*?\}\}", keep_lines("{…}"), plain, flags=re.DOTALL)
    reader = _Markup()
    reader.feed(plain)
    reader.close()
    return reader.found


def _pairs(value: Any, key: str) -> Iterator[tuple[str, str, str]]:
    if isinstance(value, Mapping):
        if isinstance(value.get("en"), str) and isinstance(value.get("es"), str):
            yield value["en"], value["es"], key
            return
        for name, child in value.items():
            yield from _pairs(child, f"{key}.{name}" if key else str(name))
    elif isinstance(value, list):
        for number, child in enumerate(value):
            yield from _pairs(child, f"{key}[{number}]")


def _templates() -> Iterable[Path]:
    found = [*PACKAGE.glob("**/templates/**/*.html"), *PACKAGE.glob("**/templates/**/*.txt")]
    return sorted(path for path in found if "tests" not in path.parts)


def _sources() -> Iterable[Path]:
    return sorted(path for path in PACKAGE.glob("**/*.py") if not {"tests", "migrations"} & set(path.parts))


def _place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def _key(message: Any) -> str:
    return message if isinstance(message, str) else message[0]


def _one(message: Any) -> str:
    """Return the text; of a plural both forms, parted by a stroke."""
    return message if isinstance(message, str) else " | ".join(part for part in message if part)


def _tidy(text: str) -> str:
    return _SPACE.sub(" ", text).strip()
