"""The process environment, parsed strictly once.

Each variable is declared in ``Env``; docs/operations.md says what it means. A value that can't be understood stops the
start with one clear line; nothing is guessed. Secrets may also be given as a path in ``<NAME>_FILE``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

QUEUES = ("default", "mail", "files", "heavy")
"""Where background jobs wait (``kernel.jobs.tasks`` says what is in which)."""
ROOT = Path(__file__).resolve().parents[3]


class EnvError(ValueError):
    """A variable is missing or malformed; the text names it and the values it takes."""


Reader = Callable[[str, str, str], Any]
"""Turns a value into what the store uses, given the variable's name, the value and the mode. Raises EnvError."""


@dataclass(frozen=True)
class Variable:
    """``default`` is in the form of the environment, ``production`` the one in production where that differs."""

    name: str
    default: str
    read: Reader
    production: str | None

    def default_in(self, mode: str) -> str:
        return self.default if mode != "production" or self.production is None else self.production


def variable(name: str, default: str, read: Reader, *, production: str | None = None) -> Any:
    return field(metadata={"variable": Variable(name, default, read, production)})


@dataclass(frozen=True)
class FilesPlace:
    """A bucket of an S3 service, and the folder in it. ``endpoint``: "" for AWS's own. Without keys those of the
    machine's role are used."""

    bucket: str
    prefix: str
    endpoint: str
    region: str
    key_id: str | None
    secret_key: str | None = field(repr=False)


@dataclass(frozen=True)
class Mailbox:
    """A mailbox that is read by IMAP over TLS. ``address``: where other servers return mail to it."""

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    folder: str
    address: str


def to_text(_name: str, value: str, _mode: str = "") -> str:
    return value


def to_secret(_name: str, value: str, _mode: str = "") -> str | None:
    return value or None


def to_bool(name: str, value: str, _mode: str = "") -> bool:
    if value in {"1", "true", "True"}:
        return True
    if value in {"0", "false", "False"}:
        return False
    raise EnvError(f"{name}={value!r} is not a yes/no value; use 1 or 0.")


def whole_number(low: int, high: int) -> Reader:
    def to_int(name: str, value: str, _mode: str = "") -> int:
        if not value.isascii() or not value.isdigit() or not low <= int(value) <= high:
            raise EnvError(f"{name}={value!r} must be a whole number from {low} to {high}.")
        return int(value)

    return to_int


def one_of(*choices: str) -> Reader:
    def to_choice(name: str, value: str, _mode: str = "") -> str:
        if value not in choices:
            raise EnvError(f"{name}={value!r} must be one of {', '.join(choices)}.")
        return value

    return to_choice


def to_debug(name: str, value: str, mode: str = "") -> bool:
    debug = to_bool(name, value)
    if debug and mode == "production":
        raise EnvError(f"{name}=1 shows source and settings to everybody; it can't be used in production.")
    return debug


def to_var(_name: str, value: str, _mode: str = "") -> Path:
    return Path(value) if Path(value).is_absolute() else ROOT / value


def to_pooled(name: str, value: str, _mode: str = "") -> bool:
    return bool(one_of("none", "transaction")(name, value, "") == "transaction")


def to_hosts(name: str, value: str, _mode: str = "") -> frozenset[str]:
    """Read host names or IP addresses, comma separated."""
    hosts = frozenset(part.strip().lower() for part in value.split(",") if part.strip())
    for host in hosts:
        if not set(host) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-:"):
            raise EnvError(f"{name}={value!r} must be host names without https:// or a path, comma separated.")
    return hosts


def to_host(name: str, value: str, _mode: str = "") -> str:
    """Read one host name; "" for none."""
    hosts = to_hosts(name, value)
    if len(hosts) > 1 or any(":" in host for host in hosts):
        raise EnvError(f"{name}={value!r} must be one host name without https://, a port or a path.")
    return next(iter(hosts), "")


def to_adapter(name: str, value: str, _mode: str = "") -> str:
    """Read ``embedded``, the name of an adapter, or the dotted path of one. Whether it exists is checked at the
    start."""
    if not re.fullmatch(r"[a-z][a-z0-9_-]*|[A-Za-z_]\w*(\.[A-Za-z_]\w*)+", value, re.ASCII):
        raise EnvError(f"{name}={value!r} must be embedded, the name of an adapter, or the dotted path of one.")
    return value


