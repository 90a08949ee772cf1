"""The processor time of another process is what that process itself says."""

import subprocess
import sys

from benchmarks import servers

BUSY = "import time\nwhile time.process_time() < 0.3: pass\nprint(time.process_time(), flush=True)\ninput()"


def test_the_processor_time_of_a_process_is_read_from_outside():
    with subprocess.Popen(
        [sys.executable, "-c", BUSY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as busy:
        server = servers.Server(0, lambda: busy.pid)
        seconds = float(busy.stdout.readline())
        assert 0.3 <= seconds <= server.processor_time() < seconds + 0.1
        busy.stdin.close()
        busy.wait()
        assert server.processor_time() == 0.0
