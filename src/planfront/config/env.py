"""The process environment, parsed strictly once.

Every variable is listed in docs/operations.md. A value that can't be understood stops the start with one clear line;
nothing is guessed. Secrets may also be given as a path in ``<NAME>_FILE``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

MODES = ("demo", "production")
QUEUES = ("default", "mail", "files", "heavy")
"""Where background jobs wait (``kernel.jobs.tasks`` says what is in which)."""
_COMMITS = ("", "on", "remote_write", "remote_apply")
_LOG_FORMATS = ("json", "text")
ROOT = Path(__file__).resolve().parents[3]


class EnvError(ValueError):
    """A variable is missing or malformed; the text names it and the values it takes."""


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
class Env:
    """What the process was told. See docs/operations.md for each name."""

    mode: str
    debug: bool
    host: str
    port: int
    var_dir: Path
    database: dict[str, Any]
    pooled: bool
    replicas: tuple[dict[str, Any], ...]
    replica_lag: int
    synchronous_commit: str
    files: FilesPlace | None
    secret_key: str | None
    field_keys: str | None
    smtp_url: str | None
    card_gateway: str
    address_check: str
    phone_check: str
    email_check: str
    usps_client_id: str | None
    usps_client_secret: str | None
    usps_url: str
    usps_per_hour: int
    neverbounce_key: str | None
    neverbounce_url: str
    neverbounce_per_hour: int
    numverify_key: str | None
    numverify_url: str
    numverify_per_hour: int
    stripe_secret_key: str | None
    stripe_publishable_key: str
    stripe_webhook_secret: str | None
    stripe_api: str
    stripe_script: str
    stripe_per_hour: int
    log_level: str
    workers: int
    job_workers: int
    queues: tuple[str, ...]
    queue_limits: Mapping[str, int]
    grace: int
    leave: int
    log_format: str
    access_log: bool
    metrics_token: str | None
    threads: int
    catalog_brands: int
    rates_held: int
    kit: bool
    backoffice_host: str
    demo_history: bool
    https: bool
    hsts_seconds: int
    hsts_subdomains: bool
    api_docs: str
    outgoing_private_hosts: frozenset[str]
    sessions_per_address: int
    staff_second_factor: bool
    leaked_passwords: Path | None
    virus_scanner: str
    keep_leads: int
    keep_consents: int
    keep_locations: int
    keep_quotes: int
    keep_drafts: int
    keep_submitted_drafts: int
    keep_health: int
    keep_pictures: int
    keep_rosters: int
    keep_roster_changes: int
    keep_mails: int
    keep_receipts: int
    keep_sessions: int
    keep_tries: int
    keep_audit: int
    keep_jobs: int
    keep_import_files: int
    keep_evidence: int
    keep_requests: int
    privacy_deadline: int
    reach_back: int
    age_out_notice: int

    @property
    def production(self) -> bool:
        return self.mode == "production"


def read(name: str, source: Mapping[str, str], default: str | None = None) -> str | None:
    """Value of ``name``, or the contents of the file named by ``<name>_FILE``. Both at once is an error."""
    value, path = source.get(name), source.get(f"{name}_FILE")
    if value and path:
        raise EnvError(f"{name} and {name}_FILE are both set; keep one.")
    if path:
        try:
            return Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise EnvError(f"{name}_FILE={path} can't be read: {error.strerror}.") from None
    return value or default


def to_bool(name: str, value: str) -> bool:
    if value in {"1", "true", "True"}:
        return True
    if value in {"0", "false", "False"}:
        return False
    raise EnvError(f"{name}={value!r} is not a yes/no value; use 1 or 0.")


def to_int(name: str, value: str, low: int, high: int) -> int:
    if not value.isascii() or not value.isdigit() or not low <= int(value) <= high:
        raise EnvError(f"{name}={value!r} must be a whole number from {low} to {high}.")
    return int(value)


def to_choice(name: str, value: str, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise EnvError(f"{name}={value!r} must be one of {', '.join(choices)}.")
    return value


def to_hosts(name: str, value: str) -> frozenset[str]:
    """Host names or IP addresses, comma separated."""
    hosts = frozenset(part.strip().lower() for part in value.split(",") if part.strip())
    for host in hosts:
        if not set(host) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-:"):
            raise EnvError(f"{name}={value!r} must be host names without https:// or a path, comma separated.")
    return hosts


def to_host(name: str, value: str) -> str:
    """One host name; "": none."""
    hosts = to_hosts(name, value)
    if len(hosts) > 1 or any(":" in host for host in hosts):
        raise EnvError(f"{name}={value!r} must be one host name without https://, a port or a path.")
    return next(iter(hosts), "")


def parse_database(url: str, *, pooled: bool = False) -> dict[str, Any]:
    """Django's DATABASES entry for ``sqlite:///path`` or ``postgres://user:pass@host:port/name?host=/socket``.
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