def to_service_url(name: str, value: str, mode: str = "") -> str:
    """Read the address of a vendor's interface: https, or http on this machine where the store is only tried out."""
    parts = urlsplit(value)
    try:
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", 0
    local = parts.scheme == "http" and host in _LOOPBACK and mode != "production"
    if not host or port == 0 or parts.username or parts.query or not (parts.scheme == "https" or local):
        raise EnvError(f"{name} must be the https:// address of a service, without a user, a password or a query.")
    return value.rstrip("/")


def to_mailbox(name: str, value: str, _mode: str = "") -> Mailbox | None:
    if not value:
        return None
    try:
        parts = urlsplit(value)
        host, port = parts.hostname, parts.port or 993
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        query = parse_qs(parts.query)
    except ValueError:
        host = None
    if not host or parts.scheme != "imaps" or not user or not password or not set(query) <= {"address"}:
        raise EnvError(f"{name} must look like imaps://user:password@host/INBOX?address=returns@example.com.")
    address = query.get("address", [user])[-1]
    if not re.fullmatch(r"[^\s@<>]+@[^\s@<>]+", address):
        raise EnvError(f"{name}: add ?address= with the mailbox's email address.")
    return Mailbox(host, port, user, password, unquote(parts.path.strip("/")) or "INBOX", address)


def to_gateway(name: str, value: str, mode: str) -> str:
    """Read ``off``, or an adapter as ``to_adapter`` does."""
    if value == "embedded" and mode == "production":
        raise EnvError(f"{name}=embedded takes test cards only; name your gateway's adapter, or use off.")
    return to_adapter(name, value)


def to_stripe_key(name: str, value: str, mode: str) -> str | None:
    if value and mode != "production" and value.startswith(("sk_live", "rk_live")):
        raise EnvError(f"{name} is a live key; a store that is tried out would charge real cards.")
    return value or None


def to_stand_in(name: str, value: str, mode: str = "") -> str:
    """Read the address of a stand-in of a vendor's service; "" for the vendor's own."""
    if value and mode == "production":
        raise EnvError(f"{name} leads away from the vendor; it can't be used in production.")
    if value and not re.fullmatch(r"https?://[^\s/]+(/\S*)?", value):
        raise EnvError(f"{name}={value!r} must be an address such as http://127.0.0.1:8420.")
    return value


def to_hashes(name: str, value: str, _mode: str = "") -> Path | None:
    """Read the path of a sorted file of SHA-1 hashes, one a line, or of a folder with parts of it; "" for none."""
    if not value:
        return None
    path = Path(value) if Path(value).is_absolute() else ROOT / value
    try:
        part = next(iter(sorted(path.iterdir())), path / "00000.txt") if path.is_dir() else path
        with part.open("rb") as lines:
            first = lines.readline(100).strip()
    except OSError as error:
        raise EnvError(f"{name}={value} can't be read: {error.strerror}.") from None
    if not re.fullmatch(rb"[0-9A-Fa-f]{35}([0-9A-Fa-f]{5})?(:\d+)?", first):
        raise EnvError(f"{name}={value} has to hold SHA-1 hashes, one a line, sorted.")
    return path


def to_scanner(name: str, value: str, _mode: str = "") -> str:
    """Read ``tcp://host:port`` or ``unix:///path`` of a clamd; "" for none."""
    if value and not re.fullmatch(r"tcp://[^/:\s]+:\d{1,5}|unix:///\S+", value):
        raise EnvError(f"{name}={value!r} must be tcp://host:port or unix:///path.")
    return value


def to_queues(name: str, value: str, _mode: str = "") -> tuple[str, ...]:
    """Read names of queues, comma separated."""
    result = tuple(dict.fromkeys(part.strip() for part in value.split(",") if part.strip()))
    if not result or not set(result) <= set(QUEUES):
        raise EnvError(f"{name}={value!r} must be some of {', '.join(QUEUES)}, comma separated.")
    return result


