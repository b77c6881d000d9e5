"""The hash-chained audit trail and the access log."""