# Seconds, but for what the server is told and tcp_user_timeout (milliseconds). A connection whose other end is gone is
# noticed within half a minute.
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
    """Where files are that all nodes share; None: on each machine's own disk."""
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
    """DATABASES entries of the replicas, from addresses with commas between them."""
    result = []
    for url in filter(None, (part.strip() for part in urls.split(","))):
        if urlsplit(url).scheme not in {"postgres", "postgresql"} or database["ENGINE"].endswith("sqlite3"):
            raise EnvError("DATABASE_REPLICA_URLS takes postgres:// addresses, beside one in DATABASE_URL.")
        replica = parse_database(url, pooled=pooled)
        replica["OPTIONS"]["connect_timeout"] = "2"
        result.append(replica)
    return tuple(result)


def _behind_pooler(database: dict[str, Any]) -> dict[str, Any]:
    """What belongs to a session is nobody's there: no cursor outlives its transaction, and the limits of time are
    defaults of the database's role, which ``./run migrate`` sets."""
    options = {name: value for name, value in database["OPTIONS"].items() if name != "options"}
    return {**database, "OPTIONS": options, "DISABLE_SERVER_SIDE_CURSORS": True}


def to_adapter(name: str, value: str) -> str:
    """``embedded``, the name of an adapter, or the dotted path of one. Whether it is there is seen at the start."""
    if not re.fullmatch(r"[a-z][a-z0-9_-]*|[A-Za-z_]\w*(\.[A-Za-z_]\w*)+", value, re.ASCII):
        raise EnvError(f"{name}={value!r} must be embedded, the name of an adapter, or the dotted path of one.")
    return value


def to_service_url(name: str, value: str, mode: str) -> str:
    """Where a vendor's interface is: https, or http on this machine where the store is only tried out."""
    parts = urlsplit(value)
    try:
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", 0
    local = parts.scheme == "http" and host in _LOOPBACK and mode != "production"
    if not host or port == 0 or parts.username or parts.query or not (parts.scheme == "https" or local):
        raise EnvError(f"{name} must be the https:// address of a service, without a user, a password or a query.")
    return value.rstrip("/")


def to_gateway(value: str, mode: str) -> str:
    """``off``, or as ``to_adapter``."""
    if value == "embedded" and mode == "production":
        raise EnvError("CARD_GATEWAY=embedded takes test cards only; name your gateway's adapter, or use off.")
    return to_adapter("CARD_GATEWAY", value)


def to_stripe_key(value: str | None, mode: str) -> str | None:
    if value and mode != "production" and value.startswith(("sk_live", "rk_live")):
        raise EnvError("STRIPE_SECRET_KEY is a live key; a store that is tried out would charge real cards.")
    return value


def to_stand_in(name: str, value: str, mode: str) -> str:
    """The address of a stand-in of a vendor's service; "" for the vendor's own."""
    if value and mode == "production":
        raise EnvError(f"{name} leads away from the vendor; it can't be used in production.")
    if value and not re.fullmatch(r"https?://[^\s/]+(/\S*)?", value):
        raise EnvError(f"{name}={value!r} must be an address such as http://127.0.0.1:8420.")
    return value


def to_hashes(name: str, value: str) -> Path | None:
    """A sorted file of SHA-1 hashes, one a line, or a folder of parts of it; "": none."""
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


def to_scanner(name: str, value: str) -> str:
    """``tcp://host:port`` or ``unix:///path`` of a clamd; "": none."""
    if value and not re.fullmatch(r"tcp://[^/:\s]+:\d{1,5}|unix:///\S+", value):
        raise EnvError(f"{name}={value!r} must be tcp://host:port or unix:///path.")
    return value


def usual_workers(database: Mapping[str, Any]) -> int:
    """As many as there are processors for this process; two at least, so that the death of one isn't noticed. Not more
    on SQLite, whose writers queue: from more processes they only wait longer."""
    if database["ENGINE"].endswith("sqlite3"):
        return 2
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(max(processors, 2), 16)


def usual_job_workers(database: Mapping[str, Any]) -> int:
    """Two, so that mail doesn't wait for an import; one on SQLite, whose writers queue anyway."""
    return 1 if database["ENGINE"].endswith("sqlite3") else 2


def to_queues(name: str, value: str) -> tuple[str, ...]:
    """Names of queues, comma separated."""
    result = tuple(dict.fromkeys(part.strip() for part in value.split(",") if part.strip()))
    if not result or not set(result) <= set(QUEUES):
        raise EnvError(f"{name}={value!r} must be some of {', '.join(QUEUES)}, comma separated.")
    return result