def to_limits(name: str, value: str, _mode: str = "") -> dict[str, int]:
    """Read how many jobs of a queue may run at once: ``heavy=2,files=4``."""
    result: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in value.split(","))):
        queue, _, number = part.partition("=")
        if queue not in QUEUES or not number.isascii() or not number.isdigit() or not 1 <= int(number) <= 1000:
            names = ", ".join(QUEUES)
            raise EnvError(f"{name}={value!r} must be such as heavy=2,files=4: queues ({names}) with numbers.")
        result[queue] = int(number)
    return result


def usual_workers(database_url: str) -> int:
    """Return the number of processes for this machine's processors.

    There are two at least, so that the death of one isn't noticed, and two on SQLite, whose writers queue: from more
    processes they only wait longer.
    """
    if not database_url.startswith("postgres"):
        return 2
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(max(processors, 2), 16)


def usual_job_workers(database_url: str) -> int:
    """Return two, so that mail doesn't wait for an import, or one on SQLite, whose writers queue anyway."""
    return 1 if not database_url.startswith("postgres") else 2


def parse_database(url: str, *, pooled: bool = False) -> dict[str, Any]:
    """Return Django's DATABASES entry for ``sqlite:///path`` or ``postgres://user:pass@host:port/name?host=/socket``.
    ``pooled``: the way there shares connections between transactions."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return _sqlite(Path(parts.path[1:] if parts.path.startswith("//") else parts.path.lstrip("/")))
    if parts.scheme in {"postgres", "postgresql"}:
        return _behind_pooler(_postgres(url)) if pooled else _postgres(url)
    raise EnvError("DATABASE_URL must start with sqlite:/// or postgres://")


def _sqlite(path: Path) -> dict[str, Any]:
    if not path.name:
        raise EnvError("DATABASE_URL=sqlite:/// needs a file path.")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path if path.is_absolute() else ROOT / path),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # A deferred transaction that later writes fails at once with "database is locked";
            # taking the write lock first makes writers queue instead.
            "transaction_mode": "IMMEDIATE",
            "timeout": 10,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-20000; "
            "PRAGMA temp_store=MEMORY;",
        },
    }


# In seconds, except the server's own limits and tcp_user_timeout (milliseconds). A connection whose other end is gone
# is noticed within half a minute.
ROLE_TIMEOUTS = {"statement_timeout": "30000", "lock_timeout": "10000"}
_POSTGRES_TIMEOUTS = {
    "options": " ".join(f"-c {name}={value}" for name, value in ROLE_TIMEOUTS.items()),
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}


def _postgres(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    name = unquote(parts.path.lstrip("/"))
    if not name:
        raise EnvError("DATABASE_URL=postgres://… needs a database name after the last slash.")
    try:
        port = parts.port
    except ValueError:
        raise EnvError("DATABASE_URL: the port is not a number.") from None
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.pop("host", "") or parts.hostname or "",
        "PORT": str(query.pop("port", "") or port or ""),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**_POSTGRES_TIMEOUTS, **query},
    }


_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
_FILES_FORM = "must be such as s3://bucket/folder?region=us-east-1&endpoint=https://files.example.com"


def parse_files(url: str, key_id: str | None, secret_key: str | None) -> FilesPlace | None:
    """Return the place of files that all nodes share; None when files are on each machine's own disk."""
    if not url:
        return None
    parts = urlsplit(url)
    query = parse_qs(parts.query, keep_blank_values=True)
    whole = parts.scheme == "s3" and re.fullmatch(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]", parts.netloc)
    if not whole or not set(query) <= {"endpoint", "region"} or parts.fragment:
        raise EnvError(f"FILES_URL {_FILES_FORM}.")
    prefix = parts.path.strip("/")
    if not re.fullmatch(r"[\w.\-/]{0,200}", prefix, re.ASCII) or ".." in prefix:
        raise EnvError("FILES_URL: the folder may have letters, digits and . _ - / only.")
    if bool(key_id) != bool(secret_key):
        raise EnvError("FILES_KEY_ID and FILES_SECRET_KEY belong together; set both or neither.")
    endpoint = query.get("endpoint", [""])[-1].rstrip("/")
    if endpoint:
        _check_endpoint(endpoint)
    return FilesPlace(parts.netloc, prefix, endpoint, query.get("region", ["us-east-1"])[-1], key_id, secret_key)


