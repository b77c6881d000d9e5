"""The process refuses to start when production lacks what it needs."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.settings import database_settings

ROOT = Path(__file__).resolve().parents[2]
GOOD = {
    "PRODUCTION": "true",
    "SECRET_KEY": "s" * 50,
    "TOKEN_PEPPER": "p" * 50,
    "ALLOWED_HOSTS": "procure.example",
    "DATABASE_URL": "postgresql://gp:hush@db.example/procurement?sslmode=verify-full",
    "REDIS_URL": "redis://:hush@redis.example/0",
}
TELL = """
import json, sys
from procurement import settings
names = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "SECURE_SSL_REDIRECT",
         "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS",
         "DEBUG", "ALLOWED_HOSTS", "VISIT_COOKIE_NAME", "MAILERS")
told = {name: getattr(settings, name) for name in names}
told["embedded"] = "procurement.embedded" in sys.modules
print(json.dumps(told))
"""
SECRETS = "Set SECRET_KEY and TOKEN_PEPPER (or their _FILE forms) in production."
SERVICES = "Set DATABASE_URL and REDIS_URL in production."


def started(folder, **changes):
    """Start with these settings alone; a None takes one away."""
    given = {
        name: value for name, value in (GOOD | changes).items() if value is not None
    }
    words = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", TELL],
        cwd=ROOT,
        env=words | given,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def mailer(host, **options):
    """Mail by a server, as Django is told."""
    usual = {
        "host": host,
        "port": 587,
        "username": "",
        "password": "",
        "use_tls": False,
        "use_ssl": False,
        "timeout": 10,
    }
    backend = "django.core.mail.backends.smtp.EmailBackend"
    return {"BACKEND": backend, "OPTIONS": usual | options}


def last_line(process):
    return process.stderr.strip().splitlines()[-1]


def test_production_starts_with_what_it_needs_and_is_locked_down(tmp_path):
    process = started(tmp_path)

    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout) == {
        "SESSION_COOKIE_NAME": "__Host-session",
        "CSRF_COOKIE_NAME": "__Host-csrftoken",
        "SECURE_SSL_REDIRECT": True,
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_HSTS_SECONDS": 31_536_000,
        "DEBUG": False,
        "ALLOWED_HOSTS": ["procure.example"],
        "VISIT_COOKIE_NAME": "__Host-vendor",
        "MAILERS": {"default": mailer("localhost", use_tls=True)},
        "embedded": False,
    }


def test_mail_leaves_by_the_server_that_is_named(tmp_path):
    process = started(
        tmp_path,
        MAIL_HOST="mail.example",
        MAIL_PORT="465",
        MAIL_SECURITY="tls",
        MAIL_USER="gp",
        MAIL_PASSWORD="hush",
    )

    assert json.loads(process.stdout)["MAILERS"]["default"] == mailer(
        "mail.example", port=465, use_ssl=True, username="gp", password="hush"
    )


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"SECRET_KEY": None}, SECRETS),
        ({"TOKEN_PEPPER": None}, SECRETS),
        ({"SECRET_KEY": ""}, SECRETS),
        ({"TOKEN_PEPPER": ""}, SECRETS),
        ({"SECRET_KEY": "development-only-secret-that-production-refuses"}, SECRETS),
        (
            {"MAIL_SECURITY": "ssl"},
            "MAIL_SECURITY must be starttls, tls or none.",
        ),
        ({"DEBUG": "true"}, "DEBUG must not be on in production."),
        ({"ALLOWED_HOSTS": None}, "Set ALLOWED_HOSTS in production."),
        ({"ALLOWED_HOSTS": " ,"}, "Set ALLOWED_HOSTS in production."),
        ({"DATABASE_URL": None}, SERVICES),
        ({"REDIS_URL": ""}, SERVICES),
        (
            {"DATABASE_URL": "sqlite:///x"},
            "DATABASE_URL must begin with postgresql://.",
        ),
    ],
)
def test_production_refuses_to_start(tmp_path, changes, why):
    process = started(tmp_path, **changes)

    assert process.returncode == 1
    assert last_line(process) == f"django.core.exceptions.ImproperlyConfigured: {why}"
    assert "hush" not in process.stderr


def test_a_switch_that_is_no_switch_stops_it_in_a_sentence(tmp_path):
    process = started(tmp_path, PRODUCTION="yes")

    assert process.returncode == 1
    assert last_line(process) == (
        "procurement.env.SettingError: PRODUCTION must be 'true' or 'false', not 'yes'."
    )


def test_the_address_of_the_database_is_read_whole():
    read = database_settings("postgresql://a%40b:p%2Fw@db:5433/x%20y?sslmode=require")

    wanted = ("USER", "PASSWORD", "HOST", "PORT", "NAME")
    assert [read[name] for name in wanted] == ["a@b", "p/w", "db", "5433", "x y"]
    assert read["OPTIONS"]["sslmode"] == "require"
    assert read["OPTIONS"]["connect_timeout"] == 5
    assert "statement_timeout=30000" in read["OPTIONS"]["options"]


def test_an_address_without_a_scheme_is_refused():
    with pytest.raises(ImproperlyConfigured):
        database_settings("db/x")
