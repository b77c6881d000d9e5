"""Pure readers of benchmark and telemetry files, one module a format."""