def _check_endpoint(endpoint: str) -> None:
    try:
        parts = urlsplit(endpoint)
        safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
        plain = bool(parts.hostname) and parts.port != 0 and not (parts.username or parts.query or parts.fragment)
    except ValueError:
        safe = plain = False
    if not safe or not plain:
        raise EnvError("FILES_URL: endpoint must be an https:// address; http:// on this machine only.")


def parse_replicas(urls: str, database: Mapping[str, Any], *, pooled: bool) -> tuple[dict[str, Any], ...]:
    """Return the DATABASES entries of the replicas, from addresses with commas between them."""
    result = []
    for url in filter(None, (part.strip() for part in urls.split(","))):
        if urlsplit(url).scheme not in {"postgres", "postgresql"} or database["ENGINE"].endswith("sqlite3"):
            raise EnvError("DATABASE_REPLICA_URLS takes postgres:// addresses, beside one in DATABASE_URL.")
        replica = parse_database(url, pooled=pooled)
        replica["OPTIONS"]["connect_timeout"] = "2"
        result.append(replica)
    return tuple(result)


def _behind_pooler(database: dict[str, Any]) -> dict[str, Any]:
    """Return the settings for a pooler, where a session belongs to no process: no cursor outlives its transaction, and
    ``./run migrate`` sets the limits of time as defaults of the database's role."""
    options = {name: value for name, value in database["OPTIONS"].items() if name != "options"}
    return {**database, "OPTIONS": options, "DISABLE_SERVER_SIDE_CURSORS": True}


def read(name: str, source: Mapping[str, str]) -> str | None:
    """Return the value of ``name``, or the contents of the file named by ``<name>_FILE``. Both at once is an error."""
    value, path = source.get(name), source.get(f"{name}_FILE")
    if value and path:
        raise EnvError(f"{name} and {name}_FILE are both set; keep one.")
    if path:
        try:
            return Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise EnvError(f"{name}_FILE={path} can't be read: {error.strerror}.") from None
    return value or None


_DAYS = whole_number(30, 36500)


