"""Base of every endpoint: permission, fast lists, strict JSON, problem answers."""
