"""Reads the forms of pages."""

import re

MEMBER_INLINES = {
    f"{prefix}-{name}": "0"
    for prefix in ("policies", "relatives", "-1")
    for name in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")
}
"""The child tables of a member's form, without rows."""


def form_of(html):
    """Values of the inputs of the change form, good enough to send back."""
    data = {}
    for tag in re.findall(r"<input[^>]*>", html):
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and not re.search(r'type="(checkbox|radio|submit|file)"', tag):
            data[name[1]] = value[1] if value else ""
        elif name and re.search(r"\schecked(?=[\s>=/])", tag):
            data[name[1]] = value[1] if 'type="radio"' in tag and value else "on"
    for name, body in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', html, re.DOTALL):
        chosen = re.findall(r'<option value="([^"]*)"[^>]*selected', body)
        data[name] = chosen
    for name, body in re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', html, re.DOTALL):
        data[name] = body.strip().replace("&quot;", '"')
    return {key: value for key, value in data.items() if "__prefix__" not in key and key != "csrfmiddlewaretoken"}
