"""What a waiting quote file says before it is recorded."""
