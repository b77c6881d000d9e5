"""Jobs that must happen: claim, lease, attempts."""
