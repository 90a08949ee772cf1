"""The long texts of plans: a small set of HTML tags, or plain text with three marks.

A text that begins with "<" is HTML of ``TAGS``, with attributes of ``ATTRIBUTES``; every other text is plain:
a blank line makes a paragraph, "- " a list item, "**…**" is bold. ``clean`` makes either safe; texts are cleaned when
they are saved and again when they leave the catalog, so an old or imported row can't carry markup past the reader.
"""

from __future__ import annotations

import html
import re

import nh3

TAGS = frozenset({"p", "br", "strong", "em", "ul", "ol", "li", "h3", "h4", "a"})
ATTRIBUTES = {"a": {"href"}}
SCHEMES = {"https", "mailto", "tel"}
RICH_KEYS = frozenset({"body_text", "association_text", "exclusions_text", "example_text", "faq_text"})
_SAME = {"b": "strong", "i": "em", "h1": "h3", "h2": "h3", "h5": "h4", "h6": "h4", "div": "p"}
_RENAME = re.compile(rf"<(/?)({'|'.join(_SAME)})(?=[\s>/])", re.IGNORECASE)
_MARKUP = re.compile(r"<(/?[a-zA-Z][a-zA-Z0-9]*|!--)")
_BOLD = re.compile(r"\*\*(.+?)\*\*")


def is_html(text: str) -> bool:
    return text.lstrip().startswith("<")


def clean(text: str) -> str:
    """A rich text that is safe to show: allowed tags only, or plain text without any tag."""
    text = text.strip()
    if not _MARKUP.search(text):
        return text if not is_html(text) else f" {text}".strip("<> ")
    renamed = _RENAME.sub(lambda item: f"<{item[1]}{_SAME[item[2].lower()]}", text)
    safe = nh3.clean(renamed, tags=set(TAGS), attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel=None)
    safe = safe.strip()
    if not safe or not _MARKUP.search(safe):
        return html.unescape(safe).strip("<> ")
    return safe if safe.startswith("<") else f"<p>{safe}</p>"


def plain(text: str) -> str:
    """The text without any markup, for lines that are never rich: headings, the blue bar, the header."""
    if not _MARKUP.search(text):
        return text.strip()
    return html.unescape(nh3.clean(text, tags=set(), clean_content_tags={"script", "style"})).strip()


def clean_key(key: str, text: str) -> str:
    """A description text by its key: rich where rich is allowed, plain elsewhere."""
    return clean(text) if key in RICH_KEYS else plain(text)


def to_html(text: str) -> str:
    """Either kind of text as safe HTML, for pages that the server writes itself."""
    text = clean(text)
    return text if is_html(text) else "".join(map(_block_html, re.split(r"\n\s*\n", text)))


def _block_html(block: str) -> str:
    lines = [line for line in block.strip().splitlines() if line.strip()]
    intro = [_inline_html(line) for line in lines if not line.startswith("- ")]
    items = [f"<li>{_inline_html(line[2:])}</li>" for line in lines if line.startswith("- ")]
    intro_html = f"<p>{'<br>'.join(intro)}</p>" if intro else ""
    return intro_html + (f"<ul>{''.join(items)}</ul>" if items else "")


def _inline_html(line: str) -> str:
    return _BOLD.sub(r"<strong>\1</strong>", html.escape(line, quote=False))