def to_limits(name: str, value: str) -> dict[str, int]:
    """``heavy=2,files=4``: how many jobs of a queue may run at once."""
    result: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in value.split(","))):
        queue, _, number = part.partition("=")
        if queue not in QUEUES or not number.isascii() or not number.isdigit() or not 1 <= int(number) <= 1000:
            names = ", ".join(QUEUES)
            raise EnvError(f"{name}={value!r} must be such as heavy=2,files=4: queues ({names}) with numbers.")
        result[queue] = int(number)
    return result


def load(source: Mapping[str, str] | None = None) -> Env:
    """Parse the environment. Raises EnvError with the variable's name."""
    env = os.environ if source is None else source

    def get(name: str, default: str) -> str:
        return read(name, env, default) or default

    def days(name: str, default: str, low: int = 30) -> int:
        return to_int(name, get(name, default), low, 36500)

    mode = to_choice("PLANFRONT_MODE", get("PLANFRONT_MODE", "demo"), MODES)

    def an_hour(name: str, default: str) -> int:
        return to_int(name, get(name, default), 0, 1_000_000)

    def service_url(name: str, default: str) -> str:
        return to_service_url(name, get(name, default), mode)

    debug = to_bool("PLANFRONT_DEBUG", get("PLANFRONT_DEBUG", "0"))
    if debug and mode == "production":
        raise EnvError("PLANFRONT_DEBUG=1 shows source and settings to everybody; it can't be used in production.")
    var_dir = Path(get("PLANFRONT_VAR", str(ROOT / "var")))
    pooled = to_choice("DATABASE_POOLER", get("DATABASE_POOLER", "none"), ("none", "transaction")) == "transaction"
    database = parse_database(get("DATABASE_URL", f"sqlite:///{var_dir / 'planfront.sqlite3'}"), pooled=pooled)
    return Env(
        mode=mode,
        debug=debug,
        host=get("HOST", "127.0.0.1"),
        port=to_int("PORT", get("PORT", "8000"), 1, 65535),
        var_dir=var_dir if var_dir.is_absolute() else ROOT / var_dir,
        database=database,
        pooled=pooled,
        replicas=parse_replicas(get("DATABASE_REPLICA_URLS", ""), database, pooled=pooled),
        replica_lag=to_int("REPLICA_LAG_SECONDS", get("REPLICA_LAG_SECONDS", "5"), 1, 3600),
        synchronous_commit=to_choice("SYNCHRONOUS_COMMIT", get("SYNCHRONOUS_COMMIT", ""), _COMMITS),
        files=parse_files(get("FILES_URL", ""), read("FILES_KEY_ID", env), read("FILES_SECRET_KEY", env)),
        secret_key=read("SECRET_KEY", env),
        field_keys=read("FIELD_KEYS", env),
        smtp_url=read("SMTP_URL", env),
        card_gateway=to_gateway(get("CARD_GATEWAY", "off" if mode == "production" else "embedded"), mode),
        address_check=to_adapter("ADDRESS_CHECK", get("ADDRESS_CHECK", "embedded")),
        phone_check=to_adapter("PHONE_CHECK", get("PHONE_CHECK", "embedded")),
        email_check=to_adapter("EMAIL_CHECK", get("EMAIL_CHECK", "embedded")),
        usps_client_id=read("USPS_CLIENT_ID", env),
        usps_client_secret=read("USPS_CLIENT_SECRET", env),
        usps_url=service_url("USPS_URL", "https://apis.usps.com"),
        usps_per_hour=an_hour("USPS_PER_HOUR", "60"),
        neverbounce_key=read("NEVERBOUNCE_KEY", env),
        neverbounce_url=service_url("NEVERBOUNCE_URL", "https://api.neverbounce.com"),
        neverbounce_per_hour=an_hour("NEVERBOUNCE_PER_HOUR", "0"),
        numverify_key=read("NUMVERIFY_KEY", env),
        numverify_url=service_url("NUMVERIFY_URL", "https://apilayer.net/api"),
        numverify_per_hour=an_hour("NUMVERIFY_PER_HOUR", "0"),
        stripe_secret_key=to_stripe_key(read("STRIPE_SECRET_KEY", env), mode),
        stripe_publishable_key=get("STRIPE_PUBLISHABLE_KEY", ""),
        stripe_webhook_secret=read("STRIPE_WEBHOOK_SECRET", env),
        stripe_api=to_stand_in("STRIPE_API_URL", get("STRIPE_API_URL", ""), mode),
        stripe_script=to_stand_in("STRIPE_SCRIPT_URL", get("STRIPE_SCRIPT_URL", ""), mode),
        stripe_per_hour=an_hour("STRIPE_PER_HOUR", "0"),
        log_level=to_choice("LOG_LEVEL", get("LOG_LEVEL", "INFO"), ("DEBUG", "INFO", "WARNING", "ERROR")),
        workers=to_int("WEB_WORKERS", get("WEB_WORKERS", str(usual_workers(database))), 1, 64),
        job_workers=to_int("WORKERS", get("WORKERS", str(usual_job_workers(database))), 1, 64),
        queues=to_queues("WORKER_QUEUES", get("WORKER_QUEUES", ",".join(QUEUES))),
        queue_limits=to_limits("QUEUE_LIMITS", get("QUEUE_LIMITS", "")),
        grace=to_int("GRACE_SECONDS", get("GRACE_SECONDS", "10"), 2, 3600),
        leave=to_int("LEAVE_SECONDS", get("LEAVE_SECONDS", "0"), 0, 3600),
        log_format=to_choice("LOG_FORMAT", get("LOG_FORMAT", "json" if mode == "production" else "text"), _LOG_FORMATS),
        access_log=to_bool("ACCESS_LOG", get("ACCESS_LOG", "1" if mode == "production" else "0")),
        metrics_token=read("METRICS_TOKEN", env),
        threads=to_int("WEB_THREADS", get("WEB_THREADS", "4"), 1, 64),
        catalog_brands=to_int("CATALOG_BRANDS", get("CATALOG_BRANDS", "500"), 1, 100_000),
        rates_held=to_int("RATES_HELD_MIB", get("RATES_HELD_MIB", "256"), 1, 65_536),
        backoffice_host=to_host("BACKOFFICE_HOST", get("BACKOFFICE_HOST", "")),
        kit=to_bool("PLANFRONT_KIT", get("PLANFRONT_KIT", "0" if mode == "production" else "1")),
        demo_history=to_bool("DEMO_HISTORY", get("DEMO_HISTORY", "1")),
        https=to_bool("PLANFRONT_HTTPS", get("PLANFRONT_HTTPS", "1" if mode == "production" else "0")),
        hsts_seconds=to_int("HSTS_SECONDS", get("HSTS_SECONDS", "31536000"), 0, 63_072_000),
        hsts_subdomains=to_bool("HSTS_SUBDOMAINS", get("HSTS_SUBDOMAINS", "0")),
        api_docs=to_choice(
            "API_DOCS", get("API_DOCS", "off" if mode == "production" else "on"), ("on", "staff", "off")
        ),
        sessions_per_address=to_int(
            "SESSIONS_PER_ADDRESS", get("SESSIONS_PER_ADDRESS", "300" if mode == "production" else "3000"), 0, 1_000_000
        ),
        outgoing_private_hosts=to_hosts("OUTGOING_PRIVATE_HOSTS", get("OUTGOING_PRIVATE_HOSTS", "")),
        staff_second_factor=to_bool(
            "STAFF_SECOND_FACTOR", get("STAFF_SECOND_FACTOR", "1" if mode == "production" else "0")
        ),
        leaked_passwords=to_hashes("LEAKED_PASSWORDS", get("LEAKED_PASSWORDS", "")),
        virus_scanner=to_scanner("VIRUS_SCANNER", get("VIRUS_SCANNER", "")),
        keep_leads=days("KEEP_LEADS_DAYS", "365"),
        keep_consents=days("KEEP_CONSENTS_DAYS", "1825"),
        keep_locations=days("KEEP_LOCATIONS_DAYS", "365"),
        keep_quotes=days("KEEP_QUOTES_DAYS", "60"),
        keep_drafts=days("KEEP_DRAFTS_DAYS", "30"),
        keep_submitted_drafts=days("KEEP_SUBMITTED_DRAFTS_DAYS", "90"),
        keep_health=days("KEEP_HEALTH_DAYS", "365"),
        keep_pictures=days("KEEP_PICTURES_DAYS", "2555"),
        keep_rosters=days("KEEP_ROSTERS_DAYS", "30"),
        keep_roster_changes=days("KEEP_ROSTER_CHANGES_DAYS", "365"),
        keep_mails=days("KEEP_MAILS_DAYS", "180"),
        keep_receipts=days("KEEP_RECEIPTS_DAYS", "2555"),
        keep_sessions=days("KEEP_SESSIONS_DAYS", "0", 0),
        keep_tries=days("KEEP_TRIES_DAYS", "365"),
        keep_audit=days("KEEP_AUDIT_DAYS", "3650", 365),
        keep_jobs=days("KEEP_JOBS_DAYS", "30"),
        keep_import_files=days("KEEP_IMPORT_FILES_DAYS", "365"),
        keep_evidence=days("KEEP_EVIDENCE_DAYS", "3650", 365),
        keep_requests=days("KEEP_REQUESTS_DAYS", "1095", 730),
        privacy_deadline=days("PRIVACY_DEADLINE_DAYS", "45", 1),
        reach_back=days("BOOK_REACH_BACK_DAYS", "60", 1),
        age_out_notice=days("AGE_OUT_NOTICE_DAYS", "60", 1),
    )
