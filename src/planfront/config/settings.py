"""Django settings, all derived from planfront.config.env."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import django_stubs_ext
from django.utils.translation import gettext_lazy as _

from planfront.config import env as environment
from planfront.config import secrets

django_stubs_ext.monkeypatch()

ENV = environment.load()
PRODUCTION = ENV.production
BASE_DIR = environment.ROOT
PACKAGE_DIR = Path(__file__).resolve().parents[1]
VAR_DIR = ENV.var_dir

DEBUG = ENV.debug
# A fault the API has no answer for: raised while developing, else logged by its place, and a 500.
RAISE_API_FAULTS = DEBUG
# Seconds for which a process may use cached brands without asking whether they changed; 0 caches none.
# All processes of all nodes see a change within a second.
BRANDS_HELD_SECONDS = 0.8
# For how many brands a process keeps the catalog compiled; those not asked for longest go first.
CATALOG_BRANDS_HELD = ENV.catalog_brands
RATES_HELD_MIB = ENV.rates_held
# A demo can move its business day; a process caches the day for so many seconds.
SIMULATED_DAY = ENV.mode == "demo"
SIMULATED_DAY_HELD_SECONDS = 0.8
SECRET_KEY = secrets.secret_key(ENV)
FIELD_KEYS = secrets.field_keys(ENV)
# Hosts are checked against the brands' domains by the brand middleware, which answers unknown ones itself.
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "planfront.config.urls"
WSGI_APPLICATION = "planfront.config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "accounts.User"

# Rooms from the top of the layer order to the bottom.
_ROOMS = (
    "backoffice",
    "webapp",
    "enrollment",
    "sales",
    "billing",
    "leads",
    "shopping",
    "coverage",
    "today",
    "members",
    "eligibility",
    "rating",
    "catalog",
    "parties",
    "letters",
    "messaging",
    "brands",
    "integrations",
    "imports",
    "api",
    "accounts",
    "privacy",
    "audit",
    "kernel",
    "cli",
)
ROOMS = [f"planfront.{name}" for name in _ROOMS]

INSTALLED_APPS = [
    "planfront.backoffice.site.BackofficeConfig",
    "ninja",  # its static files: the interactive docs load nothing from elsewhere
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_tasks",
    "django_tasks_db",
    *(room for room in ROOMS if room != "planfront.backoffice"),
]

MIDDLEWARE = [
    "planfront.kernel.observing.tracing.request_id",
    "planfront.kernel.observing.requests.observe",
    "planfront.kernel.http.headers.security_headers",
    "planfront.kernel.http.middleware.guard",
    "planfront.webapp.compression.CompressText",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Only PostgreSQL rolls back transactions by itself, or fails over; SQLite needs no repetition.
    *(["planfront.kernel.http.repeating.repeat"] if ENV.database["ENGINE"].endswith("postgresql") else []),
    "planfront.kernel.database.replicas.ReadFromReplicas",
    "planfront.brands.middleware.brand_by_host",
    "planfront.catalog.revision.read_once_a_request",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "planfront.kernel.http.middleware.csrf_outside_api",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "planfront.accounts.uploaders.let_staff_upload",
    "django.contrib.messages.middleware.MessageMiddleware",
    "planfront.api.middleware.wire_form",
    "planfront.backoffice.scanned.ScanUploads",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASES = {"default": ENV.database} | {f"replica{n}": facts for n, facts in enumerate(ENV.replicas, 1)}
REPLICAS = [alias for alias in DATABASES if alias != "default"]
DATABASE_ROUTERS = ["planfront.kernel.database.replicas.Router"] if REPLICAS else []
# Calls by their name, pages, and pages of the back office beside its lists, whose rows of people may be seconds old for
# everyone but their author. Not among them: reads for signing, paying, numbering, sending, and checkout.
OLD_READS = frozenset(
    (
        *("get-agent-members", "get-assigned-leads", "get-book-of-business", "get-clients", "get-desk-figures"),
        *("get-group-people", "get-group-users", "get-sent-quotes", "get-team-requests", "get-work-list"),
        *("get-common-menu", "get-featured-plans", "get-filtered-plans", "get-goenroll-footer-plan"),
        *("get-left-side-filter-fields", "get-menu-filtered-plans", "get-more-requirement", "get-plan-detail"),
        *("get-plan-fit", "get-plan-pricing-detail", "get-plan-pricing-detail-elevate", "get-plan-years"),
        *("get-related-plans", "get-cart-count", "get-plan-cart", "get-questions", "check-already-answered"),
        *("check-disability-plan", "check-prudential-cart", "check-prudential-plan", "check-tab-required"),
        *("get-dynamic-tabs", "get-enrollment-temp-info", "get-preparation", "get-temp-dependent-info"),
        *("get-form-fields-beneficiary-info", "get-form-fields-contact-info", "get-form-fields-employer-info"),
        *("get-form-fields-dependent-primary-info", "get-form-fields-personal-info", "consent-texts", "get-states"),
        *("get-employment-status", "get-ethnic-category", "lookup-zip-state", "validate-zip-code", "coverages"),
    )
)
OLD_PAGES = frozenset({"page"})
OLD_READS_OF_STAFF = frozenset({"index"})

TASKS = {"default": {"BACKEND": "planfront.kernel.jobs.queue.Queue", "QUEUES": list(environment.QUEUES)}}

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "planfront.config.formats"
LANGUAGES = [("en", _("English")), ("es", _("Spanish"))]
LOCALE_PATHS = sorted(str(path) for path in PACKAGE_DIR.glob("*/locale"))
USE_I18N = True
USE_TZ = True
TIME_ZONE = "America/New_York"

STATIC_URL = "/static/"
_DIST = PACKAGE_DIR / "webapp" / "dist"
STATICFILES_DIRS = [("app", str(_DIST))] if _DIST.is_dir() else []
# Files are served from where the apps and the build keep them: nothing has to be collected first.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 0 if DEBUG else 86_400  # fonts and pictures keep their names
# Vite puts an 8-character hash before the suffix: name-1a2B3c4D.js
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/app/assets/.+-[\w-]{8}\.\w+$"
MEDIA_ROOT = VAR_DIR / "media"
IMPORTS_DIR = VAR_DIR / "imports"  # uploaded data files; never served
# The bucket that has both instead, where nodes share their files.
FILES_PLACE = ENV.files

# Where staff reach the back office, whether there is a brand or not.
BACKOFFICE_HOST = ENV.backoffice_host
LOGIN_REDIRECT_URL = "/backoffice/"
# Staff sign in with an authenticator app; elsewhere it is offered.
STAFF_SECOND_FACTOR = ENV.staff_second_factor
# Browsers bind a cookie named __Host-… to HTTPS and to the host that set it: no sibling host can plant one.
COOKIE_PREFIX = "__Host-" if ENV.https else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}pf_staff"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Strict"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENV.https
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}pf_csrf"
VISITOR_COOKIE = f"{COOKIE_PREFIX}pf_visit"
POSITION_COOKIE = f"{COOKIE_PREFIX}pf_seen"
BROWSER_COOKIE = f"{COOKIE_PREFIX}pf_known"
UPLOAD_COOKIE = f"{COOKIE_PREFIX}pf_sends"
VISITOR_SESSION_DAYS = 7
if ENV.https:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# One call may carry a signature and a masked page picture; nothing in the store needs more.
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024

AUTHENTICATION_BACKENDS = [
    "planfront.accounts.constant_time.ConstantTimeBackend",
    "planfront.backoffice.sign_in.staff_roles.StaffRoles",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "planfront.accounts.leaked.LeakedPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "name")},
    },
]
PASSWORD_HASHERS = ["planfront.accounts.hashers.Argon2", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]

UNFOLD = import_module("planfront.backoffice.appearance").UNFOLD
SMTP_URL = ENV.smtp_url
MAILBOX = ENV.mailbox
# Where a store that is tried out and sends no mail shows the codes to sign with.
OUTBOX = "" if SMTP_URL or PRODUCTION else "/backoffice/messaging/outboundemail/?kind=signing_code"
# Without a gateway, paying by card is not offered.
CARDS_OFFERED = ENV.card_gateway != "off"
# Which adapter answers at a port (integrations.ports), by name or dotted path, where it isn't the embedded one.
_REPLACED = {
    "address": ENV.address_check,
    "phone": ENV.phone_check,
    "email": ENV.email_check,
    "card": ENV.card_gateway,
}
ADAPTERS = {port: adapter for port, adapter in _REPLACED.items() if adapter not in {"embedded", "off"}}
KIT = ENV.kit
ACCESS_LOG = ENV.access_log
METRICS_TOKEN = ENV.metrics_token
API_DOCS = ENV.api_docs
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {
            "()": "logging.Formatter" if DEBUG else "planfront.kernel.observing.logs.Formatter",
            "format": "%(levelname)s %(name)s [%(request_id)s] %(message)s",
        },
        "json": {"()": "planfront.kernel.observing.logs.JsonFormatter"},
    },
    "filters": {"request_id": {"()": "planfront.kernel.observing.tracing.AddRequestId"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": ENV.log_format, "filters": ["request_id"]}},
    "root": {"handlers": ["stderr"], "level": ENV.log_level},
    # Worker and request chatter at INFO would repeat paths with query strings; keep them out.
    # What a card gateway's library says of its requests would hold their answers, at DEBUG; that of HTTP calls names
    # their addresses.
    "loggers": {
        "boto3": {"level": "WARNING"},
        "botocore": {"level": "WARNING"},
        "s3transfer": {"level": "WARNING"},
        "django_tasks": {"level": "WARNING"},
        "django.request": {"level": "ERROR"},
        "httpcore2": {"level": "WARNING"},
        "httpx2": {"level": "WARNING"},
        "stripe": {"level": "WARNING"},
        # Lines that name the paths of requests, or come with each request that waits for a thread.
        "waitress": {"level": "ERROR"},
    },
}
