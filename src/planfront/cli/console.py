"""Plain output: one place that knows about colours, quiet terminals and threads. Standard library only."""

import os
import sys
import threading

_lock = threading.Lock()
_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


class CliError(Exception):
    """A problem to show to the person at the keyboard: its text is the whole message."""


def coloured() -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("CI"):
        return False
    return sys.stdout.isatty()


def paint(text: str, *styles: str) -> str:
    if not coloured():
        return text
    return "".join(f"\033[{_CODES[style]}m" for style in styles) + text + "\033[0m"


def say(text: str = "") -> None:
    with _lock:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


def complain(text: str) -> None:
    with _lock:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
