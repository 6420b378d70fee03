"""One settings file, with defaults that suit a fresh clone. docs/deploy.md lists the variables."""

import os
from pathlib import Path

from csp.constants import NONE, SELF

from scorekeeper.operating.bootstrap import (
    available_languages,
    data_folder,
    database_settings,
    host_names,
    listen_database_settings,
    load_or_create_secret_key,
    metrics_token,
    time_zone,
    valkey_url,
)
from scorekeeper.operating.environment import boolean, choice, folder, text, whole_number
from scorekeeper.site import game_files
from scorekeeper.sqlite import use_sound_sqlite

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = data_folder(BASE_DIR / "var")

DEBUG = False
# For authors of games. Pages then show source code, so it is not for the internet.
DEV = boolean("DEV")
HTTPS = boolean("HTTPS")
if DEV and HTTPS:
    raise SystemExit("DEV=1 shows source code to visitors: unset it, or HTTPS=1")
RELEASE = game_files.release()

# web/headers.py checks the host instead: names against HOST_NAMES, and any private IP
# address.
ALLOWED_HOSTS = ["*"]
HOST_NAMES = ["localhost", *host_names()]

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "django_tasks",
    "django_tasks_db",
    "scorekeeper",
]
# Without a supervisor, nobody would start the background (web/server/background.py).
TASKS = {
    "default": {
        "BACKEND": "django_tasks.backends.immediate.ImmediateBackend"
        if DEV or os.name == "nt"
        else "django_tasks_db.DatabaseBackend"
    }
}

MIDDLEWARE = [
    "scorekeeper.web.headers.own_headers",
    "scorekeeper.web.headers.check_host",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "scorekeeper.middleware.programs_first",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scorekeeper.middleware.limit_forms",
    "scorekeeper.middleware.follow_language_link",
    "scorekeeper.people.devices.identify_device",
    "scorekeeper.middleware.ErrorPages",
]
if DEV:
    MIDDLEWARE.append("scorekeeper.development.middleware.DevelopmentMiddleware")

ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": game_files.template_folders(),
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["scorekeeper.site.template_loader.Loader"],
                )
            ]
            if not DEV
            else ["django.template.loaders.filesystem.Loader"],
            "debug": DEV,
            "context_processors": [
                "django.template.context_processors.request",
                "scorekeeper.views.preferences.preferences",
            ],
        },
    }
]

# Seconds that a writer waits for another one. Well below the 20 seconds after which a phone sends
# an entry again.
LOCK_TIMEOUT = 10
DATABASES = {"default": database_settings(default=VAR / "db.sqlite3")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    use_sound_sqlite()
    # IMMEDIATE: writers wait instead of failing. FULL: an acknowledged entry survives a power cut.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": LOCK_TIMEOUT,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=33554432;"
        ),
    }
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", LOCK_TIMEOUT)
    # PgBouncer gives each transaction another connection, which does not have the cursor.
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
# For LISTEN, which needs a connection of its own: past PgBouncer. docs/scale.md
LISTEN_DATABASE = listen_database_settings(DATABASES["default"])
VALKEY_URL = valkey_url(DATABASES["default"])
SECRET_KEY = text("SECRET_KEY") or load_or_create_secret_key(
    VAR / "secret_key", DATABASES["default"]
)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGES = available_languages(LOCALE_PATHS[0])
LANGUAGE_COOKIE_NAME = "language"
TIME_ZONE = time_zone()

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = game_files.static_folders()
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site needs our files
if DEV:
    STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# Browsers warn about this header on plain http.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = boolean("HSTS_SUBDOMAINS") and HTTPS
# HSTS for subdomains, and preloading: they would affect other sites of the domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
CONNECTIONS_PER_ADDRESS = whole_number("CONNECTIONS_PER_ADDRESS", 200)
# Our largest forms are a score sheet of 40 rows with 20 players, and a comment of 2,000 characters,
# which may take 12 bytes each. forms/field_lengths.py limits each field.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 2**10  # bytes
DATA_UPLOAD_MAX_NUMBER_FIELDS = 400
DATA_UPLOAD_MAX_NUMBER_FILES = 1
# Only an import has a file. It goes to the disk, whatever its size (web/server/bodies.py).
IMPORTS = VAR / "imports"
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.TemporaryFileUploadHandler"]
CSRF_FAILURE_VIEW = "scorekeeper.views.errors.csrf_failure"
TRUST_PROXY = boolean("TRUST_PROXY")
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# With "invited", a group starts only with a link (people/invitations.py).
NEW_GROUPS = choice("NEW_GROUPS", ("anyone", "invited"))
NEW_GAMES_PER_HOUR = whole_number("NEW_GAMES_PER_HOUR", 30)  # per device and per address
NEW_GROUPS_PER_HOUR = whole_number("NEW_GROUPS_PER_HOUR", 10)
JOINS_PER_HOUR = whole_number("JOINS_PER_HOUR", 60)
# Messages to lamps and other programs at home. On the internet, hosts could reach the operator's.
WEBHOOKS_TO_PRIVATE_NETWORKS = boolean("WEBHOOKS_TO_PRIVATE_NETWORKS")
API_REQUESTS_PER_MINUTE = whole_number("API_REQUESTS_PER_MINUTE", 600)  # per token

# Hours; with 0 no backup is asked for.
BACKUP_MAX_AGE_HOURS = whole_number("BACKUP_MAX_AGE_HOURS", 0, least=0)
# Groups in which nothing was played, entered or opened for this long are deleted; 0: none.
ABANDONED_GROUPS_DAYS = whole_number("ABANDONED_GROUPS_DAYS", 0, least=0, most=36500)
# Who runs the site, for the page about privacy: a web or mail address, or a few words.
OPERATOR_CONTACT = text("OPERATOR_CONTACT")

# A folder of fonts for pictures of results, which come before those of the system.
PICTURE_FONTS = folder("PICTURE_FONTS")

METRICS_TOKEN = metrics_token()  # without one, only this machine may read /metrics
LOG_FORMAT = choice("LOG_FORMAT", ("line", "json"))
LOG_REQUESTS = boolean("LOG_REQUESTS")
LOG_LEVEL = choice("LOG_LEVEL", ("warning", "error", "info", "debug")).upper()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "levels": {"()": "scorekeeper.web.logs.LevelFilter", "least": LOG_LEVEL},
        "ours": {"()": "scorekeeper.web.logs.LogFilter"},
    },
    "formatters": {
        "line": {"format": "{asctime} {levelname} {request_id} {address} {message}", "style": "{"},
        "json": {"()": "scorekeeper.web.logs.JsonFormatter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["levels", "ours"],
            "formatter": LOG_FORMAT,
        }
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL},
        # With "debug" it would log each variable that a template lacks.
        "django.template": {"level": "INFO"},
        # Other servers write no access log either, and their messages pass our filter.
        "django.server": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "uvicorn.access": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        # Invalid requests are counted instead: web/server/refusals.py.
        "scorekeeper.connection": {"level": "ERROR"},
        "scorekeeper.operating.requests": {"level": "INFO"},
    },
}
