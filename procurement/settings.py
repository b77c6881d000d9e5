"""Every setting, driven by the environment; see docs/administration.md."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import django_stubs_ext
import structlog
from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

from procurement import env
from procurement.logs import mask_secrets

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("VAR_DIR", str(BASE_DIR / "var")))

DEVELOPMENT_SECRET = "development-only-secret-that-production-refuses"  # noqa: S105  # refused below
DEBUG = env.boolean("DEBUG", default=False)
PRODUCTION = env.boolean("PRODUCTION", default=False)
SECRET_KEY = env.secret("SECRET_KEY", DEVELOPMENT_SECRET)
TOKEN_PEPPER = env.secret("TOKEN_PEPPER", DEVELOPMENT_SECRET)
if PRODUCTION and {SECRET_KEY, TOKEN_PEPPER} & {"", DEVELOPMENT_SECRET}:
    MESSAGE = "Set SECRET_KEY and TOKEN_PEPPER (or their _FILE forms) in production."
    raise ImproperlyConfigured(MESSAGE)
if PRODUCTION and DEBUG:
    MESSAGE = "DEBUG must not be on in production."
    raise ImproperlyConfigured(MESSAGE)

ALLOWED_HOSTS = env.words(
    "ALLOWED_HOSTS", "" if PRODUCTION else "localhost,127.0.0.1,[::1]"
)
if PRODUCTION and not ALLOWED_HOSTS:
    MESSAGE = "Set ALLOWED_HOSTS in production."
    raise ImproperlyConfigured(MESSAGE)
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
SITE_URL = env.text("SITE_URL", "http://127.0.0.1:8000")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_structlog",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "procurement",
    "procurement.accounts",
    "procurement.audit",
    "procurement.outbox",
    "catalog",
    "scoring",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "procurement.web.EmbeddingMiddleware",
    "procurement.health.HealthMiddleware",
    "procurement.web.AddressMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "procurement.web.LanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "procurement.web.RequestLogMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "procurement.web.PrivatePageMiddleware",
    "procurement.accounts.sessions.SessionRulesMiddleware",
    "procurement.web.RefusalMiddleware",
]

ROOT_URLCONF = "procurement.urls"
WSGI_APPLICATION = "procurement.wsgi.application"
ASGI_APPLICATION = "procurement.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "procurement.web.shell",
            ],
        },
    },
]


def _service_urls() -> tuple[str, str]:
    """Take both addresses from the environment, or start what is missing."""
    database, redis = env.secret("DATABASE_URL", ""), env.secret("REDIS_URL", "")
    if database and redis:
        return database, redis
    if PRODUCTION:
        message = "Set DATABASE_URL and REDIS_URL in production."
        raise ImproperlyConfigured(message)
    from procurement import embedded  # noqa: PLC0415  # production never imports it

    own_database, own_redis = embedded.urls()
    return database or own_database, redis or own_redis


def database_settings(url: str) -> dict[str, Any]:
    """Turn a postgresql:// address into Django's words."""
    parts = urlsplit(url)
    if parts.scheme not in {"postgresql", "postgres"}:
        message = "DATABASE_URL must begin with postgresql://."
        raise ImproperlyConfigured(message)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "ATOMIC_REQUESTS": False,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "connect_timeout": 5,
            **dict(parse_qsl(parts.query)),
            "options": (
                "-c statement_timeout=30000 -c lock_timeout=10000 "
                "-c idle_in_transaction_session_timeout=60000"
            ),
        },
    }