@dataclass(frozen=True)
class Env:
    """The settings of a process."""

    mode: str = variable("PLANFRONT_MODE", "demo", one_of("demo", "production"))
    debug: bool = variable("PLANFRONT_DEBUG", "0", to_debug)
    backoffice_host: str = variable("BACKOFFICE_HOST", "", to_host)
    host: str = variable("HOST", "127.0.0.1", to_text)
    port: int = variable("PORT", "8000", whole_number(1, 65535))
    var_dir: Path = variable("PLANFRONT_VAR", "var", to_var)
    database_url: str = variable("DATABASE_URL", "", to_text)
    pooled: bool = variable("DATABASE_POOLER", "none", to_pooled)
    replica_urls: str = variable("DATABASE_REPLICA_URLS", "", to_text)
    replica_lag: int = variable("REPLICA_LAG_SECONDS", "5", whole_number(1, 3600))
    synchronous_commit: str = variable("SYNCHRONOUS_COMMIT", "", one_of("", "on", "remote_write", "remote_apply"))
    files_url: str = variable("FILES_URL", "", to_text)
    files_key_id: str | None = variable("FILES_KEY_ID", "", to_secret)
    files_secret_key: str | None = variable("FILES_SECRET_KEY", "", to_secret)
    secret_key: str | None = variable("SECRET_KEY", "", to_secret)
    field_keys: str | None = variable("FIELD_KEYS", "", to_secret)
    smtp_url: str | None = variable("SMTP_URL", "", to_secret)
    mailbox: Mailbox | None = variable("IMAP_URL", "", to_mailbox)
    dkim_selector: str = variable("DKIM_SELECTOR", "", to_text)
    card_gateway: str = variable("CARD_GATEWAY", "embedded", to_gateway, production="off")
    stripe_secret_key: str | None = variable("STRIPE_SECRET_KEY", "", to_stripe_key)
    stripe_publishable_key: str = variable("STRIPE_PUBLISHABLE_KEY", "", to_text)
    stripe_webhook_secret: str | None = variable("STRIPE_WEBHOOK_SECRET", "", to_secret)
    stripe_per_hour: int = variable("STRIPE_PER_HOUR", "0", whole_number(0, 1_000_000))
    stripe_api: str = variable("STRIPE_API_URL", "", to_stand_in)
    stripe_script: str = variable("STRIPE_SCRIPT_URL", "", to_stand_in)
    address_check: str = variable("ADDRESS_CHECK", "embedded", to_adapter)
    phone_check: str = variable("PHONE_CHECK", "embedded", to_adapter)
    email_check: str = variable("EMAIL_CHECK", "embedded", to_adapter)
    usps_client_id: str | None = variable("USPS_CLIENT_ID", "", to_secret)
    usps_client_secret: str | None = variable("USPS_CLIENT_SECRET", "", to_secret)
    usps_url: str = variable("USPS_URL", "https://apis.usps.com", to_service_url)
    usps_per_hour: int = variable("USPS_PER_HOUR", "60", whole_number(0, 1_000_000))
    neverbounce_key: str | None = variable("NEVERBOUNCE_KEY", "", to_secret)
    neverbounce_url: str = variable("NEVERBOUNCE_URL", "https://api.neverbounce.com", to_service_url)
    neverbounce_per_hour: int = variable("NEVERBOUNCE_PER_HOUR", "0", whole_number(0, 1_000_000))
    numverify_key: str | None = variable("NUMVERIFY_KEY", "", to_secret)
    numverify_url: str = variable("NUMVERIFY_URL", "https://apilayer.net/api", to_service_url)
    numverify_per_hour: int = variable("NUMVERIFY_PER_HOUR", "0", whole_number(0, 1_000_000))
    workers: int = variable("WEB_WORKERS", "", whole_number(1, 64))
    threads: int = variable("WEB_THREADS", "4", whole_number(1, 64))
    job_workers: int = variable("WORKERS", "", whole_number(1, 64))
    queues: tuple[str, ...] = variable("WORKER_QUEUES", "default,mail,files,heavy", to_queues)
    queue_limits: Mapping[str, int] = variable("QUEUE_LIMITS", "", to_limits)
    grace: int = variable("GRACE_SECONDS", "10", whole_number(2, 3600))
    leave: int = variable("LEAVE_SECONDS", "0", whole_number(0, 3600))
    catalog_brands: int = variable("CATALOG_BRANDS", "500", whole_number(1, 100_000))
    rates_held: int = variable("RATES_HELD_MIB", "256", whole_number(1, 65_536))
    log_level: str = variable("LOG_LEVEL", "INFO", one_of("DEBUG", "INFO", "WARNING", "ERROR"))
    log_format: str = variable("LOG_FORMAT", "text", one_of("json", "text"), production="json")
    access_log: bool = variable("ACCESS_LOG", "0", to_bool, production="1")
    metrics_token: str | None = variable("METRICS_TOKEN", "", to_secret)
    https: bool = variable("PLANFRONT_HTTPS", "0", to_bool, production="1")
    hsts_seconds: int = variable("HSTS_SECONDS", "31536000", whole_number(0, 63_072_000))
    hsts_subdomains: bool = variable("HSTS_SUBDOMAINS", "0", to_bool)
    api_docs: str = variable("API_DOCS", "on", one_of("on", "staff", "off"), production="off")
    sessions_per_address: int = variable("SESSIONS_PER_ADDRESS", "3000", whole_number(0, 1_000_000), production="300")
    outgoing_private_hosts: frozenset[str] = variable("OUTGOING_PRIVATE_HOSTS", "", to_hosts)
    keep_leads: int = variable("KEEP_LEADS_DAYS", "365", _DAYS)
    keep_consents: int = variable("KEEP_CONSENTS_DAYS", "1825", _DAYS)
    keep_locations: int = variable("KEEP_LOCATIONS_DAYS", "365", _DAYS)
    keep_quotes: int = variable("KEEP_QUOTES_DAYS", "60", _DAYS)
    keep_drafts: int = variable("KEEP_DRAFTS_DAYS", "30", _DAYS)
    keep_submitted_drafts: int = variable("KEEP_SUBMITTED_DRAFTS_DAYS", "90", _DAYS)
    keep_health: int = variable("KEEP_HEALTH_DAYS", "365", _DAYS)
    keep_pictures: int = variable("KEEP_PICTURES_DAYS", "2555", _DAYS)
    keep_rosters: int = variable("KEEP_ROSTERS_DAYS", "30", _DAYS)
    keep_roster_changes: int = variable("KEEP_ROSTER_CHANGES_DAYS", "365", _DAYS)
    keep_mails: int = variable("KEEP_MAILS_DAYS", "180", _DAYS)
    keep_receipts: int = variable("KEEP_RECEIPTS_DAYS", "2555", _DAYS)
    keep_sessions: int = variable("KEEP_SESSIONS_DAYS", "0", whole_number(0, 36500))
    keep_tries: int = variable("KEEP_TRIES_DAYS", "365", _DAYS)
    keep_audit: int = variable("KEEP_AUDIT_DAYS", "3650", whole_number(365, 36500))
    keep_jobs: int = variable("KEEP_JOBS_DAYS", "30", _DAYS)
    keep_import_files: int = variable("KEEP_IMPORT_FILES_DAYS", "365", _DAYS)
    keep_evidence: int = variable("KEEP_EVIDENCE_DAYS", "3650", whole_number(365, 36500))
    keep_requests: int = variable("KEEP_REQUESTS_DAYS", "1095", whole_number(730, 36500))
    privacy_deadline: int = variable("PRIVACY_DEADLINE_DAYS", "45", whole_number(1, 36500))
    retroactive_limit: int = variable("RETROACTIVE_LIMIT_DAYS", "60", whole_number(1, 36500))
    age_out_notice: int = variable("AGE_OUT_NOTICE_DAYS", "60", whole_number(1, 36500))
    child_age: int = variable("CHILD_AGE_LIMIT", "26", whole_number(1, 120))
    staff_second_factor: bool = variable("STAFF_SECOND_FACTOR", "0", to_bool, production="1")
    leaked_passwords: Path | None = variable("LEAKED_PASSWORDS", "", to_hashes)
    virus_scanner: str = variable("VIRUS_SCANNER", "", to_scanner)
    demo_history: bool = variable("DEMO_HISTORY", "1", to_bool)
    kit: bool = variable("PLANFRONT_KIT", "1", to_bool, production="0")

    @property
    def production(self) -> bool:
        return self.mode == "production"

    @cached_property
    def database(self) -> dict[str, Any]:
        """Return Django's DATABASES entry of the primary."""
        return parse_database(self.database_url, pooled=self.pooled)

    @cached_property
    def replicas(self) -> tuple[dict[str, Any], ...]:
        """Return Django's DATABASES entries of the replicas."""
        return parse_replicas(self.replica_urls, self.database, pooled=self.pooled)

    @cached_property
    def files(self) -> FilesPlace | None:
        """Return the bucket that all machines share, or None where files are on this machine's disk."""
        return parse_files(self.files_url, self.files_key_id, self.files_secret_key)


def variables() -> dict[str, Variable]:
    """Return the declared variables by their attribute."""
    return {item.name: item.metadata["variable"] for item in fields(Env)}


_WORKED_OUT: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "database_url": lambda values: f"sqlite:///{values['var_dir'] / 'planfront.sqlite3'}",
    "workers": lambda values: str(usual_workers(values["database_url"])),
    "job_workers": lambda values: str(usual_job_workers(values["database_url"])),
}
"""Defaults that depend on what was read before."""


def load(source: Mapping[str, str] | None = None) -> Env:
    """Parse the environment. Raises EnvError with the variable's name."""
    env = os.environ if source is None else source
    values: dict[str, Any] = {}
    for attribute, declared in variables().items():
        mode = values.get("mode", "")
        text = read(declared.name, env)
        if text is None:
            text = _WORKED_OUT[attribute](values) if attribute in _WORKED_OUT else declared.default_in(mode)
        values[attribute] = declared.read(declared.name, text, mode)
    loaded = Env(**values)
    _ = loaded.database, loaded.replicas, loaded.files  # a mistake stops the start, not a request
    return loaded
