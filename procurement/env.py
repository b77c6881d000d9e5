"""Settings from the environment: typed, strict, secrets also from files."""

import os
import re
from pathlib import Path

TRUE, FALSE = "true", "false"


class SettingError(ValueError):
    """A variable of the environment that can't be used, said in a sentence."""


def text(name: str, default: str | None = None) -> str:
    """Read a text; a missing one without default is refused."""
    value = os.environ.get(name, default)
    if value is None:
        msg = f"Set the environment variable {name}."
        raise SettingError(msg)
    return value


def boolean(name: str, *, default: bool) -> bool:
    """Read exactly 'true' or 'false'; anything else is refused."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value not in {TRUE, FALSE}:
        msg = f"{name} must be 'true' or 'false', not {value!r}."
        raise SettingError(msg)
    return value == TRUE


def integer(name: str, default: int) -> int:
    """Read a whole number."""
    value = os.environ.get(name)
    if value is None:
        return default
    if not re.fullmatch(r"-?[0-9]{1,18}", value):
        msg = f"{name} must be a whole number, not {value!r}."
        raise SettingError(msg)
    return int(value)


def words(name: str, default: str = "") -> list[str]:
    """Read a comma-separated list."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def secret(name: str, default: str | None = None) -> str:
    """Read a secret from NAME, or from the file that NAME_FILE names."""
    path = os.environ.get(f"{name}_FILE")
    if not path:
        return text(name, default)
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        msg = f"The file that {name}_FILE names can't be read: {error}."
        raise SettingError(msg) from error