DATABASE_URL, REDIS_URL = _service_urls()
DATABASES = {"default": database_settings(DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "/"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.ScryptPasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {
        "NAME": (
            "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"
        ),
        "OPTIONS": {"user_attributes": ("email", "name")},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "procurement.accounts.passwords.CommonWordValidator"},
]
LOGIN_FAILURES_PER_ACCOUNT = env.integer("LOGIN_FAILURES_PER_ACCOUNT", 10)
LOGIN_FAILURES_PER_ADDRESS = env.integer("LOGIN_FAILURES_PER_ADDRESS", 50)
LOGIN_WINDOW_SECONDS = env.integer("LOGIN_WINDOW_SECONDS", 900)
ONE_TIME_PASSWORD_DAYS = env.integer("ONE_TIME_PASSWORD_DAYS", 7)
TRUSTED_PROXY_COUNT = env.integer("TRUSTED_PROXY_COUNT", 0)
VENDOR_CODES_PER_LINK = env.integer("VENDOR_CODES_PER_LINK", 5)
VENDOR_TRIES_PER_LINK = env.integer("VENDOR_TRIES_PER_LINK", 20)
VENDOR_TRIES_PER_ADDRESS = env.integer("VENDOR_TRIES_PER_ADDRESS", 50)
VENDOR_VISIT_SECONDS = env.integer("VENDOR_VISIT_SECONDS", 3600)
VENDOR_UPLOADS_PER_LINK = 30
VENDOR_REFUSAL_SECONDS = 0.25

SECURE_COOKIES = env.boolean("SECURE_COOKIES", default=PRODUCTION)
SESSION_COOKIE_NAME = "__Host-session" if SECURE_COOKIES else "session"
SESSION_COOKIE_SECURE = SECURE_COOKIES
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = env.integer("SESSION_SECONDS", 12 * 3600)
SESSION_IDLE_SECONDS = env.integer("SESSION_IDLE_SECONDS", 2 * 3600)
DEVICE_COOKIE_NAME = "__Host-device" if SECURE_COOKIES else "device"
VISIT_COOKIE_NAME = "__Host-vendor" if SECURE_COOKIES else "vendor"
CSRF_COOKIE_NAME = "__Host-csrftoken" if SECURE_COOKIES else "csrftoken"
CSRF_COOKIE_SECURE = SECURE_COOKIES
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "procurement.faults.csrf_failure"
SECURE_SSL_REDIRECT = env.boolean("SECURE_SSL_REDIRECT", default=PRODUCTION)
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$"]
SECURE_HSTS_SECONDS = 31_536_000 if SECURE_COOKIES else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_COOKIES
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXY_COUNT else None
)
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# plotly.js 7.1 tries one <style> for its map library; a browser test compares the hash.
PLOTLY_MAP_STYLE = "'sha256-ji27qzEtxXZW+7dun6UwjHXJ18e6WAin1VvNtkzIE/o='"
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF, PLOTLY_MAP_STYLE],
    "img-src": [CSP.SELF, "data:"],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "object-src": [CSP.NONE],
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["procurement.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.text("TIME_ZONE", "UTC")

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("STATIC_ROOT", str(VAR_DIR / "static")))
if not PRODUCTION:
    # On a desk nothing is collected, and WhiteNoise warns of a missing folder.
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)


def _package_folder(name: str, below: str) -> Path:
    """Find a folder inside an installed package without importing the package."""
    from importlib.util import find_spec  # noqa: PLC0415  # only for this look-up

    spec = find_spec(name)
    if spec is None or spec.origin is None:
        message = f"The package {name} is not installed; run `make install`."
        raise ImproperlyConfigured(message)
    return Path(spec.origin).parent / below


