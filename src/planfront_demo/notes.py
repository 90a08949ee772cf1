"""The lines that `./run` prints for a person who tries the demo."""

from __future__ import annotations

from planfront_demo.seed import DemoSummary, demo_summary


def lines(port: int) -> list[str]:
    """Return brands, sign-ins and the saved enrollment as lines of text; none when this isn't a demo database."""
    summary = demo_summary(port)
    return _lines(summary) if summary else []


def _lines(summary: DemoSummary) -> list[str]:
    brands = [f"  {name:<15} {url}" for name, url in summary.brand_urls.items()]
    accounts = [f"  {sign_in.email:<18} {sign_in.who}" for sign_in in summary.sign_ins]
    saved = [f"  code {summary.resume_code}   email {summary.resume_email}"] if summary.resume_code else []
    return [
        "Stores:",
        *brands,
        f"Sign-ins (password {summary.password}):",
        *accounts,
        *(["Continue a saved application:", *saved] if saved else []),
        "ZIPs that work everywhere: 10001, 60601, 75201, 90012, 33101. More in docs/demo-world.md.",
    ]
