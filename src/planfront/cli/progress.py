"""Lines that say how far a long task is. They go out at once, to files too."""

import io
import time

from planfront.cli.console import say

_PAUSE = 5.0


class MigrationProgress(io.StringIO):
    """The output of Django's ``migrate`` as lines that count."""

    def __init__(self, total: int) -> None:
        super().__init__()
        self.total, self.done, self.said = total, 0, time.monotonic()
        say(f"Bringing the database up to date: {total} migrations …")

    def write(self, text: str) -> int:
        # Each migration is named when it begins: those before are done by then.
        if "Applying " in text:
            if self.done and time.monotonic() - self.said >= _PAUSE:
                say(f"  {self.done} of {self.total}")
                self.said = time.monotonic()
            self.done += 1
        return len(text)
