"""Background jobs: a process that has loaded the application, and ``WORKERS`` forked from it that run jobs.

Where there are several, the first takes no heavy jobs: mail never waits for an import. Each job is finished, or given
back to the queue: by this process when one of its own has ended over it, else by any ticker (``tasks.reap``).
"""

import argparse
import logging
import os
from functools import partial
from uuid import uuid4

from planfront.cli import environment
from planfront.cli.forks import Forks
from planfront.cli.process import LIFELINE, READY
from planfront.config.env import Env
from planfront.kernel.observing import metrics

logger = logging.getLogger(__name__)


def command(_options: argparse.Namespace) -> int:
    env = environment.load()
    lifeline, ready = int(os.environ[LIFELINE]), int(os.environ[READY])
    environment.setup_django()
    family = f"{os.uname().nodename[:20]}-{uuid4().hex[:12]}"

    def when_started() -> None:
        os.write(ready, b"1")
        os.close(ready)

    work = partial(run, env, family, lifeline)
    return Forks(env.job_workers, work, lifeline, partial(_on_worker_end, family), grace=env.grace - 1).run(
        when_started
    )


def run(env: Env, family: str, lifeline: int, number: int) -> None:
    """Run jobs until SIGTERM or the end of the lifeline, and finish the current one."""
    from planfront.kernel.jobs.worker import RetryingWorker

    worker = RetryingWorker(name_of(family, os.getpid()), queues_of(env, number), env.queue_limits, lifeline=lifeline)
    worker.configure_signals()
    with metrics.reporting():
        worker.run()


def queues_of(env: Env, number: int) -> list[str]:
    """Return the queues that the worker process of this number (from 1) takes jobs from."""
    from planfront.kernel.jobs.tasks import HEAVY

    light = [queue for queue in env.queues if queue != HEAVY]
    return light if number == 1 and env.job_workers > 1 and light else list(env.queues)


def name_of(family: str, pid: int) -> str:
    return f"{family}-{pid}"


def _on_worker_end(family: str, pid: int) -> None:
    """Give back the job of a worker process that has ended. This process forks again, so it keeps no connection
    open."""
    from django.db import DatabaseError, connections

    from planfront.kernel.jobs import tasks

    try:
        tasks.give_back(name_of(family, pid))
    except DatabaseError as error:
        logger.warning("a job could not be given back now (%s): the ticker does it", type(error).__name__)
    finally:
        connections.close_all()
