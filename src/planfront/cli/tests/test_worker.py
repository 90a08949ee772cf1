"""Which jobs a worker process takes."""

from planfront.cli import worker
from planfront.config import env


def queues(number, **variables):
    return worker.queues_of(env.load(variables), number)


def test_one_worker_takes_every_job():
    assert queues(1, WORKERS="1") == ["default", "mail", "files", "heavy"]


def test_of_several_workers_one_is_kept_from_heavy_jobs():
    assert queues(1, WORKERS="2") == ["default", "mail", "files"]
    assert queues(2, WORKERS="2") == ["default", "mail", "files", "heavy"]


def test_a_node_may_take_jobs_of_some_queues_only():
    assert queues(1, WORKERS="1", WORKER_QUEUES="mail") == ["mail"]
    assert queues(1, WORKERS="2", WORKER_QUEUES="heavy") == ["heavy"]
    assert queues(2, WORKERS="2", WORKER_QUEUES="heavy, mail") == ["heavy", "mail"]


def test_two_workers_run_on_postgresql_and_one_on_sqlite():
    assert env.load({"DATABASE_URL": "postgres://u@h/db"}).job_workers == 2
    assert env.load({}).job_workers == 1
