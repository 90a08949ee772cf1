"""Readers of coverage events pass none whose transaction commits after one that was added later."""

import threading

import pytest
from django.db import connection, transaction

from planfront.coverage.events import process_events, publish_event
from planfront.coverage.models import CoverageEvent, EventKind

pytestmark = [
    pytest.mark.pg,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs transactions beside one another"),
]


def read(reader="test"):
    subjects = []
    process_events(reader, lambda events: subjects.extend(event.subject for event in events))
    return subjects


def test_an_event_that_commits_late_is_read_after_those_that_were_added_later():
    added, may_commit = threading.Event(), threading.Event()

    def write_slowly():
        try:
            with transaction.atomic():
                publish_event(EventKind.REPS, subject="slow")
                added.set()
                may_commit.wait(20)
        finally:
            connection.close()

    thread = threading.Thread(target=write_slowly)
    thread.start()
    assert added.wait(20)
    publish_event(EventKind.REPS, subject="quick")
    assert read() == ["quick"]
    may_commit.set()
    thread.join()
    assert read() == ["slow"]
    assert list(CoverageEvent.objects.order_by("id").values_list("subject", "sequence")) == [("slow", 2), ("quick", 1)]


def test_several_processes_of_one_reader_read_each_event_once():
    start, taken = threading.Barrier(6), []

    def write():
        start.wait()
        try:
            for number in range(25):
                publish_event(EventKind.REPS, subject=f"{threading.get_ident()}-{number}")
        finally:
            connection.close()

    def take():
        start.wait()
        try:
            while len(taken) < 100 and not given_up.is_set():
                taken.extend(read())
        finally:
            connection.close()

    given_up = threading.Event()
    threads = [threading.Thread(target=job) for job in (write, write, write, write, take, take)]
    for thread in threads:
        thread.start()
    for thread in threads[:4]:
        thread.join()
    for thread in threads[4:]:
        thread.join(20)
    given_up.set()
    assert len(taken) == len(set(taken)) == 100
    assert list(CoverageEvent.objects.values_list("sequence", flat=True)) == list(range(1, 101))
