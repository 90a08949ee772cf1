"""Files in an S3 bucket, by django-storages. Loaded only where FILES_URL names a bucket.

A person may be waiting, so a failing try is over in seconds. After a failure the store of files is suspended for a
moment: one that hangs would otherwise hold every thread of a web process.
"""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from typing import IO, Any

import boto3
from boto3.exceptions import Boto3Error
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.conf import settings
from django.core.files.base import File
from storages.backends.s3 import S3Storage

from planfront.kernel.files.storages import BLOCK, StorageUnavailable

CONNECT_SECONDS, READ_SECONDS, TRIES = 2, 10, 2
SUSPENSION = 2.0
"""Seconds without requests after a failure."""
_IN_MEMORY = 1 << 20
_MISSING = {"404", "NoSuchKey", "NotFound"}
_TRANSFER = TransferConfig(use_threads=False)


class _Service:
    """The way to the bucket, which the threads of a process share: making it takes a second and 10 MB."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connections: dict[tuple[int, object], Any] = {}
        self._rested = 0.0

    def connection(self) -> Any:
        place = settings.FILES_PLACE
        with self._lock:
            key = (os.getpid(), place)  # a child doesn't talk over its parent's connections
            if key not in self._connections:
                self._connections = {key: _connect(place)}
            return self._connections[key]

    @contextmanager
    def translating_errors(self, name: str = "") -> Iterator[None]:
        """Raise every failure as StorageUnavailable, except FileNotFoundError for a file that isn't there."""
        if time.monotonic() < self._rested:
            raise StorageUnavailable
        try:
            yield
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") in _MISSING:
                raise FileNotFoundError(name) from None
            raise StorageUnavailable from error
        except (BotoCoreError, Boto3Error, OSError) as error:
            self._rested = time.monotonic() + SUSPENSION
            raise StorageUnavailable from error


_service = _Service()


def _connect(place: Any) -> Any:
    session = boto3.session.Session(aws_access_key_id=place.key_id, aws_secret_access_key=place.secret_key)
    style = {"addressing_style": "path"} if place.endpoint else {}
    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"mode": "standard", "total_max_attempts": TRIES},
        s3=style,
        # Other services than AWS don't all know checksums in trailers.
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
    )
    return session.resource("s3", region_name=place.region, endpoint_url=place.endpoint or None, config=config)


class SharedFiles(S3Storage):  # type: ignore[misc]
    """A folder of the bucket. Its objects are private: no address of the bucket is ever handed out.

    Each method raises StorageUnavailable when the bucket doesn't answer, and FileNotFoundError for a file that isn't
    there.
    """

    def __init__(self, folder: str) -> None:
        place: Any = settings.FILES_PLACE
        super().__init__(
            bucket_name=place.bucket,
            location="/".join(filter(None, (place.prefix, folder))),
            default_acl=None,
            file_overwrite=False,
            transfer_config=_TRANSFER,
        )

    @property
    def connection(self) -> Any:
        return _service.connection()

    @property
    def bucket(self) -> Any:
        return self.connection.Bucket(self.bucket_name)

    def _open(self, name: str, mode: str = "rb") -> File[bytes]:
        if mode != "rb":
            raise ValueError("Files of the shared store are saved whole.")
        copy = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - the reader closes it
        with _service.translating_errors(name):
            shutil.copyfileobj(self._object(name).get()["Body"], copy, BLOCK)
        copy.seek(0)
        return File(copy, name)

    def _save(self, name: str, content: Any) -> str:
        with _service.translating_errors(name):
            return str(super()._save(name, content))

    def delete(self, name: str) -> None:
        with _service.translating_errors(name):
            super().delete(name)

    def exists(self, name: str) -> bool:
        try:
            self.size(name)
        except FileNotFoundError:
            return False
        return True

    def size(self, name: str) -> int:
        with _service.translating_errors(name):
            return int(self._object(name).content_length)

    def listdir(self, name: str) -> tuple[list[str], list[str]]:
        with _service.translating_errors(name):
            folders, files = super().listdir(name)
        return folders, files

    def url(self, name: str, *_options: Any, **_named: Any) -> str:
        raise NotImplementedError("Views of ours hand the files out; they know who may have them.")

    def download(self, name: str, target: IO[bytes]) -> None:
        """Write a file of any size into ``target``."""
        with _service.translating_errors(name):
            self._object(name).download_fileobj(target, Config=_TRANSFER)

    def read_part(self, name: str, start: int, stop: int) -> Iterator[bytes]:
        """Return the bytes from ``start`` to before ``stop``, in blocks, as they arrive."""
        with _service.translating_errors(name):
            body = self._object(name).get(Range=f"bytes={start}-{stop - 1}")["Body"]
        return _blocks(body)

    def find_problem(self) -> str:
        """Return the reason that the bucket can't be used, in English and without an address or a key; "" when it
        can."""
        try:
            with _service.translating_errors():
                self.connection.meta.client.head_bucket(Bucket=self.bucket_name)
        except FileNotFoundError:
            return "The bucket of FILES_URL isn't there."
        except StorageUnavailable as error:
            reason = type(error.__cause__).__name__ if error.__cause__ else "left alone after a failure"
            return f"The shared store of files can't be used ({reason})."
        return ""

    def _object(self, name: str) -> Any:
        return self.bucket.Object(self._normalize_name(name.replace("\\", "/")))


def _blocks(body: Any) -> Iterator[bytes]:
    with body:
        yield from body.iter_chunks(BLOCK)
