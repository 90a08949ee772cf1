"""The process that runs background jobs."""

import argparse
import logging

from planfront.cli.environment import setup_django

INTERVAL = 0.5


def command(_options: argparse.Namespace) -> int:
    setup_django()
    from django.utils.crypto import get_random_string

    from planfront.kernel.worker import RetryingWorker

    logging.getLogger("django_tasks").setLevel(logging.INFO)
    worker = RetryingWorker(
        queue_names=["default"],
        interval=INTERVAL,
        batch=False,
        backend_name="default",
        startup_delay=False,
        max_tasks=None,
        worker_id=get_random_string(32),
        excluded_queue_names=[],
    )
    worker.configure_signals()
    worker.run()
    return 0
