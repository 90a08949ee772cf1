"""The wait before a process that died is started again."""

import time

YOUNG = 3.0
FIRST_DELAY = 0.25
LONGEST_DELAY = 5.0


class Pause:
    """None at all, unless it died young more than once in a row: then longer each time, up to LONGEST_DELAY seconds."""

    def __init__(self) -> None:
        self._deaths, self.due = 0, 0.0

    def after(self, started: float) -> None:
        """Note a death now of what was started then (monotonic seconds)."""
        now = time.monotonic()
        self._deaths = self._deaths + 1 if now - started < YOUNG else 0
        delay = FIRST_DELAY * 2.0 ** (self._deaths - 2) if self._deaths > 1 else 0.0
        self.due = now + min(delay, LONGEST_DELAY)

    def over(self) -> bool:
        return time.monotonic() >= self.due
