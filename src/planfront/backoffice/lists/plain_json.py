"""JSON in read-only fields as plain text: unfold colours it by styles in the page, which the policy forbids."""

from __future__ import annotations

import json
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold import fields


def indent_json(data: Any, encoder: Any) -> SafeString:
    """The value as it is read best; ``encoder`` is the field's."""
    return format_html(
        '<pre class="bo-text">{}</pre>', json.dumps(data, sort_keys=True, indent=2, ensure_ascii=False, cls=encoder)
    )


def install() -> None:
    """Take the place of unfold's coloured version."""
    fields.prettify_json = indent_json