STATICFILES_DIRS: list[Any] = [
    BASE_DIR / "static",
    (
        "vendor/bootstrap",
        _package_folder("bootstrap_wrapper", "../bootstrap").resolve(),
    ),
    ("vendor/plotly", _package_folder("plotly", "package_data")),
]
MEDIA_ROOT = Path(env.text("MEDIA_ROOT", str(VAR_DIR / "media")))
STORAGES = {
    "default": {"BACKEND": "procurement.storage.WholeFileStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if PRODUCTION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION
FILE_UPLOAD_MAX_MEMORY_SIZE = 1_048_576
DATA_UPLOAD_MAX_MEMORY_SIZE = 5_242_880
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
QUOTE_FILE_MAX_BYTES = env.integer("QUOTE_FILE_MAX_BYTES", 5_242_880)
STAGED_QUOTE_DAYS = env.integer("STAGED_QUOTE_DAYS", 30)
ATTACHMENT_MAX_BYTES = env.integer("ATTACHMENT_MAX_BYTES", 20_971_520)
ATTACHMENT_SCANNER = env.text("ATTACHMENT_SCANNER", "")
ATTACHMENT_SCAN_SECONDS = env.integer("ATTACHMENT_SCAN_SECONDS", 60)
UPLOAD_MAX_BYTES = env.integer("UPLOAD_MAX_BYTES", 1_073_741_824)
UPLOAD_MAX_UNPACKED_BYTES = env.integer("UPLOAD_MAX_UNPACKED_BYTES", 4_294_967_296)
REPORT_SECONDS = env.integer("REPORT_SECONDS", 120)
REPORT_MEMORY_MEBIBYTES = env.integer("REPORT_MEMORY_MEBIBYTES", 2048)

# On a desk without a mail server the messages stand in the log of the worker.
MAIL_HOST = env.text("MAIL_HOST", "localhost" if PRODUCTION else "")
MAIL_SECURITY = env.text("MAIL_SECURITY", "starttls")
if MAIL_SECURITY not in {"starttls", "tls", "none"}:
    MESSAGE = "MAIL_SECURITY must be starttls, tls or none."
    raise ImproperlyConfigured(MESSAGE)
DEFAULT_FROM_EMAIL = env.text("MAIL_FROM", "gpu-procurement@localhost")


def _mailer() -> dict[str, Any]:
    """Say how mail leaves: by the server of MAIL_HOST, else into the log."""
    if not MAIL_HOST:
        return {"BACKEND": "django.core.mail.backends.console.EmailBackend"}
    return {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": {
            "host": MAIL_HOST,
            "port": env.integer("MAIL_PORT", 587),
            "username": env.text("MAIL_USER", ""),
            "password": env.secret("MAIL_PASSWORD", ""),
            "use_tls": MAIL_SECURITY == "starttls",
            "use_ssl": MAIL_SECURITY == "tls",
            "timeout": 10,
        },
    }


MAILERS = {"default": _mailer()}

CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_TRANSPORT = "procurement.broker:Transport"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 100
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = env.integer("TASK_SECONDS", 900)
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 4 * CELERY_TASK_TIME_LIMIT,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
    "max_retries": 1,
    "interval_start": 0,
    "interval_max": 0.1,
}
JOB_LEASE_SECONDS = env.integer("JOB_LEASE_SECONDS", 45)
JOB_ATTEMPTS = env.integer("JOB_ATTEMPTS", 3)
JOB_RETRY_SECONDS = env.integer("JOB_RETRY_SECONDS", 5)
JOB_SWEEP_SECONDS = env.integer("JOB_SWEEP_SECONDS", 10)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "procurement.accounts.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["procurement.api.permissions.TablePermission"],
    "DEFAULT_RENDERER_CLASSES": ["procurement.api.content.OrjsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["procurement.api.content.StrictJsonParser"],
    "DEFAULT_PAGINATION_CLASS": "procurement.api.pagination.StablePagination",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "procurement.api.problems.problem_response",
    "UNAUTHENTICATED_USER": "procurement.accounts.models.Anonymous",
    "COERCE_DECIMAL_TO_STRING": True,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "GPU Procurement",
    "VERSION": "1.0.0",
    "DESCRIPTION": "Vendors, quotes, rankings, cash flows, benchmarks and awards.",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PUBLIC": True,
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
}

DJANGO_STRUCTLOG_COMMAND_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_USER_ID_FIELD = "uuid"
LOG_LEVEL = env.text("LOG_LEVEL", "INFO")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "structured": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                mask_secrets,
                structlog.processors.JSONRenderer(),
            ],
            "foreign_pre_chain": [
                structlog.contextvars.merge_contextvars,
                structlog.processors.TimeStamper(fmt="iso"),
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
            ],
        },
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "structured"}
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
}
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.filter_by_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.format_exc_info,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
